//! A table page kept fresh: the parts that have changed, as server-sent events.
//!
//! As the streams of the API, it holds nothing but a place. Each message has the parts as they are now, so
//! whoever missed some is up to date with the next.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{Event, TableId};
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::sync::watch::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::table::{Changed, TablePage, Wish};
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

/// How long a page rests after it was sent who is here: where many come at once, they are shown together.
const REST: Duration = Duration::from_secs(1);

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/t/{id}/live", get(follow))
}

#[derive(Deserialize)]
struct From {
    /// The last event that the page knows.
    after: u64,
    /// Who it shows to be here.
    here: Option<String>,
}

async fn follow(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InPath(id): InPath<TableId>,
    InQuery(from): InQuery<From>,
) -> Result<Response, Problem> {
    let slot = find(&app, id).await?;
    let resumed =
        headers.get("last-event-id").and_then(|text| text.to_str().ok()).and_then(|text| text.parse().ok());
    let (_here, comings) = app.house.presence.watch(id, visitor.person());
    let page = LivePage {
        comings,
        rest: Instant::now(),
        // Who comes back may have been sent something since.
        shown: if resumed.is_some() { None } else { from.here },
        hints: slot.listen(),
        stop: app.stop.clone(),
        reader: Reader::new(&app, visitor.caller),
        sent: resumed.unwrap_or(from.after),
        app,
        slot,
        visitor,
        parting: false,
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
    sent: u64,
    /// Tells that somebody came or went.
    comings: watch::Receiver<()>,
    /// Who the page shows to be here, if that is known.
    shown: Option<String>,
    /// Until when it does not matter who comes and goes.
    rest: Instant,
    /// Whether the last words were said.
    parting: bool,
    _open: Open,
    _here: Here,
}

impl LivePage {
    async fn next(mut self) -> Option<(Bytes, Self)> {
        loop {
            self.hints.borrow_and_update();
            if !self.reader.may_read(&self.app).await {
                return None;
            }
            if let Some(news) = Box::pin(self.news()).await? {
                return Some((news, self));
            }
            let ended = tokio::select! {
                changed = self.hints.changed() => changed.is_err().then_some(None),
                changed = changed_after(self.rest, &mut self.comings) => changed.is_err().then_some(None),
                () = tokio::time::sleep(SILENCE) => Some(Some(Bytes::from_static(b":\n\n"))),
                () = self.reader.changed() => None,
                () = stopped(&mut self.stop) => {
                Some((!self.parting).then(|| Bytes::from_static(FAREWELL)))
            }
            };
            self.parting = *self.stop.borrow();
            if let Some(last) = ended {
                return last.map(|sign| (sign, self));
            }
        }
    }

    /// The parts that have changed since; the inner nothing if none has, the outer if the stream has to end.
    async fn news(&mut self) -> Option<Option<Bytes>> {
        let (seq, changed) = self.slot.look(|loaded| {
            let new = loaded.log.iter().skip(usize::try_from(self.sent).unwrap_or(usize::MAX));
            (loaded.table.seq, new.map(|(_, event)| changes(event)).max())
        });
        let moved =
            Instant::now() >= self.rest && self.attendance().is_some_and(|here| self.shown != Some(here));
        if moved {
            self.rest = Instant::now() + REST;
        }
        let Some(changed) = changed.max(moved.then_some(Changed::Around)) else { return Some(None) };
        let (person, look) = (self.visitor.person(), &self.visitor.look);
        let page = TablePage::new(&self.app, &self.slot, person, look, &Wish::default()).await.ok()?;
        self.sent = page.table.seq.max(seq);
        if changed >= Changed::Around {
            self.shown = Some(page.attendance.to_string());
        }
        let mut message = format!("id: {}\n", self.sent);
        for line in page.parts(changed).into_string().lines() {
            message.push_str("data: ");
            message.push_str(line);
            message.push('\n');
        }
        message.push('\n');
        Some(Some(Bytes::from(message)))
    }

    /// Who is here, as a page shows it, if that is known.
    fn attendance(&self) -> Option<String> {
        let present = self.app.house.presence.at_hand(self.slot.id)?;
        Some(self.slot.look(|loaded| Attendance::of(&loaded.table, present)).to_string())
    }
}

/// Waits for the next change, but not before this moment.
async fn changed_after(moment: Instant, changes: &mut watch::Receiver<()>) -> Result<(), RecvError> {
    sleep_until(moment).await;
    changes.changed().await
}

/// What an event changes on a page.
fn changes(event: &Event) -> Changed {
    match event {
        Event::Said { .. } | Event::Muted { .. } => Changed::Talk,
        Event::TakebackAsked { .. } | Event::TakebackAnswered { .. } | Event::Rematched { .. } => {
            Changed::Around
        }
        Event::Created { .. }
        | Event::Joined { .. }
        | Event::Left { .. }
        | Event::Filled { .. }
        | Event::Closed
        | Event::Started { .. }
        | Event::Played { .. }
        | Event::Happened { .. }
        | Event::TakenBack { .. }
        | Event::Replaced { .. }
        | Event::Finished { .. } => Changed::Game,
    }
}
