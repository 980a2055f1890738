//! What a player does in one step, and its notation.

use std::fmt;
use std::str::FromStr;

use game::Seat;
use game::record::clipped;

use crate::names::NameError;
use crate::parts::{Cart, Helper, Market, Tile};
use crate::unit::{Face, Unit, Units};

/// Where a unit comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pool {
    /// A disc on the revenue board.
    Disc,
    /// A roof tile or a helper.
    Free,
    /// Warehouse or stable, by the helper who takes things back.
    Taken,
}

impl Pool {
    pub(crate) const ALL: [Self; 3] = [Self::Disc, Self::Free, Self::Taken];

    const fn prefix(self) -> &'static str {
        match self {
            Self::Disc => "",
            Self::Free => "free ",
            Self::Taken => "taken ",
        }
    }
}

/// What one circle is marked with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Payment {
    /// A unit as such.
    Plain(Pool, Unit),
    /// A commodity as this unit.
    Commodity(Unit),
    /// A donkey as a hat or a hat as a donkey; the unit is the one that is given.
    Swapped(Pool, Unit),
}

impl Payment {
    /// What it counts as.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Plain(_, unit) | Self::Commodity(unit) => unit,
            Self::Swapped(_, Unit::Hat) => Unit::Donkey,
            Self::Swapped(
                _,
                Unit::Olive | Unit::Grain | Unit::Grapes | Unit::Pig | Unit::Donkey | Unit::Silver,
            ) => Unit::Hat,
        }
    }
}

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(pool, unit) => write!(f, "{}{unit}", pool.prefix()),
            Self::Commodity(unit) => write!(f, "commodity as {unit}"),
            Self::Swapped(pool, unit) => write!(f, "{}{unit} as {}", pool.prefix(), self.unit()),
        }
    }
}

impl FromStr for Payment {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let (source, unit) = match text.split_once(" as ") {
            Some((source, unit)) => (source, Some(unit.parse::<Unit>()?)),
            None => (text, None),
        };
        if source == "commodity" {
            return unit.map(Self::Commodity).ok_or_else(|| ActionError::Payment(clipped(text)));
        }
        let with_prefix = |pool: &Pool| *pool != Pool::Disc && source.starts_with(pool.prefix());
        let pool = Pool::ALL.into_iter().find(with_prefix).unwrap_or(Pool::Disc);
        let held: Unit = source[pool.prefix().len()..].parse()?;
        let swapped = Self::Swapped(pool, held);
        match unit {
            None => Ok(Self::Plain(pool, held)),
            Some(unit) if matches!(held, Unit::Donkey | Unit::Hat) && unit == swapped.unit() => Ok(swapped),
            Some(_) => Err(ActionError::Payment(clipped(text))),
        }
    }
}

/// What is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// The next section of the barn.
    Barn,
    /// A circle of this helper space, from 0.
    Helper(u8),
    /// A good of this cart.
    Cart(Cart),
    /// A donkey of this cart.
    Yoke(Cart),
    /// The row of the unit in the warehouse.
    Warehouse,
    /// The row of the unit in the stable.
    Stable,
    /// The Siesta Track.
    Track,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Barn => f.write_str("barn"),
            Self::Helper(space) => write!(f, "helper {}", space + 1),
            Self::Cart(cart) => write!(f, "{cart} cart"),
            Self::Yoke(cart) => write!(f, "{cart} yoke"),
            Self::Warehouse => f.write_str("warehouse"),
            Self::Stable => f.write_str("stable"),
            Self::Track => f.write_str("track"),
        }
    }
}

impl FromStr for Target {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        if let Some(space) = text.strip_prefix("helper ") {
            return Ok(Self::Helper(number(space)?));
        }
        if let Some(cart) = text.strip_suffix(" cart") {
            return Ok(Self::Cart(cart.parse()?));
        }
        if let Some(cart) = text.strip_suffix(" yoke") {
            return Ok(Self::Yoke(cart.parse()?));
        }
        match text {
            "barn" => Ok(Self::Barn),
            "warehouse" => Ok(Self::Warehouse),
            "stable" => Ok(Self::Stable),
            "track" => Ok(Self::Track),
            _ => Err(ActionError::Target(clipped(text))),
        }
    }
}

