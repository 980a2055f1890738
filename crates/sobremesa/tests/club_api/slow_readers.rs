//! Clients that do not read cost almost no memory, and are disconnected.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::club::{Club, Table, Who};

/// How many streams nobody reads: what they would need is far more than a server takes for anything else.
const STREAMS: usize = 64;

/// A table with a log of more than a megabyte.
fn long_table(club: &Club) -> (Table, usize) {
    let host = club.guest();
    let table = club.table(&host, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let text = "🌞".repeat(300);
    let said = json!({ "room": "all", "text": text });
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let guest = club.guest();
                    for _ in 0..5 {
                        club.post(&guest, &table.at("/chat"), &said).is(200);
                    }
                }
            });
        }
    });
    (table, 1000 * text.len())
}

#[test]
fn a_stream_that_nobody_reads_is_dropped_and_takes_no_memory() {
    let club = Club::open();
    let (table, log) = long_table(&club);
    let memory = || club.measured("process_resident_memory_bytes");
    let before = memory();
    let deaf: Vec<TcpStream> = (0..STREAMS)
        .map(|_| {
            let mut stream = club.connect();
            let path = table.at("/stream?after=0");
            write!(stream, "GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
            stream
        })
        .collect();
    let pending = log * STREAMS;
    assert!(pending > 10_000_000, "{pending}");
    // Meanwhile a client that reads gets everything.
    let reader = club.stream(&Who::nobody(), &table.at("/stream?after=0"), &[]);
    for seq in 1..=1001 {
        assert_eq!(reader.next().unwrap()["seq"], seq);
    }
    drop(reader);
    assert!(club.measured("sobremesa_streams") >= STREAMS as f64);
    let taken = memory() - before;
    assert!(taken < pending as f64 / 2.0, "{taken} bytes for {pending} that nobody reads");
    let began = Instant::now();
    while club.measured("sobremesa_streams") > 0.0 {
        assert!(began.elapsed() < Duration::from_secs(50), "{} streams", club.measured("sobremesa_streams"));
        thread::sleep(Duration::from_millis(200));
    }
    drop(deaf);
}
