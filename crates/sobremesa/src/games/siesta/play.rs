//! `sobremesa play siesta`: a game in the terminal.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use bots::Player;
use bots::siesta::Bot;
use game::record::{Step, StepOf, clipped};
use game::{Players, Record};
use siesta::{Laying, Mode, Piece, Position, Scoring, Turn, Variant};

use crate::advice::Hint;
use crate::args;
use crate::games::siesta::board::Drawing;
use crate::games::siesta::words;
use crate::input;
use crate::output;
use crate::seats::{self, Who, random, seat};
use crate::style::{FAINT, STRONG, Styled, seat_style};
use crate::terminal::{Session, run_session};

const HELP: &str = "\
  *F5            lay a sun on F5; ^F6 lays a roof, #F7 a shadow; several at once: *F5 ^F6 #F7
  send           play the turn that is laid
  undo           take back the last piece; with none laid, your last turn
  cells          show where a piece may go; cells * only suns, cells ^ roofs, cells # shadows
  why *F5        explain why a piece may not go there
  hint           get a hint where to look; a second time, see the best turn, what it leads to and why
  board          show the board again
  save FILE      write the record of the game; continue later with --resume FILE
  quit           leave the game
A turn is three pieces and gains you at least one point. A Siesta is a straight line of suns, roofs and
shadows, in this order; everyone with a roof in it gets a point for each shadow that is new to it.
A sun and a shadow may never touch along an edge.";

/// The options of `play siesta`.
#[derive(clap::Args, Debug)]
#[command(after_help = seats::levels())]
pub(crate) struct Args {
    /// Number of players: 2, 3 or 4
    #[arg(long, value_name = "N", value_parser = args::players, default_value = "2")]
    players: Players,
    /// Players of the seats after the first, in order: a level from 1 to 8, the name of a bot, or person [default:
    /// person]
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    bots: Vec<Who<Bot>>,
    /// Scoring: printed (as in the box) or online (as in the online edition)
    #[arg(long, default_value_t)]
    scoring: Scoring,
    /// Mode: ffa (free for all) or teams (four players, a and c against b and d)
    #[arg(long, default_value_t)]
    mode: Mode,
    /// Continue the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "scoring", "mode"])]
    resume: Option<PathBuf>,
    /// Seed of the bots; the same seed gives the same game [default: random]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = Table::open(args)?;
    writeln!(out, "{}, {}", Styled(STRONG, "Siesta"), table.now().variant())?;
    for (seat, name) in &table.record.names {
        writeln!(out, "{}: {}", Styled(seat_style(*seat), seat), seats::title(name))?;
    }
    writeln!(out, "Type help for the commands.\n")?;
    write!(out, "{}{}", table.let_bots_play()?, table.show())?;
    run_session(&mut table, input, out)
}

/// A game with everything that has happened in it.
struct Table {
    record: Record<Position>,
    /// The position before every turn, and the present one.
    positions: Vec<Position>,
    who: Vec<Who<Bot>>,
    /// The bots by seat; `None` for a person.
    players: Vec<Option<Box<dyn Player<Position>>>>,
    laying: Laying,
    /// The last nudge.
    hint: Option<Hint<Position>>,
    /// The turns of the record when it was saved or read.
    saved: Vec<StepOf<Position>>,
}

impl Session for Table {
    fn prompt(&self) -> String {
        let seat = self.now().mover();
        let seat = Styled(seat_style(seat), seat);
        match (self.now().end(), self.laying.turn()) {
            (Some(_), _) => "> ".to_owned(),
            (None, turn) if turn.is_empty() => format!("{seat}> "),
            (None, turn) => format!("{seat} [{turn}]> "),
        }
    }

    fn run_command(&mut self, line: &str) -> anyhow::Result<String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Ok(String::new()),
            "help" | "?" => Ok(format!("{HELP}\n")),
            "board" => Ok(self.show()),
            "cells" => {
                let cells = self.offered(rest)?.into_iter();
                Ok(self.draw(&Drawing::of(self.laying.board()).with_offered(cells)))
            }
            "why" if rest.is_empty() => bail!("why what? Type why and a placement, like why *F5"),
            "why" => {
                let placement = rest.parse()?;
                Ok(match self.laying.why_not(placement) {
                    Some(refusal) => format!("{refusal}\n"),
                    None => format!("{placement} may be laid.\n"),
                })
            }
            "hint" => {
                let now = self.laying.before();
                Hint::next(&mut self.hint, now, now.mover()).context("the game is over")
            }
            "undo" | "u" => {
                self.undo()?;
                Ok(self.show())
            }
            "send" | "s" => {
                let next = self.laying.clone().finish()?;
                self.play(self.laying.turn(), next);
                let log = self.let_bots_play()?;
                Ok(log + &self.show())
            }
            "save" => {
                output::save_record(rest, &self.record.to_string())?;
                self.saved.clone_from(&self.record.steps);
                Ok(format!("Saved to {rest}.\n"))
            }
            _ if line.starts_with(['*', '^', '#']) => {
                self.lay(line)?;
                Ok(self.preview())
            }
            _ => bail!("unknown command `{}`; type help to list the commands", clipped(word)),
        }
    }

    fn unsaved(&self) -> &'static str {
        if self.record.steps == self.saved { "" } else { " The last turns are not saved." }
    }
}

