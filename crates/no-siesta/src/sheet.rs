//! The sheet in memory: everything printed, in arrays that are cheap to read.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex};

use crate::hashing::Mixer;
use crate::parts::{Cart, Market, Tile};
use crate::sheet_text::{self, Entry, SheetError};
use crate::unit::{Face, Unit, Units};

/// The most sections that a barn can have.
pub(crate) const MOST_SECTIONS: usize = 6;
/// The most helper spaces: as many as everybody has helpers.
pub(crate) const MOST_HELPERS: usize = 6;
/// The most circles of a helper space.
pub(crate) const MOST_CIRCLES: usize = 6;
/// The most boxes of long-distance trade.
pub(crate) const MOST_TRADES: usize = 8;
/// The most goods of a cart.
pub(crate) const MOST_GOODS: usize = 12;
/// The most donkeys of a cart.
pub(crate) const MOST_DONKEYS: u8 = 5;
/// The most circles of a row in warehouse and stable.
pub(crate) const MOST_STORED: u8 = 12;
/// The most spaces of a track after its start.
pub(crate) const MOST_SPACES: u8 = 30;

/// A section of the barn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Section {
    /// Circles of silver.
    pub silver: u8,
    /// Points once a tile lies there.
    pub points: u8,
}

/// A space for a helper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HelperSpace {
    pub(crate) circles: [Unit; MOST_CIRCLES],
    pub(crate) len: u8,
    /// Points once a helper is hired.
    pub points: u8,
    /// The units of the circles that are still open, for every set of marked ones.
    pub(crate) open: [Units; 1 << MOST_CIRCLES],
}

impl HelperSpace {
    pub(crate) fn new(units: &[Unit], points: u8) -> Self {
        let mut circles = [Unit::Olive; MOST_CIRCLES];
        circles[..units.len()].copy_from_slice(units);
        let mut open = [Units::NONE; 1 << MOST_CIRCLES];
        for (marked, open) in open.iter_mut().enumerate() {
            for (index, unit) in units.iter().enumerate().filter(|(index, _)| marked & 1 << index == 0) {
                debug_assert!(index < MOST_CIRCLES);
                *open = open.with(Units::of(*unit));
            }
        }
        Self { circles, len: units.len() as u8, points, open }
    }

    /// The circles from left to right.
    #[inline]
    pub fn circles(&self) -> &[Unit] {
        &self.circles[..self.len.into()]
    }

    pub(crate) fn all_marked(&self) -> u8 {
        (1 << self.len) - 1
    }

    /// The first open circle of this unit.
    pub(crate) fn circle(&self, marked: u8, unit: Unit) -> Option<usize> {
        self.circles().iter().enumerate().position(|(index, one)| *one == unit && marked & 1 << index == 0)
    }
}

/// A cart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CartSheet {
    pub(crate) goods: [Unit; MOST_GOODS],
    pub(crate) len: u8,
    /// Donkeys that must be hitched.
    pub donkeys: u8,
    /// Points of the first to complete it.
    pub larger: u8,
    /// Points of all others.
    pub smaller: u8,
}

impl CartSheet {
    /// The goods from left to right.
    #[inline]
    pub fn goods(&self) -> &[Unit] {
        &self.goods[..self.len.into()]
    }

    pub(crate) fn all_loaded(&self) -> u16 {
        (1 << self.len) - 1
    }
}

/// One side of the Siesta Track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Track {
    /// The number of its last space; the start is 0.
    pub last: u8,
    /// Set bits are spaces with a disc.
    pub(crate) discs: u32,
    /// Set bits are spaces where the neutral player finishes a cart.
    pub(crate) carts: u32,
}

impl Track {
    /// How many discs somebody on this space has won.
    pub const fn won(&self, space: u8) -> u8 {
        (self.discs & ((2 << space) - 1)).count_ones() as u8
    }

    /// Whether a disc is won on this space.
    pub const fn gives_disc(&self, space: u8) -> bool {
        self.discs >> space & 1 != 0
    }

    /// Whether the neutral player finishes a cart on this space.
    pub const fn finishes_cart(&self, space: u8) -> bool {
        self.carts >> space & 1 != 0
    }

    /// At how many spaces after this one the neutral player finishes a cart.
    pub(crate) const fn carts_after(&self, space: u8) -> u8 {
        (self.carts & !((2 << space) - 1)).count_ones() as u8
    }
}

/// What one of each is worth at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Points {
    /// A trade.
    pub trade: u8,
    /// Three different goods in the warehouse.
    pub harvest_set: u8,
    /// Two different animals in the stable.
    pub animal_pair: u8,
    /// A space of the Siesta Track.
    pub track_space: u8,
}

/// What only the solo game has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SoloSheet {
    /// Dice.
    pub dice: u8,
    /// Tiles set aside for the roof-selection helper.
    pub aside: u8,
    /// Rounds at most.
    pub rounds: u8,
    /// The lowest score of each rank but the first.
    pub ranks: [i16; 5],
    /// The cart of each face.
    pub cart: [Cart; 6],
    /// The market space of each face.
    pub market: [Market; 6],
}

/// Everything that is printed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Printed {
    /// For 2, 3 and 4 players.
    pub(crate) dice: [u8; 3],
    pub(crate) discs: u8,
    pub(crate) stock: u8,
    pub(crate) barn: [Section; MOST_SECTIONS],
    pub(crate) sections: u8,
    pub(crate) helpers: [HelperSpace; MOST_HELPERS],
    pub(crate) helper_spaces: u8,
    /// The units of each box in their order.
    pub(crate) trades: [[Unit; 3]; MOST_TRADES],
    pub(crate) trade_boxes: u8,
    pub(crate) carts: [CartSheet; 3],
    /// Circles in the rows olive, grain, grapes, pig, donkey.
    pub(crate) rows: [u8; 5],
    pub(crate) track: Track,
    pub(crate) solo_track: Track,
    /// Where the arrows lead from each unit.
    pub(crate) arrows: [Units; 7],
    pub(crate) tiles: [u8; 8],
    pub(crate) gives: [u8; 8],
    pub(crate) points: Points,
    pub(crate) market: [u8; 6],
    pub(crate) solo: SoloSheet,
}

