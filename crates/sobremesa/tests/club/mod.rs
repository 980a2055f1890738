//! A club that runs: the program itself at a port of its own, and a small client that hides nothing.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take before a test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// The password of everybody.
pub(crate) const PASSWORD: &str = "after the long meal";

/// Everything that a server ever said, with the request that it said it to.
pub(crate) type Transcript = Arc<Mutex<Vec<(String, String)>>>;

/// A server that runs until it is dropped.
pub(crate) struct Club {
    child: Child,
    _stdout: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
    folder: Arc<TempDir>,
    log: PathBuf,
    pub(crate) transcript: Transcript,
}

/// The program with these arguments, and nothing of the environment that would change what it does.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobremesa"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("SOBREMESA_") {
            command.env_remove(name);
        }
    }
    command.args(args).stdin(Stdio::null());
    command
}

impl Club {
    /// A new club without a limit on requests.
    pub(crate) fn open() -> Self {
        Self::open_with(&["--rate-limit", "0"])
    }

    /// A new club with these options.
    pub(crate) fn open_with(args: &[&str]) -> Self {
        Self::open_in(Arc::new(TempDir::new().unwrap()), "127.0.0.1:0", args)
    }

    /// The club in this folder, at this address.
    pub(crate) fn open_in(folder: Arc<TempDir>, listen: &str, args: &[&str]) -> Self {
        let data = folder.path().to_str().unwrap().to_owned();
        Self::start(folder, &["serve", "--listen", listen, "--data", &data], args)
    }

    /// Bots and clocks of a club elsewhere; nothing can be asked of it.
    pub(crate) fn work_in(folder: Arc<TempDir>, args: &[&str]) -> Self {
        Self::start(folder, &["work"], args)
    }

    /// The program with this command and these arguments, with its log in this folder.
    pub(crate) fn start(folder: Arc<TempDir>, command: &[&str], args: &[&str]) -> Self {
        let log = folder.path().join("log");
        let lines = std::fs::File::options().create(true).append(true).open(&log).unwrap();
        let mut child = program(command).args(args).stdout(Stdio::piped()).stderr(lines).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let said = || std::fs::read_to_string(&log).unwrap();
        assert!(!line.is_empty(), "it does not start: {}", said());
        let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        let address = address.map_or(SocketAddr::from(([127, 0, 0, 1], 0)), |text| text.parse().unwrap());
        Self { child, _stdout: stdout, address, folder, log, transcript: Arc::default() }
    }

    /// The id of the process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The folder with the data; the club can be opened there again once it is stopped.
    pub(crate) fn folder(&self) -> Arc<TempDir> {
        Arc::clone(&self.folder)
    }