impl Table {
    fn open(args: &Args) -> anyhow::Result<Self> {
        let mut record: Record<Position> = match &args.resume {
            None => Record::new(Variant::new(args.players, args.scoring, args.mode)?),
            Some(path) => {
                let bytes = input::read(path)?;
                Record::read(&bytes).map_err(|error| anyhow!("{}: {error}", path.display()))?.0
            }
        };
        let who = seat(record.setup.players(), &mut record.names, &args.bots)?;
        let mut positions = vec![Position::start(record.setup)];
        for turn in record.steps.iter().filter_map(Step::action) {
            let mut next = positions[positions.len() - 1].clone();
            next.play_unchecked(turn);
            positions.push(next);
        }
        let laying = positions[positions.len() - 1].lay();
        let (mut random, saved) = (random(args.seed), record.steps.clone());
        let player = |who: &Who<Bot>| match who {
            Who::Person => None,
            Who::Bot(bot) => Some(bot.player(random.next())),
        };
        let players = who.iter().map(player).collect();
        Ok(Self { record, positions, who, players, laying, hint: None, saved })
    }

    fn now(&self) -> &Position {
        self.laying.before()
    }

    fn last_turn(&self) -> Option<Turn> {
        self.record.steps.last().and_then(Step::action).copied()
    }

    fn play(&mut self, turn: Turn, next: Position) {
        self.record.steps.push(Step::Action(self.now().mover(), turn));
        self.laying = next.lay();
        self.positions.push(next);
    }

    /// Plays for the bots until a person is to move; returns what they played as text.
    fn let_bots_play(&mut self) -> anyhow::Result<String> {
        let mut log = String::new();
        while let now = self.laying.before()
            && let seat = now.mover()
            && let Some(player) = &mut self.players[seat.index()]
            && let Some(turn) = bots::choose(&mut **player, now, seat, bots::system_clock)
        {
            let bot = seats::title(&self.who[seat.index()].to_string());
            for placement in turn.iter() {
                self.laying.lay(placement)?;
            }
            let gains = words::gains(&self.laying.gains());
            log += &format!("{} ({bot}) plays {turn}: {gains}\n", Styled(seat_style(seat), seat));
            log += &self.reasons();
            let next = self.laying.clone().finish()?;
            self.play(turn, next);
        }
        Ok(log)
    }

    fn reasons(&self) -> String {
        let reasons = words::reasons(&self.laying.reasons());
        reasons.into_iter().map(|reason| format!("    {}\n", Styled(FAINT, reason))).collect()
    }

    fn show(&self) -> String {
        let last = if self.laying.turn().is_empty() { self.last_turn() } else { Some(self.laying.turn()) };
        let strong = last.iter().flat_map(Turn::iter).map(|placement| placement.cell);
        self.draw(&Drawing::of(self.laying.board()).with_strong(strong))
    }

    fn draw(&self, drawing: &Drawing<'_>) -> String {
        let (scores, supply) = (words::scores(&self.now().scores()), words::supply(self.laying.board()));
        let end = match self.now().outcome() {
            None => String::new(),
            Some(outcome) => {
                let result = words::result(&outcome);
                format!("{}\nYou can still save FILE, undo or quit.\n", Styled(STRONG, result))
            }
        };
        format!("{drawing}\n{scores}\nLeft: {supply}\n{end}")
    }

    fn lay(&mut self, line: &str) -> anyhow::Result<()> {
        let mut laying = self.laying.clone();
        for text in line.split_whitespace() {
            laying.lay(text.parse()?)?;
        }
        self.laying = laying;
        Ok(())
    }

    fn preview(&self) -> String {
        let (turn, gains) = (self.laying.turn(), words::gains(&self.laying.gains()));
        let advice = if self.laying.is_complete() {
            "The turn is complete: send plays it, undo takes back its last piece.\n"
        } else if !self.laying.can_complete() {
            "No turn that goes on from here gains a point: undo takes back the last piece.\n"
        } else {
            ""
        };
        format!("{}Laid, not sent yet: {turn}: {gains}\n{}{advice}", self.show(), self.reasons())
    }

    /// The cells where pieces may go: all pieces, or those with one sign.
    fn offered(&self, sign: &str) -> anyhow::Result<Vec<siesta::Cell>> {
        let piece = match sign {
            "" => None,
            _ => {
                let piece = Piece::ALL.into_iter().find(|piece| sign == piece.sign().to_string());
                Some(piece.with_context(|| format!("`{}`: the signs are *, ^ and #", clipped(sign)))?)
            }
        };
        let wanted = |placement: &siesta::Placement| piece.is_none_or(|piece| placement.piece == piece);
        Ok(self.laying.offers().into_iter().filter(wanted).map(|placement| placement.cell).collect())
    }

    /// Takes back the last piece, or everything since the last turn of a person.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.laying.take_back().is_some() {
            return Ok(());
        }
        let by_person = |position: &Position| self.who[position.mover().index()] == Who::Person;
        let before = &self.positions[..self.positions.len() - 1];
        let back = before.iter().rposition(by_person).context("there is nothing to take back")?;
        self.positions.truncate(back + 1);
        self.record.steps.truncate(back);
        self.laying = self.positions[back].lay();
        Ok(())
    }
}
