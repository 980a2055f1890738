//! The best use of revenue: all that a player can do until the end of the own scoring phase, or the
//! most promising part of it.

use std::collections::{HashMap, HashSet};

use game::Seat;
use no_siesta::{Action, Cart, CartStatus, Market, Phase, Position, Scoring};

use super::appraisal::Appraiser;
use super::mind::Mind;
use super::purse::Purse;

/// From this width on, every tile that may be drawn is looked at; below, a draw counts as foreseen.
const DRAWS: usize = 8;

/// What a search of a scoring phase found.
pub(super) struct Found {
    /// The margin after the best way on from each action of the position, by their order; none where
    /// another order of the same steps was looked at instead.
    pub(super) values: Vec<Option<f32>>,
    /// The best way, as far as no tile is drawn.
    pub(super) line: Vec<Action>,
    /// Whether nothing was left out.
    pub(super) complete: bool,
}

impl Found {
    pub(super) fn best(&self) -> Option<f32> {
        self.values.iter().flatten().copied().reduce(f32::max)
    }
}

/// A position on the way.
struct State {
    position: Position,
    /// Which action of the first position led here.
    root: usize,
    /// Where the steps that led here are kept: the last one.
    step: usize,
    /// Actions that the position before had, up to the one that led here: their other order is
    /// looked at elsewhere.
    elsewhere: std::ops::Range<usize>,
}

/// Somebody who looks for the best use of revenue.
pub(super) struct Allocator<'a> {
    pub(super) appraiser: Appraiser<'a>,
    /// What the best other has at the end, by all that the player can change about it.
    others: HashMap<Theirs, f32>,
}

/// What of a player's doings concerns the others: track, carts, market, and whether the game is over.
type Theirs = (u8, [(u16, u8, CartStatus); 3], u8, bool);

impl<'a> Allocator<'a> {
    pub(super) fn new(mind: &'a Mind) -> Self {
        Self { appraiser: Appraiser::new(mind), others: HashMap::new() }
    }

    /// Forgets what it knows of the others, who may have changed.
    pub(super) fn refresh(&mut self) {
        self.others.clear();
    }

    /// The margin of the seat in this position.
    pub(super) fn margin(&mut self, position: &Position, seat: Seat, purse: &mut Purse<'_>) -> f32 {
        purse.spend(1);
        let farm = position.farm(seat);
        let carts = Cart::ALL.map(|cart| {
            let state = farm.cart(cart);
            (state.loaded(), state.donkeys(), state.status())
        });
        let on_market = Market::ALL.into_iter().filter(|space| position.on_market(*space).contains(seat));
        let on_market = on_market.fold(0, |all, space| all | 1 << space.index());
        let over = position.phase() == Phase::Over;
        let key = (farm.track(), carts, on_market, over);
        let other = match self.others.get(&key) {
            Some(other) => *other,
            None => {
                let other = self.appraiser.best_other(position, seat);
                self.others.insert(key, other);
                other
            }
        };
        self.appraiser.points(position, seat) - other
    }

    /// The best margin from here to the end of the scoring phase of the seat, whose phase it must be;
    /// none if the budget is spent before anything is known.
    pub(super) fn best(
        &mut self,
        position: &Position,
        seat: Seat,
        width: usize,
        purse: &mut Purse<'_>,
    ) -> Option<f32> {
        if let Phase::Score(_, Scoring::Draw) = position.phase() {
            return self.expected(position, seat, width, purse);
        }
        self.search(position, seat, width, purse)?.best()
    }

    /// The mean over the tiles that may be drawn.
    fn expected(
        &mut self,
        position: &Position,
        seat: Seat,
        width: usize,
        purse: &mut Purse<'_>,
    ) -> Option<f32> {
        if width < DRAWS {
            return Some(self.margin(position, seat, purse));
        }
        let mut chances = Vec::new();
        position.chances(&mut chances);
        let (mut sum, mut weights) = (0.0, 0.0);
        for (chance, weight) in chances {
            let mut after = *position;
            after.happen(&chance).ok()?;
            sum += self.best(&after, seat, width / DRAWS, purse)? * weight as f32;
            weights += weight as f32;
        }
        Some(sum / weights)
    }

    /// Looks for the best way through the rest of the scoring phase, with at most so many positions
    /// after every number of steps; none if the budget is spent before the end.
    pub(super) fn search(
        &mut self,
        position: &Position,
        seat: Seat,
        width: usize,
        purse: &mut Purse<'_>,
    ) -> Option<Found> {
        let mut listed: Vec<Action> = Vec::new();
        let mut steps: Vec<(Action, Option<usize>)> = Vec::new();
        let mut seen = HashSet::new();
        let mut found = Found { values: Vec::new(), line: Vec::new(), complete: true };
        let mut best: Option<(f32, Option<usize>, Action)> = None;
        let mut level: Vec<State> = Vec::new();
        let mut next: Vec<State> = Vec::new();
        let first = State { position: *position, root: usize::MAX, step: usize::MAX, elsewhere: 0..0 };
        level.push(first);
        while !level.is_empty() {
            for state in &level {
                if purse.is_spent() {
                    return None;
                }
                let begin = listed.len();
                state.position.actions(seat, &mut listed);
                let is_first = state.root == usize::MAX;
                if is_first {
                    found.values = vec![None; listed.len()];
                }
                for place in begin..listed.len() {
                    let action = listed[place];
                    let root = if is_first { place } else { state.root };
                    if listed[state.elsewhere.clone()].contains(&action) && action != Action::Done {
                        continue;
                    }
                    let mut after = state.position;
                    after.play_unchecked(seat, &action);
                    let value = match after.phase() {
                        _ if action == Action::Done => self.margin(&after, seat, purse),
                        Phase::Score(_, Scoring::Draw) => self.expected(&after, seat, width, purse)?,
                        Phase::Neutral
                        | Phase::Roll(_)
                        | Phase::Take(..)
                        | Phase::Lower(_)
                        | Phase::Event(_)
                        | Phase::Last(_)
                        | Phase::Score(..)
                        | Phase::Hire(_)
                        | Phase::Over => {
                            purse.spend(1);
                            if seen.insert(after.hash()) {
                                let before = (state.step != usize::MAX).then_some(state.step);
                                steps.push((action, before));
                                let elsewhere = begin..place;
                                next.push(State { position: after, root, step: steps.len() - 1, elsewhere });
                            }
                            continue;
                        }
                    };
                    let known = &mut found.values[root];
                    *known = Some(known.map_or(value, |known| known.max(value)));
                    if best.is_none_or(|(known, ..)| value > known) {
                        best = Some((value, (state.step != usize::MAX).then_some(state.step), action));
                    }
                }
            }
            if next.len() > width {
                found.complete = false;
                let mut ranked: Vec<(f32, State)> = Vec::with_capacity(next.len());
                for state in next.drain(..) {
                    ranked.push((self.margin(&state.position, seat, purse), state));
                }
                ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
                ranked.truncate(width);
                next.extend(ranked.into_iter().map(|(_, state)| state));
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        let (_, mut step, last) = best?;
        found.line.push(last);
        while let Some((action, before)) = step.and_then(|step| steps.get(step)) {
            found.line.push(*action);
            step = *before;
        }
        found.line.reverse();
        Some(found)
    }
}
