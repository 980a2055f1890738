//! The table in the terminal, for all players.
//!
//! Colours only repeat what the text says, so that nothing is lost without them.

use std::fmt::Write;

use game::Seat;
use no_siesta::{Cart, CartStatus, Dice, Face, Helper, Holding, Market, Mode, Position, Tile, Unit};
use pages::games::no_siesta::picture::words::{counted, market_words, phase_words, tile_words};

use crate::style::{FAINT, STRONG, Styled, seat_style};

/// The maximum length of a line.
const WIDTH: usize = 100;
/// The column at which the text after a label begins.
const INDENT: usize = 13;

/// Everything on the table, with a newline after each line.
pub(crate) fn table(position: &Position) -> String {
    let mut text = String::new();
    write_table(&mut text, position).unwrap_or_else(|_| unreachable!("a String takes all that is written"));
    text
}

fn write_table(text: &mut String, position: &Position) -> std::fmt::Result {
    let pig = position.start_player();
    writeln!(
        text,
        "{}, {}. {} has the pig.",
        Styled(STRONG, format!("Round {}", position.round())),
        position.variant(),
        Styled(seat_style(pig), pig)
    )?;
    let now = phase_words(position);
    sentence(text, "Now", &now)?;
    entry(text, "Dice", &dice_words(position.dice()))?;
    if let Some(solo) = position.solo() {
        entry(text, "Upper dice", &dice_words(solo.upper()))?;
        entry(text, "Lower dice", &dice_words(solo.lower()))?;
        let left = position.sheet().solo().rounds.saturating_sub(position.round());
        let counts = (solo.beside(), solo.pile(), solo.aside());
        entry(
            text,
            "Roof tiles",
            &format!(
                "{} to build, {} in the pile, {} aside; rounds left: {left}",
                counts.0, counts.1, counts.2
            ),
        )?;
    }
    let hidden = |tile: &Tile| position.face_down(*tile) > 0;
    let face_down = Tile::ALL.into_iter().filter(hidden);
    let face_down = face_down.map(|tile| format!("{tile} {}", position.face_down(tile)));
    list(text, "Face down", &or_none(face_down.collect()), ", ")?;
    market(text, position)?;
    if position.variant().mode() == Mode::Experienced {
        let there = |helper: &Helper| position.display(*helper) > 0;
        let display = Helper::ALL.into_iter().filter(there);
        let display = display.map(|helper| format!("{} {helper}", position.display(helper)));
        list(text, "To hire", &or_none(display.collect()), ", ")?;
    }
    track(text, position)?;
    position.players().seats().try_for_each(|seat| farm(text, position, seat))
}

/// The discs and free places of each market space.
fn market(text: &mut String, position: &Position) -> std::fmt::Result {
    let spaces = Market::ALL.map(|space| {
        let mut discs: String = position.on_market(space).iter().map(Seat::letter).collect();
        if position.neutral_on_market(space) {
            discs.push('n');
        }
        let free = (position.variant().market_room() as usize).saturating_sub(discs.len());
        let (name, points) = (market_words(space), position.sheet().market(space));
        format!("{name:<14}[{discs}{}]  {points} VP each", "_".repeat(free))
    });
    columns(text, "Market", &spaces)
}

/// The track with a lane for each disc; a space takes three columns, so that the longest track fits.
fn track(text: &mut String, position: &Position) -> std::fmt::Result {
    let track = position.variant().track();
    let row = |text: &mut String, label: &str, sign: &dyn Fn(u8) -> String| {
        write!(text, "{}", Styled(FAINT, format!("{label:<6}")))?;
        let signs: String = (0..=track.last).map(|space| format!("{:>3}", sign(space))).collect();
        writeln!(text, "{}", signs.trim_end())
    };
    row(text, "Track", &|space| space.to_string())?;
    let when = |there: bool, sign: &str| if there { sign.to_owned() } else { String::new() };
    row(text, "disc", &|space| when(track.gives_disc(space), "+"))?;
    let lane = |text: &mut String, name: char, style, at: u8| {
        write!(text, "{}     ", Styled(style, name))?;
        for space in 0..=track.last {
            if space == at {
                write!(text, "  {}", Styled(style, name))?;
            } else {
                write!(text, "  {}", Styled(FAINT, '·'))?;
            }
        }
        writeln!(text)
    };
    for seat in position.players().seats() {
        lane(text, seat.letter(), seat_style(seat), position.farm(seat).track())?;
    }
    if let Some(solo) = position.solo() {
        lane(text, 'n', STRONG, solo.track())?;
        row(text, "cart", &|space| when(track.finishes_cart(space), "!"))?;
    }
    Ok(())
}

