//! Live streams of a table and of a person, as server-sent events or as lines of JSON.

use std::io::Write;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use club::view;
use club::{PersonId, TableId};
use futures_util::stream::Stream;
use house::presence::Here;
use house::tables::Slot;
use house::{Caller, Error};
use serde::{Deserialize, Serialize};
use store::LogId;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::schema;
use crate::app::App;
use crate::client::ClientAddress;
use crate::code::Code;
use crate::extract::{Asks, InPath, InQuery};
use crate::fault::Fault;
use crate::stream::{Format, LiveStream, News, Source};
use crate::stream_limit::StreamPermit;

/// How many events are sent at once at most.
const MAX_EVENTS: usize = 100;
/// Once so many bytes are to be sent, more events wait until the reader has taken them.
const MAX_BYTES: usize = 8 * 1024;

/// The routes of streams.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(table_stream)).routes(routes!(my_stream))
}

/// Where a stream begins.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Resume {
    /// The id of the last event received, for clients that cannot send the header `Last-Event-ID`.
    #[serde(default)]
    pub(super) after: Option<u64>,
}

/// Where a stream of a table begins, and who reads it.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Follow {
    /// The id of the last event received, for clients that cannot send the header `Last-Event-ID`.
    #[serde(default)]
    after: Option<u64>,
    /// Whether you will play the moves of the bots, at a casual table where you are the only person.
    #[serde(default)]
    thinks: bool,
}

/// The format that a request accepts.
fn accepted_format(headers: &HeaderMap) -> Format {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if accept.contains("text/event-stream") { Format::Sse } else { Format::Lines }
}

/// Writes one event.
fn write(out: &mut Vec<u8>, format: Format, name: &str, id: u64, data: &impl Serialize) {
    // Writing to memory cannot fail, and all that is sent can be written as JSON.
    if format == Format::Sse {
        let _ = write!(out, "id: {id}\nevent: {name}\ndata: ");
    }
    let _ = serde_json::to_writer(&mut *out, data);
    out.extend_from_slice(match format {
        Format::Sse => b"\n\n",
        Format::Lines => b"\n",
    });
}

fn last_event(headers: &HeaderMap, from: &Resume) -> Result<Option<u64>, Fault> {
    let Some(value) = headers.get("last-event-id") else { return Ok(from.after) };
    let wrong = || Fault::of(Code::BadEventId, "`Last-Event-ID` is a number");
    value.to_str().ok().and_then(|text| text.parse().ok()).map(Some).ok_or_else(wrong)
}

/// The events of a table as one viewer sees them.
struct TableEvents {
    slot: Arc<Slot>,
    hints: watch::Receiver<u64>,
    viewer: Option<PersonId>,
    sent: u64,
    format: Format,
    /// The table as it is, for those who do not resume.
    first: Option<Bytes>,
    here: Here,
}

/// Stream the events of a table
///
/// The answer has no end. `Accept: text/event-stream` selects server-sent events, anything else lines of JSON. Without
/// `Last-Event-ID` (or `?after=`) the first message is `state`, the current `TableView`. Every event follows as
/// `table`, an `EventView` with its number as the id. With `Last-Event-ID` the stream resumes after that event,
/// without a gap and without repetition.
#[utoipa::path(get, path = "/api/v1/tables/{id}/stream", tag = "streams",
    params(("id" = schema::TableId, Path, description = "The `id` of the table"), Follow),
    responses((status = 200, description = "The messages of the stream", content(
    (inline(schema::TableMessage) = "text/event-stream"), (inline(schema::TableMessage) = "application/x-ndjson")))))]
async fn table_stream(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    InPath(id): InPath<TableId>,
    InQuery(Follow { after, thinks }): InQuery<Follow>,
) -> Result<Response, Fault> {
    let permit = app.streams.open(caller.person(), address)?;
    let format = accepted_format(&headers);
    let after = last_event(&headers, &Resume { after })?;
    let mut events = TableEvents::open(&app, caller, id, after, format).await?;
    if thinks {
        events.here = events.here.with_device();
    }
    Ok(LiveStream::new(app, caller, permit, format, events).response())
}

/// The lines of a table for somebody who plays on the same connection.
pub(super) async fn table_lines(
    app: Arc<App>,
    caller: Caller,
    permit: StreamPermit,
    id: TableId,
    after: Option<u64>,
) -> Result<impl Stream<Item = Bytes> + Send + 'static, Fault> {
    let events = TableEvents::open(&app, caller, id, after, Format::Lines).await?;
    Ok(LiveStream::new(app, caller, permit, Format::Lines, events).messages())
}

