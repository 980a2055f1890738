//! What a viewer may see of a table. Pages, JSON and streams are made from this and from nothing else.

use std::borrow::Cow;

use game::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::chance::{Seed, SeedHash};
use crate::chat;
use crate::event::{Departure, Event, Room};
use crate::ids::{PersonId, TableId};
use crate::options::{Chair, Clock};
use crate::results::Kind;
use crate::stage::Stage;
use crate::state::State;
use crate::table::{Game, Place, Player, Table};
use crate::time::Time;
use crate::variant::VariantForm;

/// Finds the name of a person, because a table knows only identities.
pub type Names<'a> = &'a (dyn Fn(PersonId) -> Named + Sync);

/// What a person is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name, or what people without one are called.
    pub name: String,
    /// Whether the account was deleted: what the person wrote stays, without its author.
    pub deleted: bool,
}

/// A table as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableView {
    /// The identity, which is also part of the table's address.
    pub id: TableId,
    /// The number of events so far. A move names it, so that a stale one is refused.
    pub seq: u64,
    /// Game, player count and options.
    pub variant: VariantForm,
    /// The time for a turn.
    pub clock: Clock,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether the table is listed.
    pub public: bool,
    /// Whether the table waits for people, plays, or is over.
    pub stage: Stage,
    /// The person who created it.
    pub host: PersonView,
    /// The chairs before the game begins; after that the seats, in the order of play.
    pub seats: Vec<SeatView>,
    /// The seat of the viewer, even if they have left the game; `None` for spectators and before the start.
    pub you: Option<Seat>,
    /// The game, once it has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
    /// The last messages that the viewer may read.
    pub chat: Vec<MessageView>,
    /// The table of the rematch, once a player has created it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<TableId>,
    /// When the table was created.
    pub created: Time,
}

/// A person as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonView {
    /// The identity, which stays the same when the name changes.
    pub id: PersonId,
    /// The current name.
    pub name: String,
}

/// A seat as others see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatView {
    /// Its letter, once the game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Who sits there: `open`, `invited`, `person` or `bot`.
    pub taken: Taken,
    /// The person who sits, sat or is invited there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonView>,
    /// The level of the bot that plays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<u8>,
    /// Whether the person is a program with an account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot_account: bool,
    /// Why the person left and a bot plays on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Departure>,
    /// What is left of their reserve, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u64>,
    /// When their clock runs out, while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
}

/// How a seat is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// Nobody has taken it.
    Open,
    /// Kept for a person who is invited.
    Invited,
    /// A person or a program with an account.
    Person,
    /// A bot of the house.
    Bot,
}

/// A game as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameView {
    /// The position that the viewer may see, in the notation of the game.
    pub position: String,
    /// The seats that are to act; none once the game is over.
    pub to_act: Vec<Seat>,
    /// The points so far, by seat.
    pub scores: Vec<i32>,
    /// The number of steps so far.
    pub steps: usize,
    /// The SHA-256 of the seed from which all chance follows.
    pub seed_hash: SeedHash,
    /// The seed, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The ranks by seat, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// The seat whose takeback waits for answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Seat>,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MessageView {
    /// The number of its event.
    pub seq: u64,
    /// When the server received it.
    pub at: Time,
    /// The author; `None` if they have deleted their account.
    pub person: Option<PersonView>,
    /// Who may read it.
    pub room: Room,
    /// 1 to 300 characters.
    pub text: String,
}

/// The game after an event, in a short form.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Now {
    /// The position that the viewer may see, in the notation of the game.
    pub position: String,
    /// The seats that are to act; none once the game is over.
    pub to_act: Vec<Seat>,
    /// The points so far, by seat.
    pub scores: Vec<i32>,
}

/// An event as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EventView<'a> {
    /// The number of the event, from 1.
    pub seq: u64,
    /// When the event was decided.
    pub at: Time,
    /// The event as it is stored, but for the author of a message who has deleted their account: nothing else in it
    /// is hidden from this viewer.
    pub event: Cow<'a, Event>,
    /// The name of the person whom the event is about, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game after the event; `None` if the game has changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Now>,
}

/// The viewer that this person is: a seat of the game, or a spectator.
pub fn viewer(table: &Table, person: Option<PersonId>) -> Viewer {
    let seat = person.and_then(|person| table.game()?.seat_of(person));
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

/// The table as this person sees it; `None` is a visitor without identity.
pub fn table(table: &Table, person: Option<PersonId>, names: Names<'_>) -> TableView {
    let view = |id: PersonId| PersonView { id, name: names(id).name };
    let author = |id: PersonId| {
        let Named { name, deleted } = names(id);
        (!deleted).then_some(PersonView { id, name })
    };
    let viewer = viewer(table, person);
    let seats = match table.game() {
        Some(game) => game.places().map(|(seat, place)| seat_view(table, game, seat, place, &view)).collect(),
        None => table.chairs.iter().map(|chair| chair_view(*chair, &view)).collect(),
    };
    let reads = |said: &&crate::table::Message| chat::reads(table, person, said.person, said.room);
    let message = |said: &crate::table::Message| MessageView {
        seq: said.seq,
        at: said.at,
        person: author(said.person),
        room: said.room,
        text: said.text.clone(),
    };
    TableView {
        id: table.id,
        seq: table.seq,
        variant: table.options.variant.into(),
        clock: table.options.clock,
        rated: table.options.rated,
        public: table.options.public,
        stage: table.stage(),
        host: view(table.host),
        seats,
        you: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        },
        game: table.game().map(|game| game_view(game, viewer)),
        chat: table.chat.iter().filter(reads).map(message).collect(),
        rematch: table.rematch,
        created: table.created,
    }
}

