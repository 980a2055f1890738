//! The report of a match as text and as JSON.

use std::io::Write;

use serde::Serialize;

use super::pairing::Pairing;
use super::statistics::{Sample, Sprt, Verdict, elo};
use super::tally::{EngineTally, Tally};
use crate::style::{FAINT, STRONG, Styled};

/// The part of a report that is known before the first game.
pub(super) struct Heading {
    pub(super) game: &'static str,
    pub(super) variant: String,
    pub(super) names: Vec<String>,
    pub(super) pairing: Pairing,
    /// The number of sides that compete for the win.
    pub(super) sides: usize,
    pub(super) sprt: Option<Sprt>,
    pub(super) seed: u64,
}

/// The results of a match, or its results so far.
pub(super) struct Report<'m> {
    pub(super) heading: &'m Heading,
    pub(super) tally: &'m Tally,
    pub(super) interrupted: bool,
}

#[derive(Serialize)]
struct Mean {
    mean: f64,
    standard_error: Option<f64>,
    interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct Difference {
    /// `None` if it is infinite.
    difference: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Serialize)]
struct EngineResult<'m> {
    engine: &'m str,
    wins: u64,
    draws: u64,
    losses: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Mean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Difference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<Mean>,
    points: Mean,
    #[serde(skip_serializing_if = "Option::is_none")]
    over_first: Option<Mean>,
    defaults: &'m std::collections::BTreeMap<String, u64>,
    turns: u64,
    ms_a_turn: f64,
    nodes_a_turn: f64,
}

#[derive(Serialize)]
struct GroupCount {
    points: f64,
    count: u64,
}

#[derive(Serialize)]
struct SprtResult {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    verdict: &'static str,
}

#[derive(Serialize)]
struct Whole<'m> {
    game: &'static str,
    variant: &'m str,
    seed: u64,
    games: u64,
    groups: u64,
    interrupted: bool,
    engines: Vec<EngineResult<'m>>,
    /// The share of wins of each seat, in order of seats.
    seats: Vec<f64>,
    /// How often the first engine made each number of points in a group.
    by_group: Vec<GroupCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtResult>,
}

impl Difference {
    /// The difference and its interval, as far as they are finite.
    fn in_words(&self) -> String {
        let interval = match (self.low, self.high) {
            (Some(low), Some(high)) => format!("95 % between {low:+.0} and {high:+.0}"),
            (Some(low), None) => format!("95 % above {low:+.0}"),
            (None, Some(high)) => format!("95 % below {high:+.0}"),
            (None, None) => "too few games to tell".to_owned(),
        };
        self.difference.map_or(interval.clone(), |difference| format!("{difference:+.0}, {interval}"))
    }
}

impl From<&Sample> for Mean {
    fn from(sample: &Sample) -> Self {
        Self { mean: sample.mean(), standard_error: sample.standard_error(), interval: sample.interval() }
    }
}

