//! A game of either kind at any moment: the rules behind one door.

use game::record::{Record, Step as RecordStep};
use game::{BySeat, Rules, Seat, ToAct, Viewer};

use crate::chance::Seed;
use crate::variant::{GameName, Variant};

/// A game of either kind at any moment.
#[derive(Clone, PartialEq, Debug)]
pub enum State {
    /// Siesta.
    Siesta(Box<siesta::Position>),
    /// ¡No Siesta!.
    NoSiesta(Box<no_siesta::Position>),
}

/// Why a step may not be taken.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum StepError {
    /// The text cannot be read.
    #[error("`{text}`: {why}")]
    Notation {
        /// What was said, clipped.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A rule of Siesta.
    #[error(transparent)]
    Siesta(#[from] siesta::Refusal),
    /// A rule of ¡No Siesta!.
    #[error(transparent)]
    NoSiesta(#[from] no_siesta::Refusal),
}

/// What a seat or chance did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who; nobody for chance.
    pub seat: Option<Seat>,
    /// What, in the notation of the game.
    pub text: String,
}

/// Runs the same code on the position of either game.
macro_rules! either {
    ($state:expr, $position:ident => $code:expr) => {
        match $state {
            State::Siesta($position) => $code,
            State::NoSiesta($position) => $code,
        }
    };
}

impl State {
    /// The state before the first step.
    pub fn start(variant: Variant) -> Self {
        match variant {
            Variant::Siesta(variant) => Self::Siesta(Box::new(siesta::Position::start(variant))),
            Variant::NoSiesta(variant) => Self::NoSiesta(Box::new(no_siesta::Position::start(variant))),
        }
    }

    /// Which game it is.
    pub fn game(&self) -> GameName {
        match self {
            Self::Siesta(_) => GameName::Siesta,
            Self::NoSiesta(_) => GameName::NoSiesta,
        }
    }

    /// The position, if this is a game of Siesta.
    pub fn siesta(&self) -> Option<&siesta::Position> {
        match self {
            Self::Siesta(position) => Some(position),
            Self::NoSiesta(_) => None,
        }
    }

    /// The position, if this is a game of ¡No Siesta!.
    pub fn no_siesta(&self) -> Option<&no_siesta::Position> {
        match self {
            Self::NoSiesta(position) => Some(position),
            Self::Siesta(_) => None,
        }
    }

    /// Who is to act.
    pub fn to_act(&self) -> ToAct {
        either!(self, position => Rules::to_act(&**position))
    }

    /// Does what the seat wants and says it as the rules do, or refuses and changes nothing.
    pub fn play(&mut self, seat: Seat, text: &str) -> Result<String, StepError> {
        either!(self, position => play(&mut **position, seat, text))
    }

    /// Lets chance decide from the seed; says what came, or nothing if chance is not to act.
    pub fn happen(&mut self, seed: &Seed, number: u32) -> Option<String> {
        either!(self, position => happen(&mut **position, seed, number))
    }

    /// Takes a step that was checked before.
    pub fn repeat(&mut self, step: &Step) -> Result<(), StepError> {
        either!(self, position => repeat(&mut **position, step))
    }

    /// All that the seat may do now, in the order of the rules.
    pub fn actions(&self, seat: Seat) -> Vec<String> {
        either!(self, position => {
            let mut actions = Vec::new();
            Rules::actions(&**position, seat, &mut actions);
            actions.iter().map(ToString::to_string).collect()
        })
    }

    /// The points so far.
    pub fn scores(&self) -> BySeat<i32> {
        either!(self, position => Rules::scores(&**position))
    }

    /// The ranks if the game ended now.
    pub fn ranks(&self) -> BySeat<u8> {
        either!(self, position => Rules::ranks(&**position))
    }

    /// What the viewer may see.
    pub fn view(&self, viewer: Viewer) -> Self {
        match self {
            Self::Siesta(position) => Self::Siesta(Box::new(Rules::view(&**position, viewer))),
            Self::NoSiesta(position) => Self::NoSiesta(Box::new(Rules::view(&**position, viewer))),
        }
    }

    /// The text of the position.
    pub fn text(&self) -> String {
        either!(self, position => position.to_string())
    }

    /// A record of these steps in the text notation, with names and notes in its header.
    pub fn record(
        variant: Variant,
        names: &[(Seat, String)],
        notes: &[(String, String)],
        steps: &[Step],
    ) -> String {
        match variant {
            Variant::Siesta(variant) => record::<siesta::Position>(variant, names, notes, steps),
            Variant::NoSiesta(variant) => record::<no_siesta::Position>(variant, names, notes, steps),
        }
    }
}

fn parse<T: std::str::FromStr<Err: std::error::Error>>(text: &str) -> Result<T, StepError> {
    let wrong = |why: T::Err| StepError::Notation { text: game::record::clipped(text), why: why.to_string() };
    text.parse().map_err(wrong)
}

fn play<R: Rules>(position: &mut R, seat: Seat, text: &str) -> Result<String, StepError>
where
    StepError: From<R::Refusal>,
{
    let action: R::Action = parse(text)?;
    position.play(seat, &action)?;
    Ok(action.to_string())
}

fn happen<R: Rules>(position: &mut R, seed: &Seed, number: u32) -> Option<String> {
    let mut outcomes = Vec::new();
    position.chances(&mut outcomes);
    let outcome = seed.outcome(number, &outcomes)?;
    position.happen(&outcome).ok()?;
    Some(outcome.to_string())
}

fn repeat<R: Rules>(position: &mut R, step: &Step) -> Result<(), StepError>
where
    StepError: From<R::Refusal>,
{
    match step.seat {
        Some(seat) => position.play(seat, &parse(&step.text)?)?,
        None => position.happen(&parse(&step.text)?)?,
    }
    Ok(())
}

fn record<R: Rules>(
    setup: R::Setup,
    names: &[(Seat, String)],
    notes: &[(String, String)],
    steps: &[Step],
) -> String {
    let mut record = Record::<R>::new(setup);
    record.names = names.to_vec();
    record.notes = notes.to_vec();
    let read = |step: &Step| match step.seat {
        Some(seat) => Some(RecordStep::Action(seat, step.text.parse().ok()?)),
        None => Some(RecordStep::Chance(step.text.parse().ok()?)),
    };
    record.steps = steps.iter().filter_map(read).collect();
    record.to_string()
}
