//! Finished games on pages: step by step, judged, as pictures; and the sandbox.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use siesta::{Position, Turn, Variant};

use crate::club::{Answer, Club, PATIENCE, Table, Who};

/// How long the analysis of a game may take on a busy machine.
const ANALYSIS: Duration = Duration::from_secs(120);

/// A page as a browser asks for it.
fn page(club: &Club, method: &str, path: &str) -> Answer {
    club.ask_with(&Who::nobody(), method, path, &[("accept", "text/html")], &Value::Null)
}

/// A game of two guests that is over, with the turns that were played.
fn finished(club: &Club) -> (Table, Vec<Turn>) {
    let guests = [club.guest(), club.guest()];
    let table = club.table(&guests[0], &json!({ "game": "siesta", "seats": ["me", "open"] }));
    club.post(&guests[1], &table.at("/join"), &Value::Null).is(200);
    let mut turns = Vec::new();
    while club.look(&guests[0], &table)["stage"] == "playing" {
        for who in &guests {
            let (seq, actions) = club.actions(who, &table);
            // The turns that lay most roofs end a game soonest.
            let roofs = |text: &&String| text.matches('^').count();
            if let Some(text) = actions.iter().max_by_key(roofs) {
                club.play(who, &table, seq, text).is(200);
                turns.push(text.parse().unwrap());
            }
        }
    }
    (table, turns)
}

fn after(turns: &[Turn]) -> Position {
    let mut position = Position::start(Variant::all().next().unwrap());
    for turn in turns {
        position.play(position.mover(), turn).unwrap();
    }
    position
}

/// Every element is closed in its order.
#[track_caller]
fn well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').unwrap();
        assert!(!text.contains('>') && !text.contains('&'), "{text}");
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, true) => {}
            (false, false) => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn uses(svg: &str) -> usize {
    svg.matches("<use ").count()
}

#[test]
fn a_finished_game_is_stepped_through_drawn_and_judged() {
    let club = Club::open();
    let (table, turns) = finished(&club);
    let at = |rest: &str| format!("/t/{}/replay{rest}", table.id);
    // Every moment has its pieces, its scores and the ways on.
    for (shown, link) in [(0, Some(1)), (1, Some(2)), (turns.len(), None)] {
        let answer = page(&club, "GET", &at(&format!("?turn={shown}")));
        let text = answer.is(200).text();
        let position = after(&turns[..shown]);
        assert_eq!(text.matches("role=\"gridcell\"").count(), 144);
        let last = turns[..shown].last().map_or(0, Turn::len);
        assert_eq!(
            text.matches("class=\"cell last\"").count() + text.matches("l0 last").count(),
            last,
            "{shown}"
        );
        for score in position.scores().as_slice() {
            assert!(text.contains(&format!("<span class=\"score\">{score}</span>")), "{shown}");
        }
        let on = format!("hx-get=\"{}\" data-key=\"ArrowRight\"", at(&format!("?turn={}", shown + 1)));
        assert_eq!(text.contains(&on), link.is_some(), "{shown}");
        assert!(!text.contains("style="), "the policy forbids it");
        assert!(text.contains("href=\"/sandbox?position="), "{shown}");
        let part = club.ask_with(
            &Who::nobody(),
            "GET",
            &at(&format!("?turn={shown}")),
            &[("accept", "text/html"), ("hx-request", "true")],
            &Value::Null,
        );
        assert!(part.is(200).text().starts_with("<div class=\"table replay\""), "{}", part.text());
    }
    for strange in ["?turn=-1", "?turn=x", "?turn=99999", "?turn=", ""] {
        page(&club, "GET", &at(strange)).is(200);
    }
    // Pictures: the pieces of the board, and one of each kind beside the scores.
    for shown in [0, 1, turns.len()] {
        let answer = page(&club, "GET", &format!("/t/{}/replay.svg?turn={shown}", table.id));
        assert_eq!(answer.is(200).header("content-type"), Some("image/svg+xml"));
        well_formed(&answer.text());
        assert_eq!(uses(&answer.text()), after(&turns[..shown]).board().pieces().count() + 4);
    }
    let moving = page(&club, "GET", &at("/animated.svg"));
    assert_eq!(moving.is(200).header("content-type"), Some("image/svg+xml"));
    well_formed(&moving.text());
    assert_eq!(uses(&moving.text()), after(&turns).board().pieces().count() + 2);
    // The analysis comes by itself once it is asked for, and twice is once.
    assert!(page(&club, "GET", &at("?turn=1")).text().contains("id=\"analyse\""));
    for _ in 0..2 {
        let asked = page(&club, "POST", &at("/analyse?turn=1"));
        assert_eq!(asked.is(303).header("location"), Some(at("?turn=1").as_str()));
    }
    let began = Instant::now();
    let judged = loop {
        let text = page(&club, "GET", &at("?turn=1")).text();
        assert!(!text.contains("id=\"analyse\""));
        if text.contains("<svg class=\"margins\"") {
            break text;
        }
        assert!(text.contains("<progress"), "{text}");
        assert!(began.elapsed() < ANALYSIS, "the analysis does not end");
        thread::sleep(Duration::from_millis(200));
    };
    assert_eq!(judged.matches("<circle class=\"point").count(), turns.len());
    let list = judged.split("data-current").nth(1).unwrap().split("</ol>").next().unwrap();
    let verdicts: Vec<&str> =
        list.split("class=\"verdict ").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(verdicts.len(), turns.len());
    for verdict in &verdicts {
        let known = ["best", "good", "inaccuracy", "mistake", "blunder", "forced"];
        assert!(known.contains(verdict), "{verdict}");
    }
    assert_eq!(judged.matches("class=\"counts\"").count(), 2);
    // Beside what was played are the best turns.
    assert!(judged.contains("class=\"choices-list\"") && judged.contains("class=\"expected\""));
}

