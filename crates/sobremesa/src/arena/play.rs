//! One game between engines.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::{Budget, Limits, Player};
use game::{BySeat, Random, Seat, ToAct};

use super::contest::Contest;
use super::engines::{Engine, Kind, Limit};
use super::external::{Failure, Program};
use super::pairing::Seeds;

/// What an engine took for its turns.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Effort {
    pub(super) turns: u64,
    pub(super) time: Duration,
    pub(super) nodes: u64,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// What each seat has of the win: 1 for a winner, shared among equals.
    pub(super) shares: BySeat<f64>,
    /// The points that count for each seat.
    pub(super) scores: BySeat<i32>,
    /// By seat.
    pub(super) effort: BySeat<Effort>,
    /// The seat that lost because it had no legal turn, and why.
    pub(super) default: Option<(Seat, String)>,
}

/// Plays games, and keeps the programs that it started.
pub(super) struct Table<'m, R: Contest> {
    pub(super) engines: &'m [Engine<R::Bot>],
    /// One for each engine, while it runs.
    pub(super) programs: Vec<Option<Program>>,
    pub(super) patience: Duration,
    pub(super) stop: &'m Arc<AtomicBool>,
}

/// Whoever plays a seat.
enum Mind<R> {
    BuiltIn(Box<dyn Player<R>>, Limits),
    Program(usize, Limit),
}

impl<'m, R: Contest> Table<'m, R> {
    pub(super) fn new(engines: &'m [Engine<R::Bot>], patience: Duration, stop: &'m Arc<AtomicBool>) -> Self {
        Self { engines, programs: engines.iter().map(|_| None).collect(), patience, stop }
    }

    /// Starts the programs among the engines.
    pub(super) fn start_programs(&mut self) -> anyhow::Result<()> {
        (0..self.engines.len()).try_for_each(|engine| self.start(engine))
    }

    fn start(&mut self, engine: usize) -> anyhow::Result<()> {
        if let Kind::Program(command, _) = &self.engines[engine].kind
            && self.programs[engine].is_none()
        {
            self.programs[engine] = Some(Program::start(command, R::NAME, self.patience, self.stop)?);
        }
        Ok(())
    }

    /// Plays on from the position, with these engines by seat; nothing if nobody wants to know any more.
    pub(super) fn play(&mut self, start: R, seats: &[usize], seeds: Seeds, game: usize) -> Option<Played> {
        let engines = self.engines;
        let players = start.scores().players();
        let mut minds: Vec<Mind<R>> = (seats.iter().enumerate())
            .map(|(seat, engine)| match &engines[*engine].kind {
                Kind::BuiltIn(bot, limits) => {
                    Mind::BuiltIn(R::player(*bot, seeds.player(game, seat)), *limits)
                }
                Kind::Program(_, limit) => Mind::Program(*engine, *limit),
            })
            .collect();
        let mut position = start;
        let mut luck = Luck::new(seeds);
        let mut effort = BySeat::new(players);
        loop {
            let seat = match position.to_act() {
                ToAct::Over => return Some(Played::to_the_end(&position, effort)),
                ToAct::Chance => {
                    luck.act(&mut position)?;
                    continue;
                }
                ToAct::Seats(seats) => seats.iter().next()?,
            };
            let turn = self.turn(&mut minds[seat.index()], &mut position, seat, &mut effort[seat]);
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Err(failure) = turn {
                return Some(Played::by_default(&position, effort, seat, &failure));
            }
        }
    }

    fn turn(
        &mut self,
        mind: &mut Mind<R>,
        position: &mut R,
        seat: Seat,
        effort: &mut Effort,
    ) -> Result<(), Failure> {
        let started = Instant::now();
        let (action, nodes) = match mind {
            Mind::BuiltIn(player, limits) => {
                let mut budget = Budget::with_stop(*limits, self.stop.clone());
                let thought = player.choose(position, seat, &mut budget, &mut |_| {});
                let action = thought.ok_or_else(|| Failure::Refused("nothing".to_owned()))?.action;
                (action, budget.nodes())
            }
            Mind::Program(engine, limit) => {
                let asked = self.ask(*engine, *limit, position, seat);
                if asked.is_err() {
                    // Whatever it says from now on may belong to another question.
                    self.programs[*engine] = None;
                }
                asked?
            }
        };
        effort.turns += 1;
        effort.time += started.elapsed();
        effort.nodes += nodes;
        position.play(seat, &action).map_err(|refusal| Failure::Illegal(format!("{action}: {refusal}")))
    }

