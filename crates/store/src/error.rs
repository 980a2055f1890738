//! Why a store failed.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use club::TableId;
use rusqlite::ErrorCode;
use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use tokio::task::JoinError;

use crate::sqlite::{Holder, LogBreak};

/// Why a store did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// PostgreSQL refused a statement or could not be reached.
    #[error("the database: {0}")]
    Postgres(sqlx::Error),
    /// SQLite refused a statement or could not use the file.
    #[error("the database: {0}")]
    Sqlite(rusqlite::Error),
    /// The schema of the database cannot be brought up to date.
    #[error("the schema of the database: {0}")]
    Migration(#[from] MigrationError),
    /// The thread that used the database panicked, or the runtime stopped before it began.
    #[error("a task of the database was interrupted: {0}")]
    Interrupted(JoinError),
    /// A stored value cannot be decoded.
    #[error("a stored value cannot be read: {0}")]
    Unreadable(String),
    /// What is stored of this table cannot be decoded. The operator was told.
    #[error("table {0} cannot be read: {1}")]
    UnreadableTable(TableId, String),
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
    /// Another backup to the same place is running.
    #[error("another backup is writing {}", .0.display())]
    BackupRuns(PathBuf),
    /// The file of the database cannot be created.
    #[error("cannot create {file}: {why}", file = .0.display(), why = .1)]
    CreateFile(PathBuf, io::Error),
    /// The lock file beside the database cannot be used.
    #[error("cannot use the lock file {file}: {why}", file = .0.display(), why = .1)]
    LockFile(PathBuf, io::Error),
    /// Another process has the database for itself.
    #[error("{file} is used by {holder}", file = .0.display(), holder = .1)]
    InUse(PathBuf, Holder),
    /// The write-ahead log cannot be read.
    #[error("cannot read the write-ahead log {file}: {why}", file = .0.display(), why = .1)]
    LogFile(PathBuf, io::Error),
    /// The write-ahead log is damaged: commits lie behind the damage, and SQLite would drop them without a word.
    #[error(
        "the write-ahead log {file} is damaged: {what}. Restore a backup; or start the server with \
         --accept-damaged-log, which drops what cannot be read and keeps a copy of the log beside it",
        file = .0.display(),
        what = .1
    )]
    DamagedLog(PathBuf, LogBreak),
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

/// Codes of PostgreSQL for data and indexes that are corrupted.
const CORRUPTED_CODES: [&str; 2] = ["XX001", "XX002"];

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(DatabaseError::code);
        let is_corrupted = code.is_some_and(|code| CORRUPTED_CODES.contains(&&*code));
        match error {
            sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => Self::Unreadable(error.to_string()),
            _ if is_corrupted => Self::Unreadable(error.to_string()),
            _ => Self::Postgres(error),
        }
    }
}

/// Of the many errors of SQLite, those that are about what is stored and not about whether it can be reached.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
        };
        match &error {
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => Self::Unreadable(error.to_string()),
            _ if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                Self::Unreadable(error.to_string())
            }
            _ => Self::Sqlite(error),
        }
    }
}

impl StoreError {
    /// A word for operators that says why the store cannot be used.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Sqlite(error) => match error.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => "disk-full",
                Some(ErrorCode::SystemIoFailure) => "disk-error",
                Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => "read-only",
                Some(ErrorCode::CannotOpen) => "cannot-open",
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "busy",
                _ => "database-error",
            },
            Self::Postgres(error) => {
                let code = error.as_database_error().and_then(DatabaseError::code);
                match code.as_deref() {
                    Some("53100") => "disk-full",
                    Some("25006") => "read-only",
                    Some(_) => "database-error",
                    None => "unreachable",
                }
            }
            Self::Unreadable(_) | Self::UnreadableTable(..) | Self::DamagedLog(..) => "damaged",
            Self::GroupCommit(error) => error.reason(),
            Self::OutcomeUnknown(_) | Self::Unreachable(_) => "unreachable",
            Self::Closed => "closed",
            Self::Migration(_)
            | Self::Interrupted(_)
            | Self::NotEmpty(..)
            | Self::Incomplete
            | Self::Exists(_)
            | Self::File(_)
            | Self::BackupRuns(_)
            | Self::CreateFile(..)
            | Self::LockFile(..)
            | Self::InUse(..)
            | Self::LogFile(..) => "database-error",
        }
    }
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
