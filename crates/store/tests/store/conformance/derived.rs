//! Standings, ratings, and the rebuild of derived tables.

use std::collections::HashMap;

use club::{Exchange, GameResult, Kind, PersonId, Pool, ResultEntry, Standing, TableId, Time};
use game::Seat;
use store::{
    AccountKind, Append, Appended, Batch, Derived, Due, RatingPoint, Registered, Registration, Store,
    StoreError, Summary, TableFilter,
};

use super::{Home, done, plain, summary};

const POOL: Pool = Pool::SiestaPrinted;

/// A result with these people from the first to the last.
fn result(pool: Pool, rated: bool, people: &[(u64, Kind)]) -> GameResult {
    let entry = |(place, (person, kind)): (usize, &(u64, Kind))| ResultEntry {
        person: PersonId(*person),
        kind: *kind,
        seat: Seat::ALL[place],
        rank: place as u8 + 1,
        shared: false,
        points: 10 - place as i32,
        left_early: false,
    };
    GameResult {
        pool,
        rated,
        exchange: Exchange::Always,
        people: people.iter().enumerate().map(entry).collect(),
    }
}

fn finished(table: u64, result: GameResult) -> Append {
    let people: Vec<u64> = result.people.iter().map(|entry| entry.person.0).collect();
    let derived =
        Derived { summary: Some(summary(table, &people)), result: Some(result), due: Due::Unchanged };
    Append { derived, ..plain(table, 0) }
}

fn rated(table: u64, people: &[u64]) -> Append {
    let people: Vec<(u64, Kind)> = people.iter().map(|person| (*person, Kind::Human)).collect();
    finished(table, result(POOL, true, &people))
}

async fn register(store: &dyn Store, person: u64, kind: AccountKind) {
    let registration = Registration {
        person: PersonId(person),
        kind,
        name: format!("Person {person}"),
        skeleton: format!("person {person}"),
        password: "hash".to_owned(),
        at: Time(1),
        key: None,
    };
    assert_eq!(store.register(registration).await.unwrap(), Registered::Done);
}

fn rounded(rating: f64) -> f64 {
    (rating * 100.0).round() / 100.0
}

pub(crate) async fn standings_follow_results(home: &dyn Home) {
    let store = home.open().await;
    done(&*store, rated(100, &[1, 2])).await;
    done(&*store, rated(101, &[2, 1])).await;
    let one = store.standings(PersonId(1)).await.unwrap();
    assert_eq!(one.len(), 1);
    let (pool, is_rated, Standing { rating, rated, games, wins, losses, draws, left_early }) = one[0];
    assert_eq!((pool, is_rated), (POOL, true));
    assert_eq!((rated, games, wins, losses, draws, left_early), (2, 2, 1, 1, 0, 0));
    // 1520 after the first game; 40 points times the expected score of 0.5573 in the second.
    assert_eq!(rounded(rating), 1497.71);
    let history = store.rating_history(PersonId(2), POOL, None).await.unwrap();
    let tables: Vec<TableId> = history.iter().filter_map(|point| point.table).collect();
    assert_eq!(tables, [TableId(100), TableId(101)]);
    assert_eq!(history[0], RatingPoint { table: Some(TableId(100)), at: Time(1000), rating: 1480.0 });
    assert_eq!(rounded(history[1].rating), 1502.29);
    assert_eq!(store.rating_history(PersonId(2), Pool::NoSiesta, None).await.unwrap(), []);
    let mut changes = store.rating_changes(TableId(100)).await.unwrap();
    changes.sort_by_key(|(person, ..)| *person);
    assert_eq!(changes, [(PersonId(1), 1500.0, 1520.0), (PersonId(2), 1500.0, 1480.0)]);
    assert_eq!(store.rating_changes(TableId(102)).await.unwrap(), []);
    assert_eq!(store.standings(PersonId(3)).await.unwrap(), []);
}

