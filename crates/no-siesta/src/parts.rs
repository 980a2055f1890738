//! The parts of the box that are neither dice nor discs: roof tiles, helpers, carts, market spaces.

use crate::names::named;
use crate::unit::Unit;

named! {
    /// A kind of roof tile.
    Tile, "roof tile":
    /// Brings olives.
    Olives = "olives",
    /// Brings grains.
    Grains = "grains",
    /// Brings grapes.
    Grapes = "grapes",
    /// Brings pigs.
    Pigs = "pigs",
    /// Brings donkeys.
    Donkeys = "donkeys",
    /// Brings silver.
    Silver = "silver",
    /// Moves discs on the revenue board.
    Change = "change",
    /// Brings points at the end.
    Vp = "vp",
}

impl Tile {
    /// The unit that the tile brings, if it brings any.
    pub const fn unit(self) -> Option<Unit> {
        match self {
            Self::Olives => Some(Unit::Olive),
            Self::Grains => Some(Unit::Grain),
            Self::Grapes => Some(Unit::Grapes),
            Self::Pigs => Some(Unit::Pig),
            Self::Donkeys => Some(Unit::Donkey),
            Self::Silver => Some(Unit::Silver),
            Self::Change | Self::Vp => None,
        }
    }
}

named! {
    /// A helper by what they can do: first the six that everybody knows, then the six grey ones.
    Helper, "helper":
    /// Draws two roof tiles and keeps one.
    RoofSelection = "roof-selection",
    /// Moves one disc along an arrow, once a scoring phase.
    ChangeRevenue = "change-revenue",
    /// Brings a harvest good with every trade.
    TradeGood = "trade-good",
    /// Brings silver with every set of goods and every pair of animals.
    Storage = "storage",
    /// Pulls the carts without donkeys.
    Carts = "carts",
    /// Makes one commodity a hat, once a scoring phase.
    Siesta = "siesta",
    /// Makes every section of the barn cheaper.
    RoofingCosts = "roofing-costs",
    /// Brings a hat with every trade.
    TradeHat = "trade-hat",
    /// Copies a helper of somebody else.
    Copy = "copy",
    /// Loads carts in any order.
    AnyOrder = "any-order",
    /// Makes a donkey a hat or a hat a donkey, once a scoring phase.
    SiestaOrWork = "siesta-or-work",
    /// Takes two things out of warehouse and stable for a donkey, once a scoring phase.
    TakeBack = "take-back",
}

impl Helper {
    /// How many helpers everybody has a set of.
    pub const STANDARD: usize = 6;

    /// Whether this is one of the grey helpers.
    pub const fn is_grey(self) -> bool {
        self as usize >= Self::STANDARD
    }
}

/// A set of helpers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Helpers(pub(crate) u16);

impl Helpers {
    /// Whether the helper is in the set.
    pub const fn has(self, helper: Helper) -> bool {
        self.0 & 1 << helper as u16 != 0
    }

    /// This set with one more.
    #[must_use]
    pub const fn with(self, helper: Helper) -> Self {
        Self(self.0 | 1 << helper as u16)
    }

    /// The helpers in their order.
    pub fn iter(self) -> impl Iterator<Item = Helper> {
        Helper::ALL.into_iter().filter(move |helper| self.has(*helper))
    }
}

named! {
    /// A cart by its place on the sheet.
    Cart, "cart":
    /// The first one.
    Top = "top",
    /// The second one.
    Middle = "middle",
    /// The third one.
    Bottom = "bottom",
}

named! {
    /// A space of the Esporles Market, by what it pays for.
    Market, "market space":
    /// Discs in the play area.
    Discs = "discs",
    /// Sets of three goods in the warehouse.
    HarvestSets = "harvest-sets",
    /// Tiles on the barn.
    RoofTiles = "roof-tiles",
    /// Pairs of animals in the stable.
    AnimalPairs = "animal-pairs",
    /// Hired helpers.
    Helpers = "helpers",
    /// Trades.
    Trades = "trades",
}
