//! The program as its users run it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod program;
mod told;

use std::process::{Command, Stdio};

use game::{Random, Record, record::Step};
use siesta::{Position, Variant};

use crate::program::{failure, out, run, run_with};

const START: &str = "12/12/12/12/12/12/12/12/12/12/12/12 2 a 0";
const AFTER_ONE: &str = "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1";

/// A whole random game as a record, and how it ended.
fn random_game(variant: Variant, seed: u64) -> (Record<Position>, Position) {
    let mut random = Random::new(seed);
    let mut record = Record::new(variant);
    let mut position = Position::start(variant);
    loop {
        let seat = position.mover();
        let Some(turn) = position.play_random(&mut random) else { return (record, position) };
        record.steps.push(Step::Action(seat, turn));
    }
}

#[test]
fn the_help_says_what_happens_without_a_command() {
    let text = out(&run(&["--help"]));
    assert!(text.contains("Usage: sobremesa [COMMAND]"), "{text}");
    assert!(
        text.contains("Run the server: people and bots play in the browser (the default without a command)"),
        "{text}"
    );
    assert!(text.contains("sobremesa play siesta --bots 1"), "{text}");
}

#[test]
fn replay_tells_gains_reasons_and_scores() {
    let record = b"Game: siesta\nPlayers: 2\nSeat a: Ana\n\n*F5 ^F6 #F7\n^E7 *D7 ^C7\n";
    let expected = "\
Siesta, 2 players, free for all, printed scoring
a: Ana

  1 a  *F5 ^F6 #F7     a   1   b   0   a +1
       Siesta F5–F7, new, 1 shadow: a +1
  2 b  ^E7 *D7 ^C7     a   1   b   1   b +1
       Siesta D7–F7, new, 1 shadow: b +1

The game is open: it is the turn of a.
a   1   b   1
";
    assert_eq!(out(&run_with(&["replay", "-"], record)), expected);
}

#[test]
fn replay_tells_the_end_and_the_result() {
    for variant in Variant::all() {
        let (record, end) = random_game(variant, 3);
        let text = out(&run_with(&["replay", "-"], record.to_string().as_bytes()));
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(last[1].starts_with(&format!("Game over: {}", end.end().unwrap())), "{}", last[1]);
    }
}

#[test]
fn replay_in_json_is_one_object_a_line() {
    let record = b"Game: siesta\nPlayers: 2\n\n*F5 ^F6 #F7\n";
    let expected = "\
{\"turn\":1,\"seat\":\"a\",\"text\":\"*F5 ^F6 #F7\",\"gains\":[1,0],\"scores\":[1,0]}
{\"end\":\"open\",\"scores\":[1,0]}
";
    assert_eq!(out(&run_with(&["replay", "-", "--json"], record)), expected);
    for (seed, word) in [(1, "supply"), (2, "supply")] {
        let (record, end) = random_game(Variant::all().next().unwrap(), seed);
        let text = out(&run_with(&["replay", "--json", "-"], record.to_string().as_bytes()));
        let scores: Vec<String> = end.scores().as_slice().iter().map(ToString::to_string).collect();
        let last = format!("{{\"end\":\"{word}\",\"scores\":[{}]}}", scores.join(","));
        assert_eq!(text.lines().last(), Some(&last[..]));
        assert_eq!(text.lines().count(), record.steps.len() + 1);
    }
}

#[test]
fn replay_stops_at_a_bad_line_with_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    std::fs::write(&path, "Game: siesta\nPlayers: 2\n; a comment\n\n*F5 ^F6 #F7\n*F8 ^E7 *D7\n").unwrap();
    let output = run(&["replay", path.to_str().unwrap()]);
    let (code, message) = failure(&output);
    assert_eq!(code, 1);
    assert_eq!(
        message,
        format!("error: {}: line 6: F8: a sun may not touch the shadow at F7\n", path.display())
    );
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("  1 a  *F5 ^F6 #F7"), "what came before is told: {told}");
}

