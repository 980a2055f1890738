//! The schema of the file, and how it is brought up to date.
//!
//! Which migrations were applied is written in the table `_sqlx_migrations`, in the form of the library that
//! gave it its name and migrated all clubs at first; PostgreSQL has the same table. A migration that was
//! released never changes, not even in a comment: its checksum is compared with the one in the table.

use std::collections::BTreeMap;
use std::time::Instant;

use rusqlite::{Connection, TransactionBehavior, params};
use sha2::{Digest, Sha384};

use super::query::{all, first};
use crate::{MigrationError, StoreError};

struct Migration {
    version: i64,
    description: &'static str,
    sql: &'static str,
}

const MIGRATIONS: [Migration; 4] = [
    Migration { version: 1, description: "club", sql: include_str!("migrations/0001_club.sql") },
    Migration { version: 2, description: "requests", sql: include_str!("migrations/0002_requests.sql") },
    Migration { version: 3, description: "analyses", sql: include_str!("migrations/0003_analyses.sql") },
    Migration { version: 4, description: "people", sql: include_str!("migrations/0004_people.sql") },
];

impl Migration {
    fn checksum(&self) -> Vec<u8> {
        Sha384::digest(self.sql).to_vec()
    }

    fn apply(&self, connection: &Connection) -> Result<(), StoreError> {
        let began = Instant::now();
        connection.execute_batch(self.sql)?;
        let nanoseconds = i64::try_from(began.elapsed().as_nanos()).unwrap_or(i64::MAX);
        connection.execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES (?, ?, TRUE, ?, ?)",
            params![self.version, self.description, self.checksum(), nanoseconds],
        )?;
        Ok(())
    }
}

/// Brings the schema up to date, as a whole or not at all.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    // Most files are up to date. To see it takes no lock, so a file opens while another process writes.
    if pending(connection)?.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS _sqlx_migrations (
            version BIGINT PRIMARY KEY,
            description TEXT NOT NULL,
            installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
            success BOOLEAN NOT NULL,
            checksum BLOB NOT NULL,
            execution_time BIGINT NOT NULL
        )",
    )?;
    // Looked up again under the lock: another process may have migrated meanwhile.
    for migration in pending(&transaction)? {
        migration.apply(&transaction)?;
    }
    transaction.commit()?;
    Ok(())
}

/// The migrations that are still to be applied, in their order.
fn pending(connection: &Connection) -> Result<Vec<&'static Migration>, StoreError> {
    let applied = applied(connection)?;
    if let Some(version) =
        applied.keys().find(|applied| MIGRATIONS.iter().all(|one| one.version != **applied))
    {
        return Err(MigrationError::Unknown(*version).into());
    }
    let mut pending = Vec::new();
    for migration in &MIGRATIONS {
        match applied.get(&migration.version) {
            Some(checksum) if *checksum != migration.checksum() => {
                return Err(MigrationError::Changed(migration.version).into());
            }
            Some(_) => {}
            None => pending.push(migration),
        }
    }
    Ok(pending)
}

/// The checksums of the migrations that were applied, by version.
fn applied(connection: &Connection) -> Result<BTreeMap<i64, Vec<u8>>, StoreError> {
    let known = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_sqlx_migrations'";
    if !connection.prepare(known)?.exists([])? {
        return Ok(BTreeMap::new());
    }
    let failed = "SELECT version FROM _sqlx_migrations WHERE NOT success ORDER BY version";
    if let Some(version) = first(connection, failed, [], |(version,): (i64,)| Ok(version))? {
        return Err(MigrationError::Unfinished(version).into());
    }
    let rows = all(connection, "SELECT version, checksum FROM _sqlx_migrations", [], Ok)?;
    Ok(rows.into_iter().collect())
}
