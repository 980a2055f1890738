//! Analyses: asked for once, claimed by one, kept as far as they are.

use club::{TableId, Time};
use store::{KeptAnalysis, Store};

use super::Home;

const GAME: TableId = TableId(u64::MAX - 7);

fn kept(done: u32, found: &str) -> KeptAnalysis {
    KeptAnalysis { table: GAME, turns: 3, done, found: found.to_owned() }
}

async fn ask(store: &dyn Store, table: TableId, at: u64) -> bool {
    store.ask_analysis(table, 3, Time(at), 10).await.unwrap()
}

async fn claim(store: &dyn Store, now: u64, until: u64, limit: u32) -> Vec<KeptAnalysis> {
    store.claim_analyses(Time(now), Time(until), limit).await.unwrap()
}

pub(crate) async fn an_analysis_is_asked_for_once(home: &dyn Home) {
    let store = home.open().await;
    assert_eq!(store.analysis(GAME).await.unwrap(), None);
    assert!(ask(&*store, GAME, 5).await);
    assert_eq!(store.analysis(GAME).await.unwrap(), Some(kept(0, "[]")));
    assert!(store.save_analysis(0, kept(1, "[null]"), Time(6)).await.unwrap());
    assert!(ask(&*store, GAME, 7).await);
    assert_eq!(store.analysis(GAME).await.unwrap(), Some(kept(1, "[null]")), "nothing begins anew");
}

pub(crate) async fn only_so_many_are_to_be_made(home: &dyn Home) {
    let store = home.open().await;
    for table in 0..3 {
        assert!(store.ask_analysis(TableId(table), 1, Time(1), 3).await.unwrap());
    }
    assert!(!store.ask_analysis(TableId(3), 1, Time(1), 3).await.unwrap());
    assert_eq!(store.analysis(TableId(3)).await.unwrap(), None);
    assert!(store.ask_analysis(TableId(2), 1, Time(1), 3).await.unwrap(), "this one was asked for");
    let made = KeptAnalysis { table: TableId(0), turns: 1, done: 1, found: "[null]".to_owned() };
    assert!(store.save_analysis(0, made, Time(1)).await.unwrap());
    assert!(store.ask_analysis(TableId(3), 1, Time(1), 3).await.unwrap());
}

pub(crate) async fn an_analysis_is_made_by_one_at_a_time(home: &dyn Home) {
    let store = home.open().await;
    for table in [1, 2, 3] {
        assert!(ask(&*store, TableId(table), 100 - table).await);
    }
    let tables = |claimed: Vec<KeptAnalysis>| claimed.iter().map(|kept| kept.table.0).collect::<Vec<_>>();
    assert_eq!(tables(claim(&*store, 100, 110, 1).await), [3], "the one that waits longest");
    let mut others = tables(claim(&*store, 101, 120, 5).await);
    others.sort_unstable();
    assert_eq!(others, [1, 2]);
    assert!(claim(&*store, 109, 130, 5).await.is_empty());
    assert_eq!(tables(claim(&*store, 110, 130, 5).await), [3], "who claimed it did not come back");
}

pub(crate) async fn what_was_found_stays(home: &dyn Home) {
    let store = home.open().await;
    assert!(ask(&*store, GAME, 1).await);
    assert_eq!(claim(&*store, 1, 10, 5).await, [kept(0, "[]")]);
    assert!(store.save_analysis(0, kept(2, "[null,null]"), Time(20)).await.unwrap());
    assert_eq!(claim(&*store, 15, 30, 5).await, [], "the claim has grown");
    assert!(!store.save_analysis(0, kept(1, "[7]"), Time(99)).await.unwrap(), "somebody else was faster");
    store.close().await;
    let store = home.open().await;
    assert_eq!(claim(&*store, 20, 30, 5).await, [kept(2, "[null,null]")]);
    assert!(store.save_analysis(2, kept(3, "[null,null,null]"), Time(20)).await.unwrap());
    assert_eq!(claim(&*store, 50, 60, 5).await, [], "it is made");
    assert_eq!(store.analysis(GAME).await.unwrap(), Some(kept(3, "[null,null,null]")));
}

pub(crate) async fn analyses_are_forgotten_by_age(home: &dyn Home) {
    let store = home.open().await;
    assert!(ask(&*store, TableId(1), 10).await);
    assert!(ask(&*store, TableId(2), 20).await);
    store.forget_analyses(Time(20)).await.unwrap();
    assert_eq!(store.analysis(TableId(1)).await.unwrap(), None);
    assert!(store.analysis(TableId(2)).await.unwrap().is_some());
}
