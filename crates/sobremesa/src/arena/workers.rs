//! Plays the games of a match on several threads. The results do not depend on the number of threads.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use game::Random;

use super::contest::Contest;
use super::engines::Engine;
use super::pairing::{Pairing, Seeds};
use super::play::{Played, Table};

/// A match.
pub(super) struct Match<R: Contest> {
    pub(super) start: R,
    pub(super) engines: Vec<Engine<R::Bot>>,
    pub(super) pairing: Pairing,
    pub(super) groups: u64,
    pub(super) seed: u64,
    /// The number of random turns at the start of each game; `None` for the default of the group.
    pub(super) opening_turns: Option<u32>,
    /// How long a program may take beyond its time limit.
    pub(super) patience: Duration,
}

/// Whether to continue the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Continue {
    Yes,
    No,
}

type Group = Vec<(Vec<usize>, Played)>;

impl<R: Contest + Sync> Match<R> {
    /// Plays all groups and calls `tell` with each in order, until `tell` says no or the stop flag is set.
    pub(super) fn play(
        &self,
        threads: usize,
        stop: &Arc<AtomicBool>,
        mut tell: impl FnMut(&Group) -> Continue,
    ) -> anyhow::Result<()> {
        let next = AtomicU64::new(0);
        let (sender, results) = mpsc::channel();
        let mut failed = None;
        std::thread::scope(|scope| {
            for _ in 0..threads.min(usize::try_from(self.groups).unwrap_or(usize::MAX)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut table = Table::<R>::new(&self.engines, self.patience, stop);
                    if let Err(error) = table.start_programs() {
                        let _ = sender.send((0, Err(error)));
                        return;
                    }
                    loop {
                        let group = next.fetch_add(1, Ordering::Relaxed);
                        if group >= self.groups || stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let Some(games) = self.group(&mut table, group) else { return };
                        if sender.send((group, Ok(games))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // Groups finish in any order. They wait here for their turn, so that an early stop does not depend on the
            // number of threads.
            let (mut waiting, mut next_group) = (BTreeMap::new(), 0);
            for (index, result) in results {
                match result {
                    Ok(group) => waiting.insert(index, group),
                    Err(error) => {
                        if !stop.swap(true, Ordering::Relaxed) {
                            failed = Some(error);
                        }
                        continue;
                    }
                };
                while let Some(group) = waiting.remove(&next_group) {
                    next_group += 1;
                    if tell(&group) == Continue::No {
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
        failed.map_or(Ok(()), Err)
    }

    /// Plays the games of a group; `None` if the match was stopped.
    fn group(&self, table: &mut Table<'_, R>, group: u64) -> Option<Group> {
        let players = self.start.scores().players();
        let seeds = Seeds::of_group(self.seed, group);
        let opening = self.opening(seeds, group);
        let games = self.pairing.games(self.engines.len(), players).into_iter().enumerate();
        games
            .map(|(game, seats)| {
                let played = table.play(opening.clone(), &seats, seeds, game)?;
                Some((seats, played))
            })
            .collect()
    }

    /// The position from which all games of the group start.
    fn opening(&self, seeds: Seeds, group: u64) -> R {
        let turns = self.opening_turns.unwrap_or_else(|| self.start.opening_turns(group));
        let mut position = self.start.clone();
        let mut random = Random::new(seeds.opening());
        for _ in 0..turns {
            let mut next = position.clone();
            if !next.random_turn(&mut random) {
                break;
            }
            position = next;
        }
        position
    }
}
