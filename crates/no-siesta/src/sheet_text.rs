//! Reading a sheet: its form, and what must hold for the game to be playable with it.

use std::collections::BTreeMap;

use game::Seat;
#[cfg(not(target_family = "wasm"))]
use serde_path_to_error::Segment;

use crate::parts::{Cart, Market, Tile};
use crate::sheet::{
    CartSheet, HelperSpace, MOST_CIRCLES, MOST_DONKEYS, MOST_GOODS, MOST_HELPERS, MOST_SECTIONS, MOST_SPACES,
    MOST_STORED, MOST_TRADES, Points, Printed, Section, SoloSheet, Track,
};
use crate::sheet_form::{
    CartForm, Form, HelperForm, Known, Provenance, SectionForm, SoloTrackForm, TileForm, TradeForm,
};
use crate::unit::{Face, Unit, Units};

/// One entry of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name, such as `cart.2.donkeys`; parts of a list are counted from 1.
    pub name: String,
    /// Its value as it is written.
    pub value: String,
    /// How it is known.
    pub provenance: Provenance,
}

/// What is wrong with a sheet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SheetError {
    /// Not in the form of a sheet; the text says where.
    #[error("this is not a sheet: {0}")]
    Form(String),
    /// An entry with a value that the game cannot be played with.
    #[error("{entry}: {reason}")]
    Entry {
        /// The name of the entry.
        entry: String,
        /// Why its value is not possible.
        reason: String,
    },
}

fn wrong<T>(entry: impl Into<String>, reason: impl Into<String>) -> Result<T, SheetError> {
    Err(SheetError::Entry { entry: entry.into(), reason: reason.into() })
}

fn within(entry: impl Into<String>, value: u8, least: u8, most: u8) -> Result<u8, SheetError> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        wrong(entry, format!("{value} is not from {least} to {most}"))
    }
}

fn counted(entry: &str, len: usize, most: usize) -> Result<(), SheetError> {
    if (1..=most).contains(&len) {
        Ok(())
    } else {
        wrong(entry, format!("{len} of them; 1 to {most} can be"))
    }
}

/// Reads a text as a sheet and checks all that must hold.
pub(crate) fn read(text: &str) -> Result<(Printed, Vec<Entry>), SheetError> {
    let table: toml::Table = toml::from_str(text).map_err(|error| malformed(&error))?;
    let mut entries = Vec::new();
    list(&toml::Value::Table(table), "", &mut entries)?;
    Ok((checked(&read_form(text)?)?, entries))
}

fn malformed(error: &toml::de::Error) -> SheetError {
    SheetError::Form(error.to_string().trim_end().to_owned())
}

/// Reads the form of a sheet, or says which entry has another.
#[cfg(not(target_family = "wasm"))]
fn read_form(text: &str) -> Result<Form, SheetError> {
    let sheet = toml::Deserializer::parse(text).map_err(|error| malformed(&error))?;
    serde_path_to_error::deserialize(sheet).map_err(|error| SheetError::Entry {
        entry: entry_at(error.path()),
        reason: error.inner().message().replace("expected u8", "expected a number from 0 to 255"),
    })
}

/// The same in a browser, which reads no sheet but our own: a name for each wrong entry would be a sixth of its code.
#[cfg(target_family = "wasm")]
fn read_form(text: &str) -> Result<Form, SheetError> {
    toml::from_str(text).map_err(|error| malformed(&error))
}

/// The name of the entry at a path, as [`list`] names them.
#[cfg(not(target_family = "wasm"))]
fn entry_at(path: &serde_path_to_error::Path) -> String {
    let names = path.iter().filter_map(|segment| match segment {
        Segment::Seq { index } => Some((index + 1).to_string()),
        Segment::Map { key } => Some(key.clone()),
        Segment::Enum { variant } => Some(variant.clone()),
        Segment::Unknown => None,
    });
    let names: Vec<String> = names.filter(|name| name != "value").collect();
    if names.is_empty() { "the sheet".to_owned() } else { names.join(".") }
}

