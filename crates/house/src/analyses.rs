//! Analyses of finished games: asked for by people, kept in the store, and made turn by turn by whoever
//! has time ([`Examiner`]), here or elsewhere.
//!
//! Turns share the permits of all searches, one after the other, so bots at other tables hardly wait.
//! Whoever dies in the middle loses half a second of it: another goes on where the store says.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::analysis::{Examined, Play, examine};
use bots::{Budget, Judge, Judged, Limits};
use club::{State, Step, TableId, Time};
use game::{Rules, Seat};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinSet;

use crate::live::stopped;
use crate::tables::{Tables, now};
use store::{Store, StoreError, StoredAnalysis};

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

/// A game that is or was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// How many turns there are.
    pub of: usize,
    /// Those looked at so far; nothing where there is nothing to say.
    pub turns: Vec<Option<Examined<A>>>,
}

impl<A: FromStr> Analysis<A> {
    /// The analysis of a table, as far as it is.
    pub async fn find(store: &dyn Store, table: TableId) -> Result<Option<Self>, StoreError> {
        let read = |kept: StoredAnalysis| Self { of: kept.turns as usize, turns: read(&kept.found) };
        Ok(store.find_analysis(table).await?.map(read))
    }
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

/// A turn that was looked at, as it is kept.
#[derive(Serialize, Deserialize)]
struct Written {
    played: (String, f32),
    best: Vec<(String, f32)>,
    loss: f32,
    forced: bool,
}

impl Written {
    fn of<A: Display>(examined: &Examined<A>) -> Self {
        let judged = |judged: &Judged<A>| (judged.action.to_string(), judged.score);
        Self {
            played: judged(&examined.played),
            best: examined.best.iter().map(judged).collect(),
            loss: examined.loss,
            forced: examined.forced,
        }
    }

    fn read<A: FromStr>(self) -> Option<Examined<A>> {
        let judged = |(text, score): (String, f32)| Some(Judged { action: text.parse().ok()?, score });
        Some(Examined {
            played: judged(self.played)?,
            best: self.best.into_iter().map(judged).collect::<Option<_>>()?,
            loss: self.loss,
            forced: self.forced,
        })
    }
}

fn written<A: Display>(turns: &[Option<Examined<A>>]) -> Result<String, serde_json::Error> {
    serde_json::to_string(&turns.iter().map(|turn| turn.as_ref().map(Written::of)).collect::<Vec<_>>())
}

/// What was found. What cannot be read any more is found again.
fn read<A: FromStr>(found: &str) -> Vec<Option<Examined<A>>> {
    let turns: Vec<Option<Written>> = serde_json::from_str(found).unwrap_or_default();
    let read = |turn: Option<Written>| turn.map_or(Some(None), |turn| turn.read().map(Some));
    turns.into_iter().map_while(read).collect()
}

/// Too many analyses are to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

/// Asks for an analysis of a finished game with so many turns, unless that was done before.
pub async fn ask(store: &dyn Store, table: TableId, turns: usize) -> Result<Result<(), Busy>, StoreError> {
    let asked = store.request_analysis(table, turns as u32, now(), MOST_TO_MAKE).await?;
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

    async fn claim(&self, most: usize) -> Vec<StoredAnalysis> {
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
    async fn look(self, kept: StoredAnalysis) {
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
        kept: StoredAnalysis,
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

/// An analysis in the making.
struct Progress<'a, A> {
    store: &'a dyn Store,
    /// As it is in the store.
    kept: StoredAnalysis,
    turns: Vec<Option<Examined<A>>>,
}

impl<'a, A: Display + FromStr> Progress<'a, A> {
    fn of(store: &'a dyn Store, kept: StoredAnalysis) -> Self {
        Self { store, turns: read(&kept.found), kept }
    }

    /// Keeps it, with a claim until then; tells whether nobody else was faster.
    async fn save(&mut self, until: Time) -> Result<bool, StoreError> {
        let found = written(&self.turns).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let before = std::mem::replace(&mut self.kept.done, self.turns.len() as u32);
        self.kept.found = found;
        self.store.save_analysis(before, self.kept.clone(), until).await
    }
}

#[cfg(test)]
mod tests {
    use game::ToAct;
    use siesta::Turn;

    use super::*;

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
        assert_eq!(read(&written(&turns).unwrap()), turns);
    }

    #[test]
    fn what_was_found_is_read_as_it_was_written() {
        let two = siesta::Variant::all().next().unwrap();
        is_read_as_it_was_written::<siesta::Position>(&two, bots::siesta::judge);
        for variant in no_siesta::Variant::all() {
            is_read_as_it_was_written::<no_siesta::Position>(&variant, bots::no_siesta::judge);
        }
    }

    #[test]
    fn what_cannot_be_read_is_found_again() {
        assert_eq!(read::<Turn>("nothing").len(), 0);
        let turn = |text: &str| format!(r#"{{"played":["{text}",1.5],"best":[],"loss":0.0,"forced":false}}"#);
        let found = format!("[null,{},{},null]", turn("*F5 ^F6 #F7"), turn("a turn of another time"));
        assert_eq!(read::<Turn>(&found).len(), 2);
    }
}
