//! Bots for ¡No Siesta!.

mod allocation;
mod appraisal;
mod dice;
mod estimate;
mod features;
mod group;
pub mod learning;
mod network;
mod outlook;
mod purse;
mod tally;
mod temper;
mod thinker;
mod weights;

use std::fmt;
use std::str::FromStr;

use game::{Random, Seat};
use no_siesta::{Action, Position};

use crate::{Budget, Level, Player, Thought};

pub use group::{Group, GroupError};
use outlook::Outlook;
use thinker::{Style, Thinker};

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bot {
    /// Any legal action.
    Random,
    /// The action after which the own farm looks best, next to the best other one.
    Sensible,
    /// The action after which the position is worth most by what was learned.
    Value,
    /// The best action that it finds in the time there is.
    Search,
    /// A bot of the house.
    Level(Level),
}

impl Bot {
    /// A player of this kind, who draws its chance from the seed.
    pub fn player(self, seed: u64) -> Box<dyn Player<Position>> {
        match self {
            Self::Random => Box::new(Simple { choose: random_action, random: Random::new(seed) }),
            Self::Sensible => Box::new(Simple { choose: sensible_action, random: Random::new(seed) }),
            Self::Value => Box::new(Thinker::new(Style::VALUE, seed)),
            Self::Search => Box::new(Thinker::new(Style::SEARCH, seed)),
            Self::Level(level) => Box::new(Thinker::new(Style::of(level), seed)),
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

/// A bot that does not think ahead.
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

/// A text that names no bot.
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
mod tests {
    use game::{Players, ToAct};
    use no_siesta::{LAST_ROUND, Mode, Variant};

    use super::*;

    /// Bots by seat; the last one has all further seats.
    fn play(variant: Variant, bots: &[Bot], seed: u64) -> Position {
        let mut random = Random::new(seed);
        let mut position = Position::start(variant);
        loop {
            match position.to_act() {
                ToAct::Over => return position,
                ToAct::Chance => {
                    let chance = position.random_chance(&mut random).unwrap();
                    position.happen(&chance).unwrap();
                }
                ToAct::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let bot = bots[seat.index().min(bots.len() - 1)];
                    let action = bot.action(&position, seat, &mut random).unwrap();
                    let mut listed = Vec::new();
                    position.actions(seat, &mut listed);
                    assert!(listed.contains(&action), "{variant}: {action} is not listed in {position}");
                    position.play(seat, &action).unwrap();
                }
            }
        }
    }

    #[test]
    fn sensible_beats_random_from_both_seats() {
        let variant = Variant::new(Players::TWO, Mode::Standard).unwrap();
        let [a, b] = [Seat::ALL[0], Seat::ALL[1]];
        for seed in 0..6 {
            let first = play(variant, &[Bot::Sensible, Bot::Random], seed).scores();
            let second = play(variant, &[Bot::Random, Bot::Sensible], seed).scores();
            assert!(first[a] > first[b] + 10, "seed {seed}: {first:?}");
            assert!(second[b] > second[a] + 10, "seed {seed}: {second:?}");
        }
    }

    #[test]
    fn sensible_scores_more_than_random_alone() {
        let variant = Variant::new(Players::ONE, Mode::Solo).unwrap();
        let score = |bot, seed| play(variant, &[bot], seed).scores()[Seat::ALL[0]];
        for seed in 0..6 {
            let [random, sensible] = [Bot::Random, Bot::Sensible].map(|bot| score(bot, seed));
            assert!(sensible > random + 10, "seed {seed}: {sensible} and {random}");
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        for variant in Variant::all() {
            let game = |seed| play(variant, &[Bot::Sensible, Bot::Random], seed);
            assert_eq!(game(1), game(1), "{variant}");
            assert_ne!(game(1), game(2), "{variant}");
        }
    }

    #[test]
    fn every_game_ends_with_listed_actions_only() {
        for variant in Variant::all() {
            for seed in 0..4 {
                let position = play(variant, &[Bot::Sensible], seed);
                // Sensible farmers use their hats: no game of theirs runs into the last round there is.
                assert!(position.round() < LAST_ROUND, "{variant}, seed {seed}: {} rounds", position.round());
                play(variant, &[Bot::Random], seed);
            }
        }
    }

    #[test]
    fn nobody_acts_out_of_turn() {
        let variant = Variant::new(Players::TWO, Mode::Standard).unwrap();
        let position = Position::start(variant);
        for bot in [Bot::Random, Bot::Sensible] {
            assert_eq!(bot.action(&position, Seat::ALL[0], &mut Random::new(1)), None);
        }
    }

    #[test]
    fn bots_are_read_as_they_are_written() {
        for bot in [Bot::Random, Bot::Sensible].into_iter().chain(Level::all().map(Bot::Level)) {
            assert_eq!(bot.to_string().parse(), Ok(bot));
        }
        assert_eq!("Sensible".parse::<Bot>(), Err(BotError));
    }
}
