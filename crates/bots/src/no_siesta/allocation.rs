//! The best use of revenue: a beam search over all that a player can do until the end of their scoring
//! phase. With a large enough width it is exhaustive.

use std::collections::{HashMap, HashSet};

use game::Seat;
use no_siesta::{Action, Cart, CartStatus, Market, Phase, Position, Scoring};

use super::appraisal::Appraiser;
use super::limited_budget::LimitedBudget;
use super::network::Network;

/// From this beam width on, a draw is searched for every tile that may come. A narrower search takes the last
/// kind of tile for all of them, which is the one with points as long as one is left.
const ALL_DRAWS_WIDTH: usize = 8;

/// The result of searching a scoring phase.
pub(super) struct Found {
    /// The margin after the best sequence of actions.
    pub(super) value: f32,
    /// That sequence, up to the first draw of a tile.
    pub(super) line: Vec<Action>,
    /// Whether the search was exhaustive.
    pub(super) complete: bool,
}

/// A position in the beam.
struct State {
    position: Position,
    /// The index of the step that led here; `None` at the start.
    step: Option<usize>,
}

/// The state of a beam search.
struct Beam {
    seat: Seat,
    width: usize,
    /// The action of each step, and the index of the step before it.
    steps: Vec<(Action, Option<usize>)>,
    /// Hashes of the positions that were in the beam.
    seen: HashSet<u64>,
    /// The best value so far, the step before its last action, and that action.
    best: Option<(f32, Option<usize>, Action)>,
    /// Whether nothing was left out so far.
    complete: bool,
}

/// Searches for the best use of revenue.
pub(super) struct Allocator<'a> {
    pub(super) appraiser: Appraiser<'a>,
    /// A cache of the best opponent's expected points, by everything in which the player can change them.
    others: HashMap<Theirs, f32>,
}

/// What a player can change that matters to opponents: track, carts, market, and whether the game is over.
type Theirs = (u8, [(u16, u8, CartStatus); 3], u8, bool);

impl<'a> Allocator<'a> {
    pub(super) fn new(network: &'a Network) -> Self {
        Self { appraiser: Appraiser::new(network), others: HashMap::new() }
    }

    /// Clears the cache. Needed whenever anything about the opponents may have changed.
    pub(super) fn refresh(&mut self) {
        self.others.clear();
    }

