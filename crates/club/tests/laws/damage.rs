//! Logs that were damaged in the store.

use super::*;

/// Changes one number or letter somewhere in a stored event.
fn damage(value: &mut serde_json::Value, random: &mut Random) {
    match value {
        serde_json::Value::Number(_) => *value = [0, 1, 3, 99][random.below(4) as usize].into(),
        serde_json::Value::String(text) if text.len() == 1 => {
            *text = ["a", "b", "c", "d"][random.below(4) as usize].to_owned();
        }
        serde_json::Value::Array(items) if !items.is_empty() => {
            let place = random.below(items.len() as u32) as usize;
            match random.below(3) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                _ => damage(&mut items[place], random),
            }
        }
        serde_json::Value::Object(fields) if !fields.is_empty() => {
            let place = random.below(fields.len() as u32) as usize;
            if let Some(field) = fields.values_mut().nth(place) {
                damage(field, random);
            }
        }
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::String(_)
        | serde_json::Value::Array(_)
        | serde_json::Value::Object(_) => {}
    }
}

/// The table of a damaged log as far as it can be read.
fn salvaged(log: &[(Time, Event)], random: &mut Random) -> Option<Table> {
    let mut log = log.to_vec();
    for _ in 0..3 {
        // The start and the end of a log hold the events of each kind that is there once.
        let place = match random.below(3) {
            0 => random.below(log.len().min(8) as u32) as usize,
            1 => log.len() - 1 - random.below(log.len().min(8) as u32) as usize,
            _ => random.below(log.len() as u32) as usize,
        };
        let other = random.below(log.len() as u32) as usize;
        match random.below(8) {
            0 => drop(log.remove(place)),
            1 => log.insert(other, log[place].clone()),
            2 => log.swap(place, other),
            _ => {
                let mut value = serde_json::to_value(&log[place].1).unwrap();
                damage(&mut value, random);
                log[place].1 = serde_json::from_value(value).ok()?;
            }
        }
    }
    let (at, created) = log.first()?;
    let mut table = Table::new(TableId(1), *at, created).ok()?;
    log[1..].iter().try_for_each(|(at, event)| table.fold(*at, event)).ok()?;
    Some(table)
}

#[test]
fn a_damaged_log_is_refused_or_makes_a_table_that_nothing_panics_at() {
    let mut made = 0;
    for (number, variant) in Variant::all().enumerate() {
        let mut club = Club::new(variant, 50_000 + number as u64);
        club.run();
        for _ in 0..100 {
            let Some(table) = salvaged(&club.log, &mut club.random) else { continue };
            made += 1;
            club.table = table;
            for person in (0..u64::from(PEOPLE)).map(PersonId) {
                let _ = view::table(&club.table, Some(person), &named);
                let _ = view::actions(&club.table, person);
                let _ = rematch(&club.table, person);
            }
            let _ = (result(&club.table), record::record(&club.table, &name));
            for _ in 0..20 {
                club.wait();
                let command = club.some_command();
                let _ = decide(
                    &club.table,
                    &command,
                    Context { now: club.now, seed: &club.seed, talk: TalkLimits::default() },
                );
            }
        }
    }
    assert!(made > 100, "{made} tables");
}
