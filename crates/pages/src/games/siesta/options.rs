//! The options of Siesta: in the form for a new table, and in words.

use club::{GameName, VariantForm};
use maud::{Markup, html};
use siesta::{Mode, Scoring};

use crate::lists::player_count;
use crate::new_table::NewTableForm;
use crate::words::Words;

/// Siesta is for two or more.
const MIN_PLAYERS: usize = 2;

/// How it is played, in a few words.
pub(super) fn kind(words: Words, variant: &VariantForm) -> Vec<String> {
    let mode = variant.mode.as_deref().and_then(|mode| mode.parse().ok()).unwrap_or_default();
    let scoring = variant.scoring.as_deref().and_then(|scoring| scoring.parse().ok()).unwrap_or_default();
    let players = match mode {
        Mode::Teams => words.say("mode-teams"),
        Mode::FreeForAll => player_count(words, variant.players),
    };
    let scoring = match scoring {
        Scoring::Printed => None,
        Scoring::Online => Some(words.say("scoring-online-short")),
    };
    [players].into_iter().chain(scoring).collect()
}

/// Options that few people change.
pub(super) fn more_options(words: Words) -> Markup {
    html! {
        label.check.when-four.of-siesta { input type="checkbox" name="teams" value="1"; " " (words.say("new-teams")) }
        fieldset.of-siesta {
            legend { (words.say("new-scoring")) }
            div.choices {
                label { input type="radio" name="scoring" value="printed" checked; " " (words.say("scoring-printed")) }
                label { input type="radio" name="scoring" value="online"; " " (words.say("scoring-online")) }
            }
        }
    }
}

/// The options that were chosen in the form.
pub(super) fn read(form: &NewTableForm) -> VariantForm {
    let mode = if form.teams.is_some() { Mode::Teams } else { Mode::FreeForAll };
    VariantForm {
        game: GameName::Siesta,
        // The choice to play alone belongs to another game, and may have been made before this one was chosen.
        players: form.players.max(MIN_PLAYERS),
        mode: Some(mode.to_string()),
        scoring: Some(form.scoring.clone()),
    }
}