/// Lists every entry; everything in a sheet is one, or holds some.
fn list(value: &toml::Value, name: &str, entries: &mut Vec<Entry>) -> Result<(), SheetError> {
    let below = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
    match value {
        toml::Value::Table(table) => match (table.get("value"), table.get("from")) {
            (Some(value), Some(from)) => {
                let provenance = from.clone().try_into().or_else(|_| {
                    wrong(name, format!("from = {from} is not stated, implied or reconstructed"))
                })?;
                entries.push(Entry { name: name.to_owned(), value: value.to_string(), provenance });
            }
            _ => {
                for (key, value) in table {
                    list(value, &below(key), entries)?;
                }
            }
        },
        toml::Value::Array(parts) => {
            for (index, value) in parts.iter().enumerate() {
                list(value, &below(&(index + 1).to_string()), entries)?;
            }
        }
        _ => return wrong(name, "an entry is { value = …, from = \"…\" }"),
    }
    Ok(())
}

fn checked(form: &Form) -> Result<Printed, SheetError> {
    let dice = [
        ("dice.two", &form.dice.two, 2),
        ("dice.three", &form.dice.three, 3),
        ("dice.four", &form.dice.four, 4),
    ];
    for (entry, dice, players) in dice {
        if dice.value != 2 * players + 1 {
            let needed = 2 * players + 1;
            return wrong(entry, format!("{players} players take two each and share one: {needed} dice"));
        }
    }
    if form.dice.solo.value != 7 {
        return wrong("dice.solo", "two lie above, five are thrown: 7 dice");
    }
    let track = track("track", form.track.spaces.value, &form.track.discs.value)?;
    let solo_track = solo_track(&form.solo_track)?;
    let discs = discs(form, [("track.discs", &track), ("solo-track.discs", &solo_track)])?;
    let carts = carts(&form.cart)?;
    let (barn, sections) = barn(&form.barn)?;
    let (tiles, gives) = tiles(&form.tiles, sections, form.solo.aside.value)?;
    let (helpers, helper_spaces) = helpers(&form.helper)?;
    let (trades, trade_boxes) = trades(&form.trade)?;
    let warehouse = within("rows.warehouse", form.rows.warehouse.value, 1, MOST_STORED)?;
    let stable = within("rows.stable", form.rows.stable.value, 1, MOST_STORED)?;
    Ok(Printed {
        dice: dice.map(|(_, dice, _)| dice.value),
        discs,
        stock: form.discs.stock.value,
        barn,
        sections,
        helpers,
        helper_spaces,
        trades,
        trade_boxes,
        carts,
        rows: [warehouse, warehouse, warehouse, stable, stable],
        track,
        solo_track,
        arrows: arrows(&form.revenue.arrows.value)?,
        tiles,
        gives,
        points: Points {
            trade: within("points.trade", form.points.trade.value, 0, 20)?,
            harvest_set: within("points.harvest-set", form.points.harvest_set.value, 0, 20)?,
            animal_pair: within("points.animal-pair", form.points.animal_pair.value, 0, 20)?,
            track_space: within("points.track-space", form.points.track_space.value, 0, 20)?,
        },
        market: market(&form.market)?,
        solo: solo(form)?,
    })
}

fn discs(form: &Form, tracks: [(&str, &Track); 2]) -> Result<u8, SheetError> {
    let each = within("discs.each", form.discs.each.value, 2, 16)?;
    let stock = within("discs.stock", form.discs.stock.value, 1, 15)?;
    for (entry, track) in tracks {
        let won = track.discs.count_ones() as u8;
        if stock + 1 + won != each {
            let reason = format!("{stock} in stock, 1 on the track and {won} to be won there are not {each}");
            return wrong(entry, reason);
        }
    }
    let neutral = form.discs.neutral.value;
    let needed = 2 + form.solo_track.carts.value.len();
    if usize::from(neutral) < needed {
        return wrong("discs.neutral", format!("the neutral player needs {needed} discs, not {neutral}"));
    }
    Ok(each)
}