#[test]
fn a_record_of_another_game_or_of_none_is_refused() {
    let (code, message) = failure(&run_with(&["replay", "-"], b"Game: chess\n\n1. e4\n"));
    assert_eq!(
        (code, &message[..]),
        (1, "error: -: line 1: `Game: chess` is not possible: the game is siesta or no-siesta\n")
    );
    let (code, message) = failure(&run(&["replay", "no-such-file"]));
    assert_eq!(code, 1);
    assert!(message.starts_with("error: no-such-file: "), "{message}");
}

#[test]
fn perft_counts_every_depth() {
    assert_eq!(out(&run(&["perft", "siesta", "--players", "3", "--depth", "3"])), "1 288\n2 1056\n3 960\n");
    assert_eq!(out(&run(&["perft", "siesta", "--depth", "2", "--position", AFTER_ONE])), "1 14\n2 229\n");
    let (code, message) =
        failure(&run(&["perft", "siesta", "--players", "3", "--depth", "1", "--position", START]));
    assert_eq!((code, &message[..]), (1, "error: --players is 3, but the position is from a game of 2\n"));
}

#[test]
fn turns_are_listed_by_the_gain_of_the_mover() {
    let text = out(&run(&["turns", "siesta", "--position", START, "--json"]));
    assert_eq!(text.lines().count(), 480);
    assert!(text.lines().all(|line| line.ends_with("\"gains\":[1,0]}")), "{text}");
    assert!(text.contains("{\"turn\":\"*F5 ^F6 #F7\",\"gains\":[1,0]}\n"), "{text}");
    let text = out(&run(&["turns", "siesta", "--position", AFTER_ONE, "--json"]));
    let gains: Vec<u32> =
        text.lines().map(|line| line[line.len() - 3..line.len() - 2].parse().unwrap()).collect();
    assert!(gains.is_sorted_by(|a, b| a >= b) && gains[0] > gains[gains.len() - 1], "{gains:?}");
    let position: Position = AFTER_ONE.parse().unwrap();
    assert_eq!(gains.len(), position.scored_turns().len());
    let plain = out(&run(&["turns", "siesta", "--position", AFTER_ONE]));
    assert_eq!(plain.lines().next(), Some("^F4 #F3 #F2     a +0  b +2"));
}

