//! Random tables of every variant, and the laws that hold after every command.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod damage;
mod draws;
mod steps;
mod turns;

use std::collections::BTreeSet;

use bots::Level;
use club::{
    Chair, Clock, Command, Context, Departure, Ending, Event, Game, Kind, Mover, Options, PersonId, Progress,
    Refusal, Room, Seed, Sitter, State, Table, TableId, TalkLimits, Time, Variant, create, decide, record,
    rematch, result, view,
};
use game::{Random, Rules, Seat, ToAct};

use self::draws::{drawn_seed, name, named, sitter, some_chair, some_clock};
use self::steps::{another_outcome, check_step, kind, stored};
use self::turns::check_turns;

/// The number of random commands before the rest of the game is played almost without interruption.
const MIXED: u32 = 250;
/// The people of a test: some take a seat, the others are spectators.
const PEOPLE: u32 = 6;

/// A table with the log that it came from, and a twin that was made from the stored form of the log.
struct Club {
    random: Random,
    now: Time,
    seed: Seed,
    log: Vec<(Time, Event)>,
    table: Table,
    twin: Table,
    moves: u32,
}

fn from_scratch(id: TableId, log: &[(Time, Event)]) -> Table {
    let (at, created) = &log[0];
    let mut table = Table::new(id, *at, created).unwrap();
    for (at, event) in &log[1..] {
        table.fold(*at, event).unwrap();
    }
    table
}

impl Club {
    /// A table of this variant with random chairs and clock.
    fn new(variant: Variant, number: u64) -> Self {
        let mut random = Random::new(number);
        loop {
            let clock = some_clock(&mut random);
            let options = Options { variant, clock, rated: random.below(3) == 0, public: true };
            let mut chairs: Vec<Chair> =
                (0..variant.players().count()).map(|_| some_chair(&mut random)).collect();
            let host = random.below(chairs.len() as u32) as usize;
            chairs[host] = Chair::Person(sitter(0));
            let seed = drawn_seed(&mut random);
            let (id, now) = (TableId(number), Time(1_000_000));
            let context = Context { now, seed: &seed, talk: TalkLimits::default() };
            match create(id, PersonId(0), options, chairs, None, context) {
                Ok(events) => return Self::from_events(random, id, now, seed, &events),
                Err(refusal) => {
                    use Refusal::{RatedAlone, RatedWithoutClock, Twice};
                    assert!(matches!(refusal, Twice | RatedAlone | RatedWithoutClock), "{refusal}");
                }
            }
        }
    }

    fn from_events(random: Random, id: TableId, now: Time, seed: Seed, events: &[Event]) -> Self {
        let table = Table::new(id, now, &events[0]).unwrap();
        let twin = Table::new(id, now, &stored(&events[0])).unwrap();
        let mut club = Self { random, now, seed, log: Vec::new(), table, twin, moves: 0 };
        club.log.push((now, events[0].clone()));
        events[1..].iter().for_each(|event| club.add(event));
        club
    }

    fn game(&self) -> &Game {
        self.table.game().unwrap()
    }

    /// Decides a command, checks all laws, and applies its events.
    fn command(&mut self, command: &Command) -> Result<(), Refusal> {
        let context = Context { now: self.now, seed: &self.seed, talk: TalkLimits::default() };
        let before = self.table.clone();
        let decided = decide(&self.table, command, context);
        assert_eq!(decided, decide(&self.table, command, context), "the same question, another answer");
        let events = decided.inspect_err(|refusal| {
            assert_eq!(self.table, before, "refused: {refusal}");
            assert!(!refusal.to_string().is_empty());
        })?;
        for event in &events {
            self.add(event);
        }
        assert_eq!(self.table, self.twin, "after {command:?}");
        assert_eq!(self.table.seq as usize, self.log.len());
        self.check_state();
        self.check_deadline();
        self.check_views();
        Ok(())
    }

