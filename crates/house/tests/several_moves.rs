//! Several moves in one request: played in order up to the first that is refused, once, whoever hangs up.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use club::{
    Chair, Clock, Event, GameName, Kind, Options, PersonId, Refusal, Sitter, State, TableId, Variant,
    VariantForm, view,
};
use game::Seat;
use house::{Error, House, MAX_MOVES, Moves, Process, Role, Settings, Stopped};
use store::{IdempotencyKey, SqliteStore};
use tempfile::TempDir;
use tokio::sync::watch;

const ME: Sitter = Sitter { id: PersonId(7), kind: Kind::Human, member: true };
const PATIENCE: Duration = Duration::from_secs(20);

/// Somebody alone at a table of ¡No Siesta!, with marks to make.
struct Scene {
    _folder: TempDir,
    _stop: watch::Sender<bool>,
    house: Arc<House>,
    table: TableId,
}

impl Scene {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(&folder.path().join("club.sqlite")).await.unwrap();
        let (stop, stopped) = watch::channel(false);
        let role = Role::Server { work: true };
        let process =
            Process::start(role, Arc::new(store), None, Settings::default(), &stopped).await.unwrap();
        let form = VariantForm { game: GameName::NoSiesta, players: 1, mode: None, scoring: None };
        let options = Options {
            variant: Variant::try_from(form).unwrap(),
            clock: Clock::default(),
            rated: false,
            public: false,
        };
        let house = process.house;
        let table = house.create_table(ME, options, vec![Chair::Person(ME)], None).await.unwrap().table;
        let scene = Self { _folder: folder, _stop: stop, house, table };
        while scene.marks().await.len() < 2 {
            let (seq, actions) = scene.house.actions(table, ME.id).await.unwrap();
            // Whatever is not the end of the phase leads to marks sooner or later.
            scene.house.play(table, ME.id, seq, actions[0].clone(), None).await.unwrap();
        }
        scene
    }

    async fn state(&self) -> State {
        let slot = self.house.find_table(self.table).await.unwrap();
        slot.look(|loaded| view::state(&loaded.table, Some(ME.id))).unwrap()
    }

    async fn seq(&self) -> u64 {
        self.house.find_table(self.table).await.unwrap().look(|loaded| loaded.table.seq)
    }

    /// Marks that can be made one after another, and need no chance.
    async fn marks(&self) -> Vec<String> {
        let (mut state, seat, mut marks) = (self.state().await, Seat::ALL[0], Vec::new());
        while state.to_act().includes(seat) && marks.len() < 4 {
            let Some(mark) = state.actions(seat).into_iter().find(|action| action.contains(" to ")) else {
                break;
            };
            state.play(seat, &mark).unwrap();
            marks.push(mark);
        }
        marks
    }

    fn moves(&self, seq: u64, texts: &[String]) -> Moves {
        Moves { seq, first: texts[0].clone(), then: texts[1..].to_vec() }
    }

    /// The moves after this event.
    async fn played(&self, after: u64) -> Vec<String> {
        let slot = self.house.find_table(self.table).await.unwrap();
        slot.look(|loaded| {
            let played = loaded.log[after as usize..].iter().filter_map(|(_, event)| match event {
                Event::Played { text, .. } => Some(text.clone()),
                _ => None,
            });
            played.collect()
        })
    }
}

fn key(name: &str, request: u8) -> Option<IdempotencyKey> {
    Some(IdempotencyKey { person: ME.id, key: name.to_owned(), request: [request; 32] })
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_played_in_order_each_as_an_event_of_its_own() {
    let scene = Scene::new().await;
    let (seq, marks) = (scene.seq().await, scene.marks().await);
    let acted = scene.house.play_all(scene.table, ME.id, scene.moves(seq, &marks), None).await.unwrap();
    assert_eq!(scene.played(seq).await, marks);
    assert_eq!(acted.seq, scene.seq().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_before_a_refused_one_stay_and_those_after_it_are_not_played() {
    let scene = Scene::new().await;
    let (seq, marks) = (scene.seq().await, scene.marks().await);
    let sent = [marks[0].clone(), "take hat".to_owned(), marks[1].clone()];
    for _ in 0..2 {
        let moves = scene.moves(seq, &sent);
        let stopped = scene.house.play_all(scene.table, ME.id, moves, key("marks", 1)).await.unwrap_err();
        assert!(
            matches!(stopped, Stopped { accepted: 1, error: Error::Refused(Refusal::Rules(_)) }),
            "{stopped:?}"
        );
        assert_eq!(scene.played(seq).await, marks[..1], "the same request again changes nothing");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_moves_with_the_same_key_are_played_once_and_others_are_refused() {
    let scene = Scene::new().await;
    let (seq, marks) = (scene.seq().await, scene.marks().await);
    let play = |request, texts: &[String]| {
        scene.house.play_all(scene.table, ME.id, scene.moves(seq, texts), key("marks", request))
    };
    let (first, again) = (play(1, &marks).await.unwrap(), play(1, &marks).await.unwrap());
    assert_eq!(first, again);
    assert_eq!(scene.played(seq).await, marks);
    let other = play(2, &marks[..1]).await.unwrap_err();
    assert!(matches!(other, Stopped { accepted: 0, error: Error::KeyReused }), "{other:?}");
    let late = scene.house.play_all(scene.table, ME.id, scene.moves(seq, &marks), None).await.unwrap_err();
    assert!(
        matches!(late, Stopped { accepted: 0, error: Error::Refused(Refusal::Stale { .. }) }),
        "{late:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn all_moves_are_played_although_the_caller_hangs_up() {
    let scene = Scene::new().await;
    let (seq, marks) = (scene.seq().await, scene.marks().await);
    let play = || scene.house.play_all(scene.table, ME.id, scene.moves(seq, &marks), key("marks", 1));
    // Dropped as soon as it waits for anything.
    assert!(tokio::time::timeout(Duration::ZERO, play()).await.is_err());
    let began = Instant::now();
    while scene.played(seq).await.len() < marks.len() {
        assert!(began.elapsed() < PATIENCE, "{:?} of {marks:?}", scene.played(seq).await);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let acted = play().await.unwrap();
    assert_eq!((acted.seq, scene.played(seq).await), (scene.seq().await, marks.clone()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_too_many_moves_plays_none() {
    let scene = Scene::new().await;
    let (seq, marks) = (scene.seq().await, scene.marks().await);
    let many = vec![marks[0].clone(); MAX_MOVES + 1];
    let stopped = scene.house.play_all(scene.table, ME.id, scene.moves(seq, &many), None).await.unwrap_err();
    assert!(matches!(stopped, Stopped { accepted: 0, error: Error::TooManyMoves(MAX_MOVES) }), "{stopped:?}");
    assert_eq!(scene.seq().await, seq);
}
