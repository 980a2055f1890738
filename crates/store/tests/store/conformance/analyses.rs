//! Analyses: requested once, claimed by one worker, saved with their progress.

use club::{TableId, Time};
use store::{Store, StoredAnalysis};

use super::Home;

const GAME: TableId = TableId(u64::MAX - 7);

fn kept(done: u32, found: &str) -> StoredAnalysis {
    StoredAnalysis { table: GAME, turns: 3, done, found: found.to_owned() }
}

async fn request(store: &dyn Store, table: TableId, at: u64) -> bool {
    store.request_analysis(table, 3, Time(at), 10).await.unwrap()
}

async fn claim(store: &dyn Store, now: u64, until: u64, limit: u32) -> Vec<StoredAnalysis> {
    store.claim_analyses(Time(now), Time(until), limit).await.unwrap()
}

pub(crate) async fn an_analysis_is_requested_once(home: &dyn Home) {
    let store = home.open().await;
    assert_eq!(store.find_analysis(GAME).await.unwrap(), None);
    assert!(request(&*store, GAME, 5).await);
    assert_eq!(store.find_analysis(GAME).await.unwrap(), Some(kept(0, "[]")));
    assert!(store.save_analysis(0, kept(1, "[null]"), Time(6)).await.unwrap());
    assert!(request(&*store, GAME, 7).await);
    assert_eq!(store.find_analysis(GAME).await.unwrap(), Some(kept(1, "[null]")), "nothing starts over");
}

pub(crate) async fn pending_analyses_are_limited(home: &dyn Home) {
    let store = home.open().await;
    for table in 0..3 {
        assert!(store.request_analysis(TableId(table), 1, Time(1), 3).await.unwrap());
    }
    assert!(!store.request_analysis(TableId(3), 1, Time(1), 3).await.unwrap());
    assert_eq!(store.find_analysis(TableId(3)).await.unwrap(), None);
    assert!(
        store.request_analysis(TableId(2), 1, Time(1), 3).await.unwrap(),
        "this one was requested before"
    );
    let made = StoredAnalysis { table: TableId(0), turns: 1, done: 1, found: "[null]".to_owned() };
    assert!(store.save_analysis(0, made, Time(1)).await.unwrap());
    assert!(store.request_analysis(TableId(3), 1, Time(1), 3).await.unwrap());
}

pub(crate) async fn an_analysis_is_claimed_by_one_at_a_time(home: &dyn Home) {
    let store = home.open().await;
    for table in [1, 2, 3] {
        assert!(request(&*store, TableId(table), 100 - table).await);
    }
    let tables = |claimed: Vec<StoredAnalysis>| claimed.iter().map(|kept| kept.table.0).collect::<Vec<_>>();
    assert_eq!(tables(claim(&*store, 100, 110, 1).await), [3], "the one that waits longest");
    let mut others = tables(claim(&*store, 101, 120, 5).await);
    others.sort_unstable();
    assert_eq!(others, [1, 2]);
    assert!(claim(&*store, 109, 130, 5).await.is_empty());
    assert_eq!(tables(claim(&*store, 110, 130, 5).await), [3], "the claim has expired");
}

pub(crate) async fn progress_is_saved(home: &dyn Home) {
    let store = home.open().await;
    assert!(request(&*store, GAME, 1).await);
    assert_eq!(claim(&*store, 1, 10, 5).await, [kept(0, "[]")]);
    assert!(store.save_analysis(0, kept(2, "[null,null]"), Time(20)).await.unwrap());
    assert_eq!(claim(&*store, 15, 30, 5).await, [], "saving extends the claim");
    assert!(!store.save_analysis(0, kept(1, "[7]"), Time(99)).await.unwrap(), "somebody else was faster");
    store.close().await;
    let store = home.open().await;
    assert_eq!(claim(&*store, 20, 30, 5).await, [kept(2, "[null,null]")]);
    assert!(store.save_analysis(2, kept(3, "[null,null,null]"), Time(20)).await.unwrap());
    assert_eq!(claim(&*store, 50, 60, 5).await, [], "it is complete");
    assert_eq!(store.find_analysis(GAME).await.unwrap(), Some(kept(3, "[null,null,null]")));
}

pub(crate) async fn analyses_expire(home: &dyn Home) {
    let store = home.open().await;
    assert!(request(&*store, TableId(1), 10).await);
    assert!(request(&*store, TableId(2), 20).await);
    store.remove_expired_analyses(Time(20)).await.unwrap();
    assert_eq!(store.find_analysis(TableId(1)).await.unwrap(), None);
    assert!(store.find_analysis(TableId(2)).await.unwrap().is_some());
}

pub(crate) async fn an_analysis_that_cannot_be_decoded_holds_up_no_other(home: &dyn Home) {
    let store = home.open().await;
    for table in 1..=6 {
        assert!(request(&*store, TableId(table), table).await);
    }
    home.run_sql("UPDATE analyses SET done = -1 WHERE table_id IN (1, 2, 5)").await;
    // As many as are asked for, though the first two in the queue are damaged.
    let tables = |claimed: Vec<StoredAnalysis>| claimed.iter().map(|kept| kept.table.0).collect::<Vec<_>>();
    assert_eq!(tables(claim(&*store, 100, 110, 1).await), [3]);
    let mut others = tables(claim(&*store, 100, 110, 5).await);
    others.sort_unstable();
    assert_eq!(others, [4, 6]);
    assert_eq!(store.find_analysis(TableId(1)).await.unwrap(), None, "its game is shown without it");
    assert!(store.find_analysis(TableId(3)).await.unwrap().is_some());
}
