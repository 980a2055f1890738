//! The skill of a bot: how many turns it considers, by what it compares them, and how far it searches.

use std::sync::Arc;
use std::time::Duration;

use game::{Random, Seat};
use siesta::{Position, ScoredTurn, Turn, Variant};

use super::deepen::{Wanted, deepen};
use super::many::Many;
use super::margin;
use super::search::Search;
use super::value::{Weights, views};
use super::weights::{Learned, Source};
use super::worth::{Worth, lead};
use crate::{Budget, Judge, Judged, Level, Limits, Player, Thought};

/// A bot with its own limits never takes longer for a turn, however slow the machine.
const MAX_TURN_TIME: Duration = Duration::from_millis(1_900);

/// The criterion by which a bot compares turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Criterion {
    /// All turns count as equal.
    Any,
    /// The points that the turn gains the mover.
    OwnGain,
    /// The same, less what it gains the best opponent.
    Margin,
    /// The learned worth of the turn.
    Worth,
}

/// How a bot plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Skill {
    /// How many randomly chosen turns it considers; `None` for all.
    notices: Option<usize>,
    criterion: Criterion,
    /// Softmax temperature in points: turns that are worse by about this much are still played at times.
    temperature: f32,
    /// How many positions it searches; `None` for a bot that does not search.
    ahead: Option<u64>,
}

impl Skill {
    pub(super) const RANDOM: Self =
        Self { notices: None, criterion: Criterion::Any, temperature: 0.0, ahead: None };
    pub(super) const GREEDY: Self = Self { criterion: Criterion::Margin, ..Self::RANDOM };
    pub(super) const VALUE: Self = Self { criterion: Criterion::Worth, ..Self::RANDOM };
    pub(super) const SEARCH: Self = Self { ahead: Some(600), ..Self::VALUE };

    const fn noticing(notices: usize, criterion: Criterion, temperature: f32) -> Self {
        Self { notices: Some(notices), criterion, temperature, ahead: None }
    }

    /// The skill of a level in games of this variant.
    pub(super) fn of_level(level: Level, variant: Variant) -> Self {
        if views(variant) > 1 { Self::multiplayer(level) } else { Self::of(level) }
    }

    /// The skill of a level in games between two sides.
    fn of(level: Level) -> Self {
        match level.number() {
            1 => Self::noticing(12, Criterion::OwnGain, 1.0),
            2 => Self::noticing(100, Criterion::OwnGain, 0.5),
            3 => Self::noticing(400, Criterion::Margin, 0.5),
            4 => Self::noticing(1_500, Criterion::Margin, 0.3),
            5 => Self::noticing(500, Criterion::Worth, 0.15),
            6 => Self { temperature: 0.1, ..Self::VALUE },
            7 => Self { ahead: Some(14), temperature: 0.05, ..Self::VALUE },
            _ => Self::SEARCH,
        }
    }

    /// The skill of a level in games with three or four sides. There, the learned value plays better without
    /// search, so the higher levels differ by how many turns they consider.
    fn multiplayer(level: Level) -> Self {
        match level.number() {
            5 => Self::noticing(200, Criterion::Worth, 0.3),
            6 => Self::noticing(600, Criterion::Worth, 0.2),
            7 => Self::noticing(2_000, Criterion::Worth, 0.1),
            8 => Self::VALUE,
            _ => Self::of(level),
        }
    }

    /// Whether it needs learned weights.
    pub(super) fn is_learned(self) -> bool {
        self.criterion == Criterion::Worth
    }

    pub(super) const fn player(self, source: Source, random: Random) -> Thinker {
        Thinker { skill: self, multiplayer: self, source, random }
    }
}

/// A bot of some skill.
pub(super) struct Thinker {
    skill: Skill,
    /// The skill in games with more than two sides.
    multiplayer: Skill,
    source: Source,
    random: Random,
}

impl Player<Position> for Thinker {
    fn choose(
        &mut self,
        position: &Position,
        seat: Seat,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Turn>),
    ) -> Option<Thought<Turn>> {
        if seat != position.mover() {
            return None;
        }
        let skill = if views(position.variant()) > 1 { self.multiplayer } else { self.skill };
        match skill.ahead {
            None => self.choose_without_search(skill, position, budget, tell),
            Some(nodes) => {
                let learned = self.source.of(position.variant())?;
                if budget.limits() == Limits::default() {
                    // Evaluating a position takes longer with more views.
                    let nodes = nodes / views(position.variant()) as u64;
                    budget.limit(Limits { nodes: Some(nodes), time: Some(MAX_TURN_TIME) });
                }
                let mut last = None;
                let wanted = Wanted { best: 1, also: &[] };
                look_ahead(&learned.weights, position, wanted, budget, &mut |thought| {
                    tell(thought);
                    last = Some(thought.clone());
                });
                last
            }
        }
    }
}

