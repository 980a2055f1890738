//! A new table, with every option that the club has.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{Chair, Clock, GameName, Options, Refusal, Variant, VariantForm};
use maud::{Markup, html};
use serde::Deserialize;

use super::home::USUAL_LEVEL;
use super::shell;
use super::visitor::{Visitor, go_to};
use crate::api::body::{InForm, InQuery};
use crate::api::people::named;
use crate::api::problem::Problem;
use crate::api::tables::{lay, level_of};
use crate::app::App;
use pages::levels::level_name;
use pages::words::Words;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/new", get(form).post(create))
}

/// What the form says. Seats are `open`, `bot-3` or the name of somebody.
#[derive(Deserialize)]
struct Wishes {
    game: GameName,
    players: usize,
    #[serde(default)]
    teams: Option<String>,
    scoring: String,
    /// For ¡No Siesta! among several.
    mode: String,
    #[serde(default)]
    seat2: String,
    #[serde(default)]
    seat3: String,
    #[serde(default)]
    seat4: String,
    #[serde(default)]
    invite: String,
    clock: String,
    #[serde(default)]
    turn_seconds: Option<u32>,
    #[serde(default)]
    reserve_minutes: Option<u32>,
    #[serde(default)]
    days: Option<u32>,
    #[serde(default)]
    rated: Option<String>,
    #[serde(default)]
    public: Option<String>,
}

async fn create(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(wishes): InForm<Wishes>,
) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(&app)?;
    let (mode, scoring) = match wishes.game {
        GameName::Siesta if wishes.teams.is_some() => ("teams", Some(wishes.scoring.clone())),
        GameName::Siesta => ("ffa", Some(wishes.scoring.clone())),
        GameName::NoSiesta if wishes.players == 1 => ("solo", None),
        // What is not offered to so many players may still be chosen where nobody sees it.
        GameName::NoSiesta if wishes.players > 2 && wishes.mode == "original" => ("standard", None),
        GameName::NoSiesta => (wishes.mode.as_str(), None),
    };
    let least = match wishes.game {
        GameName::Siesta => 2,
        GameName::NoSiesta => 1,
    };
    let players = wishes.players.max(least);
    let form = VariantForm { game: wishes.game, players, mode: Some(mode.to_owned()), scoring };
    let variant = Variant::try_from(form).map_err(Refusal::from)?;
    let mut chairs = vec![Chair::Person(sitter)];
    let mut invited = wishes.invite.split(',').map(str::trim).filter(|name| !name.is_empty());
    for seat in [&wishes.seat2, &wishes.seat3, &wishes.seat4].into_iter().take(variant.players().count() - 1)
    {
        chairs.push(match seat.strip_prefix("bot-") {
            Some(level) => Chair::Bot { level: level_of(level.parse().unwrap_or(0))? },
            None if seat == "invite" => match invited.next() {
                Some(name) => Chair::Invited(named(&app, name).await?.id),
                None => Chair::Open,
            },
            None => Chair::Open,
        });
    }
    let clock = match wishes.clock.as_str() {
        "live" => Clock::Live {
            turn_seconds: wishes.turn_seconds.unwrap_or(60),
            reserve_seconds: wishes.reserve_minutes.unwrap_or(5).saturating_mul(60),
        },
        "correspondence" => Clock::Correspondence { days: wishes.days.unwrap_or(3) },
        _ => Clock::None,
    };
    let options = Options { variant, clock, rated: wishes.rated.is_some(), public: wishes.public.is_some() };
    let acted = lay(&app, sitter, options, chairs, None, None, None).await?;
    Ok(go_to(&format!("/t/{}", acted.table), cookie))
}

#[derive(Deserialize, Default)]
struct Asked {
    #[serde(default)]
    game: String,
}

