//! The input of the network: binary features of a farm and its surroundings.
//!
//! Counts are one-hot, so that the network does not have to treat twice as much as worth twice as much.

use game::Seat;
use no_siesta::{Cart, CartStatus, Farm, Helper, Market, Mode, Phase, Position, Scoring, Sheet, Tile, Unit};

use super::stage::{BETWEEN, stage};

/// Defines the blocks of features and the size of each. Features are numbered block by block.
macro_rules! blocks {
    ($($name:ident = $size:expr,)+) => {
        #[derive(Clone, Copy)]
        #[repr(usize)]
        enum Block { $($name,)+ }

        const SIZES: [usize; [$(stringify!($name)),+].len()] = [$($size),+];
    };
}

blocks! {
    Always = 1,
    Table = 5,
    Order = 4,
    Stage = 5,
    Round = 24,
    Tracks = TRACK * TRACK,
    Farthest = TRACK,
    Lead = 7,
    NextDisc = 5,
    HatDiscs = 3,
    Discs = 9,
    Stock = 9,
    Held = 7 * 4,
    Commodities = 4,
    Fits = 3 * 6,
    Missing = 6 * 6,
    Affords = 3,
    Tradeable = 8,
    MayTrade = 2,
    Pending = 5,
    Barn = 7 * 5,
    Tiles = 8 * 3,
    Circles = 6 * 16,
    Hired = 6,
    Skills = 12,
    Helpers = 7,
    Trades = 8,
    TradeCount = 7,
    OpenCart = 3 * 10 * 4,
    LargerGone = 3,
    DoneCart = 3 * 3,
    Rivals = 3 * 6,
    Rows = 5 * 7,
    Sets = 7,
    Pairs = 7,
    OnMarket = 6 * 9,
    MarketOpen = 6,
    MarketDiscs = 4,
    Upper = 6 * 2,
    Beside = 7,
    Display = 12,
}

/// The number of track spaces that are distinguished.
const TRACK: usize = 12;

/// The offset of each block, followed by the number of all features.
const STARTS: [usize; SIZES.len() + 1] = {
    let mut starts = [0; SIZES.len() + 1];
    let mut block = 0;
    while block < SIZES.len() {
        starts[block + 1] = starts[block] + SIZES[block];
        block += 1;
    }
    starts
};

/// The number of features.
pub(super) const FEATURES: usize = STARTS[SIZES.len()];

/// The most features that are active at once.
const MAX_ACTIVE: usize = 144;

/// The active features of a farm.
#[derive(Clone, Copy)]
pub(super) struct Features {
    on: [u16; MAX_ACTIVE],
    len: usize,
}

impl Features {
    pub(super) fn of(position: &Position, seat: Seat) -> Self {
        let mut features = Self { on: [0; MAX_ACTIVE], len: 0 };
        features.table(position, seat);
        features.marks(position, seat);
        features.pending(position, seat);
        features.revenue(position, seat);
        features.rivals(position, seat);
        features
    }

    pub(super) fn as_slice(&self) -> &[u16] {
        &self.on[..self.len]
    }

    fn add(&mut self, block: Block, value: usize) {
        // A sheet other than the standard one may have larger values, which count as the largest known.
        let value = value.min(SIZES[block as usize] - 1);
        if let Some(place) = self.on.get_mut(self.len) {
            *place = (STARTS[block as usize] + value) as u16;
            self.len += 1;
        }
    }

    /// Adds the value of one of several similar things that share a block.
    fn add_of(&mut self, block: Block, things: usize, thing: usize, value: usize) {
        let values = SIZES[block as usize] / things;
        self.add(block, thing * values + value.min(values - 1));
    }

