//! What is read in the same words from every database.

/// Hands out all rows of a query, piece by piece.
macro_rules! pieces {
    ($connection:expr, $to:expr, $sql:literal, $read:path, $piece:path) => {{
        let mut found = sqlx::query_as($sql).fetch(&mut *$connection).try_chunks(PIECE);
        while let Some(some) = found.try_next().await.map_err(|error| error.1)? {
            let piece = some.into_iter().map($read).collect::<Result<_, _>>()?;
            $to.send($piece(piece)).await.map_err(|_| StoreError::Incomplete)?;
        }
    }};
}

/// Defines the readings on the pool of one database.
macro_rules! reads {
    ($database:ident, $connection:ident) => {
        use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
        use futures_util::TryStreamExt;
        use sqlx::{QueryBuilder, $connection};
        use tokio::sync::mpsc;

        use crate::copy::{PIECE, Piece};
        use crate::reads::pieces;
        use crate::rows::{self, KeyRow, PersonRow, SummaryRow};
        use crate::words::Word;
        use crate::{
            AccessKey, KeptAnalysis, LogId, Person, RatingPoint, Repeated, StoreError, Summary, TableFilter,
        };

        type Readers = sqlx::Pool<sqlx::$database>;

        pub(super) async fn seed(pool: &Readers, table: TableId) -> Result<Option<Seed>, StoreError> {
            let seed: Option<Vec<u8>> = sqlx::query_scalar("SELECT seed FROM seeds WHERE table_id = $1")
                .bind(table.0.cast_signed())
                .fetch_optional(pool)
                .await?;
            seed.map(|seed| rows::bytes(&seed).map(Seed)).transpose()
        }

        pub(super) async fn newest(pool: &Readers) -> Result<LogId, StoreError> {
            let newest: Option<i64> =
                sqlx::query_scalar("SELECT max(id) FROM events").fetch_one(pool).await?;
            Ok(newest.unwrap_or_default().cast_unsigned())
        }

        pub(super) async fn tables(
            pool: &Readers,
            filter: &TableFilter,
        ) -> Result<Vec<(TableId, Summary)>, StoreError> {
            let TableFilter { stage, game, terms, person, public, open, before, limit } = filter;
            let mut query = QueryBuilder::<sqlx::$database>::new(
                "SELECT table_id, stage, game, terms, public, open, work, changed, people \
                 FROM tables WHERE true",
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
            query.push(" ORDER BY changed DESC, table_id DESC LIMIT ").push_bind(i64::from(*limit));
            let found: Vec<SummaryRow> = query.build_query_as().fetch_all(pool).await?;
            found.into_iter().map(rows::summary).collect()
        }

        pub(super) async fn tables_at_work(pool: &Readers) -> Result<Vec<TableId>, StoreError> {
            let tables: Vec<i64> = sqlx::query_scalar(
                "SELECT table_id FROM tables WHERE work AND stage = 'playing' ORDER BY table_id",
            )
            .fetch_all(pool)
            .await?;
            Ok(tables.into_iter().map(|table| TableId(table.cast_unsigned())).collect())
        }

        pub(super) async fn repeated(
            pool: &Readers,
            person: PersonId,
            key: &str,
        ) -> Result<Option<Repeated>, StoreError> {
            let row =
                sqlx::query_as("SELECT request, made, seq FROM requests WHERE person = $1 AND key = $2")
                    .bind(person.0.cast_signed())
                    .bind(key)
                    .fetch_optional(pool)
                    .await?;
            row.map(rows::repeated).transpose()
        }

        pub(super) async fn analysis(
            pool: &Readers,
            table: TableId,
        ) -> Result<Option<KeptAnalysis>, StoreError> {
            let row = sqlx::query_as("SELECT table_id, turns, done, found FROM analyses WHERE table_id = $1")
                .bind(table.0.cast_signed())
                .fetch_optional(pool)
                .await?;
            row.map(rows::analysis).transpose()
        }

        pub(super) async fn standings(
            pool: &Readers,
            person: PersonId,
        ) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
            type Row = (String, bool, f64, i64, i64, i64, i64, i64);
            let found: Vec<Row> = sqlx::query_as(
                "SELECT pool, rated, rating, changes, games, wins, losses, draws FROM standings \
                 WHERE person = $1 ORDER BY pool, rated",
            )
            .bind(person.0.cast_signed())
            .fetch_all(pool)
            .await?;
            let standing = |(pool, rated, rating, changes, games, wins, losses, draws): Row| {
                let pool =
                    pool.parse().map_err(|error| StoreError::Unreadable(format!("{pool:?}: {error}")))?;
                Ok((pool, rated, rows::standing((rating, changes, games, wins, losses, draws))?))
            };
            found.into_iter().map(standing).collect()
        }

        pub(super) async fn rating_history(
            pool: &Readers,
            person: PersonId,
            of: Pool,
        ) -> Result<Vec<RatingPoint>, StoreError> {
            let found: Vec<(i64, i64, f64)> = sqlx::query_as(
                "SELECT table_id, at, rating_after FROM rating_history WHERE person = $1 AND pool = $2 \
                 ORDER BY event_id",
            )
            .bind(person.0.cast_signed())
            .bind(of.to_string())
            .fetch_all(pool)
            .await?;
            let point = |(table, at, rating): (i64, i64, f64)| RatingPoint {
                table: TableId(table.cast_unsigned()),
                at: Time(at.cast_unsigned()),
                rating,
            };
            Ok(found.into_iter().map(point).collect())
        }

        pub(super) async fn rating_changes(
            pool: &Readers,
            table: TableId,
        ) -> Result<Vec<(PersonId, f64, f64)>, StoreError> {
            let found: Vec<(i64, f64, f64)> = sqlx::query_as(
                "SELECT person, rating_before, rating_after FROM rating_history WHERE table_id = $1 \
                 ORDER BY event_id, person",
            )
            .bind(table.0.cast_signed())
            .fetch_all(pool)
            .await?;
            let change =
                |(person, before, after): (i64, f64, f64)| (PersonId(person.cast_unsigned()), before, after);
            Ok(found.into_iter().map(change).collect())
        }

        pub(super) async fn leaders(
            pool: &Readers,
            of: Pool,
            kind: Kind,
            limit: u32,
        ) -> Result<Vec<(PersonId, Standing)>, StoreError> {
            type Row = (i64, f64, i64, i64, i64, i64, i64);
            let found: Vec<Row> = sqlx::query_as(
                "SELECT person, rating, changes, games, wins, losses, draws FROM standings \
                 JOIN people ON people.id = standings.person AND people.kind IN ('member', 'bot') \
                 WHERE pool = $1 AND standings.kind = $2 AND rated AND changes > 0 \
                 ORDER BY rating DESC, person LIMIT $3",
            )
            .bind(of.to_string())
            .bind(kind.word())
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            let leader = |(person, rating, changes, games, wins, losses, draws): Row| {
                let standing = rows::standing((rating, changes, games, wins, losses, draws))?;
                Ok((PersonId(person.cast_unsigned()), standing))
            };
            found.into_iter().map(leader).collect()
        }

        pub(super) async fn person(pool: &Readers, person: PersonId) -> Result<Option<Person>, StoreError> {
            let row = sqlx::query_as("SELECT id, kind, name, password, since FROM people WHERE id = $1")
                .bind(person.0.cast_signed())
                .fetch_optional(pool)
                .await?;
            row.map(rows::person).transpose()
        }

        /// In the order of the numbers as the database keeps them.
        pub(super) async fn people(
            pool: &Readers,
            after: Option<PersonId>,
            limit: u32,
        ) -> Result<Vec<Person>, StoreError> {
            let found: Vec<PersonRow> = sqlx::query_as(
                "SELECT id, kind, name, password, since FROM people \
                 WHERE CAST($1 AS BIGINT) IS NULL OR id > $1 ORDER BY id LIMIT $2",
            )
            .bind(after.map(|person| person.0.cast_signed()))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            found.into_iter().map(rows::person).collect()
        }

        pub(super) async fn person_by_name(
            pool: &Readers,
            skeleton: &str,
        ) -> Result<Option<Person>, StoreError> {
            let row =
                sqlx::query_as("SELECT id, kind, name, password, since FROM people WHERE skeleton = $1")
                    .bind(skeleton)
                    .fetch_optional(pool)
                    .await?;
            row.map(rows::person).transpose()
        }

        pub(super) async fn key(
            pool: &Readers,
            hash: &[u8; 32],
            now: Time,
        ) -> Result<Option<AccessKey>, StoreError> {
            let row = sqlx::query_as(
                "SELECT id, person, hash, access, label, since, until FROM access_keys \
                 WHERE hash = $1 AND until > $2",
            )
            .bind(&hash[..])
            .bind(now.0.cast_signed())
            .fetch_optional(pool)
            .await?;
            row.map(rows::key).transpose()
        }

        pub(super) async fn keys(
            pool: &Readers,
            person: PersonId,
            now: Time,
        ) -> Result<Vec<AccessKey>, StoreError> {
            let found: Vec<KeyRow> = sqlx::query_as(
                "SELECT id, person, hash, access, label, since, until FROM access_keys \
                 WHERE person = $1 AND until > $2 ORDER BY since DESC, id DESC",
            )
            .bind(person.0.cast_signed())
            .bind(now.0.cast_signed())
            .fetch_all(pool)
            .await?;
            found.into_iter().map(rows::key).collect()
        }

        /// Hands out everything but the derived tables, within a transaction of the caller.
        pub(super) async fn dump(
            connection: &mut $connection,
            to: &mpsc::Sender<Piece>,
        ) -> Result<(), StoreError> {
            pieces!(
                connection,
                to,
                "SELECT id, table_id, after, count, at, events FROM events ORDER BY id",
                rows::batch,
                Piece::Batches
            );
            pieces!(connection, to, "SELECT table_id, seed FROM seeds", rows::seed, Piece::Seeds);
            pieces!(
                connection,
                to,
                "SELECT person, key, request, made, seq, at FROM requests",
                rows::request,
                Piece::Requests
            );
            pieces!(
                connection,
                to,
                "SELECT id, kind, name, password, since, skeleton FROM people",
                rows::person_with_skeleton,
                Piece::People
            );
            pieces!(
                connection,
                to,
                "SELECT id, person, hash, access, label, since, until FROM access_keys",
                rows::key,
                Piece::Keys
            );
            pieces!(connection, to, "SELECT name, value FROM secrets", rows::secret, Piece::Secrets);
            to.send(Piece::End).await.map_err(|_| StoreError::Incomplete)
        }
    };
}

pub(super) use {pieces, reads};
