//! Analyses of finished games: requested by people, kept in the store, and made turn by turn by any process that is
//! free (`Examiner`).
//!
//! Analyses have permits of their own, so bots at tables do not wait for them. A process that dies loses half a
//! second of work: another goes on from what was saved, once the lease has ended.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::analysis::Examined;
use club::engine::{Engine, is_action};
use club::{Analysis, GameName, State, Step, TableId, Time, Variant};
use game::Seat;
use store::{Store, StoreError, StoredAnalysis};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::analysis_json::{from_json, to_json};
use crate::error::Error;
use crate::house::House;
use crate::live::stopped;
use crate::searches::{SearchKind, SearchOwner, Searches};
use crate::tables::{Tables, now};

/// How many of the best turns are kept for each played turn.
const BEST_KEPT: usize = 3;
/// How long an analysis is leased to a process: far longer than a turn takes.
const LEASE: Duration = Duration::from_secs(10);
/// How often the store is asked for analyses that were requested elsewhere.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How often the progress is saved.
const SAVE_INTERVAL: Duration = Duration::from_millis(500);

/// The analysis of a table as far as it is, with the actions in the notation of its game; `None` if nobody asked
/// for one.
pub async fn find(store: &dyn Store, table: TableId) -> Result<Option<Analysis<String>>, StoreError> {
    let read = |kept: StoredAnalysis| Analysis { of: kept.turns as usize, turns: from_json(&kept.found) };
    Ok(store.find_analysis(table).await?.map(read))
}

/// How exactly everybody played, by seat and in per cent; empty until the whole game has been analysed.
pub async fn accuracies(
    store: &dyn Store,
    table: TableId,
    game: GameName,
    steps: &[Step],
) -> Result<Vec<Option<f32>>, StoreError> {
    let Some(kept) = store.find_analysis(table).await? else { return Ok(Vec::new()) };
    let analysis = Analysis { of: kept.turns as usize, turns: read_known(game, &kept.found) };
    if !analysis.is_done() {
        return Ok(Vec::new());
    }
    let seats = || steps.iter().filter_map(|step| step.seat);
    Ok(Seat::ALL.iter().map(|seat| analysis.play_of(*seat, seats()).accuracy()).collect())
}

/// What was found, in the notation of the game, as far as the game still knows the notation.
fn read_known(game: GameName, found: &str) -> Vec<Option<Examined<String>>> {
    let is_known = |examined: &Examined<String>| {
        let mut judged = examined.best.iter().chain([&examined.played]);
        judged.all(|judged| is_action(game, &judged.action))
    };
    let turns = from_json(found).into_iter();
    turns.take_while(|turn| turn.as_ref().is_none_or(is_known)).collect()
}

/// Requests the analysis of a finished game with so many turns, unless it was requested before.
pub async fn ask(house: &House, owner: SearchOwner, table: TableId, turns: usize) -> Result<(), Error> {
    let store = &*house.store;
    if store.find_analysis(table).await?.is_some() {
        return Ok(());
    }
    house.limits.pass(&owner.engine_requests(), Instant::now())?;
    house.analysis_quota.check(store, owner).await??;
    if !store.request_analysis(table, turns as u32, now(), house.max_pending_analyses).await? {
        return Err(Error::TooManyAnalyses);
    }
    house.analysis_quota.add(owner, table);
    house.analysis_asked.notify_one();
    Ok(())
}

/// A state with who did what in it.
type Moment = (State, Seat, String);

/// The moments of a game in which somebody acted; None if the rules refuse a step.
fn moments(variant: Variant, steps: &[Step]) -> Option<Vec<Moment>> {
    let mut state = State::start(variant);
    let mut moments = Vec::new();
    for step in steps {
        if let Some(seat) = step.seat {
            moments.push((state.clone(), seat, step.text.clone()));
        }
        state.repeat(step).ok()?;
    }
    Some(moments)
}

/// Makes the analyses that were requested.
#[derive(Clone)]
pub(crate) struct Examiner {
    /// Where analyses are kept.
    pub(crate) store: Arc<dyn Store>,
    /// The games to analyse.
    pub(crate) tables: Arc<Tables>,
    /// The searches of this process.
    pub(crate) searches: Arc<Searches>,
    /// Becomes true when the process is about to stop.
    pub(crate) stop: watch::Receiver<bool>,
}

impl Examiner {
    /// Analyses games, as many at once as it may search, until the stop. It is woken by requests here, and polls the
    /// store for requests elsewhere.
    pub(crate) async fn run(self, asked: Arc<Notify>) {
        let most = self.searches.permits(SearchKind::Analysis);
        let mut stop = self.stop.clone();
        let mut under_way = JoinSet::new();
        while !*stop.borrow() {
            let free = most.saturating_sub(under_way.len());
            for kept in self.claim(free).await {
                under_way.spawn(self.clone().examine(kept));
            }
            tokio::select! {
                () = asked.notified() => {}
                _ = under_way.join_next(), if !under_way.is_empty() => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = stopped(&mut stop) => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    async fn claim(&self, most: usize) -> Vec<StoredAnalysis> {
        if most == 0 {
            return Vec::new();
        }
        let now = now();
        self.store.claim_analyses(now, now + LEASE, most as u32).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "analyses wait for the store");
            Vec::new()
        })
    }

