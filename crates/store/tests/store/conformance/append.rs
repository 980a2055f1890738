//! Appends, the log, seeds and idempotency keys.

use std::sync::Arc;

use club::{PersonId, Seed, TableId, Time};
use store::{Append, Appended, Batch, LogId, Store, StoreError, UsedKey};
use tokio::task::JoinSet;

use super::{Home, done, keyed, plain, summary, summed};

fn batch(id: LogId, append: &Append) -> Batch {
    Batch {
        id,
        table: append.table,
        after: append.after,
        count: append.count,
        at: append.at,
        events: append.events.clone(),
    }
}

/// Appends all at once, so that they share commits. Returns the outcomes in the order of the appends.
async fn together(store: &Arc<dyn Store>, appends: Vec<Append>) -> Vec<Appended> {
    let mut tasks = JoinSet::new();
    for (place, append) in appends.into_iter().enumerate() {
        let store = Arc::clone(store);
        tasks.spawn(async move { (place, store.append(append).await.unwrap()) });
    }
    let mut outcomes = tasks.join_all().await;
    outcomes.sort_by_key(|(place, _)| *place);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

fn is_done(appended: &Appended) -> bool {
    matches!(appended, Appended::Done(_))
}

pub(crate) async fn what_was_appended_is_read_back(home: &dyn Home) {
    let store = home.open().await;
    assert_eq!(store.newest_log_id().await.unwrap(), 0);
    let appends = [plain(u64::MAX, 0), plain(5, 0), plain(u64::MAX, 2), plain(u64::MAX, 4)];
    let mut batches = Vec::new();
    for append in &appends {
        batches.push(batch(done(&*store, append.clone()).await, append));
    }
    let of = |table, after| {
        let store = &store;
        async move { store.read_batches(TableId(table), after).await.unwrap() }
    };
    assert_eq!(of(u64::MAX, 0).await, [batches[0].clone(), batches[2].clone(), batches[3].clone()]);
    assert_eq!(of(u64::MAX, 2).await, batches[2..]);
    assert_eq!(of(u64::MAX, 6).await, []);
    assert_eq!(of(5, 0).await, batches[1..2]);
    assert_eq!(of(6, 0).await, []);
    let of_both = store
        .read_batches_of_tables(&[(TableId(5), 0), (TableId(6), 0), (TableId(u64::MAX), 2)])
        .await
        .unwrap();
    assert_eq!(of_both, batches[1..]);
    assert_eq!(store.read_batches_of_tables(&[]).await.unwrap(), []);
    assert_eq!(store.newest_log_id().await.unwrap(), batches[3].id);
}

pub(crate) async fn the_second_of_two_conflicts(home: &dyn Home) {
    let store = home.open().await;
    done(&*store, plain(1, 0)).await;
    let second = Append { events: "[\"second\"]".to_owned(), ..plain(1, 0) };
    assert_eq!(store.append(second).await.unwrap(), Appended::Conflict);
    let batches = store.read_batches(TableId(1), 0).await.unwrap();
    assert_eq!(batches.len(), 1);
    assert_eq!(batches[0].events, plain(1, 0).events);
}

pub(crate) async fn exactly_one_of_many_racers_wins(home: &dyn Home) {
    let store = home.open().await;
    for round in 0..10 {
        let racer = |number| Append { events: format!("[{number}]"), ..plain(1, 2 * round) };
        let outcomes = together(&store, (0..50).map(racer).collect()).await;
        let winners: Vec<usize> = (0..50).filter(|place| is_done(&outcomes[*place])).collect();
        assert_eq!(winners.len(), 1, "round {round}");
        assert!(outcomes.iter().all(|outcome| is_done(outcome) || *outcome == Appended::Conflict));
        let batches = store.read_batches(TableId(1), 2 * round).await.unwrap();
        assert_eq!(batches.len(), 1);
        assert_eq!(batches[0].events, format!("[{}]", winners[0]), "what is stored is the winner's");
        assert_eq!(Appended::Done(batches[0].id), outcomes[winners[0]]);
    }
}

pub(crate) async fn a_conflict_does_not_touch_the_others(home: &dyn Home) {
    let store = home.open().await;
    for table in (0..300).step_by(3) {
        done(&*store, plain(table, 0)).await;
    }
    // Every third table is taken, and every tenth append is there twice.
    let tables: Vec<u64> = (0..300).flat_map(|table| vec![table; 1 + usize::from(table % 10 == 0)]).collect();
    let outcomes = together(&store, tables.iter().map(|table| plain(*table, 0)).collect()).await;
    for table in 0..300 {
        let mine: Vec<&Appended> =
            tables.iter().zip(&outcomes).filter(|(other, _)| **other == table).map(|(_, one)| one).collect();
        let winners = mine.iter().filter(|outcome| is_done(outcome)).count();
        assert_eq!(winners, usize::from(table % 3 != 0), "table {table}");
        let batches = store.read_batches(TableId(table), 0).await.unwrap();
        assert_eq!(batches.len(), 1, "table {table}");
        if winners == 1 {
            assert!(mine.contains(&&Appended::Done(batches[0].id)), "the log id of table {table}");
        }
    }
}

pub(crate) async fn a_decision_on_an_old_state_conflicts(home: &dyn Home) {
    let store = home.open().await;
    let mut heads = vec![0];
    for count in [1, 3, 2, 7] {
        let after = *heads.last().unwrap();
        done(&*store, Append { count, ..plain(1, after) }).await;
        heads.push(after + u64::from(count));
    }
    let newest = heads.pop().unwrap();
    for after in heads {
        assert_eq!(store.append(plain(1, after)).await.unwrap(), Appended::Conflict, "after {after}");
    }
    done(&*store, plain(1, newest)).await;
}

pub(crate) async fn an_idempotency_key_acts_once(home: &dyn Home) {
    let store = home.open().await;
    assert_eq!(store.find_used_key(PersonId(1), "a").await.unwrap(), None);
    done(&*store, keyed(7, 0, "a")).await;
    let repeated = UsedKey { request: [9; 32], made: 7, seq: 2 };
    assert_eq!(store.find_used_key(PersonId(1), "a").await.unwrap(), Some(repeated.clone()));
    for (table, after) in [(7, 0), (7, 2), (8, 0)] {
        let again = store.append(keyed(table, after, "a")).await.unwrap();
        assert_eq!(again, Appended::Repeated(repeated.clone()));
    }
    assert_eq!(store.newest_log_id().await.unwrap(), 1, "nothing more was appended");
    assert_eq!(store.find_used_key(PersonId(2), "a").await.unwrap(), None, "a key is its person's");
    let mut other = keyed(7, 2, "a");
    other.key.as_mut().unwrap().person = PersonId(2);
    done(&*store, other).await;
}

pub(crate) async fn an_idempotency_key_acts_once_in_one_group(home: &dyn Home) {
    let store = home.open().await;
    // Each key three times at different tables, amid appends of others.
    let appends = (0..120).map(|number| match number % 4 {
        0 => plain(number, 0),
        _ => keyed(number, 0, &format!("key {}", number / 4)),
    });
    let outcomes = together(&store, appends.collect()).await;
    for (number, four) in outcomes.chunks(4).enumerate() {
        assert!(is_done(&four[0]));
        assert_eq!(four[1..].iter().filter(|one| is_done(one)).count(), 1, "{four:?}");
        let repeated = store.find_used_key(PersonId(1), &format!("key {number}")).await.unwrap().unwrap();
        for one in &four[1..] {
            assert!(is_done(one) || *one == Appended::Repeated(repeated.clone()), "{four:?}");
        }
    }
    assert_eq!(store.read_log(0, 1000).await.unwrap().len(), 60);
}

pub(crate) async fn an_idempotency_key_is_unused_after_a_conflict(home: &dyn Home) {
    let store = home.open().await;
    done(&*store, plain(1, 0)).await;
    assert_eq!(store.append(keyed(1, 0, "a")).await.unwrap(), Appended::Conflict);
    assert_eq!(store.find_used_key(PersonId(1), "a").await.unwrap(), None);
    done(&*store, keyed(1, 2, "a")).await;
    let repeated = UsedKey { request: [9; 32], made: 1, seq: 4 };
    assert_eq!(store.append(keyed(1, 2, "a")).await.unwrap(), Appended::Repeated(repeated));
}

pub(crate) async fn idempotency_keys_expire(home: &dyn Home) {
    let store = home.open().await;
    for (after, key) in [(0, "a"), (2, "b"), (4, "c")] {
        done(&*store, Append { at: Time(100 * (after + 1)), ..keyed(1, after, key) }).await;
    }
    store.remove_expired_idempotency_keys(Time(300)).await.unwrap();
    assert_eq!(store.find_used_key(PersonId(1), "a").await.unwrap(), None);
    assert!(store.find_used_key(PersonId(1), "b").await.unwrap().is_some());
    assert!(store.find_used_key(PersonId(1), "c").await.unwrap().is_some());
}

pub(crate) async fn a_conflict_leaves_nothing_behind(home: &dyn Home) {
    let store = home.open().await;
    done(&*store, plain(1, 0)).await;
    let refused = Append { seed: Some(Seed([3; 32])), ..summed(1, 0, summary(1, &[4])) };
    assert_eq!(store.append(refused).await.unwrap(), Appended::Conflict);
    assert_eq!(store.find_seed(TableId(1)).await.unwrap(), None);
    assert_eq!(store.read_log_of_person(PersonId(4), 0, 10).await.unwrap(), []);
}

pub(crate) async fn the_seed_is_kept(home: &dyn Home) {
    let store = home.open().await;
    done(&*store, Append { seed: Some(Seed([3; 32])), ..plain(1, 0) }).await;
    done(&*store, plain(2, 0)).await;
    assert_eq!(store.find_seed(TableId(1)).await.unwrap(), Some(Seed([3; 32])));
    assert_eq!(store.find_seed(TableId(2)).await.unwrap(), None);
}

pub(crate) async fn the_log_has_the_order_of_commits(home: &dyn Home) {
    let store = home.open().await;
    let mut tasks = JoinSet::new();
    for table in 0..40 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            for step in 0..5 {
                let newest = store.newest_log_id().await.unwrap();
                let id = done(&*store, plain(table, 2 * step)).await;
                assert!(id > newest, "what is seen as committed comes before");
            }
        });
    }
    tasks.join_all().await;
    let log = store.read_log(0, 1000).await.unwrap();
    assert_eq!(log.len(), 200);
    assert!(log.is_sorted_by(|one, next| one.id < next.id));
    for table in 0..40 {
        let mine = log.iter().filter(|batch| batch.table == TableId(table)).map(|batch| batch.after);
        assert!(mine.eq([0, 2, 4, 6, 8]), "table {table}");
    }
}

