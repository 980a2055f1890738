//! A table: the state that its events add up to.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use bots::Level;
use game::{Seat, ToAct};

use crate::chance::{Seed, SeedHash};
use crate::event::{Departure, Ending, Event, Room};
use crate::ids::{PersonId, TableId};
use crate::options::{Chair, Options, Sitter};
use crate::stage::Stage;
use crate::state::{State, Step, StepError};
use crate::time::Time;

/// The number of chat messages that a table keeps in memory for each room, so that nobody pushes out what is said in a
/// room that they may not write to.
const MESSAGES_KEPT: usize = 100;

/// The state of a table after some of its events.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Random, so that only people who got the address find a table that is not listed.
    pub id: TableId,
    /// The number of events so far, which is the number of the last one.
    pub seq: u64,
    /// The number of the last event that changed the game.
    pub game_seq: u64,
    /// The person who created the table. If they leave before the start, the first person on the chairs.
    pub host: PersonId,
    /// The game, the clock, and whether the table is rated and public.
    pub options: Options,
    /// Who sits on which chair before the start. After it, [`Game::seats`] says who plays.
    pub chairs: Vec<Chair>,
    /// The chair of each seat, if the host fixed the order; `None` if the order is drawn.
    pub seating: Option<Vec<usize>>,
    /// The one person who ever sat at the table; `None` once there were several.
    pub only_person: Option<PersonId>,
    /// The stage of the table, with its game.
    pub progress: Progress,
    /// The last messages of each room, the oldest first.
    pub chat: VecDeque<Message>,
    /// Pairs of a person and somebody whom they have muted.
    pub muted: BTreeSet<(PersonId, PersonId)>,
    /// The table of the rematch, once a player has created it.
    pub rematch: Option<TableId>,
    /// The time of the first event.
    pub created: Time,
    /// When the stage or the people last changed.
    pub changed: Time,
}

/// The stage of a table, with its game once it has begun. [`Table::stage`] names it.
#[derive(Clone, PartialEq, Debug)]
pub enum Progress {
    /// People may join.
    Waiting,
    /// The game is running or over.
    Game(Box<Game>),
    /// The last person left before the game began.
    Closed,
}

/// A game at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Who plays on each seat.
    pub seats: Vec<Place>,
    /// The index of the chair of each seat.
    pub seating: Vec<usize>,
    /// The hash of the seed from which all chance follows.
    pub seed_hash: SeedHash,
    /// The steps so far, without those that were taken back.
    pub steps: Vec<Step>,
    /// The position after the steps.
    pub state: State,
    /// The number of chance events so far.
    pub chances: u32,
    /// A takeback that waits for answers.
    pub takeback: Option<Takeback>,
    /// The seats whose takeback was refused since the last step. They may not ask again before the next one.
    pub refused: Vec<Seat>,
    /// The seats whose players left, in the order in which they left.
    pub departed: Vec<Seat>,
    /// `None` while the game is running.
    pub outcome: Option<Outcome>,
}

/// A seat in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Who had the seat when the game began.
    pub began: Player,
    /// Why the player left, and the level of the bot that took over; `None` if they still play.
    pub left: Option<(Departure, Level)>,
    /// What remains of the reserve of the clock.
    pub reserve: Duration,
    /// When the clock of this seat started to run; `None` while it does not run.
    pub since: Option<Time>,
    /// The number of turns that the person of this seat finished, without those that were taken back.
    pub turns: u32,
}

/// Who plays on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person or a program with an account.
    Person(Sitter),
    /// A bot of the house, by its level.
    Bot(Level),
}

/// A takeback that waits for answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Takeback {
    /// The seat that asked.
    pub seat: Seat,
    /// The number of steps that remain if all agree.
    pub steps: usize,
    /// The seats that have agreed so far.
    pub agreed: Vec<Seat>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The rank of each seat, from 1. Equal ranks are ties.
    pub ranks: Vec<u8>,
    /// The final points of each seat.
    pub scores: Vec<i32>,
    /// The seed from which all chance of the game followed.
    pub seed: Seed,
    /// Whether the rules ended it, or the last person left.
    pub ended: Ending,
    /// The number of turns that the person of each seat finished; `None` in games of earlier versions.
    pub turns: Option<Vec<u32>>,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The number of its event.
    pub seq: u64,
    /// When the server received it.
    pub at: Time,
    /// The author.
    pub person: PersonId,
    /// Who may read it.
    pub room: Room,
    /// 1 to 300 characters.
    pub text: String,
}

/// Why events do not make a table: the store is damaged, or another version wrote them.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FoldError {
    /// The first event does not create the table, or a later one does.
    #[error("the first event of a table must create it, and no later event may")]
    Creation,
    /// An event of a game before the game began.
    #[error("event {0} belongs to a game, but no game has begun")]
    NoGame(u64),
    /// A chair, a seat or a number of steps that does not exist.
    #[error("event {0} refers to a chair, a seat or a step that does not exist")]
    NotThere(u64),
    /// A step that the rules forbid.
    #[error("the rules refuse event {0}: {1}")]
    Refused(u64, StepError),
}

