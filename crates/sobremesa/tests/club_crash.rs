//! The server is killed at random moments while people play, many times in a row; others misbehave meanwhile, and the
//! disk is full at times. Nothing that it said it keeps is lost, nothing happens twice, and what happens by itself goes
//! on.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;
#[path = "club/evening.rs"]
mod evening;
#[path = "club/player.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod player;
#[path = "club/trouble.rs"]
mod trouble;

use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use evening::{Evening, check_notes, create_table, guest, host, settled_standings, standings, wait_for};
use game::Random;
use player::{Form, Peer, all_events, choose, in_flight, variant};
use serde_json::{Value, json};
use tempfile::TempDir;
use trouble::Trouble;

use crate::club::{Club, Who, run_in};

const KILLS: usize = 55;
/// The disk is full before one of so many kills.
const FULL_DISK_EVERY: usize = 5;
const SIESTA: &str = "siesta";
const NO_SIESTA: &str = "no-siesta";

/// A club that can be killed and opened again at the same address.
struct Fragile {
    club: Option<Club>,
    folder: Arc<TempDir>,
    address: SocketAddr,
}

impl Fragile {
    fn open() -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        // A port that was free a moment ago.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut fragile = Self { club: None, folder, address };
        fragile.start();
        fragile
    }

    fn start(&mut self) {
        let listen = self.address.to_string();
        let args = ["--rate-limit", "0", "--log", "warn"];
        self.club = Some(Club::open_in(Arc::clone(&self.folder), &listen, &args));
    }

    fn club(&self) -> &Club {
        self.club.as_ref().unwrap()
    }

    fn kill(&mut self) {
        self.club.take().unwrap().kill();
    }

    /// Nothing can be written for a while: no file may grow beyond this size.
    fn fill_disk(&self, time: Duration) {
        self.limit_files("4096");
        thread::sleep(time);
        self.limit_files("unlimited");
    }

    fn limit_files(&self, bytes: &str) {
        let (pid, limit) = (self.club().pid().to_string(), format!("--fsize={bytes}:"));
        let status = Command::new("prlimit").args(["--pid", &pid, &limit]).status().unwrap();
        assert!(status.success(), "{limit}");
    }
}

#[test]
fn nothing_is_lost_or_doubled_when_the_server_is_killed_again_and_again() {
    let mut server = Fragile::open();
    let names = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Fausto"];
    let members: Vec<Who> = names.iter().map(|name| server.club().member(name)).collect();
    let address = server.address;
    let peers: Vec<Peer> = members.iter().map(|who| Peer { address, who: who.clone() }).collect();
    let invite = |place: usize| json!({ "invite": names[place] });

    // Nobody plays at the table with a clock: its time runs out somewhere between the kills.
    let clock = json!({ "clock": { "live": { "turn_seconds": 5, "reserve_seconds": 0 } } });
    let away = [&peers[0], &peers[1]];
    let forgotten = create_table(away[0], SIESTA, &json!(["me", invite(1)]), &clock);
    away[1].post(&format!("/api/v1/tables/{forgotten}/join"), &Value::Null).is(200);

    let evening = Evening::default();
    let mut random = Random::new(u64::from(std::process::id()));
    let (mut hits, mut most) = (0, 0);
    let trouble = Trouble::default();
    thread::scope(|scope| {
        let evening = &evening;
        trouble.begin(scope, address, evening);
        // Two and two, with and without a bot beside them, and some alone with bots.
        for (place, game) in [SIESTA, NO_SIESTA].into_iter().enumerate() {
            let (tell, told) = channel();
            let (one, two) = (&peers[2 * place], &peers[2 * place + 1]);
            let seats = json!(["me", invite(2 * place + 1)]);
            scope.spawn(move || host(one, game, &seats, true, &[tell], evening, 10 + place as u64));
            scope.spawn(move || guest(two, &told, evening, 20 + place as u64));
        }
        let (tell, told) = channel();
        let seats = json!(["me", invite(5), { "bot": 2 }]);
        let (one, two) = (&peers[4], &peers[5]);
        scope.spawn(move || host(one, NO_SIESTA, &seats, true, &[tell], evening, 30));
        scope.spawn(move || guest(two, &told, evening, 31));
        for (place, (game, level)) in [(SIESTA, 1), (NO_SIESTA, 2), (SIESTA, 2)].into_iter().enumerate() {
            let peer = &peers[place];
            let seats = json!(["me", { "bot": level }]);
            scope.spawn(move || host(peer, game, &seats, false, &[], evening, 40 + place as u64));
        }

        for kill in 0..KILLS {
            thread::sleep(Duration::from_millis(20 + u64::from(random.below(231))));
            if kill % FULL_DISK_EVERY == 0 {
                server.fill_disk(Duration::from_millis(50 + u64::from(random.below(151))));
            }
            let waiting = in_flight();
            server.kill();
            hits += usize::from(waiting > 0);
            most = most.max(waiting);
            server.start();
        }
        thread::sleep(Duration::from_millis(300));
        evening.over.store(true, Ordering::SeqCst);
    });

    trouble.check();
    let notes = evening.notes.into_inner().unwrap();
    let tables = check_notes(&notes);
    println!(
        "{KILLS} kills, {hits} of them with requests in flight (up to {most}); {} moves acknowledged at {tables} \
         tables, {} games finished, streams resumed {} times",
        notes.moves.len(),
        notes.finished,
        notes.breaks
    );
    assert!(hits > KILLS / 2, "{hits} kills hit anything");
    assert!(notes.finished > 0 && notes.moves.len() > KILLS);

    let events = wait_for("the clock", || {
        let events = all_events(away[0], &forgotten);
        events.iter().any(|(_, event)| event["type"] == "replaced").then_some(events)
    });
    let replaced: Vec<_> = events.iter().filter(|(_, event)| event["type"] == "replaced").collect();
    assert_eq!(replaced.len(), 1, "{replaced:?}");
    assert_eq!(replaced[0].1["why"], "out-of-time");

    let before = settled_standings(server.club(), &members);
    server.kill();
    assert!(run_in(server.folder.path(), "rebuild").contains("Rebuilt lists, results and ratings"));
    server.start();
    assert_eq!(standings(server.club(), &members), before, "ratings are what a rebuild makes of the events");
}

