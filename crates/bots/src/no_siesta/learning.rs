//! Learning by self-play: alone by temporal differences, with others by trying opinions against each
//! other. Each did better than the other way round (docs/bots-no-siesta.md).

mod differences;
mod shifts;

use differences::Differences;
use shifts::Shifts;

use super::group::Group;

/// Somebody who learns.
pub struct Pupil(Way);

/// How somebody learns.
enum Way {
    /// Alone.
    Differences(Box<Differences>),
    /// With others.
    Shifts(Box<Shifts>),
}

impl Pupil {
    /// Somebody who has learned nothing yet.
    pub fn new(group: Group, seed: u64) -> Self {
        Self(match group {
            Group::Solo | Group::Two => Way::Differences(Box::new(Differences::new(group, seed))),
            Group::Several | Group::Experienced => Way::Shifts(Box::new(Shifts::new(group, seed))),
        })
    }

    /// How many games a lesson has.
    pub fn games(&self) -> u64 {
        match self.0 {
            Way::Differences(_) => differences::GAMES.into(),
            Way::Shifts(_) => shifts::GAMES.into(),
        }
    }

    /// A lesson; `done` is the part of all lessons behind it, from 0 to 1: steps become smaller.
    pub fn learn(&mut self, done: f64) {
        match &mut self.0 {
            Way::Differences(way) => way.learn(done as f32),
            Way::Shifts(way) => way.learn(done),
        }
    }

    /// By so many games, one action deep: how many points the pupil is ahead of sensible players;
    /// alone, its mean score.
    pub fn progress(&self, games: u32) -> f64 {
        match &self.0 {
            Way::Differences(way) => way.progress(games),
            Way::Shifts(way) => way.progress(games),
        }
    }

    /// What was learned, as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.0 {
            Way::Differences(way) => way.to_bytes(),
            Way::Shifts(way) => way.to_bytes(),
        }
    }
}