/// Everything that is printed on the parts of the game.
///
/// Positions refer to a sheet by a `'static` reference, so sheets are never freed: the default one is
/// [`Sheet::standard`], and others are loaded once with [`Sheet::load`].
#[derive(Clone)]
pub struct Sheet {
    text: String,
    entries: Vec<Entry>,
    fingerprint: u64,
    pub(crate) printed: Printed,
}

static STANDARD: LazyLock<Sheet> = LazyLock::new(|| match Sheet::parse(include_str!("sheet.toml")) {
    Ok(sheet) => sheet,
    Err(error) => unreachable!("the sheet of the crate is valid: {error}"),
});

/// The sheets that were loaded besides the standard one.
static LOADED: Mutex<Vec<&'static Sheet>> = Mutex::new(Vec::new());

impl Sheet {
    /// The sheet that comes with the program.
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Reads a sheet, or says which entry is wrong and why.
    pub fn parse(text: &str) -> Result<Self, SheetError> {
        let (printed, entries) = sheet_text::read(text)?;
        let mut mixer = Mixer::default();
        printed.hash(&mut mixer);
        Ok(Self { text: text.to_owned(), entries, fingerprint: mixer.finish(), printed })
    }

    /// Reads a sheet and keeps it for as long as the program runs, so that games can be played with
    /// it and records that name it can be read.
    pub fn load(text: &str) -> Result<&'static Self, SheetError> {
        let sheet = Self::parse(text)?;
        if let Some(known) = Self::known(&sheet.fingerprint()) {
            return Ok(known);
        }
        let sheet: &'static Self = Box::leak(Box::new(sheet));
        // A panic while the lock is held cannot leave the list half changed, so a poisoned lock is still good.
        LOADED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(sheet);
        Ok(sheet)
    }

    /// The standard sheet or a loaded one, by its fingerprint.
    pub fn known(fingerprint: &str) -> Option<&'static Self> {
        let loaded = LOADED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut all = loaded.iter().copied().chain([Self::standard()]);
        all.find(|sheet| sheet.fingerprint() == fingerprint)
    }

    /// A short text that tells sheets with different values apart.
    pub fn fingerprint(&self) -> String {
        format!("{:08x}", self.fingerprint >> 32)
    }

    /// Every entry with its value and how it is known, in the order of their names.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Dice for 2, 3 and 4 players.
    pub fn dice(&self) -> [u8; 3] {
        self.printed.dice
    }

    /// The sections of the barn from left to right.
    #[inline]
    pub fn barn(&self) -> &[Section] {
        &self.printed.barn[..self.printed.sections.into()]
    }

    /// The helper spaces from left to right.
    #[inline]
    pub fn helpers(&self) -> &[HelperSpace] {
        &self.printed.helpers[..self.printed.helper_spaces.into()]
    }

    /// The boxes of long-distance trade.
    #[inline]
    pub fn trades(&self) -> &[[Unit; 3]] {
        &self.printed.trades[..self.printed.trade_boxes.into()]
    }

    /// A cart.
    pub fn cart(&self, cart: Cart) -> &CartSheet {
        &self.printed.carts[cart as usize]
    }

    /// Circles in the rows olive, grain, grapes, pig, donkey.
    pub fn rows(&self) -> [u8; 5] {
        self.printed.rows
    }

    /// The Siesta Track for 2 to 4 players.
    pub fn track(&self) -> &Track {
        &self.printed.track
    }

    /// The Siesta Track of the solo game.
    pub fn solo_track(&self) -> &Track {
        &self.printed.solo_track
    }

    /// Where the arrows of the revenue board lead from this unit.
    pub fn arrows(&self, from: Unit) -> Units {
        self.printed.arrows[from as usize]
    }

    /// How many roof tiles of this kind there are.
    pub fn tiles(&self, tile: Tile) -> u8 {
        self.printed.tiles[tile as usize]
    }

    /// How much a roof tile of this kind gives.
    pub fn gives(&self, tile: Tile) -> u8 {
        self.printed.gives[tile as usize]
    }

    /// What one of each is worth at the end.
    pub fn points(&self) -> Points {
        self.printed.points
    }

    /// What a market space pays for one of each.
    pub fn market(&self, space: Market) -> u8 {
        self.printed.market[space as usize]
    }

    /// What only the solo game has.
    pub fn solo(&self) -> &SoloSheet {
        &self.printed.solo
    }

    /// The cart that a die gives the neutral player at the start.
    pub fn solo_cart(&self, face: Face) -> Cart {
        self.printed.solo.cart[face as usize]
    }

    /// The market space that a die gives the neutral player.
    pub fn solo_market(&self, face: Face) -> Market {
        self.printed.solo.market[face as usize]
    }

    /// Discs of one player in all.
    pub fn discs(&self) -> u8 {
        self.printed.discs
    }

    /// Discs of one player in stock at the start.
    pub fn stock(&self) -> u8 {
        self.printed.stock
    }
}

/// Sheets are equal when their values are; how these are known does not matter.
impl PartialEq for Sheet {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Eq for Sheet {}

impl Hash for Sheet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sheet({})", self.fingerprint())
    }
}

/// The text that the sheet was read from.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
