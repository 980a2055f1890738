//! Summaries of tables.

use std::collections::HashSet;

use club::Stage;
use club::{PersonId, TableId, Time};
use store::{HostedTables, Store, Summary, TableFilter};

use super::{Home, done, summary, summed};

const ALL: TableFilter = TableFilter {
    stage: None,
    game: None,
    terms: None,
    person: None,
    public: false,
    open: false,
    before: None,
    limit: 100,
};

async fn found(store: &dyn Store, filter: TableFilter) -> Vec<u64> {
    store.list_tables(&filter).await.unwrap().into_iter().map(|(table, _)| table.0).collect()
}

pub(crate) async fn a_summary_is_read_as_it_was_written(home: &dyn Home) {
    let store = home.open().await;
    let first = summary(10, &[u64::MAX, 3, 2]);
    done(&*store, summed(u64::MAX, 0, first.clone())).await;
    assert_eq!(store.list_tables(&ALL).await.unwrap(), [(TableId(u64::MAX), first)]);
    let second = Summary {
        stage: Stage::Finished,
        game: "no-siesta".to_owned(),
        terms: String::new(),
        public: false,
        open: 0,
        work: true,
        changed: Time(11),
        people: Vec::new(),
        host: None,
    };
    done(&*store, summed(u64::MAX, 2, second.clone())).await;
    assert_eq!(store.list_tables(&ALL).await.unwrap(), [(TableId(u64::MAX), second)]);
}

pub(crate) async fn filters_choose_tables(home: &dyn Home) {
    let store = home.open().await;
    let playing = Summary { stage: Stage::Playing, open: 0, ..summary(20, &[1, 2]) };
    let other = Summary { game: "no-siesta".to_owned(), terms: "other".to_owned(), ..summary(30, &[2]) };
    let hidden = Summary { public: false, ..summary(40, &[3]) };
    for (table, summary) in [(1, summary(10, &[1])), (2, playing), (3, other), (4, hidden)] {
        done(&*store, summed(table, 0, summary)).await;
    }
    let store = &*store;
    assert_eq!(found(store, ALL).await, [4, 3, 2, 1], "the last change first");
    assert_eq!(found(store, TableFilter { limit: 2, ..ALL }).await, [4, 3]);
    assert_eq!(found(store, TableFilter { stage: Some(Stage::Waiting), ..ALL }).await, [4, 3, 1]);
    assert_eq!(found(store, TableFilter { stage: Some(Stage::Finished), ..ALL }).await, [0; 0]);
    assert_eq!(found(store, TableFilter { game: Some("siesta".to_owned()), ..ALL }).await, [4, 2, 1]);
    assert_eq!(found(store, TableFilter { terms: Some("other".to_owned()), ..ALL }).await, [3]);
    assert_eq!(found(store, TableFilter { person: Some(PersonId(2)), ..ALL }).await, [3, 2]);
    assert_eq!(found(store, TableFilter { public: true, ..ALL }).await, [3, 2, 1]);
    assert_eq!(found(store, TableFilter { open: true, ..ALL }).await, [4, 3, 1]);
    let together = TableFilter {
        stage: Some(Stage::Waiting),
        game: Some("siesta".to_owned()),
        terms: Some(summary(0, &[]).terms),
        person: Some(PersonId(1)),
        public: true,
        open: true,
        before: Some((Time(20), TableId(2))),
        limit: 100,
    };
    assert_eq!(found(store, together).await, [1]);
    done(store, summed(1, 2, summary(50, &[2]))).await;
    assert_eq!(found(store, TableFilter { person: Some(PersonId(1)), ..ALL }).await, [2], "who left is gone");
    assert_eq!(found(store, ALL).await, [1, 4, 3, 2]);
}

