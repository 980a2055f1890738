//! Nobody takes more than their share: requests, connections and streams by person and by address.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::club::{Answer, Club, PATIENCE, Stream, Table, Who};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 1));
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// How soon an honest visitor is answered while somebody else floods the server.
const SOON: Duration = Duration::from_secs(5);

fn get_from(club: &Club, from: IpAddr, who: &Who, path: &str) -> Answer {
    let headers: Vec<(&str, &str)> = who.cookie.iter().map(|cookie| ("cookie", cookie.as_str())).collect();
    club.send_on(club.connect_from(from), "GET", path, &headers, b"")
}

/// A club with a limit of requests, and people who came when it had none.
fn club_with_people(limits: &[&str], guests: usize) -> (Club, Vec<Who>, Who) {
    let mut club = Club::open();
    let guests = (0..guests).map(|_| club.guest()).collect();
    let member = club.member("Ana");
    club.stop();
    (Club::open_in(club.folder(), "127.0.0.1:0", limits), guests, member)
}

#[test]
fn an_address_gets_its_allowance_and_no_more_however_many_guests_it_is() {
    let (club, guests, member) = club_with_people(&["--rate-limit", "1"], 300);
    let began = Instant::now();
    let answers: Vec<Answer> = guests.iter().map(|guest| club.get(guest, "/api/v1/me")).collect();
    let passed = answers.iter().filter(|answer| answer.status == 200).count();
    // Five times the burst of a person at once, and five times the rate of a person from then on.
    let most = 25 + 5 * (began.elapsed().as_secs() as usize + 1);
    assert!((25..=most).contains(&passed), "{passed} of 300 passed");
    let refused = answers.last().unwrap();
    refused.is_problem(429, "too-many-requests");
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    // A forged cookie and a guessed token count to the address like everything else.
    for who in [
        Who { cookie: Some("sobremesa_guest=forged".to_owned()), ..Who::nobody() },
        Who { token: Some(format!("st_{}", "0".repeat(64))), ..Who::nobody() },
    ] {
        assert!((0..30).any(|_| club.get(&who, "/api/v1/tables").status == 429));
    }
    // A member is not held up by strangers at the same address, nor is another address.
    club.get(&member, "/api/v1/me").is(200);
    get_from(&club, ELSEWHERE, &guests[0], "/api/v1/me").is(200);
    // Health checks are always answered.
    for _ in 0..100 {
        club.get(&Who::nobody(), "/readyz").is(200);
        club.get(&Who::nobody(), "/healthz").is(200);
    }
}

