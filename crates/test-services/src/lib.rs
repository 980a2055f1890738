//! A PostgreSQL and a NATS of the tests' own: real servers at free ports of this machine, with their data in
//! a folder that goes away. They end when the process of the tests does, however that ends.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Whoever the tests are, PostgreSQL does not run as root.
const UNPRIVILEGED: &str = "postgres";
/// The password of the database, which nothing may ever show.
pub const PASSWORD: &str = "not-to-be-shown";

/// A port that was free a moment ago.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A server that is stopped when this is dropped or this process ends: a shell waits for the end of its
/// input, which this process holds.
struct Service {
    shell: Child,
    input: Option<ChildStdin>,
    pid: u32,
}

impl Service {
    fn start(command: &[&str], user: Option<&str>, log: &Path) -> Self {
        // The signal is the one for which PostgreSQL ends connections at once; NATS knows it too.
        let script = r#""$@" & pid=$!; echo $pid; read -r _; kill -s INT $pid; wait $pid"#;
        let mut shell = match user {
            Some(user) => {
                let mut shell = Command::new("runuser");
                shell.args(["-u", user, "--", "sh"]);
                shell
            }
            None => Command::new("sh"),
        };
        let log = std::fs::File::options().create(true).append(true).open(log).unwrap();
        let mut shell = shell
            .args(["-c", script, "sh"])
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (input, pid) = (shell.stdin.take(), line.trim().parse().unwrap());
        Self { shell, input, pid }
    }

    /// Ends the server at once, as a power cut would.
    fn kill(mut self) {
        assert!(Command::new("kill").args(["-KILL", &self.pid.to_string()]).status().unwrap().success());
        self.end();
    }

    fn end(&mut self) {
        drop(self.input.take());
        self.shell.wait().unwrap();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if self.input.is_some() {
            self.end();
        }
    }
}

fn wait_until(what: &str, ready: impl Fn() -> bool) {
    let began = Instant::now();
    while !ready() {
        assert!(began.elapsed() < PATIENCE, "{what} does not answer");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A PostgreSQL server.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    user: Option<&'static str>,
    port: u16,
    service: Option<Service>,
    schemas: AtomicU32,
}

impl Postgres {
    /// A new server without any data.
    pub fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let id = Command::new("id").arg("-u").output().unwrap().stdout;
        let user = (id == b"0\n").then_some(UNPRIVILEGED);
        if let Some(user) = user {
            assert!(Command::new("chown").arg(user).arg(folder.path()).status().unwrap().success());
        }
        let mut postgres =
            Self { folder, programs: programs(), user, port: free_port(), service: None, schemas: 0.into() };
        let password = postgres.folder.path().join("password");
        std::fs::write(&password, PASSWORD).unwrap();
        let (data, password) = (postgres.data(), format!("--pwfile={}", password.display()));
        let init = ["-U", "club", "-A", "scram-sha-256", &password, "--no-sync", "-E", "UTF8", "--no-locale"];
        let mut command = postgres.command("initdb");
        let output = command.args(init).arg("-D").arg(data).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        postgres.run();
        postgres
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        match self.user {
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--"]).arg(program);
                command
            }
            None => Command::new(program),
        }
    }

    fn run(&mut self) {
        let (program, data, port) = (self.programs.join("postgres"), self.data(), self.port.to_string());
        // Nothing here outlives the machine, so nothing has to reach its disk.
        let command = [
            program.to_str().unwrap(),
            "-D",
            data.to_str().unwrap(),
            "-p",
            &port,
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off",
            "-c",
            "max_connections=300",
        ];
        let ready = || {
            let mut ask = Command::new(self.programs.join("pg_isready"));
            ask.args(["-q", "-h", "127.0.0.1", "-p", &port]).status().unwrap().success()
        };
        // Processes of one that was killed hold its memory for a moment, and it does not start beside them.
        let (began, mut patience) = (Instant::now(), Duration::from_secs(2));
        loop {
            let service = Service::start(&command, self.user, &self.folder.path().join("log"));
            let tried = Instant::now();
            while tried.elapsed() < patience {
                if ready() {
                    self.service = Some(service);
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
            assert!(began.elapsed() < PATIENCE, "PostgreSQL does not answer");
            drop(service);
            let _ = std::fs::remove_file(data.join("postmaster.pid"));
            patience *= 2;
        }
    }

    /// Kills the server, and starts it again on the same data.
    pub fn restart(&mut self) {
        self.service.take().unwrap().kill();
        // What the dead one has left behind would be taken for one that runs.
        let _ = std::fs::remove_file(self.data().join("postmaster.pid"));
        self.run();
    }

    /// The address of a part of the database that nobody else has.
    pub fn fresh(&self) -> String {
        let name = format!("club_{}", self.schemas.fetch_add(1, Ordering::SeqCst));
        self.sql(&format!("CREATE SCHEMA {name}"));
        format!("{}?options=-csearch_path%3D{name}", self.url())
    }

    /// The address of the database.
    pub fn url(&self) -> String {
        format!("postgres://club:{PASSWORD}@127.0.0.1:{}/postgres", self.port)
    }

    /// Runs a statement.
    pub fn sql(&self, sql: &str) -> String {
        let output = Command::new("psql")
            .args(["-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", sql, &self.url()])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Before its folder goes.
        drop(self.service.take());
    }
}

/// Where Debian keeps the programs of the newest version.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = versions.map(|entry| entry.unwrap().path()).filter(|path| number(path).is_some());
    versions.max_by_key(number).unwrap().join("bin")
}

/// A NATS server.
pub struct Nats {
    folder: TempDir,
    port: u16,
    service: Option<Service>,
}

impl Nats {
    /// A new server.
    pub fn start() -> Self {
        let mut nats = Self { folder: TempDir::new().unwrap(), port: free_port(), service: None };
        nats.run();
        nats
    }

    /// Starts the server that was stopped, at the same port.
    pub fn run(&mut self) {
        let port = self.port.to_string();
        // Debian keeps it where only administrators look.
        let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server"];
        let program = program.into_iter().find(|path| Path::new(path).exists()).expect("NATS is installed");
        let command = [program, "-a", "127.0.0.1", "-p", &port];
        self.service = Some(Service::start(&command, None, &self.folder.path().join("log")));
        wait_until("NATS", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Ends the server at once.
    pub fn stop(&mut self) {
        self.service.take().unwrap().kill();
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}