async fn form(visitor: Visitor, InQuery(asked): InQuery<Asked>) -> Response {
    let words = visitor.words();
    let no_siesta = asked.game == "no-siesta";
    let body = html! {
        section.narrow {
            h1 { (words.say("new-title")) }
            form.options method="post" action="/new" {
                fieldset {
                    legend { (words.say("new-game")) }
                    div.choices {
                        label { input type="radio" name="game" value="siesta" checked[!no_siesta]; " Siesta" }
                        label { input type="radio" name="game" value="no-siesta" checked[no_siesta]; " ¡No Siesta!" }
                    }
                }
                fieldset {
                    legend { (words.say("new-players")) }
                    div.choices {
                        label.of-no-siesta { input type="radio" name="players" value="1"; " " (words.say("new-alone")) }
                        @for players in 2..=4 {
                            label { input type="radio" name="players" value=(players) checked[players == 2]; " " (players) }
                        }
                    }
                }
                fieldset.of-no-siesta.of-several {
                    legend { (words.say("new-mode")) }
                    div.choices {
                        label { input type="radio" name="mode" value="standard" checked; " " (words.say("mode-standard")) }
                        label.of-two { input type="radio" name="mode" value="original"; " " (words.say("mode-original")) }
                        label { input type="radio" name="mode" value="experienced"; " " (words.say("mode-experienced")) }
                    }
                    p.hint.of-original { (words.say("mode-original-explained")) }
                    p.hint.of-experienced { (words.say("mode-experienced-explained")) }
                }
                fieldset.seats.of-several {
                    legend { (words.say("new-seats")) }
                    p.hint { (words.say("new-seats-hint")) }
                    (seat(words, 2))
                    div.third { (seat(words, 3)) }
                    div.fourth { (seat(words, 4)) }
                    label.invite { (words.say("new-invite")) " " input type="text" name="invite" autocomplete="off"; }
                }
                fieldset {
                    legend { (words.say("new-clock")) }
                    div.choices {
                        label { input type="radio" name="clock" value="none" checked; " " (words.say("clock-none")) }
                        label { input type="radio" name="clock" value="live"; " " (words.say("clock-live")) }
                        label { input type="radio" name="clock" value="correspondence"; " " (words.say("clock-correspondence")) }
                    }
                    div.when-live {
                        label { (words.say("new-turn-seconds")) " " input type="number" name="turn_seconds" min="5" max="3600" value="60"; }
                        label { (words.say("new-reserve-minutes")) " " input type="number" name="reserve_minutes" min="0" max="600" value="5"; }
                    }
                    div.when-correspondence {
                        label { (words.say("new-days")) " " input type="number" name="days" min="1" max="30" value="3"; }
                    }
                }
                label.check { input type="checkbox" name="public" value="1" checked; " " (words.say("new-public")) }
                details {
                    summary { (words.say("new-more")) }
                    label.check.when-four.of-siesta { input type="checkbox" name="teams" value="1"; " " (words.say("new-teams")) }
                    fieldset.of-siesta {
                        legend { (words.say("new-scoring")) }
                        div.choices {
                            label { input type="radio" name="scoring" value="printed" checked; " " (words.say("scoring-printed")) }
                            label { input type="radio" name="scoring" value="online"; " " (words.say("scoring-online")) }
                        }
                    }
                    label.check.of-several {
                        input type="checkbox" name="rated" value="1" disabled[!visitor.is_member()];
                        span { (words.say("new-rated"))
                            @if !visitor.is_member() { br; span.hint { (words.say("new-rated-guest")) } } }
                    }
                }
                button.button.primary.large type="submit" { (words.say("new-create")) }
            }
        }
    };
    shell::page(&visitor, &words.say("new-title"), &body).into_response()
}

/// Who is to sit on a seat.
fn seat(words: Words, number: usize) -> Markup {
    html! {
        label { (words.with("new-seat", [("number", number.into())])) " "
            select name={ "seat" (number) } {
                option value="open" { (words.say("seat-anybody")) }
                option value="invite" { (words.say("seat-invited")) }
                @for level in 1..=8 {
                    option value={ "bot-" (level) } selected[number > 2 && level == USUAL_LEVEL] {
                        (words.with("seat-bot", [("level", level.into()), ("name", level_name(words, level).into())]))
                    }
                }
            }
        }
    }
}
