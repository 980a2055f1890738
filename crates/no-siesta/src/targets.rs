//! What each circle takes.

use game::Seat;

use crate::action::{Payment, Pool, Target};
use crate::farm::{CartStatus, Farm, Holding, Once};
use crate::parts::{Cart, Helper};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::unit::{Unit, Units};

impl Farm {
    pub(crate) const fn pool(&self, pool: Pool) -> Holding {
        match pool {
            Pool::Disc => self.board,
            Pool::Free => self.free,
            Pool::Taken => self.taken,
        }
    }

    /// Whether a donkey may be a hat, or a hat a donkey.
    pub(crate) const fn can_swap(&self) -> bool {
        self.can(Helper::SiestaOrWork) && !self.did(Once::SiestaOrWork)
    }

    /// What a commodity may stand for.
    pub(crate) const fn commodity_units(&self) -> Units {
        if self.can(Helper::Siesta) && !self.did(Once::Siesta) {
            Units::COMMODITY.with(Units::of(Unit::Hat))
        } else {
            Units::COMMODITY
        }
    }
}

impl Position {
    /// What the target takes from this player now.
    #[inline]
    pub(crate) fn wanted(&self, seat: Seat, target: Target) -> Units {
        let sheet = &self.sheet().printed;
        let farm = &self.farms[seat.index()];
        let when = |condition: bool, units: Units| if condition { units } else { Units::NONE };
        match target {
            Target::Barn => {
                let open =
                    farm.section(self.sheet()).is_some_and(|s| farm.silver < farm.cost(self.sheet(), s));
                when(open, Units::of(Unit::Silver))
            }
            Target::Helper(space) => {
                let space = usize::from(space);
                sheet.helpers[space].open[usize::from(farm.circles[space])]
            }
            Target::Cart(cart) => self.wanted_goods(farm, cart),
            Target::Yoke(cart) => {
                let state = farm.carts[cart as usize];
                let needed = state.status == CartStatus::Open
                    && state.donkeys < sheet.carts[cart as usize].donkeys
                    && !farm.can(Helper::Carts);
                when(needed, Units::of(Unit::Donkey))
            }
            Target::Warehouse | Target::Stable => {
                let open = (0..5).fold(0, |all, row| all | u8::from(farm.rows[row] < sheet.rows[row]) << row);
                let all = if target == Target::Stable { Units::ANIMALS } else { Units::HARVEST };
                Units(open).and(all)
            }
            Target::Track => when(farm.track < self.track_end(), Units::of(Unit::Hat)),
        }
    }

    fn wanted_goods(&self, farm: &Farm, cart: Cart) -> Units {
        let state = farm.carts[cart as usize];
        let printed = self.sheet().cart(cart);
        let next = state.goods.trailing_ones() as usize;
        if next >= usize::from(printed.len) {
            return Units::NONE;
        }
        if farm.can(Helper::AnyOrder) {
            let open = printed.goods().iter().enumerate().filter(|(place, _)| !state.is_loaded(*place));
            return open.fold(Units::NONE, |all, (_, good)| all.with(Units::of(*good)));
        }
        Units::of(printed.goods[next])
    }

    /// Whether the player has what the payment takes, and may use it so.
    pub(crate) fn check_payment(&self, seat: Seat, payment: Payment) -> Result<(), Refusal> {
        let farm = self.farm(seat);
        let there = match payment {
            Payment::Plain(pool, unit) | Payment::Swapped(pool, unit) => farm.pool(pool).count(unit),
            Payment::Commodity(_) => farm.commodities(),
        };
        match payment {
            Payment::Commodity(Unit::Hat) if !farm.can(Helper::Siesta) => Err(Refusal::CommodityIsNoHat),
            Payment::Commodity(Unit::Hat) if farm.did(Once::Siesta) => {
                Err(Refusal::SkillUsed(Helper::Siesta))
            }
            Payment::Swapped(..) if !farm.can(Helper::SiestaOrWork) => {
                Err(Refusal::NoSkill(Helper::SiestaOrWork))
            }
            Payment::Swapped(..) if farm.did(Once::SiestaOrWork) => {
                Err(Refusal::SkillUsed(Helper::SiestaOrWork))
            }
            Payment::Plain(..) | Payment::Commodity(_) | Payment::Swapped(..) if there == 0 => {
                Err(Refusal::NothingToSpend(payment))
            }
            Payment::Plain(..) | Payment::Commodity(_) | Payment::Swapped(..) => Ok(()),
        }
    }

    /// Whether the target takes the payment, or why not.
    pub(crate) fn check_target(&self, seat: Seat, payment: Payment, target: Target) -> Result<(), Refusal> {
        let unit = payment.unit();
        if let Target::Helper(space) = target
            && space >= self.sheet().printed.helper_spaces
        {
            return Err(Refusal::NoSuchSpace(space + 1));
        }
        if !self.wanted(seat, target).contains(unit) {
            return Err(self.why_not(seat, target, unit));
        }
        match (payment, target) {
            (Payment::Plain(Pool::Taken, _), Target::Warehouse | Target::Stable)
            | (Payment::Swapped(Pool::Taken, _), Target::Warehouse | Target::Stable) => {
                Err(Refusal::BackToStore(unit))
            }
            (
                Payment::Plain(..) | Payment::Commodity(_) | Payment::Swapped(..),
                Target::Barn
                | Target::Helper(_)
                | Target::Cart(_)
                | Target::Yoke(_)
                | Target::Warehouse
                | Target::Stable
                | Target::Track,
            ) => Ok(()),
        }
    }

    /// Why the target does not take the unit.
    fn why_not(&self, seat: Seat, target: Target, unit: Unit) -> Refusal {
        let farm = self.farm(seat);
        match target {
            Target::Barn if unit != Unit::Silver => Refusal::BarnTakesSilver(unit),
            Target::Barn if farm.section(self.sheet()).is_none() => Refusal::BarnFull,
            Target::Barn => Refusal::SectionWaits,
            Target::Helper(space) => Refusal::NoOpenCircle { space: space + 1, unit },
            Target::Cart(cart) | Target::Yoke(cart) if farm.cart(cart).status != CartStatus::Open => {
                Refusal::CartComplete(cart)
            }
            Target::Cart(cart) => {
                let goods = self.sheet().cart(cart).goods();
                let state = farm.cart(cart);
                let open = |place: &usize| !state.is_loaded(*place);
                let next = (0..goods.len()).find(open);
                let later = (0..goods.len()).filter(open).any(|place| goods[place] == unit);
                match next {
                    Some(next) if later => Refusal::CartOrder { cart, next: goods[next], unit },
                    Some(_) | None => Refusal::NotOnCart { cart, unit },
                }
            }
            Target::Yoke(_) if unit != Unit::Donkey => Refusal::YokeTakesDonkeys(unit),
            Target::Yoke(cart) if farm.can(Helper::Carts) => Refusal::YokeNotNeeded(cart),
            Target::Yoke(cart) => Refusal::YokeFull(cart),
            Target::Warehouse if !Units::HARVEST.contains(unit) => Refusal::NotForWarehouse(unit),
            Target::Stable if !Units::ANIMALS.contains(unit) => Refusal::NotForStable(unit),
            Target::Warehouse | Target::Stable => Refusal::RowFull(unit),
            Target::Track if unit != Unit::Hat => Refusal::TrackTakesHats(unit),
            Target::Track => Refusal::TrackEnd,
        }
    }
}
