//! What a server does when its files are damaged, used by another process, full or readable by others, and when the
//! process is stopped for a while.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;
#[path = "club/evening.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod evening;
#[path = "club/player.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod player;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use evening::{Evening, check_notes, guest, host, wait_for};
use player::{Peer, all_events};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::club::{Club, Table, Who, program, program_after, run_in};

const FREE: &[&str] = &["--rate-limit", "0"];

fn reopen(club: &Club) -> Club {
    Club::open_in(club.folder(), "127.0.0.1:0", FREE)
}

/// The number of a table in the database.
fn number(table: &Table) -> i64 {
    table.id.parse::<::club::TableId>().unwrap().0.cast_signed()
}

fn against_bot() -> Value {
    json!({ "game": "siesta", "public": true, "seats": ["me", { "bot": 1 }] })
}

/// Waits for the turn of the only person at a table, and plays it.
fn take_turn(club: &Club, who: &Who, table: &Table) -> u64 {
    let (seq, actions) = wait_for("the person's turn", || {
        Some(club.actions(who, table)).filter(|(_, actions)| !actions.is_empty())
    });
    let answer = club.play(who, table, seq, &actions[0]);
    answer.is(200);
    answer.json()["seq"].as_u64().unwrap()
}

/// A club with one sound table and three that are damaged in different ways.
fn damaged_club(who: impl Fn(&Club) -> Who) -> (Club, Who, Table, [Table; 3]) {
    let mut club = Club::open();
    let who = who(&club);
    let sound = club.table(&who, &against_bot());
    let damaged = [0; 3].map(|_| club.table(&who, &against_bot()));
    assert!(club.stop().success());
    let database = Connection::open(club.database()).unwrap();
    let [events, seed, row] = damaged.each_ref().map(number);
    database
        .execute("UPDATE events SET events = '[{\"type\":\"dream\"}]' WHERE table_id = ?", [events])
        .unwrap();
    database.execute("DELETE FROM seeds WHERE table_id = ?", [seed]).unwrap();
    database.execute("UPDATE tables SET people = 'nobody at all' WHERE table_id = ?", [row]).unwrap();
    // The row of a list alone would leave the table itself readable.
    database.execute("UPDATE events SET events = CAST(x'fffe' AS TEXT) WHERE table_id = ?", [row]).unwrap();
    drop(database);
    (reopen(&club), who, sound, damaged)
}

#[test]
fn a_damaged_table_hurts_no_other() {
    let (club, ana, sound, damaged) = damaged_club(|club| club.member("Ana"));
    let nobody = Who::nobody();
    for _ in 0..3 {
        for path in ["/api/v1/tables", "/api/v1/tables?person=me", "/api/v1/tables?stage=playing"] {
            let answer = club.get(&ana, path);
            answer.is(200);
            let tables = answer.json()["tables"].as_array().unwrap().clone();
            assert_eq!(tables.len(), 1, "{path}: {tables:?}");
            assert_eq!(tables[0]["id"], sound.id.as_str(), "{path}");
        }
        for path in ["/", "/people/Ana"] {
            club.get(&ana, path).is(200);
        }
        for table in &damaged {
            club.get(&ana, &table.path).is_problem(500, "unreadable-table");
            let said = club.get(&ana, &table.path).text();
            assert!(said.contains(&table.id) && said.contains("operator"), "{said}");
            club.post(&ana, &table.at("/resign"), &Value::Null).is_problem(500, "unreadable-table");
            club.get(&nobody, &format!("/t/{}", table.id)).is(500);
        }
    }
    // Bots and new games go on.
    take_turn(&club, &ana, &sound);
    take_turn(&club, &ana, &sound);
    let waiting = club.post(&ana, "/api/v1/match", &json!({ "game": "siesta", "players": 2 }));
    waiting.is(201);
    // The operator is told once of each.
    assert_eq!(club.measured("sobremesa_unreadable_tables"), 3.0);
    let log = club.log();
    for table in &damaged {
        let lines: Vec<_> = log.lines().filter(|line| line.contains(&table.id)).collect();
        assert!(lines.len() == 1 && lines[0].contains("ERROR"), "{lines:?}");
    }
    // The account can be deleted, although some of its tables cannot be left.
    club.ask(&ana, "DELETE", "/api/v1/me", &json!({ "password": club::PASSWORD })).is(204);
}

