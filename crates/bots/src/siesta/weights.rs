//! The file format of the learned tables: only patterns that can occur on a board, only one of the
//! mirrored or rotated images of each, in thousandths of a point.

use std::sync::Arc;
#[cfg(feature = "embedded-weights")]
use std::sync::OnceLock;

use game::Players;
use siesta::{Mode, Scoring, Variant};

use super::value::{Layout, Weights};
use super::windows::Shape;
use crate::weights::learned_file;
use crate::{WeightFile, WeightsError};

/// Numbers in a file are this many times the value in points.
const SCALE: f32 = 1000.0;

/// Calls `visit` for every entry that can occur, with the first of its images. A file has the entries that
/// are their own first image, in this order.
fn each_entry(layout: Layout, mut visit: impl FnMut(usize, usize)) {
    let mut of = |shape: Shape, at: usize| {
        shape.each_possible(&mut |pattern, first| visit(at + pattern as usize, at + first as usize));
    };
    (0..layout.stages).for_each(|stage| of(Shape::LINE, Layout::lines_at(stage)));
    if layout.blocks {
        of(Shape::BLOCK, layout.blocks_at());
    }
    (layout.roofs_at()..layout.size()).for_each(|entry| visit(entry, entry));
}

impl Weights {
    /// The tables in the file format.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for table in &self.tables {
            each_entry(self.layout, |entry, first| {
                if entry == first {
                    bytes.extend(((table[entry] * SCALE).round() as i16).to_le_bytes());
                }
            });
        }
        bytes
    }

    /// Reads the tables of the variant; `None` if the number of bytes is wrong.
    pub(super) fn from_bytes(variant: Variant, bytes: &[u8]) -> Option<Self> {
        let mut weights = Self::zero(variant);
        let mut values =
            bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / SCALE);
        let mut whole = true;
        for table in &mut weights.tables {
            each_entry(weights.layout, |entry, first| {
                if entry == first {
                    table[entry] = values.next().unwrap_or_else(|| {
                        whole = false;
                        0.0
                    });
                } else {
                    table[entry] = table[first];
                }
            });
        }
        (whole && values.next().is_none()).then_some(weights)
    }
}

/// The files with learned weights.
pub static FILES: [WeightFile; 8] = [
    learned_file!("siesta-2-printed", 0xde2c_fd5f_099d_00ea),
    learned_file!("siesta-2-online", 0x5df8_78da_e73f_a8db),
    learned_file!("siesta-3-printed", 0x43f5_0d3b_fb99_6456),
    learned_file!("siesta-3-online", 0x512b_7f0e_e918_1270),
    learned_file!("siesta-4-printed", 0x0de3_5ade_5a9a_4232),
    learned_file!("siesta-4-online", 0x4c5b_90d6_f3b4_8259),
    learned_file!("siesta-teams-printed", 0x5458_4f4a_a9a6_0f45),
    learned_file!("siesta-teams-online", 0xd2f8_31d0_18c8_ace1),
];

fn index(variant: Variant) -> usize {
    let of_kind = match variant.mode() {
        Mode::FreeForAll => variant.players().count() - Players::TWO.count(),
        Mode::Teams => 3,
    };
    let of_scoring = match variant.scoring() {
        Scoring::Printed => 0,
        Scoring::Online => 1,
    };
    2 * of_kind + of_scoring
}

/// The file with the learned weights of the variant.
pub fn weight_file(variant: Variant) -> &'static WeightFile {
    &FILES[index(variant)]
}

/// The learned weights of a variant.
#[derive(Debug)]
pub struct Learned {
    file: &'static WeightFile,
    pub(super) weights: Weights,
}

impl Learned {
    /// Reads the weights of the variant from its file.
    pub fn read(variant: Variant, bytes: &[u8]) -> Result<Self, WeightsError> {
        let file = weight_file(variant);
        file.check(bytes)?;
        let weights = Weights::from_bytes(variant, bytes).ok_or(file.error())?;
        Ok(Self { file, weights })
    }

    /// The file that they were read from.
    pub fn file(&self) -> &'static WeightFile {
        self.file
    }

    /// The weights of the variant, compiled into the program and read on first use.
    #[cfg(feature = "embedded-weights")]
    pub fn embedded(variant: Variant) -> Arc<Self> {
        static READ: [OnceLock<Arc<Learned>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
        let index = index(variant);
        let read = || match Self::read(variant, FILES[index].bytes) {
            Ok(learned) => Arc::new(learned),
            Err(error) => unreachable!("{error}: a test reads it"),
        };
        Arc::clone(READ[index].get_or_init(read))
    }
}

/// Where a bot finds its weights.
pub(super) enum Source {
    /// In the program, for every variant.
    #[cfg(feature = "embedded-weights")]
    Embedded,
    /// These, for their variant alone.
    Given(Option<Arc<Learned>>),
}

impl Source {
    /// The weights of the variant, if they are there.
    pub(super) fn of(&self, variant: Variant) -> Option<Arc<Learned>> {
        match self {
            #[cfg(feature = "embedded-weights")]
            Self::Embedded => Some(Learned::embedded(variant)),
            Self::Given(learned) => {
                learned.as_ref().filter(|learned| learned.file == weight_file(variant)).cloned()
            }
        }
    }
}

#[cfg(test)]
#[cfg(feature = "embedded-weights")]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_read_and_is_what_was_measured() {
        for variant in Variant::all() {
            let (file, read) = (weight_file(variant), Learned::embedded(variant));
            assert_eq!(read.weights.to_bytes(), file.bytes, "{variant}");
        }
        let hashes = FILES.iter().map(|file| crate::weights::hash(file.bytes));
        assert!(hashes.eq(FILES.iter().map(|file| file.hash)));
    }

    #[test]
    fn what_is_not_whole_is_not_read() {
        let variant = Variant::all().next().unwrap();
        let file = weight_file(variant);
        assert_eq!(Weights::from_bytes(variant, &file.bytes[2..]), None);
        assert_eq!(Weights::from_bytes(variant, &[file.bytes, &[0, 0]].concat()), None);
        assert_eq!(Learned::read(variant, &file.bytes[2..]).err(), Some(WeightsError { name: file.name }));
    }

    #[test]
    fn weights_of_another_variant_are_not_used() {
        let variants: Vec<Variant> = Variant::all().collect();
        let source = Source::Given(Some(Learned::embedded(variants[0])));
        for variant in variants {
            let same = weight_file(variant) == weight_file(Variant::all().next().unwrap());
            assert_eq!(source.of(variant).is_some(), same, "{variant}");
            assert!(Source::Given(None).of(variant).is_none());
        }
    }
}
