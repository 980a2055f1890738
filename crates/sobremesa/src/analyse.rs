//! `sobremesa analyse`: prints a record of either game with a verdict on every turn.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use bots::analysis::{Examined, Play, Verdict, examine};
use bots::{Budget, Judged, Limits, system_clock};
use game::record::Step;
use game::{Record, Rules, Seat, Setup};
use serde::Serialize;

use crate::advice::{Advice, Prevented, expected, why};
use crate::args::{GameOf, RecordArg};
use crate::progress;
use crate::seats;
use crate::style::{ERROR, FAINT, STRONG, Styled, seat_style};

/// Shown below the help.
const VERDICTS: &str = "\
The verdict on a turn depends on how many points of the expected final margin it loses against the
best turn found: best (none), good (up to 1), inaccuracy (up to 2.5), mistake (up to 5), blunder
(more). The accuracy of a turn is 100 % for the best one and halves with every 2.5 points lost; the
accuracy of a player is the mean over all turns with a choice.";

/// The options of `analyse`.
#[derive(clap::Args, Debug)]
#[command(after_help = VERDICTS)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    record: RecordArg,
    /// Search time for each turn in milliseconds [default: 500, for ¡No Siesta! 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    time: Option<u64>,
    /// Positions to search for each turn, instead of --time; gives the same verdicts on any machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    nodes: Option<u64>,
    /// Number of best turns to show for each turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    best: u8,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AnalyseArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let (bytes, game) = args.record.read()?;
    match game {
        GameOf::Siesta => {
            let record = read::<siesta::Position>(args, &bytes)?;
            let title = format!("Siesta, {}", record.setup);
            analyse(args, &record, &title, out)
        }
        GameOf::NoSiesta => {
            let record = read::<no_siesta::Position>(args, &bytes)?;
            args.record.sheet.matches(record.setup.sheet()).map_err(|error| args.record.about(error))?;
            let title = format!("¡No Siesta!, {}", record.setup);
            analyse(args, &record, &title, out)
        }
    }
}

fn read<R: Rules>(args: &AnalyseArgs, bytes: &[u8]) -> anyhow::Result<Record<R>> {
    Record::read(bytes).map(|(record, _)| record).map_err(|error| args.record.about(error))
}

fn analyse<R: Advice>(
    args: &AnalyseArgs,
    record: &Record<R>,
    title: &str,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let limits = match (args.time, args.nodes) {
        (Some(ms), _) => Limits::time(Duration::from_millis(ms)),
        (None, Some(nodes)) => Limits::nodes(nodes),
        (None, None) => R::ANALYSIS_LIMITS,
    };
    let moments = moments(args, record)?;
    let mut examined = examine_all(&moments, limits, args.best.into()).into_iter();
    let mut plays = vec![Play::default(); record.setup.players().count()];
    if !args.json {
        writeln!(out, "{}", Styled(STRONG, title))?;
        for (seat, name) in &record.names {
            writeln!(out, "{}: {}", Styled(seat_style(*seat), seat), seats::title(name))?;
        }
        writeln!(out)?;
    }
    for (number, (position, step)) in (1..).zip(&moments) {
        if let Some(heading) = position.heading().filter(|_| !args.json) {
            writeln!(out, "\n{}", Styled(STRONG, heading))?;
        }
        match step {
            Step::Chance(chance) => {
                if !args.json {
                    writeln!(out, "{number:>4} *  {}", Styled(FAINT, chance))?;
                }
            }
            Step::Action(seat, action) => {
                let examined = examined.next().flatten();
                if let Some(examined) = examined.as_ref().filter(|examined| !examined.forced) {
                    plays[seat.index()].add(examined.loss);
                }
                let turn = Turn { position, number, seat: *seat, action, examined };
                if args.json { turn.json(out)? } else { turn.text(out)? }
            }
        }
    }
    if args.json { summary_json(&plays, out) } else { summary(&plays, record, out) }
}

/// A position and the step that was taken in it.
type Moment<'a, R> = (R, &'a Step<<R as Rules>::Action, <R as Rules>::Chance>);

fn moments<'a, R: Rules>(args: &AnalyseArgs, record: &'a Record<R>) -> anyhow::Result<Vec<Moment<'a, R>>> {
    let mut position = R::start(&record.setup);
    let mut moments = Vec::with_capacity(record.steps.len());
    for step in &record.steps {
        moments.push((position.clone(), step));
        let taken = match step {
            Step::Chance(chance) => position.happen(chance),
            Step::Action(seat, action) => position.play(*seat, action),
        };
        taken.map_err(|refusal| args.record.about(refusal))?;
    }
    Ok(moments)
}

/// Analyses all actions, on all cores.
fn examine_all<R: Advice>(
    moments: &[Moment<'_, R>],
    limits: Limits,
    best: usize,
) -> Vec<Option<Examined<R::Action>>> {
    let actions: Vec<_> = moments
        .iter()
        .filter_map(|(position, step)| match step {
            Step::Action(seat, action) => Some((position, *seat, action)),
            Step::Chance(_) => None,
        })
        .collect();
    let bar = progress::bar(actions.len() as u64, "turns");
    let next = AtomicUsize::new(0);
    let found: Vec<OnceLock<Option<Examined<R::Action>>>> = actions.iter().map(|_| OnceLock::new()).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut judge = R::judge();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some((position, seat, action)) = actions.get(place) else { break };
                    let mut budget = Budget::new(limits, system_clock);
                    found[place]
                        .get_or_init(|| examine(&mut *judge, position, *seat, action, best, &mut budget));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    found.into_iter().map(|found| found.into_inner().flatten()).collect()
}

/// A played turn with its analysis.
struct Turn<'a, R: Rules> {
    position: &'a R,
    number: usize,
    seat: Seat,
    action: &'a R::Action,
    /// `None` if the judge has no verdict.
    examined: Option<Examined<R::Action>>,
}