#[test]
fn show_draws_the_board_in_text_and_as_a_picture() {
    let text = out(&run(&["show", "siesta", "--position", AFTER_ONE]));
    assert!(text.contains("  5  ·  ·  ·  ·  ·  *  ·  ·  ·  ·  ·  · \n"), "{text}");
    assert!(text.contains("Left: suns 24, shadows 74; roofs: a 14, b 15\nTurn 2: b is to move\n"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    out(&run(&["show", "siesta", "--position", AFTER_ONE, "--svg", path.to_str().unwrap()]));
    let picture = std::fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(out(&run(&["show", "siesta", "--position", AFTER_ONE, "--svg", "-"])), picture);
}

#[test]
fn the_picture_in_the_readme_is_what_show_draws() {
    let picture = include_str!("../../../docs/siesta.svg");
    let (_, rest) = picture.split_once("<desc>").unwrap();
    let (position, _) = rest.split_once("</desc>").unwrap();
    assert_eq!(out(&run(&["show", "siesta", "--position", position, "--svg", "-"])), picture);
}

#[test]
fn colour_is_for_terminals_only() {
    assert!(!out(&run(&["show", "siesta", "--position", AFTER_ONE])).contains('\x1b'));
    let forced = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(["show", "siesta", "--position", AFTER_ONE])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(out(&forced).contains("\x1b["));
}

#[test]
fn names_in_a_record_outlive_a_resumed_game_and_what_is_not_saved_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.txt");
    let path = path.to_str().unwrap();
    std::fs::write(path, "Game: siesta\nPlayers: 2\nSeat a: Ana\nSeat b: Bert\n\n*F5 ^F6 #F7\n").unwrap();
    let input = format!("^E7 *D7 ^C7\nsend\nsave {path}\nsend\nquit\n");
    let text = out(&run_with(&["play", "siesta", "--resume", path], input.as_bytes()));
    assert!(text.contains("a: Ana\nb: Bert\n") && text.ends_with("Until next time.\n"), "{text}");
    let saved = std::fs::read_to_string(path).unwrap();
    assert!(saved.contains("Seat a: Ana\nSeat b: Bert\n") && saved.ends_with("^E7 *D7 ^C7\n"), "{saved}");
    let text = out(&run_with(&["play", "siesta"], b"*F5 ^F6 #F7\nsend\n"));
    assert!(text.ends_with("End of input. The last turns are not saved.\n"), "{text}");
}

#[test]
fn a_dash_is_standard_input_only_where_that_makes_sense() {
    let (code, message) = failure(&run_with(&["play", "siesta", "--resume", "-"], b"quit\n"));
    assert_eq!(code, 1);
    assert!(message.starts_with("error: -: "), "{message}");
}

#[test]
fn an_error_that_cannot_be_shown_is_still_an_exit_code() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(["replay", "no-such-file"])
        .stderr(full)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn two_people_play_a_whole_game_save_it_and_replay_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.txt");
    let (record, end) = random_game(Variant::all().next().unwrap(), 5);
    let mut input = String::new();
    for turn in record.steps.iter().filter_map(Step::action) {
        input += &format!("{turn}\nsend\n");
    }
    input += &format!("save {}\nquit\n", path.display());
    let text = out(&run_with(&["play", "siesta"], input.as_bytes()));
    assert!(text.contains("Game over: "), "{text}");
    assert!(!text.contains("No: "), "{text}");
    let (saved, saved_end) = Record::<Position>::read(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(saved.steps, record.steps);
    assert_eq!(saved_end, end);
}

#[test]
fn a_game_against_bots_can_be_left_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.txt");
    let path = path.to_str().unwrap();
    let input = format!("*F5 ^F6 #F7\nsend\nsave {path}\nquit\n");
    let text = out(&run_with(
        &["play", "siesta", "--players", "3", "--bots", "greedy,random", "--seed", "1"],
        input.as_bytes(),
    ));
    assert!(text.contains("b (greedy) plays "), "{text}");
    assert!(text.contains("c (random) plays "), "{text}");
    let (saved, position) = Record::<Position>::read(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!((saved.steps.len(), position.turns_played()), (3, 3));
    // The bots are known from the record; taking back one's turn takes back theirs.
    let input = format!("undo\nsave {path}\n*F5 ^F6 #F7\nsend\n");
    let text = out(&run_with(&["play", "siesta", "--resume", path], input.as_bytes()));
    assert!(text.contains("b: greedy\nc: random\n"), "{text}");
    let (saved, _) = Record::<Position>::read(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(saved.steps, []);
    assert_eq!(text.matches("b (greedy) plays ").count(), 1, "{text}");
}

#[test]
fn play_says_what_is_wrong_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "dear diary").unwrap();
    let input = format!(
        "*F5 ^F6 #G6\n*F5\nundo\nundo\nsend\nfoo\n*Z9\ncells x\nwhy #F7\nhint\ncells *\nsave\nsave {}\n",
        path.display()
    );
    let text = out(&run_with(&["play", "siesta"], input.as_bytes()));
    for said in [
        "No: G6: a shadow must lie in a Siesta, a straight line of sun, roof and shadow\n",
        "Laid, not sent yet: *F5: nobody gains\n",
        "No: there is nothing to take back\n",
        "No: a turn has three pieces, and this one has 0\n",
        "No: unknown command `foo`; type help to list the commands\n",
        "No: `*Z9`: a cell is a column A–L and a row 1–12, like F5\n",
        "No: `x`: the signs are *, ^ and #\n",
        "F7: a shadow must lie in a Siesta, a straight line of sun, roof and shadow\n",
        "No: save where? Type save and the name of a file\n",
        "notes.txt already exists and is not a record; choose another name\n",
        "End of input.\n",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "dear diary");
}