#[test]
fn an_export_goes_on_without_a_person_who_cannot_be_read() {
    let mut club = Club::open();
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    let table = club.table(&ana, &against_bot());
    club.post(&ana, &table.at("/chat"), &json!({ "room": "all", "text": "who am I" })).is(200);
    assert!(club.stop().success());
    let database = Connection::open(club.database()).unwrap();
    assert_eq!(database.execute("UPDATE people SET kind = 'ghost' WHERE name = 'Ana'", []).unwrap(), 1);
    drop(database);
    let output = program(&["export", "--data"]).arg(club.folder().path()).output().unwrap();
    let (exported, told) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{told}");
    assert!(exported.contains(&berta.id) && exported.contains("who am I"), "{exported}");
    assert!(!exported.contains("\"Ana\""), "{exported}");
    assert_eq!(told.lines().filter(|line| line.contains(&ana.id)).count(), 1, "{told}");
    // Her table is shown as one of somebody without a name.
    let club = reopen(&club);
    assert!(club.look(&berta, &table)["host"]["name"].as_str().unwrap().starts_with("Guest-"));
}

#[test]
fn notices_export_and_rebuild_go_on_without_a_damaged_table() {
    let (mut club, guest, sound, damaged) = damaged_club(Club::guest);
    let notices = club.stream(&guest, "/api/v1/me/stream", &[("last-event-id", "0")]);
    let seq = take_turn(&club, &guest, &sound);
    let told = std::iter::from_fn(|| notices.next()).find(|told| told["seq"].as_u64() > Some(seq)).unwrap();
    assert_eq!((&told["table"], &told["notice"]), (&json!(sound.id), &json!("your-turn")));
    drop(notices);

    let output = program(&["export", "--data"]).arg(club.folder().path()).output().unwrap();
    let (exported, told) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{told}");
    assert!(exported.contains(&sound.id) && exported.contains(&guest.id), "{exported}");
    assert!(!exported.contains(&damaged[2].id) && told.contains(&damaged[2].id), "{told}");
    let output =
        program(&["export", "--table", &damaged[2].id, "--data"]).arg(club.folder().path()).output().unwrap();
    assert!(!output.status.success());

    let refused = program(&["rebuild", "--data"]).arg(club.folder().path()).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && said.contains(&format!("process {}", club.pid())), "{said}");
    assert!(club.stop().success());
    assert!(run_in(club.folder().path(), "rebuild").contains("Rebuilt lists, results and ratings"));
    let club = reopen(&club);
    let tables = club.get(&guest, "/api/v1/tables?person=me").json()["tables"].clone();
    assert_eq!(tables.as_array().unwrap().len(), 1, "{tables}");
}