/// Plays a move of the only person; returns the number of the last event that followed.
fn move_once(peer: &Peer, table: &str, random: &mut Random) -> Option<u64> {
    let path = format!("/api/v1/tables/{table}");
    let state = peer.get(&path);
    let seat = state["you"].as_str()?;
    if !state["game"]["to_act"].as_array()?.contains(&json!(seat)) {
        return None;
    }
    let text = choose(variant(&state), state["game"]["position"].as_str()?, seat.parse().ok()?, random);
    let answer = peer.post(&format!("{path}/play"), &json!({ "seq": state["seq"], "move": text }));
    (answer.status == 200).then(|| answer.json()["seq"].as_u64().unwrap())
}

#[test]
fn bots_and_clocks_go_on_by_themselves_after_a_kill() {
    let mut server = Fragile::open();
    let peer = Peer { address: server.address, who: server.club().guest() };
    let other = Peer { address: server.address, who: server.club().guest() };
    let seats = json!(["me", { "bot": 2 }, { "bot": 1 }, { "bot": 2 }]);
    let table = create_table(&peer, SIESTA, &seats, &json!({}));
    let mut random = Random::new(5);
    let mut went_on = 0;
    for _ in 0..20 {
        let seq = wait_for("the person's turn", || move_once(&peer, &table, &mut random));
        server.kill();
        // The log on disk: three bots are to move, and none, one or two of them have.
        let events = events_on_disk(server.folder.path(), &table);
        assert!(events >= seq, "{events} < {seq}");
        server.start();
        if events < seq + 3 {
            // No request is sent meanwhile: bots move without any client.
            let on_disk = wait_for("the bots", || {
                Some(events_on_disk(server.folder.path(), &table)).filter(|events| *events >= seq + 3)
            });
            assert_eq!(on_disk, seq + 3);
            went_on += 1;
        }
        if went_on == 3 {
            break;
        }
    }
    assert!(went_on > 0, "no kill came before the bots had moved");
    println!("bots went on by themselves after {went_on} kills");

    // The player is away when the server is killed and when it comes back; the clock has not forgotten.
    let clock = json!({ "clock": { "live": { "turn_seconds": 5, "reserve_seconds": 0 } } });
    let table = create_table(&peer, SIESTA, &json!(["me", "open"]), &clock);
    other.post(&format!("/api/v1/tables/{table}/join"), &Value::Null).is(200);
    let began = Instant::now();
    server.kill();
    thread::sleep(Duration::from_secs(1));
    server.start();
    let stayed = if peer.get(&format!("/api/v1/tables/{table}"))["you"] == "a" { &other } else { &peer };
    let follower = stayed.follow(&format!("/api/v1/tables/{table}/stream"), Form::Sse, Some(0));
    let told = follower.until(|told| told.said["event"]["type"] == "played");
    let replaced = &told[told.len() - 2].said["event"];
    assert_eq!(*replaced, json!({ "type": "replaced", "seat": "a", "why": "out-of-time", "level": 6 }));
    let waited = began.elapsed();
    assert!((5..8).contains(&waited.as_secs()), "{waited:?}");
}

/// How many events of the table are durable.
fn events_on_disk(folder: &std::path::Path, table: &str) -> u64 {
    let output = club::program(&["export", "--table", table, "--data"]).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let batch = |line: &str| serde_json::from_str::<Value>(line).unwrap()["events"].as_array().unwrap().len();
    text.lines().map(batch).sum::<usize>() as u64
}
