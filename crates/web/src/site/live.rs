//! Live updates of the page of a table: the parts that have changed, as server-sent events.
//!
//! A stream holds nothing but its cursor, the last event that it sent. Each message has the parts as they are
//! now, so that a page that missed some is up to date with the next.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::TableId;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::sync::watch::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::table::load;
use super::visitor::Visitor;
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::api::streams::{FAREWELL, Open, Reader, SILENCE};
use crate::api::tables::find;
use crate::app::App;
use crate::feed::{self, Handover};
use club::Attendance;
use house::live::stopped;
use house::presence::Here;
use house::tables::Slot;
use pages::table::{Changed, Wish};

/// The least time between two updates about who is here, so that many who come at once are shown together.
const ATTENDANCE_INTERVAL: Duration = Duration::from_secs(1);
/// A comment of the protocol: keeps connections open that would be closed for being idle.
const KEEP_ALIVE: &[u8] = b":\n\n";

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/t/{id}/live", get(follow))
}

#[derive(Deserialize)]
struct Cursor {
    /// The last event that the page shows.
    after: u64,
    /// The attendance that the page shows.
    here: Option<String>,
}

async fn follow(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InPath(id): InPath<TableId>,
    InQuery(cursor): InQuery<Cursor>,
) -> Result<Response, Problem> {
    let slot = find(&app, id).await?;
    let resumed =
        headers.get("last-event-id").and_then(|text| text.to_str().ok()).and_then(|text| text.parse().ok());
    let (_here, arrivals) = app.house.presence.watch(id, visitor.person());
    let page = LivePage {
        arrivals,
        next_attendance: Instant::now(),
        // A page that reconnects may show another attendance than its address says.
        shown: if resumed.is_some() { None } else { cursor.here },
        hints: slot.listen(),
        stop: app.stop.clone(),
        reader: Reader::new(&app, visitor.caller),
        sent: resumed.unwrap_or(cursor.after),
        app,
        slot,
        visitor,
        stopping: false,
        _open: Open::new("page"),
        _here,
    };
    let headers: [(HeaderName, &str); 2] =
        [(header::CONTENT_TYPE, "text/event-stream"), (HeaderName::from_static("x-accel-buffering"), "no")];
    let news = unfold(page, LivePage::next);
    Ok((headers, Extension(Handover::new(move |stream| feed::run(stream, news)))).into_response())
}

struct LivePage {
    app: Arc<App>,
    slot: Arc<Slot>,
    visitor: Visitor,
    reader: Reader,
    hints: watch::Receiver<u64>,
    stop: watch::Receiver<bool>,
    /// The last event that the page has.
    sent: u64,
    /// Changes when somebody comes or goes.
    arrivals: watch::Receiver<()>,
    /// The attendance that the page shows; None if that is not known.
    shown: Option<String>,
    /// Before this moment no update about who is here is sent.
    next_attendance: Instant,
    /// Whether the server stops, and the page was told so.
    stopping: bool,
    _open: Open,
    _here: Here,
}

impl LivePage {
    /// The next message of the stream; None if it has to end.
    async fn next(mut self) -> Option<(Bytes, Self)> {
        loop {
            // Marked as seen before the table is read: an event in between leads to another look.
            self.hints.borrow_and_update();
            if !self.reader.may_read(&self.app).await {
                return None;
            }
            if let Some(update) = Box::pin(self.update()).await? {
                return Some((update, self));
            }
            // Whatever wakes it, the stream reads the table again, unless there is a message to send without
            // that (`Some(Some(_))`) or the stream ends (`Some(None)`).
            let message = tokio::select! {
                changed = self.hints.changed() => changed.is_err().then_some(None),
                changed = changed_after(self.next_attendance, &mut self.arrivals) => changed.is_err().then_some(None),
                () = tokio::time::sleep(SILENCE) => Some(Some(Bytes::from_static(KEEP_ALIVE))),
                () = self.reader.changed() => None,
                () = stopped(&mut self.stop) => Some((!self.stopping).then(|| Bytes::from_static(FAREWELL))),
            };
            self.stopping = *self.stop.borrow();
            if let Some(message) = message {
                return message.map(|bytes| (bytes, self));
            }
        }
    }

    /// The parts that have changed since the last update. The inner None if nothing has, the outer None if the
    /// stream has to end.
    async fn update(&mut self) -> Option<Option<Bytes>> {
        let (seq, changed) = self.slot.look(|loaded| {
            let new = loaded.log.iter().skip(usize::try_from(self.sent).unwrap_or(usize::MAX));
            (loaded.table.seq, new.map(|(_, event)| Changed::by(event)).max())
        });
        let attendance_changed = Instant::now() >= self.next_attendance
            && self.attendance().is_some_and(|here| self.shown != Some(here));
        if attendance_changed {
            self.next_attendance = Instant::now() + ATTENDANCE_INTERVAL;
        }
        let changed = changed.max(attendance_changed.then_some(Changed::Around));
        let Some(changed) = changed else { return Some(None) };
        let (person, look) = (self.visitor.person(), &self.visitor.look);
        let page = load(&self.app, &self.slot, person, look, Wish::default()).await.ok()?;
        self.sent = page.table.seq.max(seq);
        if changed >= Changed::Around {
            self.shown = Some(page.attendance.to_string());
        }
        Some(Some(message(self.sent, &page.parts(changed).into_string())))
    }

    /// Who is here, as pages show it; None if the other servers have not told yet.
    fn attendance(&self) -> Option<String> {
        let present = self.app.house.presence.at_hand(self.slot.id)?;
        Some(self.slot.look(|loaded| Attendance::of(&loaded.table, present)).to_string())
    }
}

/// A message of the protocol: the number of the last event, from which a reconnect resumes, and the parts.
fn message(seq: u64, parts: &str) -> Bytes {
    let mut message = format!("id: {seq}\n");
    for line in parts.lines() {
        message.push_str("data: ");
        message.push_str(line);
        message.push('\n');
    }
    message.push('\n');
    Bytes::from(message)
}

/// Waits for the next change, but not before this moment.
async fn changed_after(moment: Instant, changes: &mut watch::Receiver<()>) -> Result<(), RecvError> {
    sleep_until(moment).await;
    changes.changed().await
}
