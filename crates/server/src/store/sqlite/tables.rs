//! Summaries of tables.

use club::{PersonId, TableId, Time};
use rusqlite::{Connection, OptionalExtension, params};
use sqlx::{QueryBuilder, SqlitePool};

use super::values::count;
use super::writer::run;
use crate::store::words::Word;
use crate::store::{Stage, StoreError, Summary, TableFilter};

pub(super) fn write(connection: &Connection, table: TableId, summary: &Summary) -> Result<(), StoreError> {
    let Summary { stage, game, terms, public, open, work, changed, people } = summary;
    let number = table.0.cast_signed();
    let names = people.iter().map(PersonId::to_string).collect::<Vec<_>>().join(" ");
    let mut find = connection.prepare_cached("SELECT people FROM tables WHERE table_id = ?")?;
    let known: Option<String> = find.query_row([number], |row| row.get(0)).optional()?;
    run(
        connection,
        "INSERT INTO tables (table_id, stage, game, terms, public, open, work, changed, people) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET \
         stage = excluded.stage, game = excluded.game, terms = excluded.terms, public = excluded.public, \
         open = excluded.open, work = excluded.work, changed = excluded.changed, people = excluded.people",
        params![number, stage.word(), game, terms, public, open, work, changed.0.cast_signed(), names],
    )?;
    if known.as_ref() == Some(&names) {
        return Ok(());
    }
    if known.is_some() {
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

type Row = (i64, String, String, String, bool, i64, bool, i64, String);

fn read(row: Row) -> Result<(TableId, Summary), StoreError> {
    let (table, stage, game, terms, public, open, work, changed, people) = row;
    let people: Result<Vec<PersonId>, _> = people.split_whitespace().map(str::parse).collect();
    let summary = Summary {
        stage: Stage::read(&stage)?,
        game,
        terms,
        public,
        open: count(open)?,
        work,
        changed: Time(changed.cast_unsigned()),
        people: people.map_err(|error| StoreError::Unreadable(format!("the people of a table: {error}")))?,
    };
    Ok((TableId(table.cast_unsigned()), summary))
}

pub(super) async fn list(
    pool: &SqlitePool,
    filter: &TableFilter,
) -> Result<Vec<(TableId, Summary)>, StoreError> {
    let TableFilter { stage, game, terms, person, public, open, before, limit } = filter;
    let mut query = QueryBuilder::new(
        "SELECT table_id, stage, game, terms, public, open, work, changed, people FROM tables WHERE true",
    );
    if let Some(stage) = stage {
        query.push(" AND stage = ").push_bind(stage.word());
    }
    if let Some(game) = game {
        query.push(" AND game = ").push_bind(game);
    }
    if let Some(terms) = terms {
        query.push(" AND terms = ").push_bind(terms);
    }
    if let Some(person) = person {
        query.push(" AND table_id IN (SELECT table_id FROM seats WHERE person = ");
        query.push_bind(person.0.cast_signed()).push(")");
    }
    if *public {
        query.push(" AND public");
    }
    if *open {
        query.push(" AND open > 0");
    }
    if let Some((changed, table)) = before {
        query.push(" AND (changed, table_id) < (").push_bind(changed.0.cast_signed());
        query.push(", ").push_bind(table.0.cast_signed()).push(")");
    }
    query.push(" ORDER BY changed DESC, table_id DESC LIMIT ").push_bind(*limit);
    let rows: Vec<Row> = query.build_query_as().fetch_all(pool).await?;
    rows.into_iter().map(read).collect()
}

pub(super) async fn at_work(pool: &SqlitePool) -> Result<Vec<TableId>, StoreError> {
    let tables: Vec<i64> =
        sqlx::query_scalar("SELECT table_id FROM tables WHERE work AND stage = 'playing' ORDER BY table_id")
            .fetch_all(pool)
            .await?;
    Ok(tables.into_iter().map(|table| TableId(table.cast_unsigned())).collect())
}
