//! The data of a club: migration, backup, export and rebuild.

use std::process::Output;
use std::sync::{Arc, LazyLock};

use serde_json::json;
use tempfile::TempDir;

use crate::club::{Club, PASSWORD as ACCOUNT_PASSWORD, Who, program};
use crate::cluster::Server;
use crate::services::{PASSWORD, Postgres, free_port};

static POSTGRES: LazyLock<Postgres> = LazyLock::new(Postgres::start);

fn run(args: &[&str]) -> Output {
    let output = program(args).output().unwrap();
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!said.contains(PASSWORD), "{said}");
    output
}

#[track_caller]
fn good(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(args: &[&str]) -> String {
    let output = run(args);
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_club_moves_to_postgresql_and_back() {
    // A club with a game that is on, one that is over, and people of all kinds.
    let folder = Arc::new(TempDir::new().unwrap());
    let mut club = Club::open_in(Arc::clone(&folder), "127.0.0.1:0", &["--rate-limit", "0"]);
    let (ana, blas) = (club.member("Ana"), club.bot("Blas"));
    club.token(&blas, "bot");
    let guest = club.guest();
    let seats = json!(["me", { "bot": 1 }]);
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": seats }));
    let over = club.table(&ana, &json!({ "game": "no-siesta", "mode": "solo", "seats": ["me"] }));
    club.post(&ana, &over.at("/resign"), &serde_json::Value::Null).is(200);
    let gone = club.member("Carla");
    club.ask(&gone, "DELETE", "/api/v1/me", &json!({ "password": ACCOUNT_PASSWORD })).is(204);
    assert!(club.stop().success());
    let data = folder.path().to_str().unwrap();
    let events = good(&["export", "--data", data]);

    let (database, source) = (POSTGRES.fresh(), format!("sqlite:{data}"));
    let told = good(&["move-data", "--from", &source, "--to", &database]);
    assert!(told.contains("reserved names: 1 (hash "), "{told}");
    assert!(told.contains("people: 4 (hash ") && told.contains("counts and hashes match"), "{told}");
    assert_eq!(good(&["export", "--database", &database]), events);

    // Once is enough.
    let told = refused(&["move-data", "--from", &source, "--to", &database]);
    assert!(told.contains("it is not empty: there are ") && told.contains("nothing was moved"), "{told}");

    // The club goes on where it was: sessions, guests and games.
    let server = Server::open(&["--database", &database, "--rate-limit", "0", "--log", "warn"]);
    assert_eq!(server.club().get(&ana, "/api/v1/me").json()["name"], "Ana");
    assert_eq!(server.club().look(&guest, &table)["stage"], "playing");
    let again = json!({ "name": "Carla", "password": ACCOUNT_PASSWORD });
    server.club().post(&Who::nobody(), "/api/v1/people", &again).is_problem(409, "name-taken");
    drop(server);
    assert!(good(&["rebuild", "--database", &database]).contains("Rebuilt lists, results and ratings"));

    // A backup is a club in a file, and moves as well.
    let copy = folder.path().join("copy.sqlite");
    let copy = copy.to_str().unwrap();
    good(&["backup", copy, "--database", &database]);
    let again = POSTGRES.fresh();
    good(&["move-data", "--from", &format!("sqlite:{copy}"), "--to", &again]);
    assert_eq!(good(&["export", "--database", &again]), good(&["export", "--database", &database]));
    let back = format!("sqlite:{}", folder.path().join("back.sqlite").display());
    good(&["move-data", "--from", &again, "--to", &back]);
    assert!(refused(&["move-data", "--from", &again, "--to", &back]).contains("it is not empty"));
    assert!(refused(&["backup", copy, "--database", &database]).contains("exists already"));
}

#[test]
fn what_is_wrong_with_an_address_is_said() {
    let url = POSTGRES.url();
    let told = refused(&["work", "--database", &url.replace(PASSWORD, "guessed")]);
    assert!(told.contains("is the password right?") && !told.contains("guessed"), "{told}");
    let nobody = format!("postgres://club:{PASSWORD}@127.0.0.1:{}/club", free_port());
    assert!(refused(&["serve", "--database", &nobody]).contains("nobody answers there"));
    assert!(refused(&["serve", "--database", "club.db"]).contains("postgres://USER:PASSWORD@HOST:PORT/NAME"));
    let told = refused(&["work", "--database", &POSTGRES.fresh(), "--bus", "http://bus"]);
    assert!(told.contains("nats://HOST:PORT"), "{told}");
    let folder = TempDir::new().unwrap();
    let data = folder.path().to_str().unwrap();
    let told = refused(&["serve", "--data", data, "--bus", "nats://127.0.0.1:1"]);
    assert!(told.contains("--bus needs --database"), "{told}");
    assert!(refused(&["serve", "--data", data, "--no-work"]).contains("--no-work needs --database"));
    let told = refused(&["move-data", "--from", &format!("sqlite:{data}"), "--to", &url]);
    assert!(told.contains("no data found"), "{told}");
}
