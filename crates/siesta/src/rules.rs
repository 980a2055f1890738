//! Siesta as an implementation of [`Rules`].

use game::{BySeat, Never, Rules, Seat, ToAct, Viewer};

use crate::cell::Cell;
use crate::piece::Turn;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::text::PositionError;
use crate::variant::Variant;

/// A step is a complete turn. The list has one order of each distinct turn, by
/// [`Position::scored_turns`]; every other order that the rules of placement allow is accepted too.
impl Rules for Position {
    const NAME: &'static str = "siesta";

    type Setup = Variant;
    type Action = Turn;
    type Chance = Never;
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
        let position: Self = text.parse()?;
        if (position.players(), position.scoring()) != (setup.players(), setup.scoring()) {
            return Err(PositionError::OtherVariant);
        }
        position.with_mode(setup.mode()).map_err(|_| PositionError::OtherVariant)
    }

    fn to_act(&self) -> ToAct {
        match self.end() {
            Some(_) => ToAct::Over,
            None => ToAct::seat(self.mover()),
        }
    }

    fn actions(&self, seat: Seat, actions: &mut Vec<Turn>) {
        if seat == self.mover() {
            self.each_turn(|turn, _| actions.push(turn));
        }
    }

    fn play(&mut self, seat: Seat, action: &Turn) -> Result<(), Refusal> {
        self.play(seat, action)
    }

    fn play_unchecked(&mut self, _: Seat, action: &Turn) {
        self.play_unchecked(action);
    }

    fn chances(&self, _: &mut Vec<(Never, u64)>) {}

    fn chance_weight(&self) -> u64 {
        0
    }

    fn happen(&mut self, chance: &Never) -> Result<(), Refusal> {
        match *chance {}
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from_fn(self.players(), |seat| self.scores()[seat].into())
    }

    fn ranks(&self) -> BySeat<u8> {
        self.ranks()
    }

    fn hash(&self) -> u64 {
        self.hash()
    }

    fn recomputed(&self) -> Self {
        self.recomputed()
    }

    fn most_steps(&self) -> u32 {
        match self.end() {
            Some(_) => 0,
            None => Cell::COUNT as u32 - self.board().occupied().len(),
        }
    }

    /// Siesta has no hidden information.
    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }
}
