//! Sharing the address of a page.

use maud::{Markup, html};

use crate::words::Words;

/// A button that hands an address to other programs, or copies it; hidden until scripts show it.
pub(crate) fn share_button(words: Words, address: &str, title: &str) -> Markup {
    html! {
        button #share.button type="button" hidden data-share=(address) data-title=(title)
            data-copied=(words.say("link-copied")) { (words.say("share")) }
    }
}
