//! All that somebody may do, and all that may happen.

use game::{Seat, ToAct};

use crate::action::{Action, Chance, Mover, Payment, Pool, Target};
use crate::dice::Dice;
use crate::farm::{Farm, Once};
use crate::parts::{Cart, Helper, Market, Tile};
use crate::position::{Phase, Position, Scoring};
use crate::unit::{Face, Unit, Units};

impl Position {
    /// Appends all that the seat may do now.
    ///
    /// Dice in the order of their faces, each with all of its units marked first and nothing last.
    /// In a scoring phase: circles from the barn over helpers, carts, yokes, warehouse and stable to
    /// the track, each with discs, free units, units taken back, commodities and swapped units; then
    /// trades, tiles, moves of discs, taking back, copying, and the end of the phase.
    pub fn actions(&self, seat: Seat, actions: &mut Vec<Action>) {
        if !self.to_act().includes(seat) {
            return;
        }
        match self.phase {
            Phase::Take(..) => {
                for face in self.dice.faces() {
                    self.each_marking(seat, face, |units| actions.push(Action::Take(face, units)));
                }
            }
            Phase::Lower(_) => actions.extend(self.dice.faces().map(Action::Lower)),
            Phase::Last(_) => {
                for face in self.dice.faces() {
                    self.each_marking(seat, face, |units| actions.push(Action::Mark(units)));
                }
            }
            Phase::Score(_, Scoring::Open) => self.scoring_actions(seat, actions),
            Phase::Score(_, Scoring::Keep(a, b)) => {
                actions.push(Action::Keep(a));
                if a != b {
                    actions.push(Action::Keep(b));
                }
            }
            Phase::Score(_, Scoring::Market) => {
                if self.farm(seat).stock > 0 {
                    let open = Market::ALL.into_iter().filter(|space| self.market_open(seat, *space));
                    actions.extend(open.map(Action::Market));
                }
                actions.push(Action::NoMarket);
            }
            Phase::Score(_, Scoring::Choose) => actions.extend(Unit::HARVEST.map(Action::Choose)),
            Phase::Score(_, Scoring::Move(_)) => {
                self.list_moves(seat, Mover::Again, actions);
                actions.push(Action::MoveNoMore);
            }
            Phase::Hire(_) => {
                let open = Helper::ALL.into_iter().filter(|helper| self.can_hire(seat, *helper));
                actions.extend(open.map(Action::Hire));
            }
            Phase::Neutral
            | Phase::Roll(_)
            | Phase::Event(_)
            | Phase::Score(_, Scoring::Draw)
            | Phase::Over => {}
        }
    }

    fn each_marking(&self, seat: Seat, face: Face, mut visit: impl FnMut(Units)) {
        let units = face.units();
        let stock = self.farm(seat).stock;
        if units.len() <= stock {
            visit(units);
        }
        if units.len() > 1 && stock > 0 {
            units.iter().for_each(|unit| visit(Units::of(unit)));
        }
        visit(Units::NONE);
    }

