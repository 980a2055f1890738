//! The page with the rules of a game.

use club::GameName;
use maud::{Markup, html};

use super::{Progress, lesson_links, play_now};
use crate::games::pages_of;
use crate::shell::Page;
use crate::words::Words;

/// What a game says about its rules.
pub(crate) struct RulesParts {
    /// The title of the page.
    pub(crate) title: String,
    /// What the game is about.
    pub(crate) lead: String,
    /// What the marks in the examples mean.
    pub(crate) marks: String,
    /// What the lessons are good for.
    pub(crate) lessons: String,
    /// The shapes that the examples use.
    pub(crate) drawings: Markup,
    /// The rules, one section each.
    pub(crate) sections: Markup,
}

/// Renders the rules of the game that the progress is about.
pub fn rules_page(words: Words, progress: &Progress) -> Page {
    let course = progress.course();
    let parts = pages_of(course.game).rules(words);
    let body = html! {
        (parts.drawings)
        div.learn {
            (game_tabs(words, course.game))
            header.intro {
                div {
                    h1 { (parts.title) }
                    p.lead { (parts.lead) }
                    p { (parts.marks) }
                }
                (lessons_section(words, progress, &parts.lessons))
            }
            (parts.sections)
            section.ready {
                h2 { (words.say("learn-ready")) }
                (play_now(words, course))
            }
        }
    };
    Page { title: parts.title, body }
}

/// Links to the rules of all games.
fn game_tabs(words: Words, here: GameName) -> Markup {
    html! {
        nav.tabs aria-label=(words.say("learn-games")) {
            @for game in GameName::ALL {
                @let pages = pages_of(game);
                a href=(pages.course().rules) aria-current=[(game == here).then_some("page")] { (pages.name()) }
            }
        }
    }
}

fn lessons_section(words: Words, progress: &Progress, lead: &str) -> Markup {
    html! {
        nav.lessons aria-label=(words.say("lessons")) {
            h2 { (words.say("lessons")) }
            p { (lead) }
            (lesson_links(words, progress, None))
            a.button.primary href=(progress.course().lesson(progress.next())) { (words.say("lessons-go")) }
        }
    }
}
