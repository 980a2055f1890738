//! What the engine advises.

use maud::{Markup, html};

use super::TablePage;

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Where to look.
    Nudge,
    /// What to do.
    Answer,
}

/// The button that asks for a hint, and after the nudge for the answer. Nothing in rated games and where
/// other people play. The fields are sent along with it.
pub(crate) fn hint_button(page: &TablePage, fields: &Markup) -> Markup {
    let at = page.action_path("hint");
    let (more, key) = if page.hint.is_some() { ("1", "hint-more") } else { ("", "hint") };
    html! {
        @if !page.has_other_people() && !page.table.rated {
            form method="post" action=(at) hx-post=(at) hx-swap="none" {
                (fields)
                button #hint.button.quiet.yields type="submit" name="more" value=(more) { (page.words.say(key)) }
            }
        }
    }
}
