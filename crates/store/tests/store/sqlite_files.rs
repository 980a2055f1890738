//! What the SQLite store does with its files: damage, permissions, locks, backups.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use club::{PersonId, TableId};
use house::derive::rebuilder;
use store::{DamagedLog, SqliteStore, Store, StoreError};

use crate::conformance::{Home, done, plain, summary, summed};
use crate::sqlite::{Folder, intruder};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[tokio::test]
async fn text_that_is_none_hurts_its_own_table_only() {
    let folder = Folder::new();
    let store = folder.open().await;
    for table in 1..=9 {
        done(&*store, summed(table, 0, summary(table, &[1]))).await;
    }
    folder.run_sql("UPDATE events SET events = CAST(x'fffe' AS TEXT) WHERE table_id IN (2, 3, 9)").await;
    let error = store.read_batches(TableId(2), 0).await.unwrap_err();
    assert!(matches!(error, StoreError::Unreadable(_)), "{error:?}");
    assert_eq!(store.read_batches(TableId(4), 0).await.unwrap().len(), 1);
    let both = [(TableId(2), 0), (TableId(4), 0)];
    assert_eq!(store.read_batches_of_tables(&both).await.unwrap().len(), 1);
    for limit in [1, 2, 100] {
        let (mut seen, mut theirs) = (Vec::new(), Vec::new());
        while let Some(last) = {
            let page = store.read_log(seen.last().copied().unwrap_or(0), limit).await.unwrap();
            seen.extend(page.iter().map(|batch| batch.id));
            page.last().map(|batch| batch.id)
        } {
            assert!(last <= 9);
        }
        while let Some(last) = {
            let after = theirs.last().copied().unwrap_or(0);
            let page = store.read_log_of_person(PersonId(1), after, limit).await.unwrap();
            theirs.extend(page.iter().map(|batch| batch.id));
            page.last().map(|batch| batch.id)
        } {
            assert!(last <= 9);
        }
        assert_eq!((&seen, &theirs), (&vec![1, 4, 5, 6, 7, 8], &vec![1, 4, 5, 6, 7, 8]), "{limit}");
    }
}

