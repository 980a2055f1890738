//! How well somebody plays: what they notice, what they go by, and how far they look.

use std::time::Duration;

use game::{Random, Seat};
use siesta::{Position, ScoredTurn, Turn};

use super::deepen::{Wanted, deepen};
use super::many::Many;
use super::search::Search;
use super::value::views;
use super::worth::{Worth, lead};
use super::{margin, weights};
use crate::{Budget, Judge, Judged, Level, Limits, Player, Thought};

/// However slow the machine, nobody waits longer for a turn.
const PATIENCE: Duration = Duration::from_millis(1_900);

/// What a player goes by when it compares turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Eye {
    /// Any turn is as good as another.
    Blind,
    /// The own points of the turn.
    Own,
    /// The own points of the turn, less those of the best other.
    Margin,
    /// The learned worth.
    Worth,
}

/// A way to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Skill {
    /// How many of the turns it notices, if not all.
    notices: Option<usize>,
    eye: Eye,
    /// Points by which a turn may be worse and still be played now and then.
    temperature: f32,
    /// Positions it looks at, if it looks ahead.
    ahead: Option<u64>,
}

impl Skill {
    pub(super) const RANDOM: Self = Self { notices: None, eye: Eye::Blind, temperature: 0.0, ahead: None };
    pub(super) const GREEDY: Self = Self { eye: Eye::Margin, ..Self::RANDOM };
    pub(super) const VALUE: Self = Self { eye: Eye::Worth, ..Self::RANDOM };
    pub(super) const SEARCH: Self = Self { ahead: Some(600), ..Self::VALUE };

    const fn seeing(notices: usize, eye: Eye, temperature: f32) -> Self {
        Self { notices: Some(notices), eye, temperature, ahead: None }
    }

    /// How a level plays where there are two sides.
    fn of(level: Level) -> Self {
        match level.number() {
            1 => Self::seeing(12, Eye::Own, 1.0),
            2 => Self::seeing(100, Eye::Own, 0.5),
            3 => Self::seeing(400, Eye::Margin, 0.5),
            4 => Self::seeing(1_500, Eye::Margin, 0.3),
            5 => Self::seeing(500, Eye::Worth, 0.15),
            6 => Self { temperature: 0.1, ..Self::VALUE },
            7 => Self { ahead: Some(14), temperature: 0.05, ..Self::VALUE },
            _ => Self::SEARCH,
        }
    }

    /// How a level plays where there are more: the value alone does better there than looking ahead, so the
    /// higher levels differ by how much they notice.
    fn in_company(level: Level) -> Self {
        match level.number() {
            5 => Self::seeing(200, Eye::Worth, 0.3),
            6 => Self::seeing(600, Eye::Worth, 0.2),
            7 => Self::seeing(2_000, Eye::Worth, 0.1),
            8 => Self::VALUE,
            _ => Self::of(level),
        }
    }

    pub(super) const fn player(self, random: Random) -> Thinker {
        Thinker { skill: self, in_company: self, random }
    }
}

/// Somebody of some skill.
pub(super) struct Thinker {
    skill: Skill,
    /// The skill among more than two sides.
    in_company: Skill,
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
        let skill = if views(position.variant()) > 1 { self.in_company } else { self.skill };
        match skill.ahead {
            None => self.glance(skill, position, budget, tell),
            Some(nodes) => {
                if budget.limits() == Limits::default() {
                    // More views take longer to look at.
                    let nodes = nodes / views(position.variant()) as u64;
                    budget.limit(Limits { nodes: Some(nodes), time: Some(PATIENCE) });
                }
                let mut last = None;
                look_ahead(position, Wanted { best: 1, also: &[] }, budget, &mut |thought| {
                    tell(thought);
                    last = Some(thought.clone());
                });
                last
            }
        }
    }
}

impl Thinker {
    /// Somebody of a level of the house.
    pub(super) fn of_level(level: Level, random: Random) -> Self {
        Self { skill: Skill::of(level), in_company: Skill::in_company(level), random }
    }

    /// A turn at first sight.
    fn glance(
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
        let mut scored: Vec<(f32, Turn)> = match skill.eye {
            Eye::Blind => turns.iter().map(|scored| (0.0, scored.turn)).collect(),
            Eye::Own => {
                let own = |scored: &ScoredTurn| (f32::from(scored.gains[position.mover()]), scored.turn);
                turns.iter().map(own).collect()
            }
            Eye::Margin => {
                turns.iter().map(|scored| (margin(position, &scored.gains) as f32, scored.turn)).collect()
            }
            Eye::Worth => {
                let mut worth = Worth::new(weights::of(position.variant()), position);
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

    /// One of the best, or at some temperature one that is not much worse.
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

/// How far the side to move is ahead now, where the worth of turns does not tell.
fn standing(position: &Position) -> f32 {
    if views(position.variant()) > 1 { 0.0 } else { lead(position, position.mover()) }
}

/// Searches as far as the budget goes; the best turns first, with the margins they lead to.
fn look_ahead(
    position: &Position,
    wanted: Wanted<'_>,
    budget: &mut Budget,
    tell: &mut dyn FnMut(&Thought<Turn>),
) -> Vec<Judged<Turn>> {
    let variant = position.variant();
    let weights = weights::of(variant);
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

/// How many of the best turns are judged exactly.
const JUDGED: usize = 3;

/// Judges turns by search.
struct Searching;

/// Somebody who judges turns as well as we can.
pub fn judge() -> Box<dyn Judge<Position>> {
    Box::new(Searching)
}

impl Judge<Position> for Searching {
    fn judge(
        &mut self,
        position: &Position,
        seat: Seat,
        also: &[Turn],
        budget: &mut Budget,
    ) -> Vec<Judged<Turn>> {
        if seat != position.mover() || position.end().is_some() {
            return Vec::new();
        }
        look_ahead(position, Wanted { best: JUDGED, also }, budget, &mut |_| {})
    }
}
