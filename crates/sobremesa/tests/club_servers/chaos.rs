//! Servers and workers are killed, NATS and PostgreSQL go away and come back, and people play on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use game::Random;
use serde_json::json;
use tempfile::TempDir;

use crate::club::{Club, Who, program};
use crate::cluster::{Balancer, Server};
use crate::evening::{Evening, check_notes, guest, host, settled_standings, standings, wait_for};
use crate::player::{Peer, all_events};
use crate::services::{Nats, Postgres};

const ROUNDS: u32 = 24;

#[test]
fn nothing_is_lost_or_doubled_whatever_goes_away() {
    let (mut postgres, mut nats) = (Postgres::start(), Nats::start());
    let (database, bus) = (postgres.fresh(), nats.url());
    let common = ["--database", &database, "--bus", &bus, "--log", "warn"];
    let serve = [&common[..], &["--no-work", "--rate-limit", "0"]].concat();
    let mut servers: Vec<Server> = (0..3).map(|_| Server::open(&serve)).collect();
    let folder = Arc::new(TempDir::new().unwrap());
    let work = || Club::work_in(Arc::clone(&folder), &common);
    let mut workers = [work(), work()];

    let names = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Fausto"];
    let members: Vec<Who> = names
        .iter()
        .zip([0, 1, 2].iter().cycle())
        .map(|(name, place)| servers[*place].club().member(name))
        .collect();
    let balancer = Balancer::open(servers.iter().map(|server| server.address).collect());
    let peers: Vec<Peer> =
        members.iter().map(|who| Peer { address: balancer.address, who: who.clone() }).collect();

    let evening = Evening { to_the_end: true, ..Evening::default() };
    let mut random = Random::new(u64::from(std::process::id()));
    let mut done = [0; 4];
    thread::scope(|scope| {
        let evening = &evening;
        for (place, game) in ["siesta", "no-siesta"].into_iter().enumerate() {
            let (tell, told) = channel();
            let (one, two) = (&peers[2 * place], &peers[2 * place + 1]);
            let seats = json!(["me", { "invite": names[2 * place + 1] }]);
            scope.spawn(move || host(one, game, &seats, true, &[tell], evening, 10 + place as u64));
            scope.spawn(move || guest(two, &told, evening, 20 + place as u64));
        }
        let (tell, told) = channel();
        let (one, two) = (&peers[4], &peers[5]);
        let seats = json!(["me", { "invite": names[5] }, { "bot": 2 }]);
        scope.spawn(move || host(one, "no-siesta", &seats, true, &[tell], evening, 30));
        scope.spawn(move || guest(two, &told, evening, 31));
        for (place, (game, level)) in [("siesta", 1), ("siesta", 2)].into_iter().enumerate() {
            let peer = &peers[place];
            let seats = json!(["me", { "bot": level }]);
            scope.spawn(move || host(peer, game, &seats, false, &[], evening, 40 + place as u64));
        }

        for round in 0..ROUNDS {
            thread::sleep(Duration::from_millis(50 + u64::from(random.below(250))));
            let what = match round {
                8 | 16 => 3,
                _ => [0, 0, 1, 2][random.below(4) as usize],
            };
            done[what] += 1;
            match what {
                0 => {
                    let server = &mut servers[random.below(3) as usize];
                    server.kill();
                    server.start();
                }
                1 => {
                    let worker = &mut workers[random.below(2) as usize];
                    worker.kill();
                    *worker = work();
                }
                2 => {
                    nats.stop();
                    thread::sleep(Duration::from_millis(200));
                    nats.run();
                }
                _ => postgres.restart(),
            }
        }
        evening.over.store(true, Ordering::SeqCst);
    });

    let notes = evening.notes.into_inner().unwrap();
    let tables = check_notes(&notes);
    let [servers_killed, workers_killed, nats_stopped, postgres_killed] = done;
    println!(
        "killed: servers {servers_killed} times, workers {workers_killed}, NATS {nats_stopped}, PostgreSQL \
         {postgres_killed}; {} moves acknowledged at {tables} tables, streams resumed {} times",
        notes.moves.len(),
        notes.breaks
    );
    assert!(servers_killed > 0 && postgres_killed == 2, "{done:?}");
    assert_eq!(notes.finished, notes.seen.len(), "everybody saw every game to its end");
    assert!(notes.breaks > 0 && notes.moves.len() > 100);

    let before = settled_standings(servers[0].club(), &members);
    assert_eq!(standings(servers[1].club(), &members), before, "the same at every server");
    let output = program(&["rebuild", "--database", &database]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        standings(servers[2].club(), &members),
        before,
        "ratings are what a rebuild makes of the events"
    );
}

