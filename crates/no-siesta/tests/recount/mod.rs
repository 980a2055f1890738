//! The score counted again from the text of a position, without any of the scoring code.

use std::collections::HashMap;

use no_siesta::{Mode, Position};

/// The fields of the table or of one seat.
type Fields = HashMap<String, String>;

fn fields(text: &str) -> (Fields, Vec<Fields>) {
    let (mut table, mut seats) = (HashMap::new(), Vec::<Fields>::new());
    for part in text.split_whitespace() {
        let (key, value) = part.split_once('=').expect("a field");
        if key == "seat" {
            seats.push(HashMap::new());
        } else {
            seats.last_mut().unwrap_or(&mut table).insert(key.to_owned(), value.to_owned());
        }
    }
    (table, seats)
}

fn count(text: Option<&String>) -> Vec<(i32, String)> {
    let Some(text) = text.filter(|text| *text != "-") else { return Vec::new() };
    let part = |part: &str| {
        let name = part.trim_start_matches(|c: char| c.is_ascii_digit());
        (part[..part.len() - name.len()].parse().unwrap_or(1), name.to_owned())
    };
    text.split(',').map(part).collect()
}

fn total(text: Option<&String>) -> i32 {
    count(text).iter().map(|(n, _)| n).sum()
}

/// The points of each player, with the numbers of the standard sheet.
fn points(position: &Position) -> Vec<i32> {
    let (table, seats) = fields(&position.to_string());
    let score = |me: usize| {
        let farm = &seats[me];
        let number = |key: &str| farm.get(key).map_or(0, |n| n.parse::<i32>().expect("a number"));
        let tiles = total(farm.get("tiles")) + total(farm.get("turned"));
        let roofs: i32 = [1, 1, 2, 2, 3, 3].iter().take(tiles as usize).sum();
        let bonus: i32 =
            count(farm.get("tiles")).iter().filter(|(_, name)| name == "vp").map(|(n, _)| n).sum();
        let helpers: Vec<bool> = farm
            .get("helpers")
            .map_or(vec![], |text| text.split('/').map(|space| space.contains(':')).collect());
        let hired: i32 =
            helpers.iter().zip([0, 0, 1, 1, 2, 2]).filter(|(there, _)| **there).map(|(_, n)| n).sum();
        let trades = farm.get("trades").map_or(0, |text| text.matches('1').count() as i32);
        let rows: Vec<i32> = farm.get("rows").map_or(vec![0; 5], |text| {
            let row = |row: &str| {
                let (all, lost) = row.split_once('-').unwrap_or((row, "0"));
                all.parse::<i32>().expect("a number") - lost.parse::<i32>().expect("a number")
            };
            text.split('/').map(row).collect()
        });
        let sets = *rows[..3].iter().min().expect("three rows");
        let pairs = rows[3].min(rows[4]);
        let (carts, track) = (cart_points(&table, &seats, me), track_points(&table, farm));
        let letter = ['a', 'b', 'c', 'd'][me];
        let discs = number("stock") + total(farm.get("board"));
        let hired_count = helpers.iter().filter(|there| **there).count() as i32;
        let pays = [discs, sets, tiles, pairs, hired_count, trades];
        let market: i32 = table["market"]
            .split('/')
            .zip(pays)
            .filter(|(space, _)| space.contains(letter))
            .map(|(_, points)| points)
            .sum();
        roofs + bonus + hired + 2 * trades + sets + pairs + carts + track + market
    };
    (0..seats.len()).map(score).collect()
}

fn cart_points(table: &Fields, seats: &[Fields], me: usize) -> i32 {
    let status = |seat: usize, cart: usize| {
        let text = seats[seat].get("carts").map_or("", |text| text.split('/').nth(cart).expect("a cart"));
        text.split_once(':').map_or("open", |(_, status)| status).to_owned()
    };
    let finished = table.get("finished").cloned().unwrap_or_default();
    let carts = [("top", 5, 3), ("middle", 7, 5), ("bottom", 9, 7)];
    let points = |(cart, (name, larger, smaller)): (usize, (&str, i32, i32))| match status(me, cart).as_str()
    {
        "larger" => larger,
        "smaller" => smaller,
        "new" => {
            let gone = (0..seats.len()).any(|seat| status(seat, cart) == "larger") || finished.contains(name);
            let track = |seat: usize| seats[seat]["track"].parse::<i32>().expect("a number");
            let beaten = (0..seats.len()).any(|seat| status(seat, cart) == "new" && track(seat) > track(me));
            if gone || beaten { smaller } else { larger }
        }
        _ => 0,
    };
    carts.into_iter().enumerate().map(points).sum()
}

fn track_points(table: &Fields, farm: &Fields) -> i32 {
    let track = farm.get("track").map_or(0, |n| n.parse::<i32>().expect("a number"));
    let Some(neutral) = table.get("neutral") else { return track };
    let neutral: i32 = neutral.parse().expect("a number");
    if neutral > track {
        track - neutral
    } else if track == 10 {
        10 - neutral
    } else {
        0
    }
}

/// Compares the recount with the scores and the ranks of the position.
pub(crate) fn compare(position: &Position) {
    let expected = points(position);
    assert_eq!(position.scores().as_slice(), expected, "{position}");
    let tracks: Vec<i32> = position.players().seats().map(|s| position.farm(s).track().into()).collect();
    let ranks: Vec<u8> = (0..expected.len())
        .map(|me| {
            let ahead = |other: &usize| (expected[*other], tracks[*other]) > (expected[me], tracks[me]);
            1 + (0..expected.len()).filter(ahead).count() as u8
        })
        .collect();
    assert_eq!(position.ranks().as_slice(), ranks, "{position}");
    if position.variant().mode() == Mode::Solo {
        assert_eq!(ranks, [1]);
    }
}