    fn scoring_actions(&self, seat: Seat, actions: &mut Vec<Action>) {
        let farm = self.farm(seat);
        let has = Has::of(farm);
        if has.anything {
            let sheet = &self.sheet().printed;
            let mut list = |target: Target| has.list(self.wanted(seat, target), target, actions);
            list(Target::Barn);
            for space in 0..sheet.helper_spaces {
                list(Target::Helper(space));
            }
            Cart::ALL.into_iter().for_each(|cart| list(Target::Cart(cart)));
            Cart::ALL.into_iter().for_each(|cart| list(Target::Yoke(cart)));
            list(Target::Warehouse);
            list(Target::Stable);
            list(Target::Track);
            if !farm.did(Once::Trade) {
                self.list_trades(farm, actions);
            }
        }
        for tile in Tile::ALL {
            if farm.tiles(tile) > 0 && tile.unit().is_some() {
                actions.push(Action::Use(tile));
            }
        }
        if farm.tiles(Tile::Change) > 0 {
            self.list_moves(seat, Mover::Tile, actions);
        }
        if farm.can(Helper::ChangeRevenue) && !farm.did(Once::ChangeRevenue) {
            self.list_moves(seat, Mover::Helper, actions);
        }
        if farm.can(Helper::TakeBack) && !farm.did(Once::TakeBack) && farm.board.count(Unit::Donkey) > 0 {
            for (index, a) in Unit::STORED.into_iter().enumerate().filter(|(row, _)| farm.stored(*row) > 0) {
                if farm.stored(index) > 1 {
                    actions.push(Action::TakeBack([a, a]));
                }
                let others = Unit::STORED.into_iter().skip(index + 1);
                let there = others.filter(|b| farm.stored(b.index()) > 0);
                actions.extend(there.map(|b| Action::TakeBack([a, b])));
            }
        }
        if farm.can(Helper::Copy) && farm.copied.is_none() && farm.stock > 0 {
            for other in self.players().seats().filter(|other| *other != seat) {
                let hired = Helper::ALL.into_iter().filter(|one| self.farm(other).hires(*one));
                let new = hired.filter(|one| *one != Helper::Copy && !farm.can(*one));
                actions.extend(new.map(|helper| Action::Copy(other, helper)));
            }
        }
        actions.push(Action::Done);
    }

    fn list_moves(&self, seat: Seat, mover: Mover, actions: &mut Vec<Action>) {
        for from in self.farm(seat).board.units().iter() {
            actions.extend(self.sheet().arrows(from).iter().map(|to| Action::Move(mover, from, to)));
        }
    }

    fn list_trades(&self, farm: &Farm, actions: &mut Vec<Action>) {
        let swap = u8::from(farm.can_swap());
        for (trade, units) in (0..).zip(self.sheet().trades()) {
            if farm.has_traded(usize::from(trade)) {
                continue;
            }
            let mut wallet = *farm;
            let mut payments = [Payment::Commodity(Unit::Olive); 3];
            // Quick, since a trade is seldom possible: is there enough at all?
            let of = |unit: Unit| Pool::ALL.iter().map(|pool| farm.pool(*pool).count(unit)).sum::<u8>();
            let hats = if units.contains(&Unit::Donkey) { swap.min(of(Unit::Hat)) } else { 0 };
            let mut have = farm.commodities() + hats;
            for (index, unit) in units.iter().enumerate() {
                let earlier = units[..index].iter().filter(|one| *one == unit).count() as u8;
                have += u8::from(of(*unit) > earlier);
            }
            if have >= 3 {
                pay_next(&mut wallet, units, 0, &mut payments, &mut |payments| {
                    actions.push(Action::Trade(trade, payments));
                });
            }
        }
    }

    /// Appends all that chance may do now with its weight: dice by their faces, tiles by their kinds.
    pub fn chances(&self, chances: &mut Vec<(Chance, u64)>) {
        match self.phase {
            Phase::Roll(throw) => Dice::each(self.variant.dice(throw), &mut |dice| {
                chances.push((Chance::Roll(dice), dice.weight()));
            }),
            Phase::Neutral | Phase::Event(_) => {
                let open = Face::ALL.into_iter().filter(|face| self.neutral_can_take(*face));
                chances.extend(open.map(|face| (Chance::Neutral(face), 1)));
            }
            Phase::Score(seat, Scoring::Draw) => {
                let there = |tile: Tile| u64::from(self.face_down(tile));
                let two = self.drawn_at_once(seat) == 2;
                for a in Tile::ALL.into_iter().filter(|tile| there(*tile) > 0) {
                    if !two {
                        chances.push((Chance::Draw(a, None), there(a)));
                        continue;
                    }
                    if there(a) > 1 {
                        chances.push((Chance::Draw(a, Some(a)), there(a) * (there(a) - 1) / 2));
                    }
                    for b in Tile::ALL.into_iter().filter(|b| *b > a && there(*b) > 0) {
                        chances.push((Chance::Draw(a, Some(b)), there(a) * there(b)));
                    }
                }
            }
            Phase::Take(..)
            | Phase::Lower(_)
            | Phase::Last(_)
            | Phase::Score(
                _,
                Scoring::Open | Scoring::Keep(..) | Scoring::Market | Scoring::Choose | Scoring::Move(_),
            )
            | Phase::Hire(_)
            | Phase::Over => {}
        }
    }