    fn add(&mut self, event: &Event) {
        let before = self.table.clone();
        self.table.fold(self.now, event).unwrap();
        self.twin.fold(self.now, &stored(event)).unwrap();
        self.log.push((self.now, event.clone()));
        assert_eq!(self.table.seq, before.seq + 1);
        if !event.changes_game() {
            assert_eq!(self.table.deadline(), before.deadline(), "{event:?} moves the deadline");
            assert_eq!(self.table.game_seq, before.game_seq, "{event:?} makes moves stale");
        }
        if let (Some(old), Some(new)) = (before.game(), self.table.game()) {
            check_step(old, new, event);
        }
        for person in (0..u64::from(PEOPLE)).map(|person| Some(PersonId(person))).chain([None]) {
            let seq = self.table.seq;
            let Some(seen) = view::event(&self.table, person, seq, self.now, event, &named) else { continue };
            self.check_secret(&serde_json::to_string(&seen).unwrap());
        }
    }

    /// The seed cannot be read anywhere before the end of the game.
    fn check_secret(&self, text: &str) {
        let over = self.table.game().is_some_and(|game| game.outcome.is_some());
        assert!(over || !text.contains(&self.seed.to_string()), "{text}");
    }

    fn check_views(&self) {
        for person in (0..u64::from(PEOPLE)).map(|person| Some(PersonId(person))).chain([None]) {
            let text = serde_json::to_string(&view::table(&self.table, person, &named)).unwrap();
            self.check_secret(&text);
            match self.table.game() {
                Some(game) => {
                    assert!(text.contains(&self.seed.hash().to_string()), "{text}");
                    let shown = text.contains(&self.seed.to_string());
                    assert_eq!(shown, game.outcome.is_some(), "{text}");
                }
                None => assert!(!text.contains("seed"), "{text}"),
            }
        }
        if let Some(text) = record::record(&self.table, &name) {
            self.check_secret(&text);
        }
    }

    /// The state is the result of the steps, and chance is never to act.
    fn check_state(&self) {
        let Some(game) = self.table.game() else { return };
        let mut state = State::start(self.table.options.variant);
        game.steps.iter().for_each(|step| state.repeat(step).unwrap());
        assert_eq!(state, game.state);
        assert_eq!(game.steps.iter().filter(|step| step.seat.is_none()).count(), game.chances as usize);
        assert_ne!(state.to_act(), ToAct::Chance);
        assert!(game.outcome.is_some() || state.to_act() != ToAct::Over, "over, and nobody was told");
        assert!(game.outcome.is_some() || game.people().count() > 0, "nobody is left, and the game is on");
        if let Some(takeback) = &game.takeback {
            assert!(game.steps[takeback.steps..].iter().all(|step| step.seat.is_some()));
            assert_eq!(game.steps[takeback.steps].seat, Some(takeback.seat));
        }
    }

    /// A deadline is there while several people play with a clock and one of them is to act.
    fn check_deadline(&self) {
        let Some(game) = self.table.live() else {
            assert_eq!(self.table.deadline(), None);
            return;
        };
        let to_act: Vec<Seat> =
            game.to_act().filter(|seat| game.people().any(|other| other == *seat)).collect();
        let runs = self.table.options.clock != Clock::None && game.people().count() > 1 && !to_act.is_empty();
        assert_eq!(self.table.deadline().is_some(), runs, "{:?}", self.table);
        if let Some((_, seat)) = self.table.deadline() {
            assert!(to_act.contains(&seat), "the clock of {seat} runs");
        }
        for (seat, place) in game.places() {
            assert_eq!(place.since.is_some(), to_act.contains(&seat), "the clock of {seat}");
            assert!(place.reserve <= self.table.options.clock.reserve());
        }
    }

    /// A legal step of the seat, as text.
    fn legal(&mut self, seat: Seat) -> String {
        match &self.game().state {
            State::Siesta(position) => {
                let mut position = (**position).clone();
                position.play_random(&mut self.random).unwrap().to_string()
            }
            State::NoSiesta(position) => {
                let mut actions = Vec::new();
                Rules::actions(&**position, seat, &mut actions);
                // Ends phases as soon as it may, so that the game ends in time for a test.
                let done = actions.iter().find(|action| **action == no_siesta::Action::Done).copied();
                match done.filter(|_| self.random.below(3) == 0) {
                    Some(done) => done.to_string(),
                    None => self.random.pick(&actions).unwrap().to_string(),
                }
            }
        }
    }

