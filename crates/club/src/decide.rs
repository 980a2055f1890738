//! Commands at a table, and the events that follow from them.

use bots::Level;
use game::{Seat, ToAct};

use crate::chance::Seed;
use crate::chat::{self, TalkLimits};
use crate::event::{Departure, Ending, Event, Room};
use crate::ids::{PersonId, TableId};
use crate::options::{Chair, Clock, Options, Sitter};
use crate::outcome::final_ranks;
use crate::refusal::Refusal;
use crate::stage::Stage;
use crate::state::{State, Step};
use crate::table::{Game, Player, Table, is_order};
use crate::time::Time;

/// The level of the bot that takes over the seat of a player who left.
const STAND_IN: Level = Level::QUICK;

/// A command at a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Take a seat: the one that this person is invited to, or else the first open one.
    Join(Sitter),
    /// Leave the table before the game begins, or resign.
    Leave(PersonId),
    /// Start the game, with bots on the free chairs.
    Start {
        /// Only the host may start the game.
        person: PersonId,
        /// The level of the bots; `None` is refused, because a full table starts by itself.
        bots: Option<Level>,
    },
    /// Take an action in the game.
    Play {
        /// A person, or the bot of a seat.
        by: Mover,
        /// The number of the last event that the mover has seen. The command is stale if the game has changed since.
        expected: u64,
        /// The action in the notation of the game.
        text: String,
    },
    /// Take back the last turn, or ask the other players to agree to it.
    TakeBack(PersonId),
    /// Agree to a takeback or refuse it.
    AnswerTakeback {
        /// A player who has not answered yet.
        person: PersonId,
        /// The player who asked may send `false` to withdraw the request.
        agreed: bool,
    },
    /// Resign.
    Resign(PersonId),
    /// Send a chat message.
    Say {
        /// The author.
        person: PersonId,
        /// Who may read it.
        room: Room,
        /// 1 to 300 characters after trimming.
        text: String,
    },
    /// Mute a person in the chat, or unmute them.
    Mute {
        /// The person who will not read the messages.
        by: PersonId,
        /// The person whose messages are hidden.
        whom: PersonId,
        /// `false` shows the messages again.
        muted: bool,
    },
    /// Announce the table of the rematch. Without effect if there is one already.
    Rematch {
        /// One of the players of the finished game.
        person: PersonId,
        /// The new table.
        table: TableId,
    },
    /// Check the clocks.
    Tick,
}

/// Who takes an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// A person, on the seat that they have in the game.
    Person(PersonId),
    /// The bot on this seat.
    Bot(Seat),
    /// The bot on this seat, whose action the device of the one person at the table chose.
    Device {
        /// The seat of the bot.
        seat: Seat,
        /// The person whose device it is.
        person: PersonId,
    },
}

/// What a decision depends on besides the table.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The current time.
    pub now: Time,
    /// The seed of the game. Until the game begins it is a fresh one.
    pub seed: &'a Seed,
    /// How much one person may talk and mute at a table.
    pub talk: TalkLimits,
}

/// The events of a new table. The game begins at once if no chair is free. `seating` fixes the chair of each seat;
/// without it the order is drawn.
pub fn create(
    id: TableId,
    host: PersonId,
    options: Options,
    chairs: Vec<Chair>,
    seating: Option<Vec<usize>>,
    context: Context<'_>,
) -> Result<Vec<Event>, Refusal> {
    options.clock.check()?;
    let people: Vec<PersonId> = chairs
        .iter()
        .filter_map(|chair| match chair {
            Chair::Person(sitter) => Some(sitter.id),
            Chair::Invited(person) => Some(*person),
            Chair::Open | Chair::Bot { .. } => None,
        })
        .collect();
    let players = options.variant.players();
    if chairs.len() != players.count() {
        return Err(Refusal::SeatCount { players, seats: chairs.len() });
    }
    let mut seated = chairs.iter().filter_map(|chair| match chair {
        Chair::Person(sitter) => Some(sitter.id),
        Chair::Open | Chair::Invited(_) | Chair::Bot { .. } => None,
    });
    if seated.next() != Some(host) || seated.next().is_some() {
        return Err(Refusal::HostSeat);
    }
    if seating.as_ref().is_some_and(|seating| !is_order(seating, chairs.len())) {
        return Err(Refusal::SeatOrder);
    }
    if people.iter().enumerate().any(|(place, person)| people[..place].contains(person)) {
        return Err(Refusal::Twice);
    }
    if options.rated {
        if options.clock == Clock::None {
            return Err(Refusal::RatedWithoutClock);
        }
        let bots = chairs.iter().filter(|chair| matches!(chair, Chair::Bot { .. })).count();
        if chairs.len() - bots < 2 {
            return Err(Refusal::RatedAlone);
        }
        if chairs.iter().any(|chair| matches!(chair, Chair::Person(sitter) if !sitter.member)) {
            return Err(Refusal::RatedGuest);
        }
    }
    let created = Event::Created { host, options, chairs, seating };
    let table = Table::new(id, context.now, &created).map_err(|_| Refusal::HostSeat)?;
    let mut events = vec![created];
    if is_full(&table.chairs) {
        begin(&table, &table.chairs, context.seed, &mut events)?;
    }
    Ok(events)
}

