//! Finished games looked at turn by turn, in the background.
//!
//! One look at a table at a time, kept in memory as long as there is room. The turns share the permits of
//! all searches, one after the other, so bots at other tables hardly wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use bots::analysis::{Examined, Play, examine};
use bots::{Budget, Judge, Limits};
use club::TableId;
use game::{Rules, Seat};

use crate::app::App;
use crate::live::lock;

/// How many analyses are kept at most.
const MOST_KEPT: usize = 500;
/// How many may be under way at once.
const MOST_UNDER_WAY: usize = 20;
/// How far each turn of Siesta is looked at: the same number gives the same verdicts anywhere.
pub const SIESTA: Limits = Limits::nodes(80);
/// How far each step of ¡No Siesta! is looked at.
pub const NO_SIESTA: Limits = Limits::nodes(1_000);
/// How many of the best turns are kept for each that was played.
const BEST: usize = 3;

/// A game that is or was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// How many turns there are.
    pub of: usize,
    /// Those looked at so far; nothing where there is nothing to say.
    pub turns: Vec<Option<Examined<A>>>,
}

impl<A> Analysis<A> {
    /// Whether all turns were looked at.
    pub fn is_done(&self) -> bool {
        self.turns.len() >= self.of
    }

    /// How somebody played whose turns are those that the seats say.
    pub fn play_of(&self, seat: Seat, seats: impl Iterator<Item = Seat>) -> Play {
        let mut play = Play::default();
        let own = self.turns.iter().zip(seats).filter(|(_, other)| *other == seat);
        for examined in own.filter_map(|(examined, _)| examined.as_ref()).filter(|examined| !examined.forced)
        {
            play.add(examined.loss);
        }
        play
    }
}

/// Too many analyses are under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

/// The analyses of a game at hand.
pub struct Analyses<A> {
    kept: Mutex<Kept<A>>,
}

struct Kept<A> {
    by_table: HashMap<TableId, (u64, Arc<Analysis<A>>)>,
    /// Counts uses; the least recently used goes first.
    uses: u64,
}

impl<A> Default for Analyses<A> {
    fn default() -> Self {
        Self { kept: Mutex::new(Kept { by_table: HashMap::new(), uses: 0 }) }
    }
}

impl<A: Clone> Analyses<A> {
    /// The analysis of a table, as far as it is.
    pub fn get(&self, table: TableId) -> Option<Arc<Analysis<A>>> {
        let mut kept = lock(&self.kept);
        kept.uses += 1;
        let now = kept.uses;
        let (used, analysis) = kept.by_table.get_mut(&table)?;
        *used = now;
        Some(Arc::clone(analysis))
    }

    /// Makes room for an analysis; tells whether it is new.
    fn begin(&self, table: TableId, of: usize) -> Result<bool, Busy> {
        let mut kept = lock(&self.kept);
        if kept.by_table.contains_key(&table) {
            return Ok(false);
        }
        let under_way = kept.by_table.values().filter(|(_, analysis)| !analysis.is_done()).count();
        if under_way >= MOST_UNDER_WAY {
            return Err(Busy);
        }
        if kept.by_table.len() >= MOST_KEPT {
            let done = kept.by_table.iter().filter(|(_, (_, analysis))| analysis.is_done());
            let oldest = done.min_by_key(|(_, (used, _))| *used).map(|(table, _)| *table);
            oldest.and_then(|table| kept.by_table.remove(&table));
        }
        kept.uses += 1;
        let entry = (kept.uses, Arc::new(Analysis { of, turns: Vec::with_capacity(of) }));
        kept.by_table.insert(table, entry);
        Ok(true)
    }

    fn add(&self, table: TableId, examined: Option<Examined<A>>) {
        if let Some((_, analysis)) = lock(&self.kept).by_table.get_mut(&table) {
            Arc::make_mut(analysis).turns.push(examined);
        }
    }
}

