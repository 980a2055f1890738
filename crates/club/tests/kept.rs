//! Tables that a device kept: what it decided is decided the same again, and whatever was changed is found.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use bots::Level;
use club::{
    Chair, Clock, Command, Ending, Event, Kept, KeptEvent, KeptProblem, Kind, Mover, Options, PersonId,
    Player, Seed, Sitter, Stage, TableId, Time, Variant,
};
use game::{Random, Seat};

const NOW: Time = Time(1_800_000_000_000);

fn guest(number: u64) -> Sitter {
    Sitter { id: PersonId(number), kind: Kind::Human, member: false }
}

fn casual(variant: Variant) -> Options {
    Options { variant, clock: Clock::None, rated: false, public: false }
}

fn drawn_seed(random: &mut Random) -> Seed {
    Seed(std::array::from_fn(|_| random.next() as u8))
}

/// A new table of this variant with people and bots on its chairs.
fn new_table(variant: Variant, random: &mut Random) -> Kept {
    let seats = variant.players().count();
    let mut chairs: Vec<Chair> = (0..seats as u64)
        .map(|number| match random.below(2) {
            0 => Chair::Bot { level: Level::WEAKEST },
            _ => Chair::Person(guest(number)),
        })
        .collect();
    chairs[random.below(seats as u32) as usize] = Chair::Person(guest(9));
    Kept::create(TableId(7), casual(variant), &chairs, drawn_seed(random), NOW).unwrap()
}

/// Plays random actions, some of them taken back, for so many steps or to the end.
fn play(kept: &mut Kept, random: &mut Random, most: u32) {
    for number in 0..most {
        let table = kept.table().unwrap();
        let Some(game) = table.live() else { return };
        let seats: Vec<Seat> = game.to_act().collect();
        let seat = *random.pick(&seats).unwrap();
        let actions = game.state.actions(seat);
        let text = random.pick(&actions).unwrap().clone();
        let by = match game.place(seat).player() {
            Player::Person(sitter) => Mover::Person(sitter.id),
            Player::Bot(_) => Mover::Bot(seat),
        };
        let now = Time(NOW.0 + u64::from(number));
        kept.act(&Command::Play { by, expected: table.seq, text }, now).unwrap();
        if let (Mover::Person(person), 0) = (by, random.below(6)) {
            // May be refused, as behind dice.
            let _ = kept.act(&Command::TakeBack(person), now);
        }
    }
}

fn some_variants() -> impl Iterator<Item = (u64, Variant)> {
    Variant::all().enumerate().map(|(number, variant)| (number as u64, variant))
}

#[test]
fn what_a_device_decided_is_decided_the_same_again() {
    for (number, variant) in some_variants() {
        let mut random = Random::new(number);
        let mut kept = new_table(variant, &mut random);
        let steps = 20 + random.below(60);
        play(&mut kept, &mut random, steps);
        let text = serde_json::to_string(&kept).unwrap();
        let read: Kept = serde_json::from_str(&text).unwrap();
        assert_eq!(read, kept);
        assert_eq!(read.check(), Ok(kept.table().unwrap()), "{variant:?}");
    }
}

#[test]
fn a_whole_game_and_a_resignation_follow_too() {
    for variant in [Variant::all().next().unwrap(), Variant::all().last().unwrap()] {
        let mut random = Random::new(3);
        let mut kept = new_table(variant, &mut random);
        play(&mut kept, &mut random, 5000);
        assert_eq!(kept.check().unwrap().stage(), Stage::Finished, "{variant:?}");
        let mut kept = new_table(variant, &mut random);
        play(&mut kept, &mut random, 5);
        let people: Vec<PersonId> = kept.table().unwrap().people().collect();
        for person in people {
            kept.act(&Command::Resign(person), NOW).unwrap();
        }
        let table = kept.check().unwrap();
        assert_eq!(table.stage(), Stage::Finished);
        assert!(matches!(table.game().unwrap().outcome.as_ref().unwrap().ended, Ending::Resigned { .. }));
    }
}