fn spaces(entry: &str, spaces: &[u8], last: u8) -> Result<u32, SheetError> {
    if !spaces.is_sorted_by(|a, b| a < b) {
        return wrong(entry, format!("the spaces {spaces:?} do not ascend"));
    }
    if let Some(outside) = spaces.iter().find(|space| !(1..=last).contains(space)) {
        return wrong(entry, format!("{outside} is not a space from 1 to {last}"));
    }
    Ok(spaces.iter().fold(0, |all, space| all | 1 << space))
}

fn track(name: &str, last: u8, discs: &[u8]) -> Result<Track, SheetError> {
    let last = within(format!("{name}.spaces"), last, 1, MOST_SPACES)?;
    Ok(Track { last, discs: spaces(&format!("{name}.discs"), discs, last)?, carts: 0 })
}

fn solo_track(form: &SoloTrackForm) -> Result<Track, SheetError> {
    let track = track("solo-track", form.spaces.value, &form.discs.value)?;
    let carts = spaces("solo-track.carts", &form.carts.value, track.last)?;
    // One cart is the neutral player's from the start.
    if form.carts.value.len() >= Cart::ALL.len() {
        return wrong("solo-track.carts", "the neutral player can finish 2 more carts at most");
    }
    Ok(Track { carts, ..track })
}

fn barn(form: &[SectionForm]) -> Result<([Section; MOST_SECTIONS], u8), SheetError> {
    counted("barn", form.len(), MOST_SECTIONS)?;
    let mut barn = [Section::default(); MOST_SECTIONS];
    for (index, (section, form)) in barn.iter_mut().zip(form).enumerate() {
        let name = |part: &str| format!("barn.{}.{part}", index + 1);
        section.silver = within(name("silver"), form.silver.value, 1, 12)?;
        section.points = within(name("points"), form.points.value, 0, 20)?;
    }
    Ok((barn, form.len() as u8))
}

/// Units of the tally sheet: hats go to the track alone.
fn units(entry: &str, names: &[String]) -> Result<Vec<Unit>, SheetError> {
    let unit = |name: &String| match name.parse() {
        Ok(Unit::Hat) => wrong(entry, "a hat is only for the track"),
        Ok(unit) => Ok(unit),
        Err(error) => wrong(entry, error.to_string()),
    };
    names.iter().map(unit).collect()
}

fn helpers(form: &[HelperForm]) -> Result<([HelperSpace; MOST_HELPERS], u8), SheetError> {
    counted("helper", form.len(), MOST_HELPERS)?;
    let mut helpers = [HelperSpace::new(&[], 0); MOST_HELPERS];
    for (index, (space, form)) in helpers.iter_mut().zip(form).enumerate() {
        let entry = format!("helper.{}.circles", index + 1);
        counted(&entry, form.circles.value.len(), MOST_CIRCLES)?;
        let points = within(format!("helper.{}.points", index + 1), form.points.value, 0, 20)?;
        *space = HelperSpace::new(&units(&entry, &form.circles.value)?, points);
    }
    Ok((helpers, form.len() as u8))
}

fn trades(form: &[TradeForm]) -> Result<([[Unit; 3]; MOST_TRADES], u8), SheetError> {
    counted("trade", form.len(), MOST_TRADES)?;
    let mut trades = [[Unit::Olive; 3]; MOST_TRADES];
    for (index, (trade, form)) in trades.iter_mut().zip(form).enumerate() {
        let entry = format!("trade.{}.units", index + 1);
        let mut units = units(&entry, &form.units.value)?;
        units.sort_unstable();
        let len = units.len();
        *trade = units.try_into().or_else(|_| wrong(&*entry, format!("a trade has 3 units, not {len}")))?;
    }
    Ok((trades, form.len() as u8))
}

