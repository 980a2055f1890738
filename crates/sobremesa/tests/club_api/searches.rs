//! Searches are shared fairly, and the engine is asked politely.

use std::time::Duration;

use serde_json::{Value, json};

use crate::club::{Answer, Club, PATIENCE, Who};
use crate::flood;

const OPENING: &str = "turns=%2AF5+%5EF6+%23F7";

/// One search of a kind at a time, and no limits on requests and tables.
const ONE_SEARCH: [&str; 6] = ["--rate-limit", "0", "--searches", "1", "--guest-unfinished-tables", "0"];

/// Sends a form as a page does.
fn send_form(club: &Club, who: &Who, path: &str, headers: &[(&str, &str)], form: &str) -> Answer {
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    let cookie = who.cookie.iter().map(|cookie| ("cookie", cookie.as_str()));
    let headers: Vec<(&str, &str)> = kind.into_iter().chain(cookie).chain(headers.iter().copied()).collect();
    club.send("POST", path, &headers, form.as_bytes())
}

fn ask_sandbox(club: &Club, who: &Who, headers: &[(&str, &str)]) -> Answer {
    send_form(club, who, "/sandbox/best", headers, OPENING)
}

#[test]
fn a_flood_of_long_searches_delays_neither_quick_bots_nor_the_long_ones_of_others() {
    let club = Club::open_with(&ONE_SEARCH);
    let alone = flood::answer_time(&club, 1);
    let crowd = club.guest();
    let size = flood::tables(200);
    for _ in 0..size {
        flood::bot_to_act(&club, &crowd, 8);
    }
    let begun = flood::searches(&club, "total", "long-bot");
    let times = [(); 5].map(|()| flood::answer_time(&club, 1));
    let more = flood::searches(&club, "total", "long-bot") - begun;
    let waiting = flood::searches(&club, "waiting", "long-bot");
    assert!(waiting > size / 4, "{waiting} of {size} searches wait");
    println!(
        "a bot of level 1 answers within {alone:?} alone, within {times:?} beside {waiting} long searches"
    );
    let longest = times.into_iter().max().unwrap();
    assert!(longest < Duration::from_secs(5), "{times:?}");
    assert!(more <= 20, "{more} long searches began before five quick ones ended");

    // A long search of somebody else waits for the one that runs and for one more.
    let guest = club.guest();
    let (table, seq) = flood::bot_to_act(&club, &guest, 8);
    let begun = flood::searches(&club, "total", "long-bot");
    let time = flood::wait_for_bot(&club, &table, seq);
    let more = flood::searches(&club, "total", "long-bot") - begun;
    println!("a bot of level 8 of another guest answers within {time:?}");
    assert!(more <= 8, "{more} long searches began until that of another guest ended");
    assert!(flood::searches(&club, "waiting", "long-bot") > size / 8, "the flood is not over");
}

#[test]
fn the_engine_of_a_sandbox_is_asked_by_post_from_our_pages() {
    let club = Club::open();
    let guest = club.guest();
    let html = [("accept", "text/html")];
    let shown = club.ask_with(&guest, "GET", &format!("/sandbox/best?{OPENING}"), &html, &Value::Null);
    let there = format!("/sandbox?{OPENING}");
    assert_eq!(shown.is(303).header("location"), Some(there.as_str()));
    assert_eq!(flood::searches(&club, "total", "sandbox"), 0);
    let best = ask_sandbox(&club, &guest, &html);
    assert!(best.is(200).text().contains("class=\"choices-list\""), "{}", best.text());
    ask_sandbox(&club, &guest, &[("sec-fetch-site", "cross-site")]).is_problem(403, "cross-site");
    // Somebody new becomes a guest by asking.
    let asked = ask_sandbox(&club, &Who::nobody(), &html);
    assert!(asked.is(200).header("set-cookie").is_some_and(|cookie| cookie.contains("guest")));
    // A line of a finished game is asked about in the same way.
    let line = format!("/t/{}/replay/line", finished_no_siesta(&club, &guest));
    let shown = club.ask_with(&guest, "GET", &format!("{line}?turn=0&engine=1"), &html, &Value::Null);
    let shown = shown.is(200).text();
    assert!(
        shown.contains("id=\"ask\"") && !shown.contains("class=\"choices-list\""),
        "nothing was searched"
    );
    let best = send_form(&club, &guest, &format!("{line}/best"), &html, "turn=0&done=");
    assert!(best.is(200).text().contains("class=\"choices-list\""), "{}", best.text());
}

/// The id of a game of ¡No Siesta! that is over.
fn finished_no_siesta(club: &Club, guest: &Who) -> String {
    let table = club.table(guest, &json!({ "game": "no-siesta", "seats": ["me", { "bot": 1 }] }));
    club.post(guest, &table.at("/resign"), &Value::Null).is(200);
    table.id
}

#[test]
fn a_person_and_an_address_ask_the_engine_only_so_often() {
    let club = Club::open_with(&["--rate-limit", "0", "--engine-limit", "1"]);
    let guests = [(); 5].map(|()| club.guest());
    ask_sandbox(&club, &guests[0], &[]).is(200);
    let refused = ask_sandbox(&club, &guests[0], &[]);
    refused.is_problem(429, "too-many-requests");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    // A hint counts as well, and an analysis.
    let (table, seq) = flood::bot_to_act(&club, &guests[0], 1);
    flood::wait_for_bot(&club, &table, seq);
    let hint = |who: &Who| send_form(&club, who, &format!("/t/{}/hint", table.id), &[], "more=");
    hint(&guests[0]).is_problem(429, "too-many-requests");
    hint(&guests[1]).is_problem(403, "not-seated");
    hint(&Who::nobody()).is_problem(401, "nobody");
    let finished = finished_no_siesta(&club, &guests[0]);
    let analyse = format!("/t/{finished}/replay/analyse");
    club.post(&guests[0], &analyse, &Value::Null).is_problem(429, "too-many-requests");
    // Four people at the same address have their turns, a fifth does not.
    for guest in &guests[1..4] {
        ask_sandbox(&club, guest, &[]).is(200);
    }
    ask_sandbox(&club, &guests[4], &[]).is_problem(429, "too-many-requests");
    ask_sandbox(&club, &Who::nobody(), &[]).is_problem(429, "too-many-requests");
}

#[test]
fn only_so_many_searches_wait_for_a_person() {
    let args = [&ONE_SEARCH[..], &["--engine-limit", "0", "--waiting-searches", "1"]].concat();
    let club = Club::open_with(&args);
    let (ana, blas) = (club.guest(), club.guest());
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(|| ask_sandbox(&club, &ana, &[]))).collect();
        // Blas asks while those of Ana run and wait, and has the next turn.
        let waits = || flood::searches(&club, "waiting", "sandbox") > 0;
        let began = std::time::Instant::now();
        while !waits() && began.elapsed() < PATIENCE {
            std::thread::yield_now();
        }
        ask_sandbox(&club, &blas, &[]).is(200);
        let answers: Vec<Answer> = asked.into_iter().map(|thread| thread.join().unwrap()).collect();
        let refused = answers.iter().filter(|answer| answer.status == 429).count();
        assert!((1..8).contains(&refused), "{refused} of eight searches at once were refused");
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.is_problem(429, "too-many-requests");
            assert_eq!(answer.header("retry-after"), Some("2"));
        }
    });
}
