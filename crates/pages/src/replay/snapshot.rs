//! What a browser needs of a finished game to step through it by itself.

use bots::Judged;
use bots::analysis::Examined;
use club::{Analysis, Step, TableId, Variant, VariantForm};
use serde::{Deserialize, Serialize};

use super::{Replay, ReplayPage};
use crate::names::Names;
use crate::snapshot::Steps;
use crate::words::Words;

/// A finished game with its analysis, if there is one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReplaySnapshot {
    pub(crate) id: TableId,
    /// The full address of the replay.
    pub(crate) address: String,
    /// By seat.
    pub(crate) names: Vec<String>,
    pub(crate) variant: VariantForm,
    pub(crate) steps: Steps,
    /// How many turns of players the game has, and what the engine found for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) analysis: Option<(usize, Vec<Option<Turn>>)>,
}

/// What the engine found for a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    played: (String, f32),
    best: Vec<(String, f32)>,
    loss: f32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    forced: bool,
}

impl From<&Examined<String>> for Turn {
    fn from(examined: &Examined<String>) -> Self {
        let judged = |judged: &Judged<String>| (judged.action.clone(), judged.score);
        Self {
            played: judged(&examined.played),
            best: examined.best.iter().map(judged).collect(),
            loss: examined.loss,
            forced: examined.forced,
        }
    }
}

impl From<&Turn> for Examined<String> {
    fn from(turn: &Turn) -> Self {
        let judged = |(action, score): &(String, f32)| Judged { action: action.clone(), score: *score };
        Self {
            played: judged(&turn.played),
            best: turn.best.iter().map(judged).collect(),
            loss: turn.loss,
            forced: turn.forced,
        }
    }
}

impl ReplaySnapshot {
    /// The snapshot of a page; `None` while its analysis is under way, because the server alone knows how far it is.
    pub fn of(page: &ReplayPage) -> Option<Self> {
        if page.analysis.as_ref().is_some_and(|analysis| !analysis.is_done()) {
            return None;
        }
        let turns = |analysis: &Analysis<String>| {
            (analysis.of, analysis.turns.iter().map(|turn| turn.as_ref().map(Turn::from)).collect())
        };
        Some(Self {
            id: page.id,
            address: page.address.clone(),
            names: page.names.0.clone(),
            variant: page.game.variant.into(),
            steps: Steps(page.game.steps.clone()),
            analysis: page.analysis.as_ref().map(turns),
        })
    }

    /// A finished game without an analysis.
    pub fn of_game(id: TableId, names: Names, variant: Variant, steps: Vec<Step>) -> Self {
        let Names(names) = names;
        let (variant, steps) = (variant.into(), Steps(steps));
        Self { id, address: String::new(), names, variant, steps, analysis: None }
    }

    /// The page after the step that a query asks for; `None` if the steps are no game of this variant.
    pub fn page(&self, words: Words, turn: &str) -> Option<ReplayPage> {
        let game = Replay::of(self.variant()?, &self.steps.0)?;
        let analysis = |(of, turns): &(usize, Vec<Option<Turn>>)| Analysis {
            of: *of,
            turns: turns.iter().map(|turn| turn.as_ref().map(Examined::from)).collect(),
        };
        Some(ReplayPage {
            words,
            id: self.id,
            address: self.address.clone(),
            names: Names(self.names.clone()),
            step: game.step(turn),
            analysis: self.analysis.as_ref().map(analysis),
            game,
            brings_snapshot: false,
        })
    }

    /// The path of the replay.
    pub fn path(&self) -> String {
        format!("/t/{}/replay", self.id)
    }

    /// The variant of the game; `None` if there is no such variant.
    pub fn variant(&self) -> Option<Variant> {
        self.variant.clone().try_into().ok()
    }
}
