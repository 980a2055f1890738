//! What each circle takes.

use game::Seat;

use crate::action::{Payment, Pool, Target};
use crate::farm::{CartStatus, Farm, Holding, Once};
use crate::parts::{Cart, Helper};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::unit::{Unit, Units};

/// Everything that can be marked, in the order of the list. A sheet with fewer helper spaces has
/// nothing to mark on those it lacks.
pub(crate) const TARGETS: [Target; 16] = [
    Target::Barn,
    Target::Helper(0),
    Target::Helper(1),
    Target::Helper(2),
    Target::Helper(3),
    Target::Helper(4),
    Target::Helper(5),
    Target::Cart(Cart::Top),
    Target::Cart(Cart::Middle),
    Target::Cart(Cart::Bottom),
    Target::Yoke(Cart::Top),
    Target::Yoke(Cart::Middle),
    Target::Yoke(Cart::Bottom),
    Target::Warehouse,
    Target::Stable,
    Target::Track,
];

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
    pub(crate) fn wanted(&self, seat: Seat, target: Target) -> Units {
        let farm = self.farm(seat);
        match target {
            Target::Barn => self.wanted_silver(farm),
            Target::Helper(space) => self.wanted_circles(farm, space.into()),
            Target::Cart(cart) => self.wanted_goods(farm, cart),
            Target::Yoke(cart) => self.wanted_donkeys(farm, cart),
            Target::Warehouse => self.wanted_rows(farm).and(Units::HARVEST),
            Target::Stable => self.wanted_rows(farm).and(Units::ANIMALS),
            Target::Track => self.wanted_hats(farm),
        }
    }

    /// What each target takes, in the order of [`TARGETS`].
    pub(crate) fn all_wanted(&self, farm: &Farm) -> [Units; TARGETS.len()] {
        let rows = self.wanted_rows(farm);
        let circles = |space| self.wanted_circles(farm, space);
        let [top, middle, bottom] = Cart::ALL.map(|cart| self.wanted_goods(farm, cart));
        let [top_yoke, middle_yoke, bottom_yoke] = Cart::ALL.map(|cart| self.wanted_donkeys(farm, cart));
        [
            self.wanted_silver(farm),
            circles(0),
            circles(1),
            circles(2),
            circles(3),
            circles(4),
            circles(5),
            top,
            middle,
            bottom,
            top_yoke,
            middle_yoke,
            bottom_yoke,
            rows.and(Units::HARVEST),
            rows.and(Units::ANIMALS),
            self.wanted_hats(farm),
        ]
    }

    #[inline]
    fn wanted_silver(&self, farm: &Farm) -> Units {
        let sheet = self.sheet();
        let open = farm.section(sheet).is_some_and(|section| farm.silver < farm.cost(sheet, section));
        Units::of(Unit::Silver).when(open)
    }

    #[inline]
    fn wanted_circles(&self, farm: &Farm, space: usize) -> Units {
        self.sheet().printed.helpers[space].open[usize::from(farm.circles[space])]
    }

    #[inline]
    fn wanted_donkeys(&self, farm: &Farm, cart: Cart) -> Units {
        let state = farm.carts[cart as usize];
        let needed = state.status == CartStatus::Open
            && state.donkeys < self.sheet().printed.carts[cart as usize].donkeys
            && !farm.can(Helper::Carts);
        Units::of(Unit::Donkey).when(needed)
    }

    #[inline]
    fn wanted_rows(&self, farm: &Farm) -> Units {
        let rows = &self.sheet().printed.rows;
        Units((0..5).fold(0, |all, row| all | u8::from(farm.rows[row] < rows[row]) << row))
    }

    #[inline]
    fn wanted_hats(&self, farm: &Farm) -> Units {
        Units::of(Unit::Hat).when(farm.track < self.track_end())
    }

    #[inline]
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
