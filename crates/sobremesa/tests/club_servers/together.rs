//! What people do at one server holds at all of them.

use std::collections::HashSet;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::club::{Club, PASSWORD, Table, Who};
use crate::cluster::{Balancer, Server};
use crate::evening::wait_for;
use crate::flood;
use crate::player::{Form, Peer};
use crate::services::{Nats, Postgres};

static POSTGRES: LazyLock<Postgres> = LazyLock::new(Postgres::start);
static NATS: LazyLock<Nats> = LazyLock::new(Nats::start);

/// Starts this many servers of a new club; all of them play bots and enforce clocks.
fn servers(number: usize, more: &[&str]) -> Vec<Server> {
    let (database, bus) = (POSTGRES.fresh(), NATS.url());
    let args = [&["--database", &database, "--bus", &bus, "--log", "warn"], more].concat();
    (0..number).map(|_| Server::open(&args)).collect()
}

const FREE: &[&str] = &["--rate-limit", "0"];

#[test]
fn a_session_a_token_and_a_name_are_the_same_everywhere() {
    let servers = servers(2, FREE);
    let (here, there) = (servers[0].club(), servers[1].club());
    let ana = here.member("Ana");
    let token = here.token(&ana, "play");
    assert_eq!(there.get(&token, "/api/v1/me").json()["name"], "Ana");
    assert_eq!(there.sign_in("Ana").id, ana.id);
    let guest = here.guest();
    assert_eq!(there.get(&guest, "/api/v1/me").json()["id"], guest.id.as_str());

    // A cached name is replaced by the new one soon.
    let table = there.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    assert_eq!(there.look(&guest, &table)["host"]["name"], "Ana");
    let change = json!({ "password": PASSWORD, "new_name": "Anita" });
    here.ask(&ana, "PATCH", "/api/v1/me", &change).is(200);
    wait_for("the new name", || (there.look(&guest, &table)["host"]["name"] == "Anita").then_some(()));

    // A token that is revoked on one server ends its stream on the other, and is refused there.
    let stream = there.stream(&token, &table.at("/stream"), &[]);
    assert_eq!(stream.next().unwrap()["id"], table.id.as_str());
    here.ask(&ana, "DELETE", &format!("/api/v1/me/tokens/{}", token.key), &Value::Null).is(204);
    assert_eq!(stream.next(), None, "the stream ends");
    assert_eq!(there.get(&token, "/api/v1/me").status, 401);
}

#[test]
fn a_game_goes_on_between_servers() {
    let servers = servers(2, FREE);
    let (here, there) = (servers[0].club(), servers[1].club());
    let (ana, blas) = (here.member("Ana"), there.member("Blas"));
    let notices = there.stream(&blas, "/api/v1/me/stream", &[]);
    let table = here.table(&ana, &json!({ "game": "siesta", "seats": ["me", { "invite": "Blas" }] }));
    let invitation = notices.next().unwrap();
    assert_eq!((&invitation["notice"], &invitation["table"]), (&json!("invitation"), &json!(table.id)));
    let seen = there.stream(&blas, &table.at("/stream"), &[]);
    assert_eq!(seen.next().unwrap()["stage"], "waiting");
    there.post(&blas, &table.at("/join"), &Value::Null).is(200);
    // What was acknowledged on one server is visible on the other at once, without any hint.
    assert_eq!(here.look(&ana, &table)["stage"], "playing");
    let (first, second) = if here.look(&ana, &table)["you"] == "a" {
        ((here, &ana), (there, &blas))
    } else {
        ((there, &blas), (here, &ana))
    };
    for turn in 0..6 {
        let (club, who) = if turn % 2 == 0 { first } else { second };
        let (seq, actions) = club.actions(who, &table);
        club.play(who, &table, seq, &actions[turn]).is(200);
    }
    here.post(&ana, &table.at("/chat"), &json!({ "room": "all", "text": "¡Qué calor!" })).is(200);
    let told = std::iter::from_fn(|| seen.next()).find(|told| told["event"]["type"] == "said").unwrap();
    assert_eq!(told["event"]["text"], "¡Qué calor!");
    assert_eq!(there.seq(&table), here.seq(&table));
}