fn carts(form: &[CartForm]) -> Result<[CartSheet; 3], SheetError> {
    let mut carts = Vec::new();
    for (form, cart) in form.iter().zip(1..) {
        let name = |part: &str| format!("cart.{cart}.{part}");
        let entry = name("goods");
        counted(&entry, form.goods.value.len(), MOST_GOODS)?;
        let units = units(&entry, &form.goods.value)?;
        let mut goods = [Unit::Olive; MOST_GOODS];
        goods[..units.len()].copy_from_slice(&units);
        let larger = within(name("larger"), form.larger.value, 1, 30)?;
        let smaller = form.smaller.value;
        if smaller >= larger {
            return wrong(name("smaller"), format!("{smaller} is not less than the larger value, {larger}"));
        }
        let donkeys = within(name("donkeys"), form.donkeys.value, 0, MOST_DONKEYS)?;
        carts.push(CartSheet { goods, len: units.len() as u8, donkeys, larger, smaller });
    }
    let len = carts.len();
    carts.try_into().or_else(|_| wrong("cart", format!("there are 3 carts, not {len}")))
}

fn arrows(texts: &[String]) -> Result<[Units; 7], SheetError> {
    const ENTRY: &str = "revenue.arrows";
    let mut arrows = [Units::NONE; 7];
    let mut joined = [Units::NONE; 7];
    for text in texts {
        let (parts, both) = match text.split_once("<->") {
            Some(parts) => (Some(parts), true),
            None => (text.split_once("->"), false),
        };
        let Some((from, to)) = parts else {
            return wrong(ENTRY, format!("`{text}` is not `unit -> unit` or `unit <-> unit`"));
        };
        let unit = |name: &str| name.trim().parse().or_else(|error| wrong(ENTRY, format!("{error}")));
        let (from, to): (Unit, Unit) = (unit(from)?, unit(to)?);
        if from == Unit::Hat || to == Unit::Hat {
            return wrong(ENTRY, format!("`{text}`: no arrow leads to or from the hat"));
        }
        if from == to {
            return wrong(ENTRY, format!("`{text}` leads nowhere"));
        }
        let ends = if both { vec![(from, to), (to, from)] } else { vec![(from, to)] };
        for (from, to) in ends {
            if arrows[from as usize].contains(to) {
                return wrong(ENTRY, format!("`{text}`: there is an arrow from {from} to {to} already"));
            }
            arrows[from as usize] = arrows[from as usize].with(Units::of(to));
            joined[from as usize] = joined[from as usize].with(Units::of(to));
            joined[to as usize] = joined[to as usize].with(Units::of(from));
        }
    }
    let mut reached = Units::of(Unit::Olive);
    for _ in Unit::ALL {
        reached = reached.iter().fold(reached, |all, unit| all.with(joined[unit as usize]));
    }
    match Units::COMMODITY.without(reached).iter().next() {
        Some(apart) => wrong(ENTRY, format!("no arrows join {apart} with {}", Unit::Olive)),
        None => Ok(arrows),
    }
}