impl Report<'_> {
    fn alone(&self) -> bool {
        self.heading.pairing == Pairing::Alone
    }

    fn llr(&self, sprt: Sprt) -> f64 {
        sprt.llr(&self.tally.distribution(), self.heading.sides)
    }

    /// The verdict of the sequential test, if there is one.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.heading.sprt.map(|sprt| sprt.verdict(self.llr(sprt)))
    }

    /// A short summary for the progress bar.
    pub(super) fn short(&self) -> String {
        let first = &self.tally.engines[0];
        if self.alone() {
            return format!("{} scores {:.1}", self.heading.names[0], first.points.mean());
        }
        let llr = self.heading.sprt.map(|sprt| format!(", LLR {:+.2}", self.llr(sprt))).unwrap_or_default();
        format!(
            "{} {:.1} %, margin {:+.1}{llr}",
            self.heading.names[0],
            100.0 * first.share.mean(),
            first.margin.mean()
        )
    }

    pub(super) fn json(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let engines = self.heading.names.iter().zip(&self.tally.engines).enumerate();
        let engines = engines.map(|(index, (name, tally))| EngineResult {
            engine: name,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: (!self.alone()).then(|| Mean {
                mean: tally.share.mean(),
                standard_error: tally.share.standard_error(),
                interval: tally.share.share_interval(),
            }),
            elo: (!self.alone()).then(|| self.elo(tally)),
            margin: (!self.alone()).then(|| Mean::from(&tally.margin)),
            points: Mean::from(&tally.points),
            over_first: (self.alone() && index > 0).then(|| Mean::from(&tally.over_first)),
            defaults: &tally.defaults,
            turns: tally.effort.turns,
            ms_a_turn: a_turn(tally, tally.effort.time.as_secs_f64() * 1e3),
            nodes_a_turn: a_turn(tally, tally.effort.nodes as f64),
        });
        let whole = Whole {
            game: self.heading.game,
            variant: &self.heading.variant,
            seed: self.heading.seed,
            games: self.tally.games,
            groups: self.tally.groups,
            interrupted: self.interrupted,
            engines: engines.collect(),
            seats: self.tally.seats.iter().map(Sample::mean).collect(),
            by_group: match self.alone() {
                true => Vec::new(),
                false => {
                    let counts = self.tally.points_by_group().into_iter();
                    counts.map(|(points, count)| GroupCount { points, count }).collect()
                }
            },
            sprt: self.heading.sprt.map(|sprt| {
                let llr = self.llr(sprt);
                let verdict = match sprt.verdict(llr) {
                    Verdict::Passed => "passed",
                    Verdict::Failed => "failed",
                    Verdict::Open => "open",
                };
                SprtResult { elo0: sprt.elo0, elo1: sprt.elo1, llr, bound: Sprt::bound(), verdict }
            }),
        };
        writeln!(out, "{}", serde_json::to_string(&whole)?)?;
        Ok(())
    }

    fn elo(&self, tally: &EngineTally) -> Difference {
        let finite = |share: f64| Some(elo(share, self.heading.sides)).filter(|elo| elo.is_finite());
        let interval = tally.share.share_interval();
        Difference {
            difference: finite(tally.share.mean()),
            low: interval.and_then(|[low, _]| finite(low)),
            high: interval.and_then(|[_, high]| finite(high)),
        }
    }

    pub(super) fn text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let tally = self.tally;
        writeln!(out, "{}", Styled(STRONG, &self.heading.variant))?;
        let groups =
            if tally.groups == 1 { self.heading.pairing.group() } else { self.heading.pairing.groups() };
        let stopped = if self.interrupted { ", interrupted" } else { "" };
        let meet = match (self.heading.pairing, &self.heading.names[..]) {
            (Pairing::Swapped, [one, other]) => format!("{one} against {other}, seats swapped"),
            (Pairing::OneAgainstOthers, [one, other]) => {
                format!("{one} in one seat against {other} in all others, seats rotated")
            }
            (Pairing::Alone, names) => format!("{}, solo with the same dice", names.join(", ")),
            (_, names) => format!("{}, seats rotated", names.join(", ")),
        };
        writeln!(out, "{meet}")?;
        let (games, seed) = (tally.games, self.heading.seed);
        writeln!(out, "{games} games in {} {groups}, seed {seed}{stopped}\n", tally.groups)?;
        if tally.groups == 0 {
            writeln!(out, "No games were finished.")?;
            return Ok(());
        }
        if self.alone() {
            self.points_alone(out)?;
        } else {
            let shown = if self.heading.names.len() == 2 { 1 } else { self.heading.names.len() };
            for (name, engine) in self.heading.names.iter().zip(&tally.engines).take(shown) {
                self.engine(name, engine, out)?;
            }
            self.groups(out)?;
        }
        self.efforts(out)
    }

    fn engine(&self, name: &str, tally: &EngineTally, out: &mut impl Write) -> anyhow::Result<()> {
        let EngineTally { wins, draws, losses, .. } = tally;
        writeln!(out, "{}: {wins} won, {draws} drawn, {losses} lost", Styled(STRONG, name))?;
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let score = percent(tally.share.mean());
        let interval = tally.share.share_interval();
        let interval =
            interval.map(|[low, high]| format!(", 95 % between {} and {}", percent(low), percent(high)));
        writeln!(out, "  score   {score}{}", interval.unwrap_or_default())?;
        writeln!(out, "  Elo     {}", self.elo(tally).in_words())?;
        if tally.margin.count() > 0 {
            let error = tally.margin.standard_error();
            let error = error.map(|error| format!(", standard error {error:.2}")).unwrap_or_default();
            writeln!(out, "  margin  {:+.2} points a game{error}", tally.margin.mean())?;
        }
        Ok(())
    }

    fn groups(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.heading.names.len() == 2 {
            let counts = self.tally.points_by_group().into_iter();
            let counts: Vec<String> = counts.map(|(points, count)| format!("{points}: {count}")).collect();
            writeln!(out, "  {:<6}  by points {}", self.heading.pairing.groups(), counts.join(", "))?;
        }
        if let Some(sprt) = self.heading.sprt {
            let llr = self.llr(sprt);
            let Sprt { elo0, elo1 } = sprt;
            let verdict = match sprt.verdict(llr) {
                Verdict::Passed => format!("passed: rather {elo1:+} than {elo0:+}"),
                Verdict::Failed => format!("failed: rather {elo0:+} than {elo1:+}"),
                Verdict::Open => format!("open: {elo0:+} or {elo1:+} is not decided"),
            };
            let bound = Sprt::bound();
            writeln!(out, "  SPRT    {verdict} (LLR {llr:+.2}, bounds {:+.2} and {bound:+.2})", -bound)?;
        }
        let seats = game::Seat::ALL.into_iter().zip(&self.tally.seats);
        let seats = seats.map(|(seat, won)| format!("{seat} {:.1} %", 100.0 * won.mean()));
        writeln!(out, "\nWins by seat: {}", seats.collect::<Vec<_>>().join(", "))?;
        Ok(())
    }

    fn points_alone(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let with_error = |sample: &Sample| match (sample.interval(), sample.standard_error()) {
            (Some([low, high]), Some(error)) => {
                format!(", standard error {error:.2}, 95 % between {low:.1} and {high:.1}")
            }
            _ => String::new(),
        };
        for (index, (name, engine)) in self.heading.names.iter().zip(&self.tally.engines).enumerate() {
            let points = &engine.points;
            writeln!(
                out,
                "{}: {:.2} points a game{}",
                Styled(STRONG, name),
                points.mean(),
                with_error(points)
            )?;
            if index > 0 {
                let over = &engine.over_first;
                writeln!(
                    out,
                    "  than {}: {:+.2} points{}",
                    self.heading.names[0],
                    over.mean(),
                    with_error(over)
                )?;
            }
        }
        Ok(())
    }

    fn efforts(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let width = self.heading.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let head = format!(
            "{:<width$}  {:>9}  {:>10}  {:>13}  {:>15}",
            "engine", "turns", "ms a turn", "nodes a turn", "lost by default"
        );
        writeln!(out, "\n{}", Styled(FAINT, head))?;
        for (name, engine) in self.heading.names.iter().zip(&self.tally.engines) {
            let ms = a_turn(engine, engine.effort.time.as_secs_f64() * 1e3);
            let nodes = a_turn(engine, engine.effort.nodes as f64);
            let (turns, lost) = (engine.effort.turns, engine.defaults.values().sum::<u64>());
            writeln!(out, "{name:<width$}  {turns:>9}  {ms:>10.2}  {nodes:>13.0}  {lost:>15}")?;
        }
        for (name, engine) in self.heading.names.iter().zip(&self.tally.engines) {
            for (why, count) in &engine.defaults {
                writeln!(out, "{name} lost {count} by default: it {why}")?;
            }
        }
        Ok(())
    }
}

fn a_turn(tally: &EngineTally, total: f64) -> f64 {
    total / tally.effort.turns.max(1) as f64
}
