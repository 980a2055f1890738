//! The engine of a game: bots, hints and analyses for a state of any game, with actions in the notation of the game.
//!
//! It runs where the state is, on a server or in a browser: the clock and the learned weights are passed in. Every call
//! blocks its thread while the engine searches.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bots::analysis::{Examined, examine};
use bots::{
    Budget, Clock, Judge, Judged, Level, Limits, Player, Thought, WeightFile, WeightsError, no_siesta, siesta,
};
use game::{Rules, Seat};

use crate::state::State;
use crate::variant::{GameName, Variant};

/// How long the engine searches for a hint.
pub const HINT_TIME: Duration = Duration::from_millis(700);
/// How long it searches in the sandbox of Siesta.
pub const SANDBOX_TIME: Duration = Duration::from_millis(800);
/// How long it searches in another line of a game of ¡No Siesta!.
pub const LINE_TIME: Duration = Duration::from_secs(1);

/// Hears each better result of a search, and says whether to go on. A search that is stopped answers with its best
/// result so far.
pub type Listener<'a> = &'a mut dyn FnMut(&Thought<String>) -> ControlFlow<()>;

/// Learned weights that were read.
#[derive(Clone)]
pub enum Learned {
    /// Of a variant of Siesta.
    Siesta(Arc<siesta::Learned>),
    /// Of a group of variants of ¡No Siesta!.
    NoSiesta(Arc<no_siesta::Learned>),
}

/// Why the engine has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// The engine needs other weights than it has.
    #[error("the engine needs the weight file {0}")]
    NeedsWeights(&'static str),
    /// The seat is not to act.
    #[error("seat {0} is not to act")]
    NotToAct(Seat),
    /// The action to examine is not legal.
    #[error("`{0}` is not a legal action")]
    NotLegal(String),
}

impl Learned {
    /// Reads the weights of the variant from the content of [`judge_weights`].
    pub fn read(variant: Variant, bytes: &[u8]) -> Result<Self, WeightsError> {
        Ok(match variant {
            Variant::Siesta(variant) => Self::Siesta(Arc::new(siesta::Learned::read(variant, bytes)?)),
            Variant::NoSiesta(variant) => Self::NoSiesta(Arc::new(no_siesta::Learned::read(variant, bytes)?)),
        })
    }

    /// The weights of the variant, compiled into the program.
    #[cfg(feature = "embedded-weights")]
    pub fn embedded(variant: Variant) -> Self {
        match variant {
            Variant::Siesta(variant) => Self::Siesta(siesta::Learned::embedded(variant)),
            Variant::NoSiesta(variant) => Self::NoSiesta(no_siesta::Learned::embedded(variant)),
        }
    }

    /// The file that they were read from.
    pub fn file(&self) -> &'static WeightFile {
        match self {
            Self::Siesta(learned) => learned.file(),
            Self::NoSiesta(learned) => learned.file(),
        }
    }
}

/// The weight file that a bot of this level needs; `None` if it needs none.
pub fn bot_weights(variant: Variant, level: Level) -> Option<&'static WeightFile> {
    match variant {
        Variant::Siesta(variant) => siesta::Bot::Level(level).weight_file(variant),
        Variant::NoSiesta(variant) => no_siesta::Bot::Level(level).weight_file(variant),
    }
}

/// The weight file that hints and analyses need.
pub fn judge_weights(variant: Variant) -> &'static WeightFile {
    match variant {
        Variant::Siesta(variant) => siesta::weight_file(variant),
        Variant::NoSiesta(variant) => no_siesta::weight_file(variant),
    }
}

/// All weight files.
pub fn weight_files() -> impl Iterator<Item = &'static WeightFile> {
    siesta::WEIGHT_FILES.iter().chain(&no_siesta::WEIGHT_FILES)
}

/// Whether the text is an action in the notation of the game, legal or not.
pub fn is_action(game: GameName, text: &str) -> bool {
    match game {
        GameName::Siesta => text.parse::<::siesta::Turn>().is_ok(),
        GameName::NoSiesta => text.parse::<::no_siesta::Action>().is_ok(),
    }
}

/// The effort of an analysis. A number of nodes, not a time, so that every machine gives the same verdicts.
const fn analysis_limits(game: GameName) -> Limits {
    match game {
        GameName::Siesta => Limits::nodes(80),
        GameName::NoSiesta => Limits::nodes(1_000),
    }
}

/// The engine for the states of a variant.
pub struct Engine {
    learned: Option<Learned>,
    clock: Clock,
}

