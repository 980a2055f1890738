//! Two servers on one store and one bus, on every combination of them: what one does the other learns,
//! whatever becomes of the notices.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod damaged;
mod devices;
mod sessions;
use test_services as services;

use std::collections::HashSet;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use async_trait::async_trait;
use club::Attendance;
use club::{
    Chair, Clock, Command, GameName, Kind, Options, PersonId, Room, Sitter, TableId, Time, Variant,
    VariantForm,
};
use game::Seat;
use house::bus::{self, Bus, Heard, Hub, Notice};
use house::{House, Process, Role, Settings};
use services::{Nats, Postgres};
use store::{PostgresStore, Present, SqliteStore, Store};
use tempfile::TempDir;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);
const ANA: Sitter = Sitter { id: PersonId(1), kind: Kind::Human, member: true };

static POSTGRES: LazyLock<Postgres> = LazyLock::new(Postgres::start);
static NATS: LazyLock<Nats> = LazyLock::new(Nats::start);

/// Where servers join each other.
#[async_trait]
trait Meeting: Send + Sync {
    async fn join(&self, store: &dyn Store) -> (Bus, Heard);
}

#[async_trait]
impl Meeting for Arc<Hub> {
    async fn join(&self, _: &dyn Store) -> (Bus, Heard) {
        Hub::join(self)
    }
}

struct At(String);

#[async_trait]
impl Meeting for At {
    async fn join(&self, store: &dyn Store) -> (Bus, Heard) {
        let joined = bus::connect_nats(&self.0.parse().unwrap(), store).await.unwrap();
        // Whoever has just subscribed may miss what is told at once.
        tokio::time::sleep(Duration::from_millis(200)).await;
        joined
    }
}

/// What becomes of notices on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Post {
    Good,
    Lost,
    Doubled,
    /// Late, and the last first.
    Turned,
}

fn spoil(mut heard: Heard, post: Post) -> Heard {
    let (send, spoilt) = mpsc::channel(1000);
    tokio::spawn(async move {
        let mut late = Vec::new();
        while let Some(notice) = heard.recv().await {
            match post {
                Post::Good => send.send(notice).await.unwrap(),
                Post::Lost => {}
                Post::Doubled => {
                    send.send(notice).await.unwrap();
                    send.send(notice).await.unwrap();
                }
                Post::Turned => {
                    late.push(notice);
                    if late.len() == 7 {
                        for notice in late.drain(..).rev() {
                            send.send(notice).await.unwrap();
                        }
                    }
                }
            }
        }
    });
    spoilt
}

/// One server, without the connections.
struct Server {
    house: Arc<House>,
    stop: watch::Sender<bool>,
}

async fn server(store: &Arc<dyn Store>, meeting: &dyn Meeting, post: Post) -> Server {
    let (bus, heard) = meeting.join(&**store).await;
    let (stop, stopped) = watch::channel(false);
    let role = Role::Server { work: false };
    let bus = Some((bus, spoil(heard, post)));
    let process = Process::start(role, Arc::clone(store), bus, Settings::default(), &stopped).await.unwrap();
    Server { house: process.house, stop }
}

async fn lay(server: &Server, id: TableId) {
    let form = VariantForm { game: GameName::Siesta, players: 2, mode: None, scoring: None };
    let variant = Variant::try_from(form).unwrap();
    let options = Options { variant, clock: Clock::default(), rated: false, public: true };
    let chairs = vec![Chair::Person(ANA), Chair::Open];
    let create = move |context: club::Context<'_>| club::create(id, ANA.id, options, chairs, None, context);
    server.house.tables.create(id, None, create).await.unwrap();
}

async fn say(server: &Server, id: TableId, person: u64) -> u64 {
    let command =
        Command::Say { person: PersonId(person), room: Room::Spectators, text: format!("I am {person}") };
    server.house.tables.act(id, &command, None).await.unwrap().seq
}

/// All that happens at one server comes to those who listen at the other, once and in order.
async fn what_one_does_the_other_learns(store: Arc<dyn Store>, meeting: &dyn Meeting) {
    tokio::join!(
        learns(&store, meeting, TableId(1), Post::Good),
        learns(&store, meeting, TableId(2), Post::Lost),
        learns(&store, meeting, TableId(3), Post::Doubled),
        learns(&store, meeting, TableId(4), Post::Turned),
    );
}

