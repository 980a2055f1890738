//! Live updates of the page of a table: the parts that have changed, as server-sent events.
//!
//! A stream holds nothing but its cursor, the last event that it sent. Each message has the parts as they are
//! now, so that a page that missed some is up to date with the next.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use club::{Attendance, PersonId, TableId};
use house::presence::Here;
use house::tables::Slot;
use pages::look::Look;
use pages::query::Query;
use pages::table::Changed;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::sync::watch::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::table::load;
use super::visitor::Visitor;
use crate::app::App;
use crate::client::ClientAddress;
use crate::cookies;
use crate::extract::{InPath, InQuery};
use crate::fault::Fault;
use crate::stream::{Format, LiveStream, News, Source};

/// The shortest time between two updates of the attendance. People who arrive at the same time share one update.
const ATTENDANCE_INTERVAL: Duration = Duration::from_secs(1);

/// The cookie of browsers that can choose the moves of bots.
const THINKS_COOKIE: &str = "sobremesa_thinks";

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/t/{id}/live", get(follow))
}

#[derive(Deserialize)]
struct Cursor {
    /// The last event that the page shows.
    after: u64,
    /// The attendance that the page shows.
    here: Option<String>,
    /// 1 if the page can choose the moves of bots.
    #[serde(default)]
    thinks: u8,
}

async fn follow(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    InPath(id): InPath<TableId>,
    InQuery(cursor): InQuery<Cursor>,
) -> Result<Response, Fault> {
    let permit = app.streams.open(visitor.person(), address)?;
    let slot = app.house.find_table(id).await?;
    let resumed =
        headers.get("last-event-id").and_then(|text| text.to_str().ok()).and_then(|text| text.parse().ok());
    let (_here, arrivals) = app.house.presence.watch(id, visitor.person());
    let one_step = slot.look(|loaded| loaded.table.game().is_some_and(|game| game.state.turn_is_one_step()));
    let _here = if cursor.thinks == 1 || one_step && thinks(&headers) { _here.with_device() } else { _here };
    let updates = PageUpdates {
        arrivals,
        next_attendance: Instant::now(),
        // A page that reconnects may show another attendance than its address says.
        shown: if resumed.is_some() { None } else { cursor.here },
        hints: slot.subscribe(),
        sent: resumed.unwrap_or(cursor.after),
        slot,
        person: visitor.person(),
        look: visitor.look.clone(),
        _here,
    };
    Ok(LiveStream::new(app, visitor.caller, permit, Format::Sse, updates).response())
}

/// Whether the browser can choose the moves of bots. Its script sets the cookie once it has what it needs, which is later
/// than the first page opens its stream.
fn thinks(headers: &HeaderMap) -> bool {
    cookies::read(headers, THINKS_COOKIE) == Some("1")
}

/// The parts of a table's page that change.
struct PageUpdates {
    slot: Arc<Slot>,
    person: Option<PersonId>,
    look: Look,
    hints: watch::Receiver<u64>,
    /// The last event that the page has.
    sent: u64,
    /// Changes when somebody connects or disconnects.
    arrivals: watch::Receiver<()>,
    /// The attendance that the page shows; None if that is not known.
    shown: Option<String>,
    /// When the next update of the attendance may be sent.
    next_attendance: Instant,
    _here: Here,
}

impl Source for PageUpdates {
    const KIND: &'static str = "page";

    async fn news(&mut self, app: &App) -> News {
        // Marked as seen before the table is read, so that an event in between causes another read.
        self.hints.borrow_and_update();
        // Boxed, so that an idle stream does not reserve memory for rendering.
        Box::pin(self.update(app)).await
    }

    async fn changed(&mut self) -> bool {
        tokio::select! {
            changed = self.hints.changed() => changed.is_ok(),
            changed = changed_after(self.next_attendance, &mut self.arrivals) => changed.is_ok(),
        }
    }
}

impl PageUpdates {
    /// The parts that have changed since the last update.
    async fn update(&mut self, app: &App) -> News {
        let attendance_changed = Instant::now() >= self.next_attendance
            && self.attendance(app).is_some_and(|here| self.shown != Some(here));
        if attendance_changed {
            self.next_attendance = Instant::now() + ATTENDANCE_INTERVAL;
        } else if self.slot.look(|loaded| loaded.table.seq) <= self.sent {
            return News::None;
        }
        let loaded = load(app, &self.slot, self.person, &self.look, Query::default()).await;
        let Ok(page) = loaded else { return News::End };
        // By what the page shows and not by what was new before it was loaded: an event that came meanwhile is in the
        // page, and its parts have to be sent with it.
        let changed = self.changed_up_to(page.table.seq).max(attendance_changed.then_some(Changed::Around));
        self.sent = page.table.seq.max(self.sent);
        let Some(changed) = changed else { return News::None };
        if changed >= Changed::Around {
            self.shown = Some(page.attendance.to_string());
        }
        News::Some(message(self.sent, &page.parts(changed).into_string()))
    }