/// Other events in place of this one.
fn tampered(event: &Event) -> Vec<Event> {
    match event.clone() {
        Event::Played { .. } => {
            let with = |text: &str| {
                let mut changed = event.clone();
                if let Event::Played { text: what, .. } = &mut changed {
                    text.clone_into(what);
                }
                changed
            };
            vec![with("*A1 ^A1 #A1"), with("nonsense"), with("")]
        }
        Event::Happened { number, text } => {
            let mut turned: Vec<char> = text.chars().collect();
            turned.reverse();
            let turned: String = turned.into_iter().collect();
            let texts = [turned, String::new(), format!("{text}1")];
            let mut changed: Vec<Event> =
                texts.into_iter().map(|text| Event::Happened { number, text }).collect();
            changed.push(Event::Happened { number: number + 1, text });
            changed.retain(|changed| changed != event);
            changed
        }
        Event::Finished { ended, ranks, scores, seed, turns } => {
            let mut higher = scores.clone();
            higher[0] += 1;
            let mut other_ranks = ranks.clone();
            other_ranks[0] = 3 - other_ranks[0].min(2);
            let none = Seed([0; 32]);
            vec![
                Event::Finished { ended, ranks: ranks.clone(), scores: higher, seed, turns: turns.clone() },
                Event::Finished {
                    ended,
                    ranks: other_ranks,
                    scores: scores.clone(),
                    seed,
                    turns: turns.clone(),
                },
                Event::Finished { ended, ranks, scores, seed: none, turns },
            ]
        }
        Event::Started { mut seating, seed_hash } => {
            seating.reverse();
            let turned = Event::Started { seating, seed_hash };
            if turned == *event { Vec::new() } else { vec![turned] }
        }
        _ => Vec::new(),
    }
}

