//! Plain Monte Carlo tree search (UCT) with random playouts and no learned knowledge: a baseline to
//! measure other bots against.

use game::{Random, Seat};
use siesta::{Position, Turn};

use super::margin;
use crate::{Budget, Limits, Player, Thought};

/// The exploration constant of UCT.
const EXPLORATION: f32 = 0.7;
/// Playouts for a turn if the budget has no limit.
const DEFAULT_PLAYOUTS: u64 = 2_000;

pub(super) struct Uct {
    pub(super) random: Random,
}

struct Node {
    visits: f32,
    /// Wins of the player whose turn leads here; a shared win counts as a part.
    won: f32,
    /// Turns not tried yet, the best gain last; `None` until the node is visited again.
    untried: Option<Vec<Turn>>,
    children: Vec<(Turn, usize)>,
}

impl Node {
    const fn new() -> Self {
        Self { visits: 0.0, won: 0.0, untried: None, children: Vec::new() }
    }

    /// How many turns may be tried after this many visits (progressive widening).
    fn width(&self) -> usize {
        1 + (2.0 * self.visits.sqrt()) as usize
    }
}

impl Player<Position> for Uct {
    fn choose(
        &mut self,
        position: &Position,
        seat: Seat,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Turn>),
    ) -> Option<Thought<Turn>> {
        if seat != position.mover() || position.end().is_some() {
            return None;
        }
        let mut nodes = vec![Node::new()];
        if budget.limits() == Limits::default() {
            budget.limit(Limits::nodes(DEFAULT_PLAYOUTS));
        }
        while nodes[0].visits < 1.0 || !budget.is_spent() {
            self.run_playout(&mut nodes, position);
            budget.spend(1);
        }
        let most = nodes[0].children.iter().max_by(|a, b| nodes[a.1].visits.total_cmp(&nodes[b.1].visits));
        let (turn, node) = *most?;
        let won = nodes[node].won / nodes[node].visits.max(1.0);
        let thought = Thought { action: turn, score: won, depth: 1, nodes: budget.nodes(), line: vec![turn] };
        tell(&thought);
        Some(thought)
    }
}

impl Uct {
    /// Selects a path down the tree, adds one node, plays a random game to the end and updates the nodes on
    /// the path.
    fn run_playout(&mut self, nodes: &mut Vec<Node>, root: &Position) {
        let mut position = root.clone();
        let mut path: Vec<(usize, Seat)> = Vec::new();
        let mut at = 0;
        while position.end().is_none() {
            let mover = position.mover();
            let untried = nodes[at].untried.get_or_insert_with(|| by_gain(&position)).len();
            let fresh = untried > 0 && nodes[at].children.len() < nodes[at].width();
            let (turn, child) = if fresh {
                let Some(turn) = nodes[at].untried.as_mut().and_then(Vec::pop) else { break };
                let child = nodes.len();
                nodes[at].children.push((turn, child));
                nodes.push(Node::new());
                (turn, child)
            } else {
                let log = nodes[at].visits.max(1.0).ln();
                let promise = |child: usize| {
                    let node: &Node = &nodes[child];
                    node.won / node.visits + EXPLORATION * (log / node.visits).sqrt()
                };
                let best =
                    nodes[at].children.iter().max_by(|a, b| promise(a.1).total_cmp(&promise(b.1))).copied();
                let Some(best) = best else { break };
                best
            };
            position.play_unchecked(&turn);
            path.push((child, mover));
            at = child;
            if fresh {
                break;
            }
        }
        while position.play_random(&mut self.random).is_some() {}
        let ranks = position.ranks();
        let winners = ranks.as_slice().iter().filter(|rank| **rank == 1).count() as f32;
        nodes[0].visits += 1.0;
        for (node, mover) in path {
            nodes[node].visits += 1.0;
            if ranks[mover] == 1 {
                nodes[node].won += 1.0 / winners;
            }
        }
    }
}

/// All turns, the best gain last.
fn by_gain(position: &Position) -> Vec<Turn> {
    let mut turns = position.scored_turns();
    turns.sort_by_key(|scored| margin(position, &scored.gains));
    turns.into_iter().map(|scored| scored.turn).collect()
}
