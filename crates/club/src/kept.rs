//! A table that a device keeps while it has no server: the same events that a server stores, and the seed.
//!
//! Whoever takes such a table over does not trust it: [`Kept::check`] decides everything again, so that nothing gets in
//! that the rules, the seed or the club would not have allowed.

use serde::{Deserialize, Serialize};

use crate::chance::Seed;
use crate::chat::TalkLimits;
use crate::decide::{Command, Context, Mover, create, decide};
use crate::event::{Departure, Ending, Event};
use crate::ids::{PersonId, TableId};
use crate::options::{Chair, Clock, Options, Sitter};
use crate::refusal::Refusal;
use crate::results::Kind;
use crate::table::{FoldError, Place, Player, Table};
use crate::time::Time;

/// A table that a device keeps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The identity, drawn by the device.
    pub id: TableId,
    /// The seed of the game. Whoever has the device could read it, so such a table is never rated.
    pub seed: Seed,
    /// The events in their order.
    pub events: Vec<KeptEvent>,
}

/// An event with its time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptEvent {
    /// When the device decided it.
    pub at: Time,
    /// What happened.
    pub event: Event,
}

/// Why a kept table is refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("event {number}{}: {why}", step.map(|step| format!(" (step {step} of the game)")).unwrap_or_default())]
pub struct KeptError {
    /// The number of the event, from 1.
    pub number: usize,
    /// The number of the step of the game that the event is, from 1; `None` if it is none.
    pub step: Option<usize>,
    /// What is wrong with the event.
    pub why: KeptProblem,
}

/// What is wrong with an event of a kept table.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum KeptProblem {
    /// There is no event at all.
    #[error("there are no events")]
    Empty,
    /// The first event does not create the table, or a later one does.
    #[error("exactly the first event creates the table")]
    NotCreated,
    /// Rated, public or with a clock, which only a server can watch.
    #[error("a table that was kept on a device is neither rated nor public, and has no clock")]
    Options,
    /// Somebody with an account, or a program: a device does not know that.
    #[error("the people at a table that was kept on a device are guests")]
    People,
    /// Chat, a rematch and other things that need a server.
    #[error("this does not happen at a table on a device")]
    Unexpected,
    /// The rules or the club refuse it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Something else follows from the events before.
    #[error("{found} does not follow; what follows is {expected}")]
    Different {
        /// What the device kept.
        found: String,
        /// What follows from the events before and the seed.
        expected: String,
    },
    /// The event cannot follow on those before it.
    #[error("{0}")]
    Fold(#[from] FoldError),
}

impl Kept {
    /// A new table of guests and bots. The first of the people is the host.
    pub fn create(
        id: TableId,
        options: Options,
        chairs: &[Chair],
        seed: Seed,
        now: Time,
    ) -> Result<Self, Refusal> {
        let person = |chair: &Chair| if let Chair::Person(sitter) = chair { Some(*sitter) } else { None };
        let mut people = chairs.iter().filter_map(person);
        let host = people.next().ok_or(Refusal::HostSeat)?;
        // The club seats the host alone when a table is created; the others take the chairs that are kept for them.
        let seat = |chair: &Chair| match person(chair) {
            Some(sitter) if sitter.id != host.id => Chair::Invited(sitter.id),
            Some(_) | None => *chair,
        };
        let seats = chairs.iter().map(seat).collect();
        let context = context(now, &seed);
        let events = create(id, host.id, options, seats, None, context)?;
        let mut kept = Self { id, seed, events: Vec::new() };
        kept.extend(now, events);
        for sitter in people {
            kept.act(&Command::Join(sitter), now)?;
        }
        Ok(kept)
    }

    /// The table that the events add up to. They are believed, as those of a store are.
    pub fn table(&self) -> Result<Table, FoldError> {
        let (first, rest) = self.events.split_first().ok_or(FoldError::Creation)?;
        let mut table = Table::new(self.id, first.at, &first.event)?;
        for KeptEvent { at, event } in rest {
            table.fold(*at, event)?;
        }
        Ok(table)
    }

    /// Decides a command and keeps what follows from it.
    pub fn act(&mut self, command: &Command, now: Time) -> Result<(), Refusal> {
        let table = self.table().map_err(|_| Refusal::NotStarted)?;
        let events = decide(&table, command, context(now, &self.seed))?;
        self.extend(now, events);
        Ok(())
    }

