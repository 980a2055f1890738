//! The state of any of the games, behind one type.

use game::record::{Record, Step as RecordStep};
use game::{BySeat, Rules, Seat, ToAct, Viewer};

use crate::chance::Seed;
use crate::variant::{GameName, Variant};

/// The state of any of the games.
#[derive(Clone, PartialEq, Debug)]
pub enum State {
    /// A position of Siesta.
    Siesta(Box<siesta::Position>),
    /// A position of ¡No Siesta!.
    NoSiesta(Box<no_siesta::Position>),
}

/// Why a step is refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum StepError {
    /// The text cannot be read.
    #[error("`{text}`: {why}")]
    Notation {
        /// The start of the text.
        text: String,
        /// What is wrong with it, and where.
        why: String,
    },
    /// A rule of Siesta.
    #[error(transparent)]
    Siesta(#[from] siesta::Refusal),
    /// A rule of ¡No Siesta!.
    #[error(transparent)]
    NoSiesta(#[from] no_siesta::Refusal),
}

/// A step of a game: an action of a seat or a chance event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// `None` for a chance event.
    pub seat: Option<Seat>,
    /// The action or the outcome in the notation of the game.
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

    /// The state after these steps.
    pub fn after(variant: Variant, steps: &[Step]) -> Result<Self, StepError> {
        let mut state = Self::start(variant);
        steps.iter().try_for_each(|step| state.repeat(step))?;
        Ok(state)
    }

    /// Reads a position of the variant in the notation of the game.
    pub fn read(variant: Variant, text: &str) -> Result<Self, StepError> {
        Ok(match variant {
            Variant::Siesta(variant) => Self::Siesta(Box::new(read(&variant, text)?)),
            Variant::NoSiesta(variant) => Self::NoSiesta(Box::new(read(&variant, text)?)),
        })
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        match self {
            Self::Siesta(position) => Variant::Siesta(position.variant()),
            Self::NoSiesta(position) => Variant::NoSiesta(position.variant()),
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
            Self::Siesta(_) => None,
            Self::NoSiesta(position) => Some(position),
        }
    }

    /// The game of this state.
    pub fn game(&self) -> GameName {
        match self {
            Self::Siesta(_) => GameName::Siesta,
            Self::NoSiesta(_) => GameName::NoSiesta,
        }
    }

    /// Who is to act.
    pub fn to_act(&self) -> ToAct {
        either!(self, position => Rules::to_act(&**position))
    }

    /// Plays an action and returns it in canonical notation. The state does not change if the rules forbid it.
    pub fn play(&mut self, seat: Seat, text: &str) -> Result<String, StepError> {
        either!(self, position => play(&mut **position, seat, text))
    }

    /// Draws the chance event with this number from the seed and returns its outcome; `None` if chance is not to
    /// act.
    pub fn happen(&mut self, seed: &Seed, number: u32) -> Option<String> {
        either!(self, position => happen(&mut **position, seed, number))
    }

    /// Applies a step of a stored game.
    pub fn repeat(&mut self, step: &Step) -> Result<(), StepError> {
        either!(self, position => repeat(&mut **position, step))
    }

    /// Whether a turn is a single step, in which nobody else can act. Whoever plays for a bot from afar would hold up a
    /// game of many steps with each of them, and overtake the others.
    pub fn turn_is_one_step(&self) -> bool {
        match self {
            Self::Siesta(_) => true,
            Self::NoSiesta(_) => false,
        }
    }

    /// The seat whose turn a step finishes. A turn of ¡No Siesta! is a round, which has many steps.
    pub(crate) fn finished_turn(&self, step: &Step) -> Option<Seat> {
        match self {
            Self::Siesta(_) => step.seat,
            Self::NoSiesta(_) => step.seat.filter(|_| step.text.parse() == Ok(no_siesta::Action::Done)),
        }
    }

    /// All legal actions of the seat, in the order of the rules.
    pub fn actions(&self, seat: Seat) -> Vec<String> {
        either!(self, position => {
            let mut actions = Vec::new();
            Rules::actions(&**position, seat, &mut actions);
            actions.iter().map(ToString::to_string).collect()
        })
    }

    /// The points so far, by seat.
    pub fn scores(&self) -> BySeat<i32> {
        either!(self, position => Rules::scores(&**position))
    }

    /// The ranks if the game ended now, by seat.
    pub fn ranks(&self) -> BySeat<u8> {
        either!(self, position => Rules::ranks(&**position))
    }

    /// The state without what the viewer may not see.
    pub fn view(&self, viewer: Viewer) -> Self {
        match self {
            Self::Siesta(position) => Self::Siesta(Box::new(Rules::view(&**position, viewer))),
            Self::NoSiesta(position) => Self::NoSiesta(Box::new(Rules::view(&**position, viewer))),
        }
    }

    /// The position in the notation of the game.
    pub fn text(&self) -> String {
        either!(self, position => position.to_string())
    }

    /// The record of these steps in the text notation, with names and notes in its header. Steps that cannot be
    /// read are left out.
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

fn read<R: Rules>(setup: &R::Setup, text: &str) -> Result<R, StepError> {
    let wrong = |why: R::PositionError| StepError::Notation {
        text: game::record::clipped(text),
        why: why.to_string(),
    };
    R::parse(setup, text).map_err(wrong)
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
