//! ¡No Siesta! as an implementation of [`Rules`].

use std::hash::{Hash, Hasher};

use game::{BySeat, Rules, Seat, ToAct, Viewer};

use crate::action::Action;
use crate::chance::Chance;
use crate::hashing::Mixer;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::text::{self, PositionError};
use crate::variant::Variant;

/// The order of decisions in a round:
///
/// 1. Dice. The dice are rolled; in turn order everybody takes one and marks it or not. The rest is
///    rolled again, and again everybody takes one. The last die is rolled, and everybody marks it
///    or not, in any order. (Original: one roll, two dice each, and the last die as it lies. Solo:
///    each taken die is followed by one for the lower dice space.)
/// 2. Scoring, in turn order. Everybody takes as many steps as they like and is then done. What
///    follows from a step by itself comes before the next: the draw of a tile, which of two to
///    keep, the market after a completed cart, the good that comes with a trade.
/// 3. Hiring, one helper a step: in turn order, among experienced farmers by the Siesta Track.
///
/// In a solo game the die of the neutral player comes before the first round, and whenever the
/// neutral disc finishes a cart.
impl Rules for Position {
    const NAME: &'static str = "no-siesta";

    type Setup = Variant;
    type Action = Action;
    type Chance = Chance;
    type Refusal = Refusal;
    type PositionError = PositionError;
    type View = Self;

    fn start(setup: &Variant) -> Self {
        Self::start(*setup)
    }

    fn setup(&self) -> Variant {
        self.variant()
    }

    fn parse(setup: &Variant, text: &str) -> Result<Self, PositionError> {
        text::read(*setup, text)
    }

    fn to_act(&self) -> ToAct {
        self.to_act()
    }

    fn actions(&self, seat: Seat, actions: &mut Vec<Action>) {
        self.actions(seat, actions);
    }

    fn play(&mut self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.play(seat, action)
    }

    fn play_unchecked(&mut self, seat: Seat, action: &Action) {
        self.play_unchecked(seat, action);
    }

    fn chances(&self, chances: &mut Vec<(Chance, u64)>) {
        self.chances(chances);
    }

    fn chance_weight(&self) -> u64 {
        self.chance_weight()
    }

    fn happen(&mut self, chance: &Chance) -> Result<(), Refusal> {
        self.happen(chance)
    }

    fn scores(&self) -> BySeat<i32> {
        self.scores()
    }

    fn ranks(&self) -> BySeat<u8> {
        self.ranks()
    }

    fn hash(&self) -> u64 {
        self.hash()
    }

    fn recomputed(&self) -> Self {
        Self { farms: self.farms.map(|farm| farm.recomputed(self.sheet())), ..*self }
    }

    fn most_steps(&self) -> u32 {
        self.most_steps()
    }

    /// Nothing in the state is hidden: face-down tiles are counts.
    fn view(&self, _: Viewer) -> Self {
        *self
    }
}

impl Position {
    /// A hash of the position. It ignores how many steps can be taken back, so that searches recognise
    /// positions that they reached in another way.
    pub fn hash(&self) -> u64 {
        let mut mixer = Mixer::default();
        (self.variant, self.round, self.start, self.phase, self.dice).hash(&mut mixer);
        (self.face_down, self.market, self.display, self.solo).hash(&mut mixer);
        self.farms[..self.players().count()].hash(&mut mixer);
        mixer.finish()
    }
}
