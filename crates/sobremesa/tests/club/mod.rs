//! A running server: the program itself on its own port, and a small HTTP client.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod answer;
mod stream;

use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};
use tempfile::TempDir;

pub(crate) use self::answer::Answer;
pub(crate) use self::stream::Stream;

/// How long a test waits for anything before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// The password of all test accounts.
pub(crate) const PASSWORD: &str = "after the long meal";

/// Every response of a server with its request.
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

/// The program with these arguments, without environment variables that would change its behaviour.
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

/// The same, after a command of the shell such as `umask` or `ulimit`.
pub(crate) fn program_after(shell: &str, args: &[&str]) -> Command {
    let direct = program(args);
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{shell}; exec \"$0\" \"$@\"")).arg(direct.get_program());
    command.args(direct.get_args()).stdin(Stdio::null());
    for (name, value) in direct.get_envs() {
        assert!(value.is_none(), "variables are only removed");
        command.env_remove(name);
    }
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

    /// A worker for a shared store; it has no HTTP address.
    pub(crate) fn work_in(folder: Arc<TempDir>, args: &[&str]) -> Self {
        Self::start(folder, &["work"], args)
    }

    /// The club with this data folder, after a command of the shell such as `umask` or `ulimit`. Its log is in `folder`.
    pub(crate) fn open_after(shell: &str, folder: Arc<TempDir>, data: &Path, args: &[&str]) -> Self {
        let mut serve = program_after(shell, &["serve", "--listen", "127.0.0.1:0", "--data"]);
        serve.arg(data).args(args);
        Self::spawn(folder, serve)
    }

    /// The program with this command and these arguments, with its log in this folder.
    pub(crate) fn start(folder: Arc<TempDir>, command: &[&str], args: &[&str]) -> Self {
        let mut command = program(command);
        command.args(args);
        Self::spawn(folder, command)
    }

    /// A new club that may have so many files open.
    pub(crate) fn open_with_files(files: u32, args: &[&str]) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        let data = folder.path().to_owned();
        Self::open_after(&format!("ulimit -n {files}"), folder, &data, args)
    }

    fn spawn(folder: Arc<TempDir>, mut command: Command) -> Self {
        let log = folder.path().join("log");
        let lines = std::fs::File::options().create(true).append(true).open(&log).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(lines).spawn().unwrap();
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

    /// A raw connection to the server.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// A raw connection to the server from this address of the machine.
    pub(crate) fn connect_from(&self, from: IpAddr) -> TcpStream {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::new(from, 0).into()).unwrap();
        socket.connect_timeout(&self.address.into(), PATIENCE).unwrap();
        let stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends exactly this, and reads the response.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.send_on(self.connect(), method, path, headers, body)
    }

    /// Sends exactly this on this connection, and reads the response.
    pub(crate) fn send_on(
        &self,
        mut stream: TcpStream,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let head = head(self.address, method, path, headers, Some(body.len()));
        // A server that responds before it has read everything may stop reading.
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

    /// Sends a request as this person, without a body if it is `null`.
    pub(crate) fn ask(&self, who: &Who, method: &str, path: &str, said: &Value) -> Answer {
        self.ask_with(who, method, path, &[], said)
    }

    /// Sends a request as this person, with more headers.
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

    /// Sends a GET request.
    pub(crate) fn get(&self, who: &Who, path: &str) -> Answer {
        self.ask(who, "GET", path, &Value::Null)
    }

    /// Sends a POST request.
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

    /// Registers a person with these fields.
    pub(crate) fn register(&self, who: &Who, said: &Value) -> Who {
        let answer = self.post(who, "/api/v1/people", said);
        answer.is(201);
        Who::by_cookie(&answer)
    }

    /// A new session of a member.
    pub(crate) fn sign_in(&self, name: &str) -> Who {
        let said = json!({ "name": name, "password": PASSWORD });
        let answer = self.post(&Who::nobody(), "/api/v1/session", &said);
        answer.is(200);
        Who::by_cookie(&answer)
    }

    /// A new token of this person: `read`, `play` or `bot`.
    pub(crate) fn token(&self, who: &Who, scope: &str) -> Who {
        let answer = self.post(who, "/api/v1/me/tokens", &json!({ "label": "a test", "scope": scope }));
        answer.is(201);
        let said = answer.json();
        let text = |name: &str| said[name].as_str().unwrap().to_owned();
        Who { cookie: None, token: Some(text("token")), key: text("id"), ..who.clone() }
    }

    /// Creates a table with these fields and returns its address.
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

    /// The number of events of the table.
    pub(crate) fn seq(&self, table: &Table) -> u64 {
        self.look(&Who::nobody(), table)["seq"].as_u64().unwrap()
    }

    /// The legal actions of this person, and the number of the last event.
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

    /// Everybody at a table of Siesta plays this many turns.
    pub(crate) fn play_turns(&self, table: &Table, people: &[&Who], turns: usize) {
        for _ in 0..turns * people.len() {
            let seen = self.look(&Who::nobody(), table);
            let position: siesta::Position = seen["game"]["position"].as_str().unwrap().parse().unwrap();
            let next = seen["game"]["to_act"][0].clone();
            let who = people.iter().find(|who| self.look(who, table)["you"] == next).unwrap();
            let turn = position.scored_turns()[0].turn.to_string();
            self.play(who, table, seen["seq"].as_u64().unwrap(), &turn).is(200);
        }
    }

    /// The value of a metric: the sum over all its labels.
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

    /// The path of something of this table.
    pub(crate) fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }
}

/// The credentials of a person.
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
    /// No credentials.
    pub(crate) fn nobody() -> Self {
        Self::default()
    }

    /// The person whose cookie the response sets.
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
