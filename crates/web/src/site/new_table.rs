//! A new table, with every option.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{Chair, GameName, Options, Refusal, Variant};
use pages::new_table::{self, NewTableForm, SeatChoice};
use serde::Deserialize;

use super::shell;
use super::visitor::{Visitor, redirect};
use crate::api::body::{InForm, InQuery};
use crate::api::people::named;
use crate::api::problem::Problem;
use crate::api::tables::{lay, level_of};
use crate::app::App;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/new", get(show).post(create))
}

async fn create(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<NewTableForm>,
) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(&app)?;
    let variant = Variant::try_from(form.variant()).map_err(Refusal::from)?;
    let mut chairs = vec![Chair::Person(sitter)];
    for choice in form.other_seats(variant.players()) {
        chairs.push(match choice {
            SeatChoice::Open => Chair::Open,
            SeatChoice::Invited(name) => Chair::Invited(named(&app, &name).await?.id),
            SeatChoice::Bot(level) => Chair::Bot { level: level_of(level)? },
        });
    }
    let options = Options { variant, clock: form.clock(), rated: form.is_rated(), public: form.is_public() };
    let acted = lay(&app, sitter, options, chairs, None, None, None).await?;
    Ok(redirect(&format!("/t/{}", acted.table), cookie))
}

/// Which game is chosen at first; the first of the list unless the address names another.
#[derive(Deserialize)]
struct Suggested {
    #[serde(default)]
    game: String,
}

async fn show(visitor: Visitor, InQuery(suggested): InQuery<Suggested>) -> Response {
    let game = suggested.game.parse().unwrap_or(GameName::ALL[0]);
    shell::document(&visitor, &new_table::page(&visitor, game)).into_response()
}
