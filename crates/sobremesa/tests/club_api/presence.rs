//! Who is at a table: by the API and on the page.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::club::{Club, Stream, Table, Who};

const PATIENCE: Duration = Duration::from_secs(30);
const SSE: [(&str, &str); 1] = [("accept", "text/event-stream")];

/// Waits until everybody is told this attendance.
fn wait_until(club: &Club, table: &Table, seats: &[&Value], others: usize) {
    let wanted = json!({ "seats": seats, "others": others });
    let began = Instant::now();
    loop {
        let answer = club.get(&Who::nobody(), &table.at("/presence"));
        answer.is(200);
        if answer.json() == wanted {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "not {wanted} but {}", answer.text());
        thread::sleep(Duration::from_millis(20));
    }
}

/// Reads until a line contains this text that often.
fn wait_for(stream: &Stream, text: &str, times: usize) {
    while stream.line(PATIENCE).expect("the stream goes on").matches(text).count() != times {}
}

/// The stream of a page, as the page asks for it.
fn live(club: &Club, who: &Who, table: &Table) -> Stream {
    let page = club.get(who, &table.path.replace("/api/v1/tables", "/t")).text();
    let address = page.split("hx-sse:connect=\"").nth(1).unwrap().split('"').next().unwrap();
    club.stream(who, &address.replace("&amp;", "&"), &SSE)
}

#[test]
fn everybody_is_told_who_is_here_and_how_many_look_on() {
    let club = Club::open();
    let (ana, ben) = (club.member("Ana"), club.guest());
    let table = club.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    wait_until(&club, &table, &[], 0);
    // Before the game begins seats have the letters of their order.
    let stream_of_ana = club.stream(&ana, &table.at("/stream"), &[]);
    let second_of_ana = club.stream(&ana, &table.at("/stream"), &SSE);
    let stream_of_ben = club.stream(&ben, &table.at("/stream"), &[]);
    wait_until(&club, &table, &[&json!("a")], 1);
    club.post(&ben, &table.at("/join"), &Value::Null).is(200);
    wait_until(&club, &table, &[&json!("a"), &json!("b")], 0);
    let others = [Who::nobody(), Who::nobody(), club.guest()];
    let others = others.map(|who| club.stream(&who, &table.at("/stream"), &[]));
    wait_until(&club, &table, &[&json!("a"), &json!("b")], 3);
    drop((others, stream_of_ana, stream_of_ben));
    let seat_of_ana = club.look(&ana, &table)["you"].clone();
    wait_until(&club, &table, &[&seat_of_ana], 0);
    drop(second_of_ana);
    wait_until(&club, &table, &[], 0);
    club.get(&Who::nobody(), "/api/v1/tables/0000000000000/presence").is_problem(404, "not-found");
}

#[test]
fn a_page_shows_who_is_here_as_they_come_and_go() {
    let club = Club::open();
    let (ana, ben) = (club.member("Ana"), club.member("Ben"));
    let table = club.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    club.post(&ben, &table.at("/join"), &Value::Null).is(200);
    let page = club.get(&ana, &table.path.replace("/api/v1/tables", "/t")).text();
    assert_eq!(page.matches("aria-label=\"is here\"").count(), 1, "who looks at it is here");
    assert_eq!(page.matches("aria-label=\"is away\"").count(), 1);
    assert!(!page.contains("class=\"look-on\""));
    let page_of_ana = live(&club, &ana, &table);
    assert!(page_of_ana.is_quiet(Duration::from_millis(300)), "the page shows it already");
    let page_of_ben = live(&club, &ben, &table);
    wait_for(&page_of_ana, "aria-label=\"is here\"", 2);
    let looks_on = live(&club, &Who::nobody(), &table);
    wait_for(&page_of_ben, "1 looks on", 1);
    assert!(looks_on.is_quiet(Duration::from_millis(300)), "and knows that they look on");
    drop((looks_on, page_of_ben));
    wait_for(&page_of_ana, "aria-label=\"is away\"", 1);
}
