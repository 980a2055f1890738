//! A turn that is being laid, as the address of the page has it: a reload loses nothing.

use serde::Deserialize;
use siesta::{Cell, Laying, Piece, Placement, Position, Refusal};

use crate::query::Query;

/// What the address of a page says about the turn, all of it in text.
#[derive(Deserialize, Default, Debug)]
pub struct Wish {
    /// The placements so far, in notation, with spaces between them.
    #[serde(default)]
    pub(super) laid: String,
    /// The piece that was chosen before.
    #[serde(default)]
    pub(super) piece: Option<String>,
    /// Another piece to choose instead.
    #[serde(default)]
    pub(super) choose: Option<String>,
    /// A cell to lay the chosen piece on.
    #[serde(default)]
    pub(super) put: Option<String>,
    /// A cell to take a piece back from.
    #[serde(default)]
    pub(super) drop: Option<String>,
    /// Takes all pieces back, whatever the value.
    #[serde(default)]
    pub(super) clear: Option<String>,
}

impl From<&Query> for Wish {
    fn from(query: &Query) -> Self {
        Self {
            laid: query.get_owned("laid").unwrap_or_default(),
            piece: query.get_owned("piece"),
            choose: query.get_owned("choose"),
            put: query.get_owned("put"),
            drop: query.get_owned("drop"),
            clear: query.get_owned("clear"),
        }
    }
}

/// A turn that is being laid.
pub(super) struct Draft {
    /// The pieces laid so far, and what the rules say about more.
    pub(super) laying: Laying,
    /// The piece that is chosen.
    pub(super) piece: Piece,
    /// Where the chosen piece may go such that a legal turn can follow.
    pub(super) offers: Vec<Cell>,
    /// The pieces that may go anywhere at all.
    pub(super) choices: Vec<Piece>,
    /// Why the last placement was refused.
    pub(super) refusal: Option<Refusal>,
}

/// The word for a piece in addresses.
pub(super) fn word(piece: Piece) -> &'static str {
    match piece {
        Piece::Sun => "sun",
        Piece::Roof => "roof",
        Piece::Shadow => "shadow",
    }
}

fn by_word(text: &str) -> Option<Piece> {
    Piece::ALL.into_iter().find(|piece| word(*piece) == text)
}

impl Draft {
    /// The turn after the wish. What cannot be read is ignored.
    pub(super) fn of(position: &Position, wish: &Wish) -> Self {
        let dropped: Option<Cell> = wish.drop.as_deref().and_then(|text| text.parse().ok());
        let mut laying = position.lay();
        let mut refusal = None;
        if wish.clear.is_none() {
            let laid = wish.laid.split_whitespace().filter_map(|text| text.parse::<Placement>().ok());
            for placement in laid.filter(|placement| Some(placement.cell) != dropped) {
                // Pieces that are legal only next to the one that was taken back go with it.
                if let Err(refused) = laying.lay(placement)
                    && dropped.is_none()
                {
                    refusal = Some(refused);
                }
            }
        }
        let chosen = wish.choose.as_deref().or(wish.piece.as_deref()).and_then(by_word);
        let put: Option<Cell> = wish.put.as_deref().and_then(|text| text.parse().ok());
        if let (Some(cell), Some(piece)) = (put, chosen) {
            let placement = Placement { piece, cell };
            refusal = laying.why_not(placement);
            if refusal.is_none() {
                refusal = laying.lay(placement).err();
            }
        }
        let all = laying.offers();
        let choices: Vec<Piece> =
            Piece::ALL.into_iter().filter(|piece| all.iter().any(|offer| offer.piece == *piece)).collect();
        let usual = choices.iter().copied().find(|piece| Some(*piece) == chosen);
        // After a refusal the chosen piece stays chosen, even if it may go nowhere.
        let kept = if refusal.is_some() { chosen } else { None };
        let piece = kept.or(usual).or(choices.first().copied()).unwrap_or(Piece::Sun);
        let offers = all.iter().filter(|offer| offer.piece == piece).map(|offer| offer.cell).collect();
        Self { laying, piece, offers, choices, refusal }
    }

    /// The pieces laid so far, as the address has them.
    pub(super) fn laid(&self) -> String {
        self.laying.turn().iter().map(|placement| placement.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The cells of the pieces laid so far.
    pub(super) fn cells(&self) -> Vec<Cell> {
        self.laying.turn().iter().map(|placement| placement.cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use siesta::Variant;

    use super::*;

    fn draft(wish: &Wish) -> Draft {
        Draft::of(&Position::start(Variant::all().next().unwrap()), wish)
    }

    fn put(laid: &str, piece: &str, cell: &str) -> Wish {
        Wish {
            laid: laid.to_owned(),
            piece: Some(piece.to_owned()),
            put: Some(cell.to_owned()),
            ..Wish::default()
        }
    }

    #[test]
    fn pieces_are_laid_one_by_one() {
        let first = draft(&put("", "sun", "F5"));
        assert_eq!((first.laid().as_str(), first.refusal), ("*F5", None));
        // The opening has one sun, so another piece is chosen by itself.
        assert_eq!(first.choices, [Piece::Roof]);
        assert_eq!(first.piece, Piece::Roof);
        let last = draft(&put("*F5 ^F6", "shadow", "F7"));
        assert_eq!((last.laid().as_str(), last.laying.is_complete()), ("*F5 ^F6 #F7", true));
        assert!(last.offers.is_empty());
    }

    #[test]
    fn a_press_that_does_nothing_says_why_and_changes_nothing() {
        let refused = draft(&put("*F5", "roof", "A1"));
        assert_eq!(refused.laid(), "*F5");
        assert_eq!(refused.refusal, Some(Refusal::TouchesNothing { cell: "A1".parse().unwrap() }));
        assert_eq!(refused.piece, Piece::Roof);
    }

    #[test]
    fn what_is_taken_back_takes_what_rested_on_it_along() {
        let wish = Wish { laid: "*F5 ^F6 #F7".to_owned(), drop: Some("F6".to_owned()), ..Wish::default() };
        let draft = draft(&wish);
        assert_eq!((draft.laid().as_str(), draft.refusal), ("*F5", None));
    }

    #[test]
    fn nonsense_is_nothing() {
        for wish in [
            put("x *Z9 💥", "house", "F5"),
            put("", "", ""),
            Wish { drop: Some("Q".to_owned()), ..Wish::default() },
            Wish { choose: Some("moon".to_owned()), ..Wish::default() },
        ] {
            let draft = draft(&wish);
            assert_eq!((draft.laid().as_str(), draft.refusal), ("", None), "{wish:?}");
        }
    }
}
