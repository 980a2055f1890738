//! A finished game step by step: the table at every moment, what the engine thinks of it, pictures to share.

mod line;
mod no_siesta;
mod siesta;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use bots::analysis::{Play, Verdict};
use club::{State as GameState, TableId};
use game::{Players, Seat};
use maud::{Markup, html};
use serde::Deserialize;

use self::no_siesta::Replay as FarmReplay;
use self::siesta::Replay as BoardReplay;
use super::shell;
use super::table::address;
use super::visitor::{Visitor, go_to};
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::api::tables::{find, seen};
use crate::app::App;
use house::analyses;
use pages::games::no_siesta::picture as farm_picture;
use pages::games::no_siesta::shapes;
use pages::games::no_siesta::story::Story as FarmStory;
use pages::games::siesta::board;
use pages::games::siesta::picture;
use pages::games::siesta::story::Story as BoardStory;
use pages::names::Names;
use pages::words::Words;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/t/{id}/replay", get(show))
        .route("/t/{id}/replay/analyse", post(analyse))
        .route("/t/{id}/replay/line", get(line::show))
        .route("/t/{id}/replay.svg", get(still))
        .route("/t/{id}/replay/animated.svg", get(moving))
}

#[derive(Deserialize, Default)]
struct Moment {
    /// After how many turns; what is no number is the start.
    #[serde(default)]
    turn: String,
}

impl Moment {
    /// The number, as far as there are turns.
    fn of(&self, turns: usize) -> usize {
        self.turn.parse().unwrap_or(0).min(turns)
    }
}

/// A finished game of either kind.
enum Story {
    Siesta(Box<BoardStory>),
    NoSiesta(Box<FarmStory>),
}

impl Story {
    fn len(&self) -> usize {
        match self {
            Self::Siesta(story) => story.turns.len(),
            Self::NoSiesta(story) => story.steps.len(),
        }
    }

    /// How often somebody acted.
    fn acts(&self) -> usize {
        match self {
            Self::Siesta(story) => story.turns.len(),
            Self::NoSiesta(story) => story.steps.iter().filter(|told| told.seat().is_some()).count(),
        }
    }
}

