//! The server of a soak run: a process with data of its own, ended with it.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, ensure};

/// A folder that is removed at the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> anyhow::Result<Self> {
        let path = std::env::temp_dir().join(format!("sobremesa-soak-{}", std::process::id()));
        std::fs::create_dir(&path).with_context(|| format!("cannot create the folder {}", path.display()))?;
        Ok(Self(path))
    }

    pub(super) fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    fn log(&self) -> PathBuf {
        self.0.join("server.log")
    }

    /// The lines of the server's log.
    pub(super) fn log_lines(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing can be done about a folder that cannot be removed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server. It is killed when this is dropped.
pub(super) struct Server {
    child: Child,
    pub(super) host: SocketAddr,
}

impl Server {
    /// Starts a server with these arguments besides its own.
    pub(super) fn start(folder: &Folder, extra: &[String]) -> anyhow::Result<Self> {
        let mut command = program("serve", &folder.data())?;
        let child = command
            .args(["--listen", "127.0.0.1:0"])
            .args(extra)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(folder.log())?)
            // Ctrl+C is for the soak run alone, which ends the server when all clients have finished.
            .process_group(0)
            .spawn()
            .context("cannot start the server")?;
        // From here on the server is killed, whatever fails.
        let mut server = Self { child, host: SocketAddr::from(([127, 0, 0, 1], 0)) };
        let mut line = String::new();
        let output = server.child.stdout.take().context("the server has no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        let address = address
            .with_context(|| format!("the server did not start: {}", folder.log_lines().join("\n")))?;
        server.host = address.parse().with_context(|| format!("the server listens on {address}"))?;
        ensure!(server.host.ip().is_loopback(), "{} is not this machine", server.host);
        Ok(server)
    }

    /// Memory, descriptors and threads at this moment.
    pub(super) fn usage(&self) -> anyhow::Result<Usage> {
        let process = PathBuf::from(format!("/proc/{}", self.child.id()));
        let mut status = String::new();
        File::open(process.join("status"))
            .and_then(|mut file| file.read_to_string(&mut status))
            .context("the server has ended, or this system does not tell what it uses")?;
        let value = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        Ok(Usage {
            resident_bytes: value("VmRSS:").context("the server has ended")? * 1024,
            descriptors: std::fs::read_dir(process.join("fd"))?.count() as u64,
            threads: value("Threads:").context("the server has no threads")?,
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A kill, not a request to stop: what was acknowledged has to be stored already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the server uses.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Usage {
    pub(super) resident_bytes: u64,
    pub(super) descriptors: u64,
    pub(super) threads: u64,
}

/// This program with a command and a data folder, and with none of the settings of the environment.
pub(super) fn program(command: &str, data: &Path) -> anyhow::Result<Command> {
    let mut program = Command::new(std::env::current_exe()?);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("SOBREMESA_") {
            program.env_remove(name);
        }
    }
    program.arg(command).arg("--data").arg(data);
    Ok(program)
}