impl Place {
    /// Who plays on the seat now.
    pub fn player(&self) -> Player {
        match self.left {
            Some((_, level)) => Player::Bot(level),
            None => self.began,
        }
    }

    /// The person who plays on the seat now; `None` for a bot.
    pub fn person(&self) -> Option<PersonId> {
        match self.player() {
            Player::Person(sitter) => Some(sitter.id),
            Player::Bot(_) => None,
        }
    }
}

impl Game {
    /// All seats in their order.
    pub fn places(&self) -> impl Iterator<Item = (Seat, &Place)> {
        Seat::ALL.into_iter().zip(&self.seats)
    }

    /// The place of a seat. Panics if the game has no such seat.
    pub fn place(&self, seat: Seat) -> &Place {
        &self.seats[seat.index()]
    }

    /// The seats on which people play now.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        self.places().filter(|(_, place)| place.person().is_some()).map(|(seat, _)| seat)
    }

    /// The seats that are to act; none once the game is over.
    pub fn to_act(&self) -> impl Iterator<Item = Seat> {
        let to_act = if self.outcome.is_none() { self.state.to_act() } else { ToAct::Over };
        self.places().map(|(seat, _)| seat).filter(move |seat| to_act.includes(*seat))
    }

    /// The seats of bots that are to act, with their levels.
    pub fn waiting_bots(&self) -> impl Iterator<Item = (Seat, Level)> {
        self.to_act().filter_map(|seat| match self.place(seat).player() {
            Player::Bot(level) => Some((seat, level)),
            Player::Person(_) => None,
        })
    }

    /// The seat that this person had at the start, even if they have left the game.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let sits = |place: &Place| matches!(place.began, Player::Person(sitter) if sitter.id == person);
        self.places().find(|(_, place)| sits(place)).map(|(seat, _)| seat)
    }
}

impl Table {
    /// The table that its first event creates.
    pub fn new(id: TableId, at: Time, created: &Event) -> Result<Self, FoldError> {
        let Event::Created { host, options, chairs, seating } = created else {
            return Err(FoldError::Creation);
        };
        Ok(Self {
            id,
            seq: 1,
            game_seq: 1,
            host: *host,
            options: options.clone(),
            chairs: chairs.clone(),
            seating: seating.clone(),
            only_person: Some(*host),
            progress: Progress::Waiting,
            chat: VecDeque::new(),
            muted: BTreeSet::new(),
            rematch: None,
            created: at,
            changed: at,
        })
    }

    /// Whether the table waits for people, plays, or is over.
    pub fn stage(&self) -> Stage {
        match &self.progress {
            Progress::Waiting => Stage::Waiting,
            Progress::Game(game) if game.outcome.is_some() => Stage::Finished,
            Progress::Game(_) => Stage::Playing,
            Progress::Closed => Stage::Closed,
        }
    }

    /// The game, running or over.
    pub fn game(&self) -> Option<&Game> {
        match &self.progress {
            Progress::Game(game) => Some(game),
            Progress::Waiting | Progress::Closed => None,
        }
    }

    /// The game while it is running.
    pub fn live(&self) -> Option<&Game> {
        self.game().filter(|game| game.outcome.is_none())
    }

    /// The index of this person's chair.
    pub fn chair_of(&self, person: PersonId) -> Option<usize> {
        self.chairs.iter().position(|chair| matches!(chair, Chair::Person(sitter) if sitter.id == person))
    }

    /// Whether this person is one of the players, even if they have left the game.
    pub fn seats(&self, person: PersonId) -> bool {
        match self.game() {
            Some(game) => game.seat_of(person).is_some(),
            None => self.chair_of(person).is_some(),
        }
    }

    /// Everybody who sits at the table or is invited.
    pub fn people(&self) -> impl Iterator<Item = PersonId> {
        self.chairs.iter().filter_map(|chair| match chair {
            Chair::Person(sitter) => Some(sitter.id),
            Chair::Invited(person) => Some(*person),
            Chair::Open | Chair::Bot { .. } => None,
        })
    }

    /// The person whose device may choose the actions of the bots: the one person of a casual table. At all others
    /// the house alone plays the bots, because a device can be tampered with.
    pub fn device_of_bots(&self) -> Option<PersonId> {
        self.only_person.filter(|_| !self.options.rated)
    }

    /// When the next clock runs out, and whose. Clocks run only while at least two people play: nobody else
    /// waits for them.
    pub fn deadline(&self) -> Option<(Time, Seat)> {
        self.deadlines().first().copied()
    }

    /// When clocks run out, the earliest first.
    fn deadlines(&self) -> Vec<(Time, Seat)> {
        let (Some(game), Some(turn)) = (self.live(), self.options.clock.turn()) else { return Vec::new() };
        if game.people().count() < 2 {
            return Vec::new();
        }
        let ends = |seat: Seat| {
            let place = game.place(seat);
            place.since.map(|since| (since + turn + place.reserve, seat))
        };
        let mut deadlines: Vec<(Time, Seat)> = game.people().filter_map(ends).collect();
        deadlines.sort();
        deadlines
    }

