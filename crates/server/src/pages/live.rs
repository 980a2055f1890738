//! A table page kept fresh: the parts that have changed, as server-sent events.
//!
//! As the streams of the API, it holds nothing but a place. Each message has the parts as they are now, so
//! whoever missed some is up to date with the next.

use std::sync::Arc;

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

use super::table::{Changed, TablePage, Wish};
use super::visitor::Visitor;
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::api::streams::{FAREWELL, Open, Reader, SILENCE};
use crate::api::tables::find;
use crate::app::App;
use crate::feed::{self, Handover};
use crate::live::stopped;
use crate::tables::Slot;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/t/{id}/live", get(follow))
}

#[derive(Deserialize)]
struct From {
    /// The last event that the page knows.
    after: u64,
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
    let page = LivePage {
        hints: slot.listen(),
        stop: app.stop.clone(),
        reader: Reader::new(&app, visitor.caller),
        sent: resumed.unwrap_or(from.after),
        app,
        slot,
        visitor,
        parting: false,
        _open: Open::new("page"),
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
    /// Whether the last words were said.
    parting: bool,
    _open: Open,
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
        let Some(changed) = changed else { return Some(None) };
        let (person, look) = (self.visitor.person(), &self.visitor.look);
        let page = TablePage::new(&self.app, &self.slot, person, look, &Wish::default()).await.ok()?;
        self.sent = page.table.seq.max(seq);
        let mut message = format!("id: {}\n", self.sent);
        for line in page.parts(changed).into_string().lines() {
            message.push_str("data: ");
            message.push_str(line);
            message.push('\n');
        }
        message.push('\n');
        Some(Some(Bytes::from(message)))
    }
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
