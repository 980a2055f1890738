//! Hints and levels at the table in the terminal.

use crate::program::{out, run_with};

fn answers(args: &[&str], input: &str) -> Vec<String> {
    let text = out(&run_with(&[&["play"], args].concat(), input.as_bytes()));
    text.lines().filter_map(|line| line.split_once("> ")).map(|(_, answer)| answer.to_owned()).collect()
}

#[test]
fn the_first_hint_says_where_to_look_and_the_second_what_to_play() {
    let answers = answers(&["siesta"], "hint\nhint\nhint\n");
    let [nudge, full, again, _] = &answers[..] else { panic!("{answers:?}") };
    assert!(nudge.starts_with("Look at ") && nudge.ends_with(" Type hint again for the answer."), "{nudge}");
    assert!(!nudge.contains('*'), "a nudge does not give the turn away: {nudge}");
    let (turn, rest) = full.split_once(" (").unwrap();
    let mut position = siesta::Position::start(siesta::Variant::all().next().unwrap());
    position.play(position.mover(), &turn.parse().unwrap()).unwrap();
    assert!(rest.starts_with("a +1") && rest.contains(": you can expect to end "), "{full}");
    assert!(again.starts_with("Look at "), "after the answer it begins anew: {again}");
}

#[test]
fn a_new_position_begins_with_a_nudge_again() {
    let text = out(&run_with(&["play", "siesta"], b"hint\n*F5 ^F6 #F7\nhint\nsend\nhint\n"));
    assert_eq!(text.matches("Type hint again for the answer.").count(), 2, "{text}");
    assert_eq!(
        text.matches("you can expect to end ").count(),
        1,
        "laid pieces do not change the position: {text}"
    );
}

#[test]
fn hints_help_in_the_dice_game_too() {
    for (args, ends) in [
        (&["no-siesta", "--seed", "3"][..], "you can expect to end "),
        (&["no-siesta", "--mode", "solo", "--seed", "3"], " points in the end."),
    ] {
        let answers = answers(args, "hint\nhint\n");
        assert!(
            answers[0].starts_with("Look at ") && answers[0].ends_with("Type hint again for the answer.")
        );
        assert!(answers[1].starts_with("take ") && answers[1].contains(ends), "{}", answers[1]);
    }
}

#[test]
fn levels_play_by_number_and_by_name() {
    let text = out(&run_with(
        &["play", "siesta", "--players", "3", "--bots", "1,club-player", "--seed", "1"],
        b"*F5 ^F6 #F7\nsend\n",
    ));
    for said in ["b: level 1, Newcomer\n", "c: level 6, Club player\n", "b (level 1, Newcomer) plays "] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let text = out(&run_with(&["play", "no-siesta", "--bots", "Guest", "--seed", "1"], b"1\n"));
    assert!(text.contains("b: level 2, Guest\n"), "{text}");
    let text = out(&run_with(&["play", "no-siesta", "--help"], b""));
    assert!(text.contains("  5  Host\n"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = || out(&run_with(&["play", "siesta", "--bots", "2", "--seed", "9"], b"*F5 ^F6 #F7\nsend\n"));
    assert_eq!(game(), game());
}

#[test]
fn there_is_no_hint_once_the_game_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("over.txt");
    let mut record = game::Record::<siesta::Position>::new(siesta::Variant::all().next().unwrap());
    let (mut position, mut random) = (siesta::Position::start(record.setup), game::Random::new(1));
    while let seat = position.mover()
        && let Some(turn) = position.play_random(&mut random)
    {
        record.steps.push(game::record::Step::Action(seat, turn));
    }
    std::fs::write(&path, record.to_string()).unwrap();
    let text = out(&run_with(&["play", "siesta", "--resume", path.to_str().unwrap()], b"hint\nhint\n"));
    assert_eq!(text.matches("No: the game is over\n").count(), 2, "{text}");
}
