//! Keeps the caches of this server in line with what other servers append to the store.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use club::TableId;
use tokio::sync::{Notify, watch};
use tokio::time::MissedTickBehavior;

use crate::bus::{Heard, Notice};
use crate::house::House;
use crate::live::stopped;
use store::{LogId, News, StoreError};

/// How often the log is read even without a notice.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How many entries of the log are read at once.
const MAX_ENTRIES: u32 = 1000;

/// Follows the log of a store that servers share.
///
/// A notice only says when to read, and the cursor is our own. So it does not matter which notices arrive, and
/// without any everything is read at the next poll.
pub(crate) struct Follower {
    /// Whose caches are kept up to date.
    pub house: Arc<House>,
    /// Wakes whoever looks after bots and clocks.
    pub work: Arc<Notify>,
}

impl Follower {
    /// Follows the log from this entry on until the stop. The cursor was read before any table was loaded.
    pub(crate) async fn run(self, mut seen: LogId, mut heard: Heard, mut stop: watch::Receiver<bool>) {
        let mut look = tokio::time::interval(POLL_INTERVAL);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut troubled = false;
        loop {
            tokio::select! {
                notice = heard.recv() => match notice {
                    Some(Notice::Log(place)) if place <= seen => continue,
                    Some(Notice::Log(_)) => {}
                    Some(Notice::Work) => {
                        self.work.notify_one();
                        continue;
                    }
                    Some(Notice::Passed { limited, asker, times }) => {
                        self.house.limits.passed_elsewhere(limited, asker, times);
                        continue;
                    }
                    Some(Notice::Person(person)) => {
                        self.house.forget(person);
                        continue;
                    }
                    Some(Notice::Presence(table)) => {
                        self.house.presence.notice(table);
                        continue;
                    }
                    // The bus is gone for good: wait for the next poll, or this loop would spin.
                    None => drop(look.tick().await),
                },
                _ = look.tick() => {}
                () = stopped(&mut stop) => return,
            }
            let looked = self.catch_up(&mut seen).await;
            match &looked {
                Err(error) if !troubled => tracing::warn!(%error, "the log of other servers cannot be read"),
                Ok(()) if troubled => tracing::info!("the log of other servers can be read again"),
                Ok(()) | Err(_) => {}
            }
            troubled = looked.is_err();
        }
    }

    /// Reads everything after the cursor.
    async fn catch_up(&self, seen: &mut LogId) -> Result<(), StoreError> {
        loop {
            let news = self.house.store.read_news(*seen, MAX_ENTRIES).await?;
            self.take(&news).await?;
            let Some(last) = news.last() else { return Ok(()) };
            *seen = last.id();
            if news.len() < MAX_ENTRIES as usize {
                return Ok(());
            }
        }
    }

    async fn take(&self, news: &[News]) -> Result<(), StoreError> {
        let mut tables: HashMap<TableId, u64> = HashMap::new();
        for one in news {
            match one {
                News::Table { table, seq, .. } => {
                    let newest = tables.entry(*table).or_default();
                    *newest = (*newest).max(*seq);
                }
                News::Person { person, .. } => self.house.forget(*person),
            }
        }
        self.house.tables.catch_up_with(&tables).await?;
        // People who are told read their tables at once, so the tables are brought up to date first.
        for one in news {
            if let News::Table { id, people, .. } = one {
                self.house.live.notify(people.iter().copied(), *id);
            }
        }
        Ok(())
    }
}
