//! Search of the dice phase: the expected value of each choice over everything that can still be rolled.
//!
//! What a player gets for a set of marked units is computed once and cached, separately for each player.
//! The searching player and a single opponent play against each other's margin; several opponents each
//! maximise their own points.

use std::collections::HashMap;

use game::{Players, Seat};
use no_siesta::{Action, Mode, Phase, Position, Units};

use super::allocation::Allocator;
use super::limited_budget::LimitedBudget;

/// The expected final points by seat.
type Points = [f32; Seat::MAX];

/// A search of the dice phase for one seat.
pub(super) struct Forecast<'a, 'b> {
    allocator: &'b mut Allocator<'a>,
    seat: Seat,
    /// The position at the root of the search.
    origin: Position,
    /// The beam width for the scoring phase; 0 evaluates the revenue without search.
    width: usize,
    /// Cache: the expected points of a seat with these units on its revenue board.
    boards: HashMap<(Seat, [u8; 8]), f32>,
    /// Cache: the same before the last die of the round is rolled.
    before_last: HashMap<(Seat, [u8; 8]), f32>,
    /// Cache for solo games: the points that follow from the dice beside the track.
    neutral: HashMap<u64, f32>,
}

impl<'a, 'b> Forecast<'a, 'b> {
    pub(super) fn new(
        allocator: &'b mut Allocator<'a>,
        position: &Position,
        seat: Seat,
        width: usize,
    ) -> Self {
        Self {
            allocator,
            seat,
            origin: *position,
            width,
            boards: HashMap::new(),
            before_last: HashMap::new(),
            neutral: HashMap::new(),
        }
    }

    /// The expected margin of the seat after each of the actions; `None` if the budget is spent first.
    pub(super) fn values(&mut self, actions: &[Action], budget: &mut LimitedBudget<'_>) -> Option<Vec<f32>> {
        let origin = self.origin;
        actions.iter().map(|action| self.value(&origin, action, budget)).collect()
    }

    fn value(&mut self, origin: &Position, action: &Action, budget: &mut LimitedBudget<'_>) -> Option<f32> {
        let mut after = *origin;
        after.play_unchecked(self.seat, action);
        let mut shadow = *origin;
        shadow.play_unchecked(self.seat, &unmarked(action));
        let points = if let Phase::Last(_) | Phase::Score(..) = after.phase() {
            let mut points = [0.0; Seat::MAX];
            for seat in origin.players().seats() {
                points[seat.index()] = self.board(&after, seat, budget)?;
            }
            points
        } else {
            self.ahead(&after, &shadow, budget)?
        };
        Some(margin(&points, self.seat, origin.players()))
    }

