//! Callers are dropped at every await point, as a request is whose client hangs up. Whatever is in the store is shown
//! to everybody soon after, bots answer it, and nothing happens twice.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::Poll;
use std::time::{Duration, Instant};

use bots::Level;
use club::{
    Chair, Clock, GameName, Kind, Options, PersonId, Sitter, Stage, TableId, Variant, VariantForm, view,
};
use game::Random;
use house::bus::Hub;
use house::{House, Process, Role, Settings};
use store::{IdempotencyKey, PostgresStore, SqliteStore, Store, TableFilter};
use tempfile::TempDir;
use test_services::Postgres;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How many people hang up all the time, and how many commands each of them sends.
const PEOPLE: u64 = 10;
const COMMANDS: usize = 200;
/// A command is dropped at one of its first await points, or within some milliseconds.
const MAX_POLLS: u32 = 2;
const MAX_WAIT: Duration = Duration::from_millis(2);
/// How long a test waits before it fails. What is shown is shown at once; the rest is for a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

static POSTGRES: LazyLock<Postgres> = LazyLock::new(Postgres::start);

/// When a caller is dropped.
#[derive(Clone, Copy, Debug)]
enum Patience {
    /// At the await point that it reaches with this poll.
    Polls(u32),
    /// After this time.
    Time(Duration),
}

impl Patience {
    fn random(random: &mut Random) -> Self {
        if random.below(2) == 0 {
            Self::Polls(1 + random.below(MAX_POLLS))
        } else {
            Self::Time(MAX_WAIT * random.below(1000) / 1000)
        }
    }

    /// Waits for a future, or drops it.
    async fn wait_for<T>(self, future: impl Future<Output = T>) -> Option<T> {
        let mut polls = match self {
            Self::Time(time) => return tokio::time::timeout(time, future).await.ok(),
            Self::Polls(polls) => polls,
        };
        let mut future = pin!(future);
        poll_fn(move |context| match future.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending if polls <= 1 => Poll::Ready(None),
            Poll::Pending => {
                polls -= 1;
                Poll::Pending
            }
        })
        .await
    }
}

fn options(public: bool) -> Options {
    let form = VariantForm { game: GameName::Siesta, players: 2, mode: None, scoring: None };
    Options { variant: Variant::try_from(form).unwrap(), clock: Clock::default(), rated: false, public }
}

/// Somebody who hangs up all the time.
struct Impolite {
    me: Sitter,
    house: Arc<House>,
    store: Arc<dyn Store>,
    random: Random,
    /// How many commands were sent, and how many of them were dropped.
    sent: usize,
    dropped: usize,
    /// The longest time from the store to the eyes of a spectator.
    slowest: Duration,
}

impl Impolite {
    fn new(number: u64, house: Arc<House>) -> Self {
        let me = Sitter { id: PersonId(number), kind: Kind::Human, member: true };
        let random = Random::new(u64::from(std::process::id()) + number);
        let store = Arc::clone(&house.store);
        Self { me, house, store, random, sent: 0, dropped: 0, slowest: Duration::ZERO }
    }

    /// Waits for a command, or hangs up.
    async fn wait_for<T>(&mut self, command: impl Future<Output = T>) {
        let done = Patience::random(&mut self.random).wait_for(command).await;
        self.sent += 1;
        self.dropped += usize::from(done.is_none());
    }

    /// How many events of a table are durable.
    async fn stored(&self, id: TableId) -> u64 {
        let batches = self.store.read_batches(id, 0).await.unwrap();
        batches.iter().map(|batch| u64::from(batch.count)).sum()
    }

