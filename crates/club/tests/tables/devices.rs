//! Bots whose actions the device of the one person at the table chooses.

use bots::Level;
use club::{Chair, Command, Event, Mover, PersonId, Refusal, StepError, Table};
use game::Seat;

use crate::scene::*;

/// The person's device chooses a legal action for the bot of the seat.
fn by_device(scene: &mut Scene, seat: Seat, person: PersonId) -> Command {
    let text = scene.legal(seat);
    Command::Play { by: Mover::Device { seat, person }, expected: scene.table.seq, text }
}

#[test]
fn the_device_of_the_one_person_plays_the_bots_and_the_events_say_so() {
    for variant in [siesta(2), siesta(3), teams(), no_siesta(2), no_siesta(3)] {
        let mut scene = Scene::of(casual(variant), &[ANA]);
        let mut on_device = 0;
        while scene.table.live().is_some() {
            let seat = scene.to_act()[0];
            let bot = scene.game().place(seat).person().is_none();
            let command = if bot { by_device(&mut scene, seat, ANA) } else { scene.command(seat) };
            let events = scene.act(command).unwrap();
            let marked = matches!(events[0], Event::Played { on_device: true, .. });
            assert_eq!(marked, bot);
            on_device += usize::from(bot);
        }
        assert!(on_device > 0);
        let turns = scene.game().outcome.clone().unwrap().turns.unwrap();
        assert!(turns[0] > 0 && turns[1..].iter().all(|turns| *turns == 0), "only a person's turns count");
    }
}

#[test]
fn the_mark_is_left_out_where_the_house_played_and_old_events_have_none() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA]);
    scene.play(A);
    let by_house = serde_json::to_string(&scene.clone().play(B)[0]).unwrap();
    assert!(!by_house.contains("on_device"), "{by_house}");
    assert!(matches!(serde_json::from_str(&by_house).unwrap(), Event::Played { on_device: false, .. }));
    let command = by_device(&mut scene, B, ANA);
    let by_device = serde_json::to_string(&scene.act(command).unwrap()[0]).unwrap();
    assert!(by_device.ends_with(r#","on_device":true}"#), "{by_device}");
    assert!(matches!(serde_json::from_str(&by_device).unwrap(), Event::Played { on_device: true, .. }));
}

#[test]
fn a_device_acts_as_a_bot_only_when_that_bot_is_to_act_and_the_rules_allow_it() {
    let mut scene = Scene::of(casual(siesta(3)), &[ANA]);
    let early = by_device(&mut scene, B, ANA);
    assert_eq!(scene.refusal(early), Refusal::NotYourTurn);
    scene.play(A);
    let command = by_device(&mut scene, B, ANA);
    for (seat, refusal) in [(A, Refusal::NotABot), (C, Refusal::NotYourTurn), (D, Refusal::NotABot)] {
        let other = by_device(&mut scene, seat, ANA);
        assert_eq!(scene.refusal(other), refusal, "{seat}");
    }
    let play = |by, expected, text: &str| Command::Play { by, expected, text: text.to_owned() };
    let (device, seq) = (Mover::Device { seat: B, person: ANA }, scene.table.seq);
    assert!(matches!(scene.refusal(play(device, seq - 1, "")), Refusal::Stale { .. }));
    assert!(matches!(
        scene.refusal(play(device, seq, "garbage")),
        Refusal::Rules(StepError::Notation { .. })
    ));
    assert!(matches!(scene.refusal(play(device, seq, "*A1 ^A1 #A1")), Refusal::Rules(_)));
    let stranger = by_device(&mut scene, B, EVA);
    assert_eq!(scene.refusal(stranger), Refusal::NotSeated);
    scene.act(command).unwrap();
}

#[test]
fn whoever_comes_second_is_refused_as_stale_and_nothing_is_doubled() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA]);
    scene.play(A);
    let (device, house) = (by_device(&mut scene, B, ANA), scene.command(B));
    for (first, second) in [(&device, &house), (&house, &device)] {
        let mut scene = scene.clone();
        scene.act(first.clone()).unwrap();
        assert!(matches!(scene.refusal(second.clone()), Refusal::Stale { .. }));
        assert_eq!(scene.game().steps.len(), 2);
    }
}

#[test]
fn the_house_plays_the_bots_of_rated_tables_and_of_those_where_several_people_sat() {
    let mut several = Scene::of(casual(siesta(3)), &[ANA, BEA]);
    several.play(A);
    several.play(B);
    let mut left_alone = several.clone();
    left_alone.act(Command::Resign(BEA)).unwrap();
    let mut rated = Scene::of(rated(siesta(3)), &[ANA, BEA]);
    rated.play(A);
    rated.play(B);
    for mut scene in [several, left_alone, rated] {
        assert_eq!(scene.table.device_of_bots(), None);
        let command = by_device(&mut scene, C, ANA);
        assert_eq!(scene.refusal(command), Refusal::HousePlaysBots);
    }
}

#[test]
fn somebody_who_joined_and_left_before_the_game_leaves_the_bots_to_the_house() {
    let chairs = [Chair::Person(member(ANA)), Chair::Open, Chair::Invited(CARO)];
    let waiting = Scene::create(casual(siesta(3)), &chairs, Some(vec![0, 1, 2])).unwrap();
    let start = |mut scene: Scene, host| -> Table {
        scene.act(Command::Start { person: host, bots: Some(Level::WEAKEST) }).unwrap();
        scene.table
    };
    let mut declined = waiting.clone();
    declined.act(Command::Leave(CARO)).unwrap();
    assert_eq!(start(declined, ANA).device_of_bots(), Some(ANA), "whoever was only invited never sat there");
    let mut joined = waiting;
    joined.act(Command::Join(member(BEA))).unwrap();
    let mut host_left = joined.clone();
    host_left.act(Command::Leave(ANA)).unwrap();
    assert_eq!(start(host_left, BEA).device_of_bots(), None);
    joined.act(Command::Leave(BEA)).unwrap();
    assert_eq!(start(joined, ANA).device_of_bots(), None);
}