    fn extend(&mut self, at: Time, events: Vec<Event>) {
        self.events.extend(events.into_iter().map(|event| KeptEvent { at, event }));
    }

    /// Decides everything again; the table if all of it follows.
    pub fn check(&self) -> Result<Table, KeptError> {
        let mut check = Check { kept: self, table: None, checked: 0 };
        check.run()?;
        check.table.ok_or(KeptError { number: 1, step: None, why: KeptProblem::Empty })
    }

    /// Decides again the events from this place on, after a table that is believed.
    pub fn check_after(&self, table: Table, place: usize) -> Result<Table, KeptError> {
        let mut check = Check { kept: self, table: Some(table), checked: place };
        check.run()?;
        check.table.ok_or(KeptError { number: 1, step: None, why: KeptProblem::Empty })
    }

    /// The place of the first event that is not in this log of the same table; `None` if the two went on in different
    /// ways. Only what changes the game counts: a log may have messages that came meanwhile.
    pub fn place_after<'a>(&self, log: impl Iterator<Item = &'a Event>) -> Option<usize> {
        let mut log = log.filter(|event| event.changes_game());
        let mut place = 0;
        for (number, kept) in (1..).zip(&self.events).filter(|(_, kept)| kept.event.changes_game()) {
            match log.next() {
                Some(event) if *event == kept.event => place = number,
                Some(_) => return None,
                None => return Some(place),
            }
        }
        Some(self.events.len())
    }

    /// The same table with other people: `sitter` says who a person becomes.
    #[must_use]
    pub fn with_people(mut self, sitter: impl Fn(PersonId) -> Sitter) -> Self {
        for KeptEvent { event, .. } in &mut self.events {
            match event {
                Event::Created { host, chairs, .. } => {
                    *host = sitter(*host).id;
                    for chair in chairs {
                        match chair {
                            Chair::Person(person) => *person = sitter(person.id),
                            Chair::Invited(person) => *person = sitter(*person).id,
                            Chair::Open | Chair::Bot { .. } => {}
                        }
                    }
                }
                Event::Joined { sitter: person, .. } => *person = sitter(person.id),
                Event::Left { person, .. } | Event::Said { person, .. } => *person = sitter(*person).id,
                Event::Muted { by, whom, .. } => (*by, *whom) = (sitter(*by).id, sitter(*whom).id),
                Event::Filled { .. }
                | Event::Closed
                | Event::Started { .. }
                | Event::Played { .. }
                | Event::Happened { .. }
                | Event::TakebackAsked { .. }
                | Event::TakebackAnswered { .. }
                | Event::TakenBack { .. }
                | Event::Replaced { .. }
                | Event::Finished { .. }
                | Event::Rematched { .. } => {}
            }
        }
        self
    }
}

/// A check that is under way.
struct Check<'a> {
    kept: &'a Kept,
    /// The table after the events that were checked; `None` before the first.
    table: Option<Table>,
    checked: usize,
}

impl Check<'_> {
    fn run(&mut self) -> Result<(), KeptError> {
        while self.checked < self.kept.events.len() || self.table.is_none() {
            self.next().map_err(|why| self.error(why))?;
        }
        Ok(())
    }

    /// Checks the next event with all that follow from the same command.
    fn next(&mut self) -> Result<(), KeptProblem> {
        let KeptEvent { at, event } = self.kept.events.get(self.checked).ok_or(KeptProblem::Empty)?;
        let context = context(*at, &self.kept.seed);
        let expected = match &self.table {
            None => self.creation(event, context)?,
            Some(table) => decide(table, &command(table, event)?, context)?,
        };
        expected.iter().try_for_each(|expected| self.take(*at, expected))?;
        // A command without any effect would be checked for ever.
        if expected.is_empty() { Err(KeptProblem::Unexpected) } else { Ok(()) }
    }

    fn creation(&self, event: &Event, context: Context<'_>) -> Result<Vec<Event>, KeptProblem> {
        let Event::Created { host, options, chairs, seating } = event else {
            return Err(KeptProblem::NotCreated);
        };
        if options.rated || options.public || options.clock != Clock::None {
            return Err(KeptProblem::Options);
        }
        chairs.iter().try_for_each(|chair| match chair {
            Chair::Person(sitter) => check_guest(*sitter),
            Chair::Open | Chair::Invited(_) | Chair::Bot { .. } => Ok(()),
        })?;
        Ok(create(self.kept.id, *host, options.clone(), chairs.clone(), seating.clone(), context)?)
    }

    /// Compares the next event with what is expected, and adds it.
    fn take(&mut self, at: Time, expected: &Event) -> Result<(), KeptProblem> {
        let found = self.kept.events.get(self.checked).map(|kept| &kept.event);
        if found != Some(expected) {
            return Err(KeptProblem::Different {
                found: found.map_or("the end of the list".to_owned(), describe),
                expected: describe(expected),
            });
        }
        match &mut self.table {
            None => self.table = Some(Table::new(self.kept.id, at, expected)?),
            Some(table) => table.fold(at, expected)?,
        }
        self.checked += 1;
        Ok(())
    }

    /// The error of the event that is checked next. Those before it were added already.
    fn error(&self, why: KeptProblem) -> KeptError {
        let event = self.kept.events.get(self.checked).map(|kept| &kept.event);
        let is_step = matches!(event, Some(Event::Played { .. } | Event::Happened { .. }));
        let steps = self.table.as_ref().and_then(Table::game).map_or(0, |game| game.steps.len());
        KeptError { number: self.checked + 1, step: is_step.then_some(steps + 1), why }
    }
}

