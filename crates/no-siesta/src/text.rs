//! The text of a position: fields `key=value`, first those of the table, then those of each seat.
//!
//! ```text
//! mode=standard round=2 pig=b phase=score:b dice=- face-down=3olives,2grains,… market=-/-/-/-/-/-
//! seat=a stock=3 board=grapes track=1 rows=1/0/0/0/0 seat=b stock=4 track=0 …
//! ```
//!
//! Fields with nothing to say are left out. Helper circles, trades and goods of carts are written
//! as `1` for a marked one and `0` for an open one, from left to right as on the sheet.

use std::fmt::{self, Write};

use game::{Seat, SeatSet};

use crate::dice::Dice;
use crate::farm::{CartState, CartStatus, Farm, Holding, Once};
use crate::parts::{Cart, Tile};
use crate::position::{After, NEUTRAL, Phase, Position, Scoring};
use crate::unit::{Face, Unit};
use crate::variant::Mode;

pub(crate) use crate::text_read::{read, read_with_sheet};

/// What is wrong with the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// Longer than any position.
    #[error("the text is too long for a position")]
    TooLong,
    /// Something that is no field.
    #[error("`{0}`: a position consists of fields `key=value`")]
    NoField(String),
    /// A field that is not there.
    #[error("{0}: this field is missing")]
    Missing(String),
    /// A field for the second time.
    #[error("{0}: this field is there twice")]
    Twice(String),
    /// A field that means nothing here.
    #[error("{0}: there is no such field in this game")]
    Unknown(String),
    /// A field with a value that cannot be.
    #[error("{field}={value}: {reason}")]
    Bad {
        /// The name of the field, with its seat.
        field: String,
        /// What the text says.
        value: String,
        /// Why it cannot be.
        reason: String,
    },
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Neutral => f.write_str("neutral"),
            Self::Roll(throw) => write!(f, "roll:{}", throw + 1),
            Self::Take(throw, seat) => write!(f, "take:{}:{seat}", throw + 1),
            Self::Lower(throw) => write!(f, "lower:{}", throw + 1),
            Self::Event(After::Dice(throw)) => write!(f, "event:{}", throw + 1),
            Self::Event(After::Round) => f.write_str("event:round"),
            Self::Last(seats) => {
                f.write_str("last:")?;
                seats.iter().try_for_each(|seat| write!(f, "{seat}"))
            }
            Self::Score(seat, Scoring::Open) => write!(f, "score:{seat}"),
            Self::Score(seat, Scoring::Draw) => write!(f, "draw:{seat}"),
            Self::Score(seat, Scoring::Keep(a, b)) => write!(f, "keep:{seat}:{a},{b}"),
            Self::Score(seat, Scoring::Market) => write!(f, "market:{seat}"),
            Self::Score(seat, Scoring::Choose) => write!(f, "choose:{seat}"),
            Self::Score(seat, Scoring::Move(left)) => write!(f, "move:{seat}:{left}"),
            Self::Hire(seat) => write!(f, "hire:{seat}"),
            Self::Over => f.write_str("over"),
        }
    }
}

/// The phase that a text says.
pub(crate) fn read_phase(text: &str) -> Option<Phase> {
    let throw = |text: &str| match text {
        "1" => Some(0),
        "2" => Some(1),
        "3" => Some(2),
        _ => None,
    };
    let parts: Vec<&str> = text.split(':').collect();
    let seat = |text: &str| text.parse::<Seat>().ok();
    let scoring = |text, scoring| Some(Phase::Score(seat(text)?, scoring));
    match parts[..] {
        ["neutral"] => Some(Phase::Neutral),
        ["over"] => Some(Phase::Over),
        ["roll", n] => throw(n).map(Phase::Roll),
        ["take", n, who] => Some(Phase::Take(throw(n).filter(|n| *n < 2)?, seat(who)?)),
        ["lower", n] => throw(n).filter(|n| *n < 2).map(Phase::Lower),
        ["event", "round"] => Some(Phase::Event(After::Round)),
        ["event", n] => throw(n).filter(|n| *n < 2).map(|n| Phase::Event(After::Dice(n))),
        ["last", seats] => {
            let mut set = SeatSet::default();
            for letter in seats.split("").filter(|letter| !letter.is_empty()) {
                let seat = seat(letter).filter(|seat| !set.contains(*seat))?;
                set = set.with(seat);
            }
            (!set.is_empty()).then_some(Phase::Last(set))
        }
        ["score", who] => scoring(who, Scoring::Open),
        ["draw", who] => scoring(who, Scoring::Draw),
        ["keep", who, tiles] => {
            let (a, b) = tiles.split_once(',')?;
            let (a, b): (Tile, Tile) = (a.parse().ok()?, b.parse().ok()?);
            scoring(who, Scoring::Keep(a.min(b), a.max(b)))
        }
        ["market", who] => scoring(who, Scoring::Market),
        ["choose", who] => scoring(who, Scoring::Choose),
        ["move", who, left] => {
            scoring(who, Scoring::Move(left.parse().ok().filter(|left| (1..=9).contains(left))?))
        }
        ["hire", who] => Some(Phase::Hire(seat(who)?)),
        _ => None,
    }
}

