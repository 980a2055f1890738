//! A farm and what is around it as a list of things that are true of it when the round is over for
//! it. Revenue that is not spent yet is no part of it.
//!
//! Every count is one of several features of which exactly one is on, so that whoever learns from
//! them need not believe that twice as much is worth twice as much.

use game::Seat;
use no_siesta::{
    Cart, CartStatus, Farm, Helper, Market, Mode, Phase, Position, Sheet, Tile,
};

/// Features are numbered block by block: where each begins, and how many values its thing can have.
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
    Round = 24,
    Tracks = TRACK * TRACK,
    OwnTrack = TRACK,
    OtherTrack = TRACK,
    Discs = 9,
    Commodities = 2,
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

/// Spaces of a track that are told apart.
const TRACK: usize = 12;

/// Where each block begins, and after them the number of all features.
const STARTS: [usize; SIZES.len() + 1] = {
    let mut starts = [0; SIZES.len() + 1];
    let mut block = 0;
    while block < SIZES.len() {
        starts[block + 1] = starts[block] + SIZES[block];
        block += 1;
    }
    starts
};

/// How many features there are.
pub(super) const FEATURES: usize = STARTS[SIZES.len()];

/// Features below this number tell how far the game has come, and not how well.
pub(super) const CLOCK: u16 = STARTS[Block::Discs as usize] as u16;

/// The most features that are on at once.
const MOST: usize = 96;

/// The features that are on.
#[derive(Clone, Copy)]
pub(super) struct Features {
    on: [u16; MOST],
    len: usize,
}

impl Features {
    pub(super) fn of(position: &Position, seat: Seat) -> Self {
        let mut features = Self { on: [0; MOST], len: 0 };
        features.table(position, seat);
        features.marks(position, seat);
        features.rivals(position, seat);
        features
    }

    pub(super) fn as_slice(&self) -> &[u16] {
        &self.on[..self.len]
    }

    fn add(&mut self, block: Block, value: usize) {
        // A sheet with larger numbers than the standard one has its values taken for the largest known.
        let value = value.min(SIZES[block as usize] - 1);
        if let Some(place) = self.on.get_mut(self.len) {
            *place = (STARTS[block as usize] + value) as u16;
            self.len += 1;
        }
    }

    /// A value of one of several like things, which share a block.
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
        self.add(Block::Round, usize::from(position.round()) - usize::from(!begun));
        let others = position.players().seats().filter(|other| *other != seat);
        let farthest = others.map(|other| position.farm(other).track()).max();
        let neutral = position.solo().map(no_siesta::Solo::track);
        let other = usize::from(farthest.or(neutral).unwrap_or(0)).min(TRACK - 1);
        let own = usize::from(farm.track()).min(TRACK - 1);
        self.add(Block::Tracks, own * TRACK + other);
        self.add(Block::OwnTrack, own);
        self.add(Block::OtherTrack, other);
        self.add(Block::Discs, (farm.stock() + farm.board().len()).into());
        if let Some(solo) = position.solo() {
            // The dice of this round's lower space are the upper ones of the next.
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

    fn cart(&mut self, farm: &Farm, sheet: &Sheet, cart: Cart) {
        let state = farm.cart(cart);
        let done = match state.status() {
            CartStatus::Open => {
                let donkeys = sheet.cart(cart).donkeys - state.donkeys();
                let donkeys = if farm.skills().has(Helper::Carts) { 0 } else { donkeys };
                let loaded = state.loaded().count_ones() as usize;
                self.add(Block::OpenCart, (cart.index() * 10 + loaded.min(9)) * 4 + usize::from(donkeys.min(3)));
                return;
            }
            CartStatus::New => 0,
            CartStatus::Larger => 1,
            CartStatus::Smaller => 2,
        };
        self.add_of(Block::DoneCart, 3, cart.index(), done);
    }

    /// How near the others are to the larger value of each cart.
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
                let donkeys = if other.skills().has(Helper::Carts) { 0 } else { printed.donkeys - state.donkeys() };
                printed.goods().len() - state.loaded().count_ones() as usize + usize::from(donkeys)
            });
            self.add_of(Block::Rivals, 3, cart.index(), missing.min().unwrap_or(5));
        }
    }
}

/// No die taken yet: the last round is over, and the next has not really begun.
pub(super) const BETWEEN: usize = 0;
/// Waiting to score, or scoring.
const SCORING: usize = 3;
/// Nothing more to do in this round.
pub(super) const DONE: usize = 4;

/// What the round still has for the player: dice to come, the scoring phase, or nothing.
pub(super) fn stage(position: &Position, seat: Seat) -> usize {
    let before = |now: Seat| {
        let place = |one: Seat| position.turn_order().position(|other| other == one);
        place(seat) < place(now)
    };
    match position.phase() {
        Phase::Neutral => BETWEEN,
        Phase::Roll(throw) => throw.into(),
        Phase::Take(throw, now) => usize::from(throw) + usize::from(before(now)),
        Phase::Lower(throw) | Phase::Event(no_siesta::After::Dice(throw)) => usize::from(throw) + 1,
        Phase::Last(seats) => if seats.contains(seat) { 2 } else { SCORING },
        Phase::Score(now, _) => if before(now) { DONE } else { SCORING },
        Phase::Hire(_) | Phase::Event(no_siesta::After::Round) | Phase::Over => DONE,
    }
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
                        assert!(features.len < MOST, "{position}");
                        assert!(features.as_slice().iter().all(|on| usize::from(*on) < FEATURES));
                    }
                }
            }
        }
    }
}
