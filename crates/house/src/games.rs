//! The engines of the games: bots, judges and the effort of an analysis.

use bots::analysis::{Examined, examine};
use bots::{Budget, Judge, Judged, Level, Limits, Player, no_siesta, siesta};
use club::{GameName, State};
use game::{Rules, Seat};

/// What the engine of a game does, with actions in the notation of the game. Every call blocks its thread
/// while the engine searches.
pub(crate) trait GameEngine: Sync {
    /// The action that a bot of this level chooses; None if the seat is not to act.
    fn choose(&self, state: &State, seat: Seat, level: Level, seed: u64) -> Option<String>;

    /// The best actions, the best first; empty if the seat is not to act.
    fn judge(&self, state: &State, seat: Seat, limits: Limits) -> Vec<Judged<String>>;

    /// Compares the action that was played with the `best` best ones; None if it is not legal.
    fn examine(&self, state: &State, seat: Seat, action: &str, best: usize) -> Option<Examined<String>>;

    /// Whether the text is an action in the notation of the game, legal or not.
    fn is_action(&self, text: &str) -> bool;
}

/// The engine of one game.
struct Engine<R: Rules> {
    position: fn(&State) -> Option<&R>,
    player: fn(Level, u64) -> Box<dyn Player<R>>,
    judge: fn() -> Box<dyn Judge<R>>,
    /// A number of nodes, not a time, so that every machine gives the same verdicts.
    analysis_limits: Limits,
}

static SIESTA: Engine<::siesta::Position> = Engine {
    position: State::siesta,
    player: |level, seed| siesta::Bot::Level(level).player(seed),
    judge: siesta::judge,
    analysis_limits: Limits::nodes(80),
};

static NO_SIESTA: Engine<::no_siesta::Position> = Engine {
    position: State::no_siesta,
    player: |level, seed| no_siesta::Bot::Level(level).player(seed),
    judge: no_siesta::judge,
    analysis_limits: Limits::nodes(1_000),
};

/// The engine of a game. The only list of games in this crate.
pub(crate) fn engine_of(game: GameName) -> &'static dyn GameEngine {
    match game {
        GameName::Siesta => &SIESTA,
        GameName::NoSiesta => &NO_SIESTA,
    }
}

impl<R: Rules> GameEngine for Engine<R> {
    fn choose(&self, state: &State, seat: Seat, level: Level, seed: u64) -> Option<String> {
        let player = &mut *(self.player)(level, seed);
        bots::choose(player, (self.position)(state)?, seat).map(|action| action.to_string())
    }

    fn judge(&self, state: &State, seat: Seat, limits: Limits) -> Vec<Judged<String>> {
        let Some(position) = (self.position)(state) else { return Vec::new() };
        let judged = (self.judge)().judge(position, seat, &[], &mut Budget::new(limits));
        judged.iter().map(in_notation).collect()
    }

    fn examine(&self, state: &State, seat: Seat, action: &str, best: usize) -> Option<Examined<String>> {
        let (position, action) = ((self.position)(state)?, action.parse().ok()?);
        let mut budget = Budget::new(self.analysis_limits);
        let examined = examine(&mut *(self.judge)(), position, seat, &action, best, &mut budget)?;
        Some(Examined {
            played: in_notation(&examined.played),
            best: examined.best.iter().map(in_notation).collect(),
            loss: examined.loss,
            forced: examined.forced,
        })
    }

    fn is_action(&self, text: &str) -> bool {
        text.parse::<R::Action>().is_ok()
    }
}

fn in_notation<A: ToString>(judged: &Judged<A>) -> Judged<String> {
    Judged { action: judged.action.to_string(), score: judged.score }
}
