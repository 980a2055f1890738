//! What one event may change, and what else chance could have done.

use super::*;

/// What one event may change in a game.
pub(super) fn check_step(old: &Game, new: &Game, event: &Event) {
    assert!(new.chances >= old.chances);
    assert_eq!(new.seed_hash, old.seed_hash);
    assert!(old.outcome.is_none() || new.outcome == old.outcome);
    for (before, after) in old.seats.iter().zip(&new.seats) {
        assert!(after.reserve <= before.reserve, "a reserve grows");
    }
    let kept = new.steps.len().min(old.steps.len());
    assert_eq!(old.steps[..kept], new.steps[..kept]);
    match event {
        Event::Happened { number, .. } => assert_eq!(*number, old.chances + 1),
        Event::TakenBack { seat, steps } => {
            assert_eq!(new.steps.len(), *steps);
            assert_eq!(old.steps[*steps].seat, Some(*seat), "somebody else's step goes first");
            assert!(old.steps[*steps..].iter().all(|step| step.seat.is_some()), "chance is taken back");
            let person = |seat: Seat| old.place(seat).person().is_some();
            if old.steps[*steps + 1..].iter().filter_map(|step| step.seat).any(person) {
                let agreed = &old.takeback.as_ref().unwrap().agreed;
                assert!(
                    old.people().all(|other| other == *seat || agreed.contains(&other)),
                    "without consent"
                );
            }
            assert_eq!(new.chances, old.chances);
        }
        _ => assert!(new.steps.len() >= old.steps.len()),
    }
}

/// Another outcome that chance could have had at this place.
pub(super) fn another_outcome(
    game: &Game,
    variant: Variant,
    place: usize,
    random: &mut Random,
) -> Option<String> {
    let mut state = State::start(variant);
    game.steps[..place].iter().for_each(|step| state.repeat(step).unwrap());
    let State::NoSiesta(position) = state else { panic!("chance in Siesta") };
    let mut outcomes = Vec::new();
    position.chances(&mut outcomes);
    let mut others: Vec<String> = outcomes.iter().map(|(outcome, _)| outcome.to_string()).collect();
    others.retain(|other| *other != game.steps[place].text);
    random.pick(&others).cloned()
}

/// What kind of event it is, and why it came about.
pub(super) fn kind(event: &Event) -> String {
    match event {
        Event::Replaced { why: Departure::Resigned, .. } => "replaced: resigned".to_owned(),
        Event::Replaced { why: Departure::OutOfTime, .. } => "replaced: out of time".to_owned(),
        Event::Finished { ended: Ending::Played, .. } => "finished: played".to_owned(),
        Event::Finished { ended: Ending::Resigned { .. }, .. } => "finished: resigned".to_owned(),
        other => serde_json::to_value(other).unwrap()["type"].as_str().unwrap().to_owned(),
    }
}

/// What a stored event becomes when it is read again.
pub(super) fn stored(event: &Event) -> Event {
    let text = serde_json::to_string(event).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(&read, event, "{text}");
    read
}
