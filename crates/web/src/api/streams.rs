//! Live streams of a table and of a person, as server-sent events or as lines of JSON.
//!
//! A stream holds nothing but a place: the last event that was sent. When a hint comes it reads what
//! is new, as far as its viewer may see it. So a slow reader costs no memory, a reconnect resumes where
//! the last event left off, and whoever takes nothing for too long is dropped by the connection.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use club::view::{self};
use club::{Chair, Event, PersonId, TableId, Time};
use futures_util::stream::{Stream, unfold};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{InPath, InQuery};
use super::caller::Caller;
use super::problem::Problem;
use super::tables::{find, seen};
use crate::api::schema;
use crate::app::App;
use crate::feed::{self, Handover};
use house::derive;
use house::live::stopped;
use house::presence::Here;
use house::tables::Slot;
use store::{Batch, LogId};

/// After how long without news a sign of life is sent.
pub(crate) const SILENCE: Duration = Duration::from_secs(20);
/// How many events are sent at once at most.
const AT_ONCE: usize = 100;
/// Once so many bytes are to be sent, more events wait until the reader has taken them.
const LARGE: usize = 8 * 1024;
/// How many batches are read at once at most.
const BATCHES: u32 = 100;

/// How long the table in memory may lag behind the store.
const CATCH_UP: Duration = Duration::from_secs(1);

/// The routes of streams.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(table_stream)).routes(routes!(my_stream))
}

/// From where to go on.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Resume {
    /// The last event that was received, for those who cannot send `Last-Event-ID`.
    #[serde(default)]
    pub(super) after: Option<u64>,
}

/// The last words of a server that stops: come back soon, to another one or when it is back. The name of an
/// event is for readers that overlook what has neither a name nor data.
pub(crate) const FAREWELL: &[u8] = b"event: stopping\nretry: 200\n\n";

/// How events are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Sse,
    Lines,
}

impl Format {
    fn wanted(headers: &HeaderMap) -> Self {
        let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
        if accept.contains("text/event-stream") { Self::Sse } else { Self::Lines }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Sse => "text/event-stream",
            Self::Lines => "application/x-ndjson",
        }
    }

    fn write(self, out: &mut Vec<u8>, name: &str, id: u64, data: &impl Serialize) {
        // Writing to memory cannot fail, and all that is sent can be written as JSON.
        let _ = match self {
            Self::Sse => write!(out, "id: {id}\nevent: {name}\ndata: "),
            Self::Lines => Ok(()),
        };
        let _ = serde_json::to_writer(&mut *out, data);
        out.extend_from_slice(match self {
            Self::Sse => b"\n\n",
            Self::Lines => b"\n",
        });
    }

    fn farewell(self) -> Option<Bytes> {
        match self {
            Self::Sse => Some(Bytes::from_static(FAREWELL)),
            Self::Lines => None,
        }
    }

    fn sign_of_life(self) -> Bytes {
        match self {
            Self::Sse => Bytes::from_static(b":\n\n"),
            Self::Lines => Bytes::from_static(b"\n"),
        }
    }
}

fn last_event(headers: &HeaderMap, from: &Resume) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id") else { return Ok(from.after) };
    let wrong = || Problem::new(StatusCode::BAD_REQUEST, "bad-event-id", "`Last-Event-ID` is a number");
    value.to_str().ok().and_then(|text| text.parse().ok()).map(Some).ok_or_else(wrong)
}

fn response(format: Format, news: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let headers: [(HeaderName, &str); 2] =
        [(header::CONTENT_TYPE, format.media_type()), (HeaderName::from_static("x-accel-buffering"), "no")];
    (headers, Extension(Handover::new(move |stream| feed::run(stream, news)))).into_response()
}

