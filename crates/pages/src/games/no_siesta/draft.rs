//! What somebody may do now, and what they have chosen of it, as the address of the page has it.

use std::{fmt, slice};

use game::Seat;
use no_siesta::{Action, Mover, Payment, Pool, Position, Target, Unit};
use serde::Deserialize;

use crate::address::encoded;
use crate::query::Query;

/// What the address of a page says about the choice, all of it in text.
#[derive(Deserialize, Default, Debug)]
pub(super) struct Wish {
    /// What is to be spent: `olive`, `free olive`, `taken olive` or `commodity`.
    #[serde(default)]
    pub(super) from: Option<String>,
    /// The choice whose ways are to be listed, as [`Ask`] writes it.
    #[serde(default)]
    pub(super) ask: Option<String>,
}

impl From<&Query> for Wish {
    fn from(query: &Query) -> Self {
        Self { from: query.get_owned("from"), ask: query.get_owned("ask") }
    }
}

/// Where a unit to spend is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A unit of a pool, as itself or as another one.
    Unit(Pool, Unit),
    /// A commodity, which stands for any unit.
    Commodity,
}

impl Source {
    fn of(payment: Payment) -> Self {
        match payment {
            Payment::Plain(pool, unit) | Payment::Swapped(pool, unit) => Self::Unit(pool, unit),
            Payment::Commodity(_) => Self::Commodity,
        }
    }

    fn read(text: &str) -> Option<Self> {
        if text == "commodity" {
            return Some(Self::Commodity);
        }
        text.parse().ok().map(Self::of)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(pool, unit) => Payment::Plain(*pool, *unit).fmt(f),
            Self::Commodity => f.write_str("commodity"),
        }
    }
}

/// Something that can be done in more than one way, so that the ways are listed first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// How to pay for a trade, from 0.
    Trade(u8),
    /// Which disc the roof tile moves.
    Tile,
    /// Which disc the helper moves.
    Helper,
    /// What the helper takes back.
    TakeBack,
    /// Whom the helper copies.
    Copy,
}

impl Ask {
    fn read(text: &str) -> Option<Self> {
        match text {
            "tile" => Some(Self::Tile),
            "helper" => Some(Self::Helper),
            "take-back" => Some(Self::TakeBack),
            "copy" => Some(Self::Copy),
            _ => text.strip_prefix("trade-")?.parse().ok().map(Self::Trade),
        }
    }

    fn is_about(self, action: &Action) -> bool {
        match self {
            Self::Trade(number) => matches!(action, Action::Trade(other, _) if *other == number),
            Self::Tile => matches!(action, Action::Move(Mover::Tile, _, _)),
            Self::Helper => matches!(action, Action::Move(Mover::Helper, _, _)),
            Self::TakeBack => matches!(action, Action::TakeBack(_)),
            Self::Copy => matches!(action, Action::Copy(_, _)),
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trade(number) => write!(f, "trade-{number}"),
            Self::Tile => f.write_str("tile"),
            Self::Helper => f.write_str("helper"),
            Self::TakeBack => f.write_str("take-back"),
            Self::Copy => f.write_str("copy"),
        }
    }
}

/// What somebody may do now, and what they have chosen of it.
pub(super) struct Draft {
    /// Who is to act.
    pub(super) seat: Seat,
    /// All legal actions.
    pub(super) actions: Vec<Action>,
    /// What is to be spent next, if that was chosen.
    pub(super) from: Option<Source>,
    /// The choice whose ways are listed.
    pub(super) ask: Option<Ask>,
}

/// How valuable a payment is: first what would be lost anyway, last what could be any unit.
fn value_of(payment: Payment) -> u8 {
    match payment {
        Payment::Plain(Pool::Free, _) => 0,
        Payment::Plain(Pool::Taken, _) => 1,
        Payment::Plain(Pool::Disc, _) => 2,
        Payment::Swapped(..) => 8,
        Payment::Commodity(_) => 32,
    }
}

/// Whether a unit pays for itself, and no commodity or helper makes another unit of it.
pub(super) fn is_plain(payment: Payment) -> bool {
    matches!(payment, Payment::Plain(..))
}

impl Draft {
    /// The choice of a seat after the wish. What cannot be read, or is not possible now, is ignored.
    pub(super) fn of(position: &Position, seat: Seat, wish: &Wish) -> Self {
        let mut actions = Vec::new();
        position.actions(seat, &mut actions);
        let all = Self { seat, actions, from: None, ask: None };
        let from = wish.from.as_deref().and_then(Source::read).filter(|source| all.can_spend(*source));
        let ask = wish.ask.as_deref().and_then(Ask::read).filter(|ask| all.can_ask(*ask));
        Self { from, ask, ..all }
    }

    /// The payment for a circle of the target that takes this unit: from the chosen source, or else the
    /// least valuable.
    pub(super) fn spend(&self, target: Target, unit: Unit) -> Option<Payment> {
        let ways = self.actions.iter().filter_map(|action| match action {
            Action::Spend(payment, other) if *other == target && payment.unit() == unit => Some(*payment),
            _ => None,
        });
        ways.filter(|payment| self.from.is_none_or(|from| Source::of(*payment) == from))
            .min_by_key(|payment| value_of(*payment))
    }