/// A place counted from 1, as it is written, counted from 0.
fn number(text: &str) -> Result<u8, ActionError> {
    let number = text.parse().ok().filter(|n| (1..=9).contains(n) && text.len() == 1);
    number.map(|n: u8| n - 1).ok_or_else(|| ActionError::Number(clipped(text)))
}

/// What lets a disc move along an arrow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mover {
    /// A roof tile, for its first step.
    Tile,
    /// The same roof tile, for another step.
    Again,
    /// The helper.
    Helper,
}

/// What a player does in one step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Takes a die and marks these of its units on the revenue board.
    Take(Face, Units),
    /// Puts a die at the lower dice space of the solo track.
    Lower(Face),
    /// Marks these units of the last die on the revenue board.
    Mark(Units),
    /// Marks a circle or takes a step on the track.
    Spend(Payment, Target),
    /// Fulfils a trade, from 0.
    Trade(u8, [Payment; 3]),
    /// Uses a roof tile that brings units.
    Use(Tile),
    /// Moves a disc on the revenue board.
    Move(Mover, Unit, Unit),
    /// Forgoes the other steps of a roof tile.
    MoveNoMore,
    /// Gives a donkey and takes these two back from warehouse and stable.
    TakeBack([Unit; 2]),
    /// Puts a disc on a helper of somebody else.
    Copy(Seat, Helper),
    /// Chooses the good that the helper brings with a trade.
    Choose(Unit),
    /// Keeps this one of two drawn tiles.
    Keep(Tile),
    /// Puts a disc on the market.
    Market(Market),
    /// Puts no disc on the market.
    NoMarket,
    /// Hires a helper.
    Hire(Helper),
    /// Ends the scoring phase.
    Done,
}

fn write_units(f: &mut fmt::Formatter<'_>, units: Units) -> fmt::Result {
    if units.is_empty() {
        return f.write_str("nothing");
    }
    for (index, unit) in units.iter().enumerate() {
        write!(f, "{}{unit}", if index > 0 { "+" } else { "" })?;
    }
    Ok(())
}

fn read_units(text: &str) -> Result<Units, ActionError> {
    if text == "nothing" {
        return Ok(Units::NONE);
    }
    text.split('+').try_fold(Units::NONE, |all, unit| Ok(all.with(Units::of(unit.parse()?))))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(face, units) => {
                write!(f, "take {face}")?;
                if *units == face.units() {
                    return Ok(());
                }
                f.write_str(", mark ")?;
                write_units(f, *units)
            }
            Self::Lower(face) => write!(f, "lower {face}"),
            Self::Mark(units) => {
                f.write_str("mark ")?;
                write_units(f, *units)
            }
            Self::Spend(payment, target) => write!(f, "{payment} to {target}"),
            Self::Trade(trade, [a, b, c]) => write!(f, "trade {} with {a}, {b}, {c}", trade + 1),
            Self::Use(tile) => write!(f, "use {tile}"),
            Self::Move(mover, from, to) => {
                let word = match mover {
                    Mover::Tile => "tile moves",
                    Mover::Again => "then moves",
                    Mover::Helper => "helper moves",
                };
                write!(f, "{word} {from} to {to}")
            }
            Self::MoveNoMore => f.write_str("then moves nothing"),
            Self::TakeBack([a, b]) => write!(f, "take back {a} and {b}"),
            Self::Copy(seat, helper) => write!(f, "copy {helper} of {seat}"),
            Self::Choose(unit) => write!(f, "choose {unit}"),
            Self::Keep(tile) => write!(f, "keep {tile}"),
            Self::Market(space) => write!(f, "market {space}"),
            Self::NoMarket => f.write_str("market nothing"),
            Self::Hire(helper) => write!(f, "hire {helper}"),
            Self::Done => f.write_str("done"),
        }
    }
}

