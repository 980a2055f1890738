//! Whether a step is allowed, and if not, why.

use game::{Seat, ToAct};

use crate::action::{Action, Mover, Payment};
use crate::chance::Chance;
use crate::farm::Once;
use crate::parts::{Helper, Market, Tile};
use crate::position::{Phase, Position, Scoring};
use crate::refusal::{Due, Refusal};
use crate::unit::{Face, Unit, Units};

/// The kind of step that the action is.
const fn due_for(action: &Action) -> Due {
    match *action {
        Action::Take(..) => Due::Take,
        Action::Lower(_) => Due::Lower,
        Action::Mark(_) => Due::Mark,
        Action::Spend(..)
        | Action::Trade(..)
        | Action::Use(_)
        | Action::Move(Mover::Tile | Mover::Helper, ..)
        | Action::TakeBack(_)
        | Action::Copy(..)
        | Action::Done => Due::Score,
        Action::Move(Mover::Again, ..) | Action::MoveNoMore => Due::Move,
        Action::Choose(_) => Due::Choose,
        Action::Keep(_) => Due::Keep,
        Action::Market(_) | Action::NoMarket => Due::Market,
        Action::Hire(_) => Due::Hire,
    }
}

impl Position {
    /// Applies the action of the seat, or refuses it and changes nothing.
    pub fn play(&mut self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check(seat, action)?;
        self.play_unchecked(seat, action);
        Ok(())
    }

    /// Applies an outcome of chance, or refuses it and changes nothing.
    pub fn happen(&mut self, chance: &Chance) -> Result<(), Refusal> {
        self.check_chance(chance)?;
        self.happen_unchecked(chance);
        Ok(())
    }

