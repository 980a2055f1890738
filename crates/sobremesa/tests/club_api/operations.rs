//! What whoever runs a club counts on.

use std::time::Duration;

use serde_json::{Value, json};

use crate::club::{Club, Who};

#[test]
fn a_stop_ends_streams_and_loses_nothing() {
    let mut club = Club::open();
    let guest = club.guest();
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let stream = club.stream(&guest, &table.at("/stream"), &[]);
    assert_eq!(stream.next().unwrap()["seq"], 1);
    let mine = club.stream(&guest, "/api/v1/me/stream", &[("accept", "text/event-stream")]);
    assert!(mine.is_quiet(Duration::from_millis(50)));
    let began = std::time::Instant::now();
    let status = club.stop();
    assert!(status.success(), "{status}: {}", club.log());
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!((stream.next(), mine.next()), (None, None));
    let club = Club::open_in(club.folder(), &club.address.to_string(), &["--rate-limit", "0"]);
    assert_eq!(club.seq(&table), 1);
    assert_eq!(club.ask(&Who::nobody(), "GET", "/readyz", &Value::Null).text(), "ready\n");
}