/// The events that follow from a command, or why it is refused. Commands change a table in no other way.
pub fn decide(table: &Table, command: &Command, context: Context<'_>) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::Join(sitter) => join(table, *sitter, context.seed),
        Command::Leave(person) => match table.live() {
            Some(_) => depart(table, *person, context),
            None => leave(table, *person),
        },
        Command::Start { person, bots } => start(table, *person, *bots, context.seed),
        Command::Play { by, expected, text } => play(table, *by, *expected, text, context),
        Command::TakeBack(person) => take_back(table, *person),
        Command::AnswerTakeback { person, agreed } => answer_takeback(table, *person, *agreed),
        Command::Resign(person) => depart(table, *person, context),
        Command::Say { person, room, text } => {
            chat::say(table, *person, *room, text, context.now, context.talk)
        }
        Command::Mute { by, whom, muted } => chat::mute(table, *by, *whom, *muted, context.talk),
        Command::Rematch { person, table: rematch } => {
            let game = table.game().ok_or(Refusal::NotStarted)?;
            game.outcome.as_ref().ok_or(Refusal::NotOver)?;
            game.seat_of(*person).ok_or(Refusal::NotSeated)?;
            // Idempotent: several players may press the button, and all get the same table.
            let known = table.rematch.is_some();
            Ok(if known { Vec::new() } else { vec![Event::Rematched { table: *rematch }] })
        }
        Command::Tick => match table.deadline() {
            Some((deadline, seat)) if deadline <= context.now => {
                let game = live(table)?;
                Ok(replace(game, seat, Departure::OutOfTime))
            }
            Some(_) | None => Ok(Vec::new()),
        },
    }
}

/// The options of a rematch, its chairs and their order. Everybody moves on by one seat. Earlier versions had rated
/// games without a clock; the rematch of one is not rated, because a rated game needs a clock.
pub fn rematch(table: &Table, host: PersonId) -> Result<(Options, Vec<Chair>, Vec<usize>), Refusal> {
    let game = table.game().ok_or(Refusal::NotStarted)?;
    game.outcome.as_ref().ok_or(Refusal::NotOver)?;
    game.seat_of(host).ok_or(Refusal::NotSeated)?;
    let chair = |place: &crate::table::Place| match place.began {
        Player::Person(sitter) if sitter.id == host => Chair::Person(sitter),
        Player::Person(sitter) => Chair::Invited(sitter.id),
        Player::Bot(level) => Chair::Bot { level },
    };
    let chairs: Vec<Chair> = game.seats.iter().map(chair).collect();
    let seating = (0..chairs.len()).map(|seat| (seat + 1) % chairs.len()).collect();
    let rated = table.options.rated && table.options.clock != Clock::None;
    Ok((Options { rated, ..table.options.clone() }, chairs, seating))
}

fn live(table: &Table) -> Result<&Game, Refusal> {
    let game = table.game().ok_or(Refusal::NotStarted)?;
    if game.outcome.is_some() { Err(Refusal::Over) } else { Ok(game) }
}

fn is_full(chairs: &[Chair]) -> bool {
    chairs.iter().all(|chair| matches!(chair, Chair::Person(_) | Chair::Bot { .. }))
}

fn check_waiting(table: &Table) -> Result<(), Refusal> {
    match table.stage() {
        Stage::Waiting => Ok(()),
        Stage::Playing => Err(Refusal::Started),
        Stage::Finished | Stage::Closed => Err(Refusal::Over),
    }
}