pub(crate) async fn rated_and_casual_games_are_kept_apart(home: &dyn Home) {
    let store = home.open().await;
    let people = [(1, Kind::Human), (2, Kind::Human)];
    done(&*store, finished(100, result(POOL, true, &people))).await;
    done(&*store, finished(101, result(POOL, false, &people))).await;
    done(&*store, finished(102, result(POOL, false, &people))).await;
    done(&*store, finished(103, result(Pool::SiestaTeams, true, &people))).await;
    let mut standings = store.standings(PersonId(1)).await.unwrap();
    standings.sort_by_key(|(pool, rated, _)| (*pool, *rated));
    let won = |games| Standing { games, wins: games, ..Standing::default() };
    assert_eq!(
        standings,
        [
            (POOL, false, won(2)),
            (POOL, true, Standing { rating: 1520.0, rated: 1, ..won(1) }),
            (Pool::SiestaTeams, true, won(1)),
        ]
    );
    assert_eq!(store.rating_history(PersonId(1), POOL, None).await.unwrap().len(), 1);
    for table in [101, 102, 103] {
        assert_eq!(store.rating_changes(TableId(table)).await.unwrap(), []);
    }
}

pub(crate) async fn people_and_bots_have_leaders_of_their_own(home: &dyn Home) {
    let store = home.open().await;
    for person in [1, 2, 3, 4, 8] {
        register(&*store, person, AccountKind::Member).await;
    }
    for bot in [5, 6, 7] {
        register(&*store, bot, AccountKind::Bot).await;
    }
    let bots = [(5, Kind::Bot), (6, Kind::Bot)];
    done(&*store, finished(100, result(POOL, true, &bots))).await;
    done(&*store, rated(101, &[1, 2, 3])).await;
    // The only bot among people, and a game that is not rated: neither changes a rating. Person 9 has no account.
    done(&*store, finished(102, result(POOL, true, &[(7, Kind::Bot), (4, Kind::Human)]))).await;
    done(&*store, finished(103, result(POOL, false, &[(8, Kind::Human), (4, Kind::Human)]))).await;
    done(&*store, rated(104, &[9, 3])).await;
    let leaders = |kind, limit| {
        let store = &store;
        async move {
            let leaders = store.leaders(POOL, kind, limit).await.unwrap();
            assert!(leaders.is_sorted_by(|(_, one), (_, next)| one.rating >= next.rating));
            leaders.into_iter().map(|(person, _)| person.0).collect::<Vec<_>>()
        }
    };
    assert_eq!(leaders(Kind::Human, 10).await, [1, 2, 3]);
    assert_eq!(leaders(Kind::Human, 2).await, [1, 2]);
    assert_eq!(leaders(Kind::Bot, 10).await, [5, 6]);
    assert_eq!(store.leaders(Pool::NoSiesta, Kind::Human, 10).await.unwrap(), []);
    let (_, first) = store.leaders(POOL, Kind::Bot, 1).await.unwrap()[0];
    assert_eq!(first, Standing { rating: 1520.0, rated: 1, games: 1, wins: 1, ..Standing::default() });
}

pub(crate) async fn who_leaves_early_is_counted_as_leaving(home: &dyn Home) {
    let store = home.open().await;
    let mut left = result(POOL, true, &[(1, Kind::Human), (2, Kind::Human)]);
    left.exchange = Exchange::Never;
    left.people[1].left_early = true;
    done(&*store, finished(100, left)).await;
    done(&*store, rated(101, &[2, 1])).await;
    let standing = async |person| store.standings(PersonId(person)).await.unwrap()[0].2;
    let both = Standing { rated: 1, games: 2, wins: 1, losses: 1, ..Standing::default() };
    assert_eq!(standing(1).await, Standing { rating: 1480.0, ..both });
    assert_eq!(standing(2).await, Standing { rating: 1520.0, left_early: 1, ..both });
}

