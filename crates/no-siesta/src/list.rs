//! Listing legal actions and outcomes of chance.

use game::{Random, Seat, ToAct};

use crate::action::{Action, Mover, Payment, Pool, Target};
use crate::chance::Chance;
use crate::dice::Dice;
use crate::farm::{Farm, Once};
use crate::parts::{Helper, Helpers, Market, Tile};
use crate::position::{Phase, Position, Scoring};
use crate::targets::TARGETS;
use crate::unit::{Face, Unit, Units};

impl Position {
    /// Appends all that the seat may do now.
    ///
    /// Dice in the order of their faces, each with all of its units marked first and nothing last.
    /// In a scoring phase: circles from the barn over helpers, carts, yokes, warehouse and stable to
    /// the track, each with discs, free units, units taken back and commodities; then trades, tiles,
    /// moves of discs, the same circles with swapped units, taking back, copying, and the end of the
    /// phase.
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
        self.spends(seat).list(actions);
        self.other_scoring_actions(seat, actions);
    }

    /// Every single circle that can be marked with what the player has, apart from swapped units.
    pub(crate) fn spends(&self, seat: Seat) -> Spends {
        let farm = self.farm(seat);
        let commodity = if farm.commodities() > 0 { farm.commodity_units() } else { Units::NONE };
        let [discs, free, taken] = Pool::ALL.map(|pool| farm.pool(pool).units());
        let has = u32::from_le_bytes([discs.0, free.0, taken.0, commodity.0]);
        let mut spends = Spends { ways: [0; TARGETS.len()] };
        if has != 0 {
            spends.ways = self.all_wanted(farm).map(|wanted| has & (u32::from(wanted.0) * 0x0101_0101));
            // What was taken back goes to another area.
            spends.ways[WAREHOUSE] &= !TAKEN;
            spends.ways[STABLE] &= !TAKEN;
        }
        spends
    }

    /// All that can be done in a scoring phase besides [`Position::spends`].
    pub(crate) fn other_scoring_actions(&self, seat: Seat, actions: &mut Vec<Action>) {
        let farm = self.farm(seat);
        if !farm.did(Once::Trade) {
            self.list_trades(farm, actions);
        }
        if farm.tiles != [0; 8] {
            let usable = Tile::ALL.into_iter().filter(|tile| farm.tiles(*tile) > 0 && tile.unit().is_some());
            actions.extend(usable.map(Action::Use));
            if farm.tiles(Tile::Change) > 0 {
                self.list_moves(seat, Mover::Tile, actions);
            }
        }
        if farm.skills != Helpers::default() {
            self.list_skills(seat, farm, actions);
        }
        actions.push(Action::Done);
    }

    /// What only helpers make possible.
    fn list_skills(&self, seat: Seat, farm: &Farm, actions: &mut Vec<Action>) {
        if farm.can_swap() {
            self.list_swaps(farm, actions);
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
    }

    fn list_swaps(&self, farm: &Farm, actions: &mut Vec<Action>) {
        let has = Pool::ALL.iter().fold(Units::NONE, |all, pool| all.with(farm.pool(*pool).units()));
        if has.and(Units::of(Unit::Hat).with(Units::of(Unit::Donkey))).is_empty() {
            return;
        }
        for (target, wanted) in TARGETS.into_iter().zip(self.all_wanted(farm)) {
            for (unit, held) in [(Unit::Donkey, Unit::Hat), (Unit::Hat, Unit::Donkey)] {
                for pool in Pool::ALL {
                    let back = pool == Pool::Taken && matches!(target, Target::Warehouse | Target::Stable);
                    if wanted.contains(unit) && farm.pool(pool).count(held) > 0 && !back {
                        actions.push(Action::Spend(Payment::Swapped(pool, held), target));
                    }
                }
            }
        }
    }

    fn list_moves(&self, seat: Seat, mover: Mover, actions: &mut Vec<Action>) {
        for from in self.farm(seat).board.units().iter() {
            actions.extend(self.sheet().arrows(from).iter().map(|to| Action::Move(mover, from, to)));
        }
    }

    fn list_trades(&self, farm: &Farm, actions: &mut Vec<Action>) {
        // All pools side by side in one number: a byte for each unit.
        let all = Pool::ALL.iter().map(|pool| u64::from_le_bytes(farm.pool(*pool).0)).sum::<u64>();
        let all = all.to_le_bytes();
        let hats = if farm.can_swap() { all[Unit::Hat.index()].min(1) } else { 0 };
        let wild = farm.commodities() + hats;
        if all.iter().sum::<u8>() < 3 {
            return;
        }
        for (trade, units) in (0..).zip(self.sheet().trades()) {
            let [a, b, c] = *units;
            // A trade is seldom possible, so first check quickly whether there are enough units.
            let second = all[b.index()] > u8::from(b == a);
            let third = all[c.index()] > u8::from(c == a) + u8::from(c == b);
            let have = u8::from(all[a.index()] > 0) + u8::from(second) + u8::from(third);
            if have + wild >= 3 && !farm.has_traded(usize::from(trade)) {
                let mut payments = [Payment::Commodity(Unit::Olive); 3];
                pay_next(&mut farm.clone(), units, 0, &mut payments, &mut |payments| {
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

const WAREHOUSE: usize = 13;
const STABLE: usize = 14;
const _: () =
    assert!(matches!(TARGETS[WAREHOUSE], Target::Warehouse) && matches!(TARGETS[STABLE], Target::Stable));

/// The units that were taken back, in the ways of [`Spends`].
const TAKEN: u32 = 0x00ff_0000;

/// For each target, the ways to mark it: a byte of units for discs, for free units, for units taken
/// back and for commodities.
pub(crate) struct Spends {
    ways: [u32; TARGETS.len()],
}

impl Spends {
    /// Set bits are the targets that can be marked.
    pub(crate) fn targets(&self) -> u16 {
        self.ways.iter().enumerate().fold(0, |all, (index, ways)| all | u16::from(*ways != 0) << index)
    }

    /// One of the ways to mark the target with this number.
    pub(crate) fn any(&self, target: usize, random: &mut Random) -> Action {
        let mut ways = self.ways[target];
        // Mostly there is only one.
        if ways & (ways - 1) != 0 {
            for _ in 0..random.below(ways.count_ones()) {
                ways &= ways - 1;
            }
        }
        Self::action(TARGETS[target], ways.trailing_zeros())
    }

    fn action(target: Target, way: u32) -> Action {
        let unit = Unit::ALL[(way as usize & 7) % Unit::ALL.len()];
        let payment = match way >> 3 {
            0 => Payment::Plain(Pool::Disc, unit),
            1 => Payment::Plain(Pool::Free, unit),
            2 => Payment::Plain(Pool::Taken, unit),
            _ => Payment::Commodity(unit),
        };
        Action::Spend(payment, target)
    }

    fn list(&self, actions: &mut Vec<Action>) {
        for (ways, target) in self.ways.iter().zip(TARGETS) {
            let mut left = *ways;
            while left != 0 {
                actions.push(Self::action(target, left.trailing_zeros()));
                left &= left - 1;
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
