//! Why a step is not allowed.

use game::Seat;

use crate::action::Payment;
use crate::parts::{Cart, Helper, Market, Tile};
use crate::unit::{Face, Unit};

/// The rule that a step breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Dice or a draw come first.
    #[error("it is for chance to act now, not for {0}")]
    ChanceFirst(Seat),
    /// A player is to act, not chance.
    #[error("no chance is due now: a player is to act")]
    NoChance,
    /// Somebody else is to act.
    #[error("{0} is not to act now")]
    NotYourTurn(Seat),
    /// Something else is to be done now.
    #[error("this is not what is to be done now: {0}")]
    OtherStep(Due),
    /// Not this many dice, or not such a die.
    #[error("{0} dice are rolled now")]
    Dice(u8),
    /// A draw of another number of tiles.
    #[error("{0} of the face-down tiles are drawn now")]
    Draw(u8),
    /// A tile that is not face down any more.
    #[error("not enough face-down tiles show {0}")]
    NotFaceDown(Tile),
    /// The neutral player's disc cannot go there.
    #[error("the market space of {0} is taken, so the die is rolled again")]
    NeutralSpaceTaken(Face),
    /// No such die on the table.
    #[error("no die on the table shows {0}")]
    NoSuchDie(Face),
    /// A unit that the die does not show.
    #[error("the die shows no {0} to mark")]
    NotOnDie(Unit),
    /// More units than discs.
    #[error("marking takes a disc for each unit, and only {0} are free")]
    DiscsForMarking(u8),
    /// Nothing there to pay with.
    #[error("there is no {0} to spend")]
    NothingToSpend(Payment),
    /// A commodity as a hat without the helper.
    #[error("a commodity is no hat without the siesta helper")]
    CommodityIsNoHat,
    /// A skill that the player does not have.
    #[error("that takes the skill of {0}, which works from the round after it was gained")]
    NoSkill(Helper),
    /// A skill for the second time in a phase.
    #[error("the skill of {0} is for once in a scoring phase")]
    SkillUsed(Helper),
    /// Something else than silver for the barn.
    #[error("the barn takes silver, not {0}")]
    BarnTakesSilver(Unit),
    /// Every section has a tile.
    #[error("every section of the barn has its tile")]
    BarnFull,
    /// A paid section waits for a tile.
    #[error("the section is paid and waits for a roof tile, of which none is face down beside the track")]
    SectionWaits,
    /// No such helper space.
    #[error("there is no helper space {0}")]
    NoSuchSpace(u8),
    /// No open circle of this unit.
    #[error("helper space {space} has no open circle for {unit}")]
    NoOpenCircle {
        /// The space, from 1.
        space: u8,
        /// What was to be marked.
        unit: Unit,
    },
    /// The cart is complete.
    #[error("the {0} cart is complete")]
    CartComplete(Cart),
    /// Another good comes first.
    #[error("goods go on the {cart} cart from left to right, and {next} comes before {unit}")]
    CartOrder {
        /// Which cart.
        cart: Cart,
        /// The good that comes next.
        next: Unit,
        /// The good that was to be loaded.
        unit: Unit,
    },
    /// No open place for this good.
    #[error("the {cart} cart has no open place for {unit}")]
    NotOnCart {
        /// Which cart.
        cart: Cart,
        /// The good that was to be loaded.
        unit: Unit,
    },
    /// Something else than a donkey before a cart.
    #[error("a donkey pulls a cart, not {0}")]
    YokeTakesDonkeys(Unit),
    /// Enough donkeys.
    #[error("the {0} cart has all its donkeys")]
    YokeFull(Cart),
    /// The helper pulls.
    #[error("the carts helper pulls the {0} cart without donkeys")]
    YokeNotNeeded(Cart),
    /// Something that is not stored in the warehouse.
    #[error("{0} is no harvest good for the warehouse")]
    NotForWarehouse(Unit),
    /// Something that is not kept in the stable.
    #[error("{0} is no animal for the stable")]
    NotForStable(Unit),
    /// The row is full.
    #[error("the row for {0} is full")]
    RowFull(Unit),
    /// What was taken back goes to another area.
    #[error("{0} was taken back from warehouse and stable and must go to another area")]
    BackToStore(Unit),
    /// Something else than a hat on the track.
    #[error("the Siesta Track takes hats, not {0}")]
    TrackTakesHats(Unit),
    /// The last space is reached.
    #[error("the last space of the Siesta Track is reached, and more hats gain nothing")]
    TrackEnd,
    /// No such trade.
    #[error("there is no trade {0}")]
    NoSuchTrade(u8),
    /// The trade is done.
    #[error("trade {0} is done already")]
    TradeDone(u8),
    /// A second trade in a phase.
    #[error("one long-distance trade is the most in a scoring phase")]
    OneTrade,
    /// Other units than those of the trade.
    #[error("trade {trade} takes {}, {} and {}, all at once", .units[0], .units[1], .units[2])]
    TradeUnits {
        /// The trade, from 1.
        trade: u8,
        /// What it takes.
        units: [Unit; 3],
    },
    /// No such tile on the barn.
    #[error("no roof tile on the barn shows {0}")]
    NoSuchTile(Tile),
    /// A tile that is not used for units.
    #[error("the {0} tile brings no units: points count at the end, and change is used with `tile moves …`")]
    TileBringsNoUnits(Tile),
    /// No disc to move.
    #[error("no disc lies on {0}")]
    NoDiscThere(Unit),
    /// No arrow.
    #[error("no arrow leads from {from} to {to}")]
    NoArrow {
        /// Where the disc lies.
        from: Unit,
        /// Where it was to go.
        to: Unit,
    },
    /// Nothing to take back.
    #[error("there is not enough {0} in warehouse and stable to take back")]
    NotStored(Unit),
    /// Taking back costs a donkey.
    #[error("taking back costs a donkey from the revenue board, and there is none")]
    TakeBackCostsDonkey,
    /// A second copy.
    #[error("the helper that was copied cannot be changed")]
    CopiedAlready,
    /// No such helper there.
    #[error("{seat} has not hired {helper}")]
    NotHiredThere {
        /// Whose helper was to be copied.
        seat: Seat,
        /// Which one.
        helper: Helper,
    },
    /// One's own helper.
    #[error("only helpers of others can be copied")]
    CopyOwn,
    /// The copying helper itself.
    #[error("the copying helper has no skill to copy")]
    CopyOfCopy,
    /// A skill that the player has.
    #[error("{0} works for this player already")]
    SkillKnown(Helper),
    /// No disc for the copied helper.
    #[error("copying takes a disc from stock, and none is free")]
    DiscForCopy,
    /// Not a harvest good.
    #[error("the helper brings a harvest good, not {0}")]
    ChooseGood(Unit),
    /// Not one of the drawn tiles.
    #[error("{0} is not one of the two drawn tiles")]
    NotDrawn(Tile),
    /// No disc for the market.
    #[error("the market takes a disc from stock, and none is free")]
    DiscForMarket,
    /// One disc a space.
    #[error("the market space {0} has a disc of this player already")]
    OwnDiscThere(Market),
    /// The space is full.
    #[error("the market space {0} is full")]
    MarketFull(Market),
    /// The same skill twice.
    #[error("{0} is hired already")]
    HiredAlready(Helper),
    /// No such helper to hire.
    #[error("there is no {0} to hire")]
    NotForHire(Helper),
}

/// What is to be done now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Due {
    /// Taking a die.
    #[error("a die is to be taken")]
    Take,
    /// Putting a die at the lower dice space.
    #[error("a die is to be put at the lower dice space")]
    Lower,
    /// Marking the last die.
    #[error("the last die is to be marked, or not")]
    Mark,
    /// Scoring.
    #[error("revenue is to be used, until the player is done")]
    Score,
    /// Keeping one of two tiles.
    #[error("one of two tiles is to be kept")]
    Keep,
    /// The market.
    #[error("a disc is to be put on the market, or none")]
    Market,
    /// The good that comes with a trade.
    #[error("a harvest good is to be chosen")]
    Choose,
    /// More steps of a tile.
    #[error("the tile moves another disc, or nothing more")]
    Move,
    /// Hiring.
    #[error("a helper is to be hired")]
    Hire,
}
