//! A stream of the server.

use std::io::{BufRead, BufReader};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::answer::read_head;
use super::{PATIENCE, Transcript};

/// A stream that is being read.
pub(crate) struct Stream {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    socket: TcpStream,
    lines: Receiver<String>,
}

impl Stream {
    pub(super) fn begin(socket: TcpStream, path: &str, transcript: Transcript) -> Self {
        let mut reader = BufReader::new(socket.try_clone().unwrap());
        let mut text = String::new();
        while !text.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut text).unwrap() > 0, "the stream {path} did not begin: {text}");
        }
        let (status, headers) = read_head(text.trim_end()).unwrap();
        socket.set_read_timeout(None).unwrap();
        let (send, lines) = channel();
        let request = format!("GET {path}");
        thread::spawn(move || {
            let mut rest = Vec::new();
            // The body of a stream has no length: it ends with the connection.
            while let Ok(more) = reader.fill_buf()
                && !more.is_empty()
            {
                let said = String::from_utf8_lossy(more).into_owned();
                let length = more.len();
                rest.extend(more);
                reader.consume(length);
                transcript.lock().unwrap().push((request.clone(), said));
                while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                    let line: Vec<u8> = rest.drain(..=end).collect();
                    // The test may have dropped the receiver.
                    let _ = send.send(String::from_utf8_lossy(&line[..end]).into_owned());
                }
            }
        });
        Self { status, headers, socket, lines }
    }

    /// The next line, which may be empty; `None` at the end of the stream.
    pub(crate) fn line(&self, patience: Duration) -> Option<String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the stream says nothing"),
        }
    }

    /// The next line of JSON; `None` at the end of the stream.
    pub(crate) fn next(&self) -> Option<Value> {
        loop {
            let line = self.line(PATIENCE)?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")));
            }
        }
    }

    /// Whether no message comes for this long.
    pub(crate) fn is_quiet(&self, moment: Duration) -> bool {
        matches!(self.lines.recv_timeout(moment), Err(RecvTimeoutError::Timeout))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // The server may have ended it.
        let _ = self.socket.shutdown(Shutdown::Both);
    }
}
