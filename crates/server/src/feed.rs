//! Answers that never end: streams of events.
//!
//! A connection that carries a stream serves no other request, so it leaves the HTTP machinery behind,
//! with its buffers of several kilobytes: what is left is a socket and the place in a log. The body has
//! no length and no chunks; it ends when the connection does.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{header, response};
use futures_util::stream::{Stream, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::live::lock;

/// How long a reader may take nothing before the connection is given up.
pub(crate) const SLOW: Duration = Duration::from_secs(20);

type News = Pin<Box<dyn Stream<Item = Bytes> + Send>>;

/// What is to be sent, in an extension of the answer.
#[derive(Clone)]
pub(crate) struct Feed(Arc<Mutex<Option<News>>>);

impl Feed {
    pub(crate) fn new(news: impl Stream<Item = Bytes> + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::pin(news)))))
    }
}

/// An answer whose connection it takes for itself.
pub(crate) struct Taken {
    pub(crate) head: response::Parts,
    pub(crate) feed: Feed,
}

impl Taken {
    /// Sends the head, and news until there are none, the reader is gone or takes nothing.
    pub(crate) async fn run(self, mut stream: TcpStream) -> std::io::Result<()> {
        let Self { head, feed } = self;
        let Some(mut news) = lock(&feed.0).take() else { return Ok(()) };
        write(&mut stream, &head_text(&head)).await?;
        drop((head, feed));
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
    text.extend_from_slice(b"connection: close\r\n\r\n");
    text
}
