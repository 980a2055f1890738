//! The best actions of ¡No Siesta!, with what is expected of them.

use bots::Judged;
use maud::{Markup, html};
use no_siesta::{Action, Sheet};

use super::words as say;
use crate::advice::margin;
use crate::names::Names;
use crate::words::Words;

/// The best actions as a list, the best first.
pub(super) fn best_actions(words: Words, names: &Names, sheet: &Sheet, best: &[Judged<Action>]) -> Markup {
    html! {
        ol.choices-list {
            @for (index, judged) in best.iter().enumerate() {
                li {
                    span.rank { (index + 1) }
                    strong { (say::action(words, names, sheet, &judged.action)) }
                    span.expected title=(words.say("expected")) { (margin(words, judged.score)) }
                }
            }
        }
    }
}
