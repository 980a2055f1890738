//! The learned tables as they are kept: only patterns that a board can show, each in one of its
//! images, in thousandths of a point.

use std::sync::OnceLock;

use game::Players;
use siesta::{Mode, Scoring, Variant};

use super::value::{Layout, Weights};
use super::windows::Shape;

/// One point in the file.
const UNIT: f32 = 1000.0;

/// Calls for every entry that a board can use, with the first of its images: those that are their own
/// first image are kept, in this order.
fn each_entry(layout: Layout, mut visit: impl FnMut(usize, usize)) {
    let mut of = |shape: Shape, at: usize| {
        for pattern in (0..shape.patterns() as u32).filter(|pattern| shape.is_possible(*pattern)) {
            visit(at + pattern as usize, at + shape.first_image(pattern) as usize);
        }
    };
    (0..layout.stages).for_each(|stage| of(Shape::LINE, Layout::lines_at(stage)));
    if layout.blocks {
        of(Shape::BLOCK, layout.blocks_at());
    }
    (layout.roofs_at()..layout.size()).for_each(|entry| visit(entry, entry));
}

impl Weights {
    /// The tables as bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for table in &self.tables {
            each_entry(self.layout, |entry, first| {
                if entry == first {
                    bytes.extend(((table[entry] * UNIT).round() as i16).to_le_bytes());
                }
            });
        }
        bytes
    }

    /// The tables of the variant in these bytes, if they are as many as they should be.
    pub(super) fn from_bytes(variant: Variant, bytes: &[u8]) -> Option<Self> {
        let mut weights = Self::zero(variant);
        let mut values =
            bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / UNIT);
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

/// What was learned for the variant.
pub(super) fn of(variant: Variant) -> &'static Weights {
    static ALL: [OnceLock<Weights>; 8] = [const { OnceLock::new() }; 8];
    const BYTES: [&[u8]; 8] = [
        include_bytes!("../../weights/siesta-2-printed.bin"),
        include_bytes!("../../weights/siesta-2-online.bin"),
        include_bytes!("../../weights/siesta-3-printed.bin"),
        include_bytes!("../../weights/siesta-3-online.bin"),
        include_bytes!("../../weights/siesta-4-printed.bin"),
        include_bytes!("../../weights/siesta-4-online.bin"),
        include_bytes!("../../weights/siesta-teams-printed.bin"),
        include_bytes!("../../weights/siesta-teams-online.bin"),
    ];
    let players = match (variant.mode(), variant.players()) {
        (Mode::Teams, _) => 3,
        (Mode::FreeForAll, players) => players.count().saturating_sub(Players::TWO.count()),
    };
    let index = 2 * players + usize::from(variant.scoring() == Scoring::Online);
    ALL[index]
        .get_or_init(|| Weights::from_bytes(variant, BYTES[index]).unwrap_or_else(|| Weights::zero(variant)))
}
