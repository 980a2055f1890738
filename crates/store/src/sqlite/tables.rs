//! Summaries of tables.

use club::TableId;
use rusqlite::{Connection, OptionalExtension, params};

use super::query::run;
use crate::{StoreError, Summary, rows};

pub(super) fn write(connection: &Connection, table: TableId, summary: &Summary) -> Result<(), StoreError> {
    let Summary { stage, game, terms, public, open, work, changed, people, host } = summary;
    let number = table.0.cast_signed();
    let encoded = rows::encode_people(people);
    let (changed, host) = (changed.0.cast_signed(), host.map(|host| host.0.cast_signed()));
    let mut find = connection.prepare_cached("SELECT people FROM tables WHERE table_id = ?")?;
    let before: Option<String> = find.query_row([number], |row| row.get(0)).optional()?;
    run(
        connection,
        "INSERT INTO tables (table_id, stage, game, terms, public, open, work, changed, people, host) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET \
         stage = excluded.stage, game = excluded.game, terms = excluded.terms, public = excluded.public, \
         open = excluded.open, work = excluded.work, changed = excluded.changed, people = excluded.people, \
         host = excluded.host",
        params![number, stage.word(), game, terms, public, open, work, changed, encoded, host],
    )?;
    // Most changes of a summary leave the people as they are.
    if before.as_ref() == Some(&encoded) {
        return Ok(());
    }
    if before.is_some() {
        run(connection, "DELETE FROM seats WHERE table_id = ?", params![number])?;
    }
    for person in people {
        run(
            connection,
            "INSERT INTO seats (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            params![person.0.cast_signed(), number],
        )?;
    }
    Ok(())
}
