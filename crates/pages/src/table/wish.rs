//! What somebody has chosen at a table and not sent.

use std::collections::HashMap;

use serde::Deserialize;

/// What somebody has chosen at a table and not sent, as the query of the page's address has it: a reload
/// loses nothing. Each game reads its own keys.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
pub struct Wish {
    #[serde(flatten)]
    query: HashMap<String, String>,
    #[serde(skip)]
    refused: Option<String>,
}

impl Wish {
    /// A turn that was sent and refused, to be changed and sent again.
    pub fn refused(turn: String) -> Self {
        Self { refused: Some(turn), ..Self::default() }
    }

    /// The value of a key of the query.
    pub(crate) fn get(&self, key: &str) -> Option<String> {
        self.query.get(key).cloned()
    }

    /// The turn that was sent and refused, in the notation of the game.
    pub(crate) fn refused_turn(&self) -> Option<String> {
        self.refused.clone()
    }
}
