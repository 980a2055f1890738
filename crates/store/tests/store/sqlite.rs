//! The SQLite store: the properties of every store, and those of a file.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use club::{PersonId, TableId};
use house::derive::rebuilder;
use rusqlite::Connection;
use sha2::{Digest, Sha384};
use store::{Appended, SqliteStore, Store, StoreError, TableFilter};
use tempfile::TempDir;

use crate::conformance::{Home, done, plain, summary, summed};

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[async_trait]
impl Home for Folder {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(&self.file("club.db")).await.unwrap())
    }

    async fn run_sql(&self, sql: &'static str) {
        intruder(self).execute_batch(sql).unwrap();
    }
}

conformance!(Folder::new());

#[tokio::test]
async fn a_backup_opens_with_the_same_data() {
    let folder = Folder::new();
    let store = folder.open().await;
    for table in 0..20 {
        done(&*store, summed(table, 0, summary(table, &[table % 3]))).await;
    }
    store.add_guest(PersonId(1), club::Time(1)).await.unwrap();
    let file = folder.file("it's a backup.db");
    store.backup(&file, rebuilder()).await.unwrap();
    done(&*store, plain(0, 2)).await;
    let copy = SqliteStore::open(&file).await.unwrap();
    assert_eq!(copy.read_log(0, 100).await.unwrap(), store.read_log(0, 20).await.unwrap());
    let all = TableFilter { limit: 100, ..TableFilter::default() };
    assert_eq!(copy.list_tables(&all).await.unwrap(), store.list_tables(&all).await.unwrap());
    assert_eq!(copy.find_person(PersonId(1)).await.unwrap(), store.find_person(PersonId(1)).await.unwrap());
    done(&copy, plain(0, 2)).await;
}

#[tokio::test]
async fn a_backup_does_not_replace_a_file() {
    let folder = Folder::new();
    let store = folder.open().await;
    let file = folder.file("backup.db");
    std::fs::write(&file, "").unwrap();
    let error = store.backup(&file, rebuilder()).await.unwrap_err();
    assert!(matches!(&error, StoreError::Exists(path) if *path == file), "{error}");
    let nowhere = folder.file("nowhere").join("backup.db");
    assert!(matches!(store.backup(&nowhere, rebuilder()).await, Err(StoreError::File(_))));
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_store_that_was_not_closed() {
    let folder = Folder::new();
    for round in 0..20 {
        let store = folder.open().await;
        assert_eq!(store.read_batches(TableId(1), 0).await.unwrap().len(), round);
        done(&*store, plain(1, 2 * round as u64)).await;
        drop(store);
    }
}

#[tokio::test]
async fn nothing_can_follow_at_a_table_without_events() {
    let folder = Folder::new();
    let store = folder.open().await;
    assert_eq!(store.append(plain(1, 2)).await.unwrap(), Appended::Conflict);
    done(&*store, plain(1, 0)).await;
    done(&*store, plain(1, 2)).await;
}

/// Another process with the same file.
pub(crate) fn intruder(folder: &Folder) -> Connection {
    Connection::open(folder.file("club.db")).unwrap()
}

#[tokio::test]
async fn the_store_goes_on_after_a_failure() {
    let folder = Folder::new();
    let store = folder.open().await;
    done(&*store, plain(1, 0)).await;
    let intruder = intruder(&folder);
    // One append of the group fails, and with it the whole group.
    intruder.execute_batch("ALTER TABLE seats RENAME TO away").unwrap();
    let (one, other) = tokio::join!(store.append(plain(1, 2)), store.append(summed(2, 0, summary(1, &[4]))),);
    assert!(matches!(&other, Err(StoreError::GroupCommit(_))), "{other:?}");
    // Whether they share a commit or not, what was not acknowledged is not stored.
    assert_eq!(store.read_batches(TableId(1), 2).await.unwrap().len(), usize::from(one.is_ok()));
    assert_eq!(store.read_batches(TableId(2), 0).await.unwrap(), []);
    intruder.execute_batch("ALTER TABLE away RENAME TO seats").unwrap();
    done(&*store, summed(2, 0, summary(1, &[4]))).await;
}

#[tokio::test]
async fn the_disk_being_full_loses_only_what_was_not_acknowledged() {
    let folder = Folder::new();
    let store = folder.open().await;
    done(&*store, plain(1, 0)).await;
    let intruder = intruder(&folder);
    // SQLite rolls back by itself after this, as it does when the disk is full.
    intruder
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
        )
        .unwrap();
    for _ in 0..3 {
        assert!(store.append(plain(1, 2)).await.is_err());
    }
    store.ping().await.unwrap();
    intruder.execute_batch("DROP TRIGGER full").unwrap();
    done(&*store, plain(1, 2)).await;
    assert_eq!(store.read_batches(TableId(1), 0).await.unwrap().len(), 2);
}

/// A file with the schema of an earlier version, as the library wrote it that migrated all clubs at first.
fn migrated_to_version_1(folder: &Folder) -> Connection {
    let file = intruder(folder);
    let sql = include_str!("../../src/sqlite/migrations/0001_club.sql");
    file.execute_batch(sql).unwrap();
    file.execute_batch(
        "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
         installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, \
         checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)",
    )
    .unwrap();
    file.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (1, 'club', TRUE, ?, 1)",
        [Sha384::digest(sql).to_vec()],
    )
    .unwrap();
    file
}

#[tokio::test]
async fn an_earlier_schema_is_migrated_once() {
    let folder = Folder::new();
    let file = migrated_to_version_1(&folder);
    file.execute_batch("INSERT INTO requests VALUES (1, 'a', zeroblob(32), 7, 2, 5)").unwrap();
    for _ in 0..2 {
        let store = folder.open().await;
        assert_eq!(store.find_used_key(PersonId(1), "a").await.unwrap().unwrap().made, 7);
        store.close().await;
    }
    let mut versions = file.prepare("SELECT version FROM _sqlx_migrations WHERE success ORDER BY 1").unwrap();
    let versions: Vec<i64> = versions.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(versions, [1, 2, 3, 4]);
}

#[tokio::test]
async fn a_schema_that_this_version_does_not_know_is_refused() {
    for (change, refused) in [
        (
            "INSERT INTO _sqlx_migrations SELECT 999, 'new', installed_on, success, checksum, 1 \
             FROM _sqlx_migrations",
            "migration 999 was applied by a newer version",
        ),
        ("UPDATE _sqlx_migrations SET checksum = x'00'", "migration 1 was applied with other contents"),
        ("UPDATE _sqlx_migrations SET success = FALSE", "migration 1 was applied only in part"),
    ] {
        let folder = Folder::new();
        migrated_to_version_1(&folder).execute_batch(change).unwrap();
        let Err(error) = SqliteStore::open(&folder.file("club.db")).await else { panic!("{change}") };
        assert!(matches!(error, StoreError::Migration(_)), "{error:?}");
        assert!(error.to_string().contains(refused), "{error}");
    }
}

#[tokio::test]
async fn a_file_opens_and_is_read_while_another_process_writes() {
    let folder = Folder::new();
    let store = folder.open().await;
    done(&*store, plain(1, 0)).await;
    let intruder = intruder(&folder);
    intruder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let second = SqliteStore::open(&folder.file("club.db")).await.unwrap();
    assert_eq!(second.read_batches(TableId(1), 0).await.unwrap().len(), 1);
    intruder.execute_batch("COMMIT").unwrap();
}