impl Thinker {
    /// A bot of one of the eight levels.
    pub(super) fn of_level(level: Level, source: Source, random: Random) -> Self {
        Self { skill: Skill::of(level), multiplayer: Skill::multiplayer(level), source, random }
    }

    /// Chooses a turn by the criterion alone.
    fn choose_without_search(
        &mut self,
        skill: Skill,
        position: &Position,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Turn>),
    ) -> Option<Thought<Turn>> {
        let mut turns = position.scored_turns();
        budget.spend(1);
        if let Some(notices) = skill.notices {
            for place in 0..notices.min(turns.len()) {
                let other = place + self.random.below((turns.len() - place) as u32) as usize;
                turns.swap(place, other);
            }
            turns.truncate(notices);
        }
        let mut scored: Vec<(f32, Turn)> = match skill.criterion {
            Criterion::Any => turns.iter().map(|scored| (0.0, scored.turn)).collect(),
            Criterion::OwnGain => {
                let own = |scored: &ScoredTurn| (f32::from(scored.gains[position.mover()]), scored.turn);
                turns.iter().map(own).collect()
            }
            Criterion::Margin => {
                turns.iter().map(|scored| (margin(position, &scored.gains) as f32, scored.turn)).collect()
            }
            Criterion::Worth => {
                let learned = self.source.of(position.variant())?;
                let mut worth = Worth::new(&learned.weights, position);
                let mut of = |scored: &ScoredTurn| worth.of(position, &scored.turn, &scored.gains);
                turns.iter().map(|scored| (of(scored), scored.turn)).collect()
            }
        };
        let best = scored.iter().map(|(worth, _)| *worth).fold(f32::MIN, f32::max);
        let chosen = self.draw(&mut scored, best)?;
        let score = chosen.0 + standing(position);
        let thought =
            Thought { action: chosen.1, score, depth: 1, nodes: budget.nodes(), line: vec![chosen.1] };
        tell(&thought);
        Some(thought)
    }

    /// Draws one of the best turns, or by softmax if the skill has a temperature.
    fn draw(&mut self, turns: &mut Vec<(f32, Turn)>, best: f32) -> Option<(f32, Turn)> {
        if self.skill.temperature == 0.0 {
            turns.retain(|(worth, _)| *worth == best);
            return self.random.pick(turns).copied();
        }
        let weight = |worth: f32| (((worth - best) / self.skill.temperature).exp() * 1e6) as u64;
        let weighted: Vec<_> = turns.iter().map(|turn| (*turn, weight(turn.0))).collect();
        self.random.pick_weighted(&weighted).copied()
    }
}

/// The present lead of the side to move where worths leave it out: between two sides.
fn standing(position: &Position) -> f32 {
    if views(position.variant()) > 1 { 0.0 } else { lead(position, position.mover()) }
}

/// Searches until the budget is spent; returns the best turns first, with their expected final margins.
fn look_ahead(
    weights: &Weights,
    position: &Position,
    wanted: Wanted<'_>,
    budget: &mut Budget,
    tell: &mut dyn FnMut(&Thought<Turn>),
) -> Vec<Judged<Turn>> {
    let variant = position.variant();
    let now = standing(position);
    let tell =
        &mut |thought: &Thought<Turn>| tell(&Thought { score: thought.score + now, ..thought.clone() });
    let mut judged = if views(variant) == 1 {
        deepen(&mut Search::new(weights, budget), position, wanted, tell)
    } else {
        deepen(&mut Many::new(weights, budget, position), position, wanted, tell)
    };
    judged.iter_mut().for_each(|judged| judged.score += now);
    judged
}

/// How many of the best turns get an exact score.
const EXACT_TURNS: usize = 3;

/// Ranks turns by search.
struct SearchJudge(Source);

/// Creates the strongest judge for Siesta.
#[cfg(feature = "embedded-weights")]
pub fn judge() -> Box<dyn Judge<Position>> {
    Box::new(SearchJudge(Source::Embedded))
}

/// Creates the strongest judge for games of one variant. It judges no others.
pub fn judge_with(learned: Arc<Learned>) -> Box<dyn Judge<Position>> {
    Box::new(SearchJudge(Source::Given(Some(learned))))
}

impl Judge<Position> for SearchJudge {
    fn judge(
        &mut self,
        position: &Position,
        seat: Seat,
        also: &[Turn],
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Turn>),
    ) -> Vec<Judged<Turn>> {
        if seat != position.mover() || position.end().is_some() {
            return Vec::new();
        }
        let Some(learned) = self.0.of(position.variant()) else { return Vec::new() };
        look_ahead(&learned.weights, position, Wanted { best: EXACT_TURNS, also }, budget, tell)
    }
}
