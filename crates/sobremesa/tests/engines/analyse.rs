//! Records with a verdict on every turn.

use game::record::Step;
use game::{Random, Record, Rules, ToAct};
use serde_json::Value;

use crate::program::{failure, out, run_with};

/// A game that bots played, as a record.
fn siesta_game(turns: usize) -> Record<siesta::Position> {
    let mut record = Record::new(siesta::Variant::all().next().unwrap());
    let mut position = siesta::Position::start(record.setup);
    let mut players = [bots::siesta::Bot::Greedy, bots::siesta::Bot::Random].map(|bot| bot.player(1));
    while record.steps.len() < turns && position.end().is_none() {
        let seat = position.mover();
        let turn = bots::choose(&mut *players[seat.index()], &position, seat, bots::system_clock).unwrap();
        position.play(seat, &turn).unwrap();
        record.steps.push(Step::Action(seat, turn));
    }
    record
}

fn no_siesta_game(variant: no_siesta::Variant, steps: usize) -> Record<no_siesta::Position> {
    let (mut random, mut scratch) = (Random::new(4), Vec::new());
    let mut record = Record::new(variant);
    let mut position = no_siesta::Position::start(variant);
    while record.steps.len() < steps
        && let Some(step) = position.play_random(&mut random, &mut scratch)
    {
        record.steps.push(step);
    }
    record
}

fn lines(args: &[&str], record: &str) -> Vec<Value> {
    let text = out(&run_with(&[&["analyse", "-", "--json"], args].concat(), record.as_bytes()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_turn_of_siesta_has_a_verdict_and_the_best_ones_beside_it() {
    let record = siesta_game(8);
    let lines = lines(&["--nodes", "30"], &record.to_string());
    let (summary, turns) = lines.split_last().unwrap();
    assert_eq!(turns.len(), record.steps.len());
    let mut position = siesta::Position::start(record.setup);
    for (line, step) in turns.iter().zip(&record.steps) {
        let Step::Action(seat, turn) = step else { panic!("Siesta has no chance") };
        assert_eq!(line["text"], turn.to_string());
        let best = line["best"].as_array().unwrap();
        assert!((1..=3).contains(&best.len()), "{line}");
        let expected: Vec<f64> = best.iter().map(|best| best["expected"].as_f64().unwrap()).collect();
        assert!(expected.is_sorted_by(|a, b| a >= b), "{line}");
        let loss = line["loss"].as_f64().unwrap();
        assert!((expected[0] - line["expected"].as_f64().unwrap() - loss).abs() < 1e-3, "{line}");
        let verdict = match loss {
            ..=0.05 => "best",
            ..=1.0 => "good",
            ..=2.5 => "inaccuracy",
            ..=5.0 => "mistake",
            _ => "blunder",
        };
        assert_eq!(line["verdict"], verdict, "{line}");
        for best in best {
            let mut after = position.clone();
            after.play(*seat, &best["text"].as_str().unwrap().parse().unwrap()).unwrap();
            let gains = best["gains"].as_array().unwrap().iter().map(|gain| gain.as_u64().unwrap());
            let (then, now) = (position.scores(), after.scores());
            let gained = now.as_slice().iter().zip(then.as_slice()).map(|(now, then)| u64::from(now - then));
            assert!(gains.eq(gained), "{best}");
        }
        position.play(*seat, turn).unwrap();
    }
    let accuracy = |player: usize| summary["players"][player]["accuracy"].as_f64().unwrap();
    assert!(accuracy(0) > accuracy(1), "greedy plays more exactly than random: {summary}");
    assert!((0.0..=100.0).contains(&accuracy(1)));
    let counted: u64 = (0..2)
        .flat_map(|player| summary["players"][player]["verdicts"].as_object().unwrap().values())
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(counted, 8);
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    let record = siesta_game(4).to_string();
    assert_eq!(lines(&["--nodes", "20"], &record), lines(&["--nodes", "20"], &record));
}

#[test]
fn a_game_is_told_with_verdicts_and_accuracies() {
    let mut record = siesta_game(5);
    record.names = vec![(game::Seat::ALL[0], "Ana".to_owned()), (game::Seat::ALL[1], "5".to_owned())];
    let text =
        out(&run_with(&["analyse", "-", "--nodes", "20", "--best", "2"], record.to_string().as_bytes()));
    assert!(
        text.starts_with(
            "Siesta, 2 players, free for all, printed scoring\na: Ana\nb: level 5, Host\n\n   1 a  "
        ),
        "{text}"
    );
    assert!(
        text.contains("\n         1. ")
            && text.contains("\n         2. ")
            && !text.contains("\n         3. "),
        "{text}"
    );
    let last: Vec<&str> = text.lines().rev().take(3).collect();
    assert!(
        last[2].starts_with("   accuracy        best        good  inaccuracy     mistake     blunder"),
        "{text}"
    );
    assert!(last[1].starts_with("a ") && last[1].contains(" % ") && last[1].ends_with("  Ana"), "{text}");
    assert!(last[0].starts_with("b ") && last[0].ends_with("  level 5, Host"), "{text}");
}

#[test]
fn every_step_of_the_dice_game_has_a_verdict_too() {
    for variant in no_siesta::Variant::all() {
        let record = no_siesta_game(variant, 30);
        let lines = lines(&["--nodes", "50"], &record.to_string());
        let decisions = record.steps.iter().filter(|step| step.action().is_some()).count();
        assert_eq!(lines.len(), decisions + 1, "{variant}");
        let mut position = no_siesta::Position::start(variant);
        let mut lines = lines.iter();
        for step in &record.steps {
            match step {
                Step::Chance(chance) => position.happen(chance).unwrap(),
                Step::Action(seat, action) => {
                    let line = lines.next().unwrap();
                    let mut all = Vec::new();
                    position.actions(*seat, &mut all);
                    assert_eq!(
                        line["verdict"].is_null(),
                        all.len() == 1,
                        "no verdict without a choice: {line}"
                    );
                    position.play(*seat, action).unwrap();
                }
            }
        }
        let text = out(&run_with(&["analyse", "-", "--nodes", "50"], record.to_string().as_bytes()));
        assert!(
            text.starts_with(&format!("¡No Siesta!, {variant}\n")) && text.contains("\nRound 1\n"),
            "{text}"
        );
        assert_ne!(Rules::to_act(&position), ToAct::Over);
    }
}

#[test]
fn a_record_that_cannot_be_read_is_refused_with_its_line() {
    for (record, said) in [
        (&b"Game: siesta\nPlayers: 2\n\n*F5 ^F6 #F8\n"[..], "error: -: line 4: "),
        (
            b"Game: chess\n\n1. e4\n",
            "error: -: line 1: `Game: chess` is not possible: the game is siesta or no-siesta\n",
        ),
        (b"", "error: -: line 1: a record needs a line `Game: "),
    ] {
        let (code, message) = failure(&run_with(&["analyse", "-"], record));
        assert!(code == 1 && message.starts_with(said), "{message}");
    }
    let (code, message) = failure(&run_with(&["analyse", "-", "--time", "5", "--nodes", "5"], b""));
    assert!(code == 2 && message.contains("cannot be used with"), "{message}");
}

#[test]
fn a_game_without_turns_is_analysed_without_a_number() {
    let text = out(&run_with(&["analyse", "-"], b"Game: siesta\nPlayers: 2\n\n"));
    assert!(text.contains("\na         –"), "{text}");
}