/// Everything that one player has.
fn farm(text: &mut String, position: &Position, seat: Seat) -> std::fmt::Result {
    title(text, position, seat)?;
    let farm = position.farm(seat);
    entry(text, "Revenue", &holding_words(farm.board()))?;
    if !farm.free().is_empty() {
        entry(text, "Free units", &holding_words(farm.free()))?;
    }
    if !farm.taken().is_empty() {
        entry(text, "Taken back", &holding_words(farm.taken()))?;
    }
    barn(text, position, seat)?;
    helpers(text, position, seat)?;
    trades(text, position, seat)?;
    for cart in Cart::ALL {
        let label = if cart == Cart::Top { "Carts" } else { "" };
        sentence(text, label, &cart_words(position, seat, cart))?;
    }
    stores(text, position, seat)
}

/// A line across with the player's points and discs.
fn title(text: &mut String, position: &Position, seat: Seat) -> std::fmt::Result {
    let farm = position.farm(seat);
    let points = position.scores()[seat];
    let discs = if farm.stock() == 1 { "disc" } else { "discs" };
    let unit = if points == 1 { "point" } else { "points" };
    let title = format!(" {points} {unit} so far, {} {discs} in stock ", farm.stock());
    let rule = "─".repeat(WIDTH.saturating_sub(4 + title.chars().count()));
    let seat = Styled(seat_style(seat), seat);
    writeln!(text, "{} {seat}{title}{}", Styled(FAINT, "──"), Styled(FAINT, rule))
}

/// The next section of the barn and the roof tiles that are not used yet.
fn barn(text: &mut String, position: &Position, seat: Seat) -> std::fmt::Result {
    let (farm, sheet) = (position.farm(seat), position.sheet());
    let sections = sheet.barn().len();
    let built = usize::from(farm.built());
    let next = sheet.barn().get(built).map_or_else(
        || format!("all {sections} sections built"),
        |section| {
            let (cost, points) = (farm.cost(sheet, built), section.points);
            format!(
                "{built} of {sections} sections built; next {} of {cost} silver, {points} VP",
                farm.silver()
            )
        },
    );
    entry(text, "Barn", &next)?;
    let kinds = Tile::ALL.into_iter().filter(|tile| farm.tiles(*tile) > 0);
    let unused = kinds.map(|tile| times(farm.tiles(tile), &tile_words(position, tile)));
    list(text, "Roof tiles", &or_none(unused.collect()), ", ")
}

/// The helper spaces and the skills that the player can use.
fn helpers(text: &mut String, position: &Position, seat: Seat) -> std::fmt::Result {
    let (farm, sheet) = (position.farm(seat), position.sheet());
    let spaces: Vec<String> = sheet
        .helpers()
        .iter()
        .enumerate()
        .map(|(space, printed)| {
            let open =
                printed.circles().iter().enumerate().filter(|(circle, _)| !farm.is_marked(space, *circle));
            let open: Vec<&str> = open.map(|(_, unit)| unit.name()).collect();
            let state = match (farm.hired(space), open.is_empty()) {
                (Some(helper), _) => format!("hired {helper}"),
                (None, true) => "complete".to_owned(),
                (None, false) => format!("needs {}", open.join(" ")),
            };
            format!("({}) {state}, {} VP", space + 1, printed.points)
        })
        .collect();
    columns(text, "Helpers", &spaces)?;
    let mut skills: Vec<String> = farm.skills().iter().map(|helper| helper.to_string()).collect();
    if let Some(copied) = farm.copied() {
        skills.push(format!("copies {} of {}", copied.helper, copied.seat));
    }
    list(text, "Skills now", &or_none(skills), ", ")
}

/// The long-distance trades that are left.
fn trades(text: &mut String, position: &Position, seat: Seat) -> std::fmt::Result {
    let (farm, sheet) = (position.farm(seat), position.sheet());
    let open = sheet.trades().iter().enumerate().filter(|(trade, _)| !farm.has_traded(*trade));
    let open: Vec<String> =
        open.map(|(trade, units)| format!("({}) {}", trade + 1, trade_words(*units))).collect();
    let done = sheet.trades().len() - open.len();
    let mut trades = or_none(open);
    trades.push(format!("{done} done, {} VP each", sheet.points().trade));
    list(text, "Trades left", &trades, ", ")
}

