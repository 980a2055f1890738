//! Bots for Siesta.

use std::fmt;
use std::str::FromStr;

use game::{BySeat, Random, Seat};
use siesta::{Mode, Position, ScoredTurn, Team, Turn};

use crate::{Budget, Level, Player, Thought};

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bot {
    /// Any legal turn.
    Random,
    /// The turn that gains most now, less what it gives the best other.
    Greedy,
    /// A bot of the house.
    Level(Level),
}

impl Bot {
    /// The turn that a simple bot chooses for the player to move; none if the game is over.
    fn turn(self, position: &Position, random: &mut Random) -> Option<ScoredTurn> {
        let turns = position.scored_turns();
        match self {
            Self::Random => random.pick(&turns).copied(),
            Self::Greedy | Self::Level(_) => {
                let worth = |turn: &ScoredTurn| margin(position, &turn.gains);
                let best = turns.iter().map(worth).max()?;
                let equal: Vec<ScoredTurn> = turns.into_iter().filter(|turn| worth(turn) == best).collect();
                random.pick(&equal).copied()
            }
        }
    }

    /// A player of this kind, who draws its chance from the seed.
    pub fn player(self, seed: u64) -> Box<dyn Player<Position>> {
        Box::new(Simple { bot: self, random: Random::new(seed) })
    }
}

/// A bot that does not think ahead.
struct Simple {
    bot: Bot,
    random: Random,
}

impl Player<Position> for Simple {
    fn choose(
        &mut self,
        position: &Position,
        seat: Seat,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Turn>),
    ) -> Option<Thought<Turn>> {
        if seat != position.mover() {
            return None;
        }
        let ScoredTurn { turn, gains } = self.bot.turn(position, &mut self.random)?;
        budget.spend(1);
        let score = margin(position, &gains) as f32;
        let thought = Thought { action: turn, score, depth: 1, nodes: budget.nodes(), line: vec![turn] };
        tell(&thought);
        Some(thought)
    }
}

/// What the mover gains, partner included, less what the best opponent does.
pub fn margin(position: &Position, gains: &BySeat<u8>) -> i32 {
    let mover = position.mover();
    let gain = |seat: Seat| i32::from(gains[seat]);
    let seats = position.players().seats();
    match position.variant().mode() {
        Mode::FreeForAll => gain(mover) - seats.filter(|seat| *seat != mover).map(gain).max().unwrap_or(0),
        Mode::Teams => {
            seats.map(|seat| if Team::of(seat) == Team::of(mover) { gain(seat) } else { -gain(seat) }).sum()
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Level(level) => return level.fmt(f),
        })
    }
}

/// A text that names no bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotError;

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bots are random, greedy, and the levels from 1 to 8")
    }
}

impl std::error::Error for BotError {}

impl FromStr for Bot {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Self, BotError> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => {
                text.parse().ok().and_then(|number| Level::new(number).ok()).map(Self::Level).ok_or(BotError)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Players;
    use siesta::{Scoring, Variant};

    use super::*;

    fn play(variant: Variant, bots: [Bot; 2], seed: u64) -> Position {
        let mut random = Random::new(seed);
        let mut position = Position::start(variant);
        while let Some(scored) = bots[position.mover().index() % 2].turn(&position, &mut random) {
            position.play(position.mover(), &scored.turn).expect("a bot plays a legal turn");
        }
        position
    }

    #[test]
    fn greedy_beats_random_from_both_seats() {
        let variant = Variant::new(Players::TWO, Scoring::Printed, Mode::FreeForAll).unwrap();
        for seed in 0..4 {
            let first = play(variant, [Bot::Greedy, Bot::Random], seed).scores();
            assert!(first[Seat::ALL[0]] > first[Seat::ALL[1]], "seed {seed}: {first:?}");
            let second = play(variant, [Bot::Random, Bot::Greedy], seed).scores();
            assert!(second[Seat::ALL[1]] > second[Seat::ALL[0]], "seed {seed}: {second:?}");
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        for variant in Variant::all() {
            let game = |seed| play(variant, [Bot::Greedy, Bot::Random], seed);
            assert_eq!(game(1), game(1), "{variant}");
            assert_ne!(game(1), game(2), "{variant}");
        }
    }

    #[test]
    fn a_partner_counts_as_oneself() {
        let position: Position = "*c#9/12/12/12/12/12/12/12/12/12/12/12 4 a 1".parse().unwrap();
        let gains = BySeat::from_values([1, 0, 2, 1], Players::FOUR);
        assert_eq!(margin(&position, &gains), 1 - 2);
        assert_eq!(margin(&position.with_mode(Mode::Teams).unwrap(), &gains), 1 + 2 - 1);
    }
}
