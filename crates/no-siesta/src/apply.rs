//! Applying a step that is known to be allowed.

use game::{Seat, SeatSet};

use crate::action::{Action, Mover, Payment, Pool, Target};
use crate::chance::Chance;
use crate::dice::Dice;
use crate::farm::{COMMODITY, CartStatus, Copied, Farm, Once};
use crate::parts::{Cart, Helper, Tile};
use crate::position::{After, NEUTRAL, Phase, Position, Scoring};
use crate::unit::{Face, Unit, Units};
use crate::variant::Mode;

/// How a scoring phase continues after a step.
enum Next {
    /// With any step of the player.
    Open,
    /// With a draw or the market, if one is due; otherwise with any step of the player.
    Settle,
    /// With this.
    Wait(Scoring),
}

impl Position {
    /// Applies the action of the seat, which must be allowed.
    pub fn play_unchecked(&mut self, seat: Seat, action: &Action) {
        match *action {
            Action::Take(face, units) => self.take(seat, face, units),
            Action::Lower(face) => self.lower(face),
            Action::Mark(units) => self.mark_last(seat, units),
            Action::Hire(helper) => self.hire(seat, helper),
            Action::Done => self.done(seat),
            Action::Spend(..)
            | Action::Trade(..)
            | Action::Use(_)
            | Action::Move(..)
            | Action::MoveNoMore
            | Action::TakeBack(_)
            | Action::Copy(..)
            | Action::Choose(_)
            | Action::Keep(_)
            | Action::Market(_)
            | Action::NoMarket => {
                self.own_steps = self.own_steps.saturating_add(1);
                match self.score(seat, action) {
                    Next::Open => self.phase = Phase::Score(seat, Scoring::Open),
                    Next::Settle => self.settle(seat),
                    Next::Wait(scoring) => self.phase = Phase::Score(seat, scoring),
                }
            }
        }
    }

    /// Applies an outcome of chance, which must be possible.
    pub(crate) fn happen_unchecked(&mut self, chance: &Chance) {
        match (*chance, self.phase) {
            (Chance::Roll(dice), Phase::Roll(throw)) => {
                self.dice = dice;
                self.phase = match throw {
                    0 | 1 => Phase::Take(throw, self.start),
                    _ => Phase::Last(self.players().seats().collect()),
                };
            }
            (Chance::Draw(tile, other), Phase::Score(seat, Scoring::Draw)) => {
                self.draw(seat, tile, other);
            }
            (Chance::Neutral(face), Phase::Neutral) => {
                self.solo.carts |= 1 << self.sheet().solo_cart(face) as u8;
                self.market[self.sheet().solo_market(face).index()] |= NEUTRAL;
                self.phase = Phase::Roll(0);
            }
            (Chance::Neutral(face), Phase::Event(after)) => {
                self.market[self.sheet().solo_market(face).index()] |= NEUTRAL;
                match after {
                    After::Dice(throw) => self.phase = Phase::Lower(throw),
                    After::Round => self.next_round(),
                }
            }
            (
                Chance::Roll(_) | Chance::Draw(..) | Chance::Neutral(_),
                Phase::Neutral
                | Phase::Roll(_)
                | Phase::Take(..)
                | Phase::Lower(_)
                | Phase::Event(_)
                | Phase::Last(_)
                | Phase::Score(..)
                | Phase::Hire(_)
                | Phase::Over,
            ) => unreachable!("{chance} does not happen in {:?}", self.phase),
        }
    }

    fn mark(&mut self, seat: Seat, units: Units) {
        let farm = &mut self.farms[seat.index()];
        farm.stock -= units.len();
        for unit in units.iter() {
            farm.board.0[unit as usize] += 1;
        }
    }

    fn take(&mut self, seat: Seat, face: Face, units: Units) {
        self.mark(seat, units);
        self.dice.remove(face);
        let Phase::Take(throw, _) = self.phase else { return };
        let mode = self.variant.mode();
        if mode == Mode::Solo {
            let event = self.solo.upper.count(face) > 0 && self.neutral_moves();
            self.phase = if event { Phase::Event(After::Dice(throw)) } else { Phase::Lower(throw) };
            return;
        }
        let next = self.players().after(seat);
        self.phase = match (next == self.start, mode, throw) {
            (false, _, _) => Phase::Take(throw, next),
            (true, Mode::Original, 0) => Phase::Take(1, next),
            (true, Mode::Original, _) => Phase::Last(self.players().seats().collect()),
            (true, Mode::Standard | Mode::Experienced | Mode::Solo, _) => {
                self.dice = Dice::NONE;
                Phase::Roll(throw + 1)
            }
        };
    }

    fn lower(&mut self, face: Face) {
        self.solo.lower.add(face);
        if let Phase::Lower(throw) = self.phase {
            self.dice = Dice::NONE;
            self.phase = Phase::Roll(throw + 1);
        }
    }

