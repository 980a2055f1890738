//! The file format of the learned tables: only patterns that can occur on a board, only one of the
//! mirrored or rotated images of each, in thousandths of a point.

use std::sync::OnceLock;

use game::Players;
use siesta::{Mode, Scoring, Variant};

use super::value::{Layout, Weights};
use super::windows::Shape;

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

/// The weight files, in the order of [`index`].
const LEARNED: [&[u8]; 8] = [
    include_bytes!("../../weights/siesta-2-printed.bin"),
    include_bytes!("../../weights/siesta-2-online.bin"),
    include_bytes!("../../weights/siesta-3-printed.bin"),
    include_bytes!("../../weights/siesta-3-online.bin"),
    include_bytes!("../../weights/siesta-4-printed.bin"),
    include_bytes!("../../weights/siesta-4-online.bin"),
    include_bytes!("../../weights/siesta-teams-printed.bin"),
    include_bytes!("../../weights/siesta-teams-online.bin"),
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

/// The learned weights of the variant, decoded on first use.
pub(super) fn of(variant: Variant) -> &'static Weights {
    static READ: [OnceLock<Weights>; LEARNED.len()] = [const { OnceLock::new() }; LEARNED.len()];
    let index = index(variant);
    READ[index].get_or_init(|| match Weights::from_bytes(variant, LEARNED[index]) {
        Some(weights) => weights,
        None => unreachable!("the weight file for {variant} is complete: a test reads it"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FNV-1a.
    fn hash(bytes: &[u8]) -> u64 {
        bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
    }

    #[test]
    fn what_was_learned_is_read_and_is_what_was_measured() {
        let hashes = LEARNED.map(hash);
        for variant in Variant::all() {
            let read = of(variant);
            assert_eq!(read.to_bytes(), LEARNED[index(variant)], "{variant}");
        }
        assert_eq!(hashes, HASHES, "{hashes:#x?}");
    }

    const HASHES: [u64; LEARNED.len()] = [
        0xde2c_fd5f_099d_00ea,
        0x5df8_78da_e73f_a8db,
        0x43f5_0d3b_fb99_6456,
        0x512b_7f0e_e918_1270,
        0x0de3_5ade_5a9a_4232,
        0x4c5b_90d6_f3b4_8259,
        0x5458_4f4a_a9a6_0f45,
        0xd2f8_31d0_18c8_ace1,
    ];

    #[test]
    fn what_is_not_whole_is_not_read() {
        let variant = Variant::all().next().unwrap();
        let bytes = LEARNED[index(variant)];
        assert_eq!(Weights::from_bytes(variant, &bytes[2..]), None);
        assert_eq!(Weights::from_bytes(variant, &[bytes, &[0, 0]].concat()), None);
    }
}