/// Counts the streams that are open.
pub(crate) struct Open(&'static str);

impl Open {
    pub(crate) fn new(what: &'static str) -> Self {
        metrics::gauge!("sobremesa_streams", "of" => what).increment(1.0);
        Self(what)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        metrics::gauge!("sobremesa_streams", "of" => self.0).decrement(1.0);
    }
}

/// Who reads a stream, as long as what proved it holds: a stream ends with its session or token.
pub(crate) struct Reader {
    caller: Caller,
    changes: watch::Receiver<(u64, Option<PersonId>)>,
    seen: u64,
}

impl Reader {
    pub(crate) fn new(app: &App, caller: Caller) -> Self {
        let changes = app.house.keys.listen();
        let (seen, _) = *changes.borrow();
        Self { caller, changes, seen }
    }

    /// Waits until keys have changed.
    pub(crate) async fn changed(&mut self) {
        let seen = self.seen;
        // Without anybody who could change them, they do not.
        if self.changes.wait_for(|(count, _)| *count != seen).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Whether the reader may go on.
    pub(crate) async fn may_read(&mut self, app: &App) -> bool {
        let (count, whose) = *self.changes.borrow();
        // Of several changes only the last one's person is known.
        let concerned = count > self.seen + 1 || count != self.seen && whose == self.caller.person();
        self.seen = count;
        // Boxed, as it is rare: an idle stream has no room for it.
        !concerned || Box::pin(self.caller.holds(app)).await.unwrap_or(false)
    }
}

struct TableStream {
    app: Arc<App>,
    reader: Reader,
    slot: Arc<Slot>,
    hints: watch::Receiver<u64>,
    stop: watch::Receiver<bool>,
    person: Option<PersonId>,
    sent: u64,
    format: Format,
    /// Whether the last words were said.
    parting: bool,
    first: Option<Bytes>,
    _open: Open,
    _here: Here,
}

/// Watch a table
///
/// `Accept: text/event-stream` gives server-sent events, anything else lines of JSON. Without
/// `Last-Event-ID` (or `?after=`) the first message is `state`, the table as it is; then every event comes
/// as `table`, with its number as the id. With it, what came after that event follows, nothing lost and
/// nothing twice.
#[utoipa::path(get, path = "/tables/{id}/stream", tag = "streams", params(("id" = schema::TableId, Path), Resume),
    responses((status = 200, body = schema::EventView, content_type = "text/event-stream"),
    (status = 404, body = Problem)))]
async fn table_stream(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    InPath(id): InPath<TableId>,
    InQuery(from): InQuery<Resume>,
) -> Result<Response, Problem> {
    let format = Format::wanted(&headers);
    let after = last_event(&headers, &from)?;
    let stream = TableStream::open(app, caller, id, after, format).await?;
    Ok(response(format, unfold(stream, TableStream::next)))
}

impl TableStream {
    /// A stream of a table, after this event or from its state on.
    async fn open(
        app: Arc<App>,
        caller: Caller,
        id: TableId,
        after: Option<u64>,
        format: Format,
    ) -> Result<Self, Problem> {
        let slot = find(&app, id).await?;
        let person = caller.person();
        let hints = slot.listen();
        let (sent, first) = match after {
            Some(sent) => {
                let seq = slot.look(|loaded| loaded.table.seq);
                if sent > seq {
                    let detail = format!("the table is at event {seq}, and {sent} is yet to come");
                    return Err(Problem::new(StatusCode::BAD_REQUEST, "bad-event-id", detail));
                }
                (sent, None)
            }
            None => {
                let state = seen(&app, &slot, person).await?;
                let mut first = Vec::new();
                format.write(&mut first, "state", state.seq, &state);
                (state.seq, Some(Bytes::from(first)))
            }
        };
        let (stop, reader) = (app.stop.clone(), Reader::new(&app, caller));
        let (_open, _here) = (Open::new("table"), app.house.presence.enter(id, person));
        Ok(Self { app, reader, slot, hints, stop, person, sent, format, parting: false, first, _open, _here })
    }

