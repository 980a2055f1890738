//! Where the club keeps what it knows.
//!
//! A [`Store`] has three kinds of data: the **events** of tables, which are only ever appended to; the
//! **people** with their sessions and tokens; and **derived** tables (summaries, standings), which can
//! be made again from the events at any time.
//!
//! Events are appended in batches, one row a batch: whoever decided against the state after event
//! `after` writes events `after + 1 ..`. Two who decided against the same state collide on the key
//! `(table, after)`, and the second learns of it. No other lock is needed, whatever the number of servers.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use club::{GameResult, PersonId, Pool, Seed, Stage, Standing, TableId, Time};
use sqlx::migrate::MigrateError;
use tokio::sync::mpsc;

use self::copy::Piece;

pub mod copy;
mod group;
mod postgres;
mod rows;
mod sql;
mod sqlite;
mod words;

pub use postgres::{PostgresStore, PostgresUrl, PostgresUrlError};
pub use sqlite::SqliteStore;

/// The place of a batch among all batches of the club, in the order in which they were committed.
pub type LogId = u64;

/// A store of the club.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends a batch, and answers when it is durable. Many callers at once share a commit.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    /// The batches of a table that begin after this event, in order.
    async fn batches(&self, table: TableId, after: u64) -> Result<Vec<Batch>, StoreError>;

    /// The batches of several tables, each of those that begin after its event, in the order of the log.
    async fn batches_of(&self, tables: &[(TableId, u64)]) -> Result<Vec<Batch>, StoreError>;

    /// The seed of a table that has started.
    async fn seed(&self, table: TableId) -> Result<Option<Seed>, StoreError>;

    /// All batches of the club after this place, at most so many, in order.
    async fn log(&self, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError>;

    /// The batches of all tables of a person (those whose last summary names them) after this place,
    /// at most so many, in order.
    async fn log_of(&self, person: PersonId, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError>;

    /// What happened after this place, at most so much, in order: for servers that were not told.
    async fn news(&self, after: LogId, limit: u32) -> Result<Vec<News>, StoreError>;

    /// The place of the newest batch; 0 while there is none.
    async fn newest(&self) -> Result<LogId, StoreError>;

    /// Tables by their summaries, the one that changed last first.
    async fn tables(&self, filter: &TableFilter) -> Result<Vec<(TableId, Summary)>, StoreError>;

    /// Tables in play with bots or clocks, which somebody has to look after.
    async fn tables_at_work(&self) -> Result<Vec<TableId>, StoreError>;

    /// What was done with this key before.
    async fn repeated(&self, person: PersonId, key: &str) -> Result<Option<Repeated>, StoreError>;

    /// Forgets keys that are older.
    async fn forget_keys(&self, before: Time) -> Result<(), StoreError>;

    /// Asks for an analysis of a game with so many turns, unless so many are still to be made; tells whether
    /// it was asked for, now or before.
    async fn ask_analysis(&self, table: TableId, turns: u32, at: Time, most: u32)
    -> Result<bool, StoreError>;

    /// The analysis of a game, as far as it is made.
    async fn analysis(&self, table: TableId) -> Result<Option<KeptAnalysis>, StoreError>;

    /// Claims analyses that are to be made and that nobody has claimed, at most so many, until this moment.
    async fn claim_analyses(
        &self,
        now: Time,
        until: Time,
        limit: u32,
    ) -> Result<Vec<KeptAnalysis>, StoreError>;

    /// Keeps how far an analysis is that was so far before, and claims it until this moment. Tells whether
    /// nobody else was faster; if somebody was, nothing changes.
    async fn save_analysis(&self, before: u32, kept: KeptAnalysis, until: Time) -> Result<bool, StoreError>;

    /// Forgets analyses that were asked for before.
    async fn forget_analyses(&self, before: Time) -> Result<(), StoreError>;

    /// Somebody's results, by pool and by whether the games were rated.
    async fn standings(&self, person: PersonId) -> Result<Vec<(Pool, bool, Standing)>, StoreError>;

    /// The ratings of a person in a pool after each game that changed it, the oldest first.
    async fn rating_history(&self, person: PersonId, pool: Pool) -> Result<Vec<RatingPoint>, StoreError>;

    /// The change of ratings by one game: rating before and after, by person.
    async fn rating_changes(&self, table: TableId) -> Result<Vec<(PersonId, f64, f64)>, StoreError>;

    /// The highest ratings of a pool among members or among bot accounts, at most so many.
    async fn leaders(
        &self,
        pool: Pool,
        kind: club::Kind,
        limit: u32,
    ) -> Result<Vec<(PersonId, Standing)>, StoreError>;

    /// Makes all derived tables again: hands out every batch in the order of the log, and takes what
    /// follows from it. Nothing changes if it fails.
    async fn rebuild(&self, derive: Derive) -> Result<u64, StoreError>;

    /// Makes a guest known, who may be known already.
    async fn add_guest(&self, person: PersonId, at: Time) -> Result<(), StoreError>;

    /// Makes a member or a bot account of a person, known or not.
    async fn register(&self, registration: Registration) -> Result<Registered, StoreError>;

    /// A person by identity.
    async fn person(&self, person: PersonId) -> Result<Option<Person>, StoreError>;

    /// All people, at most so many at a time, in an order of the store: those that come after this one.
    async fn people(&self, after: Option<PersonId>, limit: u32) -> Result<Vec<Person>, StoreError>;

    /// A person by the skeleton of the name.
    async fn person_by_name(&self, skeleton: &str) -> Result<Option<Person>, StoreError>;

    /// Changes a name.
    async fn rename(&self, person: PersonId, name: &str, skeleton: &str) -> Result<Registered, StoreError>;

    /// Changes a password.
    async fn set_password(&self, person: PersonId, password: &str) -> Result<(), StoreError>;

    /// Forgets name, password, sessions and tokens of a person; the games stay.
    async fn delete_person(&self, person: PersonId) -> Result<(), StoreError>;

    /// Begins a session or makes a token known. If the request was made before, nothing changes, and the
    /// answer is what it led to.
    async fn add_key(
        &self,
        key: AccessKey,
        request: Option<RequestKey>,
    ) -> Result<Option<Repeated>, StoreError>;

    /// The session or token with this hash, if it is still good at this time.
    async fn key(&self, hash: &[u8; 32], now: Time) -> Result<Option<AccessKey>, StoreError>;

    /// The sessions and tokens of a person that are still good at this time, the newest first.
    async fn keys(&self, person: PersonId, now: Time) -> Result<Vec<AccessKey>, StoreError>;

    /// Ends a session or revokes a token of this person; tells whether there was one.
    async fn end_key(&self, person: PersonId, id: u64) -> Result<bool, StoreError>;

    /// Ends all sessions of this person but this one.
    async fn end_sessions(&self, person: PersonId, except: Option<u64>) -> Result<(), StoreError>;

    /// A value that all servers of the club share; the given one if there was none.
    async fn shared_secret(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Answers when the store does.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Hands out everything but the derived tables, as of one moment.
    async fn dump(&self, to: mpsc::Sender<Piece>) -> Result<(), StoreError>;

    /// Takes everything that another store handed out, and makes the derived tables of it. Only an empty
    /// store does this; nothing changes if it fails.
    async fn restore(&self, from: mpsc::Receiver<Piece>, derive: Derive) -> Result<(), StoreError>;

    /// Writes a copy of everything, as of one moment, to a SQLite file that does not exist yet.
    async fn backup(&self, to: &std::path::Path, derive: Derive) -> Result<(), StoreError>;

    /// Finishes what was begun and closes.
    async fn close(&self);

    /// What servers need of a store that several of them have; nothing if one process has it alone.
    fn shared(&self) -> Option<&dyn Shared> {
        None
    }
}

/// What servers that share a store need of it.
///
/// A claim and a hold are good until a moment that is chosen when they are made, so nobody has to be told
/// of a server that has died. Whoever comes too late for theirs does no harm: what was done in their place
/// is in the events, where theirs collide.
#[async_trait]
pub trait Shared: Send + Sync {
    /// Claims tables at which something is due now and that nobody has claimed, at most so many. A claim
    /// ends when what is due at the table changes, or at this moment.
    async fn claim_work(&self, now: Time, until: Time, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// Holds a name, so that nobody else does until it is let go or this moment has come; tells whether it
    /// was free.
    async fn hold(&self, name: &str, holder: u64, now: Time, until: Time) -> Result<bool, StoreError>;

    /// Lets go of a name.
    async fn let_go(&self, name: &str, holder: u64) -> Result<(), StoreError>;

    /// Notes that these are at these tables by a server, until this moment.
    async fn arrive(&self, here: &[(TableId, PersonId)], server: u64, until: Time) -> Result<(), StoreError>;

    /// Notes that these are no longer at these tables by a server.
    async fn leave(&self, gone: &[(TableId, PersonId)], server: u64) -> Result<(), StoreError>;

    /// Who is now at these tables by other servers than this one.
    async fn present(
        &self,
        tables: &[TableId],
        server: u64,
        now: Time,
    ) -> Result<Vec<(TableId, PersonId)>, StoreError>;

    /// All who are at tables by a server are so until this moment; tells how many.
    async fn still_here(&self, server: u64, until: Time) -> Result<u64, StoreError>;

    /// Nobody is at a table by a server any more.
    async fn leave_all(&self, server: u64) -> Result<(), StoreError>;

    /// Clears away those whose time was over before this moment.
    async fn forget_absent(&self, before: Time) -> Result<(), StoreError>;
}

/// An analysis that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptAnalysis {
    /// Of which game.
    pub table: TableId,
    /// How many turns there are.
    pub turns: u32,
    /// How many were looked at.
    pub done: u32,
    /// What was found, as JSON.
    pub found: String,
}

/// Something that happened, as others need to know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A table went on.
    Table {
        /// The place of the batch.
        id: LogId,
        /// Which.
        table: TableId,
        /// Its last event.
        seq: u64,
        /// All who sit or are invited.
        people: Vec<PersonId>,
    },
    /// The name, the sessions or the tokens of a person changed. A store that one process has alone need
    /// not tell this.
    Person {
        /// The place of the change.
        id: LogId,
        /// Whose.
        person: PersonId,
    },
}

impl News {
    /// Its place in the log.
    pub fn id(&self) -> LogId {
        match self {
            Self::Table { id, .. } | Self::Person { id, .. } => *id,
        }
    }
}

/// What follows from a batch.
pub type Derive = Box<dyn FnMut(&Batch) -> Result<Derived, String> + Send>;

/// What follows from the events of a batch for the derived tables.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Derived {
    /// The new summary of the table, where it changed.
    pub summary: Option<Summary>,
    /// The result, where the batch finished the game.
    pub result: Option<GameResult>,
    /// When somebody has to look after the table. Only for a store that is shared.
    pub due: Due,
}