/// A text that is no action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// Nothing that somebody can do.
    #[error(
        "`{0}` is no action: actions are written `take …`, `lower …`, `mark …`, `… to …`, `trade … with …`, \
         `use …`, `tile moves … to …`, `helper moves … to …`, `then moves …`, `take back … and …`, \
         `copy … of …`, `choose …`, `keep …`, `market …`, `hire …`, `done`"
    )]
    Unknown(String),
    /// A name that means nothing here.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Not a number of a place.
    #[error("`{0}` is not a number from 1 to 9")]
    Number(String),
    /// Nothing that a circle can be marked with.
    #[error(
        "`{0}` marks nothing: write `olive`, `free olive`, `taken olive`, `commodity as olive`, `donkey as hat` or `hat as donkey`"
    )]
    Payment(String),
    /// Nothing that can be marked.
    #[error(
        "`{0}` cannot be marked: write `barn`, `helper 1`, `top cart`, `top yoke`, `warehouse`, `stable` or `track`"
    )]
    Target(String),
    /// A trade with other than three units.
    #[error("a trade takes three units, as in `trade 1 with olive, olive, olive`")]
    Trade,
    /// No seat.
    #[error("`{0}` is no seat: it is one of a, b, c, d")]
    Seat(String),
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let unknown = || ActionError::Unknown(clipped(text));
        match text {
            "done" => return Ok(Self::Done),
            "market nothing" => return Ok(Self::NoMarket),
            "then moves nothing" => return Ok(Self::MoveNoMore),
            _ => {}
        }
        if let Some(rest) = text.strip_prefix("take back ") {
            let (a, b) = rest.split_once(" and ").ok_or_else(unknown)?;
            let mut units: [Unit; 2] = [a.parse()?, b.parse()?];
            units.sort_unstable();
            return Ok(Self::TakeBack(units));
        }
        for (prefix, mover) in
            [("tile moves ", Mover::Tile), ("then moves ", Mover::Again), ("helper moves ", Mover::Helper)]
        {
            if let Some(rest) = text.strip_prefix(prefix) {
                let (from, to) = rest.split_once(" to ").ok_or_else(unknown)?;
                return Ok(Self::Move(mover, from.parse()?, to.parse()?));
            }
        }
        let (word, rest) = text.split_once(' ').ok_or_else(unknown)?;
        match word {
            "take" => {
                let (face, units) = rest.split_once(", mark ").map_or((rest, None), |(f, u)| (f, Some(u)));
                let face: Face = face.parse()?;
                Ok(Self::Take(face, units.map_or(Ok(face.units()), read_units)?))
            }
            "lower" => Ok(Self::Lower(rest.parse()?)),
            "mark" => Ok(Self::Mark(read_units(rest)?)),
            "trade" => {
                let (trade, with) = rest.split_once(" with ").ok_or(ActionError::Trade)?;
                let payments: Vec<Payment> =
                    with.split(", ").map(str::parse).collect::<Result<_, ActionError>>()?;
                let mut payments: [Payment; 3] = payments.try_into().map_err(|_| ActionError::Trade)?;
                sort_payments(&mut payments);
                Ok(Self::Trade(number(trade)?, payments))
            }
            "use" => Ok(Self::Use(rest.parse()?)),
            "copy" => {
                let (helper, seat) = rest.split_once(" of ").ok_or_else(unknown)?;
                let seat = seat.parse().map_err(|_| ActionError::Seat(clipped(seat)))?;
                Ok(Self::Copy(seat, helper.parse()?))
            }
            "choose" => Ok(Self::Choose(rest.parse()?)),
            "keep" => Ok(Self::Keep(rest.parse()?)),
            "market" => Ok(Self::Market(rest.parse()?)),
            "hire" => Ok(Self::Hire(rest.parse()?)),
            _ => {
                let (payment, target) = text.split_once(" to ").ok_or_else(unknown)?;
                Ok(Self::Spend(payment.parse()?, target.parse()?))
            }
        }
    }
}

/// The one order in which the payments of a trade are kept.
pub(crate) fn sort_payments(payments: &mut [Payment; 3]) {
    payments.sort_unstable_by_key(|payment| (payment.unit(), *payment));
}
