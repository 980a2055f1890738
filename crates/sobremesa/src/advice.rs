//! What a player is told about a turn: what it gains, what it prevents, and where to look for it.

use std::time::Duration;

use bots::{Judge, Limits};
use game::{BySeat, Rules, Seat};

/// What somebody can no longer gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prevented {
    pub(crate) seat: Seat,
    /// What they could gain if it were their turn now.
    pub(crate) could: i32,
    /// What they can gain at most after the turn.
    pub(crate) can: i32,
}

/// A game in which turns can be explained.
pub(crate) trait Advice: Rules<Action: Send + Sync, Chance: Sync> + Sync {
    /// How long a turn is looked at in the analysis of a whole game, unless it is said.
    const ANALYSIS: Limits;

    /// How wide the column of actions is in a list.
    const ACTION_WIDTH: usize;

    /// Somebody who can tell good turns from bad ones.
    fn judge() -> Box<dyn Judge<Self>>;

    /// Where to look for this action, without telling it.
    fn nudge(&self, action: &Self::Action) -> String;

    /// What the action gains at once for each player.
    fn gains(&self, seat: Seat, action: &Self::Action) -> BySeat<i32>;

    /// The gains in words; nothing if there are none.
    fn gains_in_words(&self, seat: Seat, action: &Self::Action) -> String;

    /// What it prevents, where that can be told.
    fn prevents(&self, seat: Seat, action: &Self::Action) -> Option<Prevented>;

    /// What is going on where a new part of the game begins, such as a round.
    fn heading(&self) -> Option<String>;

    /// Whether somebody plays alone, so that points are expected and no margin.
    fn is_alone(&self) -> bool {
        self.scores().players().count() == 1
    }
}

/// How long a hint is thought about.
const HINT: Limits = Limits::time(Duration::from_millis(500));

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

/// `+3.2`, or `54.0 points` for somebody alone.
pub(crate) fn expected(score: f32, is_alone: bool) -> String {
    if is_alone { format!("{score:.1} points") } else { format!("{score:+.1}") }
}

/// What is asked for twice: a nudge first, the answer at the second time in the same position.
pub(crate) struct Hint<R: Rules> {
    position: R,
    action: R::Action,
    score: f32,
}

impl<R: Advice> Hint<R> {
    /// The next hint for the seat, after the one that was given last.
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
        let mut budget = bots::Budget::new(HINT);
        let best = R::judge().judge(position, seat, &[], &mut budget).into_iter().next()?;
        let nudge = position.nudge(&best.action);
        *last = Some(Self { position: position.clone(), action: best.action, score: best.score });
        Some(format!("{nudge} Type hint again for the answer.\n"))
    }
}
