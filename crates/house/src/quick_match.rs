//! Quick match: joins a public table that waits for the same game on the same terms, or creates one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use club::{Chair, Command, Options, Refusal, Sitter, Stage, TableId};
use store::{IdempotencyKey, StoreError, TableFilter};

use crate::error::Error;
use crate::finish::finish;
use crate::house::House;
use crate::tables::{ActError, Acted, now};

/// How many waiting tables are tried before a new one is created.
const MAX_TABLES_TRIED: u32 = 8;
/// How long a server may hold the lock of a quick match before others go on.
const MATCH_LOCK_LEASE: Duration = Duration::from_secs(5);
/// How long to wait before the lock is tried again.
const MATCH_LOCK_RETRY: Duration = Duration::from_millis(10);

/// What came of a quick match.
pub enum Matched {
    /// A table that was waiting, or at which the person waits already.
    Joined(TableId),
    /// A new table, at which the person waits.
    Created(Acted),
}

impl Matched {
    /// The table.
    pub fn table(&self) -> TableId {
        match self {
            Self::Joined(table) => *table,
            Self::Created(acted) => acted.table,
        }
    }
}

impl House {
    /// Joins a public table that waits on these terms, or creates one. Once begun it is finished even if the caller
    /// is dropped: the lock among servers must be released.
    pub async fn quick_match(
        self: &Arc<Self>,
        sitter: Sitter,
        options: Options,
        key: Option<IdempotencyKey>,
    ) -> Result<Matched, Error> {
        let house = Arc::clone(self);
        finish(async move { house.quick_match_to_end(sitter, options, key).await }).await
    }

    async fn quick_match_to_end(
        &self,
        sitter: Sitter,
        options: Options,
        key: Option<IdempotencyKey>,
    ) -> Result<Matched, Error> {
        if let Some(acted) = self.tables.repeated(key.as_ref()).await? {
            let own = self.find_table(acted.table).await?.look(|loaded| loaded.table.host == sitter.id);
            return Ok(if own { Matched::Created(acted) } else { Matched::Joined(acted.table) });
        }
        self.remember_guest(sitter).await?;
        // One after the other: two who come at once would each create a table and wait alone.
        let _one_at_a_time = self.matching.lock().await;
        let terms = options.terms();
        let Some(shared) = self.store.shared() else {
            return self.join_or_create(sitter, options, terms, key).await;
        };
        // The same among the servers that share the store. A server that dies loses the lock with its lease.
        let name = format!("match {terms}");
        let began = Instant::now();
        while !shared.acquire_lease(&name, self.number, now(), now() + MATCH_LOCK_LEASE).await? {
            if began.elapsed() > MATCH_LOCK_LEASE {
                return Err(Error::Busy);
            }
            tokio::time::sleep(MATCH_LOCK_RETRY).await;
        }
        let matched = self.join_or_create(sitter, options, terms, key).await;
        if let Err(error) = shared.release_lease(&name, self.number).await {
            tracing::warn!(%error, "the lock of a quick match was not released; it ends with its lease");
        }
        matched
    }

    async fn join_or_create(
        &self,
        sitter: Sitter,
        options: Options,
        terms: String,
        key: Option<IdempotencyKey>,
    ) -> Result<Matched, Error> {
        let filter = TableFilter {
            stage: Some(Stage::Waiting),
            terms: Some(terms),
            public: true,
            open: true,
            limit: MAX_TABLES_TRIED,
            ..TableFilter::default()
        };
        let waiting = self.store.list_tables(&filter).await?;
        if let Some((id, _)) = waiting.iter().find(|(_, summary)| summary.people.contains(&sitter.id)) {
            return Ok(Matched::Joined(*id));
        }
        // The store lists the newest first; whoever waits longest is served first.
        for (id, _) in waiting.iter().rev() {
            match self.tables.act(*id, &Command::Join(sitter), key.clone()).await {
                Ok(acted) => return Ok(Matched::Joined(acted.table)),
                Err(ActError::Refused(Refusal::Full | Refusal::Over | Refusal::Seated)) => {}
                // The operator was told; others wait too, or the next one will.
                Err(ActError::NoTable | ActError::Store(StoreError::UnreadableTable(..))) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut chairs = vec![Chair::Open; options.variant.players().count()];
        chairs[0] = Chair::Person(sitter);
        Ok(Matched::Created(self.create_table(sitter, options, chairs, key).await?))
    }
}
