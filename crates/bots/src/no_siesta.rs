//! Bots for ¡No Siesta!.

mod allocation;
mod appraisal;
mod dice;
mod estimate;
mod features;
mod group;
mod judging;
pub mod learning;
mod limited_budget;
mod network;
mod outlook;
mod sampling;
mod stage;
mod tally;
mod thinker;
mod weights;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use game::{Random, Seat};
use no_siesta::{Action, Position, Variant};

use crate::{Budget, Level, Player, Thought, WeightFile};

pub use group::{Group, GroupError};
#[cfg(feature = "embedded-weights")]
pub use judging::judge;
pub use judging::judge_with;
use outlook::Outlook;
use thinker::{Style, Thinker};
use weights::Source;
pub use weights::{FILES as WEIGHT_FILES, Learned, weight_file};

/// A kind of bot for ¡No Siesta!.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bot {
    /// Plays a random legal action.
    Random,
    /// Plays the action with the highest heuristic margin over the best other farm.
    Sensible,
    /// Plays the action with the highest learned value, without search.
    Value,
    /// Searches as far as the limits allow.
    Search,
    /// One of the eight levels.
    Level(Level),
}

impl Bot {
    /// Creates a player of this kind whose random choices follow from the seed.
    #[cfg(feature = "embedded-weights")]
    pub fn player(self, seed: u64) -> Box<dyn Player<Position>> {
        self.create(Source::Embedded, seed)
    }

    /// Creates a player with these weights, for games of the variants that share them alone.
    pub fn player_with(self, learned: Arc<Learned>, seed: u64) -> Box<dyn Player<Position>> {
        self.create(Source::Given(learned), seed)
    }

    fn create(self, source: Source, seed: u64) -> Box<dyn Player<Position>> {
        match self {
            Self::Random => Box::new(Simple { choose: random_action, random: Random::new(seed) }),
            Self::Sensible => Box::new(Simple { choose: sensible_action, random: Random::new(seed) }),
            Self::Value => Box::new(Thinker::new(Style::VALUE, source, seed)),
            Self::Search => Box::new(Thinker::new(Style::SEARCH, source, seed)),
            Self::Level(level) => Box::new(Thinker::new(Style::of(level), source, seed)),
        }
    }

    /// The file with the learned weights that a bot of this kind needs in games of the variant; `None` if it needs none.
    pub fn weight_file(self, variant: Variant) -> Option<&'static WeightFile> {
        match self {
            Self::Random | Self::Sensible => None,
            Self::Value | Self::Search | Self::Level(_) => Some(weight_file(variant)),
        }
    }
}

fn random_action(position: &Position, seat: Seat, random: &mut Random) -> Option<Action> {
    let mut actions = Vec::with_capacity(64);
    position.actions(seat, &mut actions);
    random.pick(&actions).copied()
}

fn sensible_action(position: &Position, seat: Seat, random: &mut Random) -> Option<Action> {
    let mut actions = Vec::with_capacity(64);
    position.actions(seat, &mut actions);
    let outlook = Outlook::new(position, seat);
    let values: Vec<i32> = actions.iter().map(|action| outlook.after(action)).collect();
    let best = values.iter().max()?;
    let equal = actions.iter().zip(&values).filter(|(_, value)| *value == best);
    let equal: Vec<Action> = equal.map(|(action, _)| *action).collect();
    random.pick(&equal).copied()
}

/// A bot that does not search.
struct Simple {
    choose: fn(&Position, Seat, &mut Random) -> Option<Action>,
    random: Random,
}

impl Player<Position> for Simple {
    fn choose(
        &mut self,
        position: &Position,
        seat: Seat,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Action>),
    ) -> Option<Thought<Action>> {
        let action = (self.choose)(position, seat, &mut self.random)?;
        budget.spend(1);
        let thought = Thought { action, score: 0.0, depth: 1, nodes: budget.nodes(), line: vec![action] };
        tell(&thought);
        Some(thought)
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Sensible => "sensible",
            Self::Value => "value",
            Self::Search => "search",
            Self::Level(level) => return level.fmt(f),
        })
    }
}

/// The text does not name a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotError;

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bots are random, sensible, value, search, and the levels from 1 to 8")
    }
}

impl std::error::Error for BotError {}

impl FromStr for Bot {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Self, BotError> {
        match text {
            "random" => Ok(Self::Random),
            "sensible" => Ok(Self::Sensible),
            "value" => Ok(Self::Value),
            "search" => Ok(Self::Search),
            _ => {
                text.parse().ok().and_then(|number| Level::new(number).ok()).map(Self::Level).ok_or(BotError)
            }
        }
    }
}

#[cfg(test)]
#[cfg(feature = "embedded-weights")]
mod tests;
