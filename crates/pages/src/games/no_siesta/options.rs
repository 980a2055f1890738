//! The options of ¡No Siesta!: in the form for a new table, and in words.

use club::{GameName, VariantForm};
use maud::{Markup, html};
use no_siesta::Mode;

use crate::lists::player_count;
use crate::new_table::NewTableForm;
use crate::words::Words;

/// ¡No Siesta! can be played alone.
const MIN_PLAYERS: usize = 1;

/// How it is played, in a few words.
pub(super) fn kind(words: Words, variant: &VariantForm) -> Vec<String> {
    let players = player_count(words, variant.players);
    match variant.mode.as_deref().and_then(|mode| mode.parse().ok()) {
        None | Some(Mode::Standard) => vec![players],
        Some(Mode::Original) => vec![words.say("mode-original"), players],
        Some(Mode::Experienced) => vec![words.say("mode-experienced"), players],
        Some(Mode::Solo) => vec![words.say("mode-solo")],
    }
}

/// The choice of the mode.
pub(super) fn main_options(words: Words) -> Markup {
    html! {
        fieldset.of-no-siesta.of-several {
            legend { (words.say("new-mode")) }
            div.choices {
                label { input type="radio" name="mode" value="standard" checked; " " (words.say("mode-standard")) }
                label.of-two { input type="radio" name="mode" value="original"; " " (words.say("mode-original")) }
                label { input type="radio" name="mode" value="experienced"; " " (words.say("mode-experienced")) }
            }
            p.hint.of-original { (words.say("mode-original-explained")) }
            p.hint.of-experienced { (words.say("mode-experienced-explained")) }
        }
    }
}

/// The options that were chosen in the form.
pub(super) fn read(form: &NewTableForm) -> VariantForm {
    let mode = match form.mode.as_str() {
        _ if form.players == 1 => Mode::Solo.name(),
        // The original game is for two. It may still be chosen from before more players were, and is hidden then.
        "original" if form.players > 2 => Mode::Standard.name(),
        chosen => chosen,
    };
    VariantForm {
        game: GameName::NoSiesta,
        players: form.players.max(MIN_PLAYERS),
        mode: Some(mode.to_owned()),
        scoring: None,
    }
}
