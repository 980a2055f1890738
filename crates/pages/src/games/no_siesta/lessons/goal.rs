//! What the lessons ask for.

use no_siesta::{Cart, CartStatus, Helper, Market, Phase, ScoreItem, Tile, Unit};

use super::PUPIL;
use super::attempt::Attempt;
use crate::games::no_siesta::words as say;
use crate::words::Words;

/// Something that an attempt has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// A disc on this unit.
    Disc(Unit),
    /// The last die of the round is dealt with.
    LastDie,
    /// At least so many harvest sets in the warehouse.
    Sets(u8),
    /// At least so many animal pairs in the stable.
    Pairs(u8),
    /// At least so many sections of the barn with a roof.
    Roofs(u8),
    /// At least so many roof tiles used.
    Used(u8),
    /// At least so many goods on the cart.
    Loaded(Cart, u8),
    /// The cart is complete.
    Complete(Cart),
    /// A disc on a market space that pays at least so many points as things stand.
    Market(u8),
    /// At least so many trades.
    Trades(u8),
    /// This helper space, counted from 0, is complete.
    Space(u8),
    /// This helper is hired.
    Hired(Helper),
    /// At least so many points more than at the start.
    Points(u8),
    /// The scoring phase has ended, and nothing was lost by that.
    NothingLost,
}

impl Goal {
    /// Whether the attempt has reached it.
    pub(crate) fn is_reached(self, words: Words, attempt: &Attempt) -> bool {
        let (position, farm) = (&attempt.position, attempt.position.farm(PUPIL));
        match self {
            Self::Disc(unit) => farm.board().count(unit) > 0,
            Self::LastDie => matches!(position.phase(), Phase::Score(..)),
            Self::Sets(count) => farm.harvest_sets() >= count,
            Self::Pairs(count) => farm.animal_pairs() >= count,
            Self::Roofs(count) => farm.built() >= count,
            Self::Used(count) => Tile::ALL.into_iter().map(|tile| farm.turned(tile)).sum::<u8>() >= count,
            Self::Loaded(cart, count) => farm.cart(cart).loaded().count_ones() >= count.into(),
            Self::Complete(cart) => farm.cart(cart).status() != CartStatus::Open,
            Self::Market(points) => Market::ALL
                .into_iter()
                .any(|space| position.points(PUPIL, ScoreItem::Market(space)) >= points.into()),
            Self::Trades(count) => farm.trades().count_ones() >= count.into(),
            Self::Space(space) => {
                let circles = position.sheet().helpers().get(usize::from(space));
                circles
                    .is_some_and(|one| farm.marked(space.into()).count_ones() as usize == one.circles().len())
            }
            Self::Hired(helper) => {
                (0..position.sheet().helpers().len()).any(|space| farm.hired(space) == Some(helper))
            }
            Self::Points(points) => attempt.gain() >= points.into(),
            Self::NothingLost => attempt.lost(words).is_some_and(|lost| lost.is_empty()),
        }
    }

    /// Whether it can be reached only by ending the scoring phase.
    pub(crate) fn needs_end_of_scoring(self) -> bool {
        match self {
            Self::NothingLost | Self::Hired(_) => true,
            Self::Disc(_)
            | Self::LastDie
            | Self::Sets(_)
            | Self::Pairs(_)
            | Self::Roofs(_)
            | Self::Used(_)
            | Self::Loaded(..)
            | Self::Complete(_)
            | Self::Market(_)
            | Self::Trades(_)
            | Self::Space(_)
            | Self::Points(_) => false,
        }
    }

    /// The goal in words.
    pub(crate) fn text(self, words: Words) -> String {
        let counted = |key: &str, count: u8| words.with(key, [("count", i64::from(count).into())]);
        match self {
            Self::Disc(unit) => words.with("goal-disc", [("unit", say::unit(words, unit).into())]),
            Self::LastDie => words.say("goal-last-die"),
            Self::Sets(count) => counted("goal-sets", count),
            Self::Pairs(count) => counted("goal-pairs", count),
            Self::Roofs(count) => counted("goal-roofs", count),
            Self::Used(count) => counted("goal-used", count),
            Self::Loaded(cart, count) => words.with(
                "goal-loaded",
                [("cart", say::cart(words, cart).into()), ("count", i64::from(count).into())],
            ),
            Self::Complete(cart) => words.with("goal-complete", [("cart", say::cart(words, cart).into())]),
            Self::Market(points) => {
                words.with("goal-market", [("points", say::points(words, points.into()).into())])
            }
            Self::Trades(count) => counted("goal-trades", count),
            Self::Space(space) => words.with("goal-space", [("number", (i64::from(space) + 1).into())]),
            Self::Hired(helper) => words.with("goal-hired", [("helper", say::helper(words, helper).into())]),
            Self::Points(points) => {
                words.with("goal-points", [("points", say::points(words, points.into()).into())])
            }
            Self::NothingLost => words.say("goal-nothing-lost"),
        }
    }
}
