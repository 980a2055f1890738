//! Reading the text of a position.

use std::str::FromStr;

use game::record::clipped;
use game::{Players, Seat};

use crate::counts;
use crate::dice::Dice;
use crate::farm::{COMMODITY, CartState, CartStatus, Copied, Farm, Holding, Once};
use crate::names::NameError;
use crate::parts::{Cart, Helper, Tile};
use crate::position::{NEUTRAL, Phase, Position, Scoring};
use crate::sheet::{MOST_HELPERS, Sheet};
use crate::text::{PositionError, read_phase};
use crate::text_check;
use crate::unit::Unit;
use crate::variant::{Mode, Variant};

/// The longest text that is parsed.
const MAX_BYTES: usize = 4000;
/// The most units or tiles in one field.
const MAX_UNITS: u8 = 60;

/// The fields of the table or of one seat.
pub(crate) struct Fields<'t> {
    prefix: String,
    fields: Vec<(&'t str, &'t str)>,
}

impl<'t> Fields<'t> {
    fn take(&mut self, key: &str) -> Option<&'t str> {
        let index = self.fields.iter().position(|(k, _)| *k == key)?;
        Some(self.fields.remove(index).1)
    }

    fn need(&mut self, key: &str) -> Result<&'t str, PositionError> {
        self.take(key).ok_or_else(|| PositionError::Missing(self.name(key)))
    }

    fn name(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }

    fn bad(&self, key: &str, value: &str, reason: impl Into<String>) -> PositionError {
        PositionError::Bad { field: self.name(key), value: clipped(value), reason: reason.into() }
    }

    fn number(&mut self, key: &str, most: u8) -> Result<u8, PositionError> {
        let text = self.need(key)?;
        number(text, most).ok_or_else(|| self.bad(key, text, format!("this is a number from 0 to {most}")))
    }

    fn number_or_zero(&mut self, key: &str, most: u8) -> Result<u8, PositionError> {
        if self.fields.iter().any(|(k, _)| *k == key) { self.number(key, most) } else { Ok(0) }
    }

    /// The counts of named things; none if the field is not there.
    fn counts<const N: usize>(&mut self, key: &str, names: &[&str; N]) -> Result<[u8; N], PositionError> {
        let mut all = [0; N];
        let mut left = u16::from(MAX_UNITS);
        let Some(text) = self.take(key) else { return Ok(all) };
        for (count, name) in counts::parts(text, ',') {
            let reason = match (names.iter().position(|one| *one == name), count) {
                (None, _) => format!("`{}` is not expected here", clipped(name)),
                (Some(there), _) if all[there] > 0 => format!("`{name}` is there twice"),
                // All together, so that no sum of them can be too large to count.
                (Some(there), Some(count)) if u16::from(count) <= left => {
                    all[there] = count;
                    left -= u16::from(count);
                    continue;
                }
                (Some(_), _) => format!("there are at most {MAX_UNITS} in all"),
            };
            return Err(self.bad(key, text, reason));
        }
        Ok(all)
    }

    fn holding(&mut self, key: &str) -> Result<Holding, PositionError> {
        let mut names = ["commodity"; 8];
        for unit in Unit::ALL {
            names[unit.index()] = unit.name();
        }
        Ok(Holding(self.counts(key, &names)?))
    }

    fn tiles(&mut self, key: &str) -> Result<[u8; 8], PositionError> {
        self.counts(key, &Tile::ALL.map(Tile::name))
    }

    fn dice(&mut self, key: &str) -> Result<Dice, PositionError> {
        let text = self.need(key)?;
        Dice::from_str(text).map_err(|error| self.bad(key, text, error.to_string()))
    }

    /// The parts of a list with this many.
    fn list(&mut self, key: &str, len: usize) -> Result<Option<Vec<&'t str>>, PositionError> {
        let Some(text) = self.take(key) else { return Ok(None) };
        let parts: Vec<&str> = text.split('/').collect();
        if parts.len() == len {
            Ok(Some(parts))
        } else {
            Err(self.bad(key, text, format!("there are {len} parts with / between")))
        }
    }

    fn bits(&self, key: &str, text: &str, len: usize) -> Result<u16, PositionError> {
        let fits = text.len() == len && text.bytes().all(|bit| matches!(bit, b'0' | b'1'));
        if !fits {
            return Err(self.bad(key, text, format!("this is {len} times 0 or 1")));
        }
        Ok(text.bytes().enumerate().fold(0, |all, (index, bit)| all | u16::from(bit == b'1') << index))
    }

    fn end(&self) -> Result<(), PositionError> {
        self.fields.first().map_or(Ok(()), |(key, _)| Err(PositionError::Unknown(self.name(&clipped(key)))))
    }
}