    /// Examines the remaining turns of a game. If it fails, the lease ends and another process tries again.
    async fn examine(self, kept: StoredAnalysis) {
        let table = kept.table;
        let looked = match self.tables.find(table).await {
            Ok(Some(slot)) => {
                let game = slot.look(|loaded| {
                    let game = loaded.table.game()?;
                    let host = SearchOwner::person(loaded.table.host);
                    Some((host, loaded.table.options.variant, game.steps.clone()))
                });
                match game {
                    Some((host, variant, steps)) => self.turns(kept, host, variant, &steps).await,
                    None => Ok(()),
                }
            }
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        match looked {
            // The operator was told of a table that cannot be read.
            Ok(()) | Err(StoreError::UnreadableTable(..)) => {}
            Err(error) => tracing::warn!(%table, %error, "an analysis was not finished"),
        }
    }

    async fn turns(
        &self,
        kept: StoredAnalysis,
        host: SearchOwner,
        variant: Variant,
        steps: &[Step],
    ) -> Result<(), StoreError> {
        let engine = Arc::new(Engine::embedded(variant));
        let known = read_known(variant.game(), &kept.found);
        let mut progress = Progress { store: &*self.store, turns: known, kept };
        let mut saved = Instant::now();
        let moments = moments(variant, steps).unwrap_or_default();
        for (state, seat, action) in moments.into_iter().skip(progress.turns.len()) {
            let permit = self.searches.enter(SearchKind::Analysis, host).admitted().await;
            if *self.stop.borrow() {
                // Without a lease, so that another process may go on at once.
                progress.save(now()).await?;
                return Ok(());
            }
            let engine = Arc::clone(&engine);
            let looked = permit.run(move || engine.examine(&state, seat, &action, BEST_KEPT).ok()).await;
            let examined = looked.unwrap_or_else(|error| {
                tracing::error!(table = %progress.kept.table, %error, "a turn could not be examined");
                None
            });
            metrics::counter!("sobremesa_turns_examined_total").increment(1);
            progress.turns.push(examined);
            if saved.elapsed() >= SAVE_INTERVAL {
                saved = Instant::now();
                if !progress.save(now() + LEASE).await? {
                    return Ok(());
                }
            }
        }
        progress.turns.resize_with(progress.kept.turns as usize, || None);
        progress.save(now()).await?;
        Ok(())
    }
}

/// An analysis under way.
struct Progress<'a> {
    store: &'a dyn Store,
    /// The row of the store as it was saved last.
    kept: StoredAnalysis,
    turns: Vec<Option<Examined<String>>>,
}

impl Progress<'_> {
    /// Saves the progress, with a lease until then; `false` if another process saved first.
    async fn save(&mut self, until: Time) -> Result<bool, StoreError> {
        let found = to_json(&self.turns).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let before = std::mem::replace(&mut self.kept.done, self.turns.len() as u32);
        self.kept.found = found;
        self.store.save_analysis(before, self.kept.clone(), until).await
    }
}

#[cfg(test)]
mod tests {
    use game::{Rules, ToAct};

    use super::*;

    /// The first acts of a game, always the first that is possible, with what happens by chance.
    fn opening<R: Rules>(setup: &R::Setup, acts: usize) -> Vec<Step> {
        let (mut position, mut steps) = (R::start(setup), Vec::<Step>::new());
        while steps.iter().filter(|step| step.seat.is_some()).count() < acts {
            match position.to_act() {
                ToAct::Over => break,
                ToAct::Chance => {
                    let mut chances = Vec::new();
                    position.chances(&mut chances);
                    position.happen(&chances[0].0).unwrap();
                    steps.push(Step { seat: None, text: chances[0].0.to_string() });
                }
                ToAct::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let mut actions = Vec::new();
                    position.actions(seat, &mut actions);
                    position.play(seat, &actions[0]).unwrap();
                    steps.push(Step { seat: Some(seat), text: actions[0].to_string() });
                }
            }
        }
        steps
    }

    fn is_read_as_it_was_written<R: Rules>(variant: Variant, setup: &R::Setup) {
        let steps = opening::<R>(setup, 3);
        let moments = moments(variant, &steps).unwrap();
        let acts: Vec<_> = steps.iter().filter(|step| step.seat.is_some()).map(|step| &step.text).collect();
        assert_eq!(moments.iter().map(|(_, _, action)| action).collect::<Vec<_>>(), acts);
        let engine = Engine::embedded(variant);
        let mut turns: Vec<_> = moments
            .iter()
            .map(|(state, seat, action)| engine.examine(state, *seat, action, BEST_KEPT).ok())
            .collect();
        assert!(turns.iter().any(Option::is_some));
        turns.push(None);
        let found = to_json(&turns).unwrap();
        assert_eq!(read_known(variant.game(), &found), turns);
    }

    #[test]
    fn what_was_found_is_read_as_it_was_written() {
        let two = siesta::Variant::all().next().unwrap();
        is_read_as_it_was_written::<siesta::Position>(Variant::Siesta(two), &two);
        for variant in no_siesta::Variant::all() {
            is_read_as_it_was_written::<no_siesta::Position>(Variant::NoSiesta(variant), &variant);
        }
    }

    #[test]
    fn what_cannot_be_read_is_found_again() {
        let turn = |text: &str| format!(r#"{{"played":["{text}",1.5],"best":[],"loss":0.0,"forced":false}}"#);
        let found = format!("[null,{},{},null]", turn("*F5 ^F6 #F7"), turn("a turn of another time"));
        assert_eq!(read_known(GameName::Siesta, &found).len(), 2);
    }
}
