//! Rematches.

use bots::Level;
use club::{Chair, Clock, Command, Event, PersonId, Refusal, Seed, TableId};

use crate::scene::*;

/// The table of the rematch that this person creates, with the others invited.
fn again(scene: &Scene, host: PersonId) -> Scene {
    let (options, chairs, seating) = club::rematch(&scene.table, host).unwrap();
    Scene::create_with(Seed([9; 32]), host, options, &chairs, Some(seating)).unwrap()
}

fn people(scene: &Scene) -> Vec<Option<PersonId>> {
    scene.game().seats.iter().map(club::Place::person).collect()
}

#[test]
fn seats_move_on_by_one() {
    let mut scene = Scene::of(casual(siesta(4)), &[ANA, BEA, CARO]);
    scene.play_out();
    let mut again = again(&scene, BEA);
    assert_eq!(
        again.table.chairs,
        [
            Chair::Invited(ANA),
            Chair::Person(member(BEA)),
            Chair::Invited(CARO),
            Chair::Bot { level: Level::WEAKEST }
        ]
    );
    for person in [CARO, ANA] {
        again.act(Command::Join(member(person))).unwrap();
    }
    assert_eq!(people(&again), [Some(BEA), Some(CARO), None, Some(ANA)], "who was second begins");
    assert_ne!(again.game().seed_hash, scene.game().seed_hash);
}

#[test]
fn partners_stay_partners() {
    let mut scene = Scene::of(casual(teams()), &[ANA, BEA, CARO, DORA]);
    scene.play_out();
    let mut again = again(&scene, ANA);
    for person in [BEA, CARO, DORA] {
        again.act(Command::Join(member(person))).unwrap();
    }
    assert_eq!(people(&again), [BEA, CARO, DORA, ANA].map(Some));
    let variant = again.table.options.variant;
    let seat = |person| again.game().seat_of(person).unwrap();
    assert!(variant.partners(seat(ANA), seat(CARO)) && variant.partners(seat(BEA), seat(DORA)));
    assert!(!variant.partners(seat(ANA), seat(BEA)));
}

#[test]
fn against_bots_the_rematch_begins_at_once() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA]);
    scene.play_out();
    assert_eq!(people(&again(&scene, ANA)), [None, Some(ANA)]);
}

#[test]
fn a_rematch_has_the_same_options() {
    for options in [casual(siesta(2)), rated(siesta(2))] {
        let mut scene = Scene::of(options.clone(), &[ANA, BEA]);
        scene.play_out();
        assert_eq!(again(&scene, BEA).table.options, options);
    }
}

#[test]
fn the_rematch_of_an_earlier_rated_game_without_a_clock_is_not_rated() {
    let mut scene = Scene::of(rated(siesta(2)), &[ANA, BEA]);
    scene.play_out();
    scene.table.options.clock = Clock::None;
    let options = again(&scene, BEA).table.options;
    assert_eq!((options.rated, options.clock), (false, Clock::None));
}

#[test]
fn who_left_is_invited_again() {
    let mut scene = Scene::of(casual(siesta(3)), &[ANA, BEA, CARO]);
    scene.act(Command::Resign(CARO)).unwrap();
    scene.play_out();
    assert_eq!(again(&scene, ANA).table.chairs[2], Chair::Invited(CARO));
}

#[test]
fn there_is_one_rematch_for_all_who_played() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let rematch = |person| Command::Rematch { person, table: TableId(8) };
    assert_eq!(scene.refusal(rematch(ANA)), Refusal::NotOver);
    assert_eq!(club::rematch(&scene.table, ANA), Err(Refusal::NotOver));
    scene.play_out();
    assert_eq!(scene.refusal(rematch(EVA)), Refusal::NotSeated);
    assert_eq!(club::rematch(&scene.table, EVA), Err(Refusal::NotSeated));
    assert_eq!(scene.act(rematch(BEA)).unwrap(), [Event::Rematched { table: TableId(8) }]);
    assert_eq!(scene.act(rematch(ANA)), Ok(vec![]), "Bea was first");
    assert_eq!(scene.table.rematch, Some(TableId(8)));
}
