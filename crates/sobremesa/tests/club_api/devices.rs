//! Bots that think on the device of the one person at the table, and the weights that they load for that.

use std::time::{Duration, Instant};

use bots::Level;
use club::engine::{bot_weights, judge_weights};
use club::{GameName, Variant, VariantForm};
use pages::assets::weights_address;
use serde_json::{Value, json};

use crate::club::{Club, Stream, Table, Who};

const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until the person is to act, and plays; returns the letter of the bot, the event and a legal move of the bot.
fn play_as_person(club: &Club, who: &Who, table: &Table) -> (String, u64, String) {
    let began = Instant::now();
    let state = loop {
        let state = club.look(who, table);
        if state["game"]["to_act"][0] == state["you"] {
            break state;
        }
        assert!(began.elapsed() < PATIENCE, "the bot does not move");
        std::thread::sleep(Duration::from_millis(20));
    };
    let turn = first_turn(&state);
    let seq = club.play(who, table, state["seq"].as_u64().unwrap(), &turn).is(200).json()["seq"].clone();
    let bot = if state["you"] == "a" { "b" } else { "a" };
    (bot.to_owned(), seq.as_u64().unwrap(), first_turn(&club.look(who, table)))
}

/// The first legal turn of whoever is to move.
fn first_turn(state: &Value) -> String {
    let position: siesta::Position = state["game"]["position"].as_str().unwrap().parse().unwrap();
    position.scored_turns()[0].turn.to_string()
}

/// The moves at a table so far: the seat, and whether a device made it.
fn moves(club: &Club, table: &Table) -> Vec<(String, bool)> {
    let newest = club.seq(table);
    let stream = club.stream(&Who::nobody(), &table.at("/stream?after=0"), &[]);
    let events = std::iter::from_fn(|| stream.next()).take(newest as usize);
    let played = events.filter(|told| told["event"]["type"] == "played");
    let marked = |told: &Value| match &told["event"]["on_device"] {
        Value::Null => false,
        mark => mark.as_bool().unwrap(),
    };
    played.map(|told| (told["event"]["seat"].as_str().unwrap().to_owned(), marked(&told))).collect()
}

/// A page of the table whose device can think.
fn page(club: &Club, who: &Who, table: &Table) -> Stream {
    let path = format!("/t/{}/live?after=0&thinks=1", table.id);
    let stream = club.stream(who, &path, &[("accept", "text/event-stream")]);
    assert_eq!(stream.status, 200);
    stream
}

#[test]
fn a_page_and_a_program_play_the_bot_of_their_own_casual_table() {
    let club = Club::open();
    let guest = club.guest();
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", { "bot": 8 }] }));
    let live = page(&club, &guest, &table);
    let (bot, seq, turn) = play_as_person(&club, &guest, &table);
    let before = moves(&club, &table).len();
    let sent = json!({ "seat": bot, "seq": seq, "move": turn });
    club.post(&guest, &table.at("/bot"), &sent).is(200);
    assert_eq!(moves(&club, &table)[before..], [(bot, true)]);
    drop(live);
    // A program says in the stream of the API that it thinks.
    let _stream = club.stream(&guest, &table.at("/stream?thinks=true"), &[]);
    let (bot, seq, turn) = play_as_person(&club, &guest, &table);
    let sent = json!({ "seat": bot, "seq": seq, "move": turn });
    club.post(&guest, &table.at("/bot"), &sent).is(200);
    assert_eq!(moves(&club, &table).last(), Some(&(bot, true)));
    club.post(&guest, &table.at("/bot"), &sent).is_problem(409, "stale-seq");
    assert!(club.measured("sobremesa_device_moves_total") >= 2.0);
}

#[test]
fn a_device_that_is_silent_or_sends_garbage_leaves_the_bot_to_the_server() {
    let club = Club::open();
    let guest = club.guest();
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] }));
    let _live = page(&club, &guest, &table);
    let (bot, seq, turn) = play_as_person(&club, &guest, &table);
    let before = moves(&club, &table).len();
    let send = |who: &Who, seat: &str, seq: u64, turn: &str| {
        club.post(who, &table.at("/bot"), &json!({ "seat": seat, "seq": seq, "move": turn }))
    };
    let own = if bot == "a" { "b" } else { "a" };
    send(&guest, &bot, seq, "garbage").is_problem(422, "unreadable-move");
    send(&guest, &bot, seq, "*A1 ^A1 #A1").is_problem(422, "illegal-move");
    send(&guest, &bot, seq - 1, &turn).is_problem(409, "stale-seq");
    send(&guest, own, seq, &turn).is_problem(409, "not-a-bot");
    send(&guest, "d", seq, &turn).is_problem(409, "not-a-bot");
    send(&guest, "z", seq, &turn).is_problem(422, "bad-field");
    send(&club.guest(), &bot, seq, &turn).is_problem(403, "not-seated");
    assert_eq!(moves(&club, &table).len(), before);
    let began = Instant::now();
    while moves(&club, &table).len() == before {
        assert!(began.elapsed() < PATIENCE, "the server does not play the bot");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(moves(&club, &table)[before..], [(bot.clone(), false)]);
    let now = club.seq(&table);
    send(&guest, &bot, now, &turn).is_problem(409, "not-your-turn");
}

#[test]
fn tables_with_several_people_and_rated_tables_are_played_by_the_server() {
    let club = Club::open();
    let (ana, ben) = (club.member("Ana"), club.member("Ben"));
    for rated in [false, true] {
        let said = json!({ "game": "siesta", "rated": rated, "seats": ["me", "open", { "bot": 1 }] });
        let table = club.table(&ana, &said);
        club.post(&ben, &table.at("/join"), &Value::Null).is(200);
        for (who, seat) in [(&ana, "a"), (&ben, "b"), (&ana, "c")] {
            let sent = json!({ "seat": seat, "seq": club.seq(&table), "move": "*F5 ^F6 #F7" });
            club.post(who, &table.at("/bot"), &sent).is_problem(403, "house-plays-bots");
        }
    }
}

#[test]
fn weights_are_served_compressed_and_kept_for_ever() {
    let club = Club::open();
    let form = VariantForm { game: GameName::Siesta, players: 2, mode: None, scoring: None };
    let variant = Variant::try_from(form).unwrap();
    let file = bot_weights(variant, Level::STRONGEST).unwrap();
    assert_eq!(file, judge_weights(variant));
    let address = weights_address(file);
    let plain = club.send("GET", &address, &[], b"");
    assert_eq!(plain.is(200).body, file.bytes);
    assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let packed = club.send("GET", &address, &[("accept-encoding", "gzip")], b"");
    assert_eq!(packed.is(200).header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < 250_000, "{} bytes", packed.body.len());
    // Another version of the file has another address, where nothing else is ever served.
    let other = address.replace(&format!("{:016x}", file.hash), &"0".repeat(16));
    club.send("GET", &other, &[], b"").is(404);
}
