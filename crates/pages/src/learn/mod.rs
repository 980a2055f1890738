//! Learning a game: its rules with examples, and lessons to try them.

mod course;
mod lesson;
mod progress;
mod rules;

use maud::{Markup, html};

pub use self::course::Course;
pub use self::lesson::{LessonPage, lesson_page};
pub(crate) use self::lesson::{LessonParts, LessonState};
pub use self::progress::{PROGRESS_LIFETIME, Progress};
pub(crate) use self::rules::RulesParts;
pub use self::rules::rules_page;
use crate::levels::level_choice;
use crate::names::Names;
use crate::words::Words;

/// The level of the bot that is offered for a first game.
const FIRST_LEVEL: u8 = 1;

/// The names of the players in examples and lessons: the colours of their pieces.
pub(crate) fn colour_names(words: Words) -> Names {
    let colours = ["example-first", "example-second", "example-third", "example-fourth"];
    Names(colours.into_iter().map(|key| words.say(key)).collect())
}

/// A form that starts a first game against a bot.
fn play_now(words: Words, course: &Course) -> Markup {
    html! {
        form.first-game method="post" action="/play" {
            input type="hidden" name="game" value=(course.game);
            button #play-now.button.primary.large type="submit" { (words.say("play-now")) }
            label { (words.say("play-level")) " " (level_choice(words, FIRST_LEVEL)) }
        }
    }
}

/// Links to all lessons, with those marked that are done. `here` is the number of the lesson on the page.
fn lesson_links(words: Words, progress: &Progress, here: Option<usize>) -> Markup {
    let titles = crate::games::pages_of(progress.course().game).lesson_titles(words);
    html! {
        ol.lesson-links {
            @for (number, title) in (1..).zip(titles) {
                li {
                    a.done[progress.has(number)] href=(progress.course().lesson(number))
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
