//! The rules of Siesta, each with an example that the rules themselves have counted.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use siesta::{Laying, Placement, Position, Scoring};

use super::super::shell;
use super::super::visitor::Visitor;
use super::course::{Course, to_the_lessons};
use super::progress::Progress;
use super::{names, play_now};
use crate::app::App;
use pages::games::siesta::board::{self, Shown};
use pages::games::siesta::words as siesta_words;
use pages::words::Words;

/// A turn in a position.
struct Example {
    position: &'static str,
    turn: &'static str,
}

/// A rule with its examples.
struct Section {
    /// How its words are found.
    key: &'static str,
    examples: &'static [Example],
}

static SECTIONS: [Section; 10] = [
    Section {
        key: "turn",
        examples: &[Example {
            position: "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1",
            turn: "^G5 #H5 #I5",
        }],
    },
    Section {
        key: "opening",
        examples: &[Example { position: "12/12/12/12/12/12/12/12/12/12/12/12 2 a 0", turn: "*E6 ^F6 #G6" }],
    },
    Section {
        key: "places",
        examples: &[Example {
            position: "12/12/12/12/12/4*a#5/12/12/12/12/12/12 2 b 1",
            turn: "^E7 #E8 *F5",
        }],
    },
    Section {
        key: "siesta",
        examples: &[Example {
            position: "12/12/12/12/12/3*b7/3a8/3#8/12/12/12/12 2 a 2",
            turn: "^F6 #G6 #H6",
        }],
    },
    Section {
        key: "longer",
        examples: &[Example {
            position: "12/12/12/12/12/3*a#6/3b8/3#8/12/12/12/12 2 a 2",
            turn: "#G6 #H6 #I6",
        }],
    },
    Section {
        key: "apart",
        examples: &[Example {
            position: "12/12/12/12/12/3*a##5/12/12/12/12/12/12 2 b 1",
            turn: "^H6 *I6 *E5",
        }],
    },
    Section {
        key: "double",
        examples: &[Example {
            position: "12/12/12/12/12/2*a##6/2b9/2#9/12/12/12/12 2 a 2",
            turn: "#G6 ^H6 *I6",
        }],
    },
    Section {
        key: "end",
        examples: &[Example {
            position: "12/12/1*bb##6/1*aaaa##4/1*bbbb####2/1*aaaa##4/1*aaaa#5/1*aa8/12/12/12/12 2 a 14",
            turn: "#I4 #J4 ^E8",
        }],
    },
    Section {
        key: "teams",
        examples: &[Example {
            position: "12/12/12/12/12/2*c8/2b9/2#9/12/12/12/12 4 a 4",
            turn: "^E6 #F6 #G6",
        }],
    },
    Section {
        key: "scoring",
        examples: &[
            Example { position: "12/12/12/12/12/3*a##5/3b8/3#8/12/12/12/12 2 a 3", turn: "#H6 ^E5 ^E7" },
            Example { position: "12/12/12/12/12/3*a##5/3b8/3#8/12/12/12/12 2 a 3 3,1", turn: "#H6 ^E5 ^E7" },
        ],
    },
];

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/learn", get(show))
}

impl Example {
    /// The turn, laid.
    fn laying(&self) -> Option<Laying> {
        let position: Position = self.position.parse().ok()?;
        let mut laying = position.lay();
        for text in self.turn.split_whitespace() {
            let placement: Placement = text.parse().ok()?;
            laying.lay(placement).ok()?;
        }
        Some(laying)
    }

    /// The board with the turn on it, and why it scores.
    fn figure(&self, words: Words) -> Markup {
        let Some(laying) = self.laying() else { return html! {} };
        let names = names(words);
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
}

async fn show(visitor: Visitor, headers: HeaderMap) -> Response {
    let words = visitor.words();
    let progress = Progress::of(&headers, Course::Siesta);
    let body = html! {
        (board::drawings())
        div.learn {
            (Course::Siesta.tabs(words))
            header.intro {
                div {
                    h1 { (words.say("learn-title")) }
                    p.lead { (words.say("learn-lead")) }
                    p { (words.say("learn-marks")) }
                }
                (to_the_lessons(words, &progress, &words.say("lessons-lead")))
            }
            @for section in &SECTIONS { (rule(words, section)) }
            section.ready {
                h2 { (words.say("learn-ready")) }
                (play_now(words, Course::Siesta))
            }
        }
    };
    shell::page(&visitor, &words.say("learn-title"), &body).into_response()
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
                    @if section.examples.len() > 1 { figcaption { (scoring(words, example)) } }
                    (example.figure(words))
                }
            }
        }
    }
}

/// How the points of an example are counted.
fn scoring(words: Words, example: &Example) -> String {
    match example.laying().map(|laying| laying.before().scoring()) {
        Some(Scoring::Online) => words.say("scoring-online"),
        Some(Scoring::Printed) | None => words.say("scoring-printed"),
    }
}

#[cfg(test)]
mod tests {
    use siesta::End;

    use super::*;
    use pages::words::Language;

    fn example(key: &str, index: usize) -> Laying {
        let section = SECTIONS.iter().find(|section| section.key == key).unwrap();
        section.examples[index].laying().unwrap()
    }

    #[test]
    fn every_example_is_a_legal_turn_that_fits_the_picture() {
        for section in &SECTIONS {
            for example in section.examples {
                let laying = example.laying().unwrap_or_else(|| panic!("{}: not legal", section.key));
                assert!(laying.is_complete(), "{}", section.key);
                assert!(board::fits(laying.board()), "{}", section.key);
            }
        }
    }

    #[test]
    fn the_examples_gain_what_the_text_is_about() {
        for (key, index, gains) in [
            ("turn", 0, &[0, 2][..]),
            ("opening", 0, &[1, 0]),
            ("places", 0, &[0, 1]),
            ("siesta", 0, &[2, 2]),
            ("longer", 0, &[3, 0]),
            ("apart", 0, &[0, 2]),
            ("double", 0, &[6, 0]),
            ("end", 0, &[2, 0]),
            ("teams", 0, &[2, 0, 2, 0]),
            ("scoring", 0, &[1, 0]),
            ("scoring", 1, &[3, 0]),
        ] {
            assert_eq!(example(key, index).gains().as_slice(), gains, "{key}");
        }
        let double = example("double", 0).reasons();
        assert_eq!(double.doubles.iter().map(|double| double.points).collect::<Vec<_>>(), [2]);
        let after = example("end", 0).finish().unwrap();
        assert!(matches!(after.end(), Some(End::Roofs(_))));
        assert_eq!(after.scores().as_slice(), [7, 6]);
    }

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