#[test]
fn a_game_that_is_on_is_neither_shown_nor_judged() {
    let club = Club::open();
    let guests = [club.guest(), club.guest()];
    let table = club.table(&guests[0], &json!({ "game": "siesta", "seats": ["me", "open"] }));
    club.post(&guests[1], &table.at("/join"), &Value::Null).is(200);
    let there = format!("/t/{}", table.id);
    for who in [&guests[0], &guests[1], &Who::nobody()] {
        let ask = |method: &str, path: &str| {
            club.ask_with(who, method, &format!("{there}{path}"), &[("accept", "text/html")], &Value::Null)
        };
        assert_eq!(ask("GET", "/replay").is(303).header("location"), Some(there.as_str()));
        ask("POST", "/replay/analyse").is(409);
        ask("GET", "/replay.svg").is(404);
        ask("GET", "/replay/animated.svg").is(404);
    }
    page(&club, "GET", "/t/0000000000000/replay").is(404);
}

#[test]
fn in_the_sandbox_turns_are_laid_refused_and_found() {
    let club = Club::open();
    let opening = "%2AF5+%5EF6+%23F7";
    let start = page(&club, "GET", "/sandbox");
    assert!(start.is(200).text().contains("id=\"laying\""));
    assert!(!start.text().contains("style="));
    for (players, count) in [("2", 2), ("3", 3), ("4", 4)] {
        let text = page(&club, "GET", &format!("/sandbox?players={players}")).is(200).text();
        assert_eq!(text.matches("class=\"player").count() - 1, count, "{players}");
    }
    // Laid piece by piece, and refused with a reason.
    let laid = page(&club, "GET", "/sandbox?laid=%2AF5&piece=roof&put=F6").is(200).text();
    assert!(laid.contains("value=\"*F5 ^F6\""), "{laid}");
    let refused = page(&club, "GET", "/sandbox?laid=%2AF5&piece=roof&put=A1").is(200).text();
    assert!(refused.contains("class=\"refusal\"") && refused.contains("A1"));
    // A complete turn can be played, and taken back.
    let complete = page(&club, "GET", &format!("/sandbox?laid={opening}")).text();
    assert!(complete.contains("id=\"go\" href"), "{complete}");
    let played = page(&club, "GET", &format!("/sandbox?turns={opening}")).text();
    assert!(played.contains("id=\"back\"") && !played.contains("role=\"alert\""));
    let illegal = page(&club, "GET", "/sandbox?turns=%2AF5+%5EF6+%23A1").is(200).text();
    assert!(illegal.contains("role=\"alert\"") && illegal.contains("A1"));
    // A wrong position is answered with what is wrong, and where.
    for (position, reason) in [
        ("nonsense", "four parts"),
        ("12/12 2 a 0", "12 rows"),
        ("12/12/12/12/12/12/12/12/12/12/12/11x 2 a 0", "Row 12"),
        ("12/12/12/12/12/12/12/12/12/12/12/12 5 a 0", "players"),
    ] {
        let path = format!("/sandbox?position={}", position.replace(' ', "+"));
        let text = page(&club, "GET", &path).is(200).text();
        let alert = text.split("role=\"alert\">").nth(1).unwrap().split('<').next().unwrap();
        assert!(alert.contains(reason), "{position}: {alert}");
        page(&club, "GET", &path.replace("/sandbox", "/sandbox.svg")).is(422);
    }
    // What the engine would play is legal.
    let began = Instant::now();
    let form = [("content-type", "application/x-www-form-urlencoded"), ("accept", "text/html")];
    let best =
        club.send("POST", "/sandbox/best", &form, format!("turns={opening}").as_bytes()).is(200).text();
    assert!(began.elapsed() < PATIENCE);
    let list = best.split("class=\"choices-list\"").nth(1).unwrap().split("</ol>").next().unwrap();
    let found: Vec<&str> =
        list.split("<strong class=\"text\">").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
    assert!((1..=3).contains(&found.len()), "{found:?}");
    for text in found {
        after(&["*F5 ^F6 #F7".parse().unwrap(), text.parse().unwrap()]);
    }
    let svg = page(&club, "GET", &format!("/sandbox.svg?turns={opening}"));
    assert_eq!(svg.is(200).header("content-type"), Some("image/svg+xml"));
    well_formed(&svg.text());
    assert_eq!(uses(&svg.text()), 3 + 4);
}

