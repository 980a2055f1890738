//! Hints and explanations for ¡No Siesta!.

use std::time::Duration;

use bots::{Judge, Limits};
use game::{BySeat, Seat};
use no_siesta::{Action, Mover, Phase, Position, Target, Unit};

use super::words;
use crate::advice::{Advice, Prevented};

impl Advice for Position {
    const ANALYSIS_LIMITS: Limits = Limits::time(Duration::from_millis(100));
    const ACTION_WIDTH: usize = 30;

    fn judge() -> Box<dyn Judge<Self>> {
        bots::no_siesta::judge()
    }

    fn nudge(&self, action: &Action) -> String {
        match action {
            Action::Take(face, _) => {
                let what = match face.units().iter().next() {
                    Some(Unit::Olive | Unit::Grain | Unit::Grapes) => "goods help",
                    Some(Unit::Pig | Unit::Donkey) => "an animal helps",
                    Some(Unit::Silver) => "silver helps",
                    Some(Unit::Hat) | None => "a hat helps",
                };
                format!("Look at the dice: {what} you most now.")
            }
            Action::Lower(_) => "Look at the dice: one of them does the least harm below.".to_owned(),
            Action::Mark(_) => "Look at the last die: is each of its units worth a disc?".to_owned(),
            Action::Spend(_, target) => {
                let part = match target {
                    Target::Barn => "your barn",
                    Target::Helper(_) => "your helper spaces",
                    Target::Cart(_) | Target::Yoke(_) => "your carts",
                    Target::Warehouse => "your warehouse",
                    Target::Stable => "your stable",
                    Target::Track => "the Siesta Track",
                };
                format!("Look at {part}.")
            }
            Action::Trade(..) => "Look at the long-distance trades.".to_owned(),
            Action::Use(_) | Action::Move(Mover::Tile | Mover::Again, ..) => {
                "Look at your roof tiles.".to_owned()
            }
            Action::Move(Mover::Helper, ..) | Action::TakeBack(_) => {
                "Look at what your helpers can do.".to_owned()
            }
            Action::Copy(..) => "Look at the helpers of the others.".to_owned(),
            Action::MoveNoMore => "Look at your discs: need any of them move on?".to_owned(),
            Action::Choose(_) => "Look at what you have begun: which good is missing?".to_owned(),
            Action::Keep(_) => "Look at both tiles: which one will you use more often?".to_owned(),
            Action::Market(_) | Action::NoMarket => {
                "Look at the market: what will you have most of?".to_owned()
            }
            Action::Hire(_) => "Look at the helpers: who will be of use in the most rounds?".to_owned(),
            Action::Done => "Look at what is left to spend: is it worth more later?".to_owned(),
        }
    }

    fn gains(&self, seat: Seat, action: &Action) -> BySeat<i32> {
        let mut after = *self;
        after.play_unchecked(seat, action);
        let (now, then) = (after.scores(), self.scores());
        BySeat::from_fn(self.players(), |seat| now[seat] - then[seat])
    }

    fn gains_in_words(&self, seat: Seat, action: &Action) -> String {
        let mut after = *self;
        after.play_unchecked(seat, action);
        let gains = self.players().seats().map(|seat| (seat, words::gains(self, &after, seat)));
        let gains = gains.filter(|(_, gains)| !gains.is_empty());
        gains.map(|(seat, gains)| format!("{seat}: {gains}")).collect::<Vec<_>>().join("; ")
    }

    /// What opponents gain next depends on dice that are not rolled yet, so there is no simple measure.
    fn prevents(&self, _: Seat, _: &Action) -> Option<Prevented> {
        None
    }

    fn heading(&self) -> Option<String> {
        (self.phase() == Phase::Roll(0)).then(|| format!("Round {}", self.round()))
    }
}