    fn table(&mut self, position: &Position, seat: Seat) {
        let farm = position.farm(seat);
        self.add(Block::Always, 0);
        let original = position.variant().mode() == Mode::Original;
        self.add(Block::Table, if original { 4 } else { position.players().count() - 1 });
        let order = position.turn_order().position(|other| other == seat).unwrap_or(0);
        self.add(Block::Order, order);
        let begun = stage(position, seat) != BETWEEN;
        self.add(Block::Stage, stage(position, seat));
        self.add(Block::Round, usize::from(position.round()) - usize::from(!begun));
        let others = position.players().seats().filter(|other| *other != seat);
        let farthest = others.map(|other| position.farm(other).track()).max();
        let neutral = position.solo().map(no_siesta::Solo::track);
        let other = usize::from(farthest.or(neutral).unwrap_or(0)).min(TRACK - 1);
        let own = usize::from(farm.track()).min(TRACK - 1);
        if position.solo().is_some() {
            self.add(Block::Tracks, own * TRACK + other);
        } else {
            // Only the leader on the track brings the end of the game closer.
            self.add(Block::Farthest, own.max(other));
            self.add(Block::Lead, (own + 3).saturating_sub(other).min(6));
        }
        let track = position.variant().track();
        let next = (farm.track() + 1..=track.last).position(|space| track.gives_disc(space));
        self.add(Block::NextDisc, next.unwrap_or(4));
        let hats = farm.board().count(Unit::Hat) + farm.free().count(Unit::Hat);
        if hats > 0 {
            let there = (farm.track() + hats).min(track.last);
            self.add(Block::HatDiscs, usize::from(track.won(there) - track.won(farm.track())));
        }
        self.add(Block::Stock, farm.stock().into());
        self.add(Block::Discs, (farm.stock() + farm.board().len()).into());
        if let Some(solo) = position.solo() {
            // This round's lower dice are the next round's upper dice.
            let dice = if begun { solo.lower() } else { solo.upper() };
            for face in dice.faces() {
                self.add_of(Block::Upper, 6, face.index(), usize::from(dice.count(face)) - 1);
            }
            self.add(Block::Beside, solo.beside().into());
        }
        if position.variant().mode() == Mode::Experienced {
            for helper in Helper::ALL.into_iter().filter(|helper| position.can_hire(seat, *helper)) {
                self.add(Block::Display, helper.index());
            }
        }
    }

    /// A decision or a draw in the scoring phase that is due next.
    fn pending(&mut self, position: &Position, seat: Seat) {
        if let Phase::Score(now, scoring) = position.phase()
            && now == seat
        {
            match scoring {
                Scoring::Open => {}
                Scoring::Draw => self.add(Block::Pending, 0),
                Scoring::Keep(..) => self.add(Block::Pending, 1),
                Scoring::Market => self.add(Block::Pending, 2),
                Scoring::Choose => self.add(Block::Pending, 3),
                Scoring::Move(_) => self.add(Block::Pending, 4),
            }
        }
    }

    /// The tally sheet and the market.
    fn marks(&mut self, position: &Position, seat: Seat) {
        let (farm, sheet) = (position.farm(seat), position.sheet());
        self.add(Block::Commodities, farm.commodities().into());
        for cart in Cart::ALL {
            self.cart(farm, sheet, cart);
        }
        self.add_of(Block::Barn, 7, farm.built().into(), farm.silver().into());
        for tile in Tile::ALL.into_iter().filter(|tile| farm.tiles(*tile) > 0) {
            self.add_of(Block::Tiles, 8, tile.index(), usize::from(farm.tiles(tile)) - 1);
        }
        for space in 0..sheet.helpers().len() {
            match farm.hired(space) {
                Some(_) => self.add(Block::Hired, space),
                None => self.add_of(Block::Circles, 6, space, farm.marked(space).into()),
            }
        }
        for helper in farm.skills().iter() {
            self.add(Block::Skills, helper.index());
        }
        self.add(Block::Helpers, farm.helpers().into());
        for trade in (0..8).filter(|trade| farm.has_traded(*trade)) {
            self.add(Block::Trades, trade);
        }
        let trades = farm.trades().count_ones() as usize;
        self.add(Block::TradeCount, trades);
        for (row, (stored, lost)) in farm.rows().into_iter().zip(farm.lost()).enumerate() {
            self.add_of(Block::Rows, 5, row, (stored - lost).into());
        }
        self.add(Block::Sets, farm.harvest_sets().into());
        self.add(Block::Pairs, farm.animal_pairs().into());
        let mut discs = 0;
        for space in Market::ALL {
            if position.on_market(space).contains(seat) {
                let count = match space {
                    Market::Discs => farm.stock() + farm.board().len(),
                    Market::HarvestSets => farm.harvest_sets(),
                    Market::RoofTiles => farm.built(),
                    Market::AnimalPairs => farm.animal_pairs(),
                    Market::Helpers => farm.helpers(),
                    Market::Trades => trades as u8,
                };
                self.add_of(Block::OnMarket, 6, space.index(), count.into());
                discs += 1;
            } else if position.market_open(seat, space) {
                self.add(Block::MarketOpen, space.index());
            }
        }
        self.add(Block::MarketDiscs, discs);
    }