    /// A seat that is to act plays, whoever sits there.
    fn move_on(&mut self) {
        let to_act: Vec<Seat> = self.game().to_act().collect();
        let seat = *self.random.pick(&to_act).unwrap();
        let text = self.legal(seat);
        let by = self.game().place(seat).person().map_or(Mover::Bot(seat), Mover::Person);
        let expired = self.table.deadline().is_some_and(|(deadline, _)| deadline <= self.now);
        let expected = self.table.game_seq + u64::from(self.table.seq > self.table.game_seq);
        match self.command(&Command::Play { by, expected, text: text.clone() }) {
            Ok(()) => self.moves += 1,
            Err(Refusal::OutOfTime) => assert!(expired),
            Err(refusal) => panic!("{seat} may not {text}: {refusal}"),
        }
    }

    /// A random move that is almost always wrong in some way.
    fn wrong_move(&mut self) -> Command {
        let seat = *self.random.pick(&Seat::ALL).unwrap();
        let by = match self.random.below(2) {
            0 => Mover::Bot(seat),
            _ => Mover::Person(self.somebody()),
        };
        let to_act = self.table.live().and_then(|game| game.to_act().next());
        let text = match (self.random.below(3), to_act) {
            (0, _) | (_, None) => "nonsense".to_owned(),
            (_, Some(seat)) => self.legal(seat),
        };
        let expected = (self.table.seq + 1).saturating_sub(self.random.below(4).into());
        Command::Play { by, expected, text }
    }

    fn somebody(&mut self) -> PersonId {
        PersonId(self.random.below(PEOPLE).into())
    }

    fn some_command(&mut self) -> Command {
        let person = self.somebody();
        match self.random.below(40) {
            0..=4 => self.wrong_move(),
            5..=9 => Command::TakeBack(person),
            10..=19 => Command::AnswerTakeback { person, agreed: self.random.below(4) > 0 },
            20 => Command::Resign(person),
            21 => Command::Leave(person),
            22..=29 => {
                let room = *self.random.pick(&[Room::Players, Room::All, Room::Spectators]).unwrap();
                let text = if self.random.below(5) == 0 { "  ".to_owned() } else { "¡hola!".to_owned() };
                Command::Say { person, room, text }
            }
            30 | 31 => Command::Mute { by: person, whom: self.somebody(), muted: self.random.below(2) == 0 },
            32 => Command::Rematch { person, table: self.table.id.rematch() },
            33 => Command::Join(sitter(person.0)),
            34 => Command::Start { person, bots: Some(Level::WEAKEST) },
            _ => Command::Tick,
        }
    }

    fn before_the_start(&mut self) -> Command {
        let person = self.somebody();
        match self.random.below(16) {
            0..=7 => Command::Join(sitter(person.0)),
            8 => Command::Leave(person),
            9 => Command::Start { person, bots: Some(Level::WEAKEST) },
            10 => Command::Start { person, bots: None },
            _ => self.some_command(),
        }
    }

    /// Moves the clock forward: mostly a little, rarely so far that a player runs out of time.
    fn wait(&mut self) {
        let milliseconds = match self.random.below(60) {
            0 => 100_000,
            1 => 90_000_000,
            _ => self.random.below(6_000).into(),
        };
        self.now = Time(self.now.0 + milliseconds);
    }

    /// Plays until the game is over, or everybody has left before the start.
    fn run(&mut self) {
        for turn in 0..100_000 {
            self.wait();
            match &self.table.progress {
                Progress::Closed => return,
                Progress::Waiting => {
                    let command = self.before_the_start();
                    let _ = self.command(&command);
                }
                Progress::Game(game) if game.outcome.is_some() => return self.check_end(),
                Progress::Game(game) => {
                    let others = if turn < MIXED { 2 } else { 16 };
                    if game.takeback.is_some() && self.random.below(4) > 0 {
                        let (person, agreed) = (self.somebody(), self.random.below(6) > 0);
                        let _ = self.command(&Command::AnswerTakeback { person, agreed });
                    } else if self.random.below(others) == 0 {
                        let command = self.some_command();
                        let _ = self.command(&command);
                    } else if self.table.deadline().is_some_and(|(deadline, _)| deadline <= self.now) {
                        self.run_out();
                    } else {
                        self.move_on();
                    }
                }
            }
        }
        panic!("the game does not end: {:?}", self.table);
    }

