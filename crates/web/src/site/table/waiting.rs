//! A table that waits: the link to it, and who may begin without waiting.

use club::view::Taken;
use maud::{Markup, html};
use qrcode::QrCode;

use super::TablePage;
use pages::levels::level_choice;

impl TablePage {
    /// A table that waits for somebody.
    pub(super) fn waiting(&self) -> Markup {
        let words = self.words;
        let seated = self.table.seats.iter().any(|seat| {
            seat.taken == Taken::Person && seat.person.as_ref().map(|person| person.id) == self.person
        });
        let host = self.person == Some(self.table.host.id);
        let at = |action: &str| format!("/t/{}/{action}", self.table.id);
        html! {
            div.waiting {
                h2 { (words.say("waiting-title")) }
                @if seated {
                    p { (words.say("waiting-share")) }
                    div.share {
                        (qr(&self.address))
                        label {
                            span { (words.say("waiting-link")) }
                            input #link type="url" readonly value=(self.address);
                        }
                        button.button type="button" data-copy="#link" data-copied=(words.say("copied")) { (words.say("copy")) }
                    }
                } @else {
                    form method="post" action=(at("join")) {
                        button.button.primary type="submit" { (words.say("join")) }
                    }
                }
                @if host {
                    form.inline method="post" action=(at("start")) {
                        label { (words.say("start-with-bots")) " " (level_choice(words, 3)) }
                        button.button type="submit" { (words.say("start")) }
                    }
                }
                @if seated {
                    form method="post" action=(at("leave")) {
                        button.button.quiet type="submit" { (words.say("leave")) }
                    }
                }
            }
        }
    }
}

/// The address for a camera.
fn qr(address: &str) -> Markup {
    let Ok(code) = QrCode::new(address) else { return html! {} };
    let width = code.width();
    let mut path = String::new();
    for (index, colour) in code.to_colors().into_iter().enumerate() {
        if colour == qrcode::Color::Dark {
            path.push_str(&format!("M{} {}h1v1h-1z", index % width + 4, index / width + 4));
        }
    }
    let side = width + 8;
    html! {
        svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label=(address) shape-rendering="crispEdges" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    }
}
