//! Tables before the start.

use std::collections::BTreeSet;

use bots::Level;
use club::{Chair, Clock, ClockError, Command, Event, Kind, Refusal, Seed, Sitter, Stage};
use game::Players;

use crate::scene::*;

const ME: Chair = Chair::Person(Sitter { id: ANA, kind: Kind::Human, member: true });

#[test]
fn a_table_waits_for_its_people_and_starts_when_the_last_one_comes() {
    let chairs = [ME, Chair::Open, Chair::Invited(BEA)];
    let mut scene = Scene::create(casual(siesta(3)), &chairs, None).unwrap();
    assert_eq!(scene.table.stage(), Stage::Waiting);
    assert_eq!(scene.refusal(Command::Join(member(ANA))), Refusal::Seated);
    assert_eq!(
        scene.act(Command::Join(guest(CARO))).unwrap(),
        [Event::Joined { chair: 1, sitter: guest(CARO) }]
    );
    assert_eq!(scene.refusal(Command::Join(member(DORA))), Refusal::Full, "the last chair is Bea's");
    let events = scene.act(Command::Join(member(BEA))).unwrap();
    assert_eq!(events[0], Event::Joined { chair: 2, sitter: member(BEA) });
    assert_eq!(events[1], Event::Started { seating: SEED.seating(3), seed_hash: SEED.hash() });
    assert!(scene.table.live().is_some());
    assert_eq!(scene.refusal(Command::Join(member(DORA))), Refusal::Full);
    assert_eq!(scene.refusal(Command::Join(member(BEA))), Refusal::Seated);
}

#[test]
fn a_table_of_one_person_and_bots_starts_at_once() {
    let scene = Scene::create(casual(siesta(2)), &[ME, BOT], None).unwrap();
    assert!(scene.table.live().is_some());
    let solo = Scene::create(casual(no_siesta(1)), &[ME], None).unwrap();
    assert!(matches!(
        solo.log[..],
        [Event::Created { .. }, Event::Started { .. }, Event::Happened { number: 1, .. }, ..]
    ));
}

#[test]
fn a_table_must_fit_its_game() {
    let refused = |options, chairs: &[Chair], seating| Scene::create(options, chairs, seating).err().unwrap();
    let two = || casual(siesta(2));
    assert_eq!(refused(two(), &[ME], None), Refusal::SeatCount { players: Players::TWO, seats: 1 });
    assert_eq!(
        refused(two(), &[ME, BOT, Chair::Open], None),
        Refusal::SeatCount { players: Players::TWO, seats: 3 }
    );
    assert_eq!(refused(two(), &[Chair::Open, Chair::Open], None), Refusal::HostSeat);
    assert_eq!(
        refused(two(), &[ME, Chair::Person(member(BEA))], None),
        Refusal::HostSeat,
        "Bea was not asked"
    );
    assert_eq!(
        refused(two(), &[Chair::Invited(ANA), Chair::Person(member(BEA))], None),
        Refusal::HostSeat,
        "the host is only invited"
    );
    assert_eq!(refused(two(), &[ME, Chair::Invited(ANA)], None), Refusal::Twice);
    for order in [vec![0], vec![0, 0], vec![0, 2], vec![0, 1, 2]] {
        assert_eq!(refused(two(), &[ME, BOT], Some(order)), Refusal::SeatOrder);
    }
    let hasty = with_clock(siesta(2), Clock::Live { turn_seconds: 1, reserve_seconds: 0 });
    assert_eq!(refused(hasty, &[ME, BOT], None), Refusal::Clock(ClockError::Turn));
}

#[test]
fn rated_tables_refuse_guests() {
    let open = Scene::create(rated(siesta(2)), &[ME, Chair::Open], None).unwrap();
    assert_eq!(open.refusal(Command::Join(guest(BEA))), Refusal::RatedGuest);
    assert!(open.clone().act(Command::Join(member(BEA))).is_ok());
    let invited = Scene::create(rated(siesta(2)), &[ME, Chair::Invited(BEA)], None).unwrap();
    assert_eq!(invited.refusal(Command::Join(guest(BEA))), Refusal::RatedGuest);
    let chairs = [Chair::Person(guest(ANA)), Chair::Open];
    assert_eq!(Scene::create(rated(siesta(2)), &chairs, None).err(), Some(Refusal::RatedGuest));
}

