//! The engine protocol.

use game::Rules;
use no_siesta::Variant;
use siesta::Position;

use crate::program::{out, run_with};
use crate::session::Session;

const START: &str = "12/12/12/12/12/12/12/12/12/12/12/12 2 a 0";
const AFTER_ONE: &str = "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1";

#[test]
fn the_engine_answers_every_line_and_goes_on_after_errors() {
    let mut engine = Session::start();
    assert!(engine.ask("hello").starts_with("name Sobremesa "));
    assert_eq!([engine.line(), engine.line()], ["games siesta no-siesta", "ok"]);
    engine.send("");
    assert_eq!(engine.ask("go time 100"), "error go: there is no position yet: send `position …` first");
    engine.send(&format!("position {START}"));
    let opening = engine.ask("go time 100");
    let opening = opening.strip_prefix("turn ").unwrap();
    START.parse::<Position>().unwrap().play(game::Seat::ALL[0], &opening.parse().unwrap()).unwrap();
    engine.send(&format!("position siesta {AFTER_ONE}"));
    for limit in ["nodes 20", "level 3", "level 8", "time 10"] {
        let answer = engine.ask(&format!("go {limit}"));
        let turn = answer.strip_prefix("turn ").unwrap();
        AFTER_ONE.parse::<Position>().unwrap().play(game::Seat::ALL[1], &turn.parse().unwrap()).unwrap();
    }
    engine.send("stop");
    for (line, answer) in [
        ("dance", "error unknown command `dance`: the commands are hello, position, go, stop and quit"),
        ("go", "error go: ``: expected time MS, nodes N or level L with a whole number above 0"),
        ("go time", "error go: `time`: expected time MS, nodes N or level L with a whole number above 0"),
        (
            "go time -1",
            "error go: `time -1`: expected time MS, nodes N or level L with a whole number above 0",
        ),
        ("go level 9", "error go: the levels are 1 to 8"),
        ("quit now", "error quit: this command takes no arguments"),
        ("position siesta 12/12 2 a 0", "error position: the board has 12 rows with / between; this has 2"),
        (&format!("position siesta teams {START}"), "error position: teams are for 4 players"),
    ] {
        assert_eq!(engine.ask(line), answer);
    }
    assert!(engine.ask("go level 1").starts_with("turn "), "a wrong position leaves the one before");
    engine.send("quit");
    engine.has_ended();
}

#[test]
fn thoughts_are_told_with_depth_score_nodes_time_and_line() {
    let input = format!("position {AFTER_ONE}\ngo nodes 30\n");
    let text = out(&run_with(&["engine"], input.as_bytes()));
    let (infos, turn) = text.trim_end().rsplit_once('\n').unwrap();
    let turn = turn.strip_prefix("turn ").unwrap();
    for info in infos.lines() {
        let (figures, line) = info.split_once(" line ").unwrap();
        let words: Vec<&str> = figures.split(' ').collect();
        assert_eq!(
            [words[0], words[1], words[3], words[5], words[7]],
            ["info", "depth", "score", "nodes", "time"]
        );
        assert!([2, 6, 8].iter().all(|place| words[*place].parse::<u64>().is_ok()), "{info}");
        words[4].parse::<f32>().unwrap();
        let mut position: Position = AFTER_ONE.parse().unwrap();
        for turn in line.split("; ") {
            position.play(position.mover(), &turn.parse().unwrap()).unwrap();
        }
    }
    let (_, last) = infos.lines().last().unwrap().split_once(" line ").unwrap();
    assert_eq!(last.split("; ").next(), Some(turn), "the last thought is what is played");
}

#[test]
fn a_search_is_stopped_and_refuses_what_would_disturb_it() {
    let mut engine = Session::start();
    engine.send(&format!("position {AFTER_ONE}"));
    engine.send("go time 3600000");
    assert!(engine.line().starts_with("info "), "it thinks");
    let busy = |word: &str| format!("error {word}: a search is running: wait for its turn, or send `stop`");
    assert_eq!(engine.ask("go time 5"), busy("go"));
    assert_eq!(engine.ask(&format!("position {START}")), busy("position"));
    assert!(engine.ask("hello").starts_with("name "));
    assert_eq!([engine.answer(), engine.answer()], ["games siesta no-siesta", "ok"]);
    assert!(engine.ask("stop").starts_with("turn "));
    engine.send("go time 3600000");
    assert!(engine.line().starts_with("info "));
    engine.send("quit");
    engine.has_ended();
}

#[test]
fn a_search_that_runs_when_the_input_ends_gives_its_answer() {
    let mut engine = Session::start();
    engine.send(&format!("position {AFTER_ONE}"));
    engine.send("go nodes 40");
    engine.hang_up();
    assert!(engine.answer().starts_with("turn "));
    engine.has_ended();
}

#[test]
fn the_same_question_has_the_same_answer() {
    let input = format!("position {AFTER_ONE}\ngo nodes 25\n");
    let turn = || out(&run_with(&["engine"], input.as_bytes())).lines().last().map(str::to_owned);
    assert_eq!(turn(), turn());
}

#[test]
fn partners_play_together_if_it_is_said() {
    let mut engine = Session::start();
    engine.send("position siesta teams *c#9/12/12/12/12/12/12/12/12/12/12/12 4 a 1");
    assert!(engine.ask("go nodes 5").starts_with("turn "));
}

#[test]
fn the_engine_has_no_turn_when_the_game_is_over() {
    let suns = "************";
    let over = format!("position {suns}/{suns}/*a10/12/12/12/12/12/12/12/12/12 2 a 9\ngo time 10\n");
    assert_eq!(out(&run_with(&["engine"], over.as_bytes())), "turn none\n");
}

#[test]
fn the_engine_plays_the_dice_game_too() {
    let mut position = no_siesta::Position::start(Variant::all().next().unwrap());
    let mut engine = Session::start();
    engine.send(&format!("position no-siesta {position}"));
    assert_eq!(engine.ask("go time 10"), "error go: chance is to act: send the position after it");
    for roll in ["roll 2 pig, 3 hat", "roll 3 pig", "roll pig"] {
        position.happen(&roll.parse().unwrap()).unwrap();
        while let game::ToAct::Seats(seats) = Rules::to_act(&position)
            && !matches!(position.phase(), no_siesta::Phase::Score(..))
        {
            engine.send(&format!("position no-siesta {position}"));
            let answer = engine.ask("go nodes 10");
            let turn = answer.strip_prefix("turn ").unwrap();
            // Where several are to act, the first of them is named.
            let seat = seats.iter().next().unwrap();
            let turn = match seats.only() {
                Some(_) => turn,
                None => turn.strip_prefix(&format!("{seat}: ")).unwrap(),
            };
            position.play(seat, &turn.parse().unwrap()).unwrap();
        }
    }
    assert!(matches!(position.phase(), no_siesta::Phase::Score(..)), "{position}");
}