#[test]
fn the_moves_on_a_socket_count_to_the_address_too() {
    let (club, guests, _) = club_with_people(&["--rate-limit", "1000", "--address-rate-limit", "1"], 1);
    let guest = &guests[0];
    let table = club.table(guest, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let mut socket = open_socket(&club, guest, &table);
    let mut text = Vec::new();
    let mut read_until = |socket: &mut TcpStream, word: &str| {
        let began = Instant::now();
        while !String::from_utf8_lossy(&text).contains(word) {
            let mut buffer = [0; 4096];
            let read = socket.read(&mut buffer).unwrap();
            assert!(read > 0 && began.elapsed() < PATIENCE, "{}", String::from_utf8_lossy(&text));
            text.extend_from_slice(&buffer[..read]);
        }
    };
    read_until(&mut socket, "\r\n\r\n");
    for _ in 0..20 {
        // A masked text of two bytes, `{}`, with the mask 0.
        socket.write_all(&[0x81, 0x82, 0, 0, 0, 0, b'{', b'}']).unwrap();
    }
    read_until(&mut socket, "too-many-requests");
}

/// Asks for a socket and sends nothing on it yet.
fn open_socket(club: &Club, who: &Who, table: &Table) -> TcpStream {
    let mut stream = club.connect();
    let cookie = who.cookie.as_deref().unwrap();
    let path = table.at("/socket");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .unwrap();
    stream
}

/// Ends the threads of a test, also when it fails: a scope waits for them.
pub(crate) struct End<'a>(pub(crate) &'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Keeps so many connections from elsewhere open that send nothing, until told to end.
fn flood(club: &Club, connections: usize, end: &AtomicBool) {
    let mut open: Vec<TcpStream> = Vec::new();
    while !end.load(Ordering::Relaxed) {
        open.retain_mut(|stream| {
            stream.set_nonblocking(true).unwrap();
            // Nothing to read means that the connection is open.
            stream.read(&mut [0; 16]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
        });
        while open.len() < connections && !end.load(Ordering::Relaxed) {
            open.push(club.connect_from(ELSEWHERE));
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn connections_that_say_nothing_do_not_shut_out_others() {
    let club = Club::open_with_files(128, &["--rate-limit", "0"]);
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        let _end = End(&end);
        scope.spawn(|| flood(&club, 200, &end));
        thread::sleep(Duration::from_millis(500));
        for number in 0..30 {
            let began = Instant::now();
            let path = ["/", "/readyz", "/api/v1/tables"][number % 3];
            get_from(&club, HERE, &Who::nobody(), path).is(200);
            assert!(began.elapsed() < SOON, "{path}: {:?}", began.elapsed());
        }
    });
    let log = club.log();
    assert!(!log.contains("could not accept"), "{log}");
}

#[test]
fn streams_of_one_address_do_not_shut_out_others() {
    let club = Club::open_with_files(128, &["--rate-limit", "0"]);
    let guest = club.guest();
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let streams: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = club.connect_from(ELSEWHERE);
            // It may be closed already.
            let _ = write!(stream, "GET {} HTTP/1.1\r\nhost: x\r\n\r\n", table.at("/stream"));
            stream
        })
        .collect();
    for _ in 0..10 {
        let began = Instant::now();
        get_from(&club, HERE, &guest, "/").is(200);
        get_from(&club, HERE, &guest, "/readyz").is(200);
        assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    }
    drop(streams);
}

#[test]
fn an_address_has_so_many_connections_and_closes_idle_ones_for_new_ones() {
    let club = Club::open_with(&["--rate-limit", "0", "--address-connections", "4"]);
    let idle: Vec<TcpStream> = (0..4).map(|_| club.connect()).collect();
    // The oldest idle connection makes room.
    club.get(&Who::nobody(), "/api/v1/tables").is(200);
    // Sooner than a connection that says nothing is closed in any case.
    let closed = |mut stream: &TcpStream| {
        stream.set_read_timeout(Some(SOON)).unwrap();
        stream
            .read(&mut [0; 16])
            .map_or_else(|error| error.kind() == ErrorKind::ConnectionReset, |read| read == 0)
    };
    assert!(closed(&idle[0]));
    drop(idle);
    let table = club.table(&club.guest(), &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let streams: Vec<Stream> =
        (0..4).map(|_| club.stream(&Who::nobody(), &table.at("/stream"), &[])).collect();
    // Streams are not idle, so that the next connection is closed. Another address has its own number.
    assert!(closed(&club.connect()));
    get_from(&club, ELSEWHERE, &Who::nobody(), "/readyz").is(200);
    drop(streams);
}

/// The status of a stream that is asked for, without reading it.
fn stream_status(club: &Club, who: &Who, path: &str, headers: &[(&str, &str)]) -> (u16, Stream) {
    let stream = club.stream(who, path, headers);
    (stream.status, stream)
}

#[test]
fn a_person_has_so_many_streams_and_sockets_and_no_more() {
    let club = Club::open_with(&["--rate-limit", "0", "--streams", "3"]);
    let (guest, other) = (club.guest(), club.guest());
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let page = format!("/t/{}/live?after=0", table.id);
    let mut open: Vec<Stream> = [table.at("/stream"), "/api/v1/me/stream".to_owned(), page.clone()]
        .iter()
        .map(|path| {
            let (status, stream) = stream_status(&club, &guest, path, &[]);
            assert_eq!(status, 200, "{path}");
            stream
        })
        .collect();
    for path in [table.at("/stream"), "/api/v1/me/stream".to_owned(), page] {
        let refused = club.get(&guest, &path);
        refused.is_problem(429, "too-many-streams");
        assert_eq!(refused.header("retry-after"), Some("30"));
    }
    let mut socket = open_socket(&club, &guest, &table);
    let mut status = [0; 12];
    socket.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 429");
    // Others are not concerned.
    let (status, _other) = stream_status(&club, &other, &table.at("/stream"), &[]);
    assert_eq!(status, 200);
    // One that is closed makes room, as soon as the server has noticed.
    open.pop();
    let began = Instant::now();
    while stream_status(&club, &guest, &table.at("/stream"), &[]).0 != 200 {
        assert!(began.elapsed() < PATIENCE, "a stream that is closed is counted");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn behind_a_proxy_streams_are_counted_by_the_client_and_connections_are_not() {
    let args = ["--rate-limit", "0", "--trust-proxy", "--streams", "1", "--address-connections", "2"];
    let club = Club::open_with(&args);
    let table = club.table(&club.guest(), &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let stream = |client: &str| {
        stream_status(&club, &Who::nobody(), &table.at("/stream"), &[("x-forwarded-for", client)])
    };
    // Ten times as many as a person.
    let streams: Vec<(u16, Stream)> = (0..12).map(|_| stream("2001:db8::1")).collect();
    let statuses: Vec<u16> = streams.iter().map(|(status, _)| *status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 10, "{statuses:?}");
    assert!(statuses.ends_with(&[429, 429]), "{statuses:?}");
    assert_eq!(stream("2001:db8::2").0, 429, "the same network");
    assert_eq!(stream("2001:db8:0:1::1").0, 200, "another network");
    let idle: Vec<TcpStream> = (0..5).map(|_| club.connect()).collect();
    club.ask(&Who::nobody(), "GET", "/readyz", &Value::Null).is(200);
    for mut stream in idle {
        write!(stream, "GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
        assert_eq!(Answer::read(&mut stream).map(|answer| answer.status), Some(200));
    }
}