#[test]
fn those_who_come_to_a_quick_match_at_once_meet() {
    let servers = servers(3, FREE);
    let guests: Vec<(Who, &Club)> =
        (0..8).map(|number| (servers[number % 3].club().guest(), servers[(number + 1) % 3].club())).collect();
    let said = json!({ "game": "siesta", "players": 2 });
    let come = &|(who, club): &(Who, &Club)| {
        let answer = club.post(who, "/api/v1/match", &said);
        assert!([200, 201].contains(&answer.status), "{}", answer.text());
        Table::of(&answer.json()).id
    };
    let tables: Vec<String> = thread::scope(|scope| {
        let all: Vec<_> = guests.iter().map(|one| scope.spawn(move || come(one))).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let different: HashSet<&String> = tables.iter().collect();
    assert_eq!(different.len(), 4, "{tables:?}");
    for table in different {
        let state = servers[0].club().get(&Who::nobody(), &format!("/api/v1/tables/{table}")).json();
        assert_eq!(state["stage"], "playing", "{state}");
    }
}

#[test]
fn the_same_request_at_two_servers_at_once_is_done_once() {
    let servers = servers(2, FREE);
    let ana = servers[0].club().member("Ana");
    let said = json!({ "game": "siesta", "seats": ["me", "open"] });
    for round in 0..5 {
        let key = format!("key {round}");
        let create_table = |club: &Club| {
            let answer = club.ask_with(&ana, "POST", "/api/v1/tables", &[("idempotency-key", &key)], &said);
            answer.is(201);
            Table::of(&answer.json()).id
        };
        let (one, two) = thread::scope(|scope| {
            let one = scope.spawn(|| create_table(servers[0].club()));
            (create_table(servers[1].club()), one.join().unwrap())
        });
        assert_eq!(one, two);
    }
    let tables = servers[1].club().get(&ana, "/api/v1/tables?person=me").json();
    assert_eq!(tables["tables"].as_array().unwrap().len(), 5);
}

#[test]
fn who_asks_too_often_here_is_held_up_there() {
    let servers = servers(2, &["--rate-limit", "10"]);
    let ana = servers[0].club().member("Ana");
    let passes = |club: &Club| club.get(&ana, "/api/v1/me").status == 200;
    let here = (0..200).take_while(|_| passes(servers[0].club())).count();
    assert!((40..200).contains(&here), "{here}");
    // A single server would allow 50 requests before it refuses one.
    let there = (0..200).take_while(|_| passes(servers[1].club())).count();
    assert!(there < 40, "{there}");
}

#[test]
fn who_writes_or_asks_the_engine_too_often_here_is_held_up_there() {
    let limits = ["--rate-limit", "1000", "--messages-per-minute", "20", "--table-messages", "0"];
    let servers = servers(2, &[&limits[..], &["--engine-limit", "3"]].concat());
    let ana = servers[0].club().guest();
    let table = servers[0].club().table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let writes = |club: &Club| {
        let said = json!({ "room": "all", "text": "hello" });
        club.post(&ana, &table.at("/chat"), &said).status == 200
    };
    let here = (0..50).take_while(|_| writes(servers[0].club())).count();
    assert!((20..50).contains(&here), "{here}");
    let there = (0..50).take_while(|_| writes(servers[1].club())).count();
    assert!(there < 15, "{there}");
    let asks = |club: &Club| {
        let cookie = ana.cookie.as_deref().unwrap();
        let headers = [("cookie", cookie), ("content-type", "application/x-www-form-urlencoded")];
        club.send("POST", "/sandbox/best", &headers, b"turns=%2AF5+%5EF6+%23F7").status == 200
    };
    assert!([(); 3].iter().all(|()| asks(servers[0].club())));
    let there = (0..10).take_while(|_| asks(servers[1].club())).count();
    assert!(there < 3, "{there}");
}

#[test]
fn who_guesses_passwords_here_has_fewer_tries_there() {
    let servers = servers(2, FREE);
    servers[0].club().member("Ana");
    let guess = |club: &Club| {
        let said = json!({ "name": "Ana", "password": "not the password" });
        club.post(&Who::nobody(), "/api/v1/session", &said).status
    };
    // The one who guesses is where Ana is, so that only the failures for her account at this address count: 10.
    let here = (0..20).take_while(|_| guess(servers[0].club()) == 401).count();
    assert_eq!(here, 10);
    let there = (0..20).take_while(|_| guess(servers[1].club()) == 401).count();
    assert!(there < 5, "{there}");
}

#[test]
fn bots_play_wherever_there_is_a_worker() {
    let (database, bus) = (POSTGRES.fresh(), NATS.url());
    let common = ["--database", &database, "--bus", &bus, "--log", "warn"];
    let server = Server::open(&[&common[..], &["--no-work", "--rate-limit", "0"]].concat());
    let ana = server.club().guest();
    let bots = json!({ "game": "siesta", "seats": ["me", { "bot": 1 }, { "bot": 2 }, { "bot": 1 }] });
    let table = server.club().table(&ana, &bots);
    let state = server.club().look(&ana, &table);
    let waits = |state: &Value| state["game"]["to_act"] != json!([state["you"]]);
    if waits(&state) {
        thread::sleep(Duration::from_millis(700));
        assert_eq!(server.club().seq(&table), state["seq"].as_u64().unwrap(), "nobody works here");
    }
    let folder = std::sync::Arc::new(tempfile::TempDir::new().unwrap());
    let mut worker = Club::work_in(std::sync::Arc::clone(&folder), &common);
    for _ in 0..3 {
        wait_for("the bots", || (!waits(&server.club().look(&ana, &table))).then_some(()));
        let (seq, actions) = server.club().actions(&ana, &table);
        server.club().play(&ana, &table, seq, &actions[0]).is(200);
    }
    assert!(worker.stop().success(), "{}", worker.log());
    assert!(!worker.log().contains("not-to-be-shown"));
}

#[test]
fn a_rolling_restart_loses_no_request_and_sends_streams_elsewhere() {
    let mut servers = servers(2, FREE);
    let balancer = Balancer::open(servers.iter().map(|server| server.address).collect());
    let who = servers[0].club().member("Ana");
    let peer = Peer { address: balancer.address, who };
    let said = json!({ "game": "siesta", "seats": ["me", "open"] });
    let laid = peer.post_once("/api/v1/tables", &said).json();
    let path = Table::of(&laid).path;
    let follower = peer.follow(&format!("{path}/stream"), Form::Sse, Some(0));
    assert_eq!(follower.next().id, 1);
    let over = std::sync::atomic::AtomicBool::new(false);
    let asked = thread::scope(|scope| {
        let (peer, over, path) = (&peer, &over, &path);
        let ask = move |number: usize| {
            let mut asked = 0;
            while !over.load(std::sync::atomic::Ordering::SeqCst) {
                let text = json!({ "room": "all", "text": format!("{number} {asked}") });
                // Without a retry: every single request has to be answered.
                let answer = peer.try_ask("POST", &format!("{path}/chat"), &[], &text);
                let answer = answer.expect("a request was lost");
                assert!(answer.status == 200 || answer.status == 429, "{}", answer.text());
                asked += 1;
            }
            asked
        };
        let asking: Vec<_> = (0..4).map(|number| scope.spawn(move || ask(number))).collect();
        for server in &mut servers {
            thread::sleep(Duration::from_millis(200));
            let raw = server.club().stream(
                &peer.who,
                &format!("{path}/stream?after=1"),
                &[("accept", "text/event-stream")],
            );
            balancer.leave_out(server.address);
            let mut stopped = server.stopping();
            let mut last = String::new();
            while let Some(line) = raw.line(Duration::from_secs(20)) {
                if !line.is_empty() {
                    last = line;
                }
            }
            assert_eq!(last, "retry: 200", "streams are told to come back soon");
            assert!(stopped.wait().success());
            server.start();
            balancer.take_in(server.address);
        }
        over.store(true, std::sync::atomic::Ordering::SeqCst);
        asking.into_iter().map(|one| one.join().unwrap()).sum::<usize>()
    });
    println!("{asked} requests during two restarts");
    assert!(follower.breaks() <= 2);
    assert!(asked > 20);
}

#[test]
fn an_analysis_outlives_its_worker_and_is_seen_everywhere() {
    let (database, bus) = (POSTGRES.fresh(), NATS.url());
    let common = ["--database", &database, "--bus", &bus, "--log", "warn"];
    let serve = [&common[..], &["--no-work", "--rate-limit", "0"]].concat();
    let servers = [Server::open(&serve), Server::open(&serve)];
    let (here, there) = (servers[0].club(), servers[1].club());
    let ana = here.guest();
    let table = here.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let blas = there.guest();
    there.post(&blas, &table.at("/join"), &Value::Null).is(200);
    for _ in 0..10 {
        let state = here.look(&ana, &table);
        let who = if state["game"]["to_act"] == json!([state["you"]]) { &ana } else { &blas };
        let (seq, actions) = here.actions(who, &table);
        here.play(who, &table, seq, &actions[0]).is(200);
    }
    for who in [&ana, &blas] {
        here.post(who, &table.at("/resign"), &Value::Null).is(200);
    }
    let replay = format!("/t/{}/replay?turn=1", table.id);
    here.post(&ana, &format!("/t/{}/replay/analyse?turn=1", table.id), &Value::Null).is(303);
    let page = |club: &Club| club.get(&blas, &replay).text();
    assert!(page(there).contains("<progress max=\"10\" value=\"0\""), "{}", page(there));

    let folder = || std::sync::Arc::new(tempfile::TempDir::new().unwrap());
    let mut worker = Club::work_in(folder(), &common);
    wait_for("a first turn", || (!page(there).contains("value=\"0\"")).then_some(()));
    worker.kill();
    let so_far = page(there);
    // It goes on where the first one was, and tells how it is doing.
    let mut worker = Club::work_in(folder(), &[&common[..], &["--listen", "127.0.0.1:0"]].concat());
    for club in [here, there] {
        wait_for("the analysis", || page(club).contains("class=\"accuracy\"").then_some(()));
    }
    assert_eq!(worker.get(&Who::nobody(), "/healthz").text(), "ok\n");
    assert_eq!(worker.get(&Who::nobody(), "/readyz").text(), "ready\n");
    assert_eq!(worker.get(&Who::nobody(), "/api/v1/tables").status, 404);
    let measured = worker.get(&Who::nobody(), "/metrics").text();
    let examined: u64 = measured
        .lines()
        .find_map(|line| line.strip_prefix("sobremesa_turns_examined_total "))
        .unwrap_or("0")
        .parse()
        .unwrap();
    let before = so_far.split("value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let before: u64 = before.and_then(|text| text.parse().ok()).unwrap_or(10);
    assert_eq!(before + examined, 10, "{so_far}");
    assert!(worker.stop().success(), "{}", worker.log());
}

#[test]
fn a_flood_of_long_searches_does_not_delay_the_bots_of_others_at_any_server() {
    let servers = servers(2, &["--rate-limit", "0", "--searches", "1", "--guest-unfinished-tables", "0"]);
    let (here, there) = (servers[0].club(), servers[1].club());
    let crowd = here.guest();
    let size = flood::tables(200);
    let begun = |kind| flood::searches(here, "total", kind) + flood::searches(there, "total", kind);
    for _ in 0..size {
        flood::bot_to_act(here, &crowd, 8);
    }
    let before = begun("long-bot");
    let times = [here, there].map(|club| flood::answer_time(club, 1));
    println!("a bot of level 1 answers within {times:?} beside {size} long searches");
    assert!(times.into_iter().all(|time| time < Duration::from_secs(5)), "{times:?}");
    let guest = there.guest();
    let (table, seq) = flood::bot_to_act(there, &guest, 8);
    let time = flood::wait_for_bot(there, &table, seq);
    println!("a bot of level 8 of another guest answers within {time:?}");
    let more = begun("long-bot") - before;
    assert!(more < size / 2 && begun("long-bot") < size, "{more} long searches of {size} began before");
}
