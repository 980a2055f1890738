//! A simplified tally sheet for estimates: marks only, without the rest of the rules.

use game::Seat;
use no_siesta::{Cart, CartStatus, Helper, Mode, Position, Sheet, Target, Tile, Unit};

/// The marks of one player.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    pub(super) built: u8,
    silver: u8,
    /// Face-down tiles that can be built.
    tiles: u8,
    /// Set bits are marked circles of each helper space.
    circles: [u8; 6],
    /// Set bits are loaded goods of each cart.
    loaded: [u16; 3],
    donkeys: [u8; 3],
    complete: [bool; 3],
    /// Marked circles of the rows, and how many of these are lost.
    rows: [u8; 5],
    lost: [u8; 5],
    pub(super) track: u8,
    last: u8,
    pulled: bool,
    any_order: bool,
    cheaper: bool,
}

impl Tally {
    pub(super) fn of(position: &Position, seat: Seat) -> Self {
        let (farm, sheet) = (position.farm(seat), position.sheet());
        let face_down: u8 = Tile::ALL.iter().map(|tile| position.face_down(*tile)).sum();
        let mut tally = Self {
            built: farm.built(),
            silver: farm.silver(),
            tiles: match position.variant().mode() {
                Mode::Standard | Mode::Original | Mode::Experienced => face_down,
                Mode::Solo => position.solo().map_or(0, no_siesta::Solo::beside),
            },
            circles: [0; 6],
            loaded: [0; 3],
            donkeys: Cart::ALL.map(|cart| farm.cart(cart).donkeys()),
            complete: Cart::ALL.map(|cart| farm.cart(cart).status() != CartStatus::Open),
            rows: farm.rows(),
            lost: farm.lost(),
            track: farm.track(),
            last: position.variant().track().last,
            pulled: farm.skills().has(Helper::Carts),
            any_order: farm.skills().has(Helper::AnyOrder),
            cheaper: farm.skills().has(Helper::RoofingCosts),
        };
        for (space, (marked, printed)) in tally.circles.iter_mut().zip(sheet.helpers()).enumerate() {
            let circles = (0..printed.circles().len()).filter(|circle| farm.is_marked(space, *circle));
            *marked = circles.fold(0, |all, circle| all | 1 << circle);
        }
        for cart in Cart::ALL {
            let places = (0..sheet.cart(cart).goods().len()).filter(|i| farm.cart(cart).is_loaded(*i));
            tally.loaded[cart.index()] = places.fold(0, |all, place| all | 1 << place);
        }
        tally.build(sheet);
        tally
    }

    /// Counts a section that is paid for as built: its tile is about to be drawn.
    fn build(&mut self, sheet: &Sheet) {
        if self.cost(sheet).is_some_and(|cost| self.silver >= cost) && self.tiles > 0 {
            self.built += 1;
            self.silver = 0;
            self.tiles -= 1;
        }
    }

    fn cost(&self, sheet: &Sheet) -> Option<u8> {
        let printed = sheet.barn().get(usize::from(self.built))?.silver;
        Some(if self.cheaper { (printed - 1).max(1) } else { printed })
    }

    /// The circles of the next section of the barn: marked, and all; `None` if all sections are built.
    pub(super) fn section(&self, sheet: &Sheet) -> Option<(u8, u8)> {
        self.cost(sheet).map(|cost| (self.silver.min(cost), cost))
    }

    /// The circles of a helper space: marked, and all.
    pub(super) fn space(&self, sheet: &Sheet, space: usize) -> (u8, u8) {
        (self.circles[space].count_ones() as u8, sheet.helpers()[space].circles().len() as u8)
    }

    /// The circles of a cart that the player needs: marked, and all.
    pub(super) fn cart(&self, sheet: &Sheet, cart: Cart) -> (u8, u8) {
        let printed = sheet.cart(cart);
        let (loaded, goods) = (self.loaded[cart.index()].count_ones() as u8, printed.goods().len() as u8);
        if self.pulled {
            (loaded, goods)
        } else {
            (loaded + self.donkeys[cart.index()], goods + printed.donkeys)
        }
    }

    /// Whether the cart was complete when the tally was created.
    pub(super) fn was_complete(&self, cart: Cart) -> bool {
        self.complete[cart.index()]
    }

    /// How many units are in the row of this unit.
    pub(super) fn stored(&self, unit: Unit) -> u8 {
        self.rows[unit.index()] - self.lost[unit.index()]
    }

    /// The sheet with one more circle of this unit; `None` if the target does not take it.
    pub(super) fn with(&self, sheet: &Sheet, target: Target, unit: Unit) -> Option<Self> {
        let mut next = *self;
        match target {
            Target::Barn => {
                let open = unit == Unit::Silver && self.cost(sheet).is_some_and(|cost| self.silver < cost);
                open.then(|| {
                    next.silver += 1;
                    next.build(sheet);
                })?;
            }
            Target::Helper(space) => {
                let marked = &mut next.circles[usize::from(space)];
                let circles = sheet.helpers().get(usize::from(space))?.circles();
                let open = |(i, one): (usize, &Unit)| *one == unit && *marked & 1 << i == 0;
                let circle = circles.iter().enumerate().position(open)?;
                *marked |= 1 << circle;
            }
            Target::Cart(cart) => {
                let goods = sheet.cart(cart).goods();
                let loaded = &mut next.loaded[cart.index()];
                let open = |place: &usize| *loaded >> place & 1 == 0;
                let wanted = |place: &usize| open(place) && goods[*place] == unit;
                let place = if self.any_order {
                    (0..goods.len()).find(wanted)?
                } else {
                    (0..goods.len()).find(open).filter(wanted)?
                };
                *loaded |= 1 << place;
            }
            Target::Yoke(cart) => {
                let hitched = &mut next.donkeys[cart.index()];
                let open = unit == Unit::Donkey && !self.pulled && *hitched < sheet.cart(cart).donkeys;
                open.then(|| *hitched += 1)?;
            }
            Target::Warehouse | Target::Stable => {
                let row = sheet.rows().get(unit.index()).copied()?;
                (self.rows[unit.index()] < row).then(|| next.rows[unit.index()] += 1)?;
            }
            Target::Track => {
                (unit == Unit::Hat && self.track < self.last).then(|| next.track += 1)?;
            }
        }
        Some(next)
    }
}