/// The event with this number as this person sees it; `None` if it is hidden from them. `table` is the
/// current state.
pub fn event<'a>(
    table: &Table,
    person: Option<PersonId>,
    seq: u64,
    at: Time,
    event: &'a Event,
    names: Names<'_>,
) -> Option<EventView<'a>> {
    let hidden = match event {
        Event::Said { person: speaker, room, .. } => !chat::reads(table, person, *speaker, *room),
        Event::Muted { by, .. } => person != Some(*by),
        Event::Created { .. }
        | Event::Joined { .. }
        | Event::Left { .. }
        | Event::Filled { .. }
        | Event::Closed
        | Event::Started { .. }
        | Event::Played { .. }
        | Event::Happened { .. }
        | Event::TakebackAsked { .. }
        | Event::TakebackAnswered { .. }
        | Event::TakenBack { .. }
        | Event::Replaced { .. }
        | Event::Finished { .. }
        | Event::Rematched { .. } => false,
    };
    if hidden {
        return None;
    }
    // Compared with the last change of the game, not with the last event: a chat message that this viewer may
    // not read must not hide the position from them.
    let now = table.game().filter(|_| seq >= table.game_seq).map(|game| {
        let (_, now) = look(game, viewer(table, person));
        now
    });
    let named = event.about().map(names);
    let authorless = matches!(event, Event::Said { .. }) && named.as_ref().is_some_and(|named| named.deleted);
    let name = named.filter(|_| !authorless).map(|named| named.name);
    let event = if authorless { event.without_author() } else { Cow::Borrowed(event) };
    Some(EventView { seq, at, event, name, now })
}

/// The state as the viewer may see it, and its short form. Every view of a game goes through here.
fn look(game: &Game, viewer: Viewer) -> (State, Now) {
    let seen = game.state.view(viewer);
    let position = seen.text();
    let to_act = game.to_act().collect();
    let scores = seen.scores().as_slice().to_vec();
    (seen, Now { position, to_act, scores })
}

/// The state as this person may see it; `None` before the game begins.
pub fn state(table: &Table, person: Option<PersonId>) -> Option<State> {
    Some(look(table.game()?, viewer(table, person)).0)
}

/// The legal actions of this person, in the notation of the game; none if they are not to act.
pub fn actions(table: &Table, person: PersonId) -> Vec<String> {
    let Some(game) = table.live() else { return Vec::new() };
    match viewer(table, Some(person)) {
        Viewer::Seat(seat) if game.place(seat).person() == Some(person) => {
            look(game, Viewer::Seat(seat)).0.actions(seat)
        }
        Viewer::Seat(_) | Viewer::Spectator => Vec::new(),
    }
}

fn game_view(game: &Game, viewer: Viewer) -> GameView {
    let (_, Now { position, to_act, scores }) = look(game, viewer);
    GameView {
        position,
        to_act,
        scores,
        steps: game.steps.len(),
        seed_hash: game.seed_hash,
        seed: game.outcome.as_ref().map(|outcome| outcome.seed),
        ranks: game.outcome.as_ref().map(|outcome| outcome.ranks.clone()),
        takeback: game.takeback.as_ref().map(|takeback| takeback.seat),
    }
}

fn chair_view(chair: Chair, view: &dyn Fn(PersonId) -> PersonView) -> SeatView {
    let (taken, person, bot, bot_account) = match chair {
        Chair::Open => (Taken::Open, None, None, false),
        Chair::Invited(person) => (Taken::Invited, Some(view(person)), None, false),
        Chair::Bot { level } => (Taken::Bot, None, Some(level.number()), false),
        Chair::Person(sitter) => (Taken::Person, Some(view(sitter.id)), None, sitter.kind == Kind::Bot),
    };
    SeatView { seat: None, taken, person, bot, bot_account, left: None, reserve: None, deadline: None }
}

fn seat_view(
    table: &Table,
    game: &Game,
    seat: Seat,
    place: &Place,
    view: &dyn Fn(PersonId) -> PersonView,
) -> SeatView {
    let (person, bot_account) = match place.began {
        Player::Person(sitter) => (Some(view(sitter.id)), sitter.kind == Kind::Bot),
        Player::Bot(_) => (None, false),
    };
    let (taken, bot) = match place.player() {
        Player::Person(_) => (Taken::Person, None),
        Player::Bot(level) => (Taken::Bot, Some(level.number())),
    };
    let runs = table.deadline().is_some();
    let turn = table.options.clock.turn().unwrap_or_default();
    SeatView {
        seat: Some(seat),
        taken,
        person,
        bot,
        bot_account,
        left: place.left.map(|(why, _)| why),
        reserve: matches!(table.options.clock, Clock::Live { .. })
            .then(|| u64::try_from(place.reserve.as_millis()).unwrap_or(u64::MAX)),
        deadline: place
            .since
            .filter(|_| runs && game.outcome.is_none())
            .map(|since| since + turn + place.reserve),
    }
}
