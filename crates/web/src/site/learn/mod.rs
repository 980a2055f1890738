//! Learning the games: the rules with examples, and lessons to try them.

mod course;
mod no_siesta;
mod progress;
mod rules;
mod tutorial;

use std::sync::Arc;

use axum::Router;
use maud::{Markup, html};

use self::course::Course;
use crate::app::App;
use pages::levels::level_choice;
use pages::names::Names;
use pages::words::Words;

/// The level for a first game.
const FIRST_LEVEL: u8 = 1;

pub(super) fn routes() -> Router<Arc<App>> {
    rules::routes().merge(tutorial::routes()).merge(no_siesta::routes())
}

/// What the players of examples and lessons are called: the colours of their pieces.
fn names(words: Words) -> Names {
    let colours = ["example-first", "example-second", "example-third", "example-fourth"];
    Names(colours.into_iter().map(|key| words.say(key)).collect())
}

/// From here to a first game.
fn play_now(words: Words, course: Course) -> Markup {
    html! {
        form.first-game method="post" action="/play" {
            @if course == Course::NoSiesta { input type="hidden" name="game" value="no-siesta"; }
            button #play-now.button.primary.large type="submit" { (words.say("play-now")) }
            label { (words.say("play-level")) " " (level_choice(words, FIRST_LEVEL)) }
        }
    }
}
