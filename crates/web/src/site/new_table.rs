//! A new table, with every option.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{Chair, GameName, Options};
use pages::new_table::{self, NewTableForm, SeatChoice};
use serde::Deserialize;

use super::shell;
use super::visitor::{Visitor, redirect};
use crate::app::App;
use crate::extract::{InForm, InQuery};
use crate::fault::Fault;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/new", get(show).post(create))
}

async fn create(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<NewTableForm>,
) -> Result<Response, Fault> {
    let (sitter, cookie) = visitor.player(&app)?;
    let variant = house::variant(form.variant())?;
    let mut chairs = vec![Chair::Person(sitter)];
    for choice in form.other_seats(variant.players()) {
        chairs.push(match choice {
            SeatChoice::Open => Chair::Open,
            SeatChoice::Invited(name) => Chair::Invited(app.house.find_person(&name).await?.id),
            SeatChoice::Bot(level) => Chair::Bot { level: house::level(level)? },
        });
    }
    let options = Options { variant, clock: form.clock(), rated: form.is_rated(), public: form.is_public() };
    let acted = app.house.create_table(sitter, options, chairs, None).await?;
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