/// There is no chat at a table on a device, so its limits do not matter.
fn context(now: Time, seed: &Seed) -> Context<'_> {
    Context { now, seed, talk: TalkLimits::default() }
}

fn check_guest(sitter: Sitter) -> Result<(), KeptProblem> {
    if sitter.member || sitter.kind != Kind::Human { Err(KeptProblem::People) } else { Ok(()) }
}

/// An event in a few words, without the seed.
fn describe(event: &Event) -> String {
    match event {
        Event::Played { seat, text, .. } => format!("`{text}` of seat {seat}"),
        Event::Happened { text, .. } => format!("`{text}` by chance"),
        Event::Finished { scores, .. } => {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            format!("the end with {} points", scores.join(" : "))
        }
        Event::Started { seating, .. } => format!("the start with the seating {seating:?}"),
        // The seed hides itself.
        other => format!("{other:?}"),
    }
}

/// The command that leads to this event.
fn command(table: &Table, event: &Event) -> Result<Command, KeptProblem> {
    let person_at = |seat| {
        let game = table.live().ok_or(Refusal::Over)?;
        let place = game.places().find(|(other, _)| *other == seat).map(|(_, place)| place);
        let person = place.and_then(Place::person).ok_or(Refusal::NotSeated)?;
        Ok::<_, KeptProblem>(person)
    };
    Ok(match event {
        Event::Joined { sitter, .. } => {
            check_guest(*sitter)?;
            Command::Join(*sitter)
        }
        Event::Left { person, .. } => Command::Leave(*person),
        Event::Filled { level, .. } => Command::Start { person: table.host, bots: Some(*level) },
        Event::Played { seat, text, .. } => {
            let game = table.live().ok_or(Refusal::Over)?;
            let player = game.places().find(|(other, _)| other == seat).map(|(_, place)| place.player());
            let by = match player.ok_or(Refusal::NotSeated)? {
                Player::Person(sitter) => Mover::Person(sitter.id),
                Player::Bot(_) => Mover::Bot(*seat),
            };
            Command::Play { by, expected: table.seq, text: text.clone() }
        }
        Event::TakebackAsked { seat, .. } | Event::TakenBack { seat, .. } => {
            Command::TakeBack(person_at(*seat)?)
        }
        Event::TakebackAnswered { seat, agreed } => {
            Command::AnswerTakeback { person: person_at(*seat)?, agreed: *agreed }
        }
        Event::Replaced { seat, why: Departure::Resigned, .. }
        | Event::Finished { ended: Ending::Resigned { seat }, .. } => Command::Resign(person_at(*seat)?),
        Event::Created { .. } => return Err(KeptProblem::NotCreated),
        Event::Closed
        | Event::Started { .. }
        | Event::Happened { .. }
        | Event::Replaced { why: Departure::OutOfTime, .. }
        | Event::Finished { ended: Ending::Played, .. }
        | Event::Rematched { .. }
        | Event::Said { .. }
        | Event::Muted { .. } => return Err(KeptProblem::Unexpected),
    })
}