pub(crate) async fn the_log_is_read_in_pages(home: &dyn Home) {
    let store = home.open().await;
    for table in 0..25 {
        done(&*store, plain(table, 0)).await;
    }
    let all = store.read_log(0, 100).await.unwrap();
    let (mut pages, mut after) = (Vec::new(), 0);
    loop {
        let page = store.read_log(after, 10).await.unwrap();
        let Some(last) = page.last() else { break };
        assert!(page.len() <= 10);
        after = last.id;
        pages.extend(page);
    }
    assert_eq!(pages, all);
    assert_eq!(after, store.newest_log_id().await.unwrap());
}

pub(crate) async fn the_log_of_a_person_has_their_tables(home: &dyn Home) {
    let store = home.open().await;
    done(&*store, summed(1, 0, summary(1, &[4, 5]))).await;
    done(&*store, summed(2, 0, summary(2, &[5]))).await;
    done(&*store, plain(1, 2)).await;
    done(&*store, summed(3, 0, summary(3, &[4]))).await;
    // Person 4 leaves table 3.
    done(&*store, summed(3, 2, summary(4, &[6]))).await;
    let places = |person, after, limit| {
        let store = &store;
        async move {
            let log = store.read_log_of_person(PersonId(person), after, limit).await.unwrap();
            log.iter().map(|batch| (batch.table.0, batch.after)).collect::<Vec<_>>()
        }
    };
    assert_eq!(places(4, 0, 10).await, [(1, 0), (1, 2)]);
    assert_eq!(places(5, 0, 10).await, [(1, 0), (2, 0), (1, 2)]);
    assert_eq!(places(5, 0, 2).await, [(1, 0), (2, 0)]);
    let second = store.read_log(0, 2).await.unwrap()[1].id;
    assert_eq!(places(5, second, 10).await, [(1, 2)]);
    assert_eq!(places(6, 0, 10).await, [(3, 0), (3, 2)]);
    assert_eq!(places(7, 0, 10).await, []);
    // The same for a reader so far behind that another query is used.
    for round in 0..10 {
        together(&store, (0..500).map(|table| plain(1000 + 500 * round + table, 0)).collect()).await;
    }
    assert_eq!(places(5, 0, 10).await, [(1, 0), (2, 0), (1, 2)]);
    assert_eq!(places(5, 0, 2).await, [(1, 0), (2, 0)]);
    assert_eq!(places(5, second, 10).await, [(1, 2)]);
}