#[tokio::test]
async fn files_are_for_their_owner_alone_and_looser_ones_are_tightened() {
    let folder = Folder::new();
    let path = folder.file("club.db");
    let data = path.parent().unwrap().to_owned();
    let store = SqliteStore::open_alone(&path, DamagedLog::Refuse).await.unwrap();
    done(&store, plain(1, 0)).await;
    let files = ["club.db", "club.db-shm", "club.db-wal", "club.db.lock"];
    assert_eq!(names(&data), files);
    for name in files {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
    store.backup(&folder.file("club.db-backup"), rebuilder()).await.unwrap();
    assert_eq!(mode(&folder.file("club.db-backup")), 0o600);
    drop(store);
    // As an older version has left them.
    for name in files {
        fs::set_permissions(data.join(name), Permissions::from_mode(0o644)).unwrap();
    }
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    // The lock is given back when the task of the writer has ended.
    let store = loop {
        match SqliteStore::open_alone(&path, DamagedLog::Refuse).await {
            Ok(store) => break store,
            Err(error) => assert!(matches!(error, StoreError::InUse(..)), "{error}"),
        }
    };
    for name in ["club.db", "club.db.lock"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
    assert_eq!(mode(&data), 0o700);
    store.close().await;
    drop(store);
    // A folder that has other files too may be somebody else's.
    fs::write(data.join("notes.txt"), "").unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    let _store = SqliteStore::open_alone(&path, DamagedLog::Refuse).await.unwrap();
    assert_eq!(mode(&data), 0o755);
}

#[tokio::test]
async fn one_process_has_a_file_for_itself_and_commands_open_it_beside() {
    let folder = Folder::new();
    let path = folder.file("club.db");
    let store = SqliteStore::open_alone(&path, DamagedLog::Refuse).await.unwrap();
    done(&store, plain(1, 0)).await;
    let Err(error) = SqliteStore::open_alone(&path, DamagedLog::Refuse).await else { panic!("two at once") };
    let said = error.to_string();
    assert!(said.contains(&format!("is used by process {}, since ", std::process::id())), "{said}");
    let beside = SqliteStore::open_beside(&path).await.unwrap();
    assert_eq!(beside.read_batches(TableId(1), 0).await.unwrap().len(), 1);
    beside.close().await;
    store.close().await;
    drop(store);
    SqliteStore::open_alone(&path, DamagedLog::Refuse).await.unwrap();
}

/// A file whose commits are all in its write-ahead log, as after a kill.
async fn killed() -> (Folder, Vec<u8>) {
    let (folder, live) = (Folder::new(), Folder::new());
    let store = live.open().await;
    for batch in 0..10 {
        done(&*store, plain(1, 2 * batch)).await;
    }
    for name in ["club.db", "club.db-wal"] {
        fs::copy(live.file(name), folder.file(name)).unwrap();
    }
    let log = fs::read(folder.file("club.db-wal")).unwrap();
    (folder, log)
}

#[tokio::test]
async fn a_log_that_is_damaged_in_its_middle_is_refused_until_it_is_accepted() {
    let (folder, mut log) = killed().await;
    let middle = log.len() / 2;
    log[middle] ^= 1;
    fs::write(folder.file("club.db-wal"), &log).unwrap();
    let path = folder.file("club.db");
    for _ in 0..2 {
        for opened in
            [SqliteStore::open_alone(&path, DamagedLog::Refuse).await, SqliteStore::open_beside(&path).await]
        {
            let Err(error) = opened else { panic!("a damaged log was opened") };
            let StoreError::DamagedLog(file, found) = &error else { panic!("{error:?}") };
            assert_eq!(*file, folder.file("club.db-wal"));
            assert!(found.readable_commits > 0 && found.commits_behind > 1, "{found}");
            assert!(error.to_string().contains("--accept-damaged-log"), "{error}");
        }
        assert_eq!(fs::read(folder.file("club.db-wal")).unwrap(), log, "nothing was touched");
    }
    let store = SqliteStore::open_alone(&path, DamagedLog::Accept).await.unwrap();
    assert_eq!(fs::read(folder.file("club.db-wal.damaged")).unwrap(), log, "a copy is kept");
    assert_eq!(mode(&folder.file("club.db-wal.damaged")), 0o600);
    let readable = store.read_batches(TableId(1), 0).await.unwrap().len();
    assert!((1..10).contains(&readable), "{readable}");
    done(&store, plain(1, 2 * readable as u64)).await;
    store.close().await;
    drop(store);
    SqliteStore::open_alone(&path, DamagedLog::Refuse).await.unwrap();
}

#[tokio::test]
async fn a_torn_last_transaction_is_dropped_and_the_rest_is_there() {
    let (folder, log) = killed().await;
    // The last frame is missing in part, or was never written at all.
    for length in [log.len() - 1, log.len() - 100] {
        fs::write(folder.file("club.db-wal"), &log[..length]).unwrap();
        let copy = Folder::new();
        for name in ["club.db", "club.db-wal"] {
            fs::copy(folder.file(name), copy.file(name)).unwrap();
        }
        let store = SqliteStore::open_alone(&copy.file("club.db"), DamagedLog::Refuse).await.unwrap();
        assert_eq!(store.read_batches(TableId(1), 0).await.unwrap().len(), 9);
    }
}

#[tokio::test]
async fn a_backup_appears_when_it_is_whole_and_one_at_a_time() {
    let folder = Folder::new();
    let store = folder.open().await;
    done(&*store, plain(1, 0)).await;
    let there = Folder::new();
    let file = there.file("backup.db");
    // What a backup that was killed has left.
    for name in ["backup.db.partial", "backup.db.partial-journal"] {
        fs::write(there.file(name), "half").unwrap();
    }
    // While another process writes to the same place.
    let other = fs::File::open(there.file("backup.db.partial")).unwrap();
    other.lock().unwrap();
    let error = store.backup(&file, rebuilder()).await.unwrap_err();
    assert!(matches!(error, StoreError::BackupRuns(_)), "{error}");
    drop(other);
    store.backup(&file, rebuilder()).await.unwrap();
    assert_eq!(names(file.parent().unwrap()), ["backup.db"]);
    // A file of that name is never replaced, and a link that leads nowhere is one too.
    std::os::unix::fs::symlink("nowhere", there.file("link.db")).unwrap();
    for taken in ["backup.db", "link.db"] {
        let error = store.backup(&there.file(taken), rebuilder()).await.unwrap_err();
        assert!(matches!(error, StoreError::Exists(_)), "{error}");
    }
    assert_eq!(names(file.parent().unwrap()), ["backup.db", "link.db"]);
}

#[tokio::test]
async fn a_file_that_cannot_be_written_does_not_answer() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.ping().await.unwrap();
    let before = fs::metadata(folder.file("club.db-wal")).unwrap().len();
    store.ping().await.unwrap();
    assert!(fs::metadata(folder.file("club.db-wal")).unwrap().len() > before, "it really writes");
    let intruder = intruder(&folder);
    intruder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store.ping().await.unwrap_err();
    assert_eq!(error.reason(), "busy", "{error}");
    intruder.execute_batch("COMMIT").unwrap();
    store.ping().await.unwrap();
}