    /// Revenue that is held, and what it could complete.
    fn revenue(&mut self, position: &Position, seat: Seat) {
        let (farm, sheet) = (position.farm(seat), position.sheet());
        let held = Unit::ALL
            .map(|unit| farm.board().count(unit) + farm.free().count(unit) + farm.taken().count(unit));
        let commodities = farm.commodities();
        if held == [0; 7] && commodities == 0 {
            return;
        }
        for unit in Unit::ALL.into_iter().filter(|unit| held[unit.index()] > 0) {
            self.add_of(Block::Held, 7, unit.index(), usize::from(held[unit.index()]) - 1);
        }
        for cart in Cart::ALL.into_iter().filter(|cart| farm.cart(*cart).status() == CartStatus::Open) {
            let loaded = farm.cart(cart).loaded().trailing_ones() as usize;
            let mut left = held;
            let next = sheet.cart(cart).goods().iter().skip(loaded);
            let fits = next.take_while(|good| take(&mut left, **good)).count();
            self.add_of(Block::Fits, 3, cart.index(), fits);
        }
        let spaces = sheet.helpers().iter().enumerate().filter(|(space, _)| farm.hired(*space).is_none());
        for (space, printed) in spaces {
            let open = printed.circles().iter().enumerate();
            let open = open.filter(|(circle, _)| !farm.is_marked(space, *circle));
            let mut left = held;
            let (mut missing, mut found) = (0, false);
            for (_, unit) in open {
                if take(&mut left, *unit) {
                    found = true;
                } else {
                    missing += 1;
                }
            }
            if found {
                self.add_of(Block::Missing, 6, space, missing);
            }
        }
        let section = usize::from(farm.built());
        let silver = held[Unit::Silver.index()];
        if section < sheet.barn().len() && silver + commodities > 0 {
            let lacking = farm.cost(sheet, section).saturating_sub(farm.silver());
            let affords = usize::from(silver < lacking) + usize::from(silver + commodities < lacking);
            self.add(Block::Affords, affords);
        }
        self.add(Block::MayTrade, usize::from(farm.traded_now()));
        if !farm.traded_now() {
            let open = sheet.trades().iter().enumerate().filter(|(trade, _)| !farm.has_traded(*trade));
            for (trade, units) in open {
                let mut left = held;
                let lacking = units.iter().filter(|unit| !take(&mut left, **unit)).count();
                if lacking <= usize::from(commodities) {
                    self.add(Block::Tradeable, trade);
                }
            }
        }
    }

    fn cart(&mut self, farm: &Farm, sheet: &Sheet, cart: Cart) {
        let state = farm.cart(cart);
        let done = match state.status() {
            CartStatus::Open => {
                let donkeys = sheet.cart(cart).donkeys - state.donkeys();
                let donkeys = if farm.skills().has(Helper::Carts) { 0 } else { donkeys };
                let loaded = state.loaded().count_ones() as usize;
                self.add(
                    Block::OpenCart,
                    (cart.index() * 10 + loaded.min(9)) * 4 + usize::from(donkeys.min(3)),
                );
                return;
            }
            CartStatus::New => 0,
            CartStatus::Larger => 1,
            CartStatus::Smaller => 2,
        };
        self.add_of(Block::DoneCart, 3, cart.index(), done);
    }

    /// How close opponents are to the larger value of each cart.
    fn rivals(&mut self, position: &Position, seat: Seat) {
        let farm = position.farm(seat);
        for cart in Cart::ALL.into_iter().filter(|cart| farm.cart(*cart).status() == CartStatus::Open) {
            if position.larger_gone(cart) {
                self.add(Block::LargerGone, cart.index());
                continue;
            }
            let printed = position.sheet().cart(cart);
            let others = position.players().seats().filter(|other| *other != seat);
            let missing = others.map(|other| {
                let other = position.farm(other);
                let state = other.cart(cart);
                let donkeys =
                    if other.skills().has(Helper::Carts) { 0 } else { printed.donkeys - state.donkeys() };
                printed.goods().len() - state.loaded().count_ones() as usize + usize::from(donkeys)
            });
            self.add_of(Block::Rivals, 3, cart.index(), missing.min().unwrap_or(5));
        }
    }
}

/// Removes one of the unit; returns whether there was one.
fn take(left: &mut [u8; 7], unit: Unit) -> bool {
    let there = &mut left[unit.index()];
    let found = *there > 0;
    *there -= u8::from(found);
    found
}

#[cfg(test)]
mod tests {
    use game::Random;
    use no_siesta::Variant;

    use super::*;

    #[test]
    fn no_position_has_more_features_than_there_is_room_for() {
        let mut scratch = Vec::new();
        for variant in Variant::all() {
            for seed in 0..3 {
                let mut random = Random::new(seed);
                let mut position = Position::start(variant);
                while position.play_random(&mut random, &mut scratch).is_some() {
                    for seat in variant.players().seats() {
                        let features = Features::of(&position, seat);
                        assert!(features.len < MAX_ACTIVE, "{position}");
                        assert!(features.as_slice().iter().all(|on| usize::from(*on) < FEATURES));
                    }
                }
            }
        }
    }
}
