//! A table before its game: the link to share, joining, starting with bots, leaving.

use club::view::Taken;
use maud::{Markup, html};
use qrcode::QrCode;

use super::TablePage;
use crate::levels::level_choice;

/// The level of bots that is offered first to those who start without waiting.
const USUAL_LEVEL: u8 = 3;

/// A table that waits for players.
pub(super) fn waiting(page: &TablePage) -> Markup {
    let words = page.words;
    let seated = page.table.seats.iter().any(|seat| seat.taken == Taken::Person && page.is_me(seat));
    let host = page.person == Some(page.table.host.id);
    html! {
        div.waiting {
            h2 { (words.say("waiting-title")) }
            @if seated {
                p { (words.say("waiting-share")) }
                div.share {
                    (qr(&page.address))
                    label {
                        span { (words.say("waiting-link")) }
                        input #link type="url" readonly value=(page.address);
                    }
                    button.button type="button" data-copy="#link" data-copied=(words.say("copied")) { (words.say("copy")) }
                }
            } @else {
                form method="post" action=(page.action_path("join")) {
                    button.button.primary type="submit" { (words.say("join")) }
                }
            }
            @if host {
                form.inline method="post" action=(page.action_path("start")) {
                    label { (words.say("start-with-bots")) " " (level_choice(words, USUAL_LEVEL)) }
                    button.button type="submit" { (words.say("start")) }
                }
            }
            @if seated {
                form method="post" action=(page.action_path("leave")) {
                    button.button.quiet type="submit" { (words.say("leave")) }
                }
            }
        }
    }
}

/// The address as a QR code, for the camera of a phone.
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