/// When somebody has to look after a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Due {
    /// As before.
    #[default]
    AsBefore,
    /// Not at all.
    Never,
    /// At this moment, if nothing happens before.
    At(Time),
}

/// Events to be appended.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// To which table.
    pub table: TableId,
    /// The last event that the decision knew; 0 for a new table.
    pub after: u64,
    /// How many events there are: at least one.
    pub count: u32,
    /// When.
    pub at: Time,
    /// The events, as JSON.
    pub events: String,
    /// The seed, in the batch that starts the game.
    pub seed: Option<Seed>,
    /// What follows.
    pub derived: Derived,
    /// The key of the request, so that it can be repeated without being done twice.
    pub key: Option<RequestKey>,
}

/// By whom and under which key something was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestKey {
    /// By whom.
    pub person: PersonId,
    /// The key that they chose.
    pub key: String,
    /// The hash of what was asked for.
    pub request: [u8; 32],
}

/// What became of an append.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is durable.
    Done(LogId),
    /// Somebody else appended after the same event first.
    Conflict,
    /// The key was used before; nothing was appended.
    Repeated(Repeated),
}

/// What was done under a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeated {
    /// The hash of what was asked for.
    pub request: [u8; 32],
    /// The number of what it led to: a table, a token or a person.
    pub made: u64,
    /// The last event of the batch, at a table.
    pub seq: u64,
}

