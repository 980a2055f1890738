//! The end of a round and the start of the next.

use game::Seat;

use crate::dice::Dice;
use crate::parts::Cart;
use crate::position::{After, LAST_ROUND, Phase, Position};
use crate::unit::Face;
use crate::variant::Mode;

impl Position {
    /// After the scoring phases and after each hiring: who hires next, or the end of the round.
    pub(crate) fn hire_or_end(&mut self) {
        if let Some(seat) = self.next_to_hire() {
            self.phase = Phase::Hire(seat);
            return;
        }
        for seat in self.players().seats() {
            self.farms[seat.index()].end_round();
        }
        let idle = self.variant.mode() == Mode::Solo && self.solo.lower.count(Face::Hat) == 0;
        if idle && self.neutral_moves() {
            self.phase = Phase::Event(After::Round);
        } else {
            self.next_round();
        }
    }

    /// Moves the neutral disc. Returns whether a die must be rolled for its disc on the market.
    pub(crate) fn neutral_moves(&mut self) -> bool {
        let track = self.variant.track();
        if self.solo.track >= track.last {
            return false;
        }
        self.solo.track += 1;
        if !track.finishes_cart(self.solo.track) {
            return false;
        }
        if let Some(cart) = Cart::ALL.into_iter().find(|cart| !self.solo.has_finished(*cart)) {
            self.solo.carts |= 1 << cart as u8;
        }
        self.market_discs(Seat::ALL[0]) < Cart::ALL.len() as u8
    }

    /// After which round the game ends at the latest.
    pub(crate) fn last_round(&self) -> u8 {
        match self.variant.mode() {
            Mode::Standard | Mode::Original | Mode::Experienced => LAST_ROUND,
            Mode::Solo => self.sheet().printed.solo.rounds,
        }
    }

    /// Whether a disc is on the last space of the track.
    pub(crate) fn track_is_done(&self) -> bool {
        let last = self.track_end();
        self.solo.track == last || self.farms.iter().any(|farm| farm.track == last)
    }

    pub(crate) fn next_round(&mut self) {
        if self.track_is_done() || self.round == self.last_round() {
            self.phase = Phase::Over;
            return;
        }
        self.round += 1;
        self.start = self.players().after(self.start);
        self.phase = Phase::Roll(0);
        if self.variant.mode() == Mode::Solo {
            self.solo.upper = self.solo.lower;
            self.solo.lower = Dice::NONE;
            self.solo.pile -= 1;
            self.solo.beside += 1;
        }
    }
}
