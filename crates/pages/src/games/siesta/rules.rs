//! The rules of Siesta, each with an example whose points the rules themselves have counted.

mod examples;

use maud::{Markup, html};
use siesta::Scoring;

use self::examples::{Example, SECTIONS, Section};
use super::board::{self, Shown};
use super::words as siesta_words;
use crate::learn::{RulesParts, colour_names};
use crate::words::Words;

pub(super) fn rules(words: Words) -> RulesParts {
    RulesParts {
        title: words.say("learn-title"),
        lead: words.say("learn-lead"),
        marks: words.say("learn-marks"),
        lessons: words.say("lessons-lead"),
        drawings: board::drawings(),
        sections: html! { @for section in &SECTIONS { (rule(words, section)) } },
    }
}

fn rule(words: Words, section: &Section) -> Markup {
    let key = section.key;
    html! {
        section.rule #(key) {
            div {
                h2 { (words.say(&format!("rule-{key}-title"))) }
                @for line in words.say(&format!("rule-{key}-text")).lines() { p { (line) } }
            }
            @for example in section.examples {
                figure {
                    @if section.examples.len() > 1 { figcaption { (scoring_name(words, example)) } }
                    (figure(words, example))
                }
            }
        }
    }
}

/// The board with the turn on it, and why it scores.
fn figure(words: Words, example: &Example) -> Markup {
    let Some(laying) = example.laying() else { return html! {} };
    let names = colour_names(words);
    let lines = siesta_words::reasons(words, &names, &laying.reasons());
    let shown = Shown {
        board: laying.board(),
        you: None,
        names: &names,
        last: Vec::new(),
        fresh: laying.turn().iter().map(|placement| placement.cell).collect(),
        press: None,
        lines: lines.iter().map(|(_, cells)| cells.clone()).collect(),
        ghosts: Vec::new(),
    };
    html! {
        div.small-board { (board::excerpt(words, &shown)) }
        ul.reasons { @for (text, _) in &lines { li { (text) } } }
    }
}

/// The way of scoring that an example uses.
fn scoring_name(words: Words, example: &Example) -> String {
    match example.laying().map(|laying| laying.before().scoring()) {
        Some(Scoring::Online) => words.say("scoring-online"),
        Some(Scoring::Printed) | None => words.say("scoring-printed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn every_rule_shows_its_example_in_every_language() {
        for language in Language::ALL {
            for section in &SECTIONS {
                let page = rule(Words(language), section).into_string();
                let boards = page.matches("class=\"board excerpt\"").count();
                assert_eq!(boards, section.examples.len(), "{language:?}: {}", section.key);
                assert!(page.contains("lit"), "{language:?}: {}", section.key);
                assert!(!page.contains('⟦'), "{language:?}: {}", section.key);
            }
        }
    }
}
