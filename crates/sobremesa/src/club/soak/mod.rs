//! `sobremesa soak`: honest and hostile clients use a server of their own for a while.
//!
//! The run starts a server with its default limits on a free local port, and talks to nothing else. Honest people play
//! the whole time; attacks begin after the first tenth of the run and end before the last, so that it shows the
//! server before, during and after them. At the end the server is killed, and every move that it acknowledged to an
//! honest player has to be stored exactly once.

mod check;
mod honest;
mod hostile;
mod play;
mod plot;
mod report;
mod server;
mod tally;

use std::io::Write;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use self::honest::{Club, GUESTS, MEMBERS, PAIRS, Person, live_as_pair};
use self::report::{Phases, Report};
use self::server::{Folder, Server, Usage};
use self::tally::Tally;
use super::wait_for;

/// How often the server is measured in a long run.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(5);
/// The number of samples of a short run.
const MIN_SAMPLES: u32 = 30;
/// How long honest clients may take to finish their last request.
const FINISH_TIMEOUT: Duration = Duration::from_secs(60);
/// How often a long run says that it goes on.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);

/// Shown below the help.
const SOAK_NOTES: &str = "\
Needs Linux, two cores and no other service. The data is in a temporary folder. Ctrl+C ends the run early, with its \
report. The command fails if an honest request was refused or not answered, or if a move was lost or doubled.";

#[derive(clap::Args, Debug)]
#[command(after_help = SOAK_NOTES)]
pub(crate) struct SoakArgs {
    /// Duration of the run in minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 30.0, value_parser = minutes)]
    minutes: f64,
    /// File for the plot of memory, descriptors and latencies
    #[arg(long, value_name = "FILE", default_value = "soak.svg")]
    plot: PathBuf,
    /// Seed of all that the clients choose
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// More arguments for the server, as in `-- --searches 1`
    #[arg(last = true, value_name = "SERVE ARGUMENTS")]
    serve: Vec<String>,
}

fn minutes(text: &str) -> anyhow::Result<f64> {
    let minutes = text.parse().ok().filter(|minutes| (0.05..=1440.0).contains(minutes));
    minutes.context("expected a number of minutes from 0.05 to 1440")
}

pub(crate) fn run(args: &SoakArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let elsewhere = args.serve.iter().find(|arg| arg.starts_with("--database"));
    ensure!(
        elsewhere.is_none(),
        "the server of a soak run has its data in a folder: --database is not possible"
    );
    web::serve::allow_many_files();
    let folder = Folder::new()?;
    let report = wait_for(soak(args, &folder))?;
    write!(out, "{report}")?;
    std::fs::write(&args.plot, plot::draw(&report))
        .with_context(|| format!("cannot write {}", args.plot.display()))?;
    writeln!(out, "plot: {}", args.plot.display())?;
    out.flush()?;
    let verdict = report.verdict();
    ensure!(verdict.is_empty(), "{}", verdict.join("; "));
    Ok(())
}

/// A measurement of the server.
#[derive(Clone, Copy, Debug)]
struct Sample {
    at: Duration,
    usage: Usage,
    /// The requests of hostile clients so far, and those that were refused.
    hostile: (u64, u64),
}

async fn soak(args: &SoakArgs, folder: &Folder) -> anyhow::Result<Report> {
    let server = Server::start(folder, &args.serve)?;
    let (end, over) = watch::channel(false);
    let tally = Arc::new(Tally::default());
    let club = Arc::new(Club { host: server.host, tally: Arc::clone(&tally), over });
    let honest = arrive(&club, args.seed).await.context("the clients cannot enter the server")?;
    let length = Duration::from_secs_f64(args.minutes * 60.0);
    let began = tally.begin();
    let honest: JoinSet<()> = honest.into_iter().collect();
    let mut run = Run { server, club, attackers: JoinSet::new(), samples: Vec::new(), began };
    let phases = run.go_through(length, args.seed).await?;
    end.send_replace(true);
    // Nothing is cut off: whatever is sent is answered, or counted as a failure.
    tokio::time::timeout(FINISH_TIMEOUT, honest.join_all()).await.context("honest clients do not finish")?;
    let Run { server, club, samples, .. } = run;
    drop(server);
    let counts = std::mem::take(&mut *club.tally.counts());
    let kept = check::check(folder, &counts)?;
    let log = folder.log_lines();
    Ok(Report { serve: args.serve.join(" "), phases, samples, counts, kept, log })
}

/// What an honest client does until the run is over.
type Life = Pin<Box<dyn Future<Output = ()> + Send>>;

/// All honest people enter. They begin when they are polled.
async fn arrive(club: &Arc<Club>, seed: u64) -> anyhow::Result<Vec<Life>> {
    let mut honest: Vec<Life> = Vec::new();
    let seed = |number: u8| seed + u64::from(number);
    for number in 0..MEMBERS {
        honest.push(Box::pin(Person::member(club, seed(number), number).await?.live()));
    }
    for number in 0..GUESTS {
        honest.push(Box::pin(Person::guest(club, seed(MEMBERS + number), number).await?.live()));
    }
    for number in 0..PAIRS {
        let host = Person::member(club, seed(100 + number), MEMBERS + number).await?;
        let other = Person::guest(club, seed(150 + number), GUESTS + number).await?;
        honest.push(Box::pin(live_as_pair(host, other)));
    }
    Ok(honest)
}

/// A run in progress.
struct Run {
    server: Server,
    club: Arc<Club>,
    attackers: JoinSet<()>,
    samples: Vec<Sample>,
    began: Instant,
}

impl Run {
    /// Goes through the phases of the run, or until it is interrupted, and measures the server.
    async fn go_through(&mut self, length: Duration, seed: u64) -> anyhow::Result<Phases> {
        let mut phases = Phases { attack: length / 10, calm: length * 9 / 10, end: length };
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let mut measure = tokio::time::interval(SAMPLE_INTERVAL.min(length / MIN_SAMPLES));
        let mut progress = tokio::time::interval(PROGRESS_INTERVAL);
        // The first tick is immediate.
        progress.tick().await;
        let began = self.began;
        loop {
            let attacks = self.club.tally.now() >= phases.attack && self.club.tally.now() < phases.calm;
            if attacks && self.attackers.is_empty() {
                self.attackers = hostile::start(&self.club, seed);
            } else if !attacks && !self.attackers.is_empty() {
                self.attackers.abort_all();
                self.attackers = JoinSet::new();
            }
            tokio::select! {
                _ = measure.tick() => {
                    let usage = self.server.usage()?;
                    let hostile = self.club.tally.counts().hostile_requests();
                    self.samples.push(Sample { at: self.club.tally.now(), usage, hostile });
                }
                _ = progress.tick() => self.say_progress(),
                () = sleep_until(began + length) => return Ok(phases),
                _ = interrupt.recv() => break,
                _ = terminate.recv() => break,
            }
        }
        self.attackers.abort_all();
        let now = self.club.tally.now();
        phases = Phases { attack: phases.attack.min(now), calm: phases.calm.min(now), end: now };
        Ok(phases)
    }

    fn say_progress(&self) {
        let Some(last) = self.samples.last() else { return };
        let counts = self.club.tally.counts();
        let (moves, failures) = (counts.moves.len(), counts.failures.values().sum::<u64>());
        let _ = writeln!(
            anstream::stderr(),
            "{:>5.1} min: {:.0} MB, {} descriptors, {moves} moves, {failures} failures, {} hostile requests",
            last.at.as_secs_f64() / 60.0,
            last.usage.resident_bytes as f64 / 1e6,
            last.usage.descriptors,
            last.hostile.0,
        );
    }
}
