//! Time per turn, the reserve, and what happens when both are over.

use club::{Clock, Command, Departure, Event, Refusal, Room, Time};

use crate::scene::*;

#[test]
fn what_is_over_the_time_of_a_turn_comes_from_the_reserve() {
    let mut scene = Scene::of(with_clock(siesta(2), LIVE), &[ANA, BEA]);
    assert_eq!(scene.deadline(), Some((50, A)));
    scene.wait(30);
    assert_eq!(scene.deadline(), Some((20, A)));
    scene.play(A);
    assert_eq!(scene.reserve(A), 20, "just in time");
    assert_eq!(scene.deadline(), Some((50, B)));
    scene.wait(42);
    scene.play(B);
    assert_eq!(scene.reserve(B), 8, "12 seconds over");
    scene.wait(1);
    scene.play(A);
    assert_eq!(scene.reserve(A), 20, "what is saved in a turn is not added");
    assert_eq!(scene.deadline(), Some((38, B)));
    scene.wait(38);
    let command = scene.command(B);
    assert_eq!(scene.refusal(command), Refusal::OutOfTime);
}

#[test]
fn a_move_counts_until_the_last_moment() {
    let mut scene = Scene::of(with_clock(siesta(2), LIVE), &[ANA, BEA]);
    let start = scene.now;
    scene.now = Time(start.0 + 49_999);
    assert_eq!(scene.act(Command::Tick), Ok(vec![]));
    let command = scene.command(A);
    assert!(scene.clone().act(command.clone()).is_ok());
    scene.now = Time(start.0 + 50_000);
    assert_eq!(scene.refusal(command), Refusal::OutOfTime);
    let events = scene.act(Command::Tick).unwrap();
    assert!(matches!(events[..], [Event::Replaced { seat: A, why: Departure::OutOfTime, .. }]), "{events:?}");
}

#[test]
fn correspondence_counts_days_and_has_no_reserve() {
    let mut scene = Scene::of(with_clock(siesta(2), Clock::Correspondence { days: 2 }), &[ANA, BEA]);
    assert_eq!(scene.deadline(), Some((2 * 86_400, A)));
    scene.wait(2 * 86_400 - 1);
    scene.play(A);
    assert_eq!(scene.deadline(), Some((2 * 86_400, B)));
    scene.wait(2 * 86_400);
    assert!(matches!(scene.act(Command::Tick).unwrap()[..], [Event::Replaced { seat: B, .. }]));
}

#[test]
fn without_a_clock_nobody_is_late() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.wait(100 * 365 * 86_400);
    assert_eq!((scene.deadline(), scene.act(Command::Tick)), (None, Ok(vec![])));
    scene.play(A);
}

#[test]
fn neither_talk_nor_wishes_stop_the_clock() {
    let mut scene = Scene::of(with_clock(siesta(2), LIVE), &[ANA, BEA]);
    scene.play(A);
    scene.play(B);
    scene.wait(10);
    scene.say(ANA, Room::All, "hm").unwrap();
    scene.act(Command::TakeBack(ANA)).unwrap();
    assert_eq!(scene.deadline(), Some((40, A)));
    scene.answer(BEA, false).unwrap();
    assert_eq!(scene.deadline(), Some((40, A)));
}

#[test]
fn a_takeback_gives_no_time_back() {
    let mut scene = Scene::of(with_clock(siesta(2), LIVE), &[ANA, BEA]);
    scene.wait(45);
    scene.play(A);
    scene.wait(35);
    scene.act(Command::TakeBack(ANA)).unwrap();
    assert_eq!((scene.reserve(A), scene.reserve(B)), (5, 15));
    assert_eq!(scene.deadline(), Some((35, A)), "another turn, and what is left of the reserve");
}

