//! The heuristic evaluation of a position.
//!
//! All values are thousandths of a point. A farm is worth its points, plus a part of each goal in progress
//! (more the closer it is to completion, less the shorter the rest of the game), plus what helpers, tiles,
//! discs and a kept commodity will bring in the rounds to come. Revenue that is not spent yet is worth what
//! its best places are: one unit after another, after a trade if that pays. The value of the best other
//! farm is subtracted, so that a player who is ahead prefers the game to end.

use game::Seat;
use no_siesta::{Action, Payment, Phase, Position, Refusal, Scoring};

use super::estimate::{Estimate, Stage, UNIT};

/// Evaluates the actions of a seat in a position.
pub(super) struct Outlook<'a> {
    position: &'a Position,
    seat: Seat,
    /// The rounds expected after this one. Counted before the action, because a step on the track shortens
    /// the game for everybody and should not look like a loss for this player alone.
    rounds: i32,
    stage: Stage,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(position: &'a Position, seat: Seat) -> Self {
        let stage = match position.phase() {
            Phase::Score(..) if has_traded(position, seat) => Stage::Spending,
            Phase::Neutral
            | Phase::Roll(_)
            | Phase::Take(..)
            | Phase::Lower(_)
            | Phase::Event(_)
            | Phase::Last(_)
            | Phase::Score(..) => Stage::Trading,
            Phase::Hire(_) | Phase::Over => Stage::Ended,
        };
        Self { position, seat, rounds: rounds_left(position), stage }
    }

    /// The value of the position after the action.
    pub(super) fn after(&self, action: &Action) -> i32 {
        let mut after = *self.position;
        after.play_unchecked(self.seat, action);
        let stage = match action {
            Action::Done => Stage::Ended,
            Action::Trade(..) => Stage::Spending,
            Action::Take(..)
            | Action::Lower(_)
            | Action::Mark(_)
            | Action::Spend(..)
            | Action::Use(_)
            | Action::Move(..)
            | Action::MoveNoMore
            | Action::TakeBack(_)
            | Action::Copy(..)
            | Action::Choose(_)
            | Action::Keep(_)
            | Action::Market(_)
            | Action::NoMarket
            | Action::Hire(_) => self.stage,
        };
        let rounds = if rounds_left(&after) == 0 { 0 } else { self.rounds };
        let value = |seat, stage| Estimate::new(&after, seat, rounds).value(stage);
        let others = after.players().seats().filter(|other| *other != self.seat);
        let best_other = others.map(|other| value(other, Stage::Ended)).max().unwrap_or(0);
        value(self.seat, stage) - best_other + pending(&after, self.seat, rounds)
    }
}

/// The rounds expected after this one, if the leader on the track moves one space a round.
pub(super) fn rounds_left(position: &Position) -> i32 {
    let last = position.variant().track().last;
    let farthest = position.players().seats().map(|seat| position.farm(seat).track()).max().unwrap_or(0);
    let solo = position.solo();
    let spaces = i32::from(last - farthest.max(solo.map_or(0, no_siesta::Solo::track)));
    // In a solo game the pile of tiles also ends the game.
    solo.map_or(spaces, |solo| spaces.min(solo.pile().into()))
}

/// Whether the player has made the one trade of this scoring phase. It tries another trade: the rules
/// refuse a second one before they check how it would be paid.
fn has_traded(position: &Position, seat: Seat) -> bool {
    let mut open = (0..).zip(position.sheet().trades());
    let open = open.find(|(trade, _)| !position.farm(seat).has_traded(usize::from(*trade)));
    open.is_none_or(|(trade, units)| {
        let action = Action::Trade(trade, units.map(Payment::Commodity));
        { *position }.play(seat, &action) == Err(Refusal::OneTrade)
    })
}

/// The value of a market space or a free good that the scoring player is about to choose.
pub(super) fn pending(position: &Position, seat: Seat, rounds: i32) -> i32 {
    match position.phase() {
        Phase::Score(now, Scoring::Market) if now == seat => {
            let estimate = Estimate::new(position, seat, rounds);
            estimate.commodity() + estimate.best_market()
        }
        Phase::Score(now, Scoring::Choose) if now == seat => UNIT,
        Phase::Score(..)
        | Phase::Neutral
        | Phase::Roll(_)
        | Phase::Take(..)
        | Phase::Lower(_)
        | Phase::Event(_)
        | Phase::Last(_)
        | Phase::Hire(_)
        | Phase::Over => 0,
    }
}
