//! One game between engines.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::{Budget, Limits, Player, system_clock};
use game::{BySeat, Random, Seat, ToAct};

use super::contest::Contest;
use super::engines::{Engine, Kind, Limit};
use super::external::{Failure, Program};
use super::pairing::Seeds;

/// What an engine used for its turns.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Effort {
    pub(super) turns: u64,
    pub(super) time: Duration,
    pub(super) nodes: u64,
}

/// The result of a game.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// Each seat's share of the win: 1 for a single winner, an equal part for each of several winners.
    pub(super) shares: BySeat<f64>,
    /// The points that count for each seat.
    pub(super) scores: BySeat<i32>,
    /// What the engine in each seat used.
    pub(super) effort: BySeat<Effort>,
    /// The seat that lost by default because its engine failed, and why.
    pub(super) default: Option<(Seat, String)>,
}

/// Plays games one after another, and keeps its programs running between them.
pub(super) struct Table<'m, R: Contest> {
    pub(super) engines: &'m [Engine<R::Bot>],
    /// The program of each engine; `None` for built-in engines and programs that are not running.
    pub(super) programs: Vec<Option<Program>>,
    pub(super) patience: Duration,
    pub(super) stop: &'m Arc<AtomicBool>,
}

/// The player of a seat.
enum SeatPlayer<R> {
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

    /// Plays a game from the position, with these engines by seat; `None` if the match was stopped.
    pub(super) fn play(&mut self, start: R, seats: &[usize], seeds: Seeds, game: usize) -> Option<Played> {
        let engines = self.engines;
        let players = start.scores().players();
        let mut seat_players: Vec<SeatPlayer<R>> = (seats.iter().enumerate())
            .map(|(seat, engine)| match &engines[*engine].kind {
                Kind::BuiltIn(bot, limits) => {
                    SeatPlayer::BuiltIn(R::player(*bot, seeds.player(game, seat)), *limits)
                }
                Kind::Program(_, limit) => SeatPlayer::Program(*engine, *limit),
            })
            .collect();
        let mut position = start;
        let mut chance = ChanceStreams::new(seeds);
        let mut effort = BySeat::new(players);
        loop {
            let seat = match position.to_act() {
                ToAct::Over => return Some(Played::to_the_end(&position, effort)),
                ToAct::Chance => {
                    chance.act(&mut position)?;
                    continue;
                }
                ToAct::Seats(seats) => seats.iter().next()?,
            };
            let turn = self.turn(&mut seat_players[seat.index()], &mut position, seat, &mut effort[seat]);
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
        seat_player: &mut SeatPlayer<R>,
        position: &mut R,
        seat: Seat,
        effort: &mut Effort,
    ) -> Result<(), Failure> {
        let started = Instant::now();
        let (action, nodes) = match seat_player {
            SeatPlayer::BuiltIn(player, limits) => {
                let mut budget = Budget::with_stop(*limits, system_clock, self.stop.clone());
                let thought = player.choose(position, seat, &mut budget, &mut |_| {});
                let action = thought.ok_or_else(|| Failure::Refused("nothing".to_owned()))?.action;
                (action, budget.nodes())
            }
            SeatPlayer::Program(engine, limit) => {
                let asked = self.ask(*engine, *limit, position, seat);
                if asked.is_err() {
                    // Restart it for the next game: a late answer would be taken for the answer to another question.
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

/// The chance of a game. Games of a group get the same outcomes for as long as they need the same kinds of them.
struct ChanceStreams {
    seeds: Seeds,
    seen: [u32; 4],
}

impl ChanceStreams {
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

    /// The seat loses; the best of the others at this moment share the win.
    fn by_default<R: Contest>(position: &R, effort: BySeat<Effort>, out: Seat, why: &Failure) -> Self {
        let shares = shares(&position.ranks(), |seat| !position.is_same_side(seat, out));
        Self { shares, scores: position.side_scores(), effort, default: Some((out, why.to_string())) }
    }
}

/// Each seat's share of the win among the seats that are still in the game.
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
    fn dice_are_the_same_whatever_else_chance_did_before() {
        let start =
            |players, mode| no_siesta::Position::start(no_siesta::Variant::new(players, mode).unwrap());
        let rolled = |chance: &mut ChanceStreams| {
            let mut position = start(Players::TWO, no_siesta::Mode::Standard);
            chance.act(&mut position).unwrap();
            position.dice()
        };
        let seeds = Seeds::of_group(1, 2);
        let (mut one, mut other) = (ChanceStreams::new(seeds), ChanceStreams::new(seeds));
        other.act(&mut start(Players::ONE, no_siesta::Mode::Solo)).unwrap();
        let rolls: Vec<_> = (0..5).map(|_| rolled(&mut one)).collect();
        assert_eq!(rolls, (0..5).map(|_| rolled(&mut other)).collect::<Vec<_>>());
        assert!(rolls.iter().any(|roll| *roll != rolls[0]), "{rolls:?}");
    }

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