#[test]
fn rated_tables_need_two_people() {
    assert_eq!(Scene::create(rated(siesta(2)), &[ME, BOT], None).err(), Some(Refusal::RatedAlone));
    assert_eq!(Scene::create(rated(no_siesta(1)), &[ME], None).err(), Some(Refusal::RatedAlone));
    let chairs = [ME, Chair::Open, Chair::Open];
    let mut scene = Scene::create(rated(siesta(3)), &chairs, None).unwrap();
    let start = Command::Start { person: ANA, bots: Some(Level::WEAKEST) };
    assert_eq!(scene.refusal(start.clone()), Refusal::RatedAlone);
    scene.act(Command::Join(member(BEA))).unwrap();
    assert!(scene.act(start).is_ok());
}

#[test]
fn the_host_and_nobody_else_fills_the_free_chairs_with_bots() {
    let chairs = [ME, Chair::Open, Chair::Invited(CARO), Chair::Open];
    let mut scene = Scene::create(casual(siesta(4)), &chairs, None).unwrap();
    scene.act(Command::Join(member(BEA))).unwrap();
    let start = |person, bots| Command::Start { person, bots };
    assert_eq!(scene.refusal(start(BEA, Some(Level::WEAKEST))), Refusal::NotHost);
    assert_eq!(scene.refusal(start(ANA, None)), Refusal::NotFull);
    let events = scene.act(start(ANA, Some(Level::STRONGEST))).unwrap();
    let level = Level::STRONGEST;
    assert_eq!(events[..2], [Event::Filled { chair: 2, level }, Event::Filled { chair: 3, level }]);
    assert!(matches!(events[2..], [Event::Started { .. }]));
    assert_eq!(scene.refusal(start(ANA, Some(level))), Refusal::Started);
}

#[test]
fn whoever_leaves_before_the_start_frees_the_chair() {
    let chairs = [ME, Chair::Invited(BEA), Chair::Open];
    let mut scene = Scene::create(casual(siesta(3)), &chairs, None).unwrap();
    assert_eq!(scene.refusal(Command::Leave(EVA)), Refusal::NotSeated);
    scene.act(Command::Leave(BEA)).unwrap();
    assert_eq!(scene.table.chairs, [ME, Chair::Open, Chair::Open], "Bea does not want to come");
    scene.act(Command::Join(member(CARO))).unwrap();
    assert_eq!(scene.act(Command::Leave(ANA)).unwrap(), [Event::Left { chair: 0, person: ANA }]);
    assert_eq!(scene.table.host, CARO, "the table goes over to who still sits there");
    let events = scene.act(Command::Leave(CARO)).unwrap();
    assert_eq!(events, [Event::Left { chair: 1, person: CARO }, Event::Closed]);
    assert_eq!(scene.refusal(Command::Join(member(BEA))), Refusal::Over);
}

#[test]
fn seats_and_teams_are_drawn() {
    let chairs = [ME, BOT, BOT, BOT];
    let (mut orders, mut partners) = (BTreeSet::new(), BTreeSet::new());
    for byte in 0..=255 {
        let scene = Scene::create_with(Seed([byte; 32]), ANA, casual(teams()), &chairs, None).unwrap();
        let seating = scene.game().seating.clone();
        let ana = seating.iter().position(|chair| *chair == 0).unwrap();
        partners.insert(seating[(ana + 2) % 4]);
        orders.insert(seating);
    }
    assert_eq!(orders.len(), 24, "every order comes");
    assert_eq!(partners, BTreeSet::from([1, 2, 3]), "everybody comes to be a partner");
}