/// A game to be looked at: how, how far, where its analyses are kept, and what was done in which position.
pub struct Look<R: Rules> {
    /// Who judges.
    pub judge: fn() -> Box<dyn Judge<R>>,
    /// How far each moment is looked at.
    pub limits: Limits,
    /// Where the analyses of this game are kept.
    pub kept: fn(&App) -> &Analyses<R::Action>,
    /// The positions with who did what in them.
    pub moments: Vec<(R, Seat, R::Action)>,
}

/// Begins to look at a game, unless that was done before.
pub fn start<R>(app: &Arc<App>, table: TableId, game: Look<R>) -> Result<(), Busy>
where
    R: Rules + Send + 'static,
    R::Action: Send + Sync,
{
    if (game.kept)(app).begin(table, game.moments.len())? {
        tokio::spawn(look(Arc::clone(app), table, game));
    }
    Ok(())
}

async fn look<R>(app: Arc<App>, table: TableId, game: Look<R>)
where
    R: Rules + Send + 'static,
    R::Action: Send + Sync,
{
    let Look { judge, limits, kept, moments } = game;
    for (position, seat, action) in moments {
        let Ok(permit) = Arc::clone(&app.searches).acquire_owned().await else { return };
        if *app.stop.borrow() {
            return;
        }
        let looked = tokio::task::spawn_blocking(move || {
            let mut budget = Budget::new(limits);
            let examined = examine(&mut *judge(), &position, seat, &action, BEST, &mut budget);
            drop(permit);
            examined
        });
        let examined = looked.await.unwrap_or_else(|error| {
            tracing::error!(%table, %error, "a turn could not be looked at");
            None
        });
        kept(&app).add(table, examined);
    }
}

#[cfg(test)]
mod tests {
    use bots::Judged;
    use siesta::Turn;

    use super::*;

    #[test]
    fn a_table_is_looked_at_once_at_a_time() {
        let analyses = Analyses::<Turn>::default();
        let table = TableId(1);
        assert_eq!(analyses.get(table), None);
        assert_eq!(analyses.begin(table, 2), Ok(true));
        assert_eq!(analyses.begin(table, 2), Ok(false));
        analyses.add(table, None);
        assert!(!analyses.get(table).unwrap().is_done());
        analyses.add(table, None);
        assert!(analyses.get(table).unwrap().is_done());
        assert_eq!(analyses.begin(table, 2), Ok(false));
    }

    #[test]
    fn only_so_many_are_under_way() {
        let analyses = Analyses::<Turn>::default();
        for table in 0..MOST_UNDER_WAY as u64 {
            assert_eq!(analyses.begin(TableId(table), 1), Ok(true));
        }
        assert_eq!(analyses.begin(TableId(99), 1), Err(Busy));
        analyses.add(TableId(3), None);
        assert_eq!(analyses.begin(TableId(99), 1), Ok(true));
    }

    #[test]
    fn the_least_used_goes_first() {
        let analyses = Analyses::<Turn>::default();
        for table in 0..MOST_KEPT as u64 {
            assert_eq!(analyses.begin(TableId(table), 0), Ok(true));
        }
        analyses.get(TableId(0));
        assert_eq!(analyses.begin(TableId(9999), 0), Ok(true));
        assert!(analyses.get(TableId(0)).is_some());
        assert!(analyses.get(TableId(1)).is_none());
    }

    #[test]
    fn everybody_is_judged_by_turns_with_a_choice() {
        let turn: Turn = "*F5 ^F6 #F7".parse().unwrap();
        let examined = |loss: f32, forced| {
            Some(Examined { played: Judged { action: turn, score: 0.0 }, best: Vec::new(), loss, forced })
        };
        let analysis = Analysis {
            of: 4,
            turns: vec![examined(0.0, false), examined(2.5, false), examined(9.0, true), None],
        };
        let seats = || [0, 1, 0, 1].map(|seat| Seat::ALL[seat]).into_iter();
        assert_eq!(analysis.play_of(Seat::ALL[0], seats()).accuracy(), Some(100.0));
        assert_eq!(analysis.play_of(Seat::ALL[1], seats()).accuracy(), Some(50.0));
    }
}
