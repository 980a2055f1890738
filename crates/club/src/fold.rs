//! How events change a running game.

use std::time::Duration;

use game::{Seat, ToAct};

use crate::event::Event;
use crate::state::{State, Step, StepError};
use crate::table::{FoldError, Game, Outcome, Takeback};
use crate::time::Time;
use crate::variant::Variant;

/// What is wrong with an event of a game, before its number is known.
pub(crate) enum Problem {
    NotThere,
    Refused(StepError),
}

impl Problem {
    /// The error of the event with this number.
    pub(crate) fn at(self, seq: u64) -> FoldError {
        match self {
            Self::NotThere => FoldError::NotThere(seq),
            Self::Refused(error) => FoldError::Refused(seq, error),
        }
    }
}

impl Game {
    /// Applies an event of a game.
    pub(crate) fn fold(&mut self, variant: Variant, event: &Event) -> Result<(), Problem> {
        match event {
            Event::Played { seat, text, .. } => self.step(Some(*seat), text)?,
            Event::Happened { number, text } => {
                if *number != self.chances + 1 {
                    return Err(Problem::NotThere);
                }
                self.chances = *number;
                self.step(None, text)?;
            }
            Event::TakebackAsked { seat, steps } => {
                self.takeback = Some(Takeback { seat: *seat, steps: *steps, agreed: Vec::new() });
            }
            Event::TakebackAnswered { seat, agreed } => match (&mut self.takeback, agreed) {
                (Some(takeback), true) => takeback.agreed.push(*seat),
                (_, _) => self.refused.extend(self.takeback.take().map(|takeback| takeback.seat)),
            },
            Event::TakenBack { steps, .. } => {
                if *steps > self.steps.len() {
                    return Err(Problem::NotThere);
                }
                self.steps.truncate(*steps);
                self.takeback = None;
                self.state = State::start(variant);
                let mut turns = vec![0; self.seats.len()];
                for step in &self.steps {
                    self.state.repeat(step).map_err(Problem::Refused)?;
                    if let Some(seat) = self.state.finished_turn(step) {
                        turns[seat.index()] += 1;
                    }
                }
                // A bot that took over a seat may have finished turns since, which are not those of the person.
                for (place, turns) in self.seats.iter_mut().zip(turns) {
                    place.turns = place.turns.min(turns);
                }
            }
            Event::Replaced { seat, why, level } => {
                let place = self.seats.get_mut(seat.index()).ok_or(Problem::NotThere)?;
                place.left = Some((*why, *level));
                self.departed.push(*seat);
                self.takeback = None;
            }
            Event::Finished { ended, ranks, scores, seed, turns } => {
                let seats = self.seats.len();
                let counted = turns.as_ref().is_none_or(|turns| turns.len() == seats);
                if ranks.len() != seats || scores.len() != seats || !counted {
                    return Err(Problem::NotThere);
                }
                let (ranks, scores, turns) = (ranks.clone(), scores.clone(), turns.clone());
                self.outcome = Some(Outcome { ranks, scores, seed: *seed, ended: *ended, turns });
                self.takeback = None;
            }
            _ => return Err(Problem::NotThere),
        }
        Ok(())
    }

    fn step(&mut self, seat: Option<Seat>, text: &str) -> Result<(), Problem> {
        let step = Step { seat, text: text.to_owned() };
        self.state.repeat(&step).map_err(Problem::Refused)?;
        if let Some(place) = self.state.finished_turn(&step).map(|seat| &mut self.seats[seat.index()])
            && place.person().is_some()
        {
            place.turns += 1;
        }
        self.steps.push(step);
        self.takeback = None;
        self.refused.clear();
        Ok(())
    }

    /// Starts and stops clocks. The clock of a seat runs from the event after which it is to act to the event
    /// after which it is not. The time beyond that of a turn is taken from the reserve.
    pub(crate) fn run_clocks(&mut self, turn: Duration, at: Time) {
        let to_act = if self.outcome.is_some() { ToAct::Over } else { self.state.to_act() };
        for (seat, place) in Seat::ALL.into_iter().zip(&mut self.seats) {
            let acts = to_act.includes(seat) && place.person().is_some();
            match place.since {
                None if acts => place.since = Some(at),
                Some(since) if !acts => {
                    place.reserve = place.reserve.saturating_sub((at - since).saturating_sub(turn));
                    place.since = None;
                }
                None | Some(_) => {}
            }
        }
    }
}
