//! An upper limit for the number of steps to come.
//!
//! Every unit that is spent marks a circle permanently or moves a disc on the track, trades and tiles are
//! used up, and everything else is possible once in a phase: so the steps to come can be counted.

use game::Seat;

use crate::farm::{CartStatus, Once};
use crate::parts::{Cart, Tile};
use crate::position::{After, Phase, Position, Scoring};
use crate::variant::Mode;

/// Ending a scoring phase, moving a disc by the helper, taking back.
const ONCE_A_PHASE: u32 = 3;

impl Position {
    /// An upper limit for the number of steps to come; each step lowers it.
    pub fn most_steps(&self) -> u32 {
        if self.phase == Phase::Over {
            return 0;
        }
        let players = self.players().count() as u32;
        let a_round = self.dice_steps(Phase::Roll(0)) + players * ONCE_A_PHASE;
        let rounds = u32::from(self.last_round() - self.round);
        let farms: u32 = self.players().seats().map(|seat| self.farm_steps(seat)).sum();
        let events = u32::from(self.variant.track().carts_after(self.solo.track));
        let due: u32 = match self.phase {
            Phase::Neutral => self.dice_steps(Phase::Roll(0)) + 1,
            Phase::Event(After::Dice(throw)) => self.dice_steps(Phase::Lower(throw)) + 1,
            Phase::Event(After::Round) => 1,
            Phase::Roll(_) | Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) => {
                self.dice_steps(self.phase)
            }
            Phase::Score(_, scoring) => match scoring {
                Scoring::Open | Scoring::Draw | Scoring::Keep(..) => 0,
                Scoring::Market | Scoring::Choose => 1,
                Scoring::Move(left) => left.into(),
            },
            Phase::Hire(_) | Phase::Over => 0,
        };
        // The draw of a tile that is to be kept or not has happened, though its section is still open.
        let drawn = u32::from(matches!(self.phase, Phase::Score(_, Scoring::Keep(..))));
        rounds * a_round + farms + events + due + self.phases_left() - drawn
    }

    /// Steps of the dice phase from here on.
    fn dice_steps(&self, phase: Phase) -> u32 {
        let players = self.players().count() as u32;
        // Solo, a die goes to the lower space after each die that is taken.
        let takes = if self.variant.mode() == Mode::Solo { 2 } else { players };
        let throws_after = |throw: u8| match throw {
            0 => takes + 2 + players,
            1 => 1 + players,
            _ => players,
        };
        match phase {
            Phase::Roll(2) => 1 + players,
            Phase::Roll(throw) => 1 + takes + throws_after(throw),
            Phase::Take(throw, seat) => {
                let taken = self.turn_order().position(|other| other == seat).unwrap_or(0) as u32;
                takes - taken + throws_after(throw)
            }
            Phase::Lower(throw) => 1 + throws_after(throw),
            Phase::Last(seats) => seats.len() as u32,
            Phase::Neutral | Phase::Event(_) | Phase::Score(..) | Phase::Hire(_) | Phase::Over => 0,
        }
    }

    /// What can be done once in a phase, in all scoring phases of this round that are not over.
    fn phases_left(&self) -> u32 {
        let left = |seat| {
            let farm = self.farm(seat);
            1 + u32::from(!farm.did(Once::ChangeRevenue)) + u32::from(!farm.did(Once::TakeBack))
        };
        match self.phase {
            Phase::Score(now, _) => self.turn_order().skip_while(|seat| *seat != now).map(left).sum(),
            Phase::Hire(_) | Phase::Event(After::Round) | Phase::Over => 0,
            Phase::Neutral
            | Phase::Roll(_)
            | Phase::Take(..)
            | Phase::Lower(_)
            | Phase::Event(After::Dice(_))
            | Phase::Last(_) => self.turn_order().map(left).sum(),
        }
    }

    /// Steps that use up something on the player's sheet.
    fn farm_steps(&self, seat: Seat) -> u32 {
        let sheet = self.sheet();
        let farm = self.farm(seat);
        let built = usize::from(farm.built);
        let silver: u32 = sheet.barn()[built..].iter().map(|section| u32::from(section.silver)).sum();
        let circles: u32 = sheet
            .helpers()
            .iter()
            .zip(farm.circles)
            .map(|(space, marked)| u32::from(space.len) - marked.count_ones())
            .sum();
        let hires = sheet.helpers().len() as u32 - u32::from(farm.helpers());
        let carts: u32 = Cart::ALL
            .into_iter()
            .filter(|cart| farm.cart(*cart).status == CartStatus::Open)
            .map(|cart| {
                let (printed, state) = (sheet.cart(cart), farm.cart(cart));
                let goods = u32::from(printed.len) - state.goods.count_ones();
                goods + u32::from(printed.donkeys - state.donkeys) + 1
            })
            .sum();
        let rows: u32 = sheet.rows().iter().zip(farm.rows).map(|(all, marked)| u32::from(all - marked)).sum();
        let trades = 2 * (sheet.trades().len() as u32 - farm.trades.count_ones());
        let a_tile = u32::from(sheet.gives(Tile::Change));
        let showing: u32 = farm.tiles.iter().map(|count| u32::from(*count) * a_tile).sum();
        let sections = (sheet.barn().len() - built) as u32 * (2 + a_tile);
        let track = u32::from(self.track_end() - farm.track);
        let copy = u32::from(farm.copied.is_none());
        (silver - u32::from(farm.silver))
            + circles
            + hires
            + carts
            + rows
            + trades
            + showing
            + sections
            + track
            + copy
    }
}
