//! The JSON in which the examined turns of a game are stored: a list with an object or `null` a turn.

use std::fmt::Display;

use bots::Judged;
use bots::analysis::Examined;
use serde::{Deserialize, Serialize};

/// An examined turn in the store. Actions are in the notation of the game, each with its score.
#[derive(Serialize, Deserialize)]
struct StoredTurn {
    played: (String, f32),
    best: Vec<(String, f32)>,
    loss: f32,
    forced: bool,
}

impl StoredTurn {
    fn of<A: Display>(examined: &Examined<A>) -> Self {
        let judged = |judged: &Judged<A>| (judged.action.to_string(), judged.score);
        Self {
            played: judged(&examined.played),
            best: examined.best.iter().map(judged).collect(),
            loss: examined.loss,
            forced: examined.forced,
        }
    }

    fn examined(self) -> Examined<String> {
        let judged = |(action, score)| Judged { action, score };
        Examined {
            played: judged(self.played),
            best: self.best.into_iter().map(judged).collect(),
            loss: self.loss,
            forced: self.forced,
        }
    }
}

pub(crate) fn to_json<A: Display>(turns: &[Option<Examined<A>>]) -> Result<String, serde_json::Error> {
    serde_json::to_string(&turns.iter().map(|turn| turn.as_ref().map(StoredTurn::of)).collect::<Vec<_>>())
}

/// The stored turns; none if the text is not of this format, so that they are examined again.
pub(crate) fn from_json(text: &str) -> Vec<Option<Examined<String>>> {
    let turns: Vec<Option<StoredTurn>> = serde_json::from_str(text).unwrap_or_default();
    turns.into_iter().map(|turn| turn.map(StoredTurn::examined)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_format_stays_readable() {
        let stored =
            r#"[null,{"played":["*F5 ^F6 #F7",1.5],"best":[["*F5 ^F6 #G6",2.0]],"loss":0.5,"forced":false}]"#;
        let turns = from_json(stored);
        assert_eq!(turns.len(), 2);
        assert_eq!(to_json(&turns).unwrap(), stored);
    }

    #[test]
    fn text_of_another_format_is_no_turns() {
        assert!(from_json("nothing").is_empty());
        assert!(from_json(r#"[{"played":1}]"#).is_empty());
    }
}