/// Warehouse and stable.
fn stores(text: &mut String, position: &Position, seat: Seat) -> std::fmt::Result {
    let (farm, sheet) = (position.farm(seat), position.sheet());
    let (rows, lost) = (farm.rows(), farm.lost());
    let row = |place: usize| {
        let back = if lost[place] > 0 { format!(" ({} taken back)", lost[place]) } else { String::new() };
        format!("{} {} of {}{back}", Unit::STORED[place], rows[place], sheet.rows()[place])
    };
    let (harvest, animals) = (Unit::HARVEST.len(), Unit::STORED.len());
    let mut warehouse: Vec<String> = (0..harvest).map(row).collect();
    warehouse.push(counted(farm.harvest_sets(), "set"));
    list(text, "Warehouse", &warehouse, ", ")?;
    let mut stable: Vec<String> = (harvest..animals).map(row).collect();
    stable.push(counted(farm.animal_pairs(), "pair"));
    list(text, "Stable", &stable, ", ")
}

/// One cart in columns: points, donkeys, and the goods it still needs, the next one first.
fn cart_words(position: &Position, seat: Seat, cart: Cart) -> String {
    let (printed, farm) = (position.sheet().cart(cart), position.farm(seat));
    let (larger, smaller, state) = (printed.larger, printed.smaller, farm.cart(cart));
    match state.status() {
        CartStatus::Open => {
            let open = printed.goods().iter().enumerate().filter(|(place, _)| !state.is_loaded(*place));
            let open: Vec<&str> = open.map(|(_, unit)| unit.name()).collect();
            let order = if farm.skills().has(Helper::AnyOrder) { "any of" } else { "next" };
            let goods =
                if open.is_empty() { "all loaded".to_owned() } else { format!("{order} {}", open.join(" ")) };
            let donkeys = if farm.skills().has(Helper::Carts) {
                "no donkeys".to_owned()
            } else {
                format!("donkeys {}/{}", state.donkeys(), printed.donkeys)
            };
            let points = if position.larger_gone(cart) {
                format!("{smaller} VP")
            } else {
                format!("{larger} or {smaller} VP")
            };
            format!("{cart:<8}{points:<12}{donkeys:<13}{goods}")
        }
        CartStatus::New => format!("{cart:<8}complete, {larger} or {smaller} VP when the phase ends"),
        CartStatus::Larger => format!("{cart:<8}complete for {larger} VP"),
        CartStatus::Smaller => format!("{cart:<8}complete for {smaller} VP"),
    }
}

fn dice_words(dice: Dice) -> String {
    let faces = dice.faces().map(|face: Face| times(dice.count(face), face.name()));
    or_none(faces.collect()).join(", ")
}

fn holding_words(holding: Holding) -> String {
    let units = Unit::ALL.map(|unit| (holding.count(unit), unit.name()));
    let all = units.into_iter().chain([(holding.commodities(), "commodity")]);
    let there = all.filter(|(count, _)| *count > 0).map(|(count, name)| times(count, name));
    or_none(there.collect()).join(", ")
}

/// `3 olive` for a box of equal units, and `olive grain grapes` for others.
fn trade_words([first, second, third]: [Unit; 3]) -> String {
    if first == second && second == third {
        format!("3 {first}")
    } else {
        format!("{first} {second} {third}")
    }
}

fn times(count: u8, name: &str) -> String {
    if count == 1 { name.to_owned() } else { format!("{count} × {name}") }
}

fn or_none(items: Vec<String>) -> Vec<String> {
    if items.is_empty() { vec!["none".to_owned()] } else { items }
}

/// A label and one line of text.
fn entry(text: &mut String, label: &str, line: &str) -> std::fmt::Result {
    writeln!(text, "{}{line}", Styled(FAINT, format!("{label:<INDENT$}")))
}

/// A label and a list that takes as many lines as it needs.
fn list(text: &mut String, label: &str, items: &[String], between: &str) -> std::fmt::Result {
    for (place, line) in wrapped(items, between).iter().enumerate() {
        entry(text, if place == 0 { label } else { "" }, line)?;
    }
    Ok(())
}

/// A label and a text that can be broken after each word.
fn sentence(text: &mut String, label: &str, words: &str) -> std::fmt::Result {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    list(text, label, &words, " ")
}