    /// A tick replaces the one whose clock ran out first, and nobody else.
    fn run_out(&mut self) {
        let (_, late) = self.table.deadline().unwrap();
        let people = self.game().people().count();
        self.command(&Command::Tick).unwrap();
        assert_eq!(self.game().departed.last(), Some(&late));
        assert_eq!(self.game().people().count(), people - 1);
    }

    fn check_end(&mut self) {
        assert_eq!(from_scratch(self.table.id, &self.log), self.table);
        self.check_ranks();
        self.check_record();
        let before = self.table.clone();
        for command in (0..100).map(|_| self.some_command()).collect::<Vec<_>>() {
            let _ = self.command(&command);
            self.now = Time(self.now.0 + 2_000);
        }
        assert_eq!(self.table.progress, before.progress, "what is over does not change");
        self.check_rematch();
    }

    /// Players who left rank after all who stayed, and the first to leave ranks last.
    fn check_ranks(&self) {
        let game = self.game();
        let result = result(&self.table).unwrap();
        let left = |seat: &Seat| game.departed.iter().position(|other| other == seat);
        let resigned =
            matches!(self.log.last(), Some((_, Event::Finished { ended: Ending::Resigned { .. }, .. })));
        for one in &result.people {
            for other in &result.people {
                match (left(&one.seat), left(&other.seat)) {
                    (None, Some(_)) => assert!(one.rank < other.rank, "{result:?}"),
                    (Some(later), Some(earlier)) if later > earlier => {
                        assert!(one.rank < other.rank, "{result:?}");
                    }
                    (None, None) if !resigned => {
                        let ranks = game.state.ranks();
                        assert_eq!(ranks[one.seat].cmp(&ranks[other.seat]), one.rank.cmp(&other.rank));
                    }
                    _ => {}
                }
            }
            let began = game.seats.len();
            assert!((1..=began).contains(&usize::from(one.rank)), "{result:?}");
        }
        check_turns(game, &result);
        let humans = result.people.iter().filter(|entry| entry.kind == Kind::Human).count();
        let bots = result.people.len() - humans;
        assert_eq!(result.rated, self.table.options.rated && (humans > 1 || bots > 1));
    }

    /// The record passes the check, and a forged one does not.
    fn check_record(&mut self) {
        let text = record::record(&self.table, &name).unwrap();
        let verified = record::verify(text.as_bytes()).unwrap();
        let game = self.game();
        assert_eq!(verified.chances, game.chances);
        assert_eq!((verified.chances + verified.steps) as usize, game.steps.len());
        assert_eq!(verified.seed_hash, self.seed.hash());
        assert_eq!(verified.seats_drawn, self.table.seating.is_none());

        let changed = |change: &dyn Fn(&mut Game)| {
            let mut table = self.table.clone();
            let Progress::Game(game) = &mut table.progress else { panic!("there is a game") };
            change(game);
            record::verify(record::record(&table, &name).unwrap().as_bytes())
        };
        assert!(changed(&|_| ()).is_ok());
        let other_seed = changed(&|game| game.outcome.as_mut().unwrap().seed.0[31] ^= 1);
        assert!(matches!(other_seed, Err(record::VerifyError::OtherSeed { .. })), "{other_seed:?}");
        if verified.seats_drawn && game.seats.len() > 1 {
            let other_seats = changed(&|game| game.seating.swap(0, 1));
            assert!(matches!(other_seats, Err(record::VerifyError::Seats { .. })), "{other_seats:?}");
        }
        let draws: Vec<usize> =
            (0..game.steps.len()).filter(|place| game.steps[*place].seat.is_none()).collect();
        let mut random = self.random.clone();
        for _ in 0..8 {
            let Some(&place) = random.pick(&draws) else { break };
            let Some(other) = another_outcome(game, self.table.options.variant, place, &mut random) else {
                continue;
            };
            let tampered = changed(&|game| {
                game.steps.truncate(place + 1);
                game.steps[place].text.clone_from(&other);
            });
            assert!(matches!(tampered, Err(record::VerifyError::Chance { .. })), "{other}: {tampered:?}");
        }
        self.random = random;
    }

