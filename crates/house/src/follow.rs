//! Following what other servers do.

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

/// How often the store is asked for news that nobody told.
const LOOK: Duration = Duration::from_millis(500);
/// How much is read at once.
const PAGE: u32 = 1000;

/// Keeps what this server has at hand in line with what others do.
///
/// A notice only says when to look, and the place in the log where to begin is our own: so it does not
/// matter which notices come, and without any all is seen at the next look.
pub struct Follower {
    /// Whose caches are kept up to date.
    pub house: Arc<House>,
    /// Wakes whoever looks after bots and clocks.
    pub work: Arc<Notify>,
}

impl Follower {
    /// Follows from this place in the log, where it was before any table was read, until told to stop.
    pub async fn run(self, mut seen: LogId, mut heard: Heard, mut stop: watch::Receiver<bool>) {
        let mut look = tokio::time::interval(LOOK);
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
                        if let Some(limits) = &self.house.limits {
                            limits.passed_elsewhere(limited, asker, times);
                        }
                        continue;
                    }
                    Some(Notice::Person(person)) => {
                        self.house.forget(person);
                        continue;
                    }
                    Some(Notice::Presence(table)) => {
                        self.house.presence.heard(table);
                        continue;
                    }
                    // Nobody tells anything any more; there is still the store.
                    None => drop(look.tick().await),
                },
                _ = look.tick() => {}
                () = stopped(&mut stop) => return,
            }
            let looked = self.look(&mut seen).await;
            match &looked {
                Err(error) if !troubled => tracing::warn!(%error, "what others do cannot be seen"),
                Ok(()) if troubled => tracing::info!("what others do can be seen again"),
                Ok(()) | Err(_) => {}
            }
            troubled = looked.is_err();
        }
    }

    /// Looks at all that is new since what was seen.
    async fn look(&self, seen: &mut LogId) -> Result<(), StoreError> {
        loop {
            let news = self.house.store.read_news(*seen, PAGE).await?;
            self.take(&news).await?;
            let Some(last) = news.last() else { return Ok(()) };
            *seen = last.id();
            if news.len() < PAGE as usize {
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
        self.house.tables.heard(&tables).await?;
        // Those who are told look at their tables, so these come first.
        for one in news {
            if let News::Table { id, people, .. } = one {
                self.house.live.tell(people.iter().copied(), *id);
            }
        }
        Ok(())
    }
}