    fn mark_last(&mut self, seat: Seat, units: Units) {
        self.mark(seat, units);
        let Phase::Last(seats) = self.phase else { return };
        let left: SeatSet = seats.iter().filter(|other| *other != seat).collect();
        if left.is_empty() {
            self.dice = Dice::NONE;
            self.settle(self.start);
        } else {
            self.phase = Phase::Last(left);
        }
    }

    /// A step inside a scoring phase.
    fn score(&mut self, seat: Seat, action: &Action) -> Next {
        let gives = self.sheet().printed.gives;
        let farm = &mut self.farms[seat.index()];
        match *action {
            Action::Spend(payment, target) => {
                farm.pay(payment);
                self.mark_target(seat, target, payment.unit());
                match target {
                    Target::Barn | Target::Cart(_) | Target::Yoke(_) => Next::Settle,
                    Target::Helper(_) | Target::Warehouse | Target::Stable | Target::Track => Next::Open,
                }
            }
            Action::Trade(trade, payments) => {
                farm.trade(trade, payments);
                if farm.can(Helper::TradeGood) { Next::Wait(Scoring::Choose) } else { Next::Open }
            }
            Action::Use(tile) => {
                farm.turn_over(tile);
                if let Some(unit) = tile.unit() {
                    farm.free.0[unit as usize] += gives[tile as usize];
                }
                Next::Open
            }
            Action::Move(mover, from, to) => self.move_revenue(seat, mover, from, to),
            Action::TakeBack(units) => {
                farm.take_back(units);
                Next::Open
            }
            Action::Copy(other, helper) => {
                farm.stock -= 1;
                farm.copied = Some(Copied { seat: other, helper });
                farm.set_done(Once::Copied);
                Next::Open
            }
            Action::Choose(unit) => {
                farm.free.0[unit as usize] += 1;
                Next::Open
            }
            Action::Keep(tile) => {
                self.keep(seat, tile);
                Next::Settle
            }
            Action::Market(space) => {
                farm.stock -= 1;
                farm.gain_commodity();
                self.market[space as usize] |= 1 << seat.index();
                Next::Settle
            }
            Action::NoMarket => {
                farm.gain_commodity();
                Next::Settle
            }
            Action::MoveNoMore
            | Action::Take(..)
            | Action::Lower(_)
            | Action::Mark(_)
            | Action::Hire(_)
            | Action::Done => Next::Open,
        }
    }

    /// Moves a disc on the revenue board to another unit.
    fn move_revenue(&mut self, seat: Seat, mover: Mover, from: Unit, to: Unit) -> Next {
        let gives = self.sheet().printed.gives[Tile::Change as usize];
        let farm = &mut self.farms[seat.index()];
        farm.board.0[from as usize] -= 1;
        farm.board.0[to as usize] += 1;
        let left = match mover {
            Mover::Tile => {
                farm.turn_over(Tile::Change);
                gives - 1
            }
            Mover::Again => {
                if let Phase::Score(_, Scoring::Move(left)) = self.phase {
                    left - 1
                } else {
                    0
                }
            }
            Mover::Helper => {
                farm.set_done(Once::ChangeRevenue);
                0
            }
        };
        if left > 0 { Next::Wait(Scoring::Move(left)) } else { Next::Open }
    }

    /// Keeps one of two drawn tiles and returns the other.
    fn keep(&mut self, seat: Seat, tile: Tile) {
        if let Phase::Score(_, Scoring::Keep(a, b)) = self.phase {
            let other = if tile == a { b } else { a };
            // In the solo game the other tile has been seen and leaves the game.
            if self.variant.mode() != Mode::Solo {
                self.face_down[other as usize] += 1;
            }
        }
        self.farms[seat.index()].place(tile);
    }

    fn mark_target(&mut self, seat: Seat, target: Target, unit: Unit) {
        let sheet = self.sheet();
        let variant = self.variant;
        let farm = &mut self.farms[seat.index()];
        match target {
            Target::Barn => farm.silver += 1,
            Target::Helper(space) => {
                let space = usize::from(space);
                if let Some(circle) = sheet.printed.helpers[space].circle(farm.circles[space], unit) {
                    farm.circles[space] |= 1 << circle;
                    let complete = farm.circles[space] == sheet.printed.helpers[space].all_marked();
                    farm.vacancies |= u8::from(complete) << space;
                }
            }
            Target::Cart(cart) => {
                let state = &mut farm.carts[cart as usize];
                let mut goods = sheet.cart(cart).goods().iter().enumerate();
                // In order, the first open place is the one; out of order, the first with this good.
                if let Some((place, _)) = goods.find(|(i, good)| **good == unit && !state.is_loaded(*i)) {
                    state.goods |= 1 << place;
                }
            }
            Target::Yoke(cart) => farm.carts[cart as usize].donkeys += 1,
            Target::Warehouse | Target::Stable => {
                let before = farm.harvest_sets() + farm.animal_pairs();
                farm.rows[unit as usize] += 1;
                if farm.can(Helper::Storage) && farm.harvest_sets() + farm.animal_pairs() > before {
                    farm.free.0[Unit::Silver as usize] += 1;
                }
            }
            Target::Track => farm.advance(variant),
        }
    }

