//! Chat: who may write to whom.

use club::{Command, Context, Event, PersonId, Refusal, Room, TalkLimits, Time, decide, view};

use crate::scene::*;

const ROOMS: [Room; 3] = [Room::Players, Room::All, Room::Spectators];

/// Who of Ana, Bea, Eva and a visitor without identity can read the last message.
fn readers(scene: &Scene) -> [bool; 4] {
    [Some(ANA), Some(BEA), Some(EVA), None].map(|person| {
        let last = scene.table.chat.back().unwrap();
        let in_table = view::table(&scene.table, person, &named).chat.iter().any(|said| said.seq == last.seq);
        let event = scene.log.last().unwrap();
        let as_event = view::event(&scene.table, person, scene.table.seq, scene.now, event, &named);
        assert_eq!(in_table, as_event.is_some(), "the table and its events tell the same");
        in_table
    })
}

fn say(scene: &Scene, person: PersonId, room: Room) -> Result<[bool; 4], Refusal> {
    let mut scene = scene.clone();
    scene.say(person, room, "¡hola!").map(|_| readers(&scene))
}

#[test]
fn while_a_game_is_on_spectators_speak_among_themselves() {
    let scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let [players, all, spectators] = ROOMS.map(|room| say(&scene, EVA, room));
    assert_eq!(players, Err(Refusal::SpectatorSpeaks));
    assert_eq!(all, Err(Refusal::SpectatorSpeaks));
    assert_eq!(spectators, Ok([false, false, true, true]));
}

#[test]
fn players_speak_to_each_other_or_to_all() {
    let scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let [players, all, spectators] = ROOMS.map(|room| say(&scene, ANA, room));
    assert_eq!(players, Ok([true, true, false, false]));
    assert_eq!(all, Ok([true; 4]));
    assert_eq!(spectators, Err(Refusal::PlayerAmongSpectators));
}

#[test]
fn who_left_the_game_is_no_spectator_of_it() {
    let mut scene = Scene::of(casual(siesta(3)), &[ANA, BEA, CARO]);
    scene.act(Command::Resign(BEA)).unwrap();
    assert_eq!(say(&scene, EVA, Room::Spectators), Ok([false, false, true, true]));
    assert_eq!(say(&scene, BEA, Room::Spectators), Err(Refusal::PlayerAmongSpectators));
    assert_eq!(say(&scene, BEA, Room::Players), Ok([true, true, false, false]));
}

#[test]
fn before_and_after_a_game_everybody_may_speak_to_all() {
    let chairs = [club::Chair::Person(member(ANA)), club::Chair::Invited(BEA)];
    let before = Scene::create(casual(siesta(2)), &chairs, None).unwrap();
    let mut after = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    after.play_out();
    for (scene, bea_plays) in [(&before, false), (&after, true)] {
        assert_eq!(say(scene, EVA, Room::All), Ok([true; 4]));
        assert_eq!(say(scene, EVA, Room::Players), Err(Refusal::NotSeated));
        assert_eq!(say(scene, ANA, Room::Players), Ok([true, bea_plays, false, false]));
    }
}

#[test]
fn players_read_what_the_spectators_said_when_the_game_is_over() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.say(EVA, Room::Spectators, "Ana will win").unwrap();
    let reads = |scene: &Scene| !view::table(&scene.table, Some(ANA), &named).chat.is_empty();
    assert!(!reads(&scene));
    scene.play_out();
    assert!(reads(&scene));
}

#[test]
fn nobody_reads_whom_they_muted() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.act(Command::Mute { by: ANA, whom: BEA, muted: true }).unwrap();
    scene.act(Command::Mute { by: EVA, whom: BEA, muted: true }).unwrap();
    assert_eq!(say(&scene, BEA, Room::All), Ok([false, true, false, true]));
    assert_eq!(say(&scene, BEA, Room::Players), Ok([false, true, false, false]));
    assert_eq!(say(&scene, ANA, Room::All), Ok([true; 4]), "Bea still reads Ana");
    scene.act(Command::Mute { by: ANA, whom: BEA, muted: false }).unwrap();
    assert_eq!(say(&scene, BEA, Room::All), Ok([true, true, false, true]));
}

#[test]
fn only_who_mutes_knows_of_it() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let mute = Command::Mute { by: ANA, whom: BEA, muted: true };
    let events = scene.act(mute.clone()).unwrap();
    let sees =
        |person| view::event(&scene.table, person, scene.table.seq, scene.now, &events[0], &named).is_some();
    assert_eq!([Some(ANA), Some(BEA), Some(EVA), None].map(sees), [true, false, false, false]);
    assert_eq!(scene.act(mute), Ok(vec![]), "there is nothing new about it");
    assert_eq!(scene.refusal(Command::Mute { by: ANA, whom: ANA, muted: true }), Refusal::MutesSelf);
}

#[test]
fn a_message_has_a_length() {
    let scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let say = |text: &str| scene.clone().say(ANA, Room::All, text);
    let longest = "ñ".repeat(300);
    assert!(say(&longest).is_ok(), "characters count, not bytes");
    assert_eq!(
        say(&format!("  {longest} \n")),
        Ok(vec![Event::Said { person: ANA, room: Room::All, text: longest.clone() }])
    );
    for wrong in ["", " \n\t", "one\ntwo", "\u{1b}[2J", &"ñ".repeat(301)] {
        assert_eq!(say(wrong), Err(Refusal::Message), "{wrong:?}");
    }
}