/// A label and a list in two columns, read downwards.
fn columns(text: &mut String, label: &str, items: &[String]) -> std::fmt::Result {
    let half = (WIDTH - INDENT) / 2;
    let lines = items.len().div_ceil(2);
    // If an item does not fit in half a line, each item gets its own line.
    if items.iter().any(|item| item.chars().count() >= half) {
        return items
            .iter()
            .enumerate()
            .try_for_each(|(place, item)| entry(text, if place == 0 { label } else { "" }, item));
    }
    for (line, left) in items.iter().take(lines).enumerate() {
        let right = items.get(lines + line).map_or("", String::as_str);
        let both = format!("{left:<half$}{right}");
        entry(text, if line == 0 { label } else { "" }, both.trim_end())?;
    }
    Ok(())
}

/// Breaks the items into lines that leave room for a label.
fn wrapped(items: &[String], between: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let room = WIDTH - INDENT - between.trim_end().chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + between.chars().count() + item.chars().count() <= room => {
                line.push_str(between);
                line.push_str(item);
            }
            Some(line) => {
                line.push_str(between.trim_end());
                lines.push(item.clone());
            }
            None => lines.push(item.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use game::{Players, Random, Rules};
    use no_siesta::{Sheet, Variant};

    use super::*;

    /// The text without colour codes.
    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn no_line_is_too_long_in_random_games_of_every_variant() {
        for (seed, variant) in Variant::all().enumerate() {
            let mut position = Position::start(variant);
            let (mut random, mut scratch) = (Random::new(seed as u64), Vec::new());
            let mut steps = 0;
            while position.play_random(&mut random, &mut scratch).is_some() {
                steps += 1;
                if steps % 7 == 0 {
                    for line in plain(&table(&position)).lines() {
                        assert!(line.chars().count() <= WIDTH, "{variant}: {line}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_longest_sheet_fits() {
        let text = Sheet::standard().to_string();
        let track = "spaces = { value = 10, from = \"reconstructed\" }";
        let text = text.replace(track, &track.replace("10", "30"));
        let goods = r#"["olive", "grain", "grapes", "pig", "grain", "olive"]"#;
        let many = format!("[{}]", ["\"donkey\""; 12].join(", "));
        let text = text
            .replace(goods, &many)
            .replace(r#"["olive", "pig"]"#, &format!("[{}]", ["\"donkey\""; 6].join(", ")));
        let sheet = Sheet::load(&text).unwrap();
        let position = Position::start(Variant::with_sheet(Players::FOUR, Mode::Standard, sheet).unwrap());
        let table = plain(&table(&position));
        assert!(table.contains(" 30"), "{table}");
        for line in table.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }

    #[test]
    fn what_is_open_and_what_is_done_is_said_in_words() {
        let variant = Variant::new(Players::TWO, Mode::Standard).unwrap();
        let text = Position::start(variant).to_string();
        let text = text.replacen(
            "track=0",
            "track=0 helpers=10/00/000/000/0000/0000 carts=100000.0/0000000.0/00000000.0 rows=2/1/1/0/0",
            1,
        );
        let position = <Position as Rules>::parse(&variant, &text).unwrap();
        let table = plain(&table(&position));
        for claim in [
            "(1) needs pig, 0 VP",
            "top     5 or 3 VP   donkeys 0/1  next grain grapes pig grain olive",
            "olive 2 of 6, grain 1 of 6, grapes 1 of 6, 1 set",
            "── a 1 point so far, 4 discs in stock",
        ] {
            assert!(table.contains(claim), "{claim}\n{table}");
        }
    }

    #[test]
    fn a_solo_table_tells_what_only_it_has() {
        let variant = Variant::new(Players::ONE, Mode::Solo).unwrap();
        let mut position = Position::start(variant);
        let (mut random, mut scratch) = (Random::new(3), Vec::new());
        while !matches!(position.phase(), no_siesta::Phase::Lower(0)) {
            position.play_random(&mut random, &mut scratch).unwrap();
        }
        let table = plain(&table(&position));
        let solo = position.solo().unwrap();
        for claim in [
            "Now          a puts a die on the lower dice space".to_owned(),
            format!("Upper dice   {}", dice_words(solo.upper())),
            "Lower dice   none".to_owned(),
            format!("1 to build, {} in the pile, 6 aside; rounds left: 17", solo.pile()),
        ] {
            assert!(table.contains(&claim), "{claim}\n{table}");
        }
    }
}