    /// The file of the database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("sobremesa.sqlite")
    }

    /// Everything that the server logged so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// Asks the process to stop, and waits until it has.
    pub(crate) fn stop(&mut self) -> ExitStatus {
        self.signal("TERM");
        self.wait()
    }

    /// Ends the process at once, as a power cut would.
    pub(crate) fn kill(&mut self) -> ExitStatus {
        self.signal("KILL");
        self.wait()
    }

    /// Sends a signal to the process.
    pub(crate) fn signal(&self, signal: &str) {
        let line = format!("kill -{signal} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success(), "{line}");
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "the server does not stop");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// A connection to the server, for what is not HTTP.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends just this, and reads the answer.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let head = head(self.address, method, path, headers, Some(body.len()));
        // A server that answers before it has read everything may close its ear.
        let _ = stream.write_all(&[head.as_bytes(), body].concat());
        let answer = Answer::read(&mut stream)
            .unwrap_or_else(|| panic!("{method} {path} was not answered: {}", self.log()));
        self.note(method, path, &answer);
        answer
    }

    fn note(&self, method: &str, path: &str, answer: &Answer) {
        let said = format!("{:?}\n{}", answer.headers, answer.text());
        self.transcript.lock().unwrap().push((format!("{method} {path}"), said));
    }

    /// Asks as somebody; without anything to say if it is `null`.
    pub(crate) fn ask(&self, who: &Who, method: &str, path: &str, said: &Value) -> Answer {
        self.ask_with(who, method, path, &[], said)
    }

    /// Asks as somebody, with more headers.
    pub(crate) fn ask_with(
        &self,
        who: &Who,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        said: &Value,
    ) -> Answer {
        let mut all: Vec<(&str, &str)> = who.headers().collect();
        all.extend(headers);
        if said.is_null() {
            return self.send(method, path, &all, b"");
        }
        all.push(("content-type", "application/json"));
        self.send(method, path, &all, said.to_string().as_bytes())
    }

    /// Reads something.
    pub(crate) fn get(&self, who: &Who, path: &str) -> Answer {
        self.ask(who, "GET", path, &Value::Null)
    }

    /// Does something.
    pub(crate) fn post(&self, who: &Who, path: &str, said: &Value) -> Answer {
        self.ask(who, "POST", path, said)
    }

    /// A stream as lines of JSON, or with `accept: text/event-stream` as server-sent events.
    pub(crate) fn stream(&self, who: &Who, path: &str, headers: &[(&str, &str)]) -> Stream {
        let mut stream = self.connect();
        let mut all: Vec<(&str, &str)> = who.headers().collect();
        all.extend(headers);
        stream.write_all(head(self.address, "GET", path, &all, None).as_bytes()).unwrap();
        Stream::begin(stream, path, Arc::clone(&self.transcript))
    }

    /// A new guest.
    pub(crate) fn guest(&self) -> Who {
        let answer = self.post(&Who::nobody(), "/api/v1/guests", &Value::Null);
        answer.is(201);
        Who::by_cookie(&answer)
    }

    /// A new member.
    pub(crate) fn member(&self, name: &str) -> Who {
        self.register(&Who::nobody(), &json!({ "name": name, "password": PASSWORD }))
    }

    /// A new bot account.
    pub(crate) fn bot(&self, name: &str) -> Who {
        self.register(&Who::nobody(), &json!({ "name": name, "password": PASSWORD, "bot": true }))
    }

    /// Whoever registers with this.
    pub(crate) fn register(&self, who: &Who, said: &Value) -> Who {
        let answer = self.post(who, "/api/v1/people", said);
        answer.is(201);
        Who::by_cookie(&answer)
    }

    /// The same person in another browser.
    pub(crate) fn sign_in(&self, name: &str) -> Who {
        let said = json!({ "name": name, "password": PASSWORD });
        let answer = self.post(&Who::nobody(), "/api/v1/session", &said);
        answer.is(200);
        Who::by_cookie(&answer)
    }

    /// The same person by a new token: `read`, `play` or `bot`.
    pub(crate) fn token(&self, who: &Who, scope: &str) -> Who {
        let answer = self.post(who, "/api/v1/me/tokens", &json!({ "label": "a test", "scope": scope }));
        answer.is(201);
        let said = answer.json();
        let text = |name: &str| said[name].as_str().unwrap().to_owned();
        Who { cookie: None, token: Some(text("token")), key: text("id"), ..who.clone() }
    }

    /// Lays a table: `game` and `seats` and whatever else is said. Gives its address.
    pub(crate) fn table(&self, who: &Who, said: &Value) -> Table {
        let answer = self.post(who, "/api/v1/tables", said);
        answer.is(201);
        Table::of(&answer.json())
    }

    /// The table as this person sees it.
    pub(crate) fn look(&self, who: &Who, table: &Table) -> Value {
        let answer = self.get(who, &table.path);
        answer.is(200);
        answer.json()
    }

    /// How many events there were.
    pub(crate) fn seq(&self, table: &Table) -> u64 {
        self.look(&Who::nobody(), table)["seq"].as_u64().unwrap()
    }

    /// What this person may do now.
    pub(crate) fn actions(&self, who: &Who, table: &Table) -> (u64, Vec<String>) {
        let answer = self.get(who, &table.at("/actions"));
        answer.is(200);
        let said = answer.json();
        let actions = said["actions"].as_array().unwrap();
        (
            said["seq"].as_u64().unwrap(),
            actions.iter().map(|text| text.as_str().unwrap().to_owned()).collect(),
        )
    }

    /// Plays a move.
    pub(crate) fn play(&self, who: &Who, table: &Table, seq: u64, text: &str) -> Answer {
        self.post(who, &table.at("/play"), &json!({ "seq": seq, "move": text }))
    }

    /// What is measured under this name: the sum over all its labels.
    pub(crate) fn measured(&self, name: &str) -> f64 {
        let text = self.get(&Who::nobody(), "/metrics").text();
        let of = |line: &str| {
            let rest = line.strip_prefix(name)?;
            rest.starts_with(['{', ' ']).then(|| rest.rsplit(' ').next().unwrap().parse::<f64>().unwrap())
        };
        text.lines().filter_map(of).sum()
    }

    /// Runs the program on the data of this club.
    pub(crate) fn run(&self, command: &str) -> String {
        run_in(self.folder.path(), command)
    }
}

