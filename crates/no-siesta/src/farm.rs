//! What one player has: discs, revenue and the tally sheet.

use game::Seat;

use crate::parts::{Cart, Helper, Helpers, Tile};
use crate::sheet::{HelperSpace, MOST_HELPERS, MOST_SECTIONS, Sheet};
use crate::unit::{Unit, Units};
use crate::variant::Variant;

/// The place of commodities after the seven units.
pub(crate) const COMMODITY: usize = 7;

/// How many there are of each unit, and of commodities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Holding(pub(crate) [u8; 8]);

impl Holding {
    /// How many of this unit.
    pub const fn count(self, unit: Unit) -> u8 {
        self.0[unit as usize]
    }

    /// How many commodities.
    pub const fn commodities(self) -> u8 {
        self.0[COMMODITY]
    }

    /// How much of anything.
    #[inline]
    pub fn len(self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there is nothing.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The units of which there is at least one.
    pub const fn units(self) -> Units {
        // All eight bytes at once: the high bit of each says whether it is more than 0.
        let high = u64::from_le_bytes(self.0).wrapping_add(0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
        let bits = (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        Units(bits as u8 & 0x7f)
    }
}

/// How far a cart has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CartState {
    /// Set bits are loaded goods, the leftmost being bit 0.
    pub(crate) goods: u16,
    pub(crate) donkeys: u8,
    pub(crate) status: CartStatus,
}

impl CartState {
    /// Whether the good at this place, from 0, is loaded.
    pub const fn is_loaded(self, place: usize) -> bool {
        self.goods >> place & 1 != 0
    }

    /// Set bits are loaded goods, the leftmost being bit 0.
    pub const fn loaded(self) -> u16 {
        self.goods
    }

    /// How many donkeys are hitched.
    pub const fn donkeys(self) -> u8 {
        self.donkeys
    }

    /// Whether it is complete, and for which points.
    pub const fn status(self) -> CartStatus {
        self.status
    }
}

/// Whether a cart is complete, and for which points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum CartStatus {
    /// Not complete.
    #[default]
    Open,
    /// Completed in this scoring phase, at whose end the points are awarded.
    New,
    /// Complete for the larger value.
    Larger,
    /// Complete for the smaller value.
    Smaller,
}

/// A helper of somebody else whose skill is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Copied {
    /// Whose helper.
    pub seat: Seat,
    /// Which one.
    pub helper: Helper,
}

/// What a player may do once in a scoring phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Once {
    Trade,
    ChangeRevenue,
    Siesta,
    SiestaOrWork,
    TakeBack,
    /// Not an action: the helper was copied in this round, so its skill is not there yet.
    Copied,
}

impl Once {
    pub(crate) const ALL: [Self; 6] =
        [Self::Trade, Self::ChangeRevenue, Self::Siesta, Self::SiestaOrWork, Self::TakeBack, Self::Copied];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Trade => "trade",
            Self::ChangeRevenue => "change-revenue",
            Self::Siesta => "siesta",
            Self::SiestaOrWork => "siesta-or-work",
            Self::TakeBack => "take-back",
            Self::Copied => "copied",
        }
    }
}

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Farm {
    pub(crate) stock: u8,
    /// Discs on the revenue board.
    pub(crate) board: Holding,
    /// Units without a disc, of this scoring phase.
    pub(crate) free: Holding,
    /// Units taken back from warehouse and stable, of this scoring phase.
    pub(crate) taken: Holding,
    pub(crate) track: u8,
    /// Circles crossed off in the first section without a tile.
    pub(crate) silver: u8,
    /// Tiles that show, by kind.
    pub(crate) tiles: [u8; 8],
    /// Tiles that are turned over, by kind.
    pub(crate) turned: [u8; 8],
    /// Marked circles of each helper space.
    pub(crate) circles: [u8; MOST_HELPERS],
    pub(crate) hired: [Option<Helper>; MOST_HELPERS],
    /// Set bits are done trades.
    pub(crate) trades: u8,
    pub(crate) carts: [CartState; 3],
    /// Marked circles in the rows of warehouse and stable.
    pub(crate) rows: [u8; 5],
    /// Circles of these rows whose goods were taken back.
    pub(crate) lost: [u8; 5],
    pub(crate) copied: Option<Copied>,
    /// What was done in this scoring phase that can be done once.
    pub(crate) done: u8,
    /// Worked out from `hired` and `copied`.
    pub(crate) skills: Helpers,
    /// Worked out from `tiles` and `turned`.
    pub(crate) built: u8,
    /// Worked out from `circles` and `hired`: set bits are complete spaces without a helper.
    pub(crate) vacancies: u8,
}