    /// Everything that is stored is shown at the table, and no bot is left to move.
    async fn settle(&mut self, id: TableId) {
        let slot = self.house.tables.find(id).await.unwrap().unwrap();
        let mut shown = slot.subscribe();
        let began = Instant::now();
        loop {
            let stored = self.stored(id).await;
            let since = Instant::now();
            let seen = tokio::time::timeout(PATIENCE, shown.wait_for(|seq| *seq >= stored)).await.is_ok();
            assert!(seen, "of {stored} events of table {id} {} are shown", slot.look(|it| it.table.seq));
            self.slowest = self.slowest.max(since.elapsed());
            let waiting =
                slot.look(|it| it.table.live().is_some_and(|game| game.waiting_bots().next().is_some()));
            if !waiting {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "the bot of table {id} was not told of event {stored}");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// A table names its rematch exactly if there is one.
    async fn settle_rematch(&self, id: TableId) {
        let began = Instant::now();
        loop {
            let exists = self.stored(id.rematch()).await > 0;
            let named =
                self.house.tables.find(id).await.unwrap().unwrap().look(|it| it.table.rematch.is_some());
            if exists == named {
                return;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "the rematch of table {id} exists: {exists}, is named: {named}"
            );
        }
    }

    /// Creates a table against a bot, and hangs up. The same request again gives the same table, whatever became of
    /// the first.
    async fn create(&mut self, n: usize) -> TableId {
        let key = IdempotencyKey { person: self.me.id, key: format!("table {n}"), request: [0; 32] };
        let chairs = vec![Chair::Person(self.me), Chair::Bot { level: Level::new(1).unwrap() }];
        let house = Arc::clone(&self.house);
        self.wait_for(house.create_table(self.me, options(true), chairs.clone(), Some(key.clone()))).await;
        house.create_table(self.me, options(true), chairs, Some(key)).await.unwrap().table
    }

    /// Plays a move, and hangs up. Sometimes the move is repeated by its key.
    async fn play(&mut self, id: TableId) -> bool {
        let (house, me) = (Arc::clone(&self.house), self.me.id);
        let table = house.tables.find(id).await.unwrap().unwrap().look(|it| it.table.clone());
        if table.stage() != Stage::Playing {
            return false;
        }
        let actions = view::actions(&table, self.me.id);
        // There is none if a command was done just now whose caller had hung up.
        let Some(text) = self.random.pick(&actions).cloned() else { return true };
        let key = IdempotencyKey { person: self.me.id, key: format!("{id} {}", table.seq), request: [1; 32] };
        let play = || house.play(id, me, table.seq, text.clone(), Some(key.clone()));
        self.wait_for(play()).await;
        if self.random.below(4) == 0 {
            let acted = play().await.unwrap();
            let shown = house.tables.find(id).await.unwrap().unwrap().look(|it| it.table.seq);
            assert!(
                shown >= acted.seq,
                "a repeated move is shown when it is answered: {shown} < {}",
                acted.seq
            );
        }
        true
    }

    /// Wants a rematch and a quick match, and hangs up.
    async fn play_again(&mut self, over: TableId) {
        let house = Arc::clone(&self.house);
        self.wait_for(house.rematch(over, self.me, None)).await;
        self.wait_for(house.quick_match(self.me, options(true), None)).await;
    }

    /// Plays one game after the other. Returns how many.
    async fn play_on(&mut self) -> usize {
        let mut tables = 0;
        while self.sent < COMMANDS {
            let id = self.create(tables).await;
            tables += 1;
            self.settle(id).await;
            while self.play(id).await {
                self.settle(id).await;
            }
            self.play_again(id).await;
        }
        tables
    }
}

async fn everything_stored_is_shown(store: Arc<dyn Store>) {
    let (_stop, stopped) = watch::channel(false);
    let bus = store.shared().map(|_| Arc::new(Hub::default()).join());
    let role = Role::Server { work: true };
    let process = Process::start(role, Arc::clone(&store), bus, Settings::default(), &stopped).await.unwrap();
    let mut people = JoinSet::new();
    for number in 1..=PEOPLE {
        let mut impolite = Impolite::new(number, Arc::clone(&process.house));
        people.spawn(async move {
            let tables = impolite.play_on().await;
            (tables, impolite)
        });
    }
    let people = people.join_all().await;
    let sum = |count: fn(&(usize, Impolite)) -> usize| people.iter().map(count).sum::<usize>();
    let (tables, sent) = (sum(|(tables, _)| *tables), sum(|(_, one)| one.sent));
    let dropped = sum(|(_, one)| one.dropped);

    // Every table that the store lists is shown and goes on, and every rematch is named by the table before it.
    let everything = TableFilter { limit: 10_000, ..TableFilter::default() };
    let listed = store.list_tables(&everything).await.unwrap();
    assert!(listed.len() >= tables, "{} < {tables}", listed.len());
    let mut spectator = Impolite::new(0, process.house);
    for (id, _) in &listed {
        spectator.settle(*id).await;
        spectator.settle_rematch(*id).await;
    }
    let slowest = people.iter().map(|(_, one)| one.slowest).max().unwrap();
    println!(
        "{dropped} of {sent} callers hung up at {} tables; everything was shown within {slowest:?}",
        listed.len()
    );
    assert!(dropped > sent / 4, "{dropped} of {sent} hung up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_in_sqlite_is_shown_whoever_hangs_up() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("club.sqlite")).await.unwrap();
    everything_stored_is_shown(Arc::new(store)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_in_postgresql_is_shown_whoever_hangs_up() {
    let store = PostgresStore::open(&POSTGRES.fresh().parse().unwrap()).await.unwrap();
    everything_stored_is_shown(Arc::new(store)).await;
}