#[test]
fn wrong_options_are_refused_before_anything_happens() {
    for (args, said) in [
        (&["play", "siesta", "--players", "5"][..], "Siesta is for 2, 3 or 4 players"),
        (
            &["play", "siesta", "--bots", "clever"],
            ", and the levels from 1 to 8; `person` is a person at the keyboard",
        ),
        (
            &["play", "siesta", "--bots", "greedy,greedy"],
            "--bots: the first seat is yours, so a game of 2 has at most 1 bot",
        ),
        (&["play", "siesta", "--mode", "teams"], "teams are for 4 players"),
        (&["play", "siesta", "--scoring", "odd"], "the scoring is printed or online"),
        (&["play", "chess"], "unrecognized subcommand 'chess'"),
        (&["perft", "siesta", "--depth", "0"], "0 is not in 1..=30"),
    ] {
        let (code, message) = failure(&run(args));
        assert!(code == 1 || code == 2, "{args:?}: {code}");
        assert!(message.contains(said), "{args:?}: {message}");
    }
}

#[test]
fn malformed_input_gets_a_clear_error_at_once() {
    let long_line = "*".repeat(10_000_000);
    let long_record = format!("Game: siesta\nPlayers: 2\n\n{long_line}\n");
    let cut_off = "Game: siesta\nPlayers: 2\n\n*F5 ^F6 #F";
    for (input, said) in [
        (long_record.as_bytes(), "the file is larger than the limit of 1 MiB"),
        (&long_record.as_bytes()[..5000], "line 4: the line is longer than 1000 bytes"),
        (cut_off.as_bytes(), "line 4: `*F5 ^F6 #F`: `#F`: a cell is a column A–L and a row 1–12, like F5"),
        (b"Game: siesta\nPlayers: 2\n\n*F5 \xff\xfe\n", "line 4: this is not UTF-8 text"),
        (b"\x00\x01\x02", "line 1: there are control characters in this line"),
        (b"", "line 1: a record needs a line `Game: …` before its first blank line"),
    ] {
        let (code, message) = failure(&run_with(&["replay", "-"], input));
        assert_eq!(code, 1);
        assert!(message.contains(said), "{message}");
    }
    let suns = "************";
    let too_many = format!("{suns}/{suns}/**10/12/12/12/12/12/12/12/12/12 2 a 9");
    let (code, message) = failure(&run(&["show", "siesta", "--position", &too_many]));
    assert_eq!(code, 1);
    assert!(message.contains("--position: 26 × sun on the board, and there are only 25"), "{message}");
    let text = out(&run_with(
        &["engine"],
        format!("{long_line}\nposition {}\nquit\n", &long_line[..4000]).as_bytes(),
    ));
    assert_eq!(text, "error the line is too long\nerror position: the text is too long for a position\n");
    let text = out(&run_with(&["play", "siesta"], format!("{long_line}\n\u{7f}\n").as_bytes()));
    assert!(text.contains("the line is too long\n") && text.contains("unknown command `?`"), "{text}");
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(["perft", "siesta", "--depth", "3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}

#[test]
fn bench_prints_every_figure_and_the_signature() {
    let text = out(&run(&["bench", "--seconds", "0.01"]));
    for start in [
        "random games, 2 players",
        "random games, 3 players",
        "random games, 4 players",
        "distinct turns, 60 positions",
        "random games, 1 player, solo",
        "random games, 4 players, experienced",
        "signature ",
    ] {
        assert!(text.lines().any(|line| line.starts_with(start)), "{start}: {text}");
    }
}

/// A random game of each variant, told by `replay`.
#[test]
fn every_playthrough_is_told_as_in_its_file() {
    told::check_playthroughs("siesta-", Variant::all(), |variant| {
        let name = format!("{}-{}-{}", variant.players(), variant.scoring(), variant.mode());
        (name, random_game(variant, 11).0.to_string())
    });
}
