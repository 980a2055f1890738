//! Hints and explanations of turns: what a turn gains, what it prevents, and where to look for it.

use std::time::Duration;

use bots::{Judge, Limits};
use game::{BySeat, Rules, Seat};

/// Points that an opponent can no longer gain after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prevented {
    pub(crate) seat: Seat,
    /// The most they could have gained if it were their turn before.
    pub(crate) could: i32,
    /// The most they can gain after the turn.
    pub(crate) can: i32,
}

/// A game in which turns can be explained.
pub(crate) trait Advice: Rules<Action: Send + Sync, Chance: Sync> + Sync {
    /// The default limits for one turn in the analysis of a whole game.
    const ANALYSIS_LIMITS: Limits;

    /// The width of the column of actions in a list.
    const ACTION_WIDTH: usize;

    /// The judge that ranks turns.
    fn judge() -> Box<dyn Judge<Self>>;

    /// A hint where to look for this action, without giving it away.
    fn nudge(&self, action: &Self::Action) -> String;

    /// What the action gains each player immediately.
    fn gains(&self, seat: Seat, action: &Self::Action) -> BySeat<i32>;

    /// The gains in words; empty if there are none.
    fn gains_in_words(&self, seat: Seat, action: &Self::Action) -> String;

    /// What it prevents; `None` if nothing, or if the game has no such measure.
    fn prevents(&self, seat: Seat, action: &Self::Action) -> Option<Prevented>;

    /// The heading of a new part of the game, such as a round, if one begins here.
    fn heading(&self) -> Option<String>;

    /// Whether this is a solo game, in which results are points and not margins.
    fn is_alone(&self) -> bool {
        self.scores().players().count() == 1
    }
}

/// The limits of the search for a hint.
const HINT_LIMITS: Limits = Limits::time(Duration::from_millis(500));

/// Why an action is good, in one line: what it gains and prevents.
pub(crate) fn why<R: Advice>(position: &R, seat: Seat, action: &R::Action) -> String {
    let gains = position.gains_in_words(seat, action);
    let prevented = position.prevents(seat, action).map(|Prevented { seat, could, can }| {
        format!("{seat} could have gained {could} next, and now {can} at most")
    });
    let all: Vec<String> =
        [Some(gains), prevented].into_iter().flatten().filter(|text| !text.is_empty()).collect();
    all.join("; ")
}

/// `+3.2`, or `54.0 points` in a solo game.
pub(crate) fn expected(score: f32, is_alone: bool) -> String {
    if is_alone { format!("{score:.1} points") } else { format!("{score:+.1}") }
}

/// The last hint. The first request in a position gives a nudge, the second the answer.
pub(crate) struct Hint<R: Rules> {
    position: R,
    action: R::Action,
    score: f32,
}

impl<R: Advice> Hint<R> {
    /// The next hint for the seat; `None` if there is nothing to do.
    pub(crate) fn next(last: &mut Option<Self>, position: &R, seat: Seat) -> Option<String> {
        if let Some(Self { action, score, .. }) = last.take_if(|last| last.position == *position) {
            let ends = match position.is_alone() {
                true => format!("you can expect {score:.1} points in the end"),
                false if score >= 0.0 => format!("you can expect to end {score:.1} points ahead"),
                false => format!("you can expect to end {:.1} points behind", -score),
            };
            let why = why(position, seat, &action);
            let why = if why.is_empty() { why } else { format!(" ({why})") };
            return Some(format!("{action}{why}: {ends}.\n"));
        }
        let mut budget = bots::Budget::new(HINT_LIMITS, bots::system_clock);
        let best = R::judge().judge(position, seat, &[], &mut budget, &mut |_| {}).into_iter().next()?;
        let nudge = position.nudge(&best.action);
        *last = Some(Self { position: position.clone(), action: best.action, score: best.score });
        Some(format!("{nudge} Type hint again for the answer.\n"))
    }
}
