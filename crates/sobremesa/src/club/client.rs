//! A minimal HTTP client for `load` and `soak`. It does as little work as possible, so that they measure the server and
//! not the client.

use std::net::{IpAddr, SocketAddr};

use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A keep-alive connection.
pub(super) struct Connection {
    stream: TcpStream,
    host: SocketAddr,
    buffer: Vec<u8>,
}

/// A response.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) cookie: Option<String>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// The code of a problem; empty if the body is none.
    pub(super) fn code(&self) -> String {
        let problem = serde_json::from_slice::<Value>(&self.body).unwrap_or_default();
        problem["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The body as JSON; an error unless the status is a success.
    pub(super) fn json(&self) -> anyhow::Result<Value> {
        let text = String::from_utf8_lossy(&self.body);
        ensure!(self.status < 300, "the server answered {}: {text}", self.status);
        serde_json::from_slice(&self.body).with_context(|| format!("the response is not JSON: {text}"))
    }
}

impl Connection {
    pub(super) async fn open(host: SocketAddr) -> anyhow::Result<Self> {
        Ok(Self::new(connect(host, None).await?, host))
    }

    /// Opens a connection from this address.
    pub(super) async fn open_from(host: SocketAddr, from: IpAddr) -> anyhow::Result<Self> {
        Ok(Self::new(connect(host, Some(from)).await?, host))
    }

    fn new(stream: TcpStream, host: SocketAddr) -> Self {
        Self { stream, host, buffer: Vec::with_capacity(2048) }
    }

    /// Sends a request and waits for the response.
    pub(super) async fn ask(
        &mut self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> anyhow::Result<Answer> {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nAccept: text/html, application/json\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.host,
            body.len()
        );
        self.send(format!("{head}{body}").as_bytes()).await?;
        self.answer().await
    }

    /// Sends these bytes.
    pub(super) async fn send(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Waits for the next response.
    pub(super) async fn answer(&mut self) -> anyhow::Result<Answer> {
        let end = loop {
            if let Some(end) = self.buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end + 4;
            }
            self.more().await?;
        };
        let head = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let header = |name: &str| {
            let is_it =
                |line: &&str| line.split(':').next().is_some_and(|key| key.eq_ignore_ascii_case(name));
            Some(head.lines().find(is_it)?.split_once(':')?.1.trim().to_owned())
        };
        let length: usize = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        while self.buffer.len() < end + length {
            self.more().await?;
        }
        let body = self.buffer[end..end + length].to_vec();
        self.buffer.drain(..end + length);
        let cookie = header("set-cookie").and_then(|cookie| Some(cookie.split(';').next()?.to_owned()));
        Ok(Answer { status: status.context("the response is not HTTP")?, cookie, body })
    }

    async fn more(&mut self) -> anyhow::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server closed the connection");
        }
        Ok(())
    }
}

/// Connects from this address, if one is given.
async fn connect(host: SocketAddr, from: Option<IpAddr>) -> anyhow::Result<TcpStream> {
    let connected = match from {
        None => TcpStream::connect(host).await,
        Some(from) => {
            let socket = if from.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
            // Ports of connections that were closed a moment ago can be used again.
            socket.set_reuseaddr(true)?;
            socket.bind(SocketAddr::new(from, 0))?;
            socket.connect(host).await
        }
    };
    let stream = connected.with_context(|| format!("cannot connect to {host}"))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The event stream of a table.
pub(super) struct Events {
    connection: Connection,
    read: usize,
}

impl Events {
    pub(super) async fn open(host: SocketAddr, path: &str, cookie: &str) -> anyhow::Result<Self> {
        Self::begin(Connection::open(host).await?, path, cookie).await
    }

    /// Opens a stream on this connection.
    pub(super) async fn begin(mut connection: Connection, path: &str, cookie: &str) -> anyhow::Result<Self> {
        let host = connection.host;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        connection.stream.write_all(request.as_bytes()).await?;
        let mut events = Self { connection, read: 0 };
        events
            .line(|line| line.starts_with(b"HTTP/1.1 200"))
            .await
            .context("the server did not open the stream")?;
        Ok(events)
    }

    /// The next message; the first one is the state of the table.
    pub(super) async fn message(&mut self) -> anyhow::Result<Value> {
        let line = self.line(|line| line.starts_with(b"{")).await?;
        Ok(serde_json::from_slice(&line)?)
    }

    /// Waits for the event with this sequence number.
    pub(super) async fn wait_for(&mut self, seq: u64) -> anyhow::Result<()> {
        self.line(|line| line.starts_with(b"{") && number(line, b"\"seq\":") >= Some(seq)).await?;
        Ok(())
    }

    /// The first wanted line; earlier lines are skipped.
    async fn line(&mut self, wanted: impl Fn(&[u8]) -> bool) -> anyhow::Result<Vec<u8>> {
        loop {
            let buffer = &mut self.connection.buffer;
            while let Some(end) = buffer[self.read..].iter().position(|byte| *byte == b'\n') {
                let line = self.read..self.read + end;
                self.read = line.end + 1;
                if wanted(&buffer[line.clone()]) {
                    let found = buffer[line].to_vec();
                    buffer.drain(..self.read);
                    self.read = 0;
                    return Ok(found);
                }
            }
            self.connection.more().await?;
        }
    }
}

/// The WebSocket of a table.
pub(super) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub(super) async fn open(host: SocketAddr, path: &str, cookie: &str) -> anyhow::Result<Self> {
        Self::begin(Connection::open(host).await?, path, cookie).await
    }

    /// Opens a socket on this connection.
    pub(super) async fn begin(connection: Connection, path: &str, cookie: &str) -> anyhow::Result<Self> {
        let Connection { stream, host, .. } = connection;
        let mut request = format!("ws://{host}{path}").into_client_request()?;
        request.headers_mut().insert("cookie", HeaderValue::from_str(cookie)?);
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self(socket))
    }

    pub(super) async fn send(&mut self, text: String) -> anyhow::Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next message; the first one is the state of the table.
    pub(super) async fn message(&mut self) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&self.text().await?)?)
    }

    /// Waits for the event with this sequence number.
    pub(super) async fn wait_for(&mut self, seq: u64) -> anyhow::Result<()> {
        loop {
            let text = self.text().await?;
            ensure!(!text.starts_with("{\"problem\""), "the server refused a turn: {text}");
            if number(text.as_bytes(), b"\"seq\":") >= Some(seq) {
                return Ok(());
            }
        }
    }

    async fn text(&mut self) -> anyhow::Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the server closed the socket")?? {
                Message::Text(text) => return Ok(text),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
                Message::Close(_) => bail!("the server closed the socket"),
            }
        }
    }
}

/// The number that follows this key.
fn number(line: &[u8], key: &[u8]) -> Option<u64> {
    let start = line.windows(key.len()).position(|bytes| bytes == key)? + key.len();
    let digits = line[start..].iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}
