//! Connections that leave HTTP behind: streams of events, and sockets.
//!
//! A connection that carries a stream serves no other request, so it leaves the HTTP machinery behind,
//! with its buffers of several kilobytes: what is left is a socket and the place in a log. The body has
//! no length and no chunks; it ends when the connection does.

use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{StatusCode, header, response};
use futures_util::stream::{Stream, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use house::live::lock;

/// How long a reader may take nothing before the connection is given up.
pub(crate) const SLOW: Duration = Duration::from_secs(20);

type Ended = Pin<Box<dyn Future<Output = std::io::Result<()>> + Send>>;
type Run = Box<dyn FnOnce(TcpStream) -> Ended + Send>;

/// What goes on with a connection after the head of its answer; in an extension of the answer.
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

/// An answer that takes the connection for itself.
pub(crate) struct Taken {
    pub(crate) head: response::Parts,
    pub(crate) handover: Handover,
}

impl Taken {
    /// Sends the head, and goes on with whatever the connection was taken for.
    pub(crate) async fn run(self, mut stream: TcpStream) -> std::io::Result<()> {
        let Some(run) = lock(&self.handover.0).take() else { return Ok(()) };
        write(&mut stream, &head_text(&self.head)).await?;
        drop(self);
        run(stream).await
    }
}

/// Sends news until there are none, the reader is gone or takes nothing.
pub(crate) async fn run(mut stream: TcpStream, news: impl Stream<Item = Bytes>) -> std::io::Result<()> {
    let mut news = pin!(news);
    let mut ignored = [0; 64];
    loop {
        tokio::select! {
            bytes = news.next() => match bytes {
                Some(bytes) => write(&mut stream, &bytes).await?,
                None => return stream.shutdown().await,
            },
            // Nothing that a reader says matters, but that they are gone.
            read = stream.read(&mut ignored) => if read? == 0 {
                return Ok(());
            },
        }
    }
}

async fn write(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    tokio::time::timeout(SLOW, stream.write_all(bytes)).await?
}

fn head_text(head: &response::Parts) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {}\r\n", head.status).into_bytes();
    // The answer was made without a body, and so has a length that is not true here.
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
