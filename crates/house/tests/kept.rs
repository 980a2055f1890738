//! Tables that a device keeps are put on the server, taken along and handed back. What does not follow is refused.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, LazyLock};

use bots::Level;
use club::{
    Chair, Clock, Command, Event, GameName, Kept, Kind, Mover, Options, PersonId, Player, Refusal, Seed,
    Sitter, Stage, TableId, Time, Variant, VariantForm,
};
use game::Random;
use house::{Error, House, Process, Role, Settings};
use store::{PostgresStore, SqliteStore, Store};
use tempfile::TempDir;
use test_services::Postgres;
use tokio::sync::watch;

static POSTGRES: LazyLock<Postgres> = LazyLock::new(Postgres::start);

/// A server that plays no bots: on a device they play there, and a test must not be overtaken.
async fn server(store: Arc<dyn Store>) -> (Arc<House>, Process, watch::Sender<bool>) {
    let (stop, stopped) = watch::channel(false);
    let role = Role::Server { work: false };
    let process = Process::start(role, store, None, Settings::default(), &stopped).await.unwrap();
    (Arc::clone(&process.house), process, stop)
}

fn guest(number: u64) -> Sitter {
    Sitter { id: PersonId(number), kind: Kind::Human, member: false }
}

fn casual(game: GameName, players: usize) -> Options {
    let variant = VariantForm { game, players, mode: None, scoring: None };
    Options { variant: Variant::try_from(variant).unwrap(), clock: Clock::None, rated: false, public: false }
}

/// A game against a bot on a device, after so many actions.
fn on_device(game: GameName, id: u64, actions: u32) -> Kept {
    let chairs = [Chair::Person(guest(1)), Chair::Bot { level: Level::WEAKEST }];
    let seed = Seed([id as u8; 32]);
    let mut kept = Kept::create(TableId(id), casual(game, 2), &chairs, seed, Time(1)).unwrap();
    play(&mut kept, &mut Random::new(id), actions);
    kept
}

/// Plays random actions on the device.
fn play(kept: &mut Kept, random: &mut Random, actions: u32) {
    for _ in 0..actions {
        let table = kept.table().unwrap();
        let Some(game) = table.live() else { return };
        let seat = game.to_act().next().unwrap();
        let by = match game.place(seat).player() {
            Player::Person(sitter) => Mover::Person(sitter.id),
            Player::Bot(_) => Mover::Bot(seat),
        };
        let text = random.pick(&game.state.actions(seat)).unwrap().clone();
        kept.act(&Command::Play { by, expected: table.seq, text }, Time(2)).unwrap();
    }
}

async fn steps(house: &House, id: TableId) -> Vec<club::Step> {
    house.find_table(id).await.unwrap().look(|loaded| loaded.table.game().unwrap().steps.clone())
}

/// Takes a table along when no bot is about to move. The server of the test plays no bots, so the test does.
async fn take_along(house: &Arc<House>, id: TableId, person: Sitter) -> Kept {
    loop {
        match house.take_along(id, person.id).await {
            Ok(kept) => return kept,
            Err(Error::Busy) => {
                let (seq, bot) = house.find_table(id).await.unwrap().look(|loaded| {
                    let (seat, _) = loaded.table.live().unwrap().waiting_bots().next().unwrap();
                    let text = loaded.table.live().unwrap().state.actions(seat)[0].clone();
                    (loaded.table.seq, (seat, text))
                });
                let play = Command::Play { by: Mover::Bot(bot.0), expected: seq, text: bot.1 };
                house.tables.act(id, &play, None).await.unwrap();
            }
            Err(error) => panic!("{error}"),
        }
    }
}

