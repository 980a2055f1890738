//! The parts of the table that an example or a lesson shows.

use maud::{Markup, html};
use no_siesta::{Action, Mover, Target};

use super::farm::Shown;
use super::middle::Middle;

/// A part of the table, drawn on its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Area {
    Dice,
    Revenue,
    Barn,
    Helpers,
    Trades,
    Carts,
    Storage,
    Track,
    Market,
    Rival,
}

impl Area {
    /// The part that an action belongs to; `None` if it can be taken wherever it is legal.
    fn of(action: &Action) -> Option<Self> {
        match action {
            Action::Spend(_, Target::Barn) | Action::Use(_) | Action::Move(Mover::Tile, ..) => {
                Some(Self::Barn)
            }
            Action::Spend(_, Target::Helper(_))
            | Action::Move(Mover::Helper, ..)
            | Action::TakeBack(_)
            | Action::Copy(..) => Some(Self::Helpers),
            Action::Spend(_, Target::Cart(_) | Target::Yoke(_)) => Some(Self::Carts),
            Action::Spend(_, Target::Warehouse | Target::Stable) => Some(Self::Storage),
            Action::Spend(_, Target::Track) => Some(Self::Track),
            Action::Trade(..) => Some(Self::Trades),
            Action::Take(..)
            | Action::Lower(_)
            | Action::Mark(_)
            | Action::Move(Mover::Again, ..)
            | Action::MoveNoMore
            | Action::Choose(_)
            | Action::Keep(_)
            | Action::Market(_)
            | Action::NoMarket
            | Action::Hire(_)
            | Action::Done => None,
        }
    }

    /// Whether an action can be taken where only these parts are shown.
    pub(super) fn allow(areas: &[Self], action: &Action) -> bool {
        Self::of(action).is_none_or(|area| areas.contains(&area))
    }

    fn draw(self, shown: &Shown<'_>, middle: &Middle<'_>) -> Markup {
        match self {
            Self::Dice => middle.tray(),
            Self::Revenue => shown.revenue(),
            Self::Barn => shown.barn(),
            Self::Helpers => shown.helpers(),
            Self::Trades => shown.trades(),
            Self::Carts => shown.carts(),
            Self::Storage => shown.storage(),
            Self::Track => middle.track(),
            Self::Market => middle.market(),
            Self::Rival => middle.rival(),
        }
    }
}

/// Draws parts of the table, one after the other.
pub(super) fn draw(areas: &[Area], shown: &Shown<'_>, middle: &Middle<'_>) -> Markup {
    html! { @for area in areas { (area.draw(shown, middle)) } }
}