pub(crate) async fn repeated_quick_games_of_two_people_change_no_rating(home: &dyn Home) {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let store = home.open().await;
    let quick = |table, people: &[u64], at| {
        let people: Vec<(u64, Kind)> = people.iter().map(|person| (*person, Kind::Human)).collect();
        let result = GameResult { exchange: Exchange::UnlessRepeated, ..result(POOL, true, &people) };
        Append { at: Time(at), ..finished(table, result) }
    };
    let points = async |person| store.rating_history(PersonId(person), POOL, None).await.unwrap().len();
    done(&*store, quick(1, &[1, 2], DAY)).await;
    done(&*store, quick(2, &[2, 1], 2 * DAY - 2)).await;
    // The third within a day counts as a game, and so does one of several people with the same two.
    done(&*store, quick(3, &[1, 2], 2 * DAY - 1)).await;
    done(&*store, quick(4, &[3, 1, 2], 2 * DAY - 1)).await;
    assert_eq!((points(1).await, points(2).await, points(3).await), (2, 2, 0));
    let standing = store.standings(PersonId(1)).await.unwrap()[0].2;
    assert_eq!((standing.games, standing.wins, standing.rated), (4, 2, 2));
    // Other people, games that were played out, and the next day.
    done(&*store, quick(5, &[1, 3], 2 * DAY - 1)).await;
    done(&*store, Append { at: Time(2 * DAY - 1), ..rated(6, &[1, 2]) }).await;
    assert_eq!((points(1).await, points(2).await, points(3).await), (4, 3, 1));
    done(&*store, quick(7, &[1, 2], 2 * DAY)).await;
    assert_eq!((points(1).await, points(2).await), (5, 4), "a day after the first");
    done(&*store, quick(8, &[1, 2], 2 * DAY)).await;
    assert_eq!((points(1).await, points(2).await), (5, 4));
    // At once, as far as the store writes them together.
    let appends = (10..20).map(|table| store.append(quick(table, &[7, 8], DAY)));
    for appended in futures_util::future::join_all(appends).await {
        assert!(matches!(appended.unwrap(), Appended::Done(_)));
    }
    assert_eq!((points(7).await, points(8).await), (2, 2));
}

pub(crate) async fn a_rating_history_names_only_tables_that_the_viewer_may_know(home: &dyn Home) {
    let store = home.open().await;
    done(&*store, rated(100, &[1, 2])).await;
    let mut hidden = rated(101, &[1, 2]);
    hidden.derived.summary.as_mut().unwrap().public = false;
    done(&*store, hidden).await;
    let named = async |viewer: Option<u64>| {
        let history = store.rating_history(PersonId(1), POOL, viewer.map(PersonId)).await.unwrap();
        assert!(history.iter().all(|point| point.rating > 1500.0), "the ratings are everybody's to see");
        history.into_iter().map(|point| point.table).collect::<Vec<_>>()
    };
    let (public, private) = (Some(TableId(100)), Some(TableId(101)));
    assert_eq!(named(Some(1)).await, [public, private]);
    assert_eq!(named(Some(2)).await, [public, private], "who sat there");
    assert_eq!(named(Some(3)).await, [public, None]);
    assert_eq!(named(None).await, [public, None]);
}

pub(crate) async fn deleted_people_do_not_lead(home: &dyn Home) {
    let store = home.open().await;
    register(&*store, 1, AccountKind::Member).await;
    register(&*store, 2, AccountKind::Member).await;
    done(&*store, rated(100, &[1, 2])).await;
    store.delete_person(PersonId(1), Time(2)).await.unwrap();
    let leaders = store.leaders(POOL, Kind::Human, 10).await.unwrap();
    assert_eq!(leaders.into_iter().map(|(person, _)| person.0).collect::<Vec<_>>(), [2]);
    assert_eq!(store.rating_changes(TableId(100)).await.unwrap().len(), 2, "the games stay");
}

/// Everything derived about the tables and people 0 to 9, as a store returns it.
#[derive(PartialEq, Debug)]
struct Snapshot {
    tables: Vec<(TableId, Summary)>,
    at_work: Vec<TableId>,
    standings: Vec<Vec<(Pool, bool, Standing)>>,
    histories: Vec<Vec<RatingPoint>>,
    changes: Vec<Vec<(PersonId, f64, f64)>>,
    logs: Vec<Vec<Batch>>,
    leaders: Vec<Vec<(PersonId, Standing)>>,
}

