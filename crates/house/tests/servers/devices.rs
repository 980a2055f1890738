//! Bots that think on the device of the one person at the table, on every combination of store and bus: no table gets
//! stuck, and no move is played twice.

use std::sync::Arc;
use std::time::Duration;

use bots::Level;
use club::{
    Chair, Clock, Event, GameName, Options, PersonId, Refusal, StepError, TableId, Time, Variant, VariantForm,
};
use game::Seat;
use house::{Error, House, Process, Role, Settings};
use store::Store;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::{ANA, Meeting, PATIENCE, Post, spoil};

const BOT: Seat = Seat::ALL[1];

/// A club whose bots another process plays, where processes can share the store.
struct Club {
    house: Arc<House>,
    store: Arc<dyn Store>,
    _processes: Vec<Process>,
    _stop: watch::Sender<bool>,
}

async fn open(store: &Arc<dyn Store>, meeting: &dyn Meeting, post: Post) -> Club {
    let shared = store.shared().is_some();
    let (stop, stopped) = watch::channel(false);
    let roles = if shared {
        vec![Role::Server { work: false }, Role::Worker]
    } else {
        vec![Role::Server { work: true }]
    };
    let mut processes = Vec::new();
    for role in roles {
        let (bus, heard) = meeting.join(&**store).await;
        let bus = Some((bus, spoil(heard, post)));
        let process = Process::start(role, Arc::clone(store), bus, Settings::default(), &stopped);
        processes.push(process.await.unwrap());
    }
    let house = Arc::clone(&processes[0].house);
    Club { house, store: Arc::clone(store), _processes: processes, _stop: stop }
}