/// The judge of a game, with the position to judge.
enum Judging<'a> {
    Siesta(Box<dyn Judge<::siesta::Position>>, &'a ::siesta::Position),
    NoSiesta(Box<dyn Judge<::no_siesta::Position>>, &'a ::no_siesta::Position),
}

impl Engine {
    /// An engine with these weights; some bots need none.
    pub fn new(learned: Option<Learned>, clock: Clock) -> Self {
        Self { learned, clock }
    }

    /// The engine of a program with the weights and the clock of its own.
    #[cfg(feature = "embedded-weights")]
    #[cfg(not(target_family = "wasm"))]
    pub fn embedded(variant: Variant) -> Self {
        Self::new(Some(Learned::embedded(variant)), bots::system_clock)
    }

    /// The action that a bot of this level chooses; its random choices follow from the seed. Default limits are those
    /// of the level.
    pub fn choose(
        &self,
        state: &State,
        seat: Seat,
        level: Level,
        seed: u64,
        limits: Limits,
        tell: Listener<'_>,
    ) -> Result<String, EngineError> {
        if let Some(file) = bot_weights(state.variant(), level) {
            self.check(file)?;
        }
        let chosen = match (state, &self.learned) {
            (State::Siesta(position), learned) => {
                let learned = match learned {
                    Some(Learned::Siesta(learned)) => Some(Arc::clone(learned)),
                    Some(Learned::NoSiesta(_)) | None => None,
                };
                let player = siesta::Bot::Level(level).player_with(learned, seed);
                self.choose_by(player, &**position, seat, limits, tell)
            }
            (State::NoSiesta(position), Some(Learned::NoSiesta(learned))) => {
                let player = no_siesta::Bot::Level(level).player_with(Arc::clone(learned), seed);
                self.choose_by(player, &**position, seat, limits, tell)
            }
            (State::NoSiesta(_), Some(Learned::Siesta(_)) | None) => None,
        };
        chosen.ok_or(EngineError::NotToAct(seat))
    }

    /// The best actions of the seat, the best first, with their expected results.
    pub fn judge(
        &self,
        state: &State,
        seat: Seat,
        limits: Limits,
        tell: Listener<'_>,
    ) -> Result<Vec<Judged<String>>, EngineError> {
        let judged = match self.judging(state)? {
            Judging::Siesta(judge, position) => self.judge_by(judge, position, seat, limits, tell),
            Judging::NoSiesta(judge, position) => self.judge_by(judge, position, seat, limits, tell),
        };
        if judged.is_empty() { Err(EngineError::NotToAct(seat)) } else { Ok(judged) }
    }

    /// Compares the action that was played with the `best` best ones.
    pub fn examine(
        &self,
        state: &State,
        seat: Seat,
        action: &str,
        best: usize,
    ) -> Result<Examined<String>, EngineError> {
        let mut budget = Budget::new(analysis_limits(state.game()), self.clock);
        let examined = match self.judging(state)? {
            Judging::Siesta(judge, position) => examine_by(judge, position, seat, action, best, &mut budget),
            Judging::NoSiesta(judge, position) => {
                examine_by(judge, position, seat, action, best, &mut budget)
            }
        };
        examined.ok_or_else(|| EngineError::NotLegal(game::record::clipped(action)))
    }

    fn check(&self, needed: &'static WeightFile) -> Result<(), EngineError> {
        let fits = self.learned.as_ref().is_some_and(|learned| learned.file() == needed);
        if fits { Ok(()) } else { Err(EngineError::NeedsWeights(needed.name)) }
    }

    fn judging<'a>(&self, state: &'a State) -> Result<Judging<'a>, EngineError> {
        let file = judge_weights(state.variant());
        self.check(file)?;
        match (state, &self.learned) {
            (State::Siesta(position), Some(Learned::Siesta(learned))) => {
                Ok(Judging::Siesta(siesta::judge_with(Arc::clone(learned)), position))
            }
            (State::NoSiesta(position), Some(Learned::NoSiesta(learned))) => {
                Ok(Judging::NoSiesta(no_siesta::judge_with(Arc::clone(learned)), position))
            }
            (State::Siesta(_) | State::NoSiesta(_), _) => Err(EngineError::NeedsWeights(file.name)),
        }
    }

    fn choose_by<R: Rules>(
        &self,
        mut player: Box<dyn Player<R>>,
        position: &R,
        seat: Seat,
        limits: Limits,
        tell: Listener<'_>,
    ) -> Option<String> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut budget = Budget::with_stop(limits, self.clock, Arc::clone(&stop));
        let chosen = player.choose(position, seat, &mut budget, &mut stopping(&stop, tell));
        chosen.map(|thought| thought.action.to_string())
    }

    fn judge_by<R: Rules>(
        &self,
        mut judge: Box<dyn Judge<R>>,
        position: &R,
        seat: Seat,
        limits: Limits,
        tell: Listener<'_>,
    ) -> Vec<Judged<String>> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut budget = Budget::with_stop(limits, self.clock, Arc::clone(&stop));
        let judged = judge.judge(position, seat, &[], &mut budget, &mut stopping(&stop, tell));
        judged.iter().map(in_notation).collect()
    }
}

/// Passes results on in the notation of the game, and sets the flag when the listener wants no more.
fn stopping<A: ToString>(stop: &AtomicBool, tell: Listener<'_>) -> impl FnMut(&Thought<A>) {
    |thought| {
        let told = Thought {
            action: thought.action.to_string(),
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            line: thought.line.iter().map(ToString::to_string).collect(),
        };
        if tell(&told).is_break() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn examine_by<R: Rules>(
    mut judge: Box<dyn Judge<R>>,
    position: &R,
    seat: Seat,
    action: &str,
    best: usize,
    budget: &mut Budget,
) -> Option<Examined<String>> {
    let examined = examine(&mut *judge, position, seat, &action.parse().ok()?, best, budget)?;
    Some(Examined {
        played: in_notation(&examined.played),
        best: examined.best.iter().map(in_notation).collect(),
        loss: examined.loss,
        forced: examined.forced,
    })
}

fn in_notation<A: ToString>(judged: &Judged<A>) -> Judged<String> {
    Judged { action: judged.action.to_string(), score: judged.score }
}