/// A batch of events as it was stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Its place among all batches.
    pub id: LogId,
    /// The table.
    pub table: TableId,
    /// The number of the event before its first.
    pub after: u64,
    /// How many events there are.
    pub count: u32,
    /// When.
    pub at: Time,
    /// The events, as JSON.
    pub events: String,
}

/// What lists of tables are made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Where the table is in its life.
    pub stage: Stage,
    /// The game, as its rules name it.
    pub game: String,
    /// All that those who look for a game agree on, as one text.
    pub terms: String,
    /// Whether it is listed.
    pub public: bool,
    /// Chairs that anybody may take.
    pub open: u8,
    /// Whether somebody has to look after it: bots or clocks.
    pub work: bool,
    /// Since when it is like this.
    pub changed: Time,
    /// All who sit or are invited.
    pub people: Vec<PersonId>,
}

/// Which tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableFilter {
    /// Only in this stage.
    pub stage: Option<Stage>,
    /// Only of this game.
    pub game: Option<String>,
    /// Only on these terms.
    pub terms: Option<String>,
    /// Only with this person.
    pub person: Option<PersonId>,
    /// Only those that are listed.
    pub public: bool,
    /// Only with an open chair.
    pub open: bool,
    /// Only those that come after this one in the order of the list.
    pub before: Option<(Time, TableId)>,
    /// At most so many.
    pub limit: u32,
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingPoint {
    /// The game.
    pub table: TableId,
    /// When.
    pub at: Time,
    /// The rating after it.
    pub rating: f64,
}

