//! The documentation of the API is true: its commands work, and its example bot plays whole games.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;
#[path = "club/player.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod player;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use game::Random;
use player::{Form, Peer, play_by_stream};
use serde_json::{Value, json};

use crate::club::{Club, Table, Who};

/// A bot that runs until it is dropped.
struct Bot(Child);

impl Bot {
    fn start(club: &Club, who: &Who, wish: &[&str]) -> Self {
        let server = format!("http://{}", club.address);
        let mut command = Command::new(example());
        command.args([&server, who.token.as_ref().unwrap()]).args(wish).stdout(Stdio::null());
        Self(command.spawn().unwrap())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/example-bot.rs")
}

/// Cargo builds the examples with all tests, but not with one test alone.
fn example() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_sobremesa"));
    let example =
        program.with_file_name("examples").join("bot").with_extension(std::env::consts::EXE_EXTENSION);
    let written = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    assert!(written(&example) >= written(&source()), "first: cargo build -p sobremesa --example bot");
    example
}

#[test]
fn the_example_is_short() {
    assert!(std::fs::read_to_string(source()).unwrap().lines().count() < 60);
}

#[test]
fn the_example_bot_accepts_an_invitation_and_plays_to_the_end() {
    let mut club = Club::open();
    let bot = club.bot("Greedy");
    let token = club.token(&bot, "bot");
    let _bot = Bot::start(&club, &token, &[]);
    let ana = club.member("Ana");
    let seats = json!(["me", { "invite": "Greedy" }, { "bot": 1 }]);
    let table = club.table(&ana, &json!({ "game": "siesta", "seats": seats, "rated": true }));
    let peer = Peer { address: club.address, who: ana.clone() };

    // The game is interrupted: the server is killed and comes back, and the bot goes on.
    let first = play_by_stream(&peer, &table.id, Form::Sse, &mut Random::new(1), &|| club.seq(&table) > 8);
    assert!(first.seen.len() > 4);
    let (folder, address) = (club.folder(), club.address.to_string());
    club.kill();
    let club = Club::open_in(folder, &address, &["--rate-limit", "0"]);
    play_by_stream(&peer, &table.id, Form::Sse, &mut Random::new(2), &|| false);
    let state = club.look(&ana, &table);
    assert_eq!(state["stage"], "finished");
    let seats = state["seats"].as_array().unwrap();
    let seat = seats.iter().find(|seat| seat["person"]["name"] == "Greedy").unwrap();
    assert_eq!((&seat["bot_account"], seat.get("left")), (&json!(true), None));
}

#[test]
fn two_example_bots_meet_by_a_quick_match_and_play_game_after_game() {
    let club = Club::open();
    let names = ["Uno", "Dos"];
    let _bots = names.map(|name| Bot::start(&club, &club.token(&club.bot(name), "bot"), &["match"]));
    let began = std::time::Instant::now();
    loop {
        let list = club.get(&Who::nobody(), "/api/v1/tables?stage=finished").json();
        let tables: &Vec<Value> = list["tables"].as_array().unwrap();
        if tables.len() >= 2 {
            for table in tables {
                let record = club.get(&Who::nobody(), &Table::of(table).at("/record"));
                assert!(record.text().contains("Uno") && record.text().contains("Dos"));
            }
            return;
        }
        assert!(began.elapsed() < club::PATIENCE, "{list}");
        std::thread::sleep(player::MOMENT);
    }
}

/// The commands of a page as one script. A block that `stops` ends by its own time limit, one that `fails`
/// is refused; anything else has to succeed.
fn script(page: &str, server: &str) -> String {
    let mut script = "set -euo pipefail\n".to_owned();
    let mut end = None;
    for line in page.lines() {
        match (line, &end) {
            ("```sh", None) => end = Some("\n"),
            ("```sh stops", None) => end = Some("|| [ $? = 28 ]\n"),
            ("```sh fails", None) => end = Some("&& exit 1 || echo\n"),
            ("```", Some(after)) => {
                script = format!("{} {after}", script.trim_end());
                end = None;
            }
            (line, Some(_)) if line.starts_with("SERVER=") => {
                script.push_str(&format!("SERVER={server}\n"));
            }
            (line, Some(_)) => script.push_str(&format!("{line}\n")),
            (_, None) => {}
        }
    }
    script
}

#[test]
fn every_command_of_the_documentation_is_true() {
    let there = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    if !["bash", "curl", "sha256sum"].into_iter().all(there) {
        println!("not checked: bash, curl or sha256sum is missing");
        return;
    }
    let club = Club::open();
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Refusals count as failures.
    std::fs::write(folder.path().join(".curlrc"), "fail-with-body\nshow-error\n").unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_sobremesa")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-c", &script(&page, &format!("http://{}", club.address))])
        .current_dir(folder.path())
        .env("PATH", path)
        .env("CURL_HOME", folder.path())
        .output()
        .unwrap();
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{errors}");
    for expected in
        ["The record is valid.", "\"kind\":\"bot\"", "\"type\":\"created\"", "event: table", "Seating: drawn"]
    {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    // The example of a problem is what the server says, but for the line breaks of the page.
    let problem = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let problem: Value = serde_json::from_str(problem).unwrap();
    assert!(said.contains(&problem["detail"].as_str().unwrap().to_owned()), "{said}");
    let tries = [1, 2]
        .map(|number| std::fs::read_to_string(folder.path().join(format!("try-{number}.json"))).unwrap());
    let tables = tries.map(|text| serde_json::from_str::<Value>(&text).unwrap()["id"].clone());
    assert_eq!(tables[0], tables[1]);
}