    /// The ways to fulfil a trade, counted from 0, the least valuable payments first.
    pub(super) fn trades(&self, trade: u8) -> Vec<Action> {
        let mut ways: Vec<(u8, Action)> = self
            .actions
            .iter()
            .filter_map(|action| match action {
                Action::Trade(other, given) if *other == trade => {
                    let chosen = |from| given.iter().any(|payment| Source::of(*payment) == from);
                    self.from
                        .is_none_or(chosen)
                        .then(|| (given.iter().map(|payment| value_of(*payment)).sum(), *action))
                }
                _ => None,
            })
            .collect();
        ways.sort_by_key(|(value, _)| *value);
        ways.into_iter().map(|(_, action)| action).collect()
    }

    /// Whether this may be done now.
    pub(super) fn has(&self, action: Action) -> bool {
        self.actions.contains(&action)
    }

    /// Whether there is a way to do it.
    pub(super) fn can_ask(&self, ask: Ask) -> bool {
        self.actions.iter().any(|action| ask.is_about(action))
    }

    /// The ways of the choice that is asked about; empty if none is.
    pub(super) fn asked(&self) -> Vec<Action> {
        let Some(ask) = self.ask else { return Vec::new() };
        match ask {
            Ask::Trade(trade) => self.trades(trade),
            Ask::Tile | Ask::Helper | Ask::TakeBack | Ask::Copy => {
                self.actions.iter().filter(|action| ask.is_about(action)).copied().collect()
            }
        }
    }

    /// Whether something can be spent from this source.
    pub(super) fn can_spend(&self, source: Source) -> bool {
        self.actions.iter().flat_map(payments).any(|payment| Source::of(*payment) == source)
    }

    /// The choice as the query of an address; empty if nothing is chosen.
    pub(super) fn query(&self) -> String {
        match (self.from, self.ask) {
            (Some(from), _) => format!("from={}", encoded(&from.to_string())),
            (None, Some(ask)) => format!("ask={ask}"),
            (None, None) => String::new(),
        }
    }
}

/// What an action is paid with.
fn payments(action: &Action) -> &[Payment] {
    if let Action::Trade(_, payments) = action {
        payments
    } else if let Action::Spend(payment, _) = action {
        slice::from_ref(payment)
    } else {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use game::{Random, Rules, ToAct};
    use no_siesta::Variant;

    use super::*;

    fn wish(from: Option<String>, ask: Option<String>) -> Wish {
        Wish { from, ask }
    }

    /// Every spending that is legal can be reached by choosing where it comes from and pressing a circle.
    #[test]
    fn everything_that_may_be_done_can_be_pressed() {
        let mut random = Random::new(3);
        for variant in Variant::all() {
            let mut position = Position::start(variant);
            let mut seen = 0;
            for _ in 0..400 {
                let seat = match position.to_act() {
                    ToAct::Over => break,
                    ToAct::Chance => {
                        let mut chances = Vec::new();
                        position.chances(&mut chances);
                        position.happen(&chances[random.below(chances.len() as u32) as usize].0).unwrap();
                        continue;
                    }
                    ToAct::Seats(seats) => seats.iter().next().unwrap(),
                };
                let all = Draft::of(&position, seat, &Wish::default());
                for action in &all.actions {
                    match *action {
                        Action::Spend(payment, target) => {
                            let from = Some(Source::of(payment).to_string());
                            let chosen = Draft::of(&position, seat, &wish(from, None));
                            assert_eq!(chosen.spend(target, payment.unit()), Some(payment), "{position}");
                            assert!(all.spend(target, payment.unit()).is_some());
                            seen += 1;
                        }
                        Action::Trade(trade, _) => assert!(all.trades(trade).contains(action)),
                        Action::Move(Mover::Tile, ..) => {
                            assert!(
                                Draft::of(&position, seat, &wish(None, Some("tile".to_owned())))
                                    .asked()
                                    .contains(action)
                            );
                        }
                        _ => {}
                    }
                }
                let action = all.actions[random.below(all.actions.len() as u32) as usize];
                Rules::play(&mut position, seat, &action).unwrap();
            }
            assert!(seen > 0, "{variant}");
        }
    }

    #[test]
    fn what_would_be_lost_is_given_first() {
        let order = [
            Payment::Plain(Pool::Free, Unit::Olive),
            Payment::Plain(Pool::Taken, Unit::Olive),
            Payment::Plain(Pool::Disc, Unit::Olive),
            Payment::Swapped(Pool::Disc, Unit::Hat),
            Payment::Commodity(Unit::Olive),
        ];
        assert!(order.is_sorted_by_key(|payment| value_of(*payment)));
        for payment in order {
            let source = Source::of(payment);
            assert_eq!(Source::read(&source.to_string()), Some(source));
        }
        assert_eq!(Source::read("nonsense"), None);
    }
}