    /// The expected points of all seats under best play. `shadow` is the same position without the marks of the
    /// solo player; [`Self::beside`] evaluates it.
    fn ahead(
        &mut self,
        position: &Position,
        shadow: &Position,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<Points> {
        if budget.is_spent() {
            return None;
        }
        let players = position.players();
        match position.phase() {
            Phase::Roll(2) => {
                let mut points = [0.0; Seat::MAX];
                for seat in players.seats() {
                    points[seat.index()] = self.before_last(position, seat, budget)?;
                }
                if position.variant().mode() == Mode::Solo {
                    points[0] += self.beside(shadow, budget)?;
                }
                Some(points)
            }
            Phase::Roll(_) | Phase::Event(_) => {
                let mut chances = Vec::new();
                position.chances(&mut chances);
                let (mut sums, mut weights) = ([0.0; Seat::MAX], 0.0);
                for (chance, weight) in chances {
                    let (mut after, mut after_shadow) = (*position, *shadow);
                    after.happen(&chance).ok()?;
                    after_shadow.happen(&chance).ok()?;
                    let points = self.ahead(&after, &after_shadow, budget)?;
                    for (sum, points) in sums.iter_mut().zip(points) {
                        *sum += points * weight as f32;
                    }
                    weights += weight as f32;
                }
                Some(sums.map(|sum| sum / weights))
            }
            Phase::Last(_) => {
                let mut points = [0.0; Seat::MAX];
                for seat in players.seats() {
                    points[seat.index()] = self.last(position, seat, budget)?;
                }
                Some(points)
            }
            Phase::Take(_, seat) => self.choice(position, shadow, seat, budget),
            Phase::Lower(_) => self.choice(position, shadow, self.seat, budget),
            Phase::Neutral | Phase::Score(..) | Phase::Hire(_) | Phase::Over => None,
        }
    }

    /// The expected points after the seat's best choice of a die.
    fn choice(
        &mut self,
        position: &Position,
        shadow: &Position,
        seat: Seat,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<Points> {
        let players = position.players();
        let mut actions = Vec::with_capacity(16);
        position.actions(seat, &mut actions);
        let stock = position.farm(seat).stock();
        // Below the root, assume that players mark as many units as they can.
        actions.retain(|action| match action {
            Action::Take(face, units) => {
                let most = face.units().len().min(stock);
                units.len() == most
            }
            _ => true,
        });
        let searched = seat == self.seat || players == Players::TWO;
        let mut best: Option<(f32, Points)> = None;
        let mut greedy: Option<(f32, Position)> = None;
        for action in &actions {
            let mut after = *position;
            after.play_unchecked(seat, action);
            if searched {
                let mut after_shadow = *shadow;
                after_shadow.play_unchecked(seat, &unmarked(action));
                let points = self.ahead(&after, &after_shadow, budget)?;
                let value = margin(&points, seat, players);
                if best.is_none_or(|(known, _)| value > known) {
                    best = Some((value, points));
                }
            } else {
                let value = self.board(&after, seat, budget)?;
                if greedy.as_ref().is_none_or(|(known, _)| value > *known) {
                    greedy = Some((value, after));
                }
            }
        }
        match greedy {
            Some((_, after)) => self.ahead(&after, &after, budget),
            None => best.map(|(_, points)| points),
        }
    }

    /// The seat's expected points before the last die of the round is rolled.
    fn before_last(
        &mut self,
        position: &Position,
        seat: Seat,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<f32> {
        let key = (seat, board(position, seat));
        if let Some(known) = self.before_last.get(&key) {
            return Some(*known);
        }
        let mut sum = 0.0;
        for face in no_siesta::Face::ALL {
            sum += self.marked(position, seat, face, budget)?;
        }
        let mean = sum / no_siesta::Face::ALL.len() as f32;
        self.before_last.insert(key, mean);
        Some(mean)
    }

    /// The seat's expected points when it may mark the last die, which has been rolled.
    fn last(&mut self, position: &Position, seat: Seat, budget: &mut LimitedBudget<'_>) -> Option<f32> {
        let face = position.dice().faces().next()?;
        self.marked(position, seat, face, budget)
    }

    /// The seat's expected points after the best marking of this face.
    fn marked(
        &mut self,
        position: &Position,
        seat: Seat,
        face: no_siesta::Face,
        budget: &mut LimitedBudget<'_>,
    ) -> Option<f32> {
        let (units, stock) = (face.units(), position.farm(seat).stock());
        let mut markings = vec![units];
        if stock == 0 {
            markings = vec![Units::NONE];
        } else if stock < units.len() {
            markings = units.iter().map(Units::of).collect();
        }
        let mut best: Option<f32> = None;
        for marking in markings {
            let marked = position.supposing_scoring(seat, &[marking])?;
            let value = self.board(&marked, seat, budget)?;
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        best
    }

    /// The seat's expected points with what is on its revenue board now.
    fn board(&mut self, position: &Position, seat: Seat, budget: &mut LimitedBudget<'_>) -> Option<f32> {
        let key = (seat, board(position, seat));
        if let Some(known) = self.boards.get(&key) {
            return Some(*known);
        }
        if budget.is_spent() {
            return None;
        }
        // All boards are evaluated in the root position, so that only the seat's revenue makes a difference.
        let already = board(&self.origin, seat);
        let more = no_siesta::Unit::ALL.into_iter().flat_map(|unit| {
            let count = key.1[unit.index()] - already[unit.index()];
            std::iter::repeat_n(Units::of(unit), count.into())
        });
        let more: Vec<Units> = more.collect();
        let scoring = self.origin.supposing_scoring(seat, &more)?;
        self.allocator.refresh();
        let value = if self.width == 0 {
            budget.spend(1);
            self.allocator.appraiser.points(&scoring, seat)
        } else {
            let other = self.allocator.appraiser.best_other(&scoring, seat);
            self.allocator.best(&scoring, seat, self.width, budget)? + other
        };
        self.boards.insert(key, value);
        Some(value)
    }

    /// Solo games: the expected points that follow from the neutral player and the lower dice, after a round
    /// without revenue.
    fn beside(&mut self, shadow: &Position, budget: &mut LimitedBudget<'_>) -> Option<f32> {
        let key = shadow.hash();
        if let Some(known) = self.neutral.get(&key) {
            return Some(*known);
        }
        let mut after = shadow.supposing_scoring(self.seat, &[])?;
        if after.phase() == Phase::Score(self.seat, no_siesta::Scoring::Open) {
            after.play_unchecked(self.seat, &Action::Done);
        }
        budget.spend(1);
        let value = self.allocator.appraiser.points(&after, self.seat);
        self.neutral.insert(key, value);
        Some(value)
    }
}

/// The same action without marking anything.
fn unmarked(action: &Action) -> Action {
    match action {
        Action::Take(face, _) => Action::Take(*face, Units::NONE),
        Action::Mark(_) => Action::Mark(Units::NONE),
        other => *other,
    }
}

fn board(position: &Position, seat: Seat) -> [u8; 8] {
    let board = position.farm(seat).board();
    let mut counts = [0; 8];
    for unit in no_siesta::Unit::ALL {
        counts[unit.index()] = board.count(unit);
    }
    counts[7] = board.commodities();
    counts
}

fn margin(points: &Points, seat: Seat, players: Players) -> f32 {
    let others = players.seats().filter(|other| *other != seat).map(|other| points[other.index()]);
    points[seat.index()] - others.reduce(f32::max).unwrap_or(0.0)
}