#[test]
fn a_changed_event_is_refused_by_its_number() {
    let mut refused = 0;
    for (number, variant) in some_variants() {
        let mut random = Random::new(100 + number);
        let mut kept = new_table(variant, &mut random);
        play(&mut kept, &mut random, 25);
        for place in 0..kept.events.len() {
            for event in tampered(&kept.events[place].event) {
                let mut changed = kept.clone();
                changed.events[place].event = event.clone();
                let error = changed.check().expect_err(&format!("{event:?} at {place}"));
                assert_eq!(error.number, place + 1, "{error}");
                let is_step = matches!(event, Event::Played { .. } | Event::Happened { .. });
                assert_eq!(error.step.is_some(), is_step, "{error}");
                assert!(!error.to_string().contains(&kept.seed.to_string()));
                refused += 1;
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn a_false_end_is_refused() {
    for variant in [Variant::all().next().unwrap(), Variant::all().last().unwrap()] {
        let mut random = Random::new(5);
        let mut kept = new_table(variant, &mut random);
        play(&mut kept, &mut random, 5000);
        let last = kept.events.len() - 1;
        for event in tampered(&kept.events[last].event) {
            let mut changed = kept.clone();
            changed.events[last].event = event;
            assert_eq!(changed.check().unwrap_err().number, last + 1);
        }
        // An end before its time.
        let end = kept.events.pop().unwrap();
        kept.events.truncate(10);
        kept.events.push(end);
        assert_eq!(kept.check().unwrap_err().why, KeptProblem::Unexpected);
    }
}

#[test]
fn events_that_are_missing_doubled_or_exchanged_are_refused() {
    let mut random = Random::new(11);
    for (_, variant) in some_variants().take(6) {
        let mut kept = new_table(variant, &mut random);
        play(&mut kept, &mut random, 30);
        // The last command may be missing with all that follows from it: the game is just not as far.
        let last_command = kept.events.iter().rposition(|kept| matches!(kept.event, Event::Played { .. }));
        for place in 0..last_command.unwrap_or(0) {
            let mut missing = kept.clone();
            missing.events.remove(place);
            let mut doubled = kept.clone();
            doubled.events.insert(place, kept.events[place].clone());
            // Two steps may happen to be possible in either order, or twice: then the game is another one that is
            // possible too. What is never possible is to end up with the same steps.
            for changed in [missing, doubled] {
                if let Ok(table) = changed.check() {
                    assert_ne!(table.game().unwrap().steps, kept.table().unwrap().game().unwrap().steps);
                }
            }
        }
        kept.events.remove(0);
        assert_eq!(kept.check().unwrap_err().why, KeptProblem::NotCreated);
        kept.events.clear();
        assert_eq!(kept.check().unwrap_err().why, KeptProblem::Empty);
    }
}

#[test]
fn what_needs_a_server_is_refused() {
    let variant = Variant::all().next().unwrap();
    let mut random = Random::new(13);
    let kept = new_table(variant, &mut random);
    let with = |event| {
        let mut changed = kept.clone();
        changed.events.push(KeptEvent { at: NOW, event });
        changed.check().unwrap_err().why
    };
    let said = Event::Said { person: PersonId(9), room: club::Room::All, text: "hello".to_owned() };
    assert_eq!(with(said), KeptProblem::Unexpected);
    assert_eq!(with(Event::Rematched { table: TableId(8) }), KeptProblem::Unexpected);
    let changed = |change: &dyn Fn(&mut Options, &mut Vec<Chair>)| {
        let mut changed = kept.clone();
        if let Event::Created { options, chairs, .. } = &mut changed.events[0].event {
            change(options, chairs);
        }
        changed.check().unwrap_err().why
    };
    assert_eq!(changed(&|options, _| options.rated = true), KeptProblem::Options);
    assert_eq!(changed(&|options, _| options.public = true), KeptProblem::Options);
    assert_eq!(changed(&|options, _| options.clock = Clock::USUAL), KeptProblem::Options);
    let member = Sitter { member: true, ..guest(9) };
    let as_member = |_: &mut Options, chairs: &mut Vec<Chair>| {
        chairs.iter_mut().filter(|chair| matches!(chair, Chair::Person(_))).for_each(|chair| {
            *chair = Chair::Person(member);
        });
    };
    assert_eq!(changed(&as_member), KeptProblem::People);
}

#[test]
fn people_can_be_exchanged_for_others() {
    let mut random = Random::new(17);
    for (_, variant) in some_variants() {
        let mut kept = new_table(variant, &mut random);
        play(&mut kept, &mut random, 10);
        let before = kept.table().unwrap();
        let others = kept.with_people(|person| guest(person.0 + 1000));
        let after = others.check().unwrap();
        assert!(after.people().all(|person| person.0 >= 1000));
        assert_eq!(after.people().count(), before.people().count());
        assert_eq!(after.game().unwrap().steps, before.game().unwrap().steps);
    }
}

#[test]
fn a_table_that_was_taken_along_goes_on_where_it_was() {
    for (number, variant) in some_variants() {
        let mut random = Random::new(200 + number);
        let mut kept = new_table(variant, &mut random);
        play(&mut kept, &mut random, 10);
        let (before, mut log) = (kept.table().unwrap(), kept.events.clone());
        let place = log.len();
        play(&mut kept, &mut random, 10);
        // Somebody looked on and said something meanwhile.
        let said = Event::Said { person: PersonId(77), room: club::Room::All, text: "hello".to_owned() };
        log.insert(place / 2, KeptEvent { at: NOW, event: said });
        let place_after =
            |kept: &Kept, log: &[KeptEvent]| kept.place_after(log.iter().map(|kept| &kept.event));
        assert_eq!(place_after(&kept, &log), Some(place));
        assert_eq!(kept.check_after(before.clone(), place), Ok(kept.table().unwrap()));
        for event in kept.events.get(place).into_iter().flat_map(|kept| tampered(&kept.event)) {
            let mut changed = kept.clone();
            changed.events[place].event = event;
            assert_eq!(changed.check_after(before.clone(), place).unwrap_err().number, place + 1);
            // The same change on the other side: the two went on in different ways.
            log.truncate(place + 1);
            log.push(changed.events[place].clone());
            assert_eq!(place_after(&kept, &log), None);
        }
        // The log has everything already.
        assert_eq!(place_after(&kept, &kept.events), Some(kept.events.len()));
    }
}
