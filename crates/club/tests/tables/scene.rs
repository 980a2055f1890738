//! A table that a test acts at.

use bots::Level;
use club::view::Named;
use club::{
    Chair, Clock, Command, Context, Event, Game, Kind, Mover, Options, PersonId, Refusal, Room, Seed, Sitter,
    State, Table, TableId, TalkLimits, Time, Variant, create, decide,
};
use game::{Players, Random, Seat};

pub(crate) const ANA: PersonId = PersonId(1);
pub(crate) const BEA: PersonId = PersonId(2);
pub(crate) const CARO: PersonId = PersonId(3);
pub(crate) const DORA: PersonId = PersonId(4);
/// A spectator.
pub(crate) const EVA: PersonId = PersonId(5);
pub(crate) const FINA: PersonId = PersonId(6);

pub(crate) const A: Seat = Seat::ALL[0];
pub(crate) const B: Seat = Seat::ALL[1];
pub(crate) const C: Seat = Seat::ALL[2];
pub(crate) const D: Seat = Seat::ALL[3];

pub(crate) const SEED: Seed = Seed([42; 32]);
pub(crate) const BOT: Chair = Chair::Bot { level: Level::WEAKEST };
pub(crate) const LIVE: Clock = Clock::Live { turn_seconds: 30, reserve_seconds: 20 };

pub(crate) fn member(id: PersonId) -> Sitter {
    Sitter { id, kind: Kind::Human, member: true }
}

pub(crate) fn guest(id: PersonId) -> Sitter {
    Sitter { member: false, ..member(id) }
}

pub(crate) fn named(person: PersonId) -> Named {
    Named { name: name(person), deleted: false }
}

pub(crate) fn name(person: PersonId) -> String {
    format!("person {}", person.0)
}

pub(crate) fn siesta(players: usize) -> Variant {
    let (players, scoring, mode) =
        (Players::new(players).unwrap(), siesta::Scoring::Printed, siesta::Mode::FreeForAll);
    Variant::Siesta(siesta::Variant::new(players, scoring, mode).unwrap())
}

pub(crate) fn teams() -> Variant {
    Variant::Siesta(
        siesta::Variant::new(Players::FOUR, siesta::Scoring::Online, siesta::Mode::Teams).unwrap(),
    )
}

pub(crate) fn no_siesta(players: usize) -> Variant {
    let mode = if players == 1 { no_siesta::Mode::Solo } else { no_siesta::Mode::Standard };
    Variant::NoSiesta(no_siesta::Variant::new(Players::new(players).unwrap(), mode).unwrap())
}

pub(crate) fn casual(variant: Variant) -> Options {
    Options { variant, clock: Clock::None, rated: false, public: true }
}

pub(crate) fn rated(variant: Variant) -> Options {
    Options { rated: true, clock: LIVE, ..casual(variant) }
}

pub(crate) fn with_clock(variant: Variant, clock: Clock) -> Options {
    Options { clock, ..casual(variant) }
}

/// A table, its log and the current time.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) table: Table,
    pub(crate) log: Vec<Event>,
    pub(crate) now: Time,
    pub(crate) seed: Seed,
    random: Random,
}

impl Scene {
    /// Creates a table.
    pub(crate) fn create(
        options: Options,
        chairs: &[Chair],
        seating: Option<Vec<usize>>,
    ) -> Result<Self, Refusal> {
        Self::create_with(SEED, ANA, options, chairs, seating)
    }

    pub(crate) fn create_with(
        seed: Seed,
        host: PersonId,
        options: Options,
        chairs: &[Chair],
        seating: Option<Vec<usize>>,
    ) -> Result<Self, Refusal> {
        let (id, now) = (TableId(7), Time(1_000_000));
        let log = create(
            id,
            host,
            options,
            chairs.to_vec(),
            seating,
            Context { now, seed: &seed, talk: TalkLimits::default() },
        )?;
        let mut table = Table::new(id, now, &log[0]).unwrap();
        log[1..].iter().for_each(|event| table.fold(now, event).unwrap());
        Ok(Self { table, log, now, seed, random: Random::new(5) })
    }