fn join(table: &Table, sitter: Sitter, seed: &Seed) -> Result<Vec<Event>, Refusal> {
    if table.seats(sitter.id) {
        return Err(Refusal::Seated);
    }
    // The game begins when the last seat is taken, so a late guest should read that the table is full.
    check_waiting(table)
        .map_err(|refusal| if refusal == Refusal::Started { Refusal::Full } else { refusal })?;
    if table.options.rated && !sitter.member {
        return Err(Refusal::RatedGuest);
    }
    let invited = table.chairs.iter().position(|chair| *chair == Chair::Invited(sitter.id));
    let open = || table.chairs.iter().position(|chair| *chair == Chair::Open);
    let chair = invited.or_else(open).ok_or(Refusal::Full)?;
    let mut chairs = table.chairs.clone();
    chairs[chair] = Chair::Person(sitter);
    let mut events = vec![Event::Joined { chair, sitter }];
    if is_full(&chairs) {
        begin(table, &chairs, seed, &mut events)?;
    }
    Ok(events)
}

fn leave(table: &Table, person: PersonId) -> Result<Vec<Event>, Refusal> {
    check_waiting(table)?;
    let invited = table.chairs.iter().position(|chair| *chair == Chair::Invited(person));
    let chair = table.chair_of(person).or(invited).ok_or(Refusal::NotSeated)?;
    let mut events = vec![Event::Left { chair, person }];
    let mut others = table.chairs.iter().enumerate().filter(|(other, _)| *other != chair);
    if !others.any(|(_, chair)| matches!(chair, Chair::Person(_))) {
        events.push(Event::Closed);
    }
    Ok(events)
}

fn start(table: &Table, person: PersonId, bots: Option<Level>, seed: &Seed) -> Result<Vec<Event>, Refusal> {
    check_waiting(table)?;
    if table.host != person {
        return Err(Refusal::NotHost);
    }
    let level = bots.ok_or(Refusal::NotFull)?;
    let mut chairs = table.chairs.clone();
    let people = chairs.iter().filter(|chair| matches!(chair, Chair::Person(_))).count();
    if table.options.rated && people < 2 {
        return Err(Refusal::RatedAlone);
    }
    let mut events = Vec::new();
    for (place, chair) in chairs.iter_mut().enumerate() {
        if matches!(chair, Chair::Open | Chair::Invited(_)) {
            *chair = Chair::Bot { level };
            events.push(Event::Filled { chair: place, level });
        }
    }
    begin(table, &chairs, seed, &mut events)?;
    Ok(events)
}

/// Starts the game: draws the seats, and the first chance events if the game begins with some.
fn begin(table: &Table, chairs: &[Chair], seed: &Seed, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let seating = table.seating.clone().unwrap_or_else(|| seed.seating(chairs.len()));
    events.push(Event::Started { seating, seed_hash: seed.hash() });
    let mut state = State::start(table.options.variant);
    chance(&mut state, 0, seed, events);
    Ok(())
}

/// Draws chance events until a seat is to act or the game is over.
fn chance(state: &mut State, mut number: u32, seed: &Seed, events: &mut Vec<Event>) {
    while state.to_act() == ToAct::Chance {
        number += 1;
        let Some(text) = state.happen(seed, number) else { break };
        events.push(Event::Happened { number, text });
    }
}

fn play(
    table: &Table,
    by: Mover,
    expected: u64,
    text: &str,
    context: Context<'_>,
) -> Result<Vec<Event>, Refusal> {
    let person = match by {
        Mover::Bot(_) => None,
        Mover::Person(person) | Mover::Device { person, .. } => Some(person),
    };
    if person.is_some_and(|person| !table.seats(person)) {
        return Err(Refusal::NotSeated);
    }
    let game = live(table)?;
    let seat = match by {
        Mover::Bot(seat) => Some(seat),
        Mover::Person(person) => game.seat_of(person),
        Mover::Device { seat, person } => {
            if table.device_of_bots() != Some(person) {
                return Err(Refusal::HousePlaysBots);
            }
            Some(seat)
        }
    };
    let on_device = matches!(by, Mover::Device { .. });
    let no_seat = if on_device { Refusal::NotABot } else { Refusal::NotSeated };
    let seat = seat.filter(|seat| seat.index() < game.seats.len()).ok_or_else(|| no_seat.clone())?;
    if expected < table.game_seq || expected > table.seq {
        return Err(Refusal::Stale { expected, at: table.seq });
    }
    let entitled = match by {
        Mover::Person(person) => game.place(seat).person() == Some(person),
        Mover::Bot(_) | Mover::Device { .. } => matches!(game.place(seat).player(), Player::Bot(_)),
    };
    if !entitled {
        return Err(if game.place(seat).left.is_some() { Refusal::LeftGame } else { no_seat });
    }
    if !game.state.to_act().includes(seat) {
        return Err(Refusal::NotYourTurn);
    }
    if table.is_late(seat, context.now) {
        return Err(Refusal::OutOfTime);
    }
    let mut state = game.state.clone();
    let text = state.play(seat, text)?;
    let mut turns = turns(game);
    let finished = state.finished_turn(&Step { seat: Some(seat), text: text.clone() });
    if let (Some(seat), Mover::Person(_)) = (finished, by) {
        turns[seat.index()] += 1;
    }
    let mut events = vec![Event::Played { seat, text, on_device }];
    chance(&mut state, game.chances, context.seed, &mut events);
    if state.to_act() == ToAct::Over {
        events.push(finish(&state, &game.departed, Ending::Played, context.seed, turns));
    }
    Ok(events)
}

