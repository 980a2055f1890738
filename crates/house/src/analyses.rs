//! Analyses of finished games: asked for by people, kept in the store, and made turn by turn by whoever
//! has time ([`Examiner`]), here or elsewhere.
//!
//! Turns share the permits of all searches, one after the other, so bots at other tables hardly wait.
//! Whoever dies in the middle loses half a second of it: another goes on where the store says.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::analysis::{Examined, examine};
use bots::{Budget, Judge, Limits};
use club::{Analysis, State, Step, TableId, Time};
use game::{Rules, Seat};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinSet;

use crate::analysis_json::{from_json, to_json};
use crate::live::stopped;
use crate::tables::{Tables, now};
use store::{KeptAnalysis, Store, StoreError};

/// How many analyses may be waiting or under way in the whole club.
const MOST_TO_MAKE: u32 = 200;
/// How far each turn of Siesta is looked at: the same number gives the same verdicts anywhere.
pub const SIESTA: Limits = Limits::nodes(80);
/// How far each step of ¡No Siesta! is looked at.
pub const NO_SIESTA: Limits = Limits::nodes(1_000);
/// How many of the best turns are kept for each that was played.
const BEST: usize = 3;
/// For how long an analysis is claimed: far longer than a turn takes.
const CLAIM: Duration = Duration::from_secs(10);
/// How often the store is asked for analyses that others were asked for.
const LOOK: Duration = Duration::from_millis(500);
/// How often what was found is kept.
const SAVE: Duration = Duration::from_millis(500);

/// The analysis of a table as far as it is, with the actions in the notation of its game; `None` if nobody asked
/// for one.
pub async fn find(store: &dyn Store, table: TableId) -> Result<Option<Analysis<String>>, StoreError> {
    let read = |kept: KeptAnalysis| Analysis { of: kept.turns as usize, turns: from_json(&kept.found) };
    Ok(store.analysis(table).await?.map(read))
}

/// Too many analyses are to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

/// Asks for an analysis of a finished game with so many turns, unless that was done before.
pub async fn ask(store: &dyn Store, table: TableId, turns: usize) -> Result<Result<(), Busy>, StoreError> {
    let asked = store.ask_analysis(table, turns as u32, now(), MOST_TO_MAKE).await?;
    Ok(if asked { Ok(()) } else { Err(Busy) })
}

/// A position with who did what in it.
type Moment<R> = (R, Seat, <R as Rules>::Action);

/// The moments of a game in which somebody acted; nothing if the steps are none of it.
fn moments<R: Rules>(end: &R, steps: &[Step]) -> Option<Vec<Moment<R>>> {
    let mut position = R::start(&end.setup());
    let mut moments = Vec::new();
    for step in steps {
        match step.seat {
            Some(seat) => {
                let action: R::Action = step.text.parse().ok()?;
                moments.push((position.clone(), seat, action.clone()));
                position.play(seat, &action).ok()?;
            }
            None => position.happen(&step.text.parse().ok()?).ok()?,
        }
    }
    Some(moments)
}

/// Makes analyses that were asked for.
#[derive(Clone)]
pub struct Examiner {
    /// Where they are kept.
    pub store: Arc<dyn Store>,
    /// The games.
    pub tables: Arc<Tables>,
    /// As many searches at once as there are permits.
    pub searches: Arc<Semaphore>,
    /// Whether to stop.
    pub stop: watch::Receiver<bool>,
}

impl Examiner {
    /// Looks at games, as many at once as it may search, until told to stop; what was found is kept. It is
    /// told when somebody asks here, and looks by itself for what others were asked for.
    pub async fn run(self, asked: Arc<Notify>) {
        let most = self.searches.available_permits().max(1);
        let mut stop = self.stop.clone();
        let mut under_way = JoinSet::new();
        while !*stop.borrow() {
            let free = most.saturating_sub(under_way.len());
            for kept in self.claim(free).await {
                under_way.spawn(self.clone().look(kept));
            }
            tokio::select! {
                () = asked.notified() => {}
                _ = under_way.join_next(), if !under_way.is_empty() => {}
                () = tokio::time::sleep(LOOK) => {}
                () = stopped(&mut stop) => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    async fn claim(&self, most: usize) -> Vec<KeptAnalysis> {
        if most == 0 {
            return Vec::new();
        }
        let now = now();
        self.store.claim_analyses(now, now + CLAIM, most as u32).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "analyses wait for the store");
            Vec::new()
        })
    }