    /// Whether the seat may do this now, or why not.
    pub fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let due = self.due(seat)?;
        if due != due_for(action) {
            return Err(Refusal::OtherStep(due));
        }
        self.check_action(seat, action)
    }

    /// The kind of step that the seat is to do now, or why it is to do none.
    fn due(&self, seat: Seat) -> Result<Due, Refusal> {
        match self.to_act() {
            ToAct::Over => return Err(Refusal::GameOver),
            ToAct::Chance => return Err(Refusal::ChanceFirst(seat)),
            ToAct::Seats(seats) if !seats.contains(seat) => return Err(Refusal::NotYourTurn(seat)),
            ToAct::Seats(_) => {}
        }
        Ok(match self.phase {
            Phase::Take(..) => Due::Take,
            Phase::Lower(_) => Due::Lower,
            Phase::Last(_) => Due::Mark,
            Phase::Score(_, Scoring::Open) => Due::Score,
            Phase::Score(_, Scoring::Keep(..)) => Due::Keep,
            Phase::Score(_, Scoring::Market) => Due::Market,
            Phase::Score(_, Scoring::Choose) => Due::Choose,
            Phase::Score(_, Scoring::Move(_)) => Due::Move,
            Phase::Hire(_) => Due::Hire,
            Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Score(_, Scoring::Draw) => {
                return Err(Refusal::ChanceFirst(seat));
            }
            Phase::Over => return Err(Refusal::GameOver),
        })
    }

    /// Whether the action, whose kind is due, is allowed in its details.
    fn check_action(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Take(face, units) => {
                self.check_die(face)?;
                self.check_units(seat, face.units(), units)
            }
            Action::Lower(face) => self.check_die(face),
            Action::Mark(units) => {
                let shown = self.dice.faces().fold(Units::NONE, |all, face| all.with(face.units()));
                self.check_units(seat, shown, units)
            }
            Action::Spend(payment, target) => {
                self.check_payment(seat, payment)?;
                self.check_target(seat, payment, target)
            }
            Action::Trade(trade, payments) => self.check_trade(seat, trade, payments),
            Action::Use(tile) if tile.unit().is_none() => Err(Refusal::TileBringsNoUnits(tile)),
            Action::Use(tile) => self.check_tile(seat, tile),
            Action::Move(mover, from, to) => self.check_move(seat, mover, from, to),
            Action::TakeBack(units) => self.check_take_back(seat, units),
            Action::Copy(other, helper) => self.check_copy(seat, other, helper),
            Action::Choose(unit) if !Units::HARVEST.contains(unit) => Err(Refusal::ChooseGood(unit)),
            Action::Keep(tile) => {
                let drawn =
                    matches!(self.phase, Phase::Score(_, Scoring::Keep(a, b)) if tile == a || tile == b);
                if drawn { Ok(()) } else { Err(Refusal::NotDrawn(tile)) }
            }
            Action::Market(space) => self.check_market(seat, space),
            Action::Hire(helper) => self.check_hire(seat, helper),
            Action::Choose(_) | Action::MoveNoMore | Action::NoMarket | Action::Done => Ok(()),
        }
    }

    fn check_die(&self, face: Face) -> Result<(), Refusal> {
        if self.dice.count(face) > 0 { Ok(()) } else { Err(Refusal::NoSuchDie(face)) }
    }

    fn check_units(&self, seat: Seat, shown: Units, units: Units) -> Result<(), Refusal> {
        if let Some(unit) = units.without(shown).iter().next() {
            return Err(Refusal::NotOnDie(unit));
        }
        let stock = self.farm(seat).stock;
        if units.len() > stock { Err(Refusal::DiscsForMarking(stock)) } else { Ok(()) }
    }

    fn check_trade(&self, seat: Seat, trade: u8, payments: [Payment; 3]) -> Result<(), Refusal> {
        let farm = self.farm(seat);
        let number = trade + 1;
        let Some(units) = self.sheet().trades().get(usize::from(trade)) else {
            return Err(Refusal::NoSuchTrade(number));
        };
        if farm.has_traded(trade.into()) {
            return Err(Refusal::TradeDone(number));
        }
        if farm.did(Once::Trade) {
            return Err(Refusal::OneTrade);
        }
        if payments.map(Payment::unit) != *units {
            return Err(Refusal::TradeUnits { trade: number, units: *units });
        }
        // The same unit, commodity or skill may not be used twice.
        let mut after = *self;
        for payment in payments {
            after.check_payment(seat, payment)?;
            after.farms[seat.index()].pay(payment);
        }
        Ok(())
    }

    fn check_tile(&self, seat: Seat, tile: Tile) -> Result<(), Refusal> {
        if self.farm(seat).tiles(tile) > 0 { Ok(()) } else { Err(Refusal::NoSuchTile(tile)) }
    }

    fn check_move(&self, seat: Seat, mover: Mover, from: Unit, to: Unit) -> Result<(), Refusal> {
        let farm = self.farm(seat);
        match mover {
            Mover::Tile => self.check_tile(seat, Tile::Change)?,
            Mover::Helper if !farm.can(Helper::ChangeRevenue) => {
                return Err(Refusal::NoSkill(Helper::ChangeRevenue));
            }
            Mover::Helper if farm.did(Once::ChangeRevenue) => {
                return Err(Refusal::SkillUsed(Helper::ChangeRevenue));
            }
            Mover::Again | Mover::Helper => {}
        }
        if farm.board.count(from) == 0 {
            Err(Refusal::NoDiscThere(from))
        } else if !self.sheet().arrows(from).contains(to) {
            Err(Refusal::NoArrow { from, to })
        } else {
            Ok(())
        }
    }

    fn check_take_back(&self, seat: Seat, units: [Unit; 2]) -> Result<(), Refusal> {
        let farm = self.farm(seat);
        if !farm.can(Helper::TakeBack) {
            return Err(Refusal::NoSkill(Helper::TakeBack));
        }
        if farm.did(Once::TakeBack) {
            return Err(Refusal::SkillUsed(Helper::TakeBack));
        }
        if farm.board.count(Unit::Donkey) == 0 {
            return Err(Refusal::TakeBackCostsDonkey);
        }
        let needed = if units[0] == units[1] { 2 } else { 1 };
        let missing = |unit: &Unit| !Unit::STORED.contains(unit) || farm.stored(unit.index()) < needed;
        units.into_iter().find(missing).map_or(Ok(()), |unit| Err(Refusal::NotStored(unit)))
    }

    fn check_copy(&self, seat: Seat, other: Seat, helper: Helper) -> Result<(), Refusal> {
        let farm = self.farm(seat);
        if !farm.can(Helper::Copy) {
            Err(Refusal::NoSkill(Helper::Copy))
        } else if farm.copied.is_some() {
            Err(Refusal::CopiedAlready)
        } else if other == seat {
            Err(Refusal::CopyOwn)
        } else if helper == Helper::Copy {
            Err(Refusal::CopyOfCopy)
        } else if farm.can(helper) {
            Err(Refusal::SkillKnown(helper))
        } else if !self.players().has(other) || !self.farm(other).hires(helper) {
            Err(Refusal::NotHiredThere { seat: other, helper })
        } else if farm.stock == 0 {
            Err(Refusal::DiscForCopy)
        } else {
            Ok(())
        }
    }

    fn check_market(&self, seat: Seat, space: Market) -> Result<(), Refusal> {
        if self.farm(seat).stock == 0 {
            Err(Refusal::DiscForMarket)
        } else if self.on_market(space).contains(seat) {
            Err(Refusal::OwnDiscThere(space))
        } else if !self.market_open(seat, space) {
            Err(Refusal::MarketFull(space))
        } else {
            Ok(())
        }
    }

    fn check_hire(&self, seat: Seat, helper: Helper) -> Result<(), Refusal> {
        if self.farm(seat).hires(helper) {
            Err(Refusal::HiredAlready(helper))
        } else if !self.can_hire(seat, helper) {
            Err(Refusal::NotForHire(helper))
        } else {
            Ok(())
        }
    }

    fn check_chance(&self, chance: &Chance) -> Result<(), Refusal> {
        let refuse = |refused: bool, refusal| if refused { Err(refusal) } else { Ok(()) };
        match (self.phase, *chance) {
            (Phase::Roll(throw), Chance::Roll(dice)) => {
                let count = self.variant.dice(throw);
                refuse(dice.len() != count, Refusal::Dice(count))
            }
            (Phase::Roll(throw), Chance::Draw(..) | Chance::Neutral(_)) => {
                Err(Refusal::Dice(self.variant.dice(throw)))
            }
            (Phase::Score(seat, Scoring::Draw), Chance::Draw(tile, other)) => {
                let count = self.drawn_at_once(seat);
                refuse(other.is_some() != (count == 2), Refusal::Draw(count))?;
                for one in [Some(tile), other].into_iter().flatten() {
                    let needed = if other == Some(tile) { 2 } else { 1 };
                    refuse(self.face_down(one) < needed, Refusal::NotFaceDown(one))?;
                }
                Ok(())
            }
            (Phase::Score(seat, Scoring::Draw), Chance::Roll(_) | Chance::Neutral(_)) => {
                Err(Refusal::Draw(self.drawn_at_once(seat)))
            }
            (Phase::Neutral | Phase::Event(_), Chance::Neutral(face)) => {
                refuse(!self.neutral_can_take(face), Refusal::NeutralSpaceTaken(face))
            }
            (Phase::Neutral | Phase::Event(_), Chance::Roll(_) | Chance::Draw(..)) => Err(Refusal::Dice(1)),
            (Phase::Over, Chance::Roll(_) | Chance::Draw(..) | Chance::Neutral(_)) => Err(Refusal::GameOver),
            (
                Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) | Phase::Score(..) | Phase::Hire(_),
                Chance::Roll(_) | Chance::Draw(..) | Chance::Neutral(_),
            ) => Err(Refusal::NoChance),
        }
    }

    /// Whether the market space of this face is free for the neutral player.
    pub(crate) fn neutral_can_take(&self, face: Face) -> bool {
        self.market[self.sheet().solo_market(face).index()] == 0
    }
}
