//! ¡No Siesta! as its players run it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod program;
mod told;

use bots::no_siesta::Bot;
use game::record::Step;
use game::{Random, Record, ToAct};
use no_siesta::{Mode, Position, Sheet, Variant};

use crate::program::{failure, out, run, run_with};

/// A whole random game as a record, and its end.
fn random_game(variant: Variant, seed: u64) -> (Record<Position>, Position) {
    let (mut random, mut scratch) = (Random::new(seed), Vec::new());
    let mut record = Record::new(variant);
    let mut position = Position::start(variant);
    while let Some(step) = position.play_random(&mut random, &mut scratch) {
        record.steps.push(step);
    }
    (record, position)
}

fn solo() -> Variant {
    Variant::all().find(|variant| variant.mode() == Mode::Solo).unwrap()
}

#[test]
fn replay_tells_every_step_the_result_and_the_score_sheet() {
    for variant in Variant::all() {
        let (record, end) = random_game(variant, 1);
        let text = out(&run_with(&["replay", "-"], record.to_string().as_bytes()));
        assert!(text.starts_with(&format!("¡No Siesta!, {variant}\n")), "{text}");
        assert!(text.contains("\nGame over after round "), "{text}");
        let total: String = end.scores().as_slice().iter().map(|score| format!("{score:>4}")).collect();
        assert_eq!(text.lines().last(), Some(&format!("{:<22}{total}", "total")[..]));
        for round in 1..=end.round() {
            assert!(text.contains(&format!("\nRound {round}  a ")), "round {round} of {variant}");
        }
    }
}

