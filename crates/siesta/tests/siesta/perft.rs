//! Perft tables: plain text files, counted by the naive implementation and checked against the engine.
//!
//! `SOBREMESA_BLESS=1 cargo test --release -p siesta perft` counts every table anew with the
//! naive implementation (some minutes); the positions and depths in the files stay.

use std::fmt::Write;
use std::path::PathBuf;

use siesta::Position;

use crate::naive;

/// The positions of a table, each with its lines of depth and count.
struct Table {
    path: PathBuf,
    comments: String,
    entries: Vec<(String, Vec<(u32, u64)>)>,
}

fn tables() -> Vec<Table> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/siesta/perft");
    let files = std::fs::read_dir(folder).expect("the folder of tables").map(|file| file.unwrap().path());
    files.map(read).collect()
}

fn read(path: PathBuf) -> Table {
    let mut table = Table { comments: String::new(), entries: Vec::new(), path };
    for line in std::fs::read_to_string(&table.path).expect("a table").lines() {
        if line.starts_with(';') {
            writeln!(table.comments, "{line}").unwrap();
        } else if let Some(counted) = line.strip_prefix("  ") {
            let (depth, count) = counted.split_once(' ').expect("depth and count");
            let (_, counts) = table.entries.last_mut().expect("a position first");
            counts.push((depth.parse().unwrap(), count.parse().unwrap()));
        } else if !line.is_empty() {
            table.entries.push((line.to_owned(), Vec::new()));
        }
    }
    table
}

fn bless(table: &Table) {
    let mut text = table.comments.clone();
    for (position, counts) in &table.entries {
        write!(text, "\n{position}\n").unwrap();
        let game = naive::Game::from_text(position);
        for (depth, _) in counts {
            writeln!(text, "  {depth} {}", game.perft(*depth)).unwrap();
        }
    }
    std::fs::write(&table.path, text).unwrap();
}

#[test]
fn the_engine_counts_what_the_tables_say() {
    if std::env::var_os("SOBREMESA_BLESS").is_some() {
        tables().iter().for_each(bless);
    }
    let mut players_seen = [false; 5];
    for table in tables() {
        for (text, counts) in table.entries {
            let position: Position = text.parse().expect(&text);
            players_seen[position.players().count()] |= counts.len() >= 3;
            for (depth, count) in counts {
                assert_eq!(game::perft(&position.lay(), depth), count, "{text} at depth {depth}");
            }
        }
    }
    assert_eq!(players_seen, [false, false, true, true, true], "a table for every player count");
}

#[test]
fn the_naive_implementation_still_counts_what_the_tables_say() {
    for table in tables() {
        for (text, counts) in table.entries {
            for (depth, count) in counts.into_iter().filter(|(depth, _)| *depth <= 2) {
                assert_eq!(naive::Game::from_text(&text).perft(depth), count, "{text} at depth {depth}");
            }
        }
    }
}