#[test]
fn a_server_that_is_stopped_for_a_while_is_replaced_and_doubles_nothing() {
    let (postgres, nats) = (Postgres::start(), Nats::start());
    let (database, bus) = (postgres.fresh(), nats.url());
    let args = ["--database", &database, "--bus", &bus, "--log", "warn", "--rate-limit", "0"];
    // Both play bots and enforce clocks. The people are at the second one, which is never stopped.
    let servers = [Server::open(&args), Server::open(&args)];
    let members = ["Ana", "Bruno"].map(|name| servers[1].club().member(name));
    let address = servers[1].address;
    let peers: Vec<Peer> = members.iter().map(|who| Peer { address, who: who.clone() }).collect();
    let evening = Evening { to_the_end: true, ..Evening::default() };
    thread::scope(|scope| {
        let evening = &evening;
        for (place, peer) in peers.iter().enumerate() {
            let seats = json!(["me", { "bot": 1 }, { "bot": 2 }]);
            scope.spawn(move || host(peer, "siesta", &seats, false, &[], evening, place as u64));
        }
        // Longer than a lease, and a little shorter. After the first one leased tables have moved on without it.
        for (runs, stands) in [(400, 12_000), (300, 3_000)] {
            thread::sleep(Duration::from_millis(runs));
            servers[0].club().signal("STOP");
            thread::sleep(Duration::from_millis(stands));
            servers[0].club().signal("CONT");
        }
        evening.over.store(true, Ordering::SeqCst);
    });
    let notes = evening.notes.into_inner().unwrap();
    check_notes(&notes);
    assert_eq!(notes.finished, notes.seen.len(), "everybody saw every game to its end");
    assert!(notes.finished > 0 && notes.moves.len() > 20, "{}", notes.moves.len());
    // The server that stood still shows the same.
    for (table, peer, seen) in &notes.seen {
        let there = Peer { address: servers[0].address, who: peer.who.clone() };
        assert_eq!(all_events(&there, table), *seen, "{table}");
    }
}

#[test]
fn a_server_that_is_stopped_while_it_writes_holds_nobody_up() {
    let (postgres, nats) = (Postgres::start(), Nats::start());
    let (database, bus) = (postgres.fresh(), nats.url());
    let args = ["--database", &database, "--bus", &bus, "--log", "warn", "--rate-limit", "0"];
    let servers = [Server::open(&args), Server::open(&args)];
    let (stopped, other) = (servers[0].club(), servers[1].club());
    let (here, there) = (stopped.guest(), other.guest());
    let seats = json!({ "game": "siesta", "seats": ["me", "open"] });
    // Until it is caught with the head of the log in its hands.
    let holds = "SELECT count(*) FROM pg_locks JOIN pg_class ON pg_class.oid = relation JOIN pg_stat_activity \
                 USING (pid) WHERE relname = 'log_head' AND mode = 'RowExclusiveLock' AND state LIKE 'idle in%'";
    let over = AtomicBool::new(false);
    let caught = thread::scope(|scope| {
        let (over, here) = (&over, &here);
        let address = servers[0].address;
        for _ in 0..4 {
            scope.spawn(move || {
                let peer = Peer { address, who: here.clone() };
                while !over.load(Ordering::SeqCst) {
                    let said = json!({ "game": "siesta", "seats": ["me", "open"] });
                    // The answer does not matter, here and while the server stands still.
                    let _ = peer.try_ask("POST", "/api/v1/tables", &[], &said);
                }
            });
        }
        let caught = (0..400).any(|_| {
            thread::sleep(Duration::from_millis(7));
            stopped.signal("STOP");
            let holding = postgres.sql(holds).trim() != "0";
            if !holding {
                stopped.signal("CONT");
            }
            holding
        });
        if caught {
            // Before the database has ended that transaction this fails with 503, after it nobody notices anything.
            let created = wait_for("the other server", || {
                Some(other.post(&there, "/api/v1/tables", &seats)).filter(|answer| answer.status == 201)
            });
            created.is(201);
        }
        over.store(true, Ordering::SeqCst);
        stopped.signal("CONT");
        caught
    });
    assert!(caught, "the server was never stopped in the middle of a transaction");
    wait_for("the server that was stopped", || {
        Some(stopped.post(&here, "/api/v1/tables", &seats)).filter(|answer| answer.status == 201)
    });
}