#[test]
fn replay_in_json_is_one_object_a_line() {
    let (record, end) = random_game(solo(), 2);
    let text = out(&run_with(&["replay", "-", "--json"], record.to_string().as_bytes()));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), record.steps.len() + 1);
    let Step::Chance(first) = &record.steps[0] else { panic!("a solo game begins with the neutral player") };
    let begin = format!(r#"{{"step":1,"round":1,"seat":null,"text":"{first}","gains":[0],"scores":["#);
    assert!(lines[0].starts_with(&begin), "{}", lines[0]);
    assert!(lines[lines.len() - 1].ends_with(&format!(r#""scores":[{}]}}"#, end.scores().as_slice()[0])));
    let gains: i32 = lines[..lines.len() - 1]
        .iter()
        .map(|line| {
            let (_, rest) = line.split_once("\"gains\":[").unwrap();
            rest.split_once(']').unwrap().0.parse::<i32>().unwrap()
        })
        .sum();
    let start = Position::start(solo()).scores().as_slice()[0];
    assert_eq!(start + gains, end.scores().as_slice()[0], "the gains add up to the score");
}

#[test]
fn replay_stops_at_a_bad_line_with_its_number() {
    let record = b"Game: no-siesta\nPlayers: 2\n\nroll 2 pig, 3 hat\ntake silver\n";
    let (code, message) = failure(&run_with(&["replay", "-"], record));
    assert_eq!(code, 1);
    assert!(message.starts_with("error: -: line 5: "), "{message}");
}

#[test]
fn perft_counts_decisions_and_chance() {
    // 252 throws of five dice; then the faces that can be taken, in every way to mark them.
    let text = out(&run(&["perft", "no-siesta", "--depth", "2"]));
    let position = Position::start(Variant::all().next().unwrap());
    assert_eq!(text, format!("1 252\n2 {}\n", game::count_steps(&position, 2).unwrap()));
    let text = out(&run(&["perft", "no-siesta", "--mode", "solo", "--depth", "3"]));
    assert!(text.starts_with("1 6\n2 1512\n"), "{text}");
    let (code, message) =
        failure(&run(&["perft", "no-siesta", "--mode", "solo", "--players", "2", "--depth", "1"]));
    assert_eq!((code, &message[..]), (1, "error: the solo game is for 1 player\n"));
}

#[test]
fn show_and_turns_take_the_text_of_a_position() {
    for variant in Variant::all() {
        let (record, _) = random_game(variant, 4);
        let mut position = Position::start(variant);
        for step in &record.steps[..record.steps.len() / 2] {
            match step {
                Step::Action(seat, action) => position.play(*seat, action).unwrap(),
                Step::Chance(chance) => position.happen(chance).unwrap(),
            }
        }
        let position = position.to_string();
        let text = out(&run(&["show", "no-siesta", "--position", &position]));
        assert!(text.contains(&format!("{variant}.")) && text.ends_with(" to act.\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        let picture = out(&run(&["show", "no-siesta", "--position", &position, "--svg", "-"]));
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        let turns = out(&run(&["turns", "no-siesta", "--position", &position, "--json"]));
        assert!(turns.lines().count() > 0 && turns.lines().all(|line| line.starts_with('{')), "{turns}");
    }
    let (code, message) = failure(&run(&["show", "no-siesta", "--position", "mode=standard round=1"]));
    assert_eq!((code, &message[..]), (1, "error: --position: mode=standard: no game has 0 seats\n"));
    // Sums that would not fit into a byte.
    let start = Position::start(Variant::all().next().unwrap()).to_string();
    for (field, said) in [
        ("stock=0 board=60olive,60grain,60grapes,60pig,20donkey", "there are at most 60 in all"),
        ("stock=4 board=2olive,2olive", "`olive` is there twice"),
        ("stock=1 board=3commodity", "only who is scoring has more than one commodity"),
    ] {
        let broken = start.replacen("stock=4", field, 1);
        let (code, message) = failure(&run(&["turns", "no-siesta", "--position", &broken]));
        assert!(code == 1 && message.contains(said), "{message}");
    }
    let (code, message) = failure(&run(&["show", "no-siesta", "--position", "x"]));
    assert_eq!((code, &message[..]), (1, "error: --position: mode: this field is missing\n"));
}

#[test]
fn a_whole_game_is_played_by_numbers_saved_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.txt");
    for (args, seats) in
        [(&["--mode", "solo"][..], 1), (&["--bots", "sensible"], 2), (&["--mode", "original"], 2)]
    {
        // The first choice is always there; more lines than any game has steps.
        let mut input = "1\n".repeat(4000);
        input += &format!("save {}\nscore\nquit\n", path.display());
        let args = [&["play", "no-siesta", "--seed", "5"], args].concat();
        let text = out(&run_with(&args, input.as_bytes()));
        assert!(text.contains("Game over after round "), "{args:?}");
        let (saved, end) = Record::<Position>::read(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(end.to_act(), ToAct::Over);
        assert_eq!(saved.names.len(), seats);
        let replayed = out(&run(&["replay", path.to_str().unwrap()]));
        assert!(replayed.contains("\nGame over after round "), "{replayed}");
    }
}

#[test]
fn steps_of_a_scoring_phase_are_taken_back_up_to_the_last_chance() {
    let input = "1\n1\n1\nundo\n1\nundo\nundo\n";
    let text = out(&run_with(&["play", "no-siesta", "--mode", "solo", "--seed", "2"], input.as_bytes()));
    let refusal = "No: nothing can be taken back: dice, tiles and finished phases stay\n";
    assert!(text.contains(refusal), "{text}");
}

#[test]
fn play_says_what_is_wrong_and_goes_on() {
    let text = out(&run_with(
        &["play", "no-siesta", "--seed", "1"],
        b"99\ntake silver and gold\nmark pig\nhint\ntable\nhelp\n",
    ));
    assert!(text.contains("No: there is no number 99 in the list\n"), "{text}");
    assert!(text.contains("No: `silver and gold` is no "), "{text}");
    assert_eq!(text.matches("No: ").count(), 3, "{text}");
}

#[test]
fn the_standard_sheet_is_printed_and_can_be_checked_and_changed() {
    let printed = out(&run(&["sheet", "print"]));
    assert_eq!(Sheet::parse(&printed).unwrap().fingerprint(), Sheet::standard().fingerprint());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let path = path.to_str().unwrap();
    let longer = printed.replacen("[track]\nspaces = { value = 10", "[track]\nspaces = { value = 12", 1);
    assert_ne!(longer, printed);
    std::fs::write(path, &longer).unwrap();
    let text = out(&run(&["sheet", "check", path]));
    assert!(text.starts_with("The sheet is valid."), "{text}");
    assert!(text.ends_with("track.spaces: 12 (standard: 10)\n"), "{text}");
    // A game with it names it, and is read only with it.
    let saved = folder.path().join("saved.txt");
    let saved = saved.to_str().unwrap();
    let input = format!("1\nsave {saved}\nquit\n");
    out(&run_with(&["play", "no-siesta", "--sheet", path], input.as_bytes()));
    let told = out(&run(&["replay", saved, "--sheet", path]));
    assert!(told.contains(&Sheet::parse(&longer).unwrap().fingerprint()), "{told}");
    let (code, message) = failure(&run(&["replay", saved]));
    assert_eq!(code, 1);
    assert!(
        message.contains("the game was played with another sheet; give it with --sheet FILE"),
        "{message}"
    );
    let (code, message) =
        failure(&run_with(&["sheet", "check", "-"], longer.replace("value = 12", "value = 99").as_bytes()));
    assert_eq!(code, 1);
    assert!(message.starts_with("error: -: track.spaces: "), "{message}");
}

/// A game of each variant between sensible bots, told by `replay`.
#[test]
fn every_playthrough_is_told_as_in_its_file() {
    told::check_playthroughs("no-siesta-", Variant::all(), |variant| {
        let mut random = Random::new(11);
        let mut record = Record::<Position>::new(variant);
        let mut position = Position::start(variant);
        loop {
            match position.to_act() {
                ToAct::Over => break,
                ToAct::Chance => {
                    let chance = position.random_chance(&mut random).unwrap();
                    position.happen(&chance).unwrap();
                    record.steps.push(Step::Chance(chance));
                }
                ToAct::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let action = bots::choose(
                        &mut *Bot::Sensible.player(random.next()),
                        &position,
                        seat,
                        bots::system_clock,
                    )
                    .unwrap();
                    position.play(seat, &action).unwrap();
                    record.steps.push(Step::Action(seat, action));
                }
            }
        }
        (format!("{}-{}", variant.players(), variant.mode()), record.to_string())
    });
}