pub(crate) async fn pages_lose_and_repeat_nothing(home: &dyn Home) {
    let store = home.open().await;
    // Many change at the same moment, and identities are spread over all numbers.
    let tables: HashSet<u64> = (0..60_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    for table in &tables {
        done(&*store, summed(*table, 0, summary(table % 4, &[table % 2]))).await;
    }
    for person in [None, Some(PersonId(0)), Some(PersonId(1))] {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let page = store.list_tables(&TableFilter { person, before, limit: 7, ..ALL }).await.unwrap();
            let Some((table, summary)) = page.last() else { break };
            before = Some((summary.changed, *table));
            seen.extend(page);
        }
        assert!(seen.is_sorted_by_key(|(_, summary)| std::cmp::Reverse(summary.changed)));
        let mine = tables.iter().copied().filter(|table| person.is_none_or(|person| person.0 == table % 2));
        assert_eq!(seen.iter().map(|(table, _)| table.0).collect::<HashSet<_>>(), mine.clone().collect());
        assert_eq!(seen.len(), mine.count());
    }
}

pub(crate) async fn tables_needing_work_are_in_play_with_work(home: &dyn Home) {
    let store = home.open().await;
    let stages = [Stage::Waiting, Stage::Playing, Stage::Finished, Stage::Closed];
    for (number, stage) in (0..).zip(stages) {
        for work in [false, true] {
            let table = 10 * number + u64::from(work);
            done(&*store, summed(table, 0, Summary { stage, work, ..summary(1, &[]) })).await;
        }
    }
    assert_eq!(store.list_tables_needing_work().await.unwrap(), [TableId(11)]);
    done(&*store, summed(11, 2, Summary { stage: Stage::Finished, ..summary(2, &[]) })).await;
    assert_eq!(store.list_tables_needing_work().await.unwrap(), []);
}

pub(crate) async fn a_row_that_cannot_be_decoded_is_left_out_of_lists(home: &dyn Home) {
    let store = home.open().await;
    for table in 1..=20 {
        done(&*store, summed(table, 0, summary(table, &[1]))).await;
    }
    home.run_sql(
        "UPDATE tables SET people = 'not a person' WHERE table_id IN (3, 20); \
         UPDATE tables SET open = -1 WHERE table_id = 12; \
         UPDATE tables SET stage = 'dreaming' WHERE table_id IN (9, 10, 11); \
         UPDATE events SET count = -5 WHERE table_id = 4",
    )
    .await;
    let readable = [19, 18, 17, 16, 15, 14, 13, 8, 7, 6, 5, 4, 2, 1];
    // However the pages fall, each is full but the last one, and nothing else is missing.
    for limit in [1, 2, 3, 7, 100] {
        for person in [None, Some(PersonId(1))] {
            let (mut seen, mut before) = (Vec::new(), None);
            loop {
                let page = store.list_tables(&TableFilter { person, before, limit, ..ALL }).await.unwrap();
                let Some((table, summary)) = page.last() else { break };
                before = Some((summary.changed, *table));
                assert!(page.len() == limit as usize || *table == TableId(1), "{limit}: {page:?}");
                seen.extend(page.into_iter().map(|(table, _)| table.0));
            }
            assert_eq!(seen, readable, "{limit}");
        }
    }
    // What is not read from the list goes on for all.
    assert_eq!(store.read_log(0, 100).await.unwrap().len(), 20);
    assert_eq!(store.read_log_of_person(PersonId(1), 0, 100).await.unwrap().len(), 20);
    assert_eq!(store.read_news(0, 100).await.unwrap().len(), 20);
}

pub(crate) async fn unfinished_tables_of_a_host_are_counted(home: &dyn Home) {
    let store = home.open().await;
    assert_eq!(store.count_hosted_tables(PersonId(1)).await.unwrap(), HostedTables::default());
    let stages = [Stage::Waiting, Stage::Playing, Stage::Finished, Stage::Closed];
    for (number, (stage, public)) in
        stages.into_iter().flat_map(|stage| [true, false].map(|public| (stage, public))).enumerate()
    {
        let table = 10 + number as u64;
        done(&*store, summed(table, 0, Summary { stage, public, ..summary(table, &[1, 2]) })).await;
    }
    assert_eq!(
        store.count_hosted_tables(PersonId(1)).await.unwrap(),
        HostedTables { waiting: 1, unfinished: 4 }
    );
    assert_eq!(
        store.count_hosted_tables(PersonId(2)).await.unwrap(),
        HostedTables::default(),
        "who sits there or is invited is not the host"
    );
}