    /// The expected margin of the seat in this position.
    pub(super) fn margin(&mut self, position: &Position, seat: Seat, budget: &mut LimitedBudget<'_>) -> f32 {
        budget.spend(1);
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

    /// The expected margin of the seat after everybody has hired and the neutral disc has moved. Values from
    /// before and after these steps are not comparable, so positions at the end of a round are compared here.
    pub(super) fn at_rest(&mut self, position: &Position, seat: Seat, budget: &mut LimitedBudget<'_>) -> f32 {
        match position.phase() {
            Phase::Hire(now) => {
                let mut actions = Vec::with_capacity(12);
                position.actions(now, &mut actions);
                let hired = actions.iter().map(|action| {
                    let mut after = *position;
                    after.play_unchecked(now, action);
                    after
                });
                budget.spend(actions.len() as u64);
                let best = hired
                    .map(|after| (self.appraiser.points(&after, now), after))
                    .reduce(|a, b| if b.0 > a.0 { b } else { a });
                match best {
                    Some((_, after)) => self.at_rest(&after, seat, budget),
                    None => self.margin(position, seat, budget),
                }
            }
            Phase::Event(_) => {
                let mut chances = Vec::with_capacity(6);
                position.chances(&mut chances);
                let (mut sum, mut weights) = (0.0, 0.0);
                for (chance, weight) in chances {
                    let mut after = *position;
                    if after.happen(&chance).is_ok() {
                        sum += self.margin(&after, seat, budget) * weight as f32;
                        weights += weight as f32;
                    }
                }
                sum / weights
            }
            Phase::Neutral
            | Phase::Roll(_)
            | Phase::Take(..)
            | Phase::Lower(_)
            | Phase::Last(_)
            | Phase::Score(..)
            | Phase::Over => self.margin(position, seat, budget),
        }
    }

    /// The best margin at the end of the seat's scoring phase, which must be in progress; `None` if the budget is
    /// spent first.
    pub(super) fn best(
        &mut self,
        position: &Position,
        seat: Seat,
        width: usize,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<f32> {
        if let Phase::Score(_, Scoring::Draw) = position.phase() {
            return self.expected(position, seat, width, budget);
        }
        self.search(position, seat, width, budget).map(|found| found.value)
    }

    /// The mean of [`Self::best`] over the tiles that may be drawn.
    fn expected(
        &mut self,
        position: &Position,
        seat: Seat,
        width: usize,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<f32> {
        let mut chances = Vec::new();
        position.chances(&mut chances);
        if width < ALL_DRAWS_WIDTH {
            chances.drain(..chances.len() - 1);
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        for (chance, weight) in chances {
            let mut after = *position;
            after.happen(&chance).ok()?;
            sum += self.best(&after, seat, width.div_ceil(ALL_DRAWS_WIDTH), budget)? * weight as f32;
            weights += weight as f32;
        }
        Some(sum / weights)
    }

    /// Searches for the best way through the rest of the scoring phase, with at most `width` positions in the
    /// beam after each step; `None` if the budget is spent first.
    pub(super) fn search(
        &mut self,
        position: &Position,
        seat: Seat,
        width: usize,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<Found> {
        let mut beam =
            Beam { seat, width, steps: Vec::new(), seen: HashSet::new(), best: None, complete: true };
        let mut level = vec![State { position: *position, step: None }];
        let mut next: Vec<State> = Vec::new();
        let mut listed: Vec<Action> = Vec::new();
        while !level.is_empty() {
            for state in &level {
                if budget.is_spent() {
                    return None;
                }
                listed.clear();
                state.position.actions(seat, &mut listed);
                self.expand(&mut beam, state, &listed, &mut next, budget)?;
            }
            if next.len() > width {
                beam.complete = false;
                self.narrow(&mut next, seat, width, budget)?;
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        beam.found()
    }

    /// Plays each of the actions: ends of the phase and draws are evaluated, other positions go to `next`.
    fn expand(
        &mut self,
        beam: &mut Beam,
        state: &State,
        actions: &[Action],
        next: &mut Vec<State>,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<()> {
        for action in actions {
            let mut after = state.position;
            after.play_unchecked(beam.seat, action);
            let value = if *action == Action::Done {
                self.at_rest(&after, beam.seat, budget)
            } else if let Phase::Score(_, Scoring::Draw) = after.phase() {
                beam.complete = false;
                self.expected(&after, beam.seat, beam.width, budget)?
            } else {
                budget.spend(1);
                if beam.seen.insert(after.hash()) {
                    beam.steps.push((*action, state.step));
                    next.push(State { position: after, step: Some(beam.steps.len() - 1) });
                }
                continue;
            };
            if beam.best.is_none_or(|(known, ..)| value > known) {
                beam.best = Some((value, state.step, *action));
            }
        }
        Some(())
    }

    /// Keeps the `width` positions of the highest margin; `None` if the budget is spent first.
    fn narrow(
        &mut self,
        states: &mut Vec<State>,
        seat: Seat,
        width: usize,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<()> {
        let mut ranked: Vec<(f32, State)> = Vec::with_capacity(states.len());
        for state in states.drain(..) {
            if budget.is_spent() {
                return None;
            }
            ranked.push((self.margin(&state.position, seat, budget), state));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.truncate(width);
        states.extend(ranked.into_iter().map(|(_, state)| state));
        Some(())
    }
}

impl Beam {
    /// The best end of the phase with the actions that lead to it; `None` if none was reached.
    fn found(self) -> Option<Found> {
        let (value, mut step, last) = self.best?;
        let mut line = vec![last];
        while let Some((action, before)) = step.and_then(|step| self.steps.get(step)) {
            line.push(*action);
            step = *before;
        }
        line.reverse();
        Some(Found { value, line, complete: self.complete })
    }
}
