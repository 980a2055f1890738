//! The best use of revenue: all that a player can do until the end of the own scoring phase, or the
//! most promising part of it.

use std::collections::{HashMap, HashSet};

use game::Seat;
use no_siesta::{Action, Cart, CartStatus, Market, Phase, Position, Scoring};

use super::appraisal::Appraiser;
use super::network::Network;
use super::purse::Purse;

/// From this width on, every tile that may be drawn is looked at; below, the last kind stands for all:
/// that of points, as long as there is one.
const DRAWS: usize = 8;

/// What a search of a scoring phase found.
pub(super) struct Found {
    /// The margin after the best way on.
    pub(super) value: f32,
    /// That way, as far as no tile is drawn.
    pub(super) line: Vec<Action>,
    /// Whether nothing was left out.
    pub(super) complete: bool,
}

/// A position on the way.
struct State {
    position: Position,
    /// Where the steps that led here are kept: the last one.
    step: Option<usize>,
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
    pub(super) fn new(network: &'a Network) -> Self {
        Self { appraiser: Appraiser::new(network), others: HashMap::new() }
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

    /// The margin of the seat once everybody has hired and the neutral disc is where it goes: values of
    /// positions before and after that are not quite alike.
    pub(super) fn at_rest(&mut self, position: &Position, seat: Seat, purse: &mut Purse<'_>) -> f32 {
        match position.phase() {
            Phase::Hire(now) => {
                let mut actions = Vec::with_capacity(12);
                position.actions(now, &mut actions);
                let hired = actions.iter().map(|action| {
                    let mut after = *position;
                    after.play_unchecked(now, action);
                    after
                });
                purse.spend(actions.len() as u64);
                let best = hired
                    .map(|after| (self.appraiser.points(&after, now), after))
                    .reduce(|a, b| if b.0 > a.0 { b } else { a });
                match best {
                    Some((_, after)) => self.at_rest(&after, seat, purse),
                    None => self.margin(position, seat, purse),
                }
            }
            Phase::Event(_) => {
                let mut chances = Vec::with_capacity(6);
                position.chances(&mut chances);
                let (mut sum, mut weights) = (0.0, 0.0);
                for (chance, weight) in chances {
                    let mut after = *position;
                    if after.happen(&chance).is_ok() {
                        sum += self.margin(&after, seat, purse) * weight as f32;
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
            | Phase::Over => self.margin(position, seat, purse),
        }
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
        self.search(position, seat, width, purse).map(|found| found.value)
    }

    /// The mean over the tiles that may be drawn.
    fn expected(
        &mut self,
        position: &Position,
        seat: Seat,
        width: usize,
        purse: &mut Purse<'_>,
    ) -> Option<f32> {
        let mut chances = Vec::new();
        position.chances(&mut chances);
        if width < DRAWS {
            chances.drain(..chances.len() - 1);
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        for (chance, weight) in chances {
            let mut after = *position;
            after.happen(&chance).ok()?;
            sum += self.best(&after, seat, width.div_ceil(DRAWS), purse)? * weight as f32;
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
        let mut complete = true;
        let mut best: Option<(f32, Option<usize>, Action)> = None;
        let mut level = vec![State { position: *position, step: None }];
        let mut next: Vec<State> = Vec::new();
        while !level.is_empty() {
            for state in &level {
                if purse.is_spent() {
                    return None;
                }
                listed.clear();
                state.position.actions(seat, &mut listed);
                for action in &listed {
                    let mut after = state.position;
                    after.play_unchecked(seat, action);
                    let value = if *action == Action::Done {
                        self.at_rest(&after, seat, purse)
                    } else if let Phase::Score(_, Scoring::Draw) = after.phase() {
                        complete = false;
                        self.expected(&after, seat, width, purse)?
                    } else {
                        purse.spend(1);
                        if seen.insert(after.hash()) {
                            steps.push((*action, state.step));
                            next.push(State { position: after, step: Some(steps.len() - 1) });
                        }
                        continue;
                    };
                    if best.is_none_or(|(known, ..)| value > known) {
                        best = Some((value, state.step, *action));
                    }
                }
            }
            if next.len() > width {
                complete = false;
                let mut ranked: Vec<(f32, State)> = Vec::with_capacity(next.len());
                for state in next.drain(..) {
                    if purse.is_spent() {
                        return None;
                    }
                    ranked.push((self.margin(&state.position, seat, purse), state));
                }
                ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
                ranked.truncate(width);
                next.extend(ranked.into_iter().map(|(_, state)| state));
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        let (value, mut step, last) = best?;
        let mut line = vec![last];
        while let Some((action, before)) = step.and_then(|step| steps.get(step)) {
            line.push(*action);
            step = *before;
        }
        line.reverse();
        Some(Found { value, line, complete })
    }
}