/// A number as it is written: digits with no zero in front.
fn number(text: &str, most: u8) -> Option<u8> {
    let plain = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|n| plain && *n <= most)
}

/// The position with this text, which says mode and players itself.
pub(crate) fn read_with_sheet(sheet: &'static Sheet, text: &str) -> Result<Position, PositionError> {
    if text.len() > MAX_BYTES {
        return Err(PositionError::TooLong);
    }
    let value = |key: &str| {
        text.split_whitespace().filter_map(|field| field.split_once('=')).find(|(k, _)| *k == key)
    };
    let (_, mode) = value("mode").ok_or_else(|| PositionError::Missing("mode".into()))?;
    let bad = |reason: String| PositionError::Bad { field: "mode".into(), value: clipped(mode), reason };
    let known: Mode = mode.parse().map_err(|error: NameError| bad(error.to_string()))?;
    let seats = text.split_whitespace().filter(|field| field.starts_with("seat=")).count();
    let players = Players::new(seats).ok_or_else(|| bad(format!("no game has {seats} seats")))?;
    let variant = Variant::with_sheet(players, known, sheet).map_err(|error| bad(error.to_string()))?;
    read(variant, text)
}

/// The position with this text in a game of this variant.
pub(crate) fn read(variant: Variant, text: &str) -> Result<Position, PositionError> {
    if text.len() > MAX_BYTES {
        return Err(PositionError::TooLong);
    }
    let mut table = Fields { prefix: String::new(), fields: Vec::new() };
    let mut seats: Vec<(Seat, Fields<'_>)> = Vec::new();
    for part in text.split_whitespace() {
        let (key, value) = part.split_once('=').ok_or_else(|| PositionError::NoField(clipped(part)))?;
        if key == "seat" {
            let next = Seat::new(seats.len()).filter(|seat| variant.players().has(*seat));
            let seat = value.parse().ok().filter(|seat| Some(*seat) == next);
            let reason = "the seats come in their order, as many as there are players";
            let seat = seat.ok_or_else(|| table.bad("seat", value, reason))?;
            seats.push((seat, Fields { prefix: format!("{seat}."), fields: Vec::new() }));
            continue;
        }
        let fields = seats.last_mut().map_or(&mut table, |(_, fields)| fields);
        if fields.fields.iter().any(|(k, _)| *k == key) {
            return Err(PositionError::Twice(fields.name(key)));
        }
        fields.fields.push((key, value));
    }
    if seats.len() != variant.players().count() {
        let missing = Seat::ALL[seats.len()];
        return Err(PositionError::Missing(format!("seat={missing}")));
    }
    let mut position = read_table(variant, &mut table)?;
    table.end()?;
    for (seat, fields) in &mut seats {
        position.farms[seat.index()] = read_farm(variant, fields)?;
        fields.end()?;
    }
    text_check::complete(&mut position)?;
    Ok(position)
}

fn read_table(variant: Variant, table: &mut Fields<'_>) -> Result<Position, PositionError> {
    let mode = table.need("mode")?;
    if mode != variant.mode().name() {
        return Err(table.bad("mode", mode, format!("the mode of this game is {}", variant.mode())));
    }
    let mut position = Position::start(variant);
    let (round, last) = (table.need("round")?, position.last_round());
    position.round = number(round, last)
        .filter(|round| *round > 0)
        .ok_or_else(|| table.bad("round", round, format!("this is a number from 1 to {last}")))?;
    let pig = table.need("pig")?;
    position.start = Seat::ALL[usize::from(position.round - 1) % variant.players().count()];
    if pig.parse() != Ok(position.start) {
        let reason = format!("in round {} the pig is with {}", position.round, position.start);
        return Err(table.bad("pig", pig, reason));
    }
    let phase = table.need("phase")?;
    position.phase = read_phase(phase)
        .ok_or_else(|| table.bad("phase", phase, "there is no such phase, as `take:1:a` or `score:b` are"))?;
    position.dice = table.dice("dice")?;
    position.face_down = table.tiles("face-down")?;
    let market = table.list("market", 6)?.ok_or_else(|| PositionError::Missing("market".into()))?;
    for (there, text) in position.market.iter_mut().zip(market) {
        for sign in text.chars().filter(|_| text != "-") {
            let neutral = variant.mode() == Mode::Solo && sign == 'n';
            let seat = variant.players().seats().find(|seat| seat.letter() == sign);
            let bit = if neutral { Some(NEUTRAL) } else { seat.map(|seat| 1 << seat.index()) };
            match bit.filter(|bit| *there & bit == 0) {
                Some(bit) => *there |= bit,
                None => {
                    return Err(table.bad("market", text, "a space has `-` or the seats with a disc there"));
                }
            }
        }
        if there.count_ones() > variant.market_room() {
            return Err(table.bad("market", text, format!("a space holds {}", variant.market_room())));
        }
    }
    position.own_steps = table.number_or_zero("steps", 200)?;
    if variant.mode() == Mode::Solo {
        let solo = &mut position.solo;
        solo.track = table.number("neutral", variant.track().last)?;
        let finished = table.counts("finished", &Cart::ALL.map(Cart::name))?;
        solo.carts = (0..3).fold(0, |all, cart| all | u8::from(finished[cart] > 0) << cart);
        solo.upper = table.dice("upper")?;
        solo.lower = table.dice("lower")?;
        solo.pile = table.number("pile", 99)?;
        solo.beside = table.number("beside", 99)?;
        solo.aside = table.number("aside", 99)?;
    }
    Ok(position)
}

fn read_farm(variant: Variant, fields: &mut Fields<'_>) -> Result<Farm, PositionError> {
    let sheet = variant.sheet();
    let mut farm = Farm {
        stock: fields.number("stock", sheet.discs())?,
        board: fields.holding("board")?,
        free: fields.holding("free")?,
        taken: fields.holding("taken")?,
        track: fields.number("track", variant.track().last)?,
        silver: fields.number_or_zero("silver", 20)?,
        tiles: fields.tiles("tiles")?,
        turned: fields.tiles("turned")?,
        ..Farm::default()
    };
    read_helpers(&mut farm, variant, fields)?;
    if let Some(text) = fields.take("trades") {
        farm.trades = fields.bits("trades", text, sheet.trades().len())? as u8;
    }
    if let Some(parts) = fields.list("carts", 3)? {
        for (cart, text) in Cart::ALL.into_iter().zip(parts) {
            farm.carts[cart.index()] = read_cart(variant, fields, cart, text)?;
        }
    }
    read_rows(&mut farm, variant, fields)?;
    if let Some(text) = fields.take("copied") {
        let copied = text.split_once(':').and_then(|(seat, helper)| {
            let seat = seat.parse().ok().filter(|seat| variant.players().has(*seat))?;
            Some(Copied { seat, helper: helper.parse().ok()? })
        });
        let reason = "this is a seat and a helper, as in `b:carts`";
        farm.copied = Some(copied.ok_or_else(|| fields.bad("copied", text, reason))?);
    }
    let used = fields.counts("used", &Once::ALL.map(Once::name))?;
    for (once, used) in Once::ALL.into_iter().zip(used) {
        if used > 0 {
            farm.set_done(once);
        }
    }
    Ok(farm)
}

/// The marked circles of the helper spaces, and who is hired there.
fn read_helpers(farm: &mut Farm, variant: Variant, fields: &mut Fields<'_>) -> Result<(), PositionError> {
    let sheet = variant.sheet();
    if let Some(parts) = fields.list("helpers", sheet.helpers().len())? {
        for (index, text) in parts.into_iter().enumerate().take(MOST_HELPERS) {
            let (bits, helper) = text.split_once(':').map_or((text, None), |(b, h)| (b, Some(h)));
            let space = &sheet.helpers()[index];
            farm.circles[index] = fields.bits("helpers", bits, space.circles().len())? as u8;
            let Some(helper) = helper else { continue };
            let helper: Helper =
                helper.parse().map_err(|e: NameError| fields.bad("helpers", text, e.to_string()))?;
            if farm.circles[index] != space.all_marked() {
                return Err(fields.bad("helpers", text, "a helper is on a space that is not complete"));
            }
            if farm.hires(helper) {
                return Err(fields.bad("helpers", text, "nobody hires the same helper twice"));
            }
            farm.hired[index] = Some(helper);
        }
    }
    Ok(())
}

/// The marked circles of warehouse and stable, and how many of them are lost.
fn read_rows(farm: &mut Farm, variant: Variant, fields: &mut Fields<'_>) -> Result<(), PositionError> {
    if let Some(parts) = fields.list("rows", 5)? {
        for (row, text) in parts.into_iter().enumerate() {
            let (marked, lost) = text.split_once('-').unwrap_or((text, "0"));
            let most = variant.sheet().rows()[row];
            let marked = number(marked, most);
            let lost = marked.and_then(|marked| number(lost, marked));
            let (Some(marked), Some(lost)) = (marked, lost) else {
                let reason = format!("a row has 0 to {most} marked circles, and after - how many are lost");
                return Err(fields.bad("rows", text, reason));
            };
            (farm.rows[row], farm.lost[row]) = (marked, lost);
        }
    }
    Ok(())
}

fn read_cart(
    variant: Variant,
    fields: &Fields<'_>,
    cart: Cart,
    text: &str,
) -> Result<CartState, PositionError> {
    let printed = variant.sheet().cart(cart);
    let (state, status) = text.split_once(':').map_or((text, None), |(s, v)| (s, Some(v)));
    let status = match status {
        None => CartStatus::Open,
        Some("new") => CartStatus::New,
        Some("larger") => CartStatus::Larger,
        Some("smaller") => CartStatus::Smaller,
        Some(_) => return Err(fields.bad("carts", text, "a complete cart is new, larger or smaller")),
    };
    let (goods, donkeys) = state.split_once('.').unwrap_or((state, ""));
    let goods = fields.bits("carts", goods, printed.goods().len())?;
    let donkeys = number(donkeys, printed.donkeys).ok_or_else(|| {
        fields.bad("carts", text, format!("after the dot are 0 to {} donkeys", printed.donkeys))
    })?;
    if status != CartStatus::Open && goods != printed.all_loaded() {
        return Err(fields.bad("carts", text, "a complete cart has all its goods"));
    }
    Ok(CartState { goods, donkeys, status })
}

/// What is wrong with a field as it would be written.
pub(crate) fn bad(
    field: impl Into<String>,
    value: &dyn ToString,
    reason: impl Into<String>,
) -> PositionError {
    PositionError::Bad { field: field.into(), value: value.to_string(), reason: reason.into() }
}

/// Whether there are only commodities.
pub(crate) fn only_commodities(holding: Holding) -> bool {
    holding.0[..COMMODITY].iter().all(|count| *count == 0)
}

/// Whether the phase is a scoring phase of this seat.
pub(crate) fn scores(phase: Phase, seat: Seat) -> Option<Scoring> {
    match phase {
        Phase::Score(now, scoring) if now == seat => Some(scoring),
        Phase::Score(..)
        | Phase::Neutral
        | Phase::Roll(_)
        | Phase::Take(..)
        | Phase::Lower(_)
        | Phase::Event(_)
        | Phase::Last(_)
        | Phase::Hire(_)
        | Phase::Over => None,
    }
}
