//! Where a club is stored: the contract of a [`Store`], and its implementations in SQLite and PostgreSQL.
//!
//! There are three kinds of data: the **events** of tables, which are only ever appended to; the **people**
//! with their sessions and tokens; and **derived** tables (summaries, standings), which can be rebuilt from
//! the events at any time.
//!
//! Events are appended in batches, one row for each batch: whoever decided against the state after event
//! `after` writes events `after + 1 ..`. Two who decided against the same state collide on the unique key
//! `(table, after)`, and the second gets a conflict. No other lock is needed, whatever the number of servers.

mod access;
mod analyses;
pub mod copy;
mod derived;
mod error;
mod events;
mod files;
mod group_commit;
mod idempotency;
mod partial;
mod people;
mod postgres;
mod rows;
mod shared;
mod sql;
mod sqlite;
mod store;
mod tables;
mod unreadable;
mod words;

pub use access::{Access, AccessKey};
pub use analyses::StoredAnalysis;
pub use derived::{Derive, Derived, Due, RatingPoint};
pub use error::{MigrationError, StoreError};
pub use events::{Append, Appended, Batch, LogId, News};
pub use files::create_private_folder;
pub use idempotency::{IdempotencyKey, UsedKey};
pub use people::{AccountKind, Person, Registered, Registration};
pub use postgres::{PostgresStore, PostgresUrl, PostgresUrlError};
pub use shared::{Present, SharedStore, WorkClaim};
pub use sqlite::{DamagedLog, DatabaseLock, Holder, LogBreak, SqliteStore};
pub use store::Store;
pub use tables::{HostedTables, Summary, TableFilter};
pub use unreadable::{report_unreadable, report_unreadable_person};