#[test]
fn a_position_is_set_up_piece_by_piece() {
    let club = Club::open();
    let setup = |query: &str| {
        let answer = page(&club, "GET", &format!("/sandbox/setup?{query}"));
        answer.is(200).text()
    };
    let board = |text: &str| {
        let after = text.split_once("name=\"position\" value=\"").unwrap().1;
        after.split_once('"').unwrap().0.to_owned()
    };
    let said = |position: &str| position.replace('#', "%23").replace(' ', "+");
    // Each press is an address, and the address is all there is.
    let mut position = board(&setup("players=3"));
    for (what, cell) in [("*", "F5"), ("c", "F6"), ("%23", "F7"), ("a", "G5")] {
        position = board(&setup(&format!("position={}&what={what}&put={cell}", said(&position))));
    }
    assert_eq!(position, "12/12/12/12/5*a5/5c6/5#6/12/12/12/12/12 3 a 1");
    let moved = setup(&format!("position={}&what=a&mover=b", said(&position)));
    assert_eq!(board(&moved), "12/12/12/12/5*a5/5c6/5#6/12/12/12/12/12 3 b 1");
    assert!(moved.contains("href=\"/sandbox?position="), "{moved}");
    // What cannot be is refused in words, and changes nothing.
    for (what, cell, why) in [
        ("*", "F8", "a sun may not touch the shadow at F7"),
        ("a", "L12", "all pieces must hang together"),
        ("", "F6", "a shadow must lie behind a roof that a sun shines on"),
    ] {
        let refused = setup(&format!("position={}&what={what}&put={cell}", said(&position)));
        assert!(refused.contains(why), "{why}: {refused}");
        assert_eq!(board(&refused), position);
    }
    let taken = setup(&format!("position={}&what=&put=F7", said(&position)));
    assert_eq!(board(&taken), "12/12/12/12/5*a5/5c6/12/12/12/12/12/12 3 a 1");
    // Nonsense is an empty board, and never an error.
    for nonsense in ["what=x&put=Z9", "mover=d", "position=12", "choose=%F0%9F%8C%9E"] {
        assert!(setup(nonsense).contains("role=\"grid\""), "{nonsense}");
    }
}