#[derive(Serialize)]
struct TurnLine {
    step: usize,
    seat: String,
    text: String,
    /// `None` if there was no choice.
    verdict: Option<String>,
    expected: Option<f32>,
    loss: Option<f32>,
    best: Vec<BestLine>,
}

#[derive(Serialize)]
struct BestLine {
    text: String,
    expected: f32,
    gains: Vec<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prevents: Option<PreventedLine>,
}

#[derive(Serialize)]
struct PreventedLine {
    seat: String,
    could: i32,
    can: i32,
}

impl<R: Advice> Turn<'_, R> {
    fn text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Self { position, number, seat, action, examined } = self;
        let width = R::ACTION_WIDTH;
        let shown = |score| expected(score, position.is_alone());
        let styled = Styled(seat_style(*seat), seat);
        let played = action.to_string();
        let examined = match examined {
            Some(examined) if !examined.forced => examined,
            _ => {
                let silent = if examined.is_some() { "no choice" } else { "not judged" };
                writeln!(out, "{number:>4} {styled}  {played:<width$}  {}", Styled(FAINT, silent))?;
                return Ok(());
            }
        };
        let verdict = examined.verdict();
        let loses =
            if verdict == Verdict::Best { String::new() } else { format!(", loses {:.1}", examined.loss) };
        let expects = shown(examined.played.score);
        let verdict = match verdict {
            Verdict::Best | Verdict::Good => Styled(STRONG, verdict),
            Verdict::Inaccuracy | Verdict::Mistake | Verdict::Blunder => Styled(ERROR, verdict),
        };
        let gains = position.gains_in_words(*seat, action);
        let gains = if gains.is_empty() { gains } else { format!("   {gains}") };
        writeln!(
            out,
            "{number:>4} {styled}  {played:<width$}  {verdict}{loses}, expects {expects}{}",
            Styled(FAINT, gains)
        )?;
        for (rank, Judged { action, score }) in (1..).zip(&examined.best) {
            let why = why(*position, *seat, action);
            let line = format!("{rank}. {:<width$}  {:>6}   {why}", action.to_string(), shown(*score));
            writeln!(out, "         {}", Styled(FAINT, line.trim_end()))?;
        }
        Ok(())
    }

    fn json(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Self { position, number, seat, action, examined } = self;
        let best = examined.iter().flat_map(|examined| &examined.best);
        let best =
            best.map(|Judged { action, score }| BestLine {
                text: action.to_string(),
                expected: *score,
                gains: position.gains(*seat, action).as_slice().to_vec(),
                prevents: position.prevents(*seat, action).map(|Prevented { seat, could, can }| {
                    PreventedLine { seat: seat.to_string(), could, can }
                }),
            });
        let with_choice = examined.as_ref().filter(|examined| !examined.forced);
        let line = TurnLine {
            step: *number,
            seat: seat.to_string(),
            text: action.to_string(),
            verdict: with_choice.map(|examined| examined.verdict().to_string()),
            expected: examined.as_ref().map(|examined| examined.played.score),
            loss: examined.as_ref().map(|examined| examined.loss),
            best: best.collect(),
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        Ok(())
    }
}

#[derive(Serialize)]
struct PlayerLine {
    seat: String,
    accuracy: Option<f32>,
    verdicts: std::collections::BTreeMap<String, u32>,
}

#[derive(Serialize)]
struct SummaryLine {
    players: Vec<PlayerLine>,
}

fn summary_json(plays: &[Play], out: &mut impl Write) -> anyhow::Result<()> {
    let players = Seat::ALL.into_iter().zip(plays).map(|(seat, play)| PlayerLine {
        seat: seat.to_string(),
        accuracy: play.accuracy(),
        verdicts: Verdict::ALL
            .into_iter()
            .map(|verdict| (verdict.to_string(), play.count(verdict)))
            .collect(),
    });
    writeln!(out, "{}", serde_json::to_string(&SummaryLine { players: players.collect() })?)?;
    Ok(())
}

fn summary<R: Rules>(plays: &[Play], record: &Record<R>, out: &mut impl Write) -> anyhow::Result<()> {
    let heads: Vec<String> = Verdict::ALL.iter().map(|verdict| format!("{verdict:>10}")).collect();
    writeln!(out, "\n{}", Styled(FAINT, format!("   accuracy  {}", heads.join("  "))))?;
    for (seat, play) in Seat::ALL.into_iter().zip(plays) {
        let accuracy = play.accuracy().map_or("–".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let counts: Vec<String> =
            Verdict::ALL.into_iter().map(|verdict| format!("{:>10}", play.count(verdict))).collect();
        let name = record
            .names
            .iter()
            .find(|(named, _)| *named == seat)
            .map(|(_, name)| seats::title(name))
            .unwrap_or_default();
        let line = format!("{accuracy:>9}  {}  {name}", counts.join("  "));
        writeln!(out, "{} {}", Styled(seat_style(seat), seat), line.trim_end())?;
    }
    Ok(())
}
