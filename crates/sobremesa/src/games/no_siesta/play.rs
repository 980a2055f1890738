//! `sobremesa play no-siesta`: a game in the terminal.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use bots::Player;
use bots::no_siesta::Bot;
use game::record::{Step, StepOf, clipped};
use game::{Players, Random, Record, Seat, ToAct};
use no_siesta::{Action, Mode, Phase, Position};

use super::{board, players, start, words};
use crate::advice::Hint;
use crate::args::SheetArg;
use crate::input;
use crate::output;
use crate::seats::{self, Who, random, seat};
use crate::style::{STRONG, Styled, seat_style};
use crate::terminal::{Session, run_session};

const HELP: &str = "\
  3              do number 3 of the list; or type its words, such as: take pig
  undo           while you are scoring, take back your last step, as far as the last draw
  table          show the whole table
  score          show the score sheet so far
  hint           get a hint where to look; a second time, see the best step, what it leads to and why
  save FILE      write the record of the game; continue later with --resume FILE
  quit           leave the game
Every round each player takes two dice and marks their revenue with discs, and all mark the last die. Then
each spends the revenue on the sheet: barn, helpers, trades, carts, warehouse and stable, or hats on the track.";

/// The options of `play no-siesta`.
#[derive(clap::Args, Debug)]
#[command(after_help = seats::levels())]
pub(crate) struct Args {
    /// Mode: standard, original (two players), experienced or solo [default: standard]
    #[arg(long)]
    mode: Option<Mode>,
    /// Number of players: 1 (solo), 2, 3 or 4 [default: 2, solo 1]
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<Players>,
    /// Players of the seats after the first, in order: a level from 1 to 8, the name of a bot, or person [default:
    /// person]
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots: Vec<Who<Bot>>,
    /// Continue the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "mode"])]
    resume: Option<PathBuf>,
    /// Seed of dice, tiles and bots; the same seed gives the same game [default: random]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    sheet: SheetArg,
}

pub(crate) fn run(args: &Args, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = Table::open(args)?;
    writeln!(out, "{}, {}", Styled(STRONG, "¡No Siesta!"), table.now().variant())?;
    for (seat, name) in &table.record.names {
        writeln!(out, "{}: {}", Styled(seat_style(*seat), seat), seats::title(name))?;
    }
    writeln!(out, "Type help for the commands.\n")?;
    write!(out, "{}{}", table.advance()?, board::table(table.now()))?;
    run_session(&mut table, input, out)
}

/// A game with everything that has happened in it.
struct Table {
    record: Record<Position>,
    /// The position before every step, and the present one.
    positions: Vec<Position>,
    /// The bots by seat; `None` for a person.
    players: Vec<Option<Box<dyn Player<Position>>>>,
    random: Random,
    /// The last nudge.
    hint: Option<Hint<Position>>,
    /// The steps of the record when it was saved or read.
    saved: Vec<StepOf<Position>>,
}

impl Session for Table {
    fn prompt(&self) -> String {
        let Some(seat) = self.person() else { return "> ".to_owned() };
        let choices = self.choices();
        let mut text = String::new();
        for (index, action) in choices.iter().enumerate() {
            text += &format!("{:>4}  {action}\n", index + 1);
        }
        if matches!(self.now().phase(), Phase::Score(..)) {
            text += &format!("Left to spend: {}\n", words::to_spend(self.now().farm(seat)));
        }
        text + &format!("{}, round {}> ", Styled(seat_style(seat), seat), self.now().round())
    }

    fn run_command(&mut self, line: &str) -> anyhow::Result<String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => Ok(String::new()),
            "help" | "?" => Ok(format!("{HELP}\n")),
            "table" => Ok(board::table(self.now())),
            "score" => Ok(words::score_sheet(self.now())),
            "hint" => {
                let (now, seat) = (*self.now(), self.person().context("the game is over")?);
                Hint::next(&mut self.hint, &now, seat).context("there is nothing to do")
            }
            "undo" | "u" => {
                self.undo()?;
                Ok(board::table(self.now()))
            }
            "save" => {
                output::save_record(rest.trim(), &self.record.to_string())?;
                self.saved.clone_from(&self.record.steps);
                Ok(format!("Saved to {}.\n", rest.trim()))
            }
            _ => self.act(line),
        }
    }

    fn unsaved(&self) -> &'static str {
        if self.record.steps == self.saved { "" } else { " The last steps are not saved." }
    }
}

