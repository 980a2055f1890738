//! The chat of a table.

use club::Room;
use club::view::MessageView;
use maud::{Markup, html};

use super::TablePage;
use crate::words::Words;

/// The chat: what this person may read, and a form to write.
pub(super) fn talk(page: &TablePage, swap: Option<&str>) -> Markup {
    let words = page.words;
    let at = page.action_path("chat");
    // Spectators of a game that is on talk among themselves.
    let room = if page.table.you.is_some() || page.table.stage != club::Stage::Playing {
        "all"
    } else {
        "spectators"
    };
    html! {
        section #talk.talk hx-swap-oob=[swap] data-seq=(page.table.seq) aria-label=(words.say("talk")) {
            h2 { (words.say("talk")) }
            @if page.table.chat.is_empty() { p.empty { (words.say("talk-none")) } }
            @else {
                ol.list data-follow tabindex="0" aria-label=(words.say("talk")) aria-live="polite" {
                    @for said in &page.table.chat { (message(words, said)) }
                }
            }
            form.say method="post" action=(at) hx-post=(at) hx-swap="none" data-empty {
                input type="hidden" name="room" value=(room);
                input #say type="text" name="text" maxlength="300" required autocomplete="off"
                    aria-label=(words.say("talk-label")) placeholder=(words.say("talk-label"));
                button.button type="submit" { (words.say("talk-send")) }
            }
        }
    }
}

fn message(words: Words, said: &MessageView) -> Markup {
    html! {
        li {
            @match &said.person {
                Some(person) => { strong { (person.name) } }
                None => { em { (words.say("talk-deleted")) } }
            }
            ": " (said.text)
            @if said.room != Room::All { " " span.tag { (match said.room {
                Room::Players => words.say("room-players"),
                Room::Spectators => words.say("room-spectators"),
                Room::All => String::new(),
            }) } } }
    }
}