async fn snapshot(store: &dyn Store) -> Snapshot {
    let tables = store.list_tables(&TableFilter { limit: 1000, ..TableFilter::default() }).await.unwrap();
    let mut snapshot = Snapshot {
        tables,
        at_work: store.list_tables_needing_work().await.unwrap(),
        standings: Vec::new(),
        histories: Vec::new(),
        changes: Vec::new(),
        logs: Vec::new(),
        leaders: Vec::new(),
    };
    for person in (0..10).map(PersonId) {
        snapshot.standings.push(store.standings(person).await.unwrap());
        snapshot.logs.push(store.read_log_of_person(person, 0, 1000).await.unwrap());
        for pool in Pool::ALL {
            snapshot.histories.push(store.rating_history(person, pool, None).await.unwrap());
        }
    }
    for (table, _) in &snapshot.tables {
        snapshot.changes.push(store.rating_changes(*table).await.unwrap());
    }
    for kind in [Kind::Human, Kind::Bot] {
        snapshot.leaders.push(store.leaders(POOL, kind, 100).await.unwrap());
    }
    snapshot
}

/// Appends several finished games and running ones; returns what is derived from each batch.
async fn several_games(store: &dyn Store) -> HashMap<(TableId, u64), Derived> {
    for person in 1..6 {
        register(store, person, AccountKind::Member).await;
    }
    let mut follows = HashMap::new();
    for table in 0..40_u64 {
        let people: Vec<(u64, Kind)> = (0..2 + table % 3)
            .map(|place| (table * 7 + place * 3) % 10)
            .map(|person| (person, if person < 6 { Kind::Human } else { Kind::Bot }))
            .collect();
        let pool = Pool::ALL[table as usize % 5 / 2];
        let mut append = finished(table, result(pool, table % 4 != 0, &people));
        if table % 5 == 0 {
            append.derived.result = None;
        }
        append.derived.summary.as_mut().unwrap().work = table % 2 == 0;
        let moved = plain(table, 2);
        follows.insert((append.table, append.after), append.derived.clone());
        done(store, append).await;
        done(store, moved).await;
    }
    follows
}

pub(crate) async fn a_rebuild_derives_the_same_again(home: &dyn Home) {
    let store = home.open().await;
    let follows = several_games(&*store).await;
    let before = snapshot(&*store).await;
    assert!(before.changes.iter().any(|changes| !changes.is_empty()));
    // The first rebuild derives nothing, so that the second cannot find left-over rows.
    assert_eq!(store.rebuild_derived(Box::new(|_| Ok(Derived::default()))).await.unwrap(), 80);
    let empty = snapshot(&*store).await;
    assert_eq!((empty.tables.len(), empty.standings.concat().len(), empty.logs.concat().len()), (0, 0, 0));
    let mut newest = 0;
    let derive = move |batch: &Batch| {
        assert!(batch.id > newest, "in the order of the log");
        newest = batch.id;
        Ok(follows.get(&(batch.table, batch.after)).cloned().unwrap_or_default())
    };
    assert_eq!(store.rebuild_derived(Box::new(derive)).await.unwrap(), 80);
    assert_eq!(snapshot(&*store).await, before);
}

pub(crate) async fn a_failed_rebuild_changes_nothing(home: &dyn Home) {
    let store = home.open().await;
    several_games(&*store).await;
    let before = snapshot(&*store).await;
    let mut left = 50;
    let derive = move |_: &Batch| {
        left -= 1;
        if left == 0 { Err("no such event".to_owned()) } else { Ok(Derived::default()) }
    };
    let error = store.rebuild_derived(Box::new(derive)).await.unwrap_err();
    assert!(matches!(&error, StoreError::Unreadable(text) if text.contains("no such event")), "{error}");
    assert_eq!(snapshot(&*store).await, before);
    done(&*store, plain(1000, 0)).await;
}