/// What an account is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountKind {
    /// No name and no password yet.
    Guest,
    /// Somebody with a name.
    Member,
    /// A program with a name.
    Bot,
    /// Nobody any more.
    Deleted,
}

/// A person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The identity.
    pub id: PersonId,
    /// What they are.
    pub kind: AccountKind,
    /// The name of a member or bot.
    pub name: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// Since when.
    pub since: Time,
}

/// What a new member says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registration {
    /// The identity: that of a guest, or a fresh one.
    pub person: PersonId,
    /// Member or bot account.
    pub kind: AccountKind,
    /// The name as it is shown.
    pub name: String,
    /// The name as it is compared.
    pub skeleton: String,
    /// The hash of the password.
    pub password: String,
    /// When.
    pub at: Time,
    /// The key of the request, so that it can be repeated.
    pub request: Option<RequestKey>,
}

/// What became of a registration or a new name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Registered {
    /// Done.
    Done,
    /// The name is somebody else's, or looks like it.
    NameTaken,
    /// The person has a name already, or is nobody any more.
    NotPossible,
    /// The key of the request was used for something else.
    KeyUsed,
}

/// A session or a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessKey {
    /// To tell it from the others of its person.
    pub id: u64,
    /// Whose it is.
    pub person: PersonId,
    /// The SHA-256 of the secret.
    pub hash: [u8; 32],
    /// What it opens.
    pub access: Access,
    /// What its person calls it.
    pub label: String,
    /// Since when.
    pub since: Time,
    /// Until when.
    pub until: Time,
}

/// What a key opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A session: everything.
    Session,
    /// A token to look on.
    Read,
    /// A token to play.
    Play,
    /// A token of a bot account, to play.
    Bot,
}

/// The store did not do it.
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
    Interrupted(tokio::task::JoinError),
    /// What is stored cannot be read.
    #[error("what is stored cannot be read: {0}")]
    Unreadable(String),
    /// All that was to share a commit failed together.
    #[error("{0}")]
    Shared(Arc<StoreError>),
    /// Only an empty store takes what another one had.
    #[error("it is not empty: there are {0} batches of events, and {1} people and secrets of servers")]
    NotEmpty(u64, u64),
    /// What another store hands out ended early.
    #[error("not everything was handed out")]
    Incomplete,
    /// The file of a backup is there already.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The file of a backup cannot be written.
    #[error("the file of the backup: {0}")]
    File(#[from] std::io::Error),
    /// The connection broke at the very end.
    #[error("the database went away; whether it was written is not known: {0}")]
    Unknown(sqlx::Error),
    /// The database does not answer.
    #[error("{0}")]
    Unreachable(String),
    /// The store is closing.
    #[error("the store is closed")]
    Closed,
}

/// The schema of the database cannot be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// A migration was applied that this version does not have.
    #[error("migration {0} was applied by a newer version of the program")]
    Unknown(i64),
    /// A migration that was applied differs from the one of this version.
    #[error("migration {0} was applied in another form")]
    Changed(i64),
    /// A migration was begun and not ended.
    #[error("migration {0} was applied only in part; restore a backup")]
    Unfinished(i64),
    /// PostgreSQL did not do it.
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