fn write_tiles(f: &mut impl Write, tiles: [u8; 8]) -> fmt::Result {
    crate::counts::write(f, Tile::ALL.map(|tile| (tile.name(), tiles[tile.index()])), ",")
}

fn write_dice(f: &mut impl Write, dice: Dice) -> fmt::Result {
    crate::counts::write(f, Face::ALL.map(|face| (face.name(), dice.count(face))), ",")
}

fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    items: impl IntoIterator<Item = T>,
    mut each: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    write!(f, " {key}=")?;
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            f.write_char('/')?;
        }
        each(f, item)?;
    }
    Ok(())
}

fn write_bits(f: &mut fmt::Formatter<'_>, bits: u16, len: usize) -> fmt::Result {
    (0..len).try_for_each(|index| f.write_char(if bits >> index & 1 != 0 { '1' } else { '0' }))
}

fn write_holding(f: &mut impl Write, holding: Holding) -> fmt::Result {
    let units = Unit::ALL.map(|unit| (unit.name(), holding.count(unit)));
    crate::counts::write(f, units.into_iter().chain([("commodity", holding.commodities())]), ",")
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = self.variant.mode();
        write!(f, "mode={mode} round={} pig={} phase={} dice=", self.round, self.start, self.phase)?;
        write_dice(f, self.dice)?;
        f.write_str(" face-down=")?;
        write_tiles(f, self.face_down)?;
        write_list(f, "market", self.market, |f, there| {
            if there == 0 {
                return f.write_char('-');
            }
            self.players()
                .seats()
                .filter(|s| there & 1 << s.index() != 0)
                .try_for_each(|s| write!(f, "{s}"))?;
            if there & NEUTRAL != 0 { f.write_char('n') } else { Ok(()) }
        })?;
        if self.variant.mode() == Mode::Solo {
            let solo = &self.solo;
            write!(f, " neutral={}", solo.track)?;
            let finished = Cart::ALL.into_iter().filter(|cart| solo.has_finished(*cart));
            f.write_str(" finished=")?;
            crate::counts::write(f, finished.map(|cart| (cart.name(), 1)), ",")?;
            f.write_str(" upper=")?;
            write_dice(f, solo.upper)?;
            f.write_str(" lower=")?;
            write_dice(f, solo.lower)?;
            write!(f, " pile={} beside={} aside={}", solo.pile, solo.beside, solo.aside)?;
        }
        if self.own_steps > 0 {
            write!(f, " steps={}", self.own_steps)?;
        }
        self.players().seats().try_for_each(|seat| {
            write!(f, " seat={seat}")?;
            self.write_farm(f, self.farm(seat))
        })
    }
}

impl Position {
    fn write_farm(&self, f: &mut fmt::Formatter<'_>, farm: &Farm) -> fmt::Result {
        let sheet = self.sheet();
        write!(f, " stock={}", farm.stock)?;
        for (key, holding) in [("board", farm.board), ("free", farm.free), ("taken", farm.taken)] {
            if holding != Holding::default() {
                write!(f, " {key}=")?;
                write_holding(f, holding)?;
            }
        }
        write!(f, " track={}", farm.track)?;
        if farm.silver > 0 {
            write!(f, " silver={}", farm.silver)?;
        }
        for (key, tiles) in [("tiles", farm.tiles), ("turned", farm.turned)] {
            if tiles != [0; 8] {
                write!(f, " {key}=")?;
                write_tiles(f, tiles)?;
            }
        }
        if farm.circles.iter().any(|marked| *marked != 0) {
            write_list(f, "helpers", sheet.helpers().iter().enumerate(), |f, (index, space)| {
                write_bits(f, farm.circles[index].into(), space.circles().len())?;
                farm.hired[index].map_or(Ok(()), |helper| write!(f, ":{helper}"))
            })?;
        }
        if farm.trades != 0 {
            f.write_str(" trades=")?;
            write_bits(f, farm.trades.into(), sheet.trades().len())?;
        }
        if farm.carts != [CartState::default(); 3] {
            write_list(f, "carts", Cart::ALL, |f, cart| {
                let state = farm.cart(cart);
                write_bits(f, state.goods, sheet.cart(cart).goods().len())?;
                write!(f, ".{}", state.donkeys)?;
                f.write_str(match state.status {
                    CartStatus::Open => "",
                    CartStatus::New => ":new",
                    CartStatus::Larger => ":larger",
                    CartStatus::Smaller => ":smaller",
                })
            })?;
        }
        if farm.rows != [0; 5] {
            write_list(f, "rows", farm.rows.iter().zip(farm.lost), |f, (marked, lost)| {
                write!(f, "{marked}")?;
                if lost > 0 { write!(f, "-{lost}") } else { Ok(()) }
            })?;
        }
        if let Some(copied) = farm.copied {
            write!(f, " copied={}:{}", copied.seat, copied.helper)?;
        }
        if farm.done != 0 {
            f.write_str(" used=")?;
            let used = Once::ALL.into_iter().filter(|once| farm.did(*once));
            crate::counts::write(f, used.map(|once| (once.name(), 1)), ",")?;
        }
        Ok(())
    }
}
