//! The SQLite store: all that every store must do, and what is special to a file.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use club::{PersonId, TableId};
use house::derive::rebuilder;
use rusqlite::Connection;
use store::{Appended, SqliteStore, Store, StoreError, TableFilter};
use tempfile::TempDir;

use crate::conformance::{Home, done, plain, summary, summed};

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[async_trait]
impl Home for Folder {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(&self.file("club.db")).await.unwrap())
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
    assert_eq!(copy.log(0, 100).await.unwrap(), store.log(0, 20).await.unwrap());
    let all = TableFilter { limit: 100, ..TableFilter::default() };
    assert_eq!(copy.tables(&all).await.unwrap(), store.tables(&all).await.unwrap());
    assert_eq!(copy.person(PersonId(1)).await.unwrap(), store.person(PersonId(1)).await.unwrap());
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
        assert_eq!(store.batches(TableId(1), 0).await.unwrap().len(), round);
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
fn intruder(folder: &Folder) -> Connection {
    Connection::open(folder.file("club.db")).unwrap()
}

#[tokio::test]
async fn the_store_goes_on_after_a_failure() {
    let folder = Folder::new();
    let store = folder.open().await;
    done(&*store, plain(1, 0)).await;
    let intruder = intruder(&folder);
    // One table of those in the group fails, and with it the whole group.
    intruder.execute_batch("ALTER TABLE seats RENAME TO away").unwrap();
    let (one, other) = tokio::join!(store.append(plain(1, 2)), store.append(summed(2, 0, summary(1, &[4]))),);
    assert!(matches!(&other, Err(StoreError::Shared(_))), "{other:?}");
    // They share a commit or not; but what was not acknowledged is not there.
    assert_eq!(store.batches(TableId(1), 2).await.unwrap().len(), usize::from(one.is_ok()));
    assert_eq!(store.batches(TableId(2), 0).await.unwrap(), []);
    intruder.execute_batch("ALTER TABLE away RENAME TO seats").unwrap();
    done(&*store, summed(2, 0, summary(1, &[4]))).await;
}

#[tokio::test]
async fn the_disk_being_full_loses_only_what_was_not_acknowledged() {
    let folder = Folder::new();
    let store = folder.open().await;
    done(&*store, plain(1, 0)).await;
    let intruder = intruder(&folder);
    // SQLite ends the transaction by itself on this, as it does when the disk is full.
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
    assert_eq!(store.batches(TableId(1), 0).await.unwrap().len(), 2);
}
