//! Taking back a turn.

use club::{Command, Event, Refusal};

use crate::scene::*;

#[test]
fn a_turn_that_nobody_followed_is_taken_back_at_once() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let before = scene.game().state.clone();
    scene.play(A);
    assert_eq!(scene.act(Command::TakeBack(ANA)).unwrap(), [Event::TakenBack { seat: A, steps: 0 }]);
    assert_eq!(scene.game().state, before);
    assert_eq!(scene.to_act(), [A]);
}

#[test]
fn a_takeback_is_free_when_only_bots_have_moved_since() {
    let mut scene = Scene::of(casual(siesta(4)), &[ANA, BEA]);
    scene.play(A);
    scene.play(B);
    let before_bea = 1;
    scene.play(C);
    scene.play(D);
    assert_eq!(
        scene.act(Command::TakeBack(BEA)).unwrap(),
        [Event::TakenBack { seat: B, steps: before_bea }],
        "the turns of the bots go with it"
    );
    assert_eq!(scene.game().steps.len(), before_bea);
}

#[test]
fn a_takeback_needs_the_consent_of_all_three_others() {
    let mut scene = Scene::of(casual(siesta(4)), &[ANA, BEA, CARO, DORA]);
    for seat in [A, B] {
        scene.play(seat);
    }
    assert_eq!(scene.act(Command::TakeBack(ANA)).unwrap(), [Event::TakebackAsked { seat: A, steps: 0 }]);
    assert_eq!(scene.refusal(Command::TakeBack(BEA)), Refusal::TakebackWaits);
    let yes = |person| Command::AnswerTakeback { person, agreed: true };
    assert_eq!(scene.refusal(yes(ANA)), Refusal::NotYoursToAnswer);
    assert_eq!(scene.refusal(yes(EVA)), Refusal::NotSeated);
    assert_eq!(scene.act(yes(DORA)).unwrap(), [Event::TakebackAnswered { seat: D, agreed: true }]);
    assert_eq!(scene.refusal(yes(DORA)), Refusal::NotYoursToAnswer, "once is enough");
    scene.answer(BEA, true).unwrap();
    assert_eq!(scene.game().steps.len(), 2, "Caro has not agreed");
    assert_eq!(
        scene.answer(CARO, true).unwrap(),
        [Event::TakebackAnswered { seat: C, agreed: true }, Event::TakenBack { seat: A, steps: 0 }]
    );
    assert_eq!((scene.game().steps.len(), scene.to_act()), (0, vec![A]));
}

#[test]
fn one_refusal_ends_the_wish() {
    let mut scene = Scene::of(casual(siesta(4)), &[ANA, BEA, CARO, DORA]);
    for seat in [A, B] {
        scene.play(seat);
    }
    scene.act(Command::TakeBack(ANA)).unwrap();
    scene.answer(BEA, true).unwrap();
    assert_eq!(scene.answer(CARO, false).unwrap(), [Event::TakebackAnswered { seat: C, agreed: false }]);
    assert_eq!((&scene.game().takeback, scene.game().steps.len()), (&None, 2));
    assert_eq!(scene.answer(DORA, true), Err(Refusal::NoTakebackAsked));
    assert_eq!(scene.refusal(Command::TakeBack(ANA)), Refusal::TakebackRefused);
    scene.play(C);
    assert!(scene.act(Command::TakeBack(ANA)).is_ok(), "after another turn it may be asked again");
}

#[test]
fn who_asked_may_withdraw() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.play(A);
    scene.play(B);
    scene.act(Command::TakeBack(ANA)).unwrap();
    scene.answer(ANA, false).unwrap();
    assert_eq!(scene.game().takeback, None);
}

#[test]
fn a_move_or_a_departure_ends_the_wish() {
    let mut scene = Scene::of(casual(siesta(3)), &[ANA, BEA, CARO]);
    for seat in [A, B] {
        scene.play(seat);
    }
    scene.act(Command::TakeBack(ANA)).unwrap();
    let mut moved = scene.clone();
    moved.play(C);
    assert_eq!(moved.game().takeback, None);
    scene.act(Command::Resign(CARO)).unwrap();
    assert_eq!(scene.game().takeback, None);
    scene.act(Command::TakeBack(ANA)).unwrap();
    scene.answer(BEA, true).unwrap();
    assert_eq!(scene.game().steps.len(), 0, "the bot that plays for Caro is not asked");
}

#[test]
fn there_must_be_a_turn_to_take_back() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    assert_eq!(scene.refusal(Command::TakeBack(ANA)), Refusal::NothingToTakeBack);
    scene.play(A);
    assert_eq!(scene.refusal(Command::TakeBack(BEA)), Refusal::NothingToTakeBack);
    assert_eq!(scene.refusal(Command::TakeBack(EVA)), Refusal::NotSeated);
}

#[test]
fn no_takeback_goes_behind_a_chance_event() {
    let mut scene = Scene::of(casual(no_siesta(2)), &[ANA, BEA]);
    scene.play(A);
    assert!(scene.clone().act(Command::TakeBack(ANA)).is_ok(), "no dice since");
    let chances = scene.game().chances;
    scene.play_until(|scene| scene.game().chances > chances);
    assert_eq!(scene.game().steps.last().unwrap().seat, None);
    for person in [ANA, BEA] {
        assert_eq!(scene.refusal(Command::TakeBack(person)), Refusal::ChanceSince);
    }
}

#[test]
fn a_mark_that_others_followed_is_taken_back_with_theirs() {
    let mut scene = Scene::of(casual(no_siesta(3)), &[ANA, BEA, CARO]);
    scene.play_until(|scene| scene.to_act().len() == 3);
    let before = scene.game().state.clone();
    scene.play(B);
    scene.play(A);
    assert!(matches!(scene.act(Command::TakeBack(BEA)).unwrap()[..], [Event::TakebackAsked { seat: B, .. }]));
    scene.answer(ANA, true).unwrap();
    scene.answer(CARO, true).unwrap();
    assert_eq!(scene.to_act(), [A, B, C]);
    assert_eq!(scene.game().state, before);
}
