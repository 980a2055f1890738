//! A button that shares an address.

use maud::{Markup, html};

use crate::words::Words;

/// A button that hands an address to other programs, or copies it; scripts show it where they can do so.
pub fn share_button(words: Words, address: &str, title: &str) -> Markup {
    html! {
        button #share.button type="button" hidden data-share=(address) data-title=(title)
            data-copied=(words.say("link-copied")) { (words.say("share")) }
    }
}