/// Runs a command of the program on the data in this folder.
pub(crate) fn run_in(folder: &Path, command: &str) -> String {
    let output = program(&[command, "--data"]).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

impl Drop for Club {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address of a table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) path: String,
}

impl Table {
    /// The table that an answer shows.
    pub(crate) fn of(said: &Value) -> Self {
        let id = said["id"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/tables/{id}");
        Self { id, path }
    }

    /// Something of this table.
    pub(crate) fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }
}

/// How somebody says who they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Who {
    /// The identity.
    pub(crate) id: String,
    /// The name.
    pub(crate) name: String,
    /// The cookie of a session or a guest: `name=value`.
    pub(crate) cookie: Option<String>,
    /// The secret of a token.
    pub(crate) token: Option<String>,
    /// The identity of the token.
    pub(crate) key: String,
}

impl Who {
    /// Nobody says nothing.
    pub(crate) fn nobody() -> Self {
        Self::default()
    }

    /// Whom the answer gives a cookie.
    pub(crate) fn by_cookie(answer: &Answer) -> Self {
        let me = answer.json();
        let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let text = |name: &str| me[name].as_str().unwrap().to_owned();
        Self { id: text("id"), name: text("name"), cookie: Some(cookie), ..Self::default() }
    }

    fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let cookie = self.cookie.iter().map(|cookie| ("cookie", cookie.as_str()));
        cookie.chain(self.token.iter().map(|token| ("authorization", token.as_str())))
    }

    /// The secret itself, without the name of the cookie.
    pub(crate) fn secret(&self) -> &str {
        match (&self.token, &self.cookie) {
            (Some(token), _) => token.strip_prefix("Bearer ").unwrap_or(token),
            (None, Some(cookie)) => cookie.split_once('=').unwrap().1,
            (None, None) => "",
        }
    }
}

fn head(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    length: Option<usize>,
) -> String {
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    if let Some(length) = length.filter(|length| *length > 0 || method != "GET") {
        head.push_str(&format!("content-length: {length}\r\n"));
    }
    for (name, value) in headers {
        let bearer = if *name == "authorization" && !value.contains(' ') { "Bearer " } else { "" };
        head.push_str(&format!("{name}: {bearer}{value}\r\n"));
    }
    head.push_str("\r\n");
    head
}

/// What the server answered.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads an answer to the end of the connection; nothing if there is none.
    pub(crate) fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        // What came before a connection broke is what counts.
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

    /// The `code` of a problem.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The answer has this status.
    #[track_caller]
    pub(crate) fn is(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// The answer is a problem with this status and code, as all problems are.
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

fn read_head(text: &str) -> Option<(u16, Vec<(String, String)>)> {
    let mut lines = text.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_ascii_lowercase(), value.trim().to_owned()))
    };
    Some((status, lines.filter_map(header).collect()))
}

/// A stream that is being read.
pub(crate) struct Stream {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    socket: TcpStream,
    lines: Receiver<String>,
}

impl Stream {
    fn begin(socket: TcpStream, path: &str, transcript: Transcript) -> Self {
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
                    // Nobody may be left to read it.
                    let _ = send.send(String::from_utf8_lossy(&line[..end]).into_owned());
                }
            }
        });
        Self { status, headers, socket, lines }
    }

    /// The next line, also an empty one; nothing at the end of the stream.
    pub(crate) fn line(&self, patience: Duration) -> Option<String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the stream says nothing"),
        }
    }

    /// The next line of JSON; nothing at the end of the stream.
    pub(crate) fn next(&self) -> Option<Value> {
        loop {
            let line = self.line(PATIENCE)?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")));
            }
        }
    }

    /// Whether nothing more is said for a moment.
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
