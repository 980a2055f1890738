//! The levels of the house's bots, by name.

use bots::Level;
use maud::{Markup, html};

use crate::words::Words;

/// What a level is called.
pub fn level_name(words: Words, level: u8) -> String {
    words.say(&format!("level-{level}"))
}

/// A choice of levels.
pub fn level_choice(words: Words, usual: u8) -> Markup {
    html! {
        select name="level" aria-label=(words.say("level")) {
            @for level in Level::all().map(Level::number) {
                option value=(level) selected[level == usual] { (level) " · " (level_name(words, level)) }
            }
        }
    }
}
