//! A response of the server.

use std::io::Read;
use std::net::TcpStream;

use serde_json::Value;

/// A response of the server.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads a response to the end of the connection; `None` if there is none.
    pub(crate) fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        // What arrived before a connection broke counts.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let (status, headers) = read_head(std::str::from_utf8(&bytes[..end]).ok()?)?;
        let body = bytes.split_off(end + 4);
        Some(Self { status, headers, body })
    }

    /// The header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The `code` of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    /// Asserts the status.
    #[track_caller]
    pub(crate) fn is(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// Asserts that the response is a problem+json with this status and code.
    #[track_caller]
    pub(crate) fn is_problem(&self, status: u16, code: &str) {
        let said = self.text();
        assert_eq!((self.status, self.code().as_str()), (status, code), "{said}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{said}");
        let problem = self.json();
        assert_eq!(problem["status"], status, "{said}");
        assert_eq!(problem["type"], format!("/api/docs#{code}"), "{said}");
        for field in ["title", "detail"] {
            assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {said}");
        }
    }
}

pub(super) fn read_head(text: &str) -> Option<(u16, Vec<(String, String)>)> {
    let mut lines = text.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_ascii_lowercase(), value.trim().to_owned()))
    };
    Some((status, lines.filter_map(header).collect()))
}
