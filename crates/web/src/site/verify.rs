//! Fair dice: the fingerprint of the secret from the start, the secret at the end, and a check of the whole
//! game that anybody can make.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::TableId;
use club::record::{Verified, VerifyError, record, verify};
use maud::{Markup, html};
use serde::Deserialize;

use super::shell;
use super::visitor::Visitor;
use crate::api::body::{InForm, InPath};
use crate::api::problem::Problem;
use crate::api::tables::{find, seen};
use crate::app::App;
use pages::words::Words;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/verify", get(form).post(check)).route("/t/{id}/verify", get(of_table))
}

async fn form(visitor: Visitor) -> Response {
    let words = visitor.words();
    page(&visitor, &html! { (paste(words, "")) })
}

#[derive(Deserialize)]
struct Pasted {
    record: String,
}

async fn check(visitor: Visitor, InForm(pasted): InForm<Pasted>) -> Response {
    let words = visitor.words();
    // Browsers end the lines of a form with both signs.
    let text = pasted.record.replace("\r\n", "\n");
    let body = html! { (answer(words, &verify(text.as_bytes()))) (paste(words, &text)) };
    page(&visitor, &body)
}

/// The dice of a table: what is known of them now, and whether all of them were fair once the game is over.
async fn of_table(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let words = visitor.words();
    let slot = find(&app, id).await?;
    let table = seen(&app, &slot, visitor.person()).await?;
    let text = slot.look(|loaded| record(&loaded.table, &|person| app.house.names.get(person)));
    let game = table.game.as_ref();
    let seed = game.and_then(|game| game.seed);
    let body = html! {
        p { a href={ "/t/" (id) } { (words.say("to-table")) } }
        @match (game, text) {
            (Some(game), Some(text)) => {
                dl.facts-list {
                    dt { (words.say("verify-hash")) } dd.secret { (game.seed_hash) }
                    dt { (words.say("verify-seed")) }
                    @match seed {
                        Some(seed) => { dd.secret { (seed) } }
                        None => { dd { (words.say("verify-not-yet")) } }
                    }
                }
                @if seed.is_some() {
                    (answer(words, &verify(text.as_bytes())))
                    (paste(words, &text))
                }
            }
            _ => { p.empty { (words.say("verify-not-begun")) } }
        }
    };
    Ok(page(&visitor, &body))
}

fn page(visitor: &Visitor, body: &Markup) -> Response {
    let words = visitor.words();
    let title = words.say("verify-title");
    let body = html! {
        section.narrow.verify {
            h1 { (title) }
            p.lead { (words.say("verify-lead")) }
            (body)
            section.panel {
                h2 { (words.say("verify-how")) }
                ol.numbered {
                    li { (words.say("verify-how-start")) }
                    li { (words.say("verify-how-play")) }
                    li { (words.say("verify-how-end")) }
                    li { (words.say("verify-how-takeback")) }
                }
                details {
                    summary { (words.say("verify-exactly")) }
                    p { (words.say("verify-exactly-number")) }
                    p { code { "SHA-256(\"SEED chance N TRY\")" } }
                    p { (words.say("verify-exactly-draw")) }
                    p { (words.say("verify-at-home")) " " code { "sobremesa verify FILE" } }
                }
            }
        }
    };
    shell::page(visitor, &title, &body).into_response()
}

/// Whether a record is true, and if not, what is wrong with it.
fn answer(words: Words, checked: &Result<Verified, VerifyError>) -> Markup {
    html! {
        @match checked {
            Ok(verified) => {
                div.answer.right role="status" {
                    h2 { (words.say("verify-true")) }
                    ul {
                        li { (words.with("verify-chances", [("count", verified.chances.into())])) }
                        li { (words.with("verify-steps", [("count", verified.steps.into())])) }
                        li { (words.say(if verified.seats_drawn { "verify-seats-drawn" } else { "verify-seats-agreed" })) }
                    }
                }
            }
            Err(error) => {
                div.answer.wrong role="alert" {
                    h2 { (words.say("verify-false")) }
                    p { (why(words, error)) }
                }
            }
        }
    }
}

fn why(words: Words, error: &VerifyError) -> String {
    match error {
        VerifyError::Text(text) => words.with("verify-unreadable", [("why", text.clone().into())]),
        VerifyError::Missing(key) | VerifyError::Hex(key, _) => {
            words.with("verify-missing", [("line", (*key).into())])
        }
        VerifyError::OtherSeed { actual, published } => words.with(
            "verify-other-seed",
            [("actual", actual.to_string().into()), ("published", published.to_string().into())],
        ),
        VerifyError::Seats { recorded, drawn } => words
            .with("verify-seats", [("recorded", recorded.clone().into()), ("drawn", drawn.clone().into())]),
        VerifyError::Chance { number, recorded, drawn } => words.with(
            "verify-chance",
            [
                ("number", (*number).into()),
                ("recorded", recorded.clone().into()),
                ("drawn", drawn.clone().into()),
            ],
        ),
    }
}

/// A place for a record from wherever.
fn paste(words: Words, text: &str) -> Markup {
    html! {
        form.panel method="post" action="/verify" {
            label for="record" { strong { (words.say("verify-record")) } }
            p.hint { (words.say("verify-record-how")) }
            textarea #record name="record" rows="10" required spellcheck="false" { (text) }
            button #check.button.primary type="submit" { (words.say("verify-check")) }
        }
    }
}
