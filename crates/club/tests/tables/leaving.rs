//! Players who leave a game.

use club::{Command, Departure, Ending, Event, Kind, Mover, Player, Refusal, result, view};

use crate::scene::*;

/// The ranks of the people of a finished game, by seat.
fn ranks(scene: &Scene) -> Vec<u8> {
    result(&scene.table).unwrap().people.iter().map(|entry| entry.rank).collect()
}

#[test]
fn a_bot_takes_the_seat_of_who_leaves_so_that_the_others_finish() {
    for leave in [Command::Resign(BEA), Command::Leave(BEA)] {
        let mut scene = Scene::of(casual(siesta(3)), &[ANA, BEA, CARO]);
        scene.play(A);
        let events = scene.act(leave).unwrap();
        assert!(
            matches!(events[..], [Event::Replaced { seat: B, why: Departure::Resigned, .. }]),
            "{events:?}"
        );
        assert!(matches!(scene.game().place(B).player(), Player::Bot(_)));
        let text = scene.legal(B);
        let by_bea = Command::Play { by: Mover::Person(BEA), expected: scene.table.seq, text };
        assert_eq!(scene.refusal(by_bea), Refusal::LeftGame);
        assert_eq!(scene.refusal(Command::Resign(BEA)), Refusal::LeftGame);
        assert_eq!(scene.refusal(Command::TakeBack(BEA)), Refusal::LeftGame);
        assert!(view::actions(&scene.table, BEA).is_empty());
        scene.play_out();
        assert_eq!(ranks(&scene)[1], 3);
    }
}

#[test]
fn whoever_leaves_is_last_however_well_the_bot_plays() {
    let mut ahead = false;
    for number in 0..12 {
        let mut scene = Scene::of(rated(siesta(2)), &[ANA, BEA]).with_moves(number);
        scene.play_until(|scene| scene.game().steps.len() == 3);
        scene.act(Command::Resign(ANA)).unwrap();
        scene.play_out();
        assert_eq!(ranks(&scene), [2, 1]);
        ahead |= scene.game().state.ranks()[A] == 1;
    }
    assert!(ahead, "the bot was never ahead");
}

#[test]
fn whoever_leaves_first_is_last_of_all() {
    let mut scene = Scene::of(rated(siesta(4)), &[ANA, BEA, CARO, DORA]);
    for person in [CARO, ANA] {
        scene.play_until(|scene| scene.to_act() == [D]);
        scene.act(Command::Resign(person)).unwrap();
    }
    scene.play_out();
    let ranks = ranks(&scene);
    assert_eq!((ranks[2], ranks[0]), (4, 3));
    assert!(ranks[1] <= 2 && ranks[3] <= 2, "{ranks:?}");
}

#[test]
fn the_only_human_waits_for_ever() {
    let mut scene = Scene::of(with_clock(siesta(2), LIVE), &[ANA]);
    scene.wait(100 * 365 * 86_400);
    assert_eq!((scene.deadline(), scene.act(Command::Tick)), (None, Ok(vec![])));
    scene.play(A);
    let mut left_alone = Scene::of(with_clock(siesta(3), LIVE), &[ANA, BEA]);
    left_alone.wait(50);
    left_alone.act(Command::Tick).unwrap();
    left_alone.play_until(|scene| scene.to_act() == [B]);
    left_alone.wait(100 * 365 * 86_400);
    assert_eq!((left_alone.deadline(), left_alone.act(Command::Tick)), (None, Ok(vec![])));
    left_alone.play(B);
}

#[test]
fn when_the_last_person_leaves_the_game_is_over() {
    let mut scene = Scene::of(rated(siesta(3)), &[ANA, BEA]);
    scene.play_until(|scene| scene.game().steps.len() == 7);
    scene.act(Command::Resign(BEA)).unwrap();
    let events = scene.act(Command::Leave(ANA)).unwrap();
    let [Event::Finished { ended, ranks, scores, seed, turns: Some(_) }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!((*ended, &ranks[..], *seed), (Ending::Resigned { seat: A }, &[2, 3, 1][..], SEED));
    assert_eq!(scores[..], *scene.game().state.scores().as_slice());
    assert_eq!(scene.to_act(), []);
    let result = result(&scene.table).unwrap();
    assert!(result.rated && result.people.iter().all(|entry| entry.kind == Kind::Human));
    assert_eq!(result.people.len(), 2, "the bots of the house have no results");
}

#[test]
fn a_partner_who_stays_wins_with_the_bot() {
    let (mut won, mut lost) = (0, 0);
    for number in 0..12 {
        let mut scene = Scene::of(casual(teams()), &[ANA, BEA, CARO, DORA]).with_moves(number);
        scene.play_until(|scene| scene.game().steps.len() == 3);
        scene.act(Command::Resign(ANA)).unwrap();
        scene.play_out();
        let by_rules = scene.game().state.ranks();
        let ranks = ranks(&scene);
        assert_eq!(ranks[0], 4);
        assert_eq!(ranks[1], ranks[3]);
        assert_eq!(by_rules[C].cmp(&by_rules[B]), ranks[2].cmp(&ranks[1]));
        won += u32::from(ranks[2] == 1);
        lost += u32::from(ranks[2] == 3);
    }
    assert!(won > 0 && lost > 0, "{won} won, {lost} lost");
}
