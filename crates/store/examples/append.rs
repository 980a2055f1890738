//! Measures how many appends per second the SQLite store makes durable, and what one costs.
//!
//! `cargo run --release -p store --example append [FOLDER] [KEYED]`: the folder decides which disk is
//! measured; with a second argument every append has an idempotency key.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use club::{PersonId, TableId, Time};
use store::{Append, Appended, Derived, IdempotencyKey, SqliteStore, Store};

const CALLERS: u64 = 200;
const APPENDS_PER_CALLER: u64 = 500;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let keyed = arguments.next().is_some();
    let file = folder.join(format!("append-{}.db", std::process::id()));
    let store = Arc::new(SqliteStore::open(&file).await?);
    let (begin, cpu) = (Instant::now(), processor_time()?);
    let callers: Vec<_> =
        (0..CALLERS).map(|caller| tokio::spawn(play(Arc::clone(&store), caller, keyed))).collect();
    for caller in callers {
        caller.await??;
    }
    let (took, cpu) = (begin.elapsed(), processor_time()?.saturating_sub(cpu));
    let number = (CALLERS * APPENDS_PER_CALLER) as f64;
    println!("{:.0} appends/s", number / took.as_secs_f64());
    println!("{:.1} µs of processor time each", cpu.as_secs_f64() * 1e6 / number);
    store.close().await;
    std::fs::remove_file(file)?;
    Ok(())
}

/// Appends to one table after the other. The identities of tables are spread over all numbers, as real ones are.
async fn play(store: Arc<SqliteStore>, caller: u64, keyed: bool) -> Result<(), store::StoreError> {
    for number in 0..APPENDS_PER_CALLER {
        let opened = number / 20 * CALLERS + caller + 1;
        let table = opened.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = IdempotencyKey { person: PersonId(caller), key: format!("key-{number}"), request: [7; 32] };
        let append = Append {
            table: TableId(table),
            after: number % 20 * 2,
            count: 2,
            at: Time(1_700_000_000_000 + number),
            events: r#"[{"played":{"seat":1,"turn":"F5 north, G5 shade"}},{"clock":{"left":171000}}]"#
                .to_owned(),
            seed: None,
            derived: Derived::default(),
            key: keyed.then_some(key),
        };
        let appended = store.append(append).await?;
        assert!(matches!(appended, Appended::Done(_)), "{appended:?}");
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
