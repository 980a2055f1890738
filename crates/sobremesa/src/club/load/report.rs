//! The report of a load test.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;

use super::Times;
use crate::club::client::Connection;

/// The sums of what the servers report about their processes.
#[derive(Clone, Copy, Default)]
pub(super) struct Server {
    pub(super) cpu_seconds: f64,
    resident_bytes: f64,
}

impl Server {
    pub(super) async fn ask(hosts: &[SocketAddr]) -> anyhow::Result<Self> {
        let mut all = Self::default();
        for host in hosts {
            let answer = Connection::open(*host).await?.ask("GET", "/metrics", "", "").await?;
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            let value = |name: &str| {
                let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
                line.with_context(|| format!("/metrics of {host} has no {name}"))
            };
            all.cpu_seconds += value("process_cpu_seconds_total")?;
            all.resident_bytes += value("process_resident_memory_bytes")?;
        }
        Ok(all)
    }
}

/// The results of a load test.
pub(super) struct Report {
    pub(super) tables: u32,
    pub(super) streams: u32,
    pub(super) before_streams: Server,
    pub(super) with_streams: Server,
    pub(super) before: Server,
    pub(super) after: Server,
    pub(super) elapsed: Duration,
    pub(super) turns: Vec<Times>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, seconds) = (self.turns.len() as f64, self.elapsed.as_secs_f64());
        let cpu = self.after.cpu_seconds - self.before.cpu_seconds;
        writeln!(f, "{} tables, {seconds:.1} s", self.tables)?;
        writeln!(f, "  accepted turns          {count:>10} ({:.0} a second)", count / seconds)?;
        writeln!(f, "  server CPU              {cpu:>10.2} s ({:.0} %)", 100.0 * cpu / seconds)?;
        writeln!(f, "  turns per CPU second    {:>10.0}", count / cpu.max(0.01))?;
        write_times(f, "acknowledged", self.turns.iter().map(|times| times.acknowledged))?;
        write_times(f, "pushed to opponent", self.turns.iter().map(|times| times.pushed))?;
        writeln!(f, "  server memory           {:>10.1} MB", self.after.resident_bytes / 1e6)?;
        if self.streams > 0 {
            let each = (self.with_streams.resident_bytes - self.before_streams.resident_bytes)
                / f64::from(self.streams);
            writeln!(f, "  idle streams            {:>10} ({:.1} kB each)", self.streams, each / 1e3)?;
        }
        Ok(())
    }
}

/// Writes a line with the median, the 99th percentile and the maximum of some times.
pub(super) fn write_times(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    times: impl Iterator<Item = Duration>,
) -> fmt::Result {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    writeln!(f, "  {what:<22}  p50 {:>6.1} ms, p99 {:>6.1} ms, worst {:>6.1} ms", at(0.5), at(0.99), at(1.0))
}
