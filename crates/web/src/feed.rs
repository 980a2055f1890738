//! Connections that are taken over from the HTTP server: event streams and WebSockets.
//!
//! A connection that carries a stream serves no other request, so it is taken out of the HTTP server, whose
//! buffers would cost several kilobytes for each stream. What remains is a socket and a cursor in a log. The body
//! has no length and no chunks; it ends with the connection.

use std::io::ErrorKind;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{StatusCode, header, response};
use futures_util::stream::{Stream, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use house::live::lock;

/// How long a write may wait for a client that does not read, before the connection is closed.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

type Ended = Pin<Box<dyn Future<Output = std::io::Result<()>> + Send>>;
type Run = Box<dyn FnOnce(TcpStream) -> Ended + Send>;

/// What runs on a connection after the head of the response was sent. Handlers put it into the extensions of the
/// response, which have to be `Clone`: so it is shared, and the lock makes sure that it runs once.
#[derive(Clone)]
pub(crate) struct Handover(Arc<Mutex<Option<Run>>>);

impl Handover {
    pub(crate) fn new<F>(run: impl FnOnce(TcpStream) -> F + Send + 'static) -> Self
    where
        F: Future<Output = std::io::Result<()>> + Send + 'static,
    {
        Self(Arc::new(Mutex::new(Some(Box::new(move |stream| Box::pin(run(stream)))))))
    }
}

/// A response that takes over its connection.
pub(crate) struct Taken {
    pub(crate) head: response::Parts,
    pub(crate) handover: Handover,
}

impl Taken {
    /// Sends the head of the response, then runs the handover.
    pub(crate) async fn run(self, mut stream: TcpStream) -> std::io::Result<()> {
        let Some(run) = lock(&self.handover.0).take() else { return Ok(()) };
        write(&mut stream, &head_text(&self.head)).await?;
        // A stream may live for hours and does not need the head any more.
        drop(self);
        run(stream).await
    }
}

/// Sends messages until there are no more, the client disconnects, or a write times out.
pub(crate) async fn run(mut stream: TcpStream, news: impl Stream<Item = Bytes>) -> std::io::Result<()> {
    let mut news = pin!(news);
    let mut ignored = [0; 64];
    loop {
        // The read runs beside the stream, because it is the only way to notice that an idle client has disconnected.
        // Both branches can be cancelled safely: a message is written completely before the next `select!`.
        tokio::select! {
            bytes = news.next() => match bytes {
                Some(bytes) => write(&mut stream, &bytes).await?,
                None => return stream.shutdown().await,
            },
            // What the client sends is ignored; 0 bytes mean that it has disconnected.
            read = stream.read(&mut ignored) => if read? == 0 {
                return Ok(());
            },
        }
    }
}

async fn write(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    // Most messages fit into the buffer of the connection at once. Only those that have to wait need a timer.
    let written = match stream.try_write(bytes) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
        written => written?,
    };
    match &bytes[written..] {
        [] => Ok(()),
        rest => tokio::time::timeout(WRITE_TIMEOUT, stream.write_all(rest)).await?,
    }
}

fn head_text(head: &response::Parts) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {}\r\n", head.status).into_bytes();
    // The response was made without a body, so its length would be wrong for the stream.
    for (name, value) in head.headers.iter().filter(|(name, _)| *name != header::CONTENT_LENGTH) {
        text.extend_from_slice(name.as_str().as_bytes());
        text.extend_from_slice(b": ");
        text.extend_from_slice(value.as_bytes());
        text.extend_from_slice(b"\r\n");
    }
    if head.status != StatusCode::SWITCHING_PROTOCOLS {
        text.extend_from_slice(b"connection: close\r\n");
    }
    text.extend_from_slice(b"\r\n");
    text
}