async fn tables_go_both_ways<S: Store + 'static>(open: impl AsyncFn() -> S) {
    let (house, process, stop) = server(Arc::new(open().await)).await;
    let ana = guest(0xa);
    for (game, id) in [(GameName::Siesta, 10), (GameName::NoSiesta, 20)] {
        // A finished game and one that is on are the same on the server, and Ana is the one who played.
        for (id, actions) in [(id, 5), (id + 1, 5000)] {
            let kept = on_device(game, id, actions);
            let table = kept.table().unwrap();
            house.put_kept(ana, kept, None).await.unwrap();
            assert_eq!(steps(&house, TableId(id)).await, table.game().unwrap().steps);
            let slot = house.find_table(TableId(id)).await.unwrap();
            slot.look(|loaded| {
                assert_eq!(loaded.table.stage(), table.stage());
                assert_eq!(loaded.table.people().collect::<Vec<_>>(), [ana.id]);
            });
        }
        // Taken along, played on without a connection, and handed back.
        let id = TableId(id);
        let mut kept = take_along(&house, id, ana).await;
        play(&mut kept, &mut Random::new(1), 6);
        let there = kept.table().unwrap();
        house.put_kept(ana, kept.clone(), None).await.unwrap();
        assert_eq!(steps(&house, id).await, there.game().unwrap().steps);
        // Once more is no harm.
        house.put_kept(ana, kept.clone(), None).await.unwrap();
        assert_eq!(steps(&house, id).await, there.game().unwrap().steps);
        // Two devices went on in different ways: the first is kept, and the second is told.
        let (mut one, mut other) = (kept.clone(), kept);
        play(&mut one, &mut Random::new(2), 4);
        play(&mut other, &mut Random::new(3), 4);
        assert_ne!(one.events, other.events);
        house.put_kept(ana, one.clone(), None).await.unwrap();
        assert!(matches!(house.put_kept(ana, other, None).await, Err(Error::PlayedOn)));
        assert_eq!(steps(&house, id).await, one.table().unwrap().game().unwrap().steps);
    }
    stop.send(true).unwrap();
    process.finish().await;
    // All of it is in the store.
    let (house, process, stop) = server(Arc::new(open().await)).await;
    let slot = house.find_table(TableId(11)).await.unwrap();
    assert_eq!(slot.look(|loaded| loaded.table.stage()), Stage::Finished);
    stop.send(true).unwrap();
    process.finish().await;
}

#[tokio::test]
async fn tables_go_both_ways_with_sqlite() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("club.sqlite");
    tables_go_both_ways(async || SqliteStore::open(&file).await.unwrap()).await;
}

#[tokio::test]
async fn tables_go_both_ways_with_postgresql() {
    let database = POSTGRES.fresh().parse().unwrap();
    tables_go_both_ways(async || PostgresStore::open(&database).await.unwrap()).await;
}

#[tokio::test]
async fn what_does_not_follow_is_refused_and_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("club.sqlite")).await.unwrap();
    let (house, process, stop) = server(Arc::new(store)).await;
    let (ana, ben) = (guest(0xa), guest(0xb));
    let good = on_device(GameName::NoSiesta, 30, 12);
    let last_dice =
        good.events.iter().rposition(|kept| matches!(kept.event, Event::Happened { .. })).unwrap();
    let mut loaded_dice = good.clone();
    if let Event::Happened { text, .. } = &mut loaded_dice.events[last_dice].event {
        *text = text.chars().rev().collect();
    }
    let refused = house.put_kept(ana, loaded_dice, None).await.unwrap_err();
    let Error::Kept(error) = &refused else { panic!("{refused}") };
    assert_eq!(error.number, last_dice + 1);
    assert!(refused.to_string().contains("step"), "{refused}");
    assert!(house.find_table(TableId(30)).await.is_err());

    // Nobody else takes a table along or hands it back.
    house.put_kept(ana, good.clone(), None).await.unwrap();
    let seated = |error: Error| matches!(error, Error::Refused(Refusal::NotSeated));
    assert!(house.take_along(TableId(30), ben.id).await.is_err_and(seated));
    assert!(house.put_kept(ben, good, None).await.is_err_and(seated));

    // A table with others stays on the server.
    let chairs = vec![Chair::Person(ana), Chair::Open];
    let with_others = house.create_table(ana, casual(GameName::Siesta, 2), chairs, None).await.unwrap().table;
    house.tables.act(with_others, &Command::Join(ben), None).await.unwrap();
    assert!(matches!(house.take_along(with_others, ana.id).await, Err(Error::OutOfScope(_))));

    // Identities that the device made up are not those of people on the server.
    let chairs = [Chair::Person(guest(1)), Chair::Person(ben)];
    let options = casual(GameName::Siesta, 2);
    let kept = Kept::create(TableId(40), options, &chairs, Seed([4; 32]), Time(1)).unwrap();
    house.put_kept(ana, kept, None).await.unwrap();
    let slot = house.find_table(TableId(40)).await.unwrap();
    let people: Vec<PersonId> = slot.look(|loaded| loaded.table.people().collect());
    assert!(people.contains(&ana.id) && !people.contains(&ben.id) && people.len() == 2, "{people:?}");
    stop.send(true).unwrap();
    process.finish().await;
}