    fn draw(&mut self, seat: Seat, tile: Tile, other: Option<Tile>) {
        self.own_steps = 0;
        self.face_down[tile as usize] -= 1;
        if self.variant.mode() == Mode::Solo {
            self.solo.beside -= 1;
        }
        match other {
            None => {
                self.farms[seat.index()].place(tile);
                self.settle(seat);
            }
            Some(other) => {
                self.face_down[other as usize] -= 1;
                if self.variant.mode() == Mode::Solo {
                    self.solo.aside -= 1;
                }
                self.phase = Phase::Score(seat, Scoring::Keep(tile, other));
            }
        }
    }

    /// Sets the phase to what is due in a scoring phase: a draw for a section that is paid, the market for a
    /// finished cart, otherwise any step of the player.
    pub(crate) fn settle(&mut self, seat: Seat) {
        let sheet = self.sheet();
        let farm = &self.farms[seat.index()];
        if let Some(section) = farm.section(sheet)
            && farm.silver >= farm.cost(sheet, section)
            && self.tiles_to_build() > 0
        {
            self.phase = Phase::Score(seat, Scoring::Draw);
            return;
        }
        let farm = &mut self.farms[seat.index()];
        let pulled = farm.can(Helper::Carts);
        for cart in Cart::ALL {
            let (printed, state) = (sheet.cart(cart), &mut farm.carts[cart as usize]);
            if state.status == CartStatus::Open
                && state.goods == printed.all_loaded()
                && (pulled || state.donkeys == printed.donkeys)
            {
                state.status = CartStatus::New;
                self.phase = Phase::Score(seat, Scoring::Market);
                return;
            }
        }
        self.phase = Phase::Score(seat, Scoring::Open);
    }

    fn done(&mut self, seat: Seat) {
        self.own_steps = 0;
        self.farms[seat.index()].end_scoring();
        let next = self.players().after(seat);
        if next != self.start {
            self.settle(next);
            return;
        }
        for cart in Cart::ALL {
            let values = self.by_seat(|seat| self.cart_value(seat, cart));
            for (seat, value) in values.iter() {
                self.farms[seat.index()].carts[cart as usize].status = *value;
            }
        }
        self.hire_or_end();
    }

    fn hire(&mut self, seat: Seat, helper: Helper) {
        if self.variant.mode() == Mode::Experienced {
            self.display[helper as usize] -= 1;
        }
        let farm = &mut self.farms[seat.index()];
        if let Some(space) = farm.vacancy() {
            farm.hired[space] = Some(helper);
            farm.vacancies &= !(1 << space);
        }
        farm.skills = farm.skills_now();
        self.hire_or_end();
    }
}

impl Farm {
    pub(crate) fn pay(&mut self, payment: Payment) {
        match payment {
            Payment::Plain(pool, unit) | Payment::Swapped(pool, unit) => {
                let place = unit as usize;
                match pool {
                    Pool::Disc => {
                        self.board.0[place] -= 1;
                        self.stock += 1;
                    }
                    Pool::Free => self.free.0[place] -= 1,
                    Pool::Taken => self.taken.0[place] -= 1,
                }
                if let Payment::Swapped(..) = payment {
                    self.set_done(Once::SiestaOrWork);
                }
            }
            Payment::Commodity(unit) => {
                // A commodity on a disc is paid first: it frees the disc, and everything that the other order
                // allows is still possible.
                if self.board.commodities() > 0 {
                    self.board.0[COMMODITY] -= 1;
                    self.stock += 1;
                } else {
                    self.free.0[COMMODITY] -= 1;
                }
                if unit == Unit::Hat {
                    self.set_done(Once::Siesta);
                }
            }
        }
    }

    /// Pays for a trade and takes what it brings, except the good of the `trade-good` helper.
    fn trade(&mut self, trade: u8, payments: [Payment; 3]) {
        for payment in payments {
            self.pay(payment);
        }
        self.trades |= 1 << trade;
        self.set_done(Once::Trade);
        self.gain_commodity();
        if self.can(Helper::TradeHat) {
            self.free.0[Unit::Hat as usize] += 1;
        }
    }

    /// Pays a donkey and takes two units out of warehouse or stable.
    fn take_back(&mut self, units: [Unit; 2]) {
        self.pay(Payment::Plain(Pool::Disc, Unit::Donkey));
        self.set_done(Once::TakeBack);
        for unit in units {
            self.lost[unit as usize] += 1;
            self.taken.0[unit as usize] += 1;
        }
    }

    fn place(&mut self, tile: Tile) {
        self.tiles[tile as usize] += 1;
        self.built += 1;
        self.silver = 0;
    }

    fn turn_over(&mut self, tile: Tile) {
        self.tiles[tile as usize] -= 1;
        self.turned[tile as usize] += 1;
    }
}