#[test]
fn nobody_sends_more_than_five_messages_in_ten_seconds() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    for second in 0..5 {
        scene.say(ANA, if second == 0 { Room::Players } else { Room::All }, "¡hola!").unwrap();
        scene.wait(1);
    }
    assert_eq!(scene.say(ANA, Room::All, "¡hola!"), Err(Refusal::TooManyMessages { most: 5 }));
    assert!(scene.clone().say(BEA, Room::All, "¡hola!").is_ok(), "others may");
    scene.now = Time(scene.now.0 + 4_999);
    assert_eq!(scene.say(ANA, Room::All, "¡hola!"), Err(Refusal::TooManyMessages { most: 5 }));
    scene.now = Time(scene.now.0 + 1);
    assert!(scene.say(ANA, Room::All, "¡hola!").is_ok(), "ten seconds after the first");
    assert_eq!(scene.say(ANA, Room::All, "¡hola!"), Err(Refusal::TooManyMessages { most: 5 }));
}

#[test]
fn a_system_clock_that_is_turned_back_silences_nobody() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    for _ in 0..5 {
        scene.say(ANA, Room::All, "hm").unwrap();
    }
    assert_eq!(scene.say(ANA, Room::All, "hm"), Err(Refusal::TooManyMessages { most: 5 }));
    scene.now = Time(scene.now.0 - 600_000);
    scene.say(ANA, Room::All, "hm").unwrap();
}

#[test]
fn only_people_of_the_table_can_be_muted_and_not_too_many_of_them() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let mute = |by, whom| Command::Mute { by, whom, muted: true };
    assert_eq!(scene.refusal(mute(ANA, EVA)), Refusal::NotAtTable);
    scene.say(EVA, Room::Spectators, "¡hola!").unwrap();
    assert!(scene.act(mute(ANA, EVA)).is_ok(), "who has written can be muted");
    for stranger in (100..120).map(PersonId) {
        scene.say(stranger, Room::Spectators, "¡compra!").unwrap();
        let muted = scene.act(mute(ANA, stranger));
        assert_eq!(muted.is_ok(), stranger != PersonId(119), "the 21st of Ana");
    }
    assert_eq!(scene.refusal(mute(ANA, BEA)), Refusal::TooManyMuted { most: 20 });
    assert!(scene.act(mute(BEA, PersonId(119))).is_ok(), "others have mutes of their own");
    scene.act(Command::Mute { by: ANA, whom: EVA, muted: false }).unwrap();
    assert!(scene.act(mute(ANA, BEA)).is_ok());
}

#[test]
fn whoever_was_muted_by_an_earlier_version_without_being_there_can_be_unmuted() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.table.fold(scene.now, &Event::Muted { by: ANA, whom: EVA, muted: true }).unwrap();
    assert_eq!(scene.act(Command::Mute { by: ANA, whom: EVA, muted: true }), Ok(vec![]));
    scene.act(Command::Mute { by: ANA, whom: EVA, muted: false }).unwrap();
    assert_eq!(scene.refusal(Command::Mute { by: ANA, whom: EVA, muted: true }), Refusal::NotAtTable);
}

#[test]
fn spectators_push_nothing_out_that_the_players_said() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.say(ANA, Room::Players, "good luck").unwrap();
    scene.say(BEA, Room::All, "to all of you").unwrap();
    for number in 0..250 {
        scene.say(PersonId(100 + number), Room::Spectators, &format!("number {number}")).unwrap();
    }
    let count = |room| scene.table.chat.iter().filter(|said| said.room == room).count();
    assert_eq!(ROOMS.map(count), [1, 1, 100]);
    let chat = view::table(&scene.table, Some(ANA), &named).chat;
    assert_eq!(
        chat.iter().map(|said| said.text.as_str()).collect::<Vec<_>>(),
        ["good luck", "to all of you"]
    );
    let kept = scene.table.chat.iter().filter(|said| said.room == Room::Spectators);
    assert!(kept.map(|said| said.text.clone()).eq((150..250).map(|number| format!("number {number}"))));
}

#[test]
fn what_a_deleted_person_wrote_stays_without_its_author() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.say(ANA, Room::All, "good luck").unwrap();
    scene.say(BEA, Room::All, "thank you").unwrap();
    let deleted = |person| view::Named { deleted: person == ANA, ..named(person) };
    let seen = view::table(&scene.table, Some(BEA), &deleted);
    let authors: Vec<_> = seen.chat.iter().map(|said| said.person.as_ref().map(|person| person.id)).collect();
    assert_eq!(authors, [None, Some(BEA)]);
    assert_eq!(seen.chat[0].text, "good luck");
    for (event, author, shown) in
        [(scene.log.len() - 2, PersonId::NOBODY, None), (scene.log.len() - 1, BEA, Some(name(BEA)))]
    {
        let event = &scene.log[event];
        let seen = view::event(&scene.table, Some(BEA), scene.table.seq, scene.now, event, &deleted).unwrap();
        assert!(matches!(&*seen.event, Event::Said { person, .. } if *person == author), "{seen:?}");
        assert_eq!(seen.name, shown);
        let text = serde_json::to_string(&seen).unwrap();
        assert!(!text.contains(&ANA.to_string()), "{text}");
    }
}

#[test]
fn how_much_anybody_may_talk_and_mute_is_up_to_the_club() {
    let scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    let decide = |command: &Command, messages, muted| {
        let talk = TalkLimits { messages, muted };
        decide(&scene.table, command, Context { now: scene.now, seed: &scene.seed, talk })
    };
    let say = Command::Say { person: ANA, room: Room::All, text: "¡hola!".to_owned() };
    let mute = Command::Mute { by: ANA, whom: BEA, muted: true };
    assert_eq!(decide(&say, Some(0), None), Err(Refusal::TooManyMessages { most: 0 }));
    assert_eq!(decide(&mute, None, Some(0)), Err(Refusal::TooManyMuted { most: 0 }));
    assert!(decide(&say, None, Some(0)).is_ok());
    assert!(decide(&mute, Some(0), None).is_ok());
}