    /// Whether the clock of this seat ran out. Several clocks may have run out since the last tick. The last
    /// person who is left after that has no clock.
    pub(crate) fn is_late(&self, seat: Seat, now: Time) -> bool {
        let people = self.live().map_or(0, |game| game.people().count());
        let mut late = self.deadlines().into_iter().take_while(|(deadline, _)| *deadline <= now);
        late.position(|(_, late)| late == seat).is_some_and(|place| place + 1 < people)
    }

    /// Whether the table needs background work: it has bots or a clock.
    pub fn needs_work(&self) -> bool {
        let clock = self.options.clock.turn().is_some();
        self.live().is_some_and(|game| clock || game.people().count() < game.seats.len())
    }

    /// Applies the next event.
    pub fn fold(&mut self, at: Time, event: &Event) -> Result<(), FoldError> {
        self.seq += 1;
        let seq = self.seq;
        if event.changes_game() {
            self.game_seq = seq;
        }
        match event {
            Event::Created { .. } => return Err(FoldError::Creation),
            Event::Joined { chair, sitter } => {
                self.only_person = self.only_person.filter(|person| *person == sitter.id);
                self.sit(*chair, Chair::Person(*sitter), at)?;
            }
            Event::Left { chair, person } => {
                self.sit(*chair, Chair::Open, at)?;
                if *person == self.host {
                    let sitter = |chair: &Chair| match chair {
                        Chair::Person(sitter) => Some(sitter.id),
                        Chair::Open | Chair::Invited(_) | Chair::Bot { .. } => None,
                    };
                    self.host = self.chairs.iter().find_map(sitter).unwrap_or(self.host);
                }
            }
            Event::Filled { chair, level } => self.sit(*chair, Chair::Bot { level: *level }, at)?,
            Event::Closed => (self.progress, self.changed) = (Progress::Closed, at),
            Event::Started { seating, seed_hash } => {
                self.progress = Progress::Game(Box::new(self.started(seating, *seed_hash)?));
                self.changed = at;
            }
            Event::Said { person, room, text } => {
                let (person, room, text) = (*person, *room, text.clone());
                let mut of_room = (0..self.chat.len()).filter(|place| self.chat[*place].room == room);
                if let (Some(oldest), true) = (of_room.next(), of_room.count() + 1 == MESSAGES_KEPT) {
                    self.chat.remove(oldest);
                }
                self.chat.push_back(Message { seq, at, person, room, text });
            }
            Event::Muted { by, whom, muted: true } => drop(self.muted.insert((*by, *whom))),
            Event::Muted { by, whom, muted: false } => drop(self.muted.remove(&(*by, *whom))),
            Event::Rematched { table } => self.rematch = Some(*table),
            Event::Played { .. }
            | Event::Happened { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackAnswered { .. }
            | Event::TakenBack { .. }
            | Event::Replaced { .. }
            | Event::Finished { .. } => {
                let variant = self.options.variant;
                let Progress::Game(game) = &mut self.progress else { return Err(FoldError::NoGame(seq)) };
                game.fold(variant, event).map_err(|problem| problem.at(seq))?;
                if matches!(event, Event::Finished { .. } | Event::Replaced { .. }) {
                    self.changed = at;
                }
            }
        }
        if let (Progress::Game(game), true) = (&mut self.progress, event.changes_game()) {
            game.run_clocks(self.options.clock.turn().unwrap_or_default(), at);
        }
        Ok(())
    }

    fn sit(&mut self, chair: usize, sitter: Chair, at: Time) -> Result<(), FoldError> {
        *self.chairs.get_mut(chair).ok_or(FoldError::NotThere(self.seq))? = sitter;
        self.changed = at;
        Ok(())
    }

    fn started(&self, seating: &[usize], seed_hash: SeedHash) -> Result<Game, FoldError> {
        let variant = self.options.variant;
        let player = |chair: &usize| match self.chairs.get(*chair) {
            Some(Chair::Person(sitter)) => Ok(Player::Person(*sitter)),
            Some(Chair::Bot { level }) => Ok(Player::Bot(*level)),
            Some(Chair::Open | Chair::Invited(_)) | None => Err(FoldError::NotThere(self.seq)),
        };
        let chairs = variant.players().count();
        if self.chairs.len() != chairs || !is_order(seating, chairs) {
            return Err(FoldError::NotThere(self.seq));
        }
        let players = seating.iter().map(player).collect::<Result<Vec<Player>, FoldError>>()?;
        let reserve = self.options.clock.reserve();
        let place = |began| Place { began, left: None, reserve, since: None, turns: 0 };
        Ok(Game {
            seats: players.into_iter().map(place).collect(),
            seating: seating.to_vec(),
            seed_hash,
            steps: Vec::new(),
            state: State::start(variant),
            chances: 0,
            takeback: None,
            refused: Vec::new(),
            departed: Vec::new(),
            outcome: None,
        })
    }
}

/// Whether `seating` has each chair once.
pub(crate) fn is_order(seating: &[usize], chairs: usize) -> bool {
    seating.len() == chairs && (0..chairs).all(|chair| seating.contains(&chair))
}