impl Farm {
    pub(crate) fn start(sheet: &Sheet) -> Self {
        Self { stock: sheet.stock(), ..Self::default() }
    }

    /// Discs that are free to use.
    pub const fn stock(&self) -> u8 {
        self.stock
    }

    /// Discs on the revenue board.
    pub const fn board(&self) -> Holding {
        self.board
    }

    /// Units and commodities of this scoring phase that have no disc.
    pub const fn free(&self) -> Holding {
        self.free
    }

    /// Units of this scoring phase that were taken back from warehouse and stable.
    pub const fn taken(&self) -> Holding {
        self.taken
    }

    /// The space on the Siesta Track; 0 is the start.
    pub const fn track(&self) -> u8 {
        self.track
    }

    /// Circles crossed off in the first section of the barn without a tile.
    pub const fn silver(&self) -> u8 {
        self.silver
    }

    /// Sections of the barn with a tile.
    pub const fn built(&self) -> u8 {
        self.built
    }

    /// Tiles of this kind that show on the barn.
    pub const fn tiles(&self, tile: Tile) -> u8 {
        self.tiles[tile as usize]
    }

    /// Tiles of this kind that were used and turned over.
    pub const fn turned(&self, tile: Tile) -> u8 {
        self.turned[tile as usize]
    }

    /// Whether the circle of the helper space is marked, both from 0.
    pub const fn is_marked(&self, space: usize, circle: usize) -> bool {
        self.circles[space] >> circle & 1 != 0
    }

    /// Set bits are marked circles of the helper space, from 0.
    pub const fn marked(&self, space: usize) -> u8 {
        self.circles[space]
    }

    /// Who is hired on the helper space, from 0.
    pub const fn hired(&self, space: usize) -> Option<Helper> {
        self.hired[space]
    }

    /// How many helpers are hired.
    pub fn helpers(&self) -> u8 {
        self.hired.iter().flatten().count() as u8
    }

    /// Whether the trade, from 0, is done.
    pub const fn has_traded(&self, trade: usize) -> bool {
        self.trades >> trade & 1 != 0
    }

    /// Set bits are done trades.
    pub const fn trades(&self) -> u8 {
        self.trades
    }

    /// Whether the player has made the one trade of this scoring phase.
    pub const fn traded_now(&self) -> bool {
        self.did(Once::Trade)
    }

    /// How far a cart has come.
    pub const fn cart(&self, cart: Cart) -> CartState {
        self.carts[cart as usize]
    }

    /// Marked circles in the rows olive, grain, grapes, pig, donkey.
    pub const fn rows(&self) -> [u8; 5] {
        self.rows
    }

    /// How many of them are lost because the goods were taken back.
    pub const fn lost(&self) -> [u8; 5] {
        self.lost
    }

    /// The helper of somebody else whose skill is copied.
    pub const fn copied(&self) -> Option<Copied> {
        self.copied
    }

    /// The skills that the player can use in this round.
    pub const fn skills(&self) -> Helpers {
        self.skills
    }

    pub(crate) const fn can(&self, helper: Helper) -> bool {
        self.skills.has(helper)
    }

    pub(crate) const fn did(&self, once: Once) -> bool {
        self.done & 1 << once as u8 != 0
    }

