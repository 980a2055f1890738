//! Why a store failed.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use sqlx::migrate::MigrateError;
use tokio::task::JoinError;

/// Why a store did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// PostgreSQL refused a statement or could not be reached.
    #[error("the database: {0}")]
    Postgres(#[from] sqlx::Error),
    /// SQLite refused a statement or could not use the file.
    #[error("the database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The schema of the database cannot be brought up to date.
    #[error("the schema of the database: {0}")]
    Migration(#[from] MigrationError),
    /// The thread that used the database panicked, or the runtime stopped before it began.
    #[error("a task of the database was interrupted: {0}")]
    Interrupted(JoinError),
    /// A stored value cannot be decoded.
    #[error("a stored value cannot be read: {0}")]
    Unreadable(String),
    /// The commit failed that several callers shared.
    #[error("{0}")]
    GroupCommit(Arc<StoreError>),
    /// Only an empty store can be restored.
    #[error("it is not empty: there are {0} batches of events, and {1} people and shared secrets")]
    NotEmpty(u64, u64),
    /// The sender of a copy stopped before [`Piece::End`](crate::copy::Piece::End).
    #[error("the copy ended before everything was sent")]
    Incomplete,
    /// The file of a backup exists already.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The file of a backup cannot be written.
    #[error("the file of the backup: {0}")]
    File(#[from] io::Error),
    /// The connection broke during a commit.
    #[error("the database did not confirm the commit; whether it was written is not known: {0}")]
    OutcomeUnknown(sqlx::Error),
    /// The database cannot be reached; the text says why.
    #[error("{0}")]
    Unreachable(String),
    /// The store is closed, or is being closed.
    #[error("the store is closed")]
    Closed,
}

/// Why the schema of a database cannot be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// A migration was applied that this version does not have.
    #[error("migration {0} was applied by a newer version of this program")]
    Unknown(i64),
    /// A migration was applied whose SQL differs from the one of this version.
    #[error("migration {0} was applied with other contents")]
    Changed(i64),
    /// A migration failed half way. Possible only in a database without transactions for schemas.
    #[error("migration {0} was applied only in part; restore a backup")]
    Unfinished(i64),
    /// PostgreSQL refused a migration.
    #[error("{0}")]
    Postgres(MigrateError),
}

impl From<MigrateError> for MigrationError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(version) => Self::Unknown(version),
            MigrateError::VersionMismatch(version) => Self::Changed(version),
            MigrateError::Dirty(version) => Self::Unfinished(version),
            other => Self::Postgres(other),
        }
    }
}