    /// What the events have changed that the page has not shown, up to this one.
    fn changed_up_to(&self, seq: u64) -> Option<Changed> {
        let place = |seq| usize::try_from(seq).unwrap_or(usize::MAX);
        self.slot.look(|loaded| {
            let new = loaded.log.iter().take(place(seq)).skip(place(self.sent));
            new.map(|(_, event)| Changed::by(event)).max()
        })
    }

    /// The attendance as pages show it; `None` if the other servers have not reported yet.
    fn attendance(&self, app: &App) -> Option<String> {
        let present = app.house.presence.cached(self.slot.id)?;
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

/// Waits for the next change, and at least until this moment.
async fn changed_after(moment: Instant, changes: &mut watch::Receiver<()>) -> Result<(), RecvError> {
    sleep_until(moment).await;
    changes.changed().await
}

#[cfg(test)]
mod tests {
    use club::{Chair, Clock, Command, GameName, Kind, Options, Room, Sitter, Variant, VariantForm};
    use futures_util::FutureExt;
    use house::{Process, Role, Settings};
    use metrics_exporter_prometheus::PrometheusBuilder;
    use pages::look::LookRequest;
    use store::SqliteStore;
    use tempfile::TempDir;

    use super::*;
    use crate::cookies::Scheme;
    use crate::readiness::Readiness;
    use crate::stream_limit::StreamLimit;

    const ID: TableId = TableId(1);

    fn sitter(person: u64) -> Sitter {
        Sitter { id: PersonId(person), kind: Kind::Human, member: true }
    }

    async fn app(folder: &TempDir) -> App {
        let store = Arc::new(SqliteStore::open(&folder.path().join("club.db")).await.unwrap());
        let stop = watch::channel(false).1;
        let role = Role::Server { work: false };
        let process = Process::start(role, store, None, Settings::default(), &stop).await.unwrap();
        App {
            request_times: crate::request_times::RequestTimes::default(),
            readiness: Arc::new(Readiness::new(Arc::clone(&process.house.store))),
            house: process.house,
            scheme: Scheme::Http,
            trust_proxy: false,
            origins: Vec::new(),
            streams: StreamLimit::new(None),
            stop,
            metrics: PrometheusBuilder::new().build_recorder().handle(),
        }
    }

    /// Creates a table with a free seat, which anybody can watch.
    async fn create_table(app: &App) -> Arc<Slot> {
        let form = VariantForm { game: GameName::Siesta, players: 2, mode: None, scoring: None };
        let variant = Variant::try_from(form).unwrap();
        let options = Options { variant, clock: Clock::None, rated: false, public: true };
        let chairs = vec![Chair::Person(sitter(1)), Chair::Open];
        let create =
            move |context: club::Context<'_>| club::create(ID, PersonId(1), options, chairs, None, context);
        app.house.tables.create(ID, None, create).await.unwrap();
        app.house.find_table(ID).await.unwrap()
    }

    fn watch_page(app: &App, slot: Arc<Slot>) -> PageUpdates {
        let (_here, arrivals) = app.house.presence.watch(ID, None);
        let request =
            LookRequest { accept_language: None, cookie: "", path: "", query: "", host: None, part: true };
        PageUpdates {
            arrivals,
            // The attendance is not what this is about.
            next_attendance: Instant::now() + Duration::from_secs(3600),
            shown: None,
            hints: slot.subscribe(),
            sent: slot.look(|loaded| loaded.table.seq),
            slot,
            person: None,
            look: Look::of(&request),
            _here,
        }
    }

    #[tokio::test]
    async fn an_event_that_comes_while_the_page_is_loaded_is_sent_with_all_that_it_changes() {
        let folder = TempDir::new().unwrap();
        let app = app(&folder).await;
        let mut updates = watch_page(&app, create_table(&app).await);
        // The names of those who write are not known yet, so the page waits for the store while it is loaded.
        for person in 10..20 {
            let said = Command::Say { person: PersonId(person), room: Room::All, text: "hello".to_owned() };
            app.house.tables.act(ID, &said, None).await.unwrap();
        }
        let mut update = Box::pin(updates.update(&app));
        assert!(update.as_mut().now_or_never().is_none(), "the page is being loaded");
        app.house.tables.act(ID, &Command::Join(sitter(2)), None).await.unwrap();
        let News::Some(message) = update.await else { panic!("nothing was sent") };
        let message = String::from_utf8(message.to_vec()).unwrap();
        assert!(message.contains("id=\"talk\""), "{message}");
        assert!(message.contains("id=\"play\""), "the game has begun: {message}");
        let seq = updates.slot.look(|loaded| loaded.table.seq);
        assert!(message.starts_with(&format!("id: {seq}\n")), "{message}");
        assert!(matches!(updates.update(&app).await, News::None), "and nothing is left to send");
    }
}
