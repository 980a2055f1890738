//! Clubs that earlier versions have stored open with this one, and go on.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;
#[path = "club/fixture.rs"]
mod fixture;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use test_services::Postgres;

use crate::club::{Club, PATIENCE, Table, Who, program};
use crate::fixture::StoredClub;

/// One server for all tests, which it outlives.
static POSTGRES: LazyLock<Postgres> = LazyLock::new(Postgres::start);

#[test]
fn a_club_of_version_0_in_sqlite_opens_and_goes_on() {
    goes_on(&StoredClub::sqlite("club-v0.sqlite"));
}

#[test]
fn a_club_of_version_0_in_postgresql_opens_and_goes_on() {
    goes_on(&StoredClub::postgres(&POSTGRES, "club-v0.sql"));
}

fn goes_on(stored: &StoredClub) {
    let mut club = stored.open();
    check_lists(&club, stored);
    check_people(&club, stored);
    check_finished_game(&club, stored);
    let before = lists(&club);
    close(&mut club);

    stored.rebuild();
    let mut club = stored.open();
    assert_eq!(lists(&club), before, "a rebuild derives the same from the events");

    for name in ["running_siesta", "running_no_siesta"] {
        play(&club, &stored.carmen(), &stored.table(name));
    }
    let guest = club.guest();
    club.post(&guest, &stored.table("waiting").at("/join"), &Value::Null).is(200);
    let before = lists(&club);
    close(&mut club);

    stored.rebuild();
    let mut club = stored.open();
    assert_eq!(lists(&club), before, "also after the club went on");
    close(&mut club);
}

/// Stops a club, which had no trouble.
fn close(club: &mut Club) {
    assert!(club.stop().success());
    let log = club.log();
    assert!(!log.contains("ERROR") && !log.contains("WARN"), "{log}");
}

/// Everything that is made from derived tables.
fn lists(club: &Club) -> BTreeMap<&'static str, Value> {
    let paths = [
        "/api/v1/tables",
        "/api/v1/tables?stage=playing",
        "/api/v1/people/Carmen",
        "/api/v1/people/Blas",
        "/api/v1/people/Carmen/ratings/siesta-printed",
        "/api/v1/leaderboards/siesta-printed",
    ];
    paths.into_iter().map(|path| (path, club.get(&Who::nobody(), path).is(200).json())).collect()
}

/// All tables are listed as the earlier version had them.
fn check_lists(club: &Club, stored: &StoredClub) {
    let listed = club.get(&Who::nobody(), "/api/v1/tables").is(200).json();
    let listed: BTreeMap<&str, &Value> = listed["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| (table["id"].as_str().unwrap(), table))
        .collect();
    let expected = stored.contents["tables"].as_object().unwrap();
    assert_eq!(listed.len(), expected.len());
    for (name, expected) in expected {
        let table = listed[expected["id"].as_str().unwrap()];
        assert_eq!(table["stage"], expected["stage"], "{name}");
        assert_eq!(table["seq"], expected["seq"], "{name}");
        assert_eq!(table["variant"]["game"], expected["game"], "{name}");
        // Every event of it can be read.
        assert_eq!(club.look(&Who::nobody(), &stored.table(name))["seq"], expected["seq"], "{name}");
    }
}

/// Members can sign in, and have the results that they had.
fn check_people(club: &Club, stored: &StoredClub) {
    let carmen = stored.carmen();
    assert_eq!(club.get(&carmen, "/api/v1/me").is(200).json()["id"], carmen.id);
    for (name, expected) in stored.contents["members"].as_object().unwrap() {
        assert_eq!(club.sign_in(name).id, expected["id"], "{name}");
        let person = club.get(&Who::nobody(), &format!("/api/v1/people/{name}")).is(200).json();
        let standings: Vec<Value> = person["standings"].as_array().unwrap().iter().map(known_then).collect();
        assert_eq!(Value::from(standings), expected["standings"], "{name}");
    }
}

/// A standing without what the earlier version did not count, of which there is nothing.
fn known_then(standing: &Value) -> Value {
    let mut standing = standing.clone();
    assert_eq!(standing.as_object_mut().unwrap().remove("left_early"), Some(0.into()), "{standing}");
    standing
}

/// The finished game has its chat, a replay with the analysis, and a record that follows from its seed.
fn check_finished_game(club: &Club, stored: &StoredClub) {
    let table = stored.table("finished");
    let seen = club.look(&stored.carmen(), &table);
    assert!(seen["chat"].to_string().contains("¡Buenas tardes!"), "{seen}");
    let path = format!("/t/{}/replay?turn=1", table.id);
    let replay = club.ask_with(&Who::nobody(), "GET", &path, &[("accept", "text/html")], &Value::Null);
    let replay = replay.is(200).text();
    assert!(replay.contains("<svg class=\"margins\"") && !replay.contains("<progress"), "{replay}");
    let record = club.get(&Who::nobody(), &table.at("/record")).is(200).text();
    let file = club.folder().path().join("record.txt");
    std::fs::write(&file, record).unwrap();
    let verified = program(&["verify"]).arg(file).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

/// Plays a turn, and waits until it is the person's turn again: bots go on as well.
fn play(club: &Club, who: &Who, table: &Table) {
    let (seq, actions) = club.actions(who, table);
    club.play(who, table, seq, &actions[0]).is(200);
    let began = Instant::now();
    loop {
        let seen = club.look(who, table);
        assert!(seen["seq"].as_u64().unwrap() > seq);
        let to_act = seen["game"]["to_act"].as_array().unwrap();
        if seen["stage"] != "playing" || to_act == &[seen["you"].clone()] {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "the bot does not move: {seen}");
        thread::sleep(Duration::from_millis(50));
    }
}