/// A finished game with the names of its players; nothing if the table has none.
async fn finished(app: &App, visitor: &Visitor, id: TableId) -> Result<Option<(Names, Story)>, Problem> {
    let slot = find(app, id).await?;
    let table = seen(app, &slot, visitor.person()).await?;
    // Who plays is not to be helped, so nothing is shown before the end.
    let story = slot.look(|loaded| {
        let game = loaded.table.game().filter(|_| loaded.table.stage() == club::Stage::Finished)?;
        match &game.state {
            GameState::Siesta(position) => {
                BoardStory::of(position.variant(), &game.steps).map(Box::new).map(Story::Siesta)
            }
            GameState::NoSiesta(position) => {
                FarmStory::of(position.variant(), &game.steps).map(Box::new).map(Story::NoSiesta)
            }
        }
    });
    Ok(story.map(|story| (Names::at(visitor.words(), &table), story)))
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Problem> {
    let Some((names, story)) = finished(&app, &visitor, id).await? else {
        return Ok(go_to(&format!("/t/{id}"), None));
    };
    let (words, end) = (visitor.words(), story.len());
    let title = words.with("replay-title", [("names", names.0.join(" – ").into())]);
    let address = format!("{}/replay", address(&app, &visitor.look, id));
    let frame = Frame { words, id, address, names, turn: moment.of(end), end };
    let (part, drawings) = match story {
        Story::Siesta(story) => {
            let analysis = analyses::find(&*app.house.store, id).await?.map(club::Analysis::parse);
            (BoardReplay { frame, story: *story, analysis }.part(), board::drawings())
        }
        Story::NoSiesta(story) => {
            let analysis = analyses::find(&*app.house.store, id).await?.map(club::Analysis::parse);
            (FarmReplay { frame, story: *story, analysis }.part(), shapes::drawings())
        }
    };
    if visitor.look.part {
        return Ok(Html(part.into_string()).into_response());
    }
    let body = html! {
        (drawings)
        h1.hidden { (title) }
        div #alert.alert aria-live="assertive" {}
        (part)
    };
    Ok(shell::page(&visitor, &title, &body).into_response())
}

async fn analyse(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Problem> {
    let Some((_, story)) = finished(&app, &visitor, id).await? else {
        return Err(Problem::new(StatusCode::CONFLICT, "game-not-over", "only finished games are analysed"));
    };
    let asked = analyses::ask(&*app.house.store, id, story.acts()).await?;
    let busy = |_| {
        let detail = "too many games are being analysed; try again soon";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail).retry_after(5)
    };
    asked.map_err(busy)?;
    app.house.analysis_asked.notify_one();
    Ok(go_to(&format!("/t/{id}/replay?turn={}", moment.of(story.len())), None))
}

/// The position at a moment as a picture.
async fn still(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Problem> {
    let (_, story) = finished(&app, &visitor, id).await?.ok_or_else(nothing_to_see)?;
    let turn = moment.of(story.len());
    Ok(svg(match story {
        Story::Siesta(story) => picture::picture(story.position(turn)),
        Story::NoSiesta(story) => {
            let seat = story.seat_at(turn);
            farm_picture::picture(story.position(turn), seat)
        }
    }))
}

/// The whole game as a picture that moves.
async fn moving(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    match finished(&app, &visitor, id).await? {
        Some((_, Story::Siesta(story))) => {
            let turns: Vec<_> = story.turns.iter().map(|told| told.turn).collect();
            picture::moving(&story.start, &turns).map(svg).ok_or_else(nothing_to_see)
        }
        Some((_, Story::NoSiesta(_))) | None => Err(nothing_to_see()),
    }
}

fn nothing_to_see() -> Problem {
    Problem::not_found("there is no finished game at this table that such a picture shows")
}

/// A picture as an answer.
pub(super) fn svg(text: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response()
}

/// What is around a moment of a finished game, whichever it is.
struct Frame {
    words: Words,
    id: TableId,
    /// Where it is, for others to come.
    address: String,
    names: Names,
    /// How many turns have been played, and how many there are.
    turn: usize,
    end: usize,
}

impl Frame {
    fn at(&self, turn: usize) -> String {
        format!("/t/{}/replay?turn={turn}", self.id)
    }

    fn page(&self, play: &Markup, side: &Markup) -> Markup {
        let words = self.words;
        html! {
            div #replay.table.replay hx-target:inherited="#replay" hx-swap:inherited="outerMorph"
                hx-push-url:inherited="true" hx-sync:inherited="#replay:replace" {
                section.play aria-label=(words.say("play-label")) { (play) }
                aside.side aria-label=(words.say("side-label")) { (side) }
            }
        }
    }

    /// First, back, on, last, and by itself.
    fn steps(&self) -> Markup {
        let words = self.words;
        let step = |key: &str, sign: &str, label: String, to: Option<usize>| {
            let address = to.map(|turn| self.at(turn));
            html! {
                a.button href=[address.as_deref()] hx-get=[address.as_deref()] data-key=[to.map(|_| key)] id={ "step-" (key) }
                    aria-disabled=[to.is_none().then_some("true")] aria-label=(label) title=(label) { (sign) }
            }
        };
        let (back, on) =
            ((self.turn > 0).then(|| self.turn - 1), (self.turn < self.end).then(|| self.turn + 1));
        html! {
            nav.steps aria-label=(words.say("replay-steps")) {
                (step("Home", "|◀", words.say("replay-first"), back.map(|_| 0)))
                (step("ArrowLeft", "◀", words.say("replay-back"), back))
                button.button type="button" hidden data-autoplay data-play=(words.say("replay-play"))
                    data-pause=(words.say("replay-pause")) { (words.say("replay-play")) }
                (step("ArrowRight", "▶", words.say("replay-on"), on))
                (step("End", "▶|", words.say("replay-last"), on.map(|_| self.end)))
            }
        }
    }

    /// What the engine thinks of the game and of the turn, or how far it is, or how to ask it.
    fn analysis(&self, progress: Option<(usize, usize)>, judged: Option<Markup>) -> Markup {
        let words = self.words;
        let here = self.at(self.turn);
        html! {
            section #analysis.analysis aria-label=(words.say("analysis")) {
                h2 { (words.say("analysis")) }
                @match (judged, progress) {
                    (Some(judged), _) => { (judged) }
                    (None, Some((done, of))) => {
                        p role="status" hx-get=(here) hx-trigger="every 1s" hx-push-url="false" hx-sync="#replay:drop" {
                            (words.with("analysis-progress", [("done", done.into()), ("of", of.into())]))
                        }
                        progress max=(of) value=(done) { (done) "/" (of) }
                        p { a.button.quiet href=(here) hx-get=(here) { (words.say("analysis-look")) } }
                    }
                    (None, None) => {
                        @let action = format!("/t/{}/replay/analyse?turn={}", self.id, self.turn);
                        p { (words.say("analysis-what")) }
                        form method="post" action=(action) hx-post=(action) {
                            button #analyse.button.primary type="submit" { (words.say("analyse")) }
                        }
                    }
                }
            }
        }
    }

    /// How exactly everybody played.
    fn accuracy(
        &self,
        players: Players,
        play: impl Fn(Seat) -> Play,
        drawing: impl Fn(Seat) -> Markup,
    ) -> Markup {
        let words = self.words;
        html! {
            h3 { (words.say("accuracy")) }
            ul.accuracy {
                @for seat in players.seats() {
                    @let play = play(seat);
                    @let counts: Vec<String> = Verdict::ALL.into_iter().filter(|verdict| play.count(*verdict) > 0)
                        .map(|verdict| format!("{} × {}", play.count(verdict), words.say(&format!("verdict-{verdict}")))).collect();
                    li {
                        (drawing(seat))
                        span.name { (self.names.of(seat)) }
                        strong { @if let Some(accuracy) = play.accuracy() { (format!("{accuracy:.0}")) " %" } @else { "–" } }
                        span.counts { (counts.join(", ")) }
                    }
                }
            }
        }
    }

    /// Ways to take the game elsewhere.
    fn share(&self, more: &Markup) -> Markup {
        let words = self.words;
        html! {
            div.menu.share-links {
                (more)
                (shell::share(words, &self.address, &self.names.0.join(" – ")))
                a.button.quiet href={ "/api/v1/tables/" (self.id) "/record" } { (words.say("record")) }
                a.button.quiet href={ "/t/" (self.id) } { (words.say("to-table")) }
            }
        }
    }
}
