//! The PostgreSQL store: the properties of every store, and those of a database that servers share.

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use club::{PersonId, TableId, Time};
use sqlx::{Connection, PgConnection};
use store::{
    Access, AccessKey, Append, Appended, Derived, Due, News, PostgresStore, Present, SharedStore, Store,
    StoreError, WorkClaim,
};
use tokio::task::JoinSet;

use crate::conformance::{Home, done, plain, summary, summed};
use crate::services::{PASSWORD, Postgres};

/// One PostgreSQL server for all tests of this process.
static SERVER: LazyLock<Postgres> = LazyLock::new(Postgres::start);

struct Schema(String);

impl Schema {
    fn new() -> Self {
        Self(SERVER.fresh())
    }

    async fn server(&self) -> PostgresStore {
        PostgresStore::open(&self.0.parse().unwrap()).await.unwrap()
    }
}

#[async_trait]
impl Home for Schema {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(self.server().await)
    }

    async fn run_sql(&self, sql: &'static str) {
        let mut connection = PgConnection::connect(&self.0).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    }
}

conformance!(Schema::new());

#[tokio::test]
async fn a_refused_connection_says_why() {
    let why = async |url: String| match PostgresStore::open(&url.parse().unwrap()).await {
        Err(error @ StoreError::Unreachable(_)) => {
            assert!(!error.to_string().contains(PASSWORD), "{error}");
            error.to_string()
        }
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("{url} was opened"),
    };
    let url = SERVER.url();
    assert!(why(url.replace(PASSWORD, "wrong")).await.contains("is the password right?"));
    assert!(why(url.replace("/postgres", "/elsewhere")).await.contains("no database of this name"));
    let port = crate::services::free_port();
    let nobody = format!("postgres://club:{PASSWORD}@127.0.0.1:{port}/postgres");
    assert!(why(nobody).await.contains(&format!("127.0.0.1:{port}/postgres cannot be used: nobody answers")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_start_together_all_open() {
    let schema = Schema::new();
    let (one, two, three, four) =
        tokio::join!(schema.server(), schema.server(), schema.server(), schema.server());
    for store in [one, two, three, four] {
        store.ping().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_has_one_order_whoever_writes() {
    let schema = Schema::new();
    let stores = [Arc::new(schema.server().await), Arc::new(schema.server().await)];
    let mut tasks = JoinSet::new();
    for writer in 0..20 {
        let store = Arc::clone(&stores[writer as usize % 2]);
        tasks.spawn(async move {
            for round in 0..20 {
                done(&*store, plain(writer, 2 * round)).await;
            }
        });
    }
    // A reader that follows the log while others write misses nothing.
    let (mut seen, mut after) = (Vec::new(), 0);
    while seen.len() < 400 {
        for batch in stores[0].read_log(after, 7).await.unwrap() {
            assert!(batch.id > after);
            after = batch.id;
            seen.push((batch.table, batch.after));
        }
    }
    tasks.join_all().await;
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 400);
    assert_eq!(stores[1].read_log(0, 1000).await.unwrap().len(), 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_one_appends_and_the_other_conflicts() {
    let schema = Schema::new();
    let (one, two) = (schema.server().await, schema.server().await);
    for round in 0..20 {
        let (first, second) = tokio::join!(one.append(plain(1, 2 * round)), two.append(plain(1, 2 * round)));
        let outcomes = [first.unwrap(), second.unwrap()];
        assert!(outcomes.contains(&Appended::Conflict), "{outcomes:?}");
        assert!(outcomes.iter().any(|outcome| matches!(outcome, Appended::Done(_))), "{outcomes:?}");
    }
}

fn due(table: u64, after: u64, due: Due) -> Append {
    Append { derived: Derived { due, ..Derived::default() }, ..plain(table, after) }
}

async fn claimed(store: &PostgresStore, now: u64, until: u64, limit: u32) -> Vec<u64> {
    let (now, until) = (Time(now), Time(until));
    claim(store, WorkClaim { now, until, limit, limit_of_same: 9, skip: &[] }).await
}

async fn claim(store: &PostgresStore, claim: WorkClaim<'_>) -> Vec<u64> {
    let mut tables: Vec<u64> = store.claim_work(claim).await.unwrap().iter().map(|table| table.0).collect();
    tables.sort_unstable();
    tables
}

#[tokio::test]
async fn work_is_claimed_by_one_when_it_is_due() {
    let schema = Schema::new();
    let (one, two) = (schema.server().await, schema.server().await);
    done(&one, due(1, 0, Due::At(Time(100)))).await;
    done(&one, due(2, 0, Due::At(Time(200)))).await;
    done(&one, plain(3, 0)).await;
    assert_eq!(claimed(&two, 99, 1000, 9).await, [0; 0]);
    assert_eq!(claimed(&two, 100, 1000, 9).await, [1]);
    assert_eq!(claimed(&one, 300, 1000, 9).await, [2]);
    assert_eq!(claimed(&one, 999, 2000, 9).await, [0; 0], "others have claimed it");
    // The claim has expired, and another server takes it.
    assert_eq!(claimed(&one, 1000, 2000, 1).await, [1], "the longest overdue comes first");
    // A batch that does not change what is due leaves the claim alone, one that does ends it.
    done(&one, plain(1, 2)).await;
    done(&one, due(1, 4, Due::At(Time(100)))).await;
    assert_eq!(claimed(&two, 1001, 2000, 9).await, [2]);
    done(&one, due(1, 6, Due::At(Time(101)))).await;
    assert_eq!(claimed(&two, 1001, 2000, 9).await, [1]);
    done(&one, due(1, 8, Due::Never)).await;
    assert_eq!(claimed(&two, 9999, 10_000, 9).await, [2]);
}

#[tokio::test]
async fn whoever_has_many_tables_that_are_due_does_not_come_before_others() {
    let schema = Schema::new();
    let store = schema.server().await;
    let due_of = |table: u64, person: u64| Append {
        derived: Derived {
            summary: Some(summary(1, &[person])),
            due: Due::At(Time(table)),
            ..Derived::default()
        },
        ..plain(table, 0)
    };
    for table in 1..20 {
        done(&store, due_of(table, 7)).await;
    }
    done(&store, due_of(20, 8)).await;
    let all = WorkClaim { now: Time(100), until: Time(200), limit: 9, limit_of_same: 2, skip: &[] };
    assert_eq!(claim(&store, WorkClaim { limit: 1, ..all }).await, [1], "the longest due");
    assert_eq!(claim(&store, WorkClaim { limit: 1, ..all }).await, [20], "who has nothing claimed is next");
    assert_eq!(claim(&store, all).await, [2]);
    assert_eq!(claim(&store, all).await, [0; 0], "two for the same people at a time");
    // A server that cannot work on a table gives it back, and does not claim it again.
    store.release_work(TableId(2), Time(199)).await.unwrap();
    assert_eq!(claim(&store, all).await, [0; 0], "that was the claim of another");
    store.release_work(TableId(2), Time(200)).await.unwrap();
    assert_eq!(claim(&store, WorkClaim { skip: &[TableId(2)], ..all }).await, [0; 0]);
    assert_eq!(claim(&store, all).await, [2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_claims_are_disjoint() {
    let schema = Schema::new();
    let store = Arc::new(schema.server().await);
    for table in 0..60 {
        done(&*store, due(table, 0, Due::At(Time(1)))).await;
    }
    let mut tasks = JoinSet::new();
    for _ in 0..8 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let mut mine = Vec::new();
            while let next @ [_, ..] = &claimed(&store, 10, 1000, 3).await[..] {
                mine.extend_from_slice(next);
            }
            mine
        });
    }
    let mut all = tasks.join_all().await.concat();
    all.sort_unstable();
    let once: Vec<u64> = (0..60).collect();
    assert_eq!(all, once);
}

#[tokio::test]
async fn a_lease_is_held_by_one_until_released_or_expired() {
    let schema = Schema::new();
    let (one, two) = (schema.server().await, schema.server().await);
    let acquire = async |store: &PostgresStore, holder, now| {
        store.acquire_lease("match", holder, Time(now), Time(now + 100)).await.unwrap()
    };
    assert!(acquire(&one, 1, 0).await);
    assert!(!acquire(&two, 2, 50).await);
    two.release_lease("match", 2).await.unwrap();
    assert!(!acquire(&two, 2, 99).await, "only its holder releases it");
    assert!(acquire(&two, 2, 100).await);
    one.release_lease("match", 1).await.unwrap();
    assert!(!acquire(&one, 1, 150).await);
    two.release_lease("match", 2).await.unwrap();
    assert!(acquire(&one, 1, 150).await);
}

#[tokio::test]
async fn presence_is_seen_by_other_servers_until_it_expires() {
    let schema = Schema::new();
    let (one, two) = (schema.server().await, schema.server().await);
    let pairs = |pairs: &[(u64, u64)]| -> Vec<(TableId, PersonId)> {
        pairs.iter().map(|(table, who)| (TableId(*table), PersonId(*who))).collect()
    };
    let present = async |server: u64, now: u64| {
        let mut present =
            two.read_presence(&[TableId(1), TableId(u64::MAX)], server, Time(now)).await.unwrap();
        present.sort_unstable();
        present
    };
    let here = pairs(&[(1, 7), (1, u64::MAX), (u64::MAX, 7), (3, 7)]);
    let without_device = |pairs: &[(TableId, PersonId)]| -> Vec<Present> {
        pairs
            .iter()
            .map(|(table, person)| Present { table: *table, person: *person, thinks: false })
            .collect()
    };
    one.add_presence(&without_device(&here), 1, Time(100)).await.unwrap();
    two.add_presence(&without_device(&here[..1]), 2, Time(100)).await.unwrap();
    assert_eq!(present(3, 50).await, pairs(&[(1, 7), (1, u64::MAX), (u64::MAX, 7)]), "everybody once");
    assert_eq!(present(1, 50).await, pairs(&[(1, 7)]), "by others");
    assert_eq!(present(3, 100).await, [], "it has expired");
    // Adding again extends an entry, and renewing extends all entries of a server.
    one.add_presence(&without_device(&here[..1]), 1, Time(200)).await.unwrap();
    assert_eq!(present(3, 150).await, pairs(&[(1, 7)]));
    assert_eq!(one.renew_presence(1, Time(300)).await.unwrap(), 4);
    assert_eq!(present(2, 250).await, pairs(&[(1, 7), (1, u64::MAX), (u64::MAX, 7)]));
    // A person who left one server may be present through another.
    one.remove_presence(&here[..2], 1).await.unwrap();
    assert_eq!(present(3, 50).await, pairs(&[(1, 7), (u64::MAX, 7)]));
    two.remove_expired_presence(Time(100)).await.unwrap();
    assert_eq!(present(3, 50).await, pairs(&[(1, 7), (u64::MAX, 7)]), "it has not expired yet");
    two.remove_expired_presence(Time(101)).await.unwrap();
    assert_eq!(present(3, 50).await, pairs(&[(u64::MAX, 7)]));
    one.remove_server_presence(1).await.unwrap();
    assert_eq!(present(3, 50).await, []);
    // Empty lists are allowed.
    one.add_presence(&[], 1, Time(1)).await.unwrap();
    one.remove_presence(&[], 1).await.unwrap();
    assert_eq!(one.renew_presence(1, Time(1)).await.unwrap(), 0);
}

#[tokio::test]
async fn a_device_is_known_to_other_servers_while_its_person_is_present_with_it() {
    let schema = Schema::new();
    let (one, two) = (schema.server().await, schema.server().await);
    let (table, person) = (TableId(u64::MAX), PersonId(u64::MAX));
    let present = |thinks: bool| [Present { table, person, thinks }];
    let known = async |now: u64| two.has_device(table, person, Time(now)).await.unwrap();
    assert!(!known(1).await);
    one.add_presence(&present(true), 1, Time(100)).await.unwrap();
    two.add_presence(&present(false), 2, Time(100)).await.unwrap();
    assert!(known(99).await, "by any server, even if the person is at another without it");
    assert!(!known(100).await, "it has expired");
    assert!(!two.has_device(TableId(1), person, Time(1)).await.unwrap());
    assert!(!two.has_device(table, PersonId(1), Time(1)).await.unwrap());
    one.add_presence(&present(false), 1, Time(100)).await.unwrap();
    assert!(!known(1).await, "the person stays and the device is gone");
}

#[tokio::test]
async fn news_report_tables_and_people() {
    let schema = Schema::new();
    let (one, two) = (schema.server().await, schema.server().await);
    let person = PersonId(7);
    one.add_guest(person, Time(1)).await.unwrap();
    assert_eq!(two.read_news(0, 10).await.unwrap(), [], "no server can have cached a new guest");
    let first = done(&one, summed(5, 0, summary(1, &[7, 8]))).await;
    let key = AccessKey {
        id: 3,
        person,
        hash: [1; 32],
        access: Access::Session,
        label: String::new(),
        since: Time(1),
        until: Time(1000),
    };
    one.add_access_key(key, None).await.unwrap();
    assert!(one.end_access_key(person, 3).await.unwrap());
    let second = done(&one, plain(5, 2)).await;
    let news = two.read_news(0, 10).await.unwrap();
    let people = vec![PersonId(7), PersonId(8)];
    let [News::Table { .. }, News::Person { id: between, person: whose }, News::Table { .. }] = &news[..]
    else {
        panic!("{news:?}")
    };
    assert!(first < *between && *between < second && *whose == person, "{news:?}");
    assert_eq!(news[2], News::Table { id: second, table: TableId(5), seq: 4, people: people.clone() });
    assert_eq!(two.read_news(first, 1).await.unwrap(), news[1..2]);
    assert_eq!(two.read_news(second, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_database_that_cannot_be_written_does_not_answer() {
    let schema = Schema::new();
    let store = schema.open().await;
    store.ping().await.unwrap();
    schema
        .run_sql(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END$$; \
             CREATE TRIGGER refuse BEFORE UPDATE ON log_head EXECUTE FUNCTION refuse()",
        )
        .await;
    let error = store.ping().await.unwrap_err();
    assert_eq!(error.reason(), "disk-full", "{error}");
    assert_eq!(store.newest_log_id().await.unwrap(), 0, "reading goes on");
    schema.run_sql("DROP TRIGGER refuse ON log_head").await;
    store.ping().await.unwrap();
}

#[tokio::test]
async fn a_backup_appears_when_it_is_whole_and_leaves_nothing_beside() {
    let schema = Schema::new();
    let store = schema.open().await;
    done(&*store, plain(1, 0)).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.db");
    // What a backup that was killed has left.
    for name in ["backup.db.partial", "backup.db.partial-wal"] {
        std::fs::write(folder.path().join(name), "half").unwrap();
    }
    // A copy that fails leaves nothing.
    let fails: store::Derive = Box::new(|_| Err("no".to_owned()));
    assert!(store.backup(&file, fails).await.is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    store.backup(&file, Box::new(|_| Ok(Derived::default()))).await.unwrap();
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
    assert_eq!(names, ["backup.db"]);
    let copy = store::SqliteStore::open(&file).await.unwrap();
    assert_eq!(copy.read_batches(TableId(1), 0).await.unwrap().len(), 1);
}