impl Club {
    /// Ana's casual table with one bot; she moves first.
    async fn create_table(&self, id: TableId) {
        let form = VariantForm { game: GameName::Siesta, players: 2, mode: None, scoring: None };
        let variant = Variant::try_from(form).unwrap();
        let options = Options { variant, clock: Clock::None, rated: false, public: false };
        let chairs = vec![Chair::Person(ANA), Chair::Bot { level: Level::WEAKEST }];
        let create = move |context: club::Context<'_>| {
            club::create(id, ANA.id, options, chairs, Some(vec![0, 1]), context)
        };
        self.house.tables.create(id, None, create).await.unwrap();
    }

    /// Opens a stream of Ana's device, and waits until every process knows of it.
    async fn device(&self, id: TableId) -> house::presence::Here {
        let here = self.house.presence.enter(id, Some(ANA.id)).with_device();
        if let Some(shared) = self.store.shared() {
            let known = async {
                while !shared.has_device(id, ANA.id, Time(0)).await.unwrap() {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            };
            timeout(PATIENCE, known).await.unwrap();
        }
        here
    }

    /// The last event and a legal move of the seat.
    async fn look(&self, id: TableId, seat: Seat) -> (u64, String) {
        let slot = self.house.find_table(id).await.unwrap();
        slot.look(|loaded| {
            let actions = loaded.table.game().unwrap().state.actions(seat);
            (loaded.table.seq, actions[0].clone())
        })
    }

    /// Ana plays; returns the event and a legal move of the bot.
    async fn ana_plays(&self, id: TableId) -> (u64, String) {
        let (seq, text) = self.look(id, Seat::ALL[0]).await;
        self.house.play(id, ANA.id, seq, text, None).await.unwrap();
        self.look(id, BOT).await
    }

    async fn device_plays(&self, id: TableId, seq: u64, text: &str) -> Result<u64, Error> {
        let played = self.house.play_for_bot(id, ANA.id, BOT, seq, text.to_owned(), None).await;
        played.map(|acted| acted.seq)
    }

    /// The moves of the bot so far: when, and whether the device made them.
    async fn bot_moves(&self, id: TableId) -> Vec<(Time, bool)> {
        let slot = self.house.find_table(id).await.unwrap();
        slot.look(|loaded| {
            let played = loaded.log.iter().filter_map(|(at, event)| match event {
                Event::Played { seat, on_device, .. } if *seat == BOT => Some((*at, *on_device)),
                _ => None,
            });
            played.collect()
        })
    }

    /// Waits until the bot has made this many moves.
    async fn wait_for_moves(&self, id: TableId, count: usize) -> Vec<(Time, bool)> {
        let moved = async {
            loop {
                let moves = self.bot_moves(id).await;
                if moves.len() >= count {
                    return moves;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, moved).await.expect("the bot moves")
    }
}

fn is_stale(answer: &Result<u64, Error>) -> bool {
    matches!(answer, Err(Error::Refused(Refusal::Stale { .. })))
}

/// The house waits for a device that is there, and plays itself if nothing legal comes.
pub(crate) async fn bots_think_on_the_device_of_the_one_person(store: Arc<dyn Store>, meeting: &dyn Meeting) {
    let club = open(&store, meeting, Post::Good).await;
    tokio::join!(
        answers(&club, TableId(1)),
        is_silent(&club, TableId(2)),
        sends_garbage(&club, TableId(3)),
        closes(&club, TableId(4)),
        is_not_there(&club, TableId(5)),
    );
}

async fn answers(club: &Club, id: TableId) {
    club.create_table(id).await;
    let _device = club.device(id).await;
    for turn in 1..=2 {
        let (seq, text) = club.ana_plays(id).await;
        // Long after the house would have played without the device.
        tokio::time::sleep(Duration::from_millis(800)).await;
        assert_eq!(club.device_plays(id, seq, &text).await.unwrap(), seq + 1, "turn {turn}");
        assert!(is_stale(&club.device_plays(id, seq, &text).await), "once");
    }
    // The house has nothing to add.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let moves = club.bot_moves(id).await;
    assert_eq!(moves.iter().map(|(_, on_device)| *on_device).collect::<Vec<_>>(), [true, true]);
}

async fn is_silent(club: &Club, id: TableId) {
    club.create_table(id).await;
    let _device = club.device(id).await;
    let before = house::tables::now();
    let (seq, text) = club.ana_plays(id).await;
    let (at, on_device) = club.wait_for_moves(id, 1).await[0];
    assert!(!on_device);
    assert!(at - before >= Duration::from_secs(2), "the house waited: {:?}", at - before);
    assert!(is_stale(&club.device_plays(id, seq, &text).await), "the device is too late");
    assert_eq!(club.bot_moves(id).await.len(), 1);
    // It has another chance in the next turn.
    let (seq, text) = club.ana_plays(id).await;
    club.device_plays(id, seq, &text).await.unwrap();
    assert_eq!(club.bot_moves(id).await[1..].iter().map(|(_, device)| *device).collect::<Vec<_>>(), [true]);
}

async fn sends_garbage(club: &Club, id: TableId) {
    club.create_table(id).await;
    let _device = club.device(id).await;
    let (seq, text) = club.ana_plays(id).await;
    let unreadable = club.device_plays(id, seq, "garbage").await;
    assert!(matches!(unreadable, Err(Error::Refused(Refusal::Rules(StepError::Notation { .. })))));
    let illegal = club.device_plays(id, seq, "*A1 ^A1 #A1").await;
    assert!(matches!(illegal, Err(Error::Refused(Refusal::Rules(_)))));
    assert!(is_stale(&club.device_plays(id, seq + 7, &text).await));
    let stranger = club.house.play_for_bot(id, PersonId(9), BOT, seq, text.clone(), None).await;
    assert!(matches!(stranger, Err(Error::Refused(Refusal::NotSeated))));
    assert_eq!(club.bot_moves(id).await.len(), 0, "nothing of it counts");
    assert!(!club.wait_for_moves(id, 1).await[0].1, "the house plays");
}

async fn closes(club: &Club, id: TableId) {
    club.create_table(id).await;
    let device = club.device(id).await;
    club.ana_plays(id).await;
    drop(device);
    assert!(!club.wait_for_moves(id, 1).await[0].1);
}

async fn is_not_there(club: &Club, id: TableId) {
    club.create_table(id).await;
    // Somebody watches, and even their device could think; but it is not theirs to play.
    let _watcher = club.house.presence.enter(id, Some(PersonId(9))).with_device();
    let _ana = club.house.presence.enter(id, Some(ANA.id));
    for turn in 1..=3 {
        club.ana_plays(id).await;
        assert!(club.wait_for_moves(id, turn).await.iter().all(|(_, on_device)| !on_device));
    }
}