#[test]
fn while_a_bot_thinks_no_clock_runs() {
    let mut scene = Scene::of(with_clock(siesta(3), LIVE), &[ANA, BEA]);
    scene.play(A);
    scene.play(B);
    assert_eq!(scene.to_act(), [C]);
    assert_eq!(scene.deadline(), None);
    scene.wait(1000);
    assert_eq!(scene.act(Command::Tick), Ok(vec![]));
    scene.play(C);
    assert_eq!(scene.deadline(), Some((50, A)));
}

#[test]
fn of_all_who_are_late_the_last_one_stays() {
    let mut scene = Scene::of(with_clock(no_siesta(3), LIVE), &[ANA, BEA, CARO]);
    scene.play_until(|scene| scene.to_act().len() == 3);
    scene.wait(1000);
    for late in [A, B] {
        let command = scene.command(late);
        assert_eq!(scene.refusal(command), Refusal::OutOfTime, "{late}");
    }
    let command = scene.command(C);
    assert!(scene.clone().act(command).is_ok(), "when the others are gone, Caro has no clock");
    for late in [A, B] {
        let events = scene.act(Command::Tick).unwrap();
        assert!(matches!(events[..], [Event::Replaced { seat, .. }] if seat == late), "{events:?}");
    }
    assert_eq!((scene.act(Command::Tick), scene.deadline()), (Ok(vec![]), None));
    scene.play_out();
    assert_eq!(scene.game().outcome.as_ref().unwrap().ranks, [3, 2, 1]);
}

#[test]
fn after_a_throw_everybody_has_the_time_of_a_turn() {
    let mut scene = Scene::of(with_clock(no_siesta(2), LIVE), &[ANA, BEA]);
    while scene.to_act().len() == 1 {
        scene.wait(5);
        let seat = scene.to_act()[0];
        scene.play(seat);
    }
    assert_eq!(scene.deadline(), Some((50, A)), "who took a die before the throw has as long as the other");
    assert_eq!([scene.reserve(A), scene.reserve(B)], [20, 20]);
}

#[test]
fn a_system_clock_that_is_turned_gives_nobody_time() {
    const HOUR: u64 = 3600;
    // Back: whoever thinks loses no time by it, and gains none for later.
    let mut scene = Scene::of(with_clock(siesta(2), LIVE), &[ANA, BEA]);
    scene.now = Time(scene.now.0 - 600_000);
    assert_eq!(scene.act(Command::Tick), Ok(vec![]), "nobody is late before the turn began");
    scene.play(A);
    assert_eq!([scene.reserve(A), scene.reserve(B)], [20, 20]);
    assert_eq!(scene.deadline(), Some((50, B)), "the next turn is counted by the clock as it is now");
    scene.wait(35);
    scene.play(B);
    assert_eq!(scene.reserve(B), 15);
    // Forward: the turn is over, as it would be if the time had passed.
    scene.wait(24 * HOUR);
    let command = scene.command(A);
    assert_eq!(scene.refusal(command), Refusal::OutOfTime);
    assert!(matches!(scene.act(Command::Tick).unwrap()[..], [Event::Replaced { seat: A, .. }]));
}

#[test]
fn no_reserve_grows_however_the_system_clock_jumps() {
    for number in 0..20 {
        let mut scene = Scene::of(with_clock(no_siesta(2), LIVE), &[ANA, BEA]).with_moves(number);
        let mut random = game::Random::new(number);
        let mut before = [scene.reserve(A), scene.reserve(B)];
        for _ in 0..60 {
            let jump = u64::from(random.below(80_000));
            let now =
                if random.below(2) == 0 { scene.now.0 + jump } else { scene.now.0.saturating_sub(jump) };
            scene.now = Time(now);
            if scene.act(Command::Tick).is_err() || scene.table.live().is_none() {
                break;
            }
            let seat = scene.to_act()[0];
            let command = scene.command(seat);
            let _ = scene.act(command);
            let after = [scene.reserve(A), scene.reserve(B)];
            assert!(after[0] <= before[0] && after[1] <= before[1], "{before:?} {after:?}");
            before = after;
            if scene.table.live().is_none() {
                break;
            }
        }
    }
}
