//! The levels of the bots, by name.

use bots::Level;
use maud::{Markup, html};

use crate::words::Words;

/// The level that forms suggest.
pub const DEFAULT_LEVEL: u8 = 3;

/// The name of a level in the language of the page.
pub(crate) fn level_name(words: Words, level: u8) -> String {
    words.say(&format!("level-{level}"))
}

/// A drop-down list of all levels, with one of them selected.
pub(crate) fn level_choice(words: Words, default: u8) -> Markup {
    html! {
        select name="level" aria-label=(words.say("level")) {
            @for level in Level::all().map(Level::number) {
                option value=(level) selected[level == default] { (level) " · " (level_name(words, level)) }
            }
        }
    }
}
