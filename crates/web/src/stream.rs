//! The loop of every live stream: wait for news, send it, keep the connection alive, end with the session.
//!
//! A stream holds nothing but a cursor, the last event that it sent. When a hint comes, it reads the new events that
//! its viewer may see. So a slow client costs no memory, a reconnect resumes after the last event, and a client that
//! reads nothing for too long is disconnected by the write timeout.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use club::PersonId;
use futures_util::stream::{Stream, unfold};
use house::Caller;
use house::live::stopped;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

use crate::app::App;
use crate::feed::{self, Handover};
use crate::stream_limit::StreamPermit;

/// How long a stream is silent before it sends a keep-alive.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(20);

/// The last message of a server that stops: reconnect soon, to another server or to this one when it is back. It has
/// an event name because some readers skip messages that have neither a name nor data.
const SSE_FAREWELL: &[u8] = b"event: stopping\nretry: 200\n\n";

/// How events are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Server-sent events.
    Sse,
    /// One JSON object a line.
    Lines,
}

impl Format {
    fn media_type(self) -> &'static str {
        match self {
            Self::Sse => "text/event-stream",
            Self::Lines => "application/x-ndjson",
        }
    }

    fn farewell(self) -> Option<Bytes> {
        match self {
            Self::Sse => Some(Bytes::from_static(SSE_FAREWELL)),
            Self::Lines => None,
        }
    }

    fn keep_alive(self) -> Bytes {
        match self {
            Self::Sse => Bytes::from_static(b":\n\n"),
            Self::Lines => Bytes::from_static(b"\n"),
        }
    }
}

/// What is new for a stream.
pub(crate) enum News {
    /// To be sent now.
    Some(Bytes),
    /// Nothing until the source changes.
    None,
    /// The stream cannot go on.
    End,
}

/// Where a stream gets its news from.
pub(crate) trait Source: Send + 'static {
    /// What the stream is counted as in the metrics.
    const KIND: &'static str;

    /// Reads what is new since the last call, and moves the cursor.
    fn news(&mut self, app: &App) -> impl Future<Output = News> + Send;

    /// Waits for a hint that there is something new; `false` if there will never be one.
    fn changed(&mut self) -> impl Future<Output = bool> + Send;
}

/// A live stream to one client.
pub(crate) struct LiveStream<S: Source> {
    app: Arc<App>,
    source: S,
    reader: Reader,
    stop: watch::Receiver<bool>,
    format: Format,
    /// When the last message was sent. A keep-alive is due an interval later.
    last_sent: Instant,
    /// Wakes the stream when a keep-alive may be due. It is not set anew for every message: when it is early, it is set
    /// for the rest of the time.
    alarm: Pin<Box<Sleep>>,
    /// Whether the farewell was sent.
    said_farewell: bool,
    _counted: Counted,
    _permit: StreamPermit,
}

impl<S: Source> LiveStream<S> {
    /// A stream from this source, for as long as the caller's session or token is valid.
    pub(crate) fn new(
        app: Arc<App>,
        caller: Caller,
        permit: StreamPermit,
        format: Format,
        source: S,
    ) -> Self {
        let (reader, stop) = (Reader::new(&app, caller), app.stop.clone());
        let counted = Counted::new(S::KIND);
        Self {
            app,
            source,
            reader,
            stop,
            format,
            last_sent: Instant::now(),
            alarm: Box::pin(sleep(KEEP_ALIVE_INTERVAL)),
            said_farewell: false,
            _counted: counted,
            _permit: permit,
        }
    }

    /// The messages of the stream.
    pub(crate) fn messages(self) -> impl Stream<Item = Bytes> + Send {
        unfold(self, Self::next)
    }

    /// The answer that hands the connection over to the stream.
    pub(crate) fn response(self) -> Response {
        let no_buffering = HeaderName::from_static("x-accel-buffering");
        let headers = [(header::CONTENT_TYPE, self.format.media_type()), (no_buffering, "no")];
        let messages = self.messages();
        (headers, Extension(Handover::new(move |stream| feed::run(stream, messages)))).into_response()
    }

    async fn next(mut self) -> Option<(Bytes, Self)> {
        loop {
            if !self.reader.may_read(&self.app).await {
                return None;
            }
            match self.source.news(&self.app).await {
                News::Some(bytes) => {
                    self.last_sent = Instant::now();
                    return Some((bytes, self));
                }
                News::None => {}
                News::End => return None,
            }
            // Whatever comes first: a hint, a keep-alive that is due, a change of somebody's access, or the stop. A
            // hint that comes while another branch wins is not lost: the source reads by its cursor.
            tokio::select! {
                more = self.source.changed() => if !more {
                    return None;
                },
                () = &mut self.alarm => {
                    let now = Instant::now();
                    let due = self.last_sent + KEEP_ALIVE_INTERVAL;
                    if due <= now {
                        self.last_sent = now;
                        self.alarm.as_mut().reset(now + KEEP_ALIVE_INTERVAL);
                        return Some((self.format.keep_alive(), self));
                    }
                    self.alarm.as_mut().reset(due);
                }
                () = self.reader.changed() => {}
                () = stopped(&mut self.stop) => {
                    let farewell = self.format.farewell().filter(|_| !self.said_farewell)?;
                    self.said_farewell = true;
                    return Some((farewell, self));
                }
            }
        }
    }
}

/// Counts an open stream.
struct Counted(&'static str);

impl Counted {
    fn new(kind: &'static str) -> Self {
        metrics::gauge!("sobremesa_streams", "of" => kind).increment(1.0);
        Self(kind)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        metrics::gauge!("sobremesa_streams", "of" => self.0).decrement(1.0);
    }
}

/// Who reads a stream, for as long as their session or token is valid.
struct Reader {
    caller: Caller,
    changes: watch::Receiver<(u64, Option<PersonId>)>,
    seen: u64,
}

impl Reader {
    fn new(app: &App, caller: Caller) -> Self {
        let changes = app.house.access.subscribe();
        let (seen, _) = *changes.borrow();
        Self { caller, changes, seen }
    }

    /// Waits until somebody's sessions or tokens have changed.
    async fn changed(&mut self) {
        let seen = self.seen;
        // The sender is dropped when the server stops; after that nothing changes any more.
        if self.changes.wait_for(|(count, _)| *count != seen).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Whether the session or token is still valid. It is checked only when it may have changed.
    async fn may_read(&mut self, app: &App) -> bool {
        let (count, whose) = *self.changes.borrow();
        // The channel has only the person of the last change, so several changes may concern anybody.
        let concerned = count > self.seen + 1 || count != self.seen && whose == self.caller.person();
        self.seen = count;
        // Boxed because it is rare: an idle stream does not reserve memory for it.
        !concerned || Box::pin(app.house.is_still_valid(self.caller)).await.unwrap_or(false)
    }
}