/// The number of turns that the person of each seat finished.
fn turns(game: &Game) -> Vec<u32> {
    game.seats.iter().map(|place| place.turns).collect()
}

fn finish(state: &State, departed: &[Seat], ended: Ending, seed: &Seed, turns: Vec<u32>) -> Event {
    let ranks = final_ranks(state.ranks().as_slice(), departed);
    let scores = state.scores().as_slice().to_vec();
    Event::Finished { ended, ranks, scores, seed: *seed, turns: Some(turns) }
}

fn replace(game: &Game, seat: Seat, why: Departure) -> Vec<Event> {
    debug_assert!(game.people().count() > 1, "a bot replaces a person only while another one plays");
    vec![Event::Replaced { seat, why, level: STAND_IN }]
}

/// A person leaves a running game. A bot takes over if another person is left; otherwise the game is over.
fn depart(table: &Table, person: PersonId, context: Context<'_>) -> Result<Vec<Event>, Refusal> {
    if !table.seats(person) {
        return Err(Refusal::NotSeated);
    }
    let game = live(table)?;
    let seat = game.seat_of(person).ok_or(Refusal::NotSeated)?;
    if game.place(seat).person() != Some(person) {
        return Err(Refusal::LeftGame);
    }
    if game.people().count() > 1 {
        return Ok(replace(game, seat, Departure::Resigned));
    }
    let mut departed = game.departed.clone();
    departed.push(seat);
    Ok(vec![finish(&game.state, &departed, Ending::Resigned { seat }, context.seed, turns(game))])
}

/// The number of steps that remain when the seat takes back its last one. No takeback goes behind a chance event.
fn steps_before(game: &Game, seat: Seat) -> Result<usize, Refusal> {
    for (place, step) in game.steps.iter().enumerate().rev() {
        match step.seat {
            None => return Err(Refusal::ChanceSince),
            Some(other) if other == seat => return Ok(place),
            Some(_) => {}
        }
    }
    Err(Refusal::NothingToTakeBack)
}

fn take_back(table: &Table, person: PersonId) -> Result<Vec<Event>, Refusal> {
    if !table.seats(person) {
        return Err(Refusal::NotSeated);
    }
    let game = live(table)?;
    let seat = game.seat_of(person).ok_or(Refusal::NotSeated)?;
    if game.place(seat).person() != Some(person) {
        return Err(Refusal::LeftGame);
    }
    if game.takeback.is_some() {
        return Err(Refusal::TakebackWaits);
    }
    if game.refused.contains(&seat) {
        return Err(Refusal::TakebackRefused);
    }
    if !game.steps.iter().any(|step| step.seat == Some(seat)) {
        return Err(Refusal::NothingToTakeBack);
    }
    let steps = steps_before(game, seat)?;
    let bots_only = game.steps[steps + 1..]
        .iter()
        .all(|step| step.seat.is_some_and(|seat| game.place(seat).person().is_none()));
    Ok(vec![if bots_only { Event::TakenBack { seat, steps } } else { Event::TakebackAsked { seat, steps } }])
}

fn answer_takeback(table: &Table, person: PersonId, agreed: bool) -> Result<Vec<Event>, Refusal> {
    if !table.seats(person) {
        return Err(Refusal::NotSeated);
    }
    let game = live(table)?;
    let takeback = game.takeback.as_ref().ok_or(Refusal::NoTakebackAsked)?;
    let seat = game.seat_of(person).ok_or(Refusal::NotSeated)?;
    if game.place(seat).person() != Some(person) {
        return Err(Refusal::LeftGame);
    }
    // The player who asked cannot agree, but can refuse, which withdraws the request.
    if takeback.agreed.contains(&seat) || seat == takeback.seat && agreed {
        return Err(Refusal::NotYoursToAnswer);
    }
    let mut events = vec![Event::TakebackAnswered { seat, agreed }];
    let answered = |other: Seat| other == seat || other == takeback.seat || takeback.agreed.contains(&other);
    if agreed && game.people().all(answered) {
        events.push(Event::TakenBack { seat: takeback.seat, steps: takeback.steps });
    }
    Ok(events)
}
