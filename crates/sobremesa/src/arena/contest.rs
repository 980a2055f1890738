//! What the arena asks of a game beyond its rules.

use std::fmt::Display;
use std::str::FromStr;

use bots::{Player, no_siesta as no_siesta_bots, siesta as siesta_bots};
use game::{BySeat, Random, Rules, Seat, ToAct};

/// A game that engines can be compared in.
pub(super) trait Contest: Rules + Send {
    /// The engines that the program has.
    type Bot: Copy + Display + FromStr<Err: Display> + Send + Sync;

    /// A player of this kind.
    fn player(bot: Self::Bot, seed: u64) -> Box<dyn Player<Self>>;

    /// One random turn of whoever is to act, after whatever chance does first; false if that ends the
    /// game.
    fn random_turn(&mut self, random: &mut Random) -> bool;

    /// How many random turns the games of a group begin with, unless it is said.
    fn opening_turns(&self, group: u64) -> u32;

    /// What kind of chance is to act, from 0: each has a stream of luck of its own.
    fn kind_of_chance(&self) -> u8;

    /// What chance does, drawn from these numbers.
    fn draw(&self, random: &mut Random) -> Option<Self::Chance>;

    /// The points that count for each seat: partners have those of their team.
    fn side_scores(&self) -> BySeat<i32>;

    /// Whether two seats win together.
    fn is_same_side(&self, one: Seat, other: Seat) -> bool;

    /// The words between the name of the game and the text of a position in the engine protocol.
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

    /// From 2 on, as many more as it takes for everybody to be on move first as often.
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

    /// None: the dice make every game another one.
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