fn tiles(
    form: &BTreeMap<String, toml::Value>,
    sections: u8,
    aside: u8,
) -> Result<([u8; 8], [u8; 8]), SheetError> {
    fn part<T: serde::de::DeserializeOwned>(entry: &str, value: &toml::Value) -> Result<T, SheetError> {
        value.clone().try_into().or_else(|error: toml::de::Error| wrong(entry, error.message()))
    }
    let (mut tiles, mut gives) = ([0; 8], [0; 8]);
    let mut total = None;
    for (key, value) in form {
        let entry = format!("tiles.{key}");
        if key == "total" {
            let value: Known<u8> = part(&entry, value)?;
            total = Some(value.value);
            continue;
        }
        let tile: Tile = key.parse().or_else(|error| wrong(&*entry, format!("{error}")))?;
        let form: TileForm = part(&entry, value)?;
        tiles[tile as usize] = within(format!("{entry}.count"), form.count.value, 0, 24)?;
        gives[tile as usize] = within(format!("{entry}.gives"), form.gives.value, 1, 5)?;
    }
    let Some(total) = total else { return wrong("tiles.total", "this entry is missing") };
    if let Some(missing) = Tile::ALL.into_iter().find(|tile| gives[tile.index()] == 0) {
        return wrong(format!("tiles.{missing}"), "this kind of tile is missing");
    }
    let sum: u8 = tiles.iter().sum();
    if sum != total {
        return wrong("tiles.total", format!("the kinds add up to {sum} tiles, not to {total}"));
    }
    if usize::from(total) < usize::from(sections) * Seat::MAX {
        return wrong(
            "tiles.total",
            format!("{total} tiles are not enough for 4 barns of {sections} sections"),
        );
    }
    if aside < sections || aside >= total {
        let reason = format!("{aside} is not from {sections}, one for each section, to {}", total - 1);
        return wrong("solo.aside", reason);
    }
    Ok((tiles, gives))
}

fn market(form: &BTreeMap<String, Known<u8>>) -> Result<[u8; 6], SheetError> {
    let mut market = [None; 6];
    for (key, points) in form {
        let entry = format!("market.{key}");
        let space: Market = key.parse().or_else(|error| wrong(&*entry, format!("{error}")))?;
        market[space as usize] = Some(within(entry, points.value, 0, 20)?);
    }
    for space in Market::ALL {
        if market[space.index()].is_none() {
            return wrong(format!("market.{space}"), "this space is missing");
        }
    }
    Ok(market.map(Option::unwrap_or_default))
}

fn by_face<T: Copy>(
    name: &str,
    form: &BTreeMap<String, Known<String>>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<[T; 6], SheetError> {
    let mut found = Vec::new();
    if let Some((key, error)) =
        form.keys().find_map(|key| key.parse::<Face>().err().map(|error| (key, error)))
    {
        return wrong(format!("{name}.{key}"), error.to_string());
    }
    for face in Face::ALL {
        let entry = format!("{name}.{face}");
        let Some(value) = form.get(face.name()) else { return wrong(entry, "this face is missing") };
        found.push(read(&value.value).or_else(|reason| wrong(entry, reason))?);
    }
    found.try_into().or_else(|_| wrong(name, "a die has 6 faces"))
}

fn solo(form: &Form) -> Result<SoloSheet, SheetError> {
    let total = form.tiles.get("total").and_then(|total| total.get("value")?.as_integer());
    let pile = u8::try_from(total.unwrap_or(0)).unwrap_or(0).saturating_sub(form.solo.aside.value);
    let rounds = within("solo.rounds", form.solo.rounds.value, 1, pile)?;
    let ranks = &form.solo.ranks.value;
    if !ranks.is_sorted_by(|a, b| a < b) {
        return wrong("solo.ranks", format!("the scores {ranks:?} do not ascend"));
    }
    let ranks = ranks.as_slice().try_into().or_else(|_| {
        wrong("solo.ranks", format!("there are 5 limits between 6 ranks, not {}", ranks.len()))
    })?;
    let cart = by_face("solo.cart", &form.solo.cart, |name| name.parse().map_err(|e| format!("{e}")))?;
    let market: [Market; 6] =
        by_face("solo.market", &form.solo.market, |name| name.parse().map_err(|e| format!("{e}")))?;
    for (index, space) in market.iter().enumerate() {
        if let Some(other) = market[..index].iter().position(|one| one == space) {
            let face = Face::ALL[index];
            let reason = format!("{space} is the space of {} already", Face::ALL[other]);
            return wrong(format!("solo.market.{face}"), reason);
        }
    }
    Ok(SoloSheet { dice: form.dice.solo.value, aside: form.solo.aside.value, rounds, ranks, cart, market })
}