    async fn next(mut self) -> Option<(Bytes, Self)> {
        if let Some(first) = self.first.take() {
            return Some((first, self));
        }
        loop {
            self.hints.borrow_and_update();
            if !self.reader.may_read(&self.app).await {
                return None;
            }
            if let Some(news) = self.news().await? {
                return Some((news, self));
            }
            let ended = tokio::select! {
                changed = self.hints.changed() => changed.is_err().then_some(None),
                () = tokio::time::sleep(SILENCE) => Some(Some(self.format.sign_of_life())),
                () = self.reader.changed() => None,
                () = stopped(&mut self.stop) => Some(self.format.farewell().filter(|_| !self.parting)),
            };
            self.parting = *self.stop.borrow();
            if let Some(last) = ended {
                return last.map(|sign| (sign, self));
            }
        }
    }

    /// What is new for this viewer; the inner nothing if nothing is, the outer if the stream has to end.
    async fn news(&mut self) -> Option<Option<Bytes>> {
        let speakers: Vec<PersonId> = self.slot.look(|loaded| {
            let new = loaded.log.iter().skip(self.sent as usize).take(AT_ONCE);
            new.filter_map(|(_, event)| event.about()).collect()
        });
        if !speakers.is_empty() && Box::pin(self.app.house.names.read(speakers.into_iter())).await.is_err() {
            return None;
        }
        let mut out = Vec::new();
        self.slot.look(|loaded| {
            let table = &loaded.table;
            let names = |id| self.app.house.names.get(id);
            for (at, event) in loaded.log.iter().skip(self.sent as usize).take(AT_ONCE) {
                if out.len() >= LARGE {
                    break;
                }
                self.sent += 1;
                if let Some(seen) = view::event(table, self.person, self.sent, *at, event, &names) {
                    self.format.write(&mut out, "table", self.sent, &seen);
                }
            }
        });
        Some((!out.is_empty()).then(|| Bytes::from(out)))
    }
}

/// The lines of a table for somebody who acts on the same connection.
pub(super) async fn table_lines(
    app: Arc<App>,
    caller: Caller,
    id: TableId,
    after: Option<u64>,
) -> Result<impl Stream<Item = Bytes> + Send + 'static, Problem> {
    let stream = TableStream::open(app, caller, id, after, Format::Lines).await?;
    Ok(unfold(stream, TableStream::next))
}

/// Something that concerns you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct Notice {
    /// Its number: what to send as `Last-Event-ID` to go on after it.
    id: LogId,
    /// What.
    notice: What,
    /// At which table.
    #[schema(value_type = schema::TableId)]
    table: TableId,
    /// How far the table is.
    seq: u64,
    /// When.
    #[schema(value_type = schema::Time)]
    at: Time,
}

/// What concerns you. Of several at once the first of this list is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum What {
    /// A game of yours is over.
    GameOver,
    /// You are to act.
    YourTurn,
    /// A game of yours began, and others are to act.
    GameStarted,
    /// Somebody asks you to a table.
    Invitation,
    /// Somebody asks you to let them take back a turn.
    TakebackAsked,
    /// Somebody would like a rematch.
    Rematch,
}

struct MyStream {
    app: Arc<App>,
    reader: Reader,
    hints: watch::Receiver<LogId>,
    stop: watch::Receiver<bool>,
    person: PersonId,
    sent: LogId,
    format: Format,
    /// Whether the last words were said.
    parting: bool,
    _open: Open,
}

/// What concerns me
///
/// Your turn, invitations, games that begin and end, at all tables. Begins now, or after `Last-Event-ID`
/// (or `?after=`).
#[utoipa::path(get, path = "/me/stream", tag = "streams", params(Resume),
    responses((status = 200, body = Notice, content_type = "text/event-stream"), (status = 401, body = Problem)))]
async fn my_stream(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    InQuery(from): InQuery<Resume>,
) -> Result<Response, Problem> {
    let person = caller.somebody()?;
    let format = Format::wanted(&headers);
    let hints = app.house.live.listen(person);
    let newest = app.house.store.newest_log_id().await?;
    let sent = last_event(&headers, &from)?.unwrap_or(newest);
    if sent > newest {
        let detail = format!("the club is at event {newest}, and {sent} is yet to come");
        return Err(Problem::new(StatusCode::BAD_REQUEST, "bad-event-id", detail));
    }
    let stop = app.stop.clone();
    let reader = Reader::new(&app, caller);
    let _open = Open::new("person");
    let stream = MyStream { app, reader, hints, stop, person, sent, format, parting: false, _open };
    Ok(response(format, unfold(stream, MyStream::next)))
}