    /// Ana creates a table and these people join, each on the seat of their chair. The rest are bots.
    pub(crate) fn of(options: Options, people: &[PersonId]) -> Self {
        let count = options.variant.players().count();
        let mut chairs: Vec<Chair> = people.iter().map(|person| Chair::Invited(*person)).collect();
        chairs[0] = Chair::Person(member(ANA));
        chairs.resize(count, BOT);
        let mut scene = Self::create(options, &chairs, Some((0..count).collect())).unwrap();
        for person in &people[1..] {
            scene.act(Command::Join(member(*person))).unwrap();
        }
        assert!(scene.table.live().is_some());
        scene
    }

    /// The same table with other moves to come.
    pub(crate) fn with_moves(self, number: u64) -> Self {
        Self { random: Random::new(number), ..self }
    }

    /// Runs a command. The table changes unless the command is refused.
    #[expect(clippy::needless_pass_by_value, reason = "a command is written where it is given")]
    pub(crate) fn act(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        let events = decide(
            &self.table,
            &command,
            Context { now: self.now, seed: &self.seed, talk: TalkLimits::default() },
        )?;
        events.iter().for_each(|event| self.table.fold(self.now, event).unwrap());
        self.log.extend(events.iter().cloned());
        Ok(events)
    }

    /// Why a command is refused; the table does not change.
    pub(crate) fn refusal(&self, command: Command) -> Refusal {
        self.clone().act(command).unwrap_err()
    }

    pub(crate) fn wait(&mut self, seconds: u64) {
        self.now = Time(self.now.0 + 1000 * seconds);
    }

    pub(crate) fn game(&self) -> &Game {
        self.table.game().unwrap()
    }

    pub(crate) fn reserve(&self, seat: Seat) -> u64 {
        self.game().place(seat).reserve.as_secs()
    }

    /// How many seconds are left, and for whom.
    pub(crate) fn deadline(&self) -> Option<(u64, Seat)> {
        self.table.deadline().map(|(deadline, seat)| ((deadline - self.now).as_secs(), seat))
    }

    pub(crate) fn to_act(&self) -> Vec<Seat> {
        self.game().to_act().collect()
    }

    /// A legal action of the seat.
    pub(crate) fn legal(&mut self, seat: Seat) -> String {
        match &self.game().state {
            State::Siesta(position) => {
                let mut position = (**position).clone();
                position.play_random(&mut self.random).unwrap().to_string()
            }
            State::NoSiesta(position) => {
                let mut actions = Vec::new();
                position.actions(seat, &mut actions);
                let done = actions.iter().find(|action| **action == no_siesta::Action::Done).copied();
                done.or_else(|| self.random.pick(&actions).copied()).unwrap().to_string()
            }
        }
    }

    /// The command by which the player of the seat takes a legal action.
    pub(crate) fn command(&mut self, seat: Seat) -> Command {
        let text = self.legal(seat);
        let by = self.game().place(seat).person().map_or(Mover::Bot(seat), Mover::Person);
        Command::Play { by, expected: self.table.seq, text }
    }

    /// The player of the seat takes a legal action.
    pub(crate) fn play(&mut self, seat: Seat) -> Vec<Event> {
        let command = self.command(seat);
        self.act(command).unwrap()
    }

    /// Everybody plays until this holds.
    pub(crate) fn play_until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            let seat = self.to_act()[0];
            self.play(seat);
        }
    }

    /// Everybody plays until the game is over.
    pub(crate) fn play_out(&mut self) {
        self.play_until(|scene| scene.table.live().is_none());
    }

    pub(crate) fn say(&mut self, person: PersonId, room: Room, text: &str) -> Result<Vec<Event>, Refusal> {
        self.act(Command::Say { person, room, text: text.to_owned() })
    }

    pub(crate) fn answer(&mut self, person: PersonId, agreed: bool) -> Result<Vec<Event>, Refusal> {
        self.act(Command::AnswerTakeback { person, agreed })
    }
}