#[test]
fn a_second_server_is_told_which_process_has_the_folder() {
    let mut club = Club::open();
    let guest = club.guest();
    let table = club.table(&guest, &against_bot());
    let folder = club.folder();
    let second =
        || program(&["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path()).output().unwrap();
    let output = second();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{said}");
    assert!(said.contains(&format!("is used by process {}, since 20", club.pid())), "{said}");
    // What only reads goes on beside the server.
    assert!(club.run("export").contains(&table.id));
    let backup = folder.path().join("backup");
    let output = program(&["backup"]).arg(&backup).arg("--data").arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    take_turn(&club, &guest, &table);
    // A process that was killed leaves its lock file, which is no obstacle.
    club.kill();
    let club = reopen(&club);
    take_turn(&club, &guest, &table);
}

#[test]
fn data_and_backups_are_for_their_owner_alone_whatever_the_umask() {
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let outside = Arc::new(TempDir::new().unwrap());
    let data = outside.path().join("new/data");
    let club = Club::open_after("umask 0", Arc::clone(&outside), &data, FREE);
    club.guest();
    for folder in ["new", "new/data"] {
        assert_eq!(mode(&outside.path().join(folder)), 0o700, "{folder}");
    }
    let files: Vec<_> = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 4, "{files:?}");
    let backup = outside.path().join("backup.db");
    let output =
        program_after("umask 0", &["backup"]).arg(&backup).arg("--data").arg(&data).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for file in files.iter().chain([&backup]) {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
}

#[test]
fn a_backup_that_fails_leaves_no_file_and_the_next_one_is_whole() {
    let club = Club::open();
    let guest = club.guest();
    for _ in 0..20 {
        club.table(&guest, &against_bot());
    }
    let (folder, there) = (club.folder(), TempDir::new().unwrap());
    let file = there.path().join("backup.db");
    let backup = |shell: &str| {
        let mut command = program_after(shell, &["backup"]);
        command.arg(&file).arg("--data").arg(folder.path()).output().unwrap()
    };
    let output = backup("ulimit -f 8");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("cannot write"), "{:?}: {said}", output.status);
    assert_eq!(fs::read_dir(there.path()).unwrap().count(), 0);
    fs::write(there.path().join("backup.db.partial"), "half").unwrap();
    assert!(backup("true").status.success());
    assert_eq!(fs::read_dir(there.path()).unwrap().count(), 1);
    let restored = Arc::new(TempDir::new().unwrap());
    fs::copy(&file, restored.path().join("sobremesa.sqlite")).unwrap();
    let copy = Club::open_in(restored, "127.0.0.1:0", FREE);
    let tables = copy.get(&guest, "/api/v1/tables?person=me").json()["tables"].clone();
    assert_eq!(tables.as_array().unwrap().len(), 20);
}

#[test]
fn a_damaged_write_ahead_log_is_refused_until_it_is_accepted() {
    let mut club = Club::open();
    let guest = club.guest();
    let tables = [0; 12].map(|_| club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"] })));
    club.kill();
    let log = club.folder().path().join("sobremesa.sqlite-wal");
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x20;
    fs::write(&log, &bytes).unwrap();
    let folder = club.folder();
    for command in [&["serve", "--listen", "127.0.0.1:0", "--data"][..], &["export", "--data"]] {
        let output = program(command).arg(folder.path()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{command:?}: {said}");
        for word in ["is damaged", "commits can be read", "--accept-damaged-log", "Restore a backup"] {
            assert!(said.contains(word), "{command:?}: {said}");
        }
    }
    assert_eq!(fs::read(&log).unwrap(), bytes, "nothing was touched");
    let mut club =
        Club::open_in(club.folder(), "127.0.0.1:0", &["--accept-damaged-log", "--rate-limit", "0"]);
    assert_eq!(fs::read(log.with_extension("sqlite-wal.damaged")).unwrap(), bytes);
    assert!(club.log().contains("the write-ahead log is damaged"), "{}", club.log());
    let left = tables.iter().filter(|table| club.get(&guest, &table.path).status == 200).count();
    assert!((1..tables.len()).contains(&left), "{left}");
    club.table(&guest, &against_bot());
    // And the file itself is checked while the club is open.
    wait_for("the check", || club.log().contains("the database is sound").then_some(()));
    assert!(club.stop().success());
    reopen(&club);
}

#[test]
fn a_damaged_file_is_told_to_the_operator() {
    let mut club = Club::open();
    let guest = club.guest();
    for _ in 0..20 {
        club.table(&guest, &against_bot());
    }
    assert!(club.stop().success());
    let mut bytes = fs::read(club.database()).unwrap();
    // A page in the middle; which one it is does not matter to the check.
    let page = bytes.len() / 4096 / 2;
    bytes[4096 * page..4096 * (page + 1)].fill(0xa5);
    fs::write(club.database(), bytes).unwrap();
    let child = program(&["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(club.folder().path())
        .stderr(fs::File::create(club.folder().path().join("damaged")).unwrap())
        .stdout(std::process::Stdio::null())
        .spawn();
    let mut child = child.unwrap();
    let log = club.folder().path().join("damaged");
    wait_for("the check", || {
        let said = fs::read_to_string(&log).unwrap();
        (said.contains("restore the last backup") || said.contains("malformed")).then_some(())
    });
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn a_limit_of_file_sizes_stops_writing_and_nothing_else() {
    // Blocks of 512 bytes: the write-ahead log soon has no room for more.
    let folder = Arc::new(TempDir::new().unwrap());
    let quiet = ["--rate-limit", "0", "--log", "warn"];
    let mut club = Club::open_after("ulimit -f 1200", Arc::clone(&folder), folder.path(), &quiet);
    let guest = club.guest();
    let lasting = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let mut kept = vec![lasting.clone()];
    let refused = loop {
        let answer =
            club.post(&guest, "/api/v1/tables", &json!({ "game": "siesta", "seats": ["me", "open"] }));
        if answer.status != 201 {
            break answer;
        }
        kept.push(Table::of(&answer.json()));
        assert!(kept.len() < 5000, "the limit is never reached");
    };
    refused.is_problem(503, "store-unavailable");
    assert!(refused.header("retry-after").is_some());
    let ready = wait_for("the next check", || {
        Some(club.get(&Who::nobody(), "/readyz")).filter(|answer| answer.status != 200)
    });
    ready.is_problem(503, "store-unavailable");
    assert!(ready.text().contains("nothing can be written: disk-"), "{}", ready.text());
    for path in ["/healthz", "/", "/api/v1/tables", &lasting.path] {
        club.get(&guest, path).is(200);
    }
    for table in &kept {
        club.get(&guest, &table.path).is(200);
    }
    club.kill();
    let club = reopen(&club);
    for table in &kept {
        club.get(&guest, &table.path).is(200);
    }
    assert_eq!(club.get(&Who::nobody(), "/readyz").text(), "ready\n");
    club.table(&guest, &against_bot());
}

#[test]
fn a_process_that_is_stopped_for_a_while_goes_on_where_it_was() {
    let club = Club::open();
    let members = ["Ana", "Bruno"].map(|name| club.member(name));
    let address = club.address;
    let peers: Vec<Peer> = members.iter().map(|who| Peer { address, who: who.clone() }).collect();
    // Nobody plays at this table, whose clock runs out while the process is stopped.
    let clock = json!({ "live": { "turn_seconds": 5, "reserve_seconds": 0 } });
    let seats = json!(["me", { "invite": "Bruno" }]);
    let forgotten = club.table(&members[0], &json!({ "game": "siesta", "seats": seats, "clock": clock }));
    club.post(&members[1], &forgotten.at("/join"), &Value::Null).is(200);
    let evening = Evening::default();
    thread::scope(|scope| {
        let (tell, told) = std::sync::mpsc::channel();
        let (evening, seats) = (&evening, &seats);
        let (one, two) = (&peers[0], &peers[1]);
        scope.spawn(move || host(one, "siesta", seats, true, &[tell], evening, 1));
        scope.spawn(move || guest(two, &told, evening, 2));
        let bots = json!(["me", { "bot": 1 }]);
        scope.spawn(move || host(two, "siesta", &bots, false, &[], evening, 3));
        for (runs, stands) in [(300, 6000), (500, 1000), (200, 500)] {
            thread::sleep(Duration::from_millis(runs));
            club.signal("STOP");
            thread::sleep(Duration::from_millis(stands));
            club.signal("CONT");
        }
        thread::sleep(Duration::from_millis(500));
        evening.over.store(true, std::sync::atomic::Ordering::SeqCst);
    });
    let notes = evening.notes.into_inner().unwrap();
    assert!(check_notes(&notes) > 0 && notes.moves.len() > 20, "{}", notes.moves.len());
    wait_for("the clock", || {
        let events = all_events(&peers[0], &forgotten.id);
        let late = |event: &Value| event["type"] == "replaced" && event["why"] == "out-of-time";
        (events.iter().filter(|(_, event)| late(event)).count() == 1).then_some(())
    });
}
