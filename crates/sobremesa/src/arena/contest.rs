//! What the arena needs from a game beyond its rules.

use std::fmt::Display;
use std::str::FromStr;

use bots::{Player, no_siesta as no_siesta_bots, siesta as siesta_bots};
use game::{BySeat, Random, Rules, Seat, ToAct};

/// A game in which the arena can compare engines.
pub(super) trait Contest: Rules + Send {
    /// The built-in engines.
    type Bot: Copy + Display + FromStr<Err: Display> + Send + Sync;

    /// Creates a player of this kind.
    fn player(bot: Self::Bot, seed: u64) -> Box<dyn Player<Self>>;

    /// Plays one random turn of the player to act, after outcomes of chance that come first; returns false if the
    /// game is over then.
    fn random_turn(&mut self, random: &mut Random) -> bool;

    /// The default number of random turns at the start of the games of a group.
    fn opening_turns(&self, group: u64) -> u32;

    /// The kind of chance that is to act, from 0 to 3. Each kind has its own stream of random numbers.
    fn kind_of_chance(&self) -> u8;

    /// Draws an outcome of chance.
    fn draw(&self, random: &mut Random) -> Option<Self::Chance>;

    /// The points that count for each seat: in teams, those of the team.
    fn side_scores(&self) -> BySeat<i32>;

    /// Whether two seats win together.
    fn is_same_side(&self, one: Seat, other: Seat) -> bool;

    /// The words between the name of the game and the position in the engine protocol.
    fn protocol_words(&self) -> &'static str;
}

impl Contest for siesta::Position {
    type Bot = siesta_bots::Bot;

    fn player(bot: siesta_bots::Bot, seed: u64) -> Box<dyn Player<Self>> {
        bot.player(seed)
    }

    fn random_turn(&mut self, random: &mut Random) -> bool {
        self.play_random(random).is_some() && self.end().is_none()
    }

    /// 2 and more in turn, so that every seat moves first equally often.
    fn opening_turns(&self, group: u64) -> u32 {
        2 + (group % self.players().count() as u64) as u32
    }

    fn kind_of_chance(&self) -> u8 {
        0
    }

    fn draw(&self, _: &mut Random) -> Option<game::Never> {
        None
    }

    fn side_scores(&self) -> BySeat<i32> {
        let scores = Rules::scores(self);
        BySeat::from_fn(self.players(), |seat| {
            scores.iter().filter(|(other, _)| self.is_same_side(seat, *other)).map(|(_, score)| score).sum()
        })
    }

    fn is_same_side(&self, one: Seat, other: Seat) -> bool {
        match self.variant().mode() {
            siesta::Mode::FreeForAll => one == other,
            siesta::Mode::Teams => siesta::Team::of(one) == siesta::Team::of(other),
        }
    }

    fn protocol_words(&self) -> &'static str {
        match self.variant().mode() {
            siesta::Mode::FreeForAll => "",
            siesta::Mode::Teams => "teams ",
        }
    }
}

impl Contest for no_siesta::Position {
    type Bot = no_siesta_bots::Bot;

    fn player(bot: no_siesta_bots::Bot, seed: u64) -> Box<dyn Player<Self>> {
        bot.player(seed)
    }

    fn random_turn(&mut self, random: &mut Random) -> bool {
        let mut scratch = Vec::new();
        while let Some(step) = self.play_random(random, &mut scratch) {
            if step.action().is_some() {
                return self.to_act() != ToAct::Over;
            }
        }
        false
    }

    /// None, because the dice already make the games differ.
    fn opening_turns(&self, _: u64) -> u32 {
        0
    }

    fn kind_of_chance(&self) -> u8 {
        use no_siesta::Phase;
        match self.phase() {
            Phase::Roll(_) => 0,
            Phase::Score(..) => 1,
            Phase::Neutral | Phase::Event(_) => 2,
            Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) | Phase::Hire(_) | Phase::Over => 3,
        }
    }

    fn draw(&self, random: &mut Random) -> Option<no_siesta::Chance> {
        self.random_chance(random)
    }

    fn side_scores(&self) -> BySeat<i32> {
        self.scores()
    }

    fn is_same_side(&self, one: Seat, other: Seat) -> bool {
        one == other
    }

    fn protocol_words(&self) -> &'static str {
        ""
    }
}
