//! The two games to learn: where their rules and their lessons are.

use maud::{Markup, html};

use super::progress::Progress;
use pages::games::no_siesta;
use pages::games::siesta::lessons as lesson;
use pages::words::Words;

/// A game to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    Siesta,
    NoSiesta,
}

impl Course {
    const ALL: [Self; 2] = [Self::Siesta, Self::NoSiesta];

    /// What a browser remembers its lessons by.
    pub(super) fn cookie(self) -> &'static str {
        match self {
            Self::Siesta => "sobremesa_lessons",
            Self::NoSiesta => "sobremesa_farm_lessons",
        }
    }

    /// How many lessons it has.
    pub(super) fn lessons(self) -> usize {
        match self {
            Self::Siesta => lesson::LESSONS.len(),
            Self::NoSiesta => no_siesta::lessons::LESSONS.len(),
        }
    }

    fn game(self) -> &'static str {
        match self {
            Self::Siesta => "Siesta",
            Self::NoSiesta => "¡No Siesta!",
        }
    }

    /// The address of its rules.
    fn rules(self) -> &'static str {
        match self {
            Self::Siesta => "/learn",
            Self::NoSiesta => "/learn/no-siesta",
        }
    }

    /// The address of a lesson.
    pub(super) fn lesson(self, number: usize) -> String {
        match self {
            Self::Siesta => format!("/learn/lessons/{number}"),
            Self::NoSiesta => format!("/learn/no-siesta/{number}"),
        }
    }

    /// What its lessons are called, in their order.
    fn titles(self, words: Words) -> Vec<String> {
        match self {
            Self::Siesta => {
                lesson::LESSONS.iter().map(|one| words.say(&format!("lesson-{}-title", one.key))).collect()
            }
            Self::NoSiesta => no_siesta::lessons::LESSONS
                .iter()
                .map(|one| words.say(&format!("farm-lesson-{}-title", one.key)))
                .collect(),
        }
    }

    /// The way from the rules of one game to those of the other.
    pub(super) fn tabs(self, words: Words) -> Markup {
        html! {
            nav.tabs aria-label=(words.say("learn-games")) {
                @for course in Self::ALL {
                    a href=(course.rules()) aria-current=[(course == self).then_some("page")] { (course.game()) }
                }
            }
        }
    }
}

/// All lessons, with those that are done marked.
pub(super) fn lesson_links(words: Words, progress: &Progress, here: Option<usize>) -> Markup {
    html! {
        ol.lesson-links {
            @for (number, title) in (1..).zip(progress.course.titles(words)) {
                li {
                    a.done[progress.has(number)] href=(progress.course.lesson(number))
                        aria-current=[(here == Some(number)).then_some("page")] {
                        span.mark-number aria-hidden="true" { @if progress.has(number) { "✓" } @else { (number) } }
                        span.lesson-name { (title) }
                        @if progress.has(number) { span.hidden { " (" (words.say("lesson-done")) ")" } }
                    }
                }
            }
        }
    }
}

/// The way from the rules to the lessons.
pub(super) fn to_the_lessons(words: Words, progress: &Progress, lead: &str) -> Markup {
    html! {
        nav.lessons aria-label=(words.say("lessons")) {
            h2 { (words.say("lessons")) }
            p { (lead) }
            (lesson_links(words, progress, None))
            a.button.primary href=(progress.course.lesson(progress.next())) { (words.say("lessons-go")) }
        }
    }
}
