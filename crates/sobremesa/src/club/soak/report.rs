//! The report of a soak run.

use std::fmt;
use std::time::Duration;

use super::Sample;
use super::check::Kept;
use super::tally::{Counts, Kind, quantile, times_of};

/// How many lines of the server's log are shown.
const MAX_LOG_LINES: usize = 10;

/// When the parts of a run began: the attacks, the calm after them, and the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phases {
    pub(super) attack: Duration,
    pub(super) calm: Duration,
    pub(super) end: Duration,
}

impl Phases {
    /// The parts that the report compares.
    fn parts(self) -> [(&'static str, Duration, Duration); 4] {
        let third = self.calm.saturating_sub(self.attack) / 3;
        [
            ("before the attacks", Duration::ZERO, self.attack),
            ("attacks, first third", self.attack, self.attack + third),
            ("attacks, last third", self.calm.saturating_sub(third), self.calm),
            // Whatever was sent before the end is answered after it.
            ("after the attacks", self.calm, Duration::MAX),
        ]
    }
}

/// The results of a soak run.
pub(super) struct Report {
    /// The arguments of the server besides its own.
    pub(super) serve: String,
    pub(super) phases: Phases,
    pub(super) samples: Vec<Sample>,
    pub(super) counts: Counts,
    pub(super) kept: Kept,
    /// The log of the server.
    pub(super) log: Vec<String>,
}

impl Report {
    /// What is not as it has to be; empty if all is well.
    pub(super) fn verdict(&self) -> Vec<String> {
        let failures: u64 = self.counts.failures.values().sum();
        let (lost, doubled) = (self.kept.lost.len(), self.kept.doubled.len());
        let mut verdict = Vec::new();
        if failures > 0 {
            verdict.push(format!("{failures} honest requests were refused or not answered"));
        }
        if lost > 0 {
            verdict.push(format!("{lost} acknowledged moves were lost"));
        }
        if doubled > 0 {
            verdict.push(format!("{doubled} moves were doubled"));
        }
        if self.kept.acknowledged == 0 {
            verdict.push("no move was acknowledged".to_owned());
        }
        verdict
    }

    fn samples_of(&self, from: Duration, to: Duration) -> Vec<Sample> {
        self.samples.iter().filter(|sample| (from..to).contains(&sample.at)).copied().collect()
    }

    fn write_usage(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\nserver                        memory descriptors threads")?;
        writeln!(f, "   hostile/s   refused/s")?;
        for (name, from, to) in self.phases.parts() {
            let samples = self.samples_of(from, to);
            let count = samples.len().max(1) as f64;
            let mean = |value: fn(&Sample) -> u64| samples.iter().map(value).sum::<u64>() as f64 / count;
            write_usage_line(f, name, mean)?;
            let rate = |value: fn(&Sample) -> u64| {
                let (first, last) = (samples.first()?, samples.last()?);
                let seconds = (last.at - first.at).as_secs_f64();
                Some((value(last) - value(first)) as f64 / seconds).filter(|_| seconds > 0.0)
            };
            let all = rate(|sample| sample.hostile.0).unwrap_or_default();
            let refused = rate(|sample| sample.hostile.1).unwrap_or_default();
            writeln!(f, " {all:>11.1} {refused:>11.1}")?;
        }
        let most =
            |value: fn(&Sample) -> u64| self.samples.iter().map(value).max().unwrap_or_default() as f64;
        write_usage_line(f, "maximum", most)?;
        writeln!(f)
    }

    fn write_times(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in Kind::ALL {
            writeln!(f, "\n{kind:<24}{:>9} {:>9} {:>9} {:>9}", "number", "p50", "p95", "worst")?;
            for (name, from, to) in self.phases.parts() {
                let times = times_of(&self.counts.times, kind, from, to);
                write!(f, "  {name:<22}{:>9}", times.len())?;
                for share in [0.5, 0.95, 1.0] {
                    let millis = quantile(&times, share).map_or(0.0, |time| time.as_secs_f64() * 1e3);
                    write!(f, " {millis:>6.1} ms")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }

    fn write_honest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failures: u64 = self.counts.failures.values().sum();
        let requests = self.counts.times.iter().filter(|timed| timed.kind != Kind::Bot).count();
        writeln!(f, "  honest requests         {requests:>9}")?;
        writeln!(f, "  refused or not answered {failures:>9}")?;
        for (failure, count) in &self.counts.failures {
            writeln!(f, "    {count} × {failure}")?;
        }
        for example in &self.counts.examples {
            writeln!(f, "    {example}")?;
        }
        writeln!(f, "  finished games          {:>9}", self.counts.games)?;
        writeln!(f, "  acknowledged moves      {:>9}", self.kept.acknowledged)?;
        writeln!(f, "  lost moves              {:>9}", self.kept.lost.len())?;
        writeln!(f, "  doubled moves           {:>9}", self.kept.doubled.len())?;
        for lost in self.kept.lost.iter().take(MAX_LOG_LINES) {
            writeln!(f, "    lost: {} at table {} after event {}", lost.text, lost.table, lost.after)?;
        }
        for (table, seat, seq) in self.kept.doubled.iter().take(MAX_LOG_LINES) {
            writeln!(f, "    doubled: event {seq} of table {table} by seat {seat}")?;
        }
        Ok(())
    }

    fn write_hostile(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nhostile requests")?;
        for (attack, outcomes) in &self.counts.hostile {
            let all: u64 = outcomes.values().sum();
            let mut outcomes: Vec<_> = outcomes.iter().collect();
            outcomes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let outcomes: Vec<String> =
                outcomes.into_iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
            writeln!(f, "  {attack:<30} {all:>8}: {}", outcomes.join(", "))?;
        }
        Ok(())
    }
}

/// Writes memory, descriptors and threads by some measure of the samples.
fn write_usage_line(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    measure: impl Fn(fn(&Sample) -> u64) -> f64,
) -> fmt::Result {
    let megabytes = measure(|sample| sample.usage.resident_bytes) / 1e6;
    let descriptors = measure(|sample| sample.usage.descriptors);
    let threads = measure(|sample| sample.usage.threads);
    write!(f, "  {name:<22}{megabytes:>9.1} MB {descriptors:>11.0} {threads:>7.0}")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.phases.end.as_secs_f64() / 60.0;
        let limits = if self.serve.is_empty() { "its default limits" } else { &self.serve };
        writeln!(f, "soak, {minutes:.1} minutes, server with {limits}")?;
        self.write_honest(f)?;
        self.write_usage(f)?;
        self.write_times(f)?;
        self.write_hostile(f)?;
        writeln!(f, "\nlog of the server: {} lines", self.log.len())?;
        for line in self.log.iter().take(MAX_LOG_LINES) {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}
