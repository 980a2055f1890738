//! Whole games as text: every step, who took it, and what changed. `SOBREMESA_BLESS=1` writes the files
//! again.

use std::fmt::Write;
use std::path::PathBuf;

use game::record::Step;
use game::{Random, ToAct};
use no_siesta::{Phase, Position, Variant};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

fn file_name(variant: Variant) -> String {
    format!("{}-{}.txt", variant.mode(), variant.players())
}

/// The fields of a position with the seat before those of a farm.
fn fields(position: &Position) -> Vec<(String, String)> {
    let mut prefix = String::new();
    let mut fields = Vec::new();
    for part in position.to_string().split_whitespace() {
        let (key, value) = part.split_once('=').expect("a field");
        if key == "seat" {
            prefix = format!("{value}.");
        } else if key != "steps" {
            fields.push((format!("{prefix}{key}"), value.to_owned()));
        }
    }
    fields
}

/// What is different, in the order of the fields.
fn changes(before: &Position, after: &Position) -> Vec<String> {
    let (before, after) = (fields(before), fields(after));
    let value = |fields: &[(String, String)], key: &str| {
        fields.iter().find(|(k, _)| k == key).map_or("-".to_owned(), |(_, value)| value.clone())
    };
    let mut keys: Vec<&String> = after.iter().map(|(key, _)| key).collect();
    keys.extend(before.iter().map(|(key, _)| key).filter(|key| !after.iter().any(|(k, _)| k == *key)));
    keys.into_iter()
        .map(|key| (key, value(&before, key), value(&after, key)))
        .filter(|(_, old, new)| old != new)
        .map(|(key, old, new)| format!("{key} {old} -> {new}"))
        .collect()
}

fn tell(variant: Variant) -> String {
    let mut story = format!("A random game: {variant}.\n\n{}\n", Position::start(variant));
    let mut random = Random::new(2016);
    let mut scratch = Vec::new();
    let mut position = Position::start(variant);
    let mut number = 0;
    loop {
        let before = position;
        if before.phase() == Phase::Neutral || before.phase() == Phase::Roll(0) {
            writeln!(story, "\nRound {}, {} begins.", before.round(), before.start_player()).expect("text");
        }
        let Some(step) = position.play_random(&mut random, &mut scratch) else { break };
        number += 1;
        let (who, what) = match &step {
            Step::Action(seat, action) => (seat.to_string(), action.to_string()),
            Step::Chance(chance) => ("*".to_owned(), chance.to_string()),
        };
        let line = format!("{number:>4} {who} {what:<34} {}", changes(&before, &position).join("; "));
        writeln!(story, "{}", line.trim_end()).expect("text");
    }
    assert_eq!(position.to_act(), ToAct::Over);
    writeln!(story, "\nThe end.\n").expect("text");
    for seat in variant.players().seats() {
        let lines = position.score_sheet(seat).filter(|(_, points)| *points != 0);
        let lines: Vec<String> = lines.map(|(item, points)| format!("{item} {points}")).collect();
        let (points, rank) = (position.scores()[seat], position.ranks()[seat]);
        writeln!(story, "{seat}: {points} points, rank {rank}: {}", lines.join(", ")).expect("text");
    }
    if let Some(rank) = position.solo_rank() {
        writeln!(story, "That makes: {rank}.").expect("text");
    }
    story
}

#[test]
fn every_playthrough_comes_out_as_it_is_told() {
    for variant in Variant::all() {
        let (path, story) = (folder().join(file_name(variant)), tell(variant));
        if std::env::var_os("SOBREMESA_BLESS").is_some() {
            std::fs::write(&path, story).expect("the file can be written");
            continue;
        }
        let told = std::fs::read_to_string(&path).unwrap_or_default();
        let different = told.lines().zip(story.lines()).position(|(old, new)| old != new);
        let line = different.unwrap_or(told.lines().count().min(story.lines().count()));
        assert!(
            told == story,
            "{} differs in line {}:\n{:?}\n{:?}\nrun with SOBREMESA_BLESS=1 if it should",
            path.display(),
            line + 1,
            told.lines().nth(line),
            story.lines().nth(line),
        );
    }
}

#[test]
fn no_playthrough_is_missing_and_none_is_too_many() {
    let mut expected: Vec<String> = Variant::all().map(file_name).collect();
    expected.sort_unstable();
    let files = std::fs::read_dir(folder()).expect("the folder is there");
    let mut found: Vec<String> =
        files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}
