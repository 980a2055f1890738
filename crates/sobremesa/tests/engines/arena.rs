//! Matches between engines.

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::program::{failure, out, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sobremesa");

fn arena(args: &[&str]) -> Value {
    let text = out(&run(&[&["arena", "--json"], args].concat()));
    serde_json::from_str(&text).unwrap()
}

/// The result without what depends on the clock.
fn timeless(mut result: Value) -> Value {
    for engine in result["engines"].as_array_mut().unwrap() {
        engine.as_object_mut().unwrap().remove("ms_a_turn");
    }
    result
}

/// A program that greets, and does this for every `go`.
fn script(folder: &Path, name: &str, on_go: &str) -> String {
    let path = folder.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  case $word in\n    hello) echo 'name Test'; echo 'games siesta no-siesta'; echo ok ;;\n    go) {on_go} ;;\n    quit) exit 0 ;;\n  esac\ndone\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("cmd:{}", path.display())
}

#[test]
fn the_better_engine_wins_and_the_report_says_by_how_much() {
    let text = out(&run(&["arena", "greedy", "random", "--game", "siesta", "--games", "8"]));
    for said in [
        "Siesta, 2 players, free for all, printed scoring\n",
        "greedy@time=100 against random@time=100, seats swapped\n",
        "8 games in 4 pairs, seed 1\n",
        "greedy@time=100: 8 won, 0 drawn, 0 lost\n",
        "  score   100.0 %, 95 % between 39.8 % and 100.0 %\n",
        "  Elo     95 % above -72\n",
        "  margin  +",
        "  pairs   by points 0: 0, 0.5: 0, 1: 0, 1.5: 0, 2: 4\n",
        "Wins by seat: a 50.0 %, b 50.0 %\n",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for game in [
        &["value", "greedy", "--game", "siesta"][..],
        &["search@nodes=5", "3", "--game", "siesta", "--players", "3"],
        &["sensible", "random", "--game", "no-siesta"],
        &["sensible", "random", "--game", "no-siesta", "--mode", "solo"],
    ] {
        let result = |threads| {
            timeless(arena(&[game, &["--games", "6", "--nodes", "40", "--threads", threads]].concat()))
        };
        assert_eq!(result("1"), result("3"), "{game:?}");
    }
}

#[test]
fn another_seed_gives_other_games() {
    let result = |seed| arena(&["greedy", "random", "--game", "siesta", "--games", "2", "--seed", seed]);
    assert_ne!(result("1")["engines"][0]["points"], result("2")["engines"][0]["points"]);
}

#[test]
fn games_are_made_up_to_whole_groups_in_which_seats_rotate() {
    for (args, games, groups, seats) in [
        (&["greedy", "random", "--game", "siesta", "--games", "3"][..], 4, 2, 2),
        (&["greedy", "random", "--game", "siesta", "--players", "3", "--games", "4"], 6, 2, 3),
        (&["greedy", "random", "random", "--game", "siesta", "--players", "3", "--games", "1"], 3, 1, 3),
        (&["greedy", "random", "--game", "siesta", "--mode", "teams", "--games", "2"], 2, 1, 4),
        (
            &[
                "random",
                "random",
                "random",
                "random",
                "--game",
                "no-siesta",
                "--players",
                "4",
                "--games",
                "1",
            ],
            4,
            1,
            4,
        ),
        (&["sensible", "--game", "no-siesta", "--mode", "solo", "--games", "3"], 3, 3, 1),
    ] {
        let result = arena(args);
        assert_eq!((&result["games"], &result["groups"]), (&games.into(), &groups.into()), "{args:?}");
        assert_eq!(result["seats"].as_array().unwrap().len(), seats, "{args:?}");
    }
}

#[test]
fn in_a_pair_both_games_have_the_same_opening() {
    // One engine on both sides, without any chance of its own: the two games of a pair are one game.
    let result = arena(&["search@nodes=1", "search@nodes=1", "--game", "siesta", "--games", "8"]);
    assert_eq!(result["engines"][0]["margin"]["standard_error"], 0.0, "{result}");
    assert_eq!(result["by_group"][2]["count"], 4, "a pair is one all: {result}");
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let args = ["greedy", "random", "--game", "siesta", "--games", "400", "--sprt", "-20", "100"];
    let result = arena(&args);
    assert_eq!(result["sprt"]["verdict"], "passed");
    assert!(result["sprt"]["llr"].as_f64().unwrap() >= 2.944, "{result}");
    assert!(result["games"].as_u64().unwrap() < 100, "{result}");
    let result = arena(&["random", "greedy", "--game", "siesta", "--games", "400", "--sprt", "0", "50"]);
    assert_eq!(result["sprt"]["verdict"], "failed");
    let text =
        out(&run(&["arena", "greedy", "random", "--game", "siesta", "--games", "2", "--sprt", "0", "5"]));
    assert!(text.contains("SPRT    open: +0 or +5 is not decided (LLR +"), "{text}");
}

#[test]
fn a_program_that_speaks_the_protocol_plays() {
    for (game, engine) in [("siesta", "greedy"), ("no-siesta", "sensible")] {
        let ours = format!("cmd:{PROGRAM} engine@level=1");
        let result = arena(&[&ours, engine, "--game", game, "--games", "2", "--patience", "60"]);
        assert_eq!(result["games"], 2);
        for engine in [0, 1] {
            assert_eq!(result["engines"][engine]["defaults"], serde_json::json!({}), "{result}");
            assert!(result["engines"][engine]["turns"].as_u64().unwrap() > 0);
        }
    }
    let ours = format!("cmd:{PROGRAM} engine@nodes=3");
    let teams =
        arena(&[&ours, "greedy", "--game", "siesta", "--mode", "teams", "--games", "2", "--patience", "60"]);
    assert_eq!(teams["engines"][0]["defaults"], serde_json::json!({}), "{teams}");
    assert!(teams["engines"][0]["nodes_a_turn"].as_f64().unwrap() >= 1.0, "nodes are read from info lines");
}

#[test]
fn a_program_that_fails_loses_its_games_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (name, on_go, why) in [
        ("illegal", "echo 'turn *A1 *A1 *A1'", "played an illegal turn: *A1 *A1 *A1: "),
        ("nonsense", "echo 'turn of events'", "played an illegal turn: "),
        ("silent", "sleep 3", "did not answer in time"),
        ("refuses", "echo 'error no idea'", "answered `error no idea`"),
        ("dies", "exit 3", "exited in the middle of a game"),
    ] {
        let program = script(folder.path(), name, on_go);
        let args =
            ["greedy", &program, "--game", "siesta", "--games", "2", "--nodes", "5", "--patience", "1"];
        let result = arena(&args);
        let [greedy, failed] = [0, 1].map(|engine| &result["engines"][engine]);
        assert_eq!((&greedy["wins"], &failed["losses"]), (&2.into(), &2.into()), "{name}: {result}");
        assert_eq!(greedy["defaults"], serde_json::json!({}), "{name}");
        let defaults = failed["defaults"].as_object().unwrap();
        assert_eq!(
            defaults.values().map(|count| count.as_u64().unwrap()).sum::<u64>(),
            2,
            "{name}: {result}"
        );
        assert!(defaults.keys().all(|key| key.starts_with(why)), "{name}: {defaults:?}");
    }
    let program = script(folder.path(), "dies", "exit 3");
    let text = out(&run(&["arena", &program, "random", "--game", "no-siesta", "--games", "2"]));
    assert!(text.contains("lost 2 by default: it exited in the middle of a game\n"), "{text}");
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_happens() {
    let folder = tempfile::tempdir().unwrap();
    let other_game = folder.path().join("other");
    std::fs::write(&other_game, "#!/bin/sh\nread -r line\necho 'games chess'\necho ok\n").unwrap();
    std::fs::set_permissions(&other_game, std::fs::Permissions::from_mode(0o755)).unwrap();
    let other_game = format!("cmd:{}", other_game.display());
    for (args, said) in [
        (&["greedy", "clever", "--game", "siesta"][..], "clever: the bots are random, greedy, "),
        (&["greedy", "--game", "siesta"], "a second engine is missing, as in: arena A B"),
        (&["1", "2", "3", "--game", "siesta"], "3 engines need as many seats: add --players 3"),
        (&["1", "2", "--game", "siesta", "--mode", "solo"], "the mode is ffa or teams"),
        (&["1", "2", "--game", "siesta", "--players", "1"], "Siesta is for 2, 3 or 4 players"),
        (&["1", "2", "--game", "no-siesta", "--scoring", "online"], "--scoring is for Siesta"),
        (
            &["1", "2", "--game", "no-siesta", "--mode", "solo", "--sprt", "0", "5"],
            "--sprt compares two engines",
        ),
        (&["1", "2", "--game", "siesta", "--sprt", "5", "0"], "the first difference must be the lower one"),
        (&["1", "2", "--game", "siesta", "--level", "3"], "--level is for programs (cmd:…)"),
        (&["1", "2", "--game", "siesta", "--time", "5", "--nodes", "5"], "cannot be used with"),
        (&["1", "cmd:./no-such-program", "--game", "siesta"], "cmd:./no-such-program: "),
        (&["1", "cmd:true", "--game", "siesta"], "cmd:true: it exited at once"),
        (&["1", &other_game, "--game", "siesta"], "it does not play siesta"),
        (&["1", "cmd:sleep 5", "--game", "siesta", "--patience", "1"], "it did not answer in time"),
    ] {
        let (code, message) = failure(&run(&[&["arena"], args].concat()));
        assert!((code == 1 || code == 2) && message.contains(said), "{args:?}: {message}");
    }
}

#[test]
fn ctrl_c_shows_the_results_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let asked = folder.path().join("asked");
    let program = script(folder.path(), "waits", &format!("touch {}; sleep 2", asked.display()));
    let mut child = Command::new(PROGRAM)
        .args(["arena", &program, "random", "--game", "siesta", "--games", "1000000", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while !asked.exists() {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    let result: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(result["interrupted"], true);
    assert!(result["games"].as_u64().unwrap() < 1_000_000);
}