async fn learns(store: &Arc<dyn Store>, meeting: &dyn Meeting, id: TableId, post: Post) {
    let (one, other) = tokio::join!(server(store, meeting, Post::Good), server(store, meeting, post));
    lay(&one, id).await;
    let slot = other.house.tables.find(id).await.unwrap().unwrap();
    let (mut seqs, mut hints) = (slot.subscribe(), other.house.live.subscribe(ANA.id));
    let mut last = 0;
    for person in 10..30 {
        last = say(&one, id, person).await;
    }
    let newest = store.read_batches(id, 0).await.unwrap().last().unwrap().id;
    let heard = timeout(PATIENCE, seqs.wait_for(|seq| *seq == last)).await;
    heard.unwrap_or_else(|_| panic!("{post:?}")).unwrap();
    timeout(PATIENCE, hints.wait_for(|place| *place >= newest)).await.unwrap().unwrap();
    let said = slot.look(|loaded| loaded.log.len());
    assert_eq!(said as u64, last, "{post:?}");
    // And what is decided there comes after all of it.
    assert_eq!(say(&other, id, 99).await, last + 1, "{post:?}");
    assert_eq!(store.read_batches(id, 0).await.unwrap().len(), 22);
}

/// Everybody else hears a notice, each club its own.
async fn notices_go_to_all_others(store: Arc<dyn Store>, meeting: &dyn Meeting) {
    let (one, mut heard_by_one) = meeting.join(&*store).await;
    let (_two, mut heard_by_two) = meeting.join(&*store).await;
    let (_three, mut heard_by_three) = meeting.join(&*store).await;
    for notice in [Notice::Work, Notice::Log(7), Notice::Person(PersonId(1)), Notice::Presence(TableId(2))] {
        one.send(notice);
        for heard in [&mut heard_by_two, &mut heard_by_three] {
            assert_eq!(timeout(PATIENCE, heard.recv()).await.unwrap(), Some(notice));
        }
    }
    assert!(heard_by_one.try_recv().is_err(), "not oneself");
}