pub(crate) async fn all_is_there_after_a_restart(home: &dyn Home) {
    let store = home.open().await;
    let append = Append { seed: Some(Seed([3; 32])), ..keyed(1, 0, "a") };
    let id = done(&*store, append.clone()).await;
    done(&*store, summed(2, 0, summary(1, &[4]))).await;
    store.close().await;
    drop(store);
    let store = home.open().await;
    assert_eq!(store.read_batches(TableId(1), 0).await.unwrap(), [batch(id, &append)]);
    assert_eq!(store.find_seed(TableId(1)).await.unwrap(), Some(Seed([3; 32])));
    assert!(store.find_used_key(PersonId(1), "a").await.unwrap().is_some());
    assert_eq!(store.read_log_of_person(PersonId(4), 0, 10).await.unwrap().len(), 1);
    assert_eq!(
        store.append(append).await.unwrap(),
        Appended::Repeated(UsedKey { request: [9; 32], made: 1, seq: 2 })
    );
    assert!(done(&*store, plain(1, 2)).await > id);
}

pub(crate) async fn a_closed_store_says_so(home: &dyn Home) {
    let store = home.open().await;
    let mut tasks = JoinSet::new();
    for table in 0..100 {
        let store = Arc::clone(&store);
        tasks.spawn(async move { (table, store.append(plain(table, 0)).await) });
    }
    store.close().await;
    store.close().await;
    let outcomes = tasks.join_all().await;
    assert!(matches!(store.append(plain(1000, 0)).await, Err(StoreError::Closed)));
    drop(store);
    let store = home.open().await;
    for (table, outcome) in outcomes {
        let batches = store.read_batches(TableId(table), 0).await.unwrap();
        match outcome {
            Ok(appended) => assert_eq!(appended, Appended::Done(batches[0].id)),
            Err(StoreError::Closed) => assert_eq!(batches, []),
            Err(other) => panic!("{other}"),
        }
    }
}