impl MyStream {
    async fn next(mut self) -> Option<(Bytes, Self)> {
        loop {
            self.hints.borrow_and_update();
            if !self.reader.may_read(&self.app).await {
                return None;
            }
            let batches =
                self.app.house.store.read_log_of_person(self.person, self.sent, BATCHES).await.ok()?;
            let full = batches.len() == BATCHES as usize;
            let mut out = Vec::new();
            for batch in &batches {
                self.sent = batch.id;
                if let Some(notice) = self.notice(batch).await {
                    self.format.write(&mut out, "notice", batch.id, &notice);
                }
            }
            if !out.is_empty() {
                return Some((Bytes::from(out), self));
            }
            if full {
                continue;
            }
            let ended = tokio::select! {
                changed = self.hints.changed() => changed.is_err().then_some(None),
                () = tokio::time::sleep(SILENCE) => Some(Some(self.format.sign_of_life())),
                () = self.reader.changed() => None,
                () = stopped(&mut self.stop) => Some(self.format.farewell().filter(|_| !self.parting)),
            };
            self.parting = *self.stop.borrow();
            if let Some(last) = ended {
                return last.map(|sign| (sign, self));
            }
        }
    }

    async fn notice(&self, batch: &Batch) -> Option<Notice> {
        let slot = self.app.house.tables.find(batch.table).await.ok()??;
        let events = derive::read(batch).ok()?;
        let seq = batch.after + events.len() as u64;
        // A batch can be read here a moment before the table in memory has it.
        let mut table = slot.listen();
        let _ = tokio::time::timeout(CATCH_UP, table.wait_for(|at| *at >= seq)).await;
        let what = slot.look(|loaded| {
            let told = events.iter().filter_map(|event| told(loaded, event, self.person));
            let turn = turn(loaded, batch.after, seq, &events, self.person);
            told.chain(turn).min()
        })?;
        Some(Notice { id: batch.id, notice: what, table: batch.table, seq, at: batch.at })
    }
}

/// What an event tells this person.
fn told(loaded: &house::tables::Loaded, event: &Event, person: PersonId) -> Option<What> {
    match event {
        Event::Finished { .. } => Some(What::GameOver),
        Event::Started { .. } => Some(What::GameStarted),
        Event::Created { chairs, .. } if chairs.contains(&Chair::Invited(person)) => Some(What::Invitation),
        Event::TakebackAsked { seat, .. } => {
            let mine = loaded.table.game().and_then(|game| game.seat_of(person));
            (mine != Some(*seat)).then_some(What::TakebackAsked)
        }
        Event::Rematched { .. } => Some(What::Rematch),
        Event::Created { .. }
        | Event::Joined { .. }
        | Event::Left { .. }
        | Event::Filled { .. }
        | Event::Closed
        | Event::Played { .. }
        | Event::Happened { .. }
        | Event::TakebackAnswered { .. }
        | Event::TakenBack { .. }
        | Event::Replaced { .. }
        | Event::Said { .. }
        | Event::Muted { .. } => None,
    }
}

/// Whether it is the turn of this person because of these events, and still is.
fn turn(
    loaded: &house::tables::Loaded,
    after: u64,
    seq: u64,
    events: &[Event],
    person: PersonId,
) -> Option<What> {
    let game = loaded.table.live()?;
    let newest = after < loaded.table.game_seq && loaded.table.game_seq <= seq;
    let seat = game.seat_of(person)?;
    let own = events.iter().any(|event| matches!(event, Event::Played { seat: by, .. } if *by == seat));
    (newest && !own && game.to_act().any(|acts| acts == seat)).then_some(What::YourTurn)
}