/// Waits until exactly these are at a table, as a server knows it.
async fn wait_for_people(server: &Server, id: TableId, people: &[PersonId]) {
    let wanted: HashSet<PersonId> = people.iter().copied().collect();
    let came = async {
        while server.house.presence.at(id).await != wanted {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let came = timeout(3 * PATIENCE, came).await;
    assert!(came.is_ok(), "not {wanted:?} but {:?}", server.house.presence.at(id).await);
}

/// Who is at a table by one server is there for all, until they go.
async fn who_is_here_is_known_everywhere(store: Arc<dyn Store>, meeting: &dyn Meeting) {
    tokio::join!(
        is_known(&store, meeting, TableId(1), Post::Good),
        is_known(&store, meeting, TableId(2), Post::Lost)
    );
}

async fn is_known(store: &Arc<dyn Store>, meeting: &dyn Meeting, id: TableId, post: Post) {
    const BEN: PersonId = PersonId(2);
    let (one, two) = tokio::join!(server(store, meeting, Post::Good), server(store, meeting, post));
    // There is one server where a process has the store alone.
    let other = if store.shared().is_some() { &two } else { &one };
    lay(&one, id).await;
    let ana = one.house.presence.enter(id, Some(ANA.id));
    wait_for_people(other, id, &[ANA.id]).await;
    let (_ben, _comings) = other.house.presence.watch(id, Some(BEN));
    let seats = vec![Seat::ALL[0]];
    for server in [&one, other] {
        wait_for_people(server, id, &[ANA.id, BEN]).await;
        let present = server.house.presence.at(id).await;
        let slot = server.house.tables.find(id).await.unwrap().unwrap();
        let attendance = slot.look(|loaded| Attendance::of(&loaded.table, present));
        assert_eq!(attendance, Attendance { seats: seats.clone(), others: 1 });
    }
    // The same person by both, and both times one.
    let ana_too = other.house.presence.enter(id, Some(ANA.id));
    wait_for_people(&one, id, &[ANA.id, BEN]).await;
    drop((ana, ana_too));
    for server in [&one, other] {
        wait_for_people(server, id, &[BEN]).await;
    }
}

struct InSqlite(Arc<dyn Store>, #[expect(dead_code, reason = "it goes away when the test ends")] TempDir);

async fn sqlite() -> InSqlite {
    let folder = TempDir::new().unwrap();
    InSqlite(Arc::new(SqliteStore::open(&folder.path().join("club.db")).await.unwrap()), folder)
}

async fn postgres() -> Arc<dyn Store> {
    Arc::new(PostgresStore::open(&POSTGRES.fresh().parse().unwrap()).await.unwrap())
}

macro_rules! combinations {
    ($($claim:ident)*) => {
        $(mod $claim {
            use super::*;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite_in_one_process() {
                let store = sqlite().await;
                super::$claim(Arc::clone(&store.0), &Arc::new(Hub::default())).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite_with_nats() {
                let store = sqlite().await;
                super::$claim(Arc::clone(&store.0), &At(NATS.url())).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgresql_in_one_process() {
                super::$claim(postgres().await, &Arc::new(Hub::default())).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgresql_with_nats() {
                super::$claim(postgres().await, &At(NATS.url())).await;
            }
        })*
    };
}

use damaged::a_damaged_table_hurts_no_other;
use devices::bots_think_on_the_device_of_the_one_person;
use sessions::a_sign_in_in_flight_does_not_survive_a_change_of_the_password;

combinations!(
    what_one_does_the_other_learns
    notices_go_to_all_others
    who_is_here_is_known_everywhere
    a_damaged_table_hurts_no_other
    a_sign_in_in_flight_does_not_survive_a_change_of_the_password
    bots_think_on_the_device_of_the_one_person
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_were_at_a_dead_server_are_forgotten() {
    const DEAD: u64 = 0;
    let (store, id) = (postgres().await, TableId(1));
    let shared = store.shared().unwrap();
    let server = server(&store, &Arc::new(Hub::default()), Post::Good).await;
    shared
        .add_presence(&[Present { table: id, person: ANA.id, thinks: false }], DEAD, Time(u64::MAX >> 1))
        .await
        .unwrap();
    let (_ben, _comings) = server.house.presence.watch(id, Some(PersonId(2)));
    wait_for_people(&server, id, &[ANA.id, PersonId(2)]).await;
    // Its time is over, and nobody tells.
    shared.renew_presence(DEAD, Time(1)).await.unwrap();
    wait_for_people(&server, id, &[PersonId(2)]).await;
    server.house.presence.renew_lease().await.unwrap();
    assert_eq!(shared.renew_presence(DEAD, Time(1)).await.unwrap(), 0, "nothing of it is left");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_taken_for_dead_begins_anew() {
    let (store, hub, id) = (postgres().await, Arc::new(Hub::default()), TableId(1));
    let (one, other) = (server(&store, &hub, Post::Good).await, server(&store, &hub, Post::Good).await);
    let _ana = one.house.presence.enter(id, Some(ANA.id));
    wait_for_people(&other, id, &[ANA.id]).await;
    store.shared().unwrap().remove_server_presence(one.house.number).await.unwrap();
    wait_for_people(&other, id, &[]).await;
    one.house.presence.renew_lease().await.unwrap();
    wait_for_people(&other, id, &[ANA.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_takes_everybody_along() {
    let (store, hub, id) = (postgres().await, Arc::new(Hub::default()), TableId(1));
    let (one, other) = (server(&store, &hub, Post::Good).await, server(&store, &hub, Post::Good).await);
    let _ana = one.house.presence.enter(id, Some(ANA.id));
    wait_for_people(&other, id, &[ANA.id]).await;
    one.stop.send(true).unwrap();
    wait_for_people(&other, id, &[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_nats_servers_look_by_themselves_and_with_it_they_hear_again() {
    let mut nats = Nats::start();
    let meeting = At(nats.url());
    let store = postgres().await;
    let (teller, mut heard) = (meeting.join(&*store).await.0, meeting.join(&*store).await.1);
    let (one, other) =
        (server(&store, &meeting, Post::Good).await, server(&store, &meeting, Post::Good).await);
    let id = TableId(1);
    lay(&one, id).await;
    let slot = other.house.tables.find(id).await.unwrap().unwrap();
    let mut seqs = slot.subscribe();
    nats.stop();
    for person in 10..15 {
        let seq = say(&one, id, person).await;
        timeout(PATIENCE, seqs.wait_for(|known| *known == seq)).await.unwrap().unwrap();
    }
    nats.run();
    // Until it has found its way back, what is told may be lost.
    let again = async {
        loop {
            teller.send(Notice::Work);
            if let Ok(Some(Notice::Work)) = timeout(Duration::from_millis(100), heard.recv()).await {
                break;
            }
        }
    };
    timeout(PATIENCE, again).await.expect("the bus heals");
}

#[tokio::test]
async fn a_server_starts_while_nats_is_away() {
    let mut nats = Nats::start();
    nats.stop();
    let store = postgres().await;
    let meeting = At(nats.url());
    let (one, mut heard) = (meeting.join(&*store).await.0, meeting.join(&*store).await.1);
    nats.run();
    let begins = async {
        loop {
            one.send(Notice::Work);
            if let Ok(Some(Notice::Work)) = timeout(Duration::from_millis(100), heard.recv()).await {
                break;
            }
        }
    };
    timeout(PATIENCE, begins).await.expect("the bus begins when it is there");
}