impl Table {
    fn open(args: &Args) -> anyhow::Result<Self> {
        let sheet = args.sheet.load()?;
        let mut record: Record<Position> = match &args.resume {
            None => Record::new(start(args.players, args.mode, sheet)?.variant()),
            Some(path) => {
                let bytes = input::read(path)?;
                let (record, _) = Record::<Position>::read(&bytes)
                    .map_err(|error| anyhow!("{}: {error}", path.display()))?;
                args.sheet.matches(record.setup.sheet()).with_context(|| path.display().to_string())?;
                record
            }
        };
        let who = seat(record.setup.players(), &mut record.names, &args.bots)?;
        let mut positions = vec![Position::start(record.setup)];
        for step in &record.steps {
            let mut next = positions[positions.len() - 1];
            match step {
                Step::Action(seat, action) => next.play_unchecked(*seat, action),
                Step::Chance(chance) => next.happen(chance)?,
            }
            positions.push(next);
        }
        let (mut random, saved) = (random(args.seed), record.steps.clone());
        let player = |who: &Who<Bot>| match who {
            Who::Person => None,
            Who::Bot(bot) => Some(bot.player(random.next())),
        };
        let players = who.iter().map(player).collect();
        Ok(Self { record, positions, players, random, hint: None, saved })
    }

    fn now(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    fn note(&mut self, step: Step<Action, no_siesta::Chance>, next: Position) -> String {
        let log = format!("{}\n", words::step(&step));
        self.record.steps.push(step);
        self.positions.push(next);
        log
    }

    fn play(&mut self, seat: Seat, action: Action) -> anyhow::Result<String> {
        let mut next = *self.now();
        next.play(seat, &action)?;
        Ok(self.note(Step::Action(seat, action), next))
    }

    /// Lets chance and bots act until a person is to act or the game is over; returns what they did as text.
    fn advance(&mut self) -> anyhow::Result<String> {
        let mut log = String::new();
        loop {
            let now = *self.now();
            match now.to_act() {
                ToAct::Over => return Ok(log),
                ToAct::Chance => {
                    let Some(chance) = now.random_chance(&mut self.random) else { return Ok(log) };
                    let mut next = now;
                    next.happen(&chance)?;
                    log += &self.note(Step::Chance(chance), next);
                }
                ToAct::Seats(seats) => {
                    let bot = |seat: &Seat| self.players[seat.index()].is_some();
                    let Some(seat) = seats.iter().find(bot) else { return Ok(log) };
                    let Some(player) = &mut self.players[seat.index()] else { return Ok(log) };
                    let Some(action) = bots::choose(&mut **player, &now, seat, bots::system_clock) else {
                        return Ok(log);
                    };
                    log += &self.play(seat, action)?;
                }
            }
        }
    }

    /// The person who is to act now.
    fn person(&self) -> Option<Seat> {
        self.now().players().seats().find(|seat| self.now().to_act().includes(*seat))
    }

    fn choices(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(seat) = self.person() {
            self.now().actions(seat, &mut actions);
        }
        actions
    }

    fn act(&mut self, line: &str) -> anyhow::Result<String> {
        let seat = self.person().context("the game is over; you can still save FILE, score or quit")?;
        let action = match line.parse::<usize>() {
            Ok(number) => {
                let choices = self.choices();
                let chosen = number.checked_sub(1).and_then(|index| choices.get(index)).copied();
                chosen.with_context(|| format!("there is no number {} in the list", clipped(line)))?
            }
            Err(_) => line.parse()?,
        };
        let before = *self.now();
        self.play(seat, action)?;
        let gains = words::gains(&before, self.now(), seat);
        let gains = if gains.is_empty() { gains } else { format!("{gains}\n") };
        let log = self.advance()?;
        let now = self.now();
        if now.to_act() == ToAct::Over {
            let (table, sheet) = (board::table(now), words::score_sheet(now));
            let result = Styled(STRONG, words::result(now));
            return Ok(format!(
                "{gains}{log}{table}\n{sheet}{result}\nYou can still save FILE, score or quit.\n"
            ));
        }
        // Show the whole table only when a round or a scoring phase begins; otherwise the list is enough.
        let scorer = |position: &Position| match position.phase() {
            Phase::Score(seat, _) => Some(seat),
            Phase::Neutral | Phase::Roll(_) | Phase::Take(..) | Phase::Lower(_) => None,
            Phase::Event(_) | Phase::Last(_) | Phase::Hire(_) | Phase::Over => None,
        };
        let new = before.round() != now.round() || scorer(now).is_some() && scorer(now) != scorer(&before);
        let table = if new { board::table(now) } else { String::new() };
        Ok(format!("{gains}{log}{table}"))
    }

    /// Takes back the last step of the person who is scoring.
    fn undo(&mut self) -> anyhow::Result<()> {
        let steps = self.now().own_steps();
        ensure!(steps > 0, "nothing can be taken back: dice, tiles and finished phases stay");
        self.positions.pop();
        self.record.steps.pop();
        Ok(())
    }
}