    /// Looks at the turns that are left. Where it fails, the claim runs out and somebody tries again.
    async fn look(self, kept: KeptAnalysis) {
        let table = kept.table;
        let looked = match self.tables.find(table).await {
            Ok(Some(slot)) => {
                let game = slot
                    .look(|loaded| loaded.table.game().map(|game| (game.state.clone(), game.steps.clone())));
                match game {
                    Some((State::Siesta(end), steps)) => {
                        self.turns(kept, moments(&*end, &steps), bots::siesta::judge, SIESTA).await
                    }
                    Some((State::NoSiesta(end), steps)) => {
                        self.turns(kept, moments(&*end, &steps), bots::no_siesta::judge, NO_SIESTA).await
                    }
                    None => Ok(()),
                }
            }
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = looked {
            tracing::warn!(%table, %error, "a game was not looked at to the end");
        }
    }

    async fn turns<R>(
        &self,
        kept: KeptAnalysis,
        moments: Option<Vec<Moment<R>>>,
        judge: fn() -> Box<dyn Judge<R>>,
        limits: Limits,
    ) -> Result<(), StoreError>
    where
        R: Rules + Send + 'static,
        R::Action: Send,
    {
        let mut progress = Progress::<R::Action>::of(&*self.store, kept);
        let mut saved = Instant::now();
        for (position, seat, action) in moments.unwrap_or_default().into_iter().skip(progress.turns.len()) {
            let Ok(permit) = Arc::clone(&self.searches).acquire_owned().await else { break };
            if *self.stop.borrow() {
                // Another may go on at once.
                progress.save(now()).await?;
                return Ok(());
            }
            let looked = tokio::task::spawn_blocking(move || {
                let mut budget = Budget::new(limits);
                let examined = examine(&mut *judge(), &position, seat, &action, BEST, &mut budget);
                drop(permit);
                examined
            });
            let examined = looked.await.unwrap_or_else(|error| {
                tracing::error!(table = %progress.kept.table, %error, "a turn could not be looked at");
                None
            });
            metrics::counter!("sobremesa_turns_examined_total").increment(1);
            progress.turns.push(examined);
            if saved.elapsed() >= SAVE {
                saved = Instant::now();
                if !progress.save(now() + CLAIM).await? {
                    return Ok(());
                }
            }
        }
        progress.turns.resize_with(progress.kept.turns as usize, || None);
        progress.save(now()).await?;
        Ok(())
    }
}

/// The turns that are in the store, as far as they can be read; the others are examined again.
fn typed<A: FromStr>(kept: &KeptAnalysis) -> Vec<Option<Examined<A>>> {
    Analysis { of: kept.turns as usize, turns: from_json(&kept.found) }.parse().turns
}

/// An analysis in the making.
struct Progress<'a, A> {
    store: &'a dyn Store,
    /// As it is in the store.
    kept: KeptAnalysis,
    turns: Vec<Option<Examined<A>>>,
}

impl<'a, A: Display + FromStr> Progress<'a, A> {
    fn of(store: &'a dyn Store, kept: KeptAnalysis) -> Self {
        Self { store, turns: typed(&kept), kept }
    }

    /// Keeps it, with a claim until then; tells whether nobody else was faster.
    async fn save(&mut self, until: Time) -> Result<bool, StoreError> {
        let found = to_json(&self.turns).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let before = std::mem::replace(&mut self.kept.done, self.turns.len() as u32);
        self.kept.found = found;
        self.store.save_analysis(before, self.kept.clone(), until).await
    }
}

#[cfg(test)]
mod tests {
    use game::ToAct;

    use super::*;

    /// The first acts of a game, always the first that is possible, with what happens by chance.
    fn opening<R: Rules>(setup: &R::Setup, acts: usize) -> (R, Vec<Step>) {
        let (mut position, mut steps) = (R::start(setup), Vec::new());
        while steps.iter().filter(|step: &&Step| step.seat.is_some()).count() < acts {
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
        (position, steps)
    }

    fn is_read_as_it_was_written<R: Rules>(setup: &R::Setup, judge: fn() -> Box<dyn Judge<R>>) {
        let (end, steps) = opening::<R>(setup, 3);
        let moments = moments(&end, &steps).unwrap();
        let acts: Vec<_> = steps.iter().filter(|step| step.seat.is_some()).map(|step| &step.text).collect();
        assert_eq!(
            moments.iter().map(|(_, _, action)| action.to_string()).collect::<Vec<_>>(),
            acts.iter().copied().cloned().collect::<Vec<_>>()
        );
        let mut turns: Vec<_> = moments
            .iter()
            .map(|(position, seat, action)| {
                examine(&mut *judge(), position, *seat, action, BEST, &mut Budget::new(Limits::nodes(20)))
            })
            .collect();
        assert!(turns.iter().any(Option::is_some));
        turns.push(None);
        let kept = KeptAnalysis {
            table: TableId(1),
            turns: turns.len() as u32,
            done: turns.len() as u32,
            found: to_json(&turns).unwrap(),
        };
        assert_eq!(typed(&kept), turns);
    }

    #[test]
    fn what_was_found_is_read_as_it_was_written() {
        let two = siesta::Variant::all().next().unwrap();
        is_read_as_it_was_written::<siesta::Position>(&two, bots::siesta::judge);
        for variant in no_siesta::Variant::all() {
            is_read_as_it_was_written::<no_siesta::Position>(&variant, bots::no_siesta::judge);
        }
    }
}