impl TableEvents {
    /// The events of a table after this one, or its state and all that follows.
    async fn open(
        app: &App,
        caller: Caller,
        id: TableId,
        after: Option<u64>,
        format: Format,
    ) -> Result<Self, Fault> {
        let slot = app.house.find_table(id).await?;
        let viewer = caller.person();
        // Before the state is read: what is appended in between is then sent, and not missed.
        let hints = slot.subscribe();
        let (sent, first) = match after {
            Some(asked) => {
                let newest = slot.look(|loaded| loaded.table.seq);
                if asked > newest {
                    return Err(Error::EventToCome { what: "the table", newest, asked }.into());
                }
                (asked, None)
            }
            None => {
                let state = app.house.view_table(&slot, viewer).await?;
                let mut first = Vec::new();
                write(&mut first, format, "state", state.seq, &state);
                (state.seq, Some(Bytes::from(first)))
            }
        };
        let here = app.house.presence.enter(id, viewer);
        Ok(Self { slot, hints, viewer, sent, format, first, here })
    }
}

impl Source for TableEvents {
    const KIND: &'static str = "table";

    async fn news(&mut self, app: &App) -> News {
        if let Some(first) = self.first.take() {
            return News::Some(first);
        }
        self.hints.borrow_and_update();
        let speakers: Vec<PersonId> = self.slot.look(|loaded| {
            let new = loaded.log.iter().skip(self.sent as usize).take(MAX_EVENTS);
            new.filter_map(|(_, event)| event.about()).collect()
        });
        // Boxed because it is rare: an idle stream keeps no room for it.
        if !speakers.is_empty() && Box::pin(app.house.names.read(speakers.into_iter())).await.is_err() {
            return News::End;
        }
        let mut out = Vec::new();
        self.slot.look(|loaded| {
            let table = &loaded.table;
            let names = |id| app.house.names.named(id);
            for (at, event) in loaded.log.iter().skip(self.sent as usize).take(MAX_EVENTS) {
                if out.len() >= MAX_BYTES {
                    break;
                }
                self.sent += 1;
                if let Some(seen) = view::event(table, self.viewer, self.sent, *at, event, &names) {
                    write(&mut out, self.format, "table", self.sent, &seen);
                }
            }
        });
        if out.is_empty() { News::None } else { News::Some(Bytes::from(out)) }
    }

    async fn changed(&mut self) -> bool {
        self.hints.changed().await.is_ok()
    }
}

/// What concerns a person at all tables.
struct MyNotices {
    hints: watch::Receiver<LogId>,
    person: PersonId,
    sent: LogId,
    format: Format,
}

/// Stream your notices
///
/// Notices of your turn, invitations, and games that begin and end, at all tables. The answer has no end.
/// `Accept: text/event-stream` selects server-sent events, anything else lines of JSON. The stream begins with the
/// next notice, or after `Last-Event-ID` (or `?after=`).
#[utoipa::path(get, path = "/api/v1/me/stream", tag = "streams", params(Resume),
    responses((status = 200, description = "The messages of the stream", content(
    (schema::Notice = "text/event-stream"), (schema::Notice = "application/x-ndjson")))))]
async fn my_stream(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    InQuery(from): InQuery<Resume>,
) -> Result<Response, Fault> {
    let person = caller.somebody()?;
    let permit = app.streams.open(Some(person), address)?;
    let format = accepted_format(&headers);
    // Before the newest entry is read: what is appended in between is then sent, and not missed.
    let hints = app.house.live.subscribe(person);
    let newest = app.house.store.newest_log_id().await?;
    let sent = last_event(&headers, &from)?.unwrap_or(newest);
    if sent > newest {
        return Err(Error::EventToCome { what: "the club", newest, asked: sent }.into());
    }
    let notices = MyNotices { hints, person, sent, format };
    Ok(LiveStream::new(app, caller, permit, format, notices).response())
}

impl Source for MyNotices {
    const KIND: &'static str = "person";

    async fn news(&mut self, app: &App) -> News {
        loop {
            self.hints.borrow_and_update();
            let Ok(found) = app.house.notices(self.person, self.sent).await else { return News::End };
            self.sent = found.read_to;
            let mut out = Vec::new();
            for notice in &found.notices {
                write(&mut out, self.format, "notice", notice.id, notice);
            }
            match (out.is_empty(), found.more) {
                (false, _) => return News::Some(Bytes::from(out)),
                (true, true) => {}
                (true, false) => return News::None,
            }
        }
    }

    async fn changed(&mut self) -> bool {
        self.hints.changed().await.is_ok()
    }
}