    pub(crate) const fn set_done(&mut self, once: Once) {
        self.done |= 1 << once as u8;
    }

    /// Commodities with a disc or without.
    pub const fn commodities(&self) -> u8 {
        self.board.commodities() + self.free.commodities()
    }

    /// Goods of this row that are in warehouse or stable.
    pub(crate) const fn stored(&self, row: usize) -> u8 {
        self.rows[row] - self.lost[row]
    }

    /// Sets of three different goods in the warehouse.
    #[inline]
    pub fn harvest_sets(&self) -> u8 {
        self.stored(0).min(self.stored(1)).min(self.stored(2))
    }

    /// Pairs of two different animals in the stable.
    #[inline]
    pub fn animal_pairs(&self) -> u8 {
        self.stored(3).min(self.stored(4))
    }

    /// The section of the barn to be built next, from 0, if there is one.
    pub(crate) const fn section(&self, sheet: &Sheet) -> Option<usize> {
        if self.built < sheet.printed.sections { Some(self.built as usize) } else { None }
    }

    /// What the section costs this player.
    pub fn cost(&self, sheet: &Sheet, section: usize) -> u8 {
        let printed = sheet.printed.barn[section.min(MOST_SECTIONS - 1)].silver;
        if self.can(Helper::RoofingCosts) { (printed - 1).max(1) } else { printed }
    }

    /// The first completed helper space, from 0, that has no helper yet.
    pub(crate) const fn vacancy(&self) -> Option<usize> {
        if self.vacancies == 0 { None } else { Some(self.vacancies.trailing_zeros() as usize) }
    }

    /// Puts a commodity on a disc, or keeps it without one for this phase.
    pub(crate) fn gain_commodity(&mut self) {
        if self.stock > 0 {
            self.stock -= 1;
            self.board.0[COMMODITY] += 1;
        } else {
            self.free.0[COMMODITY] += 1;
        }
    }

    /// One step on the track.
    pub(crate) fn advance(&mut self, variant: Variant) {
        self.track += 1;
        if variant.track().gives_disc(self.track) {
            self.stock += 1;
        }
    }

    /// The end of the player's scoring phase: what has no disc is lost, one commodity may stay.
    pub(crate) fn end_scoring(&mut self) {
        let commodities = &mut self.board.0[COMMODITY];
        if *commodities == 0 && self.free.commodities() > 0 && self.stock > 0 {
            self.stock -= 1;
            *commodities = 1;
        }
        self.stock += commodities.saturating_sub(1);
        *commodities = (*commodities).min(1);
        self.free = Holding::default();
        self.taken = Holding::default();
    }

    /// The end of the round: other revenue goes back to stock, new helpers begin to work.
    pub(crate) fn end_round(&mut self) {
        let commodities = self.board.commodities();
        self.stock += self.board.len() - commodities;
        self.board = Holding::default();
        self.board.0[COMMODITY] = commodities;
        self.done = 0;
        self.skills = self.skills_now();
    }

    /// The skills of hired and copied helpers, apart from one copied in this round.
    pub(crate) fn skills_now(&self) -> Helpers {
        let hired = self.hired.iter().flatten().fold(Helpers::default(), |all, one| all.with(*one));
        match self.copied {
            Some(copied) if !self.did(Once::Copied) => hired.with(copied.helper),
            Some(_) | None => hired,
        }
    }

    pub(crate) fn hires(&self, helper: Helper) -> bool {
        self.hired.contains(&Some(helper))
    }

    pub(crate) fn recomputed(&self, sheet: &Sheet) -> Self {
        let built = self.tiles.iter().chain(&self.turned).sum();
        let vacant = |(index, space): (usize, &HelperSpace)| {
            let vacant = self.hired[index].is_none() && self.circles[index] == space.all_marked();
            u8::from(vacant) << index
        };
        let vacancies = sheet.helpers().iter().enumerate().map(vacant).sum();
        Self { built, vacancies, skills: self.skills_now(), ..*self }
    }
}
