//! The page of a lesson of Siesta: a board, a task, and what the rules say of the turn.

use maud::{Markup, html};
use siesta::Content;

use super::board;
use super::draft::Draft;
use super::laying::{self, Lines};
use super::lessons::{COURSE, LESSONS, Lesson};
use super::words as siesta_words;
use crate::learn::{LessonParts, LessonState, colour_names};
use crate::names::Names;
use crate::query::Query;
use crate::words::Words;

/// The lesson of this number, counted from 1, with the turn that the query describes.
pub(super) fn lesson(words: Words, number: usize, query: &Query) -> Option<LessonParts> {
    let lesson = LESSONS.get(number.checked_sub(1)?)?;
    let draft = Draft::of(&lesson.position()?, &query.into());
    let names = colour_names(words);
    Some(Attempt { words, names, path: COURSE.lesson(number), lesson, draft }.parts())
}

/// A lesson with the turn that somebody is laying in it.
struct Attempt {
    words: Words,
    names: Names,
    /// The path of the lesson.
    path: String,
    lesson: &'static Lesson,
    draft: Draft,
}

impl Attempt {
    fn parts(&self) -> LessonParts {
        let words = self.words;
        let lines = siesta_words::reasons(words, &self.names, &self.draft.laying.reasons());
        LessonParts {
            title: self.message("title"),
            state: self.state(),
            address: laying::address(&self.path, &self.draft),
            drawings: board::drawings(),
            task: html! { p { (self.message("task")) } (self.scores()) },
            attempt: html! {
                div #alert.alert aria-live="assertive" {}
                (laying::form(words, &self.path, &self.draft, &self.names, &lines, Vec::new()))
            },
            judgement: self.judgement(&lines),
            buttons: laying::undo(words, &self.path, &self.draft),
        }
    }

    fn message(&self, part: &str) -> String {
        let points = i64::from(self.lesson.points());
        self.words.with(&format!("lesson-{}-{part}", self.lesson.key), [("points", points.into())])
    }

    fn state(&self) -> LessonState {
        if !self.draft.laying.is_complete() {
            LessonState::Open
        } else if self.lesson.is_done_by(&self.draft.laying) {
            LessonState::Done
        } else {
            LessonState::Missed
        }
    }

    /// Who has which colour, and the points before the turn.
    fn scores(&self) -> Markup {
        let before = self.draft.laying.before();
        html! {
            ul.standing {
                @for (seat, score) in before.scores().iter() {
                    li {
                        (board::drawing(Content::Roof(seat)))
                        span { (self.names.of(seat)) }
                        @if seat == before.mover() { span.tag { (self.words.say("you")) } }
                        strong { (score) }
                    }
                }
            }
        }
    }

    /// What the rules say of the turn so far.
    fn judgement(&self, lines: &Lines) -> Markup {
        let words = self.words;
        let gains = siesta_words::gains(&self.names, &self.draft.laying.gains());
        html! {
            @if let Some(refusal) = &self.draft.refusal {
                p.refusal role="alert" { (siesta_words::refusal(words, &self.names, refusal)) }
            }
            div aria-live="polite" {
                @match self.state() {
                    LessonState::Open if self.draft.laying.turn().is_empty() => { p { (words.say("lesson-how")) } }
                    LessonState::Open if gains.is_empty() => { p { (words.say("gains-nothing-yet")) } }
                    LessonState::Open => { p { (gains) } }
                    LessonState::Missed => { p { strong { (words.with("lesson-missed", [("gains", gains.into())])) } }
                        p { (words.say("lesson-again")) } }
                    LessonState::Done => { h2 { (words.with("lesson-right", [("gains", gains.into())])) }
                        p { (self.message("praise")) } }
                }
                (laying::reasons(lines, 0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Progress, lesson_page};
    use crate::words::Language;

    /// The state of a lesson and its page after this query.
    fn page(language: Language, number: usize, query: &[(&str, &str)]) -> (LessonState, String) {
        let query = Query::of(query);
        let state = lesson(Words(language), number, &query).unwrap().state;
        let page = lesson_page(Words(language), number, &query, Progress::read(&COURSE, "")).unwrap();
        (state, page.body().into_string())
    }

    #[test]
    fn a_lesson_says_what_it_thinks_of_a_turn_in_every_language() {
        for language in Language::ALL {
            for (laid, expected) in [
                ("", LessonState::Open),
                ("^G5 #H5 ^G6", LessonState::Missed),
                ("^G5 #H5 #I5", LessonState::Done),
            ] {
                let (state, text) = page(language, 1, &[("laid", laid)]);
                assert_eq!(state, expected);
                assert!(!text.contains('⟦'), "{language:?}: {text}");
                assert_eq!(text.contains("id=\"next\""), state == LessonState::Done);
            }
        }
    }

    #[test]
    fn a_refused_piece_is_explained() {
        let (_, text) = page(Language::English, 3, &[("piece", "sun"), ("put", "H5")]);
        assert!(text.contains("H5: a sun may not touch the shadow at H6."), "{text}");
    }

    #[test]
    fn a_finished_lesson_is_remembered_and_there_is_no_lesson_beyond_the_last() {
        let query = Query::of(&[("laid", "^G5 #H5 #I5")]);
        let progress = Progress::read(&COURSE, "");
        let page = lesson_page(Words(Language::English), 1, &query, progress).unwrap();
        assert!(page.new_progress().is_some_and(|progress| progress.has(1)));
        for number in [0, LESSONS.len() + 1] {
            assert!(lesson(Words(Language::English), number, &Query::default()).is_none());
        }
    }
}
