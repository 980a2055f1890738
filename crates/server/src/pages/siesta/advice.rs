//! What the engine thinks of turns, in words.

use bots::Judged;
use bots::analysis::{Examined, Verdict};
use maud::{Markup, html};
use siesta::{Cell, Content, Position, Turn};

use super::super::words::{Language, Words};
use super::words::{self as siesta_words, Names};

/// A margin with its sign and one digit after the point.
pub(in super::super) fn margin(words: Words, margin: f32) -> String {
    let text = decimal(words, margin.abs());
    let sign = if margin > -0.05 { '+' } else { '−' };
    format!("{sign}{text}")
}

/// A number with one digit after the point, or the comma.
pub(in super::super) fn decimal(words: Words, number: f32) -> String {
    let text = format!("{number:.1}");
    match words.0 {
        Language::English => text,
        Language::French | Language::German | Language::Spanish => text.replace('.', ","),
    }
}

/// The sign of a verdict in lists.
pub(in super::super) fn sign(examined: &Examined<Turn>) -> &'static str {
    if examined.forced {
        return "□";
    }
    match examined.verdict() {
        Verdict::Best => "★",
        Verdict::Good => "✓",
        Verdict::Inaccuracy => "?!",
        Verdict::Mistake => "?",
        Verdict::Blunder => "??",
    }
}

/// The verdict on a turn, for styles.
pub(in super::super) fn class(examined: &Examined<Turn>) -> String {
    if examined.forced { "forced".to_owned() } else { examined.verdict().to_string() }
}

/// The verdict on a turn in a word or two.
pub(in super::super) fn verdict(words: Words, examined: &Examined<Turn>) -> String {
    words.say(&format!("verdict-{}", class(examined)))
}

/// A turn that may be played, with what is expected of it and what follows from it on the board.
pub(in super::super) struct Choice {
    turn: Turn,
    expected: f32,
    gains: String,
    reasons: Vec<String>,
    ghosts: Vec<(Cell, Content)>,
}

impl Choice {
    /// What is to be said about a turn in this position; nothing if it is not legal there.
    pub(in super::super) fn of(
        words: Words,
        names: &Names,
        position: &Position,
        judged: &Judged<Turn>,
    ) -> Option<Self> {
        let mut laying = position.lay();
        judged.action.iter().try_for_each(|placement| laying.lay(placement)).ok()?;
        let reasons = siesta_words::reasons(words, names, &laying.reasons());
        let laid = judged.action.iter();
        Some(Self {
            turn: judged.action,
            expected: judged.score,
            gains: siesta_words::gains(names, &laying.gains()),
            reasons: reasons.into_iter().map(|(text, _)| text).collect(),
            ghosts: laid.map(|laid| (laid.cell, laid.piece.laid_by(position.mover()))).collect(),
        })
    }
}

/// The turns to be lit on the board with their places in the list.
pub(in super::super) fn ghosts(choices: &[Choice]) -> Vec<(usize, Cell, Content)> {
    let of = |(index, choice): (usize, &Choice)| {
        choice.ghosts.iter().map(move |(cell, content)| (index, *cell, *content)).collect::<Vec<_>>()
    };
    choices.iter().enumerate().flat_map(of).collect()
}

/// The best turns, each with a link to go on with it.
pub(in super::super) fn choices(
    words: Words,
    choices: &[Choice],
    link: &str,
    address: impl Fn(&Turn) -> String,
) -> Markup {
    html! {
        ol.choices-list {
            @for (index, choice) in choices.iter().enumerate() {
                li tabindex="0" data-line=(index) {
                    span.rank { (index + 1) }
                    strong.text { (choice.turn) }
                    span.expected title=(words.say("expected")) { (margin(words, choice.expected)) }
                    a.try href=(address(&choice.turn)) { (link) }
                    p.why { @if choice.reasons.is_empty() { (choice.gains) } @else { (choice.reasons.join(" · ")) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_written_as_the_language_has_them() {
        let (english, german) = (Words(Language::English), Words(Language::German));
        for (number, point, comma) in
            [(3.24, "+3.2", "+3,2"), (-1.0, "−1.0", "−1,0"), (0.0, "+0.0", "+0,0"), (-0.01, "+0.0", "+0,0")]
        {
            assert_eq!((margin(english, number).as_str(), margin(german, number).as_str()), (point, comma));
        }
    }

    #[test]
    fn every_verdict_has_words_in_every_language() {
        for language in Language::ALL {
            for verdict in Verdict::ALL {
                assert!(
                    Words(language).find(&format!("verdict-{verdict}")).is_some(),
                    "{language:?} {verdict}"
                );
            }
        }
    }
}
