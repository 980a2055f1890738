//! How many analyses people may have under way.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use club::TableId;
use store::{Store, StoreError};

use crate::limits::RetryAfter;
use crate::live::lock;
use crate::searches::{ADDRESS_FACTOR, SearchOwner};

/// How many requests are remembered, the newest: more than there are unfinished analyses in the club.
const MAX_REMEMBERED: usize = 1_000;
/// How soon somebody who has too many analyses under way may ask again.
const RETRY: Duration = Duration::from_secs(10);

/// Who asked for which analyses at this server. It is kept in memory: after a restart everybody may ask again, and
/// the limit of the whole club holds.
pub(crate) struct AnalysisQuota {
    max_unfinished: usize,
    asked: Mutex<VecDeque<(SearchOwner, TableId)>>,
}

impl AnalysisQuota {
    pub(crate) fn new(max_unfinished: usize) -> Self {
        Self { max_unfinished, asked: Mutex::default() }
    }

    /// Refuses somebody who has as many unfinished analyses as they may.
    pub(crate) async fn check(
        &self,
        store: &dyn Store,
        owner: SearchOwner,
    ) -> Result<Result<(), RetryAfter>, StoreError> {
        let of_person = |other: SearchOwner| other.person == owner.person;
        let of_address = |other: SearchOwner| owner.address.is_some() && other.address == owner.address;
        let theirs: Vec<TableId> = {
            let asked = lock(&self.asked);
            let asked = asked.iter().filter(|(other, _)| of_person(*other) || of_address(*other));
            asked.map(|(_, table)| *table).collect()
        };
        let mut done = Vec::new();
        for table in theirs {
            let kept = store.find_analysis(table).await?;
            if kept.is_none_or(|kept| kept.done >= kept.turns) {
                done.push(table);
            }
        }
        let mut asked = lock(&self.asked);
        asked.retain(|(_, table)| !done.contains(table));
        let count = |is_theirs: &dyn Fn(SearchOwner) -> bool| {
            asked.iter().filter(|(other, _)| is_theirs(*other)).count()
        };
        let too_many = count(&of_person) >= self.max_unfinished
            || count(&of_address) >= self.max_unfinished * ADDRESS_FACTOR;
        Ok(if too_many { Err(RetryAfter(RETRY)) } else { Ok(()) })
    }

    /// Remembers who asked.
    pub(crate) fn add(&self, owner: SearchOwner, table: TableId) {
        let mut asked = lock(&self.asked);
        if asked.len() >= MAX_REMEMBERED {
            asked.pop_front();
        }
        asked.push_back((owner, table));
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use club::{PersonId, Time};
    use store::{SqliteStore, StoredAnalysis};

    use super::*;

    fn owner(person: u64, address: u8) -> SearchOwner {
        SearchOwner { person: PersonId(person), address: Some(IpAddr::from([192, 0, 2, address])) }
    }

    #[tokio::test]
    async fn only_so_many_analyses_of_a_person_and_of_an_address_are_unfinished() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = SqliteStore::open(&folder.path().join("club.sqlite")).await.unwrap();
        let quota = AnalysisQuota::new(1);
        let mut next = 0;
        let mut ask = async |owner| {
            next += 1;
            if quota.check(&store, owner).await.unwrap().is_err() {
                return false;
            }
            assert!(store.request_analysis(TableId(next), 1, Time(1), 100).await.unwrap());
            quota.add(owner, TableId(next));
            true
        };
        assert!(ask(owner(1, 1)).await);
        assert!(!ask(owner(1, 1)).await, "one for a person");
        assert!(!ask(owner(1, 2)).await, "at any address");
        for person in 2..5 {
            assert!(ask(owner(person, 1)).await);
        }
        assert!(!ask(owner(5, 1)).await, "four for an address");
        assert!(ask(owner(5, 2)).await);
        let done = StoredAnalysis { table: TableId(1), turns: 1, done: 1, found: "[null]".to_owned() };
        assert!(store.save_analysis(0, done, Time(1)).await.unwrap());
        assert!(ask(owner(1, 1)).await, "the first is finished");
    }
}