    /// The seats of the rematch move on by one, and partners stay partners.
    fn check_rematch(&mut self) {
        let game = self.game();
        let Some(host) = game.seats.iter().find_map(|place| match place.began {
            club::Player::Person(sitter) => Some(sitter),
            club::Player::Bot(_) => None,
        }) else {
            panic!("somebody began");
        };
        let began: Vec<club::Player> = game.seats.iter().map(|place| place.began).collect();
        let invited: Vec<Sitter> = began
            .iter()
            .filter_map(|player| match player {
                club::Player::Person(sitter) if sitter.id != host.id => Some(*sitter),
                club::Player::Person(_) | club::Player::Bot(_) => None,
            })
            .collect();
        let (options, chairs, seating) = rematch(&self.table, host.id).unwrap();
        let seed = drawn_seed(&mut self.random);
        let context = Context { now: self.now, seed: &seed, talk: TalkLimits::default() };
        let id = self.table.id.rematch();
        let events = create(id, host.id, options, chairs, Some(seating), context).unwrap();
        let mut next = Self::from_events(self.random.clone(), id, self.now, seed, &events);
        for sitter in invited {
            next.command(&Command::Join(sitter)).unwrap();
        }
        let mut rotated = began;
        rotated.rotate_left(1);
        let seats: Vec<club::Player> = next.game().seats.iter().map(|place| place.began).collect();
        assert_eq!(seats, rotated);
        let person = next.game().people().next().unwrap();
        let person = next.game().place(person).person().unwrap();
        while next.table.live().is_some() {
            let leaver = next.game().people().last().unwrap();
            let leaver = next.game().place(leaver).person().unwrap();
            next.command(&Command::Resign(leaver)).unwrap();
        }
        assert_eq!(result(&next.table).unwrap().people[0].person, person);
        next.check_ranks();
        next.check_record();
    }
}

/// Plays tables of this game until enough of each variant were played.
fn play_all(of: club::GameName, games: u32, chance: &[&str]) {
    let mut seen = BTreeSet::new();
    for (number, variant) in Variant::all().enumerate().filter(|(_, variant)| variant.game() == of) {
        let (mut played, mut moves) = (0, 0);
        for table in 0.. {
            let mut club = Club::new(variant, number as u64 * 1000 + table);
            club.run();
            seen.extend(club.log.iter().map(|(_, event)| kind(event)));
            played += u32::from(club.table.game().is_some());
            moves += club.moves;
            if played == games {
                break;
            }
        }
        assert!(moves > 20, "hardly anything was played: {variant}");
    }
    let mut all: BTreeSet<String> = EVERYTHING.iter().chain(chance).map(|kind| (*kind).to_owned()).collect();
    all.retain(|kind| !seen.contains(kind));
    assert!(all.is_empty(), "not seen: {all:?}; seen: {seen:?}");
}

/// Every kind of event has happened, so that no law holds only because nothing happened.
const EVERYTHING: &[&str] = &[
    "created",
    "joined",
    "left",
    "filled",
    "closed",
    "started",
    "played",
    "takeback-asked",
    "takeback-answered",
    "taken-back",
    "replaced: resigned",
    "replaced: out of time",
    "finished: resigned",
    "finished: played",
    "rematched",
    "said",
    "muted",
];

#[test]
fn tables_of_siesta_keep_the_laws() {
    play_all(club::GameName::Siesta, 8, &[]);
}

#[test]
fn tables_of_no_siesta_keep_the_laws() {
    play_all(club::GameName::NoSiesta, 3, &["happened"]);
}
