//! Turns and actions.

use club::{Command, Mover, Refusal, Room, StepError};

use crate::scene::*;

/// The command with another expected event.
fn expecting(command: &Command, seq: u64) -> Command {
    let Command::Play { by, text, .. } = command.clone() else { panic!("a move") };
    Command::Play { by, expected: seq, text }
}

#[test]
fn talk_and_wishes_in_between_do_not_make_a_move_stale() {
    let mut scene = Scene::of(casual(siesta(3)), &[ANA, BEA, CARO]);
    scene.play(A);
    scene.play(B);
    let command = scene.command(C);
    scene.say(ANA, Room::All, "¡buena suerte!").unwrap();
    scene.act(Command::Mute { by: EVA, whom: ANA, muted: true }).unwrap();
    scene.act(Command::TakeBack(ANA)).unwrap();
    scene.answer(BEA, true).unwrap();
    assert_eq!(scene.table.seq, scene.table.game_seq + 4);
    assert!(scene.act(command).is_ok());
}

#[test]
fn a_takeback_in_between_makes_a_move_stale() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.play(A);
    let command = scene.command(B);
    scene.act(Command::TakeBack(ANA)).unwrap();
    scene.play(A);
    assert!(matches!(scene.refusal(command), Refusal::Stale { .. }));
}

#[test]
fn a_move_in_between_makes_a_move_stale() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let start = scene.table.seq;
    scene.play(A);
    let command = scene.command(B);
    let at = scene.table.seq;
    assert_eq!(scene.refusal(expecting(&command, start)), Refusal::Stale { expected: start, at });
    assert_eq!(scene.refusal(expecting(&command, 0)), Refusal::Stale { expected: 0, at });
    assert_eq!(scene.refusal(expecting(&command, at + 1)), Refusal::Stale { expected: at + 1, at });
    assert!(scene.act(expecting(&command, at)).is_ok());
}

#[test]
fn somebody_who_left_in_between_makes_a_move_stale() {
    let mut scene = Scene::of(casual(siesta(3)), &[ANA, BEA, CARO]);
    let command = scene.command(A);
    scene.act(Command::Resign(CARO)).unwrap();
    assert!(matches!(scene.refusal(command), Refusal::Stale { .. }));
}

#[test]
fn only_who_is_to_act_acts() {
    let mut scene = Scene::of(casual(siesta(3)), &[ANA, BEA]);
    let text = scene.legal(A);
    let refused = |by| scene.refusal(Command::Play { by, expected: scene.table.seq, text: text.clone() });
    assert_eq!(refused(Mover::Person(BEA)), Refusal::NotYourTurn);
    assert_eq!(refused(Mover::Person(EVA)), Refusal::NotSeated);
    assert_eq!(refused(Mover::Bot(C)), Refusal::NotYourTurn);
    assert_eq!(refused(Mover::Bot(A)), Refusal::NotSeated, "a person sits there");
    assert_eq!(refused(Mover::Bot(D)), Refusal::NotSeated, "nobody sits there");
}

#[test]
fn the_rules_refuse_with_their_own_words() {
    let scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let refused = |text: &str| {
        let (by, text) = (Mover::Person(ANA), text.to_owned());
        scene.refusal(Command::Play { by, expected: scene.table.seq, text })
    };
    let unreadable = refused("e4");
    assert!(matches!(unreadable, Refusal::Rules(StepError::Notation { .. })), "{unreadable}");
    let illegal = refused("^A1 ^A2 ^A3");
    assert!(matches!(illegal, Refusal::Rules(StepError::Siesta(_))), "{illegal}");
}

#[test]
fn nobody_acts_before_the_start_or_after_the_end() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let command = scene.command(A);
    scene.play_out();
    assert_eq!(scene.refusal(command), Refusal::Over);
    assert_eq!(scene.refusal(Command::Resign(ANA)), Refusal::Over);
    assert_eq!(scene.refusal(Command::TakeBack(ANA)), Refusal::Over);
    let chairs = [club::Chair::Person(member(ANA)), club::Chair::Open];
    let waiting = Scene::create(casual(siesta(2)), &chairs, None).unwrap();
    let play = Command::Play { by: Mover::Person(ANA), expected: 1, text: String::new() };
    assert_eq!(waiting.refusal(play), Refusal::NotStarted);
    assert_eq!(waiting.refusal(Command::Resign(ANA)), Refusal::NotStarted);
    assert_eq!(waiting.refusal(Command::TakeBack(ANA)), Refusal::NotStarted);
}

#[test]
fn the_last_die_is_marked_by_everybody_in_any_order() {
    let mut scene = Scene::of(with_clock(no_siesta(3), LIVE), &[ANA, BEA, CARO]);
    scene.play_until(|scene| scene.to_act().len() == 3);
    assert_eq!(scene.deadline(), Some((50, A)), "all clocks run");
    scene.wait(5);
    scene.play(C);
    assert_eq!(scene.to_act(), [A, B]);
    let (expected, text) = (scene.table.seq, scene.legal(A));
    let once_more = Command::Play { by: Mover::Person(CARO), expected, text };
    assert_eq!(scene.refusal(once_more), Refusal::NotYourTurn, "Caro has marked it");
    scene.wait(5);
    scene.play(A);
    assert_eq!(scene.to_act(), [B]);
    assert_eq!(scene.deadline(), Some((40, B)), "the clock of Bea went on all the time");
    scene.play(B);
    assert_eq!(scene.to_act().len(), 1, "the dice are done");
}