    fn ask(
        &mut self,
        engine: usize,
        limit: Limit,
        position: &R,
        seat: Seat,
    ) -> Result<(R::Action, u64), Failure> {
        self.start(engine).map_err(|_| Failure::Died)?;
        let program = self.programs[engine].as_mut().ok_or(Failure::Died)?;
        let text = format!("{} {}{position}", R::NAME, position.protocol_words());
        let answer = program.ask(&text, limit, self.stop)?;
        let several = matches!(position.to_act(), ToAct::Seats(seats) if seats.only().is_none());
        let turn = &answer.turn[..];
        let turn = if several { turn.strip_prefix(&format!("{seat}: ")).unwrap_or(turn) } else { turn };
        let action = turn.parse().map_err(|error| Failure::Illegal(format!("{error}")))?;
        Ok((action, answer.nodes))
    }
}

/// The chance of a game: the same events in all games of a group, as far as they come to them.
struct Luck {
    seeds: Seeds,
    seen: [u32; 4],
}

impl Luck {
    const fn new(seeds: Seeds) -> Self {
        Self { seeds, seen: [0; 4] }
    }

    fn act<R: Contest>(&mut self, position: &mut R) -> Option<()> {
        let kind = position.kind_of_chance();
        let nth = &mut self.seen[usize::from(kind)];
        let mut random = Random::new(self.seeds.chance(kind, *nth));
        *nth += 1;
        let chance = position.draw(&mut random)?;
        position.happen(&chance).ok()
    }
}

impl Played {
    fn to_the_end<R: Contest>(position: &R, effort: BySeat<Effort>) -> Self {
        let shares = shares(&position.ranks(), |_| true);
        Self { shares, scores: position.side_scores(), effort, default: None }
    }

    /// The others share the win as they stand.
    fn by_default<R: Contest>(position: &R, effort: BySeat<Effort>, out: Seat, why: &Failure) -> Self {
        let shares = shares(&position.ranks(), |seat| !position.is_same_side(seat, out));
        Self { shares, scores: position.side_scores(), effort, default: Some((out, why.to_string())) }
    }
}

/// What each seat has of the win among those who are still in.
fn shares(ranks: &BySeat<u8>, is_in: impl Fn(Seat) -> bool) -> BySeat<f64> {
    let seats = ranks.players().seats();
    let best = seats.clone().filter(|seat| is_in(*seat)).map(|seat| ranks[seat]).min();
    let wins = |seat: Seat| is_in(seat) && Some(ranks[seat]) == best;
    let winners = seats.filter(|seat| wins(*seat)).count();
    BySeat::from_fn(ranks.players(), |seat| if wins(seat) { 1.0 / winners as f64 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use game::Players;

    use super::*;

    #[test]
    fn winners_share_the_win() {
        let ranks = |ranks: [u8; 4]| BySeat::from_fn(Players::FOUR, |seat: Seat| ranks[seat.index()]);
        assert_eq!(shares(&ranks([1, 2, 3, 4]), |_| true).as_slice(), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(shares(&ranks([3, 1, 1, 4]), |_| true).as_slice(), [0.0, 0.5, 0.5, 0.0]);
        let without_a = |seat: Seat| seat.index() != 0;
        assert_eq!(shares(&ranks([1, 2, 2, 4]), without_a).as_slice(), [0.0, 0.5, 0.5, 0.0]);
        assert_eq!(shares(&ranks([1, 1, 1, 1]), |_| false).as_slice(), [0.0; 4]);
    }
}