    /// What the weights of all chances add up to.
    pub fn chance_weight(&self) -> u64 {
        if self.to_act() != ToAct::Chance {
            return 0;
        }
        match self.phase {
            Phase::Roll(throw) => 6_u64.pow(self.variant.dice(throw).into()),
            Phase::Score(seat, _) => {
                let tiles: u64 = self.face_down.iter().map(|count| u64::from(*count)).sum();
                if self.drawn_at_once(seat) == 2 { tiles * (tiles - 1) / 2 } else { tiles }
            }
            Phase::Neutral | Phase::Event(_) => {
                self.market.iter().filter(|there| **there == 0).count() as u64
            }
            Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) | Phase::Hire(_) | Phase::Over => 0,
        }
    }
}

/// What a player can mark circles with.
struct Has {
    pools: [Units; 3],
    commodity: Units,
    /// Pools with a hat, if one may be a donkey; pools with a donkey, if one may be a hat.
    swap: bool,
    anything: bool,
}

impl Has {
    fn of(farm: &Farm) -> Self {
        let pools = Pool::ALL.map(|pool| farm.pool(pool).units());
        let commodity = if farm.commodities() > 0 { farm.commodity_units() } else { Units::NONE };
        let anything = pools[0].with(pools[1]).with(pools[2]).with(commodity);
        Self { pools, commodity, swap: farm.can_swap(), anything: !anything.is_empty() }
    }

    #[inline]
    fn list(&self, wanted: Units, target: Target, actions: &mut Vec<Action>) {
        if wanted.is_empty() {
            return;
        }
        let store = matches!(target, Target::Warehouse | Target::Stable);
        let pools = if store { &Pool::ALL[..2] } else { &Pool::ALL[..] };
        for pool in pools {
            for unit in wanted.and(self.pools[*pool as usize]).iter() {
                actions.push(Action::Spend(Payment::Plain(*pool, unit), target));
            }
        }
        for unit in wanted.and(self.commodity).iter() {
            actions.push(Action::Spend(Payment::Commodity(unit), target));
        }
        if self.swap {
            for (wanted_unit, held) in [(Unit::Donkey, Unit::Hat), (Unit::Hat, Unit::Donkey)] {
                for pool in pools {
                    if wanted.contains(wanted_unit) && self.pools[*pool as usize].contains(held) {
                        actions.push(Action::Spend(Payment::Swapped(*pool, held), target));
                    }
                }
            }
        }
    }
}

/// Pays the units of a trade from this place on in every way, like units in one order only.
fn pay_next(
    wallet: &mut Farm,
    units: &[Unit; 3],
    place: usize,
    payments: &mut [Payment; 3],
    visit: &mut impl FnMut([Payment; 3]),
) {
    let Some(unit) = units.get(place).copied() else {
        visit(*payments);
        return;
    };
    let plain = Pool::ALL.map(|pool| Payment::Plain(pool, unit));
    let swapped = Pool::ALL.map(|pool| Payment::Swapped(pool, Unit::Hat));
    for payment in plain.into_iter().chain([Payment::Commodity(unit)]).chain(swapped) {
        let there = match payment {
            Payment::Plain(pool, unit) => wallet.pool(pool).count(unit) > 0,
            Payment::Commodity(_) => wallet.commodities() > 0,
            Payment::Swapped(pool, held) => {
                unit == Unit::Donkey && wallet.can_swap() && wallet.pool(pool).count(held) > 0
            }
        };
        let ordered = place == 0 || units[place - 1] != unit || payments[place - 1] <= payment;
        if there && ordered {
            let before = *wallet;
            wallet.pay(payment);
            payments[place] = payment;
            pay_next(wallet, units, place + 1, payments, visit);
            *wallet = before;
        }
    }
}
