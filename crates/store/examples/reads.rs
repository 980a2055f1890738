//! Measures how many reads per second the SQLite store answers, and what one costs.
//!
//! `cargo run --release -p store --example reads [FOLDER]`: the folder decides which disk is measured. One
//! caller shows the latency of a read, many callers show the throughput.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use club::{PersonId, Stage, TableId, Time};
use store::{Append, Appended, Derived, SqliteStore, Store, StoreError, Summary, TableFilter};

const TABLES: u64 = 2_000;
const BATCHES_PER_TABLE: u64 = 20;
const READS: u64 = 40_000;

#[derive(Clone, Copy, Debug)]
enum Read {
    /// All batches of one table.
    Batches,
    /// A person who does not exist: the cheapest query, so mostly the hand-over.
    Person,
    /// A page of the lobby.
    Tables,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let file = folder.join(format!("reads-{}.db", std::process::id()));
    let store = Arc::new(SqliteStore::open(&file).await?);
    let writers: Vec<_> = (0..TABLES).map(|table| tokio::spawn(fill(Arc::clone(&store), table))).collect();
    for writer in writers {
        writer.await??;
    }
    for read in [Read::Person, Read::Batches, Read::Tables] {
        for callers in [1, 4, 64] {
            measure(&store, read, callers).await?;
        }
    }
    store.close().await;
    std::fs::remove_file(file)?;
    Ok(())
}

/// Spreads the identities over all numbers, as real ones are.
fn identity(number: u64) -> u64 {
    (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

async fn fill(store: Arc<SqliteStore>, table: u64) -> Result<(), StoreError> {
    for number in 0..BATCHES_PER_TABLE {
        let summary = Summary {
            stage: Stage::Playing,
            game: "siesta".to_owned(),
            terms: "siesta, printed, two players".to_owned(),
            public: true,
            open: 0,
            work: true,
            changed: Time(1_700_000_000_000 + number),
            people: vec![PersonId(table), PersonId(table + 1)],
            host: Some(PersonId(table)),
        };
        let append = Append {
            table: TableId(identity(table)),
            after: number * 2,
            count: 2,
            at: Time(1_700_000_000_000 + number),
            events: r#"[{"played":{"seat":1,"turn":"F5 north, G5 shade"}},{"clock":{"left":171000}}]"#
                .to_owned(),
            seed: None,
            derived: Derived { summary: (number == 0).then_some(summary), ..Derived::default() },
            key: None,
        };
        let appended = store.append(append).await?;
        assert!(matches!(appended, Appended::Done(_)), "{appended:?}");
    }
    Ok(())
}

async fn measure(store: &Arc<SqliteStore>, read: Read, callers: u64) -> Result<(), Box<dyn Error>> {
    let (begin, cpu) = (Instant::now(), processor_time()?);
    let each = READS / callers;
    let tasks: Vec<_> = (0..callers)
        .map(|caller| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                for number in 0..each {
                    read_once(&store, read, caller * each + number).await?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    let (took, cpu) = (begin.elapsed(), processor_time()?.saturating_sub(cpu));
    let number = (callers * each) as f64;
    println!(
        "{read:?}, {callers} callers: {:.0} reads/s, {:.1} µs of processor time each",
        number / took.as_secs_f64(),
        cpu.as_secs_f64() * 1e6 / number
    );
    Ok(())
}

async fn read_once(store: &SqliteStore, read: Read, number: u64) -> Result<(), StoreError> {
    match read {
        Read::Batches => {
            let batches = store.read_batches(TableId(identity(number * 7 % TABLES)), 0).await?;
            assert_eq!(batches.len() as u64, BATCHES_PER_TABLE);
        }
        Read::Person => assert!(store.find_person(PersonId(number)).await?.is_none()),
        Read::Tables => {
            let filter = TableFilter {
                stage: Some(Stage::Playing),
                public: true,
                limit: 30,
                ..TableFilter::default()
            };
            assert_eq!(store.list_tables(&filter).await?.len(), 30);
        }
    }
    Ok(())
}

/// User and system time of this process.
fn processor_time() -> Result<Duration, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(')').ok_or("no fields")?;
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).map(|field| field.parse().unwrap_or(0)).sum();
    Ok(Duration::from_millis(ticks * 10))
}
