//! Real PostgreSQL and NATS servers for tests, on free loopback ports, with their data in a temporary folder.
//! They stop when the test process ends, however it ends.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// PostgreSQL refuses to run as root, so tests that run as root start it as this user.
const UNPRIVILEGED: &str = "postgres";
/// The password of the database. Tests check that no output contains it.
pub const PASSWORD: &str = "not-to-be-shown";

/// A port that was free a moment ago.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A server process that stops when this is dropped. A shell waits for the end of its input, whose other end this
/// process holds: so the server stops even if this process is killed.
struct Service {
    shell: Child,
    input: Option<ChildStdin>,
    pid: u32,
}

impl Service {
    fn start(command: &[&str], user: Option<&str>, log: &Path) -> Self {
        // On SIGINT PostgreSQL ends all connections at once, where SIGTERM would wait for them; NATS stops on both.
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

    /// Kills the server without letting it finish anything.
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
        assert!(began.elapsed() < START_TIMEOUT, "{what} does not answer");
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
    databases: AtomicU32,
}

impl Postgres {
    /// Starts a new server without data.
    pub fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let id = Command::new("id").arg("-u").output().unwrap().stdout;
        let user = (id == b"0\n").then_some(UNPRIVILEGED);
        if let Some(user) = user {
            assert!(Command::new("chown").arg(user).arg(folder.path()).status().unwrap().success());
        }
        let mut postgres = Self {
            folder,
            programs: programs(),
            user,
            port: free_port(),
            service: None,
            schemas: 0.into(),
            databases: 0.into(),
        };
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
        // The data of a test need not survive a power cut, so nothing is synced to the disk.
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
        // Child processes of a killed server hold its shared memory for a moment, and a new one refuses to
        // start beside them. So the start is retried, waiting longer each time.
        let (began, mut wait) = (Instant::now(), Duration::from_secs(2));
        loop {
            let service = Service::start(&command, self.user, &self.folder.path().join("log"));
            let tried = Instant::now();
            while tried.elapsed() < wait {
                if ready() {
                    self.service = Some(service);
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
            assert!(began.elapsed() < START_TIMEOUT, "PostgreSQL does not answer");
            drop(service);
            let _ = std::fs::remove_file(data.join("postmaster.pid"));
            wait *= 2;
        }
    }

    /// Kills the server and starts it again on the same data.
    pub fn restart(&mut self) {
        self.service.take().unwrap().kill();
        // A left-over pid file would be taken for a running server.
        let _ = std::fs::remove_file(self.data().join("postmaster.pid"));
        self.run();
    }

    /// Lets every write of the running processes fail, as on a full disk. The server ends them and starts new ones, which
    /// can write again.
    pub fn fill_disk(&self) {
        let pid_file = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let server = pid_file.lines().next().unwrap();
        for child in children_of(server) {
            // It may have ended already.
            let _ =
                Command::new("prlimit").args(["--pid", &child, "--fsize=0:"]).stderr(Stdio::null()).status();
        }
    }

    /// Creates a schema; returns an address whose connections use it.
    pub fn fresh(&self) -> String {
        let name = format!("club_{}", self.schemas.fetch_add(1, Ordering::SeqCst));
        self.sql(&format!("CREATE SCHEMA {name}"));
        format!("{}?options=-csearch_path%3D{name}", self.url())
    }

    /// A new database with the contents of a dump in SQL; returns its address.
    pub fn load(&self, dump: &Path) -> String {
        let name = format!("dump_{}", self.databases.fetch_add(1, Ordering::SeqCst));
        self.sql(&format!("CREATE DATABASE {name}"));
        let url = self.url().replace("/postgres", &format!("/{name}"));
        let mut psql = Command::new("psql");
        psql.args(["-q", "-v", "ON_ERROR_STOP=1", "-f"]).arg(dump).arg(&url);
        let output = psql.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        url
    }

    /// The address of the database.
    pub fn url(&self) -> String {
        format!("postgres://club:{PASSWORD}@127.0.0.1:{}/postgres", self.port)
    }

    /// Runs a statement with `psql`; returns its output.
    pub fn sql(&self, sql: &str) -> String {
        let output = Command::new("psql")
            .args(["-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", sql, &self.url()])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The processes that this process has started.
fn children_of(parent: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap();
    let pids = processes.filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    let is_child = |pid: &String| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name, which may contain spaces, is in parentheses; the state and the parent follow.
        (stat.rsplit_once(')')?.1.split_whitespace().nth(1)? == parent).then_some(())
    };
    pids.filter(|pid| is_child(pid).is_some()).collect()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The server has to stop before its folder is removed.
        drop(self.service.take());
    }
}

/// The folder of the newest installed version, as Debian installs it.
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
    /// Starts a new server.
    pub fn start() -> Self {
        let mut nats = Self { folder: TempDir::new().unwrap(), port: free_port(), service: None };
        nats.run();
        nats
    }

    /// Starts a server that was stopped, on the same port.
    pub fn run(&mut self) {
        let port = self.port.to_string();
        // Debian installs it in a folder that is not in the path of every user.
        let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server"];
        let program = program.into_iter().find(|path| Path::new(path).exists()).expect("NATS is installed");
        let command = [program, "-a", "127.0.0.1", "-p", &port];
        self.service = Some(Service::start(&command, None, &self.folder.path().join("log")));
        wait_until("NATS", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        self.service.take().unwrap().kill();
    }

    /// The address of the server.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}
