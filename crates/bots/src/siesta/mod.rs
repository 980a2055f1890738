//! Bots for Siesta.

mod deepen;
mod many;
mod search;
mod skill;
pub mod train;
mod uct;
mod value;
mod weights;
mod windows;
mod worth;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use game::{BySeat, Random, Seat};
use siesta::{Mode, Position, Team, Variant};

#[cfg(feature = "embedded-weights")]
pub use skill::judge;
pub use skill::judge_with;
use skill::{Skill, Thinker};
use uct::Uct;
use weights::Source;
pub use weights::{FILES as WEIGHT_FILES, Learned, weight_file};

use crate::{Level, Player, WeightFile};

/// A kind of bot for Siesta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bot {
    /// Plays a random legal turn.
    Random,
    /// Plays the turn that gains most now, less what it gives the best opponent.
    Greedy,
    /// Plays by Monte Carlo tree search without learned values.
    Uct,
    /// Plays the turn of the highest learned worth, without search.
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

    /// Creates a player with these weights, for games of their variant alone. It chooses nothing without the weights that
    /// it needs ([`Self::weight_file`]).
    pub fn player_with(self, learned: Option<Arc<Learned>>, seed: u64) -> Box<dyn Player<Position>> {
        self.create(Source::Given(learned), seed)
    }

    fn create(self, source: Source, seed: u64) -> Box<dyn Player<Position>> {
        let random = Random::new(seed);
        match self {
            Self::Random => Box::new(Skill::RANDOM.player(source, random)),
            Self::Greedy => Box::new(Skill::GREEDY.player(source, random)),
            Self::Uct => Box::new(Uct { random }),
            Self::Value => Box::new(Skill::VALUE.player(source, random)),
            Self::Search => Box::new(Skill::SEARCH.player(source, random)),
            Self::Level(level) => Box::new(Thinker::of_level(level, source, random)),
        }
    }

    /// The file with the learned weights that a bot of this kind needs in games of the variant; `None` if it needs none.
    pub fn weight_file(self, variant: Variant) -> Option<&'static WeightFile> {
        let learned = match self {
            Self::Random | Self::Greedy | Self::Uct => false,
            Self::Value | Self::Search => true,
            Self::Level(level) => Skill::of_level(level, variant).is_learned(),
        };
        learned.then(|| weight_file(variant))
    }
}

/// What the mover gains less what the best opponent gains; in teams, the difference of the team gains.
pub fn margin(position: &Position, gains: &BySeat<u8>) -> i32 {
    margin_of(position.variant(), position.mover(), gains)
}

fn margin_of(variant: Variant, mover: Seat, gains: &BySeat<u8>) -> i32 {
    let gain = |seat: Seat| i32::from(gains[seat]);
    let seats = variant.players().seats();
    match variant.mode() {
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
            Self::Uct => "uct",
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
        f.write_str("the bots are random, greedy, uct, value, search, and the levels from 1 to 8")
    }
}

impl std::error::Error for BotError {}

impl FromStr for Bot {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Self, BotError> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "uct" => Ok(Self::Uct),
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
mod tests {
    use game::Players;
    use siesta::Scoring;

    use super::*;
    use crate::{Budget, Limits};

    fn play(variant: Variant, bots: [Bot; 2], seed: u64) -> Position {
        let mut random = Random::new(seed);
        let mut position = Position::start(variant);
        let mut players = bots.map(|bot| bot.player(random.next()));
        while let player = &mut *players[position.mover().index() % 2]
            && let Some(turn) = crate::choose(player, &position, position.mover(), crate::system_clock)
        {
            position.play(position.mover(), &turn).expect("a bot plays a legal turn");
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
    fn a_bot_plays_the_same_with_weights_that_it_is_given_and_needs_those_that_it_names() {
        for (variant, level) in
            Variant::all().flat_map(|variant| Level::all().map(move |level| (variant, level)))
        {
            let bot = Bot::Level(level);
            let position = Position::start(variant);
            let choose = |mut player: Box<dyn Player<Position>>| {
                let mut budget = Budget::new(Limits::nodes(3), crate::system_clock);
                let chosen = player.choose(&position, position.mover(), &mut budget, &mut |_| {});
                chosen.map(|thought| thought.action)
            };
            let file = bot.weight_file(variant);
            let given = file.map(|file| Arc::new(Learned::read(variant, file.bytes).unwrap()));
            let chosen = choose(bot.player(5));
            assert!(chosen.is_some());
            assert_eq!(choose(bot.player_with(given, 5)), chosen, "{variant}, level {level}");
            assert_eq!(
                choose(bot.player_with(None, 5)).is_some(),
                file.is_none(),
                "{variant}, level {level}"
            );
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
