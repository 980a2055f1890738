//! What a browser needs to render parts of an open page by itself. It has nothing that the viewer may not see.

use club::Step;
use game::Seat;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::replay::ReplaySnapshot;
use crate::table::TableSnapshot;

/// What a page holds for rendering parts of it again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Snapshot {
    /// A game that the viewer plays.
    Table(Box<TableSnapshot>),
    /// A finished game.
    Replay(Box<ReplaySnapshot>),
}

/// The element of a page that holds its snapshot. Without one it is empty, and a browser has to ask the server.
pub(crate) fn element(snapshot: Option<&Snapshot>, swap: Option<&str>) -> Markup {
    let text = snapshot.and_then(|snapshot| serde_json::to_string(snapshot).ok()).unwrap_or_default();
    // Text of people is in it. Without this sign it cannot end the element, and JSON has no other use for the sign.
    let text = PreEscaped(text.replace('<', "\\u003c"));
    html! { script #snapshot type="application/json" hx-swap-oob=[swap] { (text) } }
}

/// The steps of a game. In JSON they are one text with a line a step: the letter of the seat, or `-` for chance, and the
/// notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps(pub Vec<Step>);

const CHANCE: char = '-';

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let line = |Step { seat, text }: &Step| match seat {
            Some(seat) => format!("{seat}{text}"),
            None => format!("{CHANCE}{text}"),
        };
        let lines: Vec<String> = self.0.iter().map(line).collect();
        serializer.serialize_str(&lines.join("\n"))
    }
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let step = |line: &str| {
            let (seat, text) = (line.get(..1)?, line.get(1..)?.to_owned());
            let seat = if seat.starts_with(CHANCE) { None } else { Some(seat.parse::<Seat>().ok()?) };
            Some(Step { seat, text })
        };
        let text = String::deserialize(deserializer)?;
        let steps: Option<Vec<Step>> = text.lines().map(step).collect();
        steps.map(Self).ok_or_else(|| de::Error::custom("a step begins with a seat or with `-`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_as_they_were_written() {
        let step = |seat: Option<usize>, text: &str| Step {
            seat: seat.map(|seat| Seat::ALL[seat]),
            text: text.to_owned(),
        };
        for steps in [vec![], vec![step(Some(0), "*F5 ^F6 #F7"), step(None, "dice 1"), step(Some(3), "done")]]
        {
            let steps = Steps(steps);
            let text = serde_json::to_string(&steps).unwrap();
            assert_eq!(serde_json::from_str::<Steps>(&text).unwrap(), steps, "{text}");
        }
        for wrong in ["\"x\"", "\"\\na\"", "\"é\"", "1"] {
            assert!(serde_json::from_str::<Steps>(wrong).is_err(), "{wrong}");
        }
    }
}
