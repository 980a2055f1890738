//! Secrets that servers share.

use rusqlite::{Connection, params};

use super::query::run;
use crate::StoreError;
use crate::rows::bytes;

pub(super) fn find_or_add(
    connection: &Connection,
    name: &str,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    run(
        connection,
        "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
        params![name, fresh],
    )?;
    let mut find = connection.prepare_cached("SELECT value FROM secrets WHERE name = ?")?;
    let value: Vec<u8> = find.query_row([name], |row| row.get(0))?;
    bytes(&value)
}
