//! A finished game turn by turn: the board at every moment, what the engine thinks of it, pictures to share.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use bots::analysis::{Examined, Verdict};
use club::view::{self, StageName};
use club::{State as GameState, TableId};
use game::Seat;
use maud::{Markup, html};
use serde::Deserialize;
use siesta::{Cell, Content, Turn};

use super::shell;
use super::siesta::advice::{self, Choice};
use super::siesta::board::{self, Shown};
use super::siesta::graph::{self, Point};
use super::siesta::line::Line;
use super::siesta::story::{Story, Told};
use super::siesta::words::{self as siesta_words, Names};
use super::siesta::{laying, parts};
use super::table::{address, names_of};
use super::visitor::{Visitor, go_to};
use super::words::Words;
use crate::analyses::{self, Analysis};
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::api::tables::{find, seen};
use crate::app::App;
use crate::picture;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/t/{id}/replay", get(show))
        .route("/t/{id}/replay/analyse", post(analyse))
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

/// A finished game with the names of its players; nothing if the table has none that can be shown.
async fn finished(app: &App, visitor: &Visitor, id: TableId) -> Result<Option<(Names, Story)>, Problem> {
    let slot = find(app, id).await?;
    let table = seen(app, &slot, visitor.person()).await?;
    // Who plays is not to be helped, so nothing is shown before the end.
    let story = slot.look(|loaded| {
        let game = loaded.table.game().filter(|_| view::stage(&loaded.table) == StageName::Finished)?;
        match &game.state {
            GameState::Siesta(position) => Story::of(position.variant(), &game.steps),
            GameState::NoSiesta(_) => None,
        }
    });
    Ok(story.map(|story| (names_of(visitor.words(), &table), story)))
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
    let (words, turn) = (visitor.words(), moment.of(story.turns.len()));
    let address = format!("{}/replay", address(&app, &visitor.look, id));
    let replay = Replay { words, id, address, names, story, turn, analysis: app.analyses.get(id) };
    let part = replay.part();
    if visitor.look.part {
        return Ok(Html(part.into_string()).into_response());
    }
    let title = words.with("replay-title", [("names", replay.names.0.join(" – ").into())]);
    let body = html! {
        (board::drawings())
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
    let before = |(index, told): (usize, &Told)| (story.position(index).clone(), told.turn);
    let moments = story.turns.iter().enumerate().map(before).collect();
    let busy = |_| {
        let detail = "too many games are being analysed; try again soon";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail).retry_after(5)
    };
    analyses::start(&app, id, moments).map_err(busy)?;
    Ok(go_to(&format!("/t/{id}/replay?turn={}", moment.of(story.turns.len())), None))
}

/// The position at a moment as a picture.
async fn still(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Problem> {
    let (_, story) = finished(&app, &visitor, id).await?.ok_or_else(nothing_to_see)?;
    let position = story.position(moment.of(story.turns.len()));
    Ok(svg(picture::picture(position)))
}

/// The whole game as a picture that moves.
async fn moving(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let (_, story) = finished(&app, &visitor, id).await?.ok_or_else(nothing_to_see)?;
    let turns: Vec<Turn> = story.turns.iter().map(|told| told.turn).collect();
    picture::moving(&story.start, &turns).map(svg).ok_or_else(nothing_to_see)
}

fn nothing_to_see() -> Problem {
    Problem::not_found("there is no finished game of Siesta at this table")
}

/// A picture as an answer.
pub(super) fn svg(text: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response()
}

/// A moment of a finished game.
struct Replay {
    words: Words,
    id: TableId,
    /// Where it is, for others to come.
    address: String,
    names: Names,
    story: Story,
    /// How many turns have been played.
    turn: usize,
    analysis: Option<Arc<Analysis>>,
}

impl Replay {
    fn at(&self, turn: usize) -> String {
        format!("/t/{}/replay?turn={turn}", self.id)
    }

    /// The turn that led here.
    fn told(&self) -> Option<&Told> {
        self.story.turns.get(self.turn.checked_sub(1)?)
    }

    /// What the engine thinks of a turn, counted from 1.
    fn examined(&self, turn: usize) -> Option<&Examined<Turn>> {
        self.analysis.as_ref()?.turns.get(turn.checked_sub(1)?)?.as_ref()
    }

    /// What changes from moment to moment.
    fn part(&self) -> Markup {
        let words = self.words;
        let position = self.story.position(self.turn);
        html! {
            div #replay.table.replay hx-target:inherited="#replay" hx-swap:inherited="outerMorph"
                hx-push-url:inherited="true" hx-sync:inherited="#replay:replace" {
                section.play aria-label=(words.say("play-label")) {
                    (self.board())
                    (self.analysis())
                }
                aside.side aria-label=(words.say("side-label")) {
                    (parts::players(words, &self.names, position))
                    (self.turns())
                    (self.share())
                }
            }
        }
    }

    /// The board, the ways from here, the turn that led here and why it scored.
    fn board(&self) -> Markup {
        let words = self.words;
        let choices = self.choices();
        let ghosts = advice::ghosts(&choices);
        let mut lines = vec![Vec::new(); choices.len()];
        for (index, cell, _) in &ghosts {
            lines[*index].push(*cell);
        }
        let reasons = self.reasons();
        lines.extend(reasons.iter().map(|(_, cells)| cells.clone()));
        let shown = Shown {
            board: self.story.position(self.turn).board(),
            you: None,
            names: &self.names,
            last: self.told().iter().flat_map(|told| told.turn.iter().map(|laid| laid.cell)).collect(),
            fresh: Vec::new(),
            press: None,
            lines,
            ghosts,
        };
        html! {
            div.frame { (board::board(words, &shown)) }
            (self.steps())
            div.caption aria-live="polite" {
                @match self.told() {
                    None => { p { (words.say("replay-start")) } }
                    Some(told) => {
                        p { (words.with("replay-turn", [("number", self.turn.into()), ("of", self.story.turns.len().into())]))
                            " " strong { (self.names.of(told.seat)) } " " span.text { (told.turn) } }
                        (laying::reasons(&reasons, choices.len()))
                    }
                }
            }
        }
    }

    fn reasons(&self) -> Vec<(String, Vec<Cell>)> {
        let Some(told) = self.told() else { return Vec::new() };
        let mut laying = self.story.position(self.turn - 1).lay();
        let laid = told.turn.iter().try_for_each(|placement| laying.lay(placement));
        debug_assert!(laid.is_ok(), "the turn was played");
        siesta_words::reasons(self.words, &self.names, &laying.reasons())
    }

    /// The best turns instead of the one that led here.
    fn choices(&self) -> Vec<Choice> {
        let Some(examined) = self.examined(self.turn) else { return Vec::new() };
        let before = self.story.position(self.turn - 1);
        let choice = |judged| Choice::of(self.words, &self.names, before, judged);
        examined.best.iter().filter_map(choice).collect()
    }

    /// First, back, on, last, and by itself.
    fn steps(&self) -> Markup {
        let words = self.words;
        let end = self.story.turns.len();
        let step = |key: &str, sign: &str, label: String, to: Option<usize>| {
            let address = to.map(|turn| self.at(turn));
            html! {
                a.button href=[address.as_deref()] hx-get=[address.as_deref()] data-key=[to.map(|_| key)] id={ "step-" (key) }
                    aria-disabled=[to.is_none().then_some("true")] aria-label=(label) title=(label) { (sign) }
            }
        };
        let (back, on) = ((self.turn > 0).then(|| self.turn - 1), (self.turn < end).then(|| self.turn + 1));
        html! {
            nav.steps aria-label=(words.say("replay-steps")) {
                (step("Home", "|◀", words.say("replay-first"), back.map(|_| 0)))
                (step("ArrowLeft", "◀", words.say("replay-back"), back))
                button.button type="button" hidden data-autoplay data-play=(words.say("replay-play"))
                    data-pause=(words.say("replay-pause")) { (words.say("replay-play")) }
                (step("ArrowRight", "▶", words.say("replay-on"), on))
                (step("End", "▶|", words.say("replay-last"), on.map(|_| end)))
            }
        }
    }

    /// The turns as links, with gains and verdicts.
    fn turns(&self) -> Markup {
        let words = self.words;
        html! {
            section.turns.linked {
                h2 { (words.say("turns")) }
                ol.list data-current tabindex="0" aria-label=(words.say("turns")) {
                    li { a href=(self.at(0)) hx-get=(self.at(0)) aria-current=[(self.turn == 0).then_some("step")] {
                        span.count { "0" } span.text { (words.say("replay-start")) } } }
                    @for (number, told) in (1..).zip(&self.story.turns) {
                        li { a href=(self.at(number)) hx-get=(self.at(number)) aria-current=[(self.turn == number).then_some("step")] {
                            span.count { (number) }
                            span.{ "dot tone-" (told.seat) } {}
                            span.text { (told.turn) }
                            @if let Some(examined) = self.examined(number) {
                                span.{ "verdict " (advice::class(examined)) } title=(advice::verdict(words, examined)) {
                                    span aria-hidden="true" { (advice::sign(examined)) }
                                    span.hidden { (advice::verdict(words, examined)) }
                                }
                            }
                            span.gain { (siesta_words::gains(&self.names, &told.gains)) }
                        } }
                    }
                }
            }
        }
    }

    /// What the engine thinks of the game and of the turn.
    fn analysis(&self) -> Markup {
        let words = self.words;
        let here = self.at(self.turn);
        html! {
            section #analysis.analysis aria-label=(words.say("analysis")) {
                h2 { (words.say("analysis")) }
                @match &self.analysis {
                    None => {
                        @let action = format!("/t/{}/replay/analyse?turn={}", self.id, self.turn);
                        p { (words.say("analysis-what")) }
                        form method="post" action=(action) hx-post=(action) {
                            button #analyse.button.primary type="submit" { (words.say("analyse")) }
                        }
                    }
                    Some(analysis) if !analysis.is_done() => {
                        @let (done, of) = (analysis.turns.len(), analysis.of);
                        p role="status" hx-get=(here) hx-trigger="every 1s" hx-push-url="false" hx-sync="#replay:drop" {
                            (words.with("analysis-progress", [("done", done.into()), ("of", of.into())]))
                        }
                        progress max=(of) value=(done) { (done) "/" (of) }
                        p { a.button.quiet href=(here) hx-get=(here) { (words.say("analysis-look")) } }
                    }
                    Some(analysis) => {
                        (self.verdict())
                        (self.graph())
                        (self.accuracy(analysis))
                    }
                }
            }
        }
    }

    fn verdict(&self) -> Markup {
        let words = self.words;
        let Some(told) = self.told() else { return html! { p.hint { (words.say("analysis-step")) } } };
        let Some(examined) = self.examined(self.turn) else {
            return html! { p.hint { (words.say("verdict-none")) } };
        };
        let before = Line::from(self.story.position(self.turn - 1).clone());
        let go_on = |turn: &Turn| before.with(turn).map(|line| line.address()).unwrap_or_default();
        let expects = words.with(
            "verdict-expects",
            [
                ("name", self.names.of(told.seat).to_owned().into()),
                ("margin", advice::margin(words, examined.played.score).into()),
            ],
        );
        html! {
            div.judged {
                p { span.{ "verdict " (advice::class(examined)) } { span aria-hidden="true" { (advice::sign(examined)) " " } (advice::verdict(words, examined)) }
                    @if examined.loss > Verdict::Best.most_lost() && !examined.forced {
                        " " (words.with("verdict-loses", [("points", advice::decimal(words, examined.loss).into())]))
                    }
                    " " (expects) }
                @if !examined.forced {
                    h3 { (words.say("best-turns")) }
                    (advice::choices(words, &self.choices(), &words.say("explore-turn"), go_on))
                }
            }
        }
    }

    fn graph(&self) -> Markup {
        let words = self.words;
        let variant = self.story.start.variant();
        let points: Vec<Point> = (1..)
            .zip(&self.story.turns)
            .filter_map(|(turn, told)| {
                let examined = self.examined(turn)?;
                let bad = !examined.forced && examined.verdict() >= Verdict::Mistake;
                Some(Point { turn, seat: told.seat, margin: examined.played.score, bad })
            })
            .collect();
        let side = |first: usize| {
            let seats = Seat::ALL.into_iter().take(variant.players().count()).skip(first).step_by(2);
            seats.map(|seat| self.names.of(seat)).collect::<Vec<_>>().join(" + ")
        };
        html! {
            figure {
                (graph::graph(variant, &points, self.story.turns.len(), self.turn, |turn| self.at(turn)))
                figcaption {
                    @if graph::has_two_sides(variant) {
                        (words.with("graph-two-sides", [("first", side(0).into()), ("second", side(1).into())]))
                    } @else {
                        (words.say("graph-many"))
                    }
                }
            }
        }
    }

    fn accuracy(&self, analysis: &Analysis) -> Markup {
        let words = self.words;
        let seats = || self.story.turns.iter().map(|told| told.seat);
        html! {
            h3 { (words.say("accuracy")) }
            ul.accuracy {
                @for seat in self.story.start.players().seats() {
                    @let play = analysis.play_of(seat, seats());
                    @let counts: Vec<String> = Verdict::ALL.into_iter().filter(|verdict| play.count(*verdict) > 0)
                        .map(|verdict| format!("{} × {}", play.count(verdict), words.say(&format!("verdict-{verdict}")))).collect();
                    li {
                        (board::drawing(Content::Roof(seat)))
                        span.name { (self.names.of(seat)) }
                        strong { @if let Some(accuracy) = play.accuracy() { (format!("{accuracy:.0}")) " %" } @else { "–" } }
                        span.counts { (counts.join(", ")) }
                    }
                }
            }
        }
    }

    /// Ways to take the game elsewhere.
    fn share(&self) -> Markup {
        let words = self.words;
        let sandbox = Line::from(self.story.position(self.turn).clone()).address();
        html! {
            div.menu.share-links {
                a #explore.button href=(sandbox) { (words.say("explore")) }
                (shell::share(words, &self.address, &self.names.0.join(" – ")))
                a.button.quiet href={ "/t/" (self.id) "/replay.svg?turn=" (self.turn) } { (words.say("picture")) }
                a.button.quiet href={ "/t/" (self.id) "/replay/animated.svg" } { (words.say("picture-moving")) }
                a.button.quiet href={ "/api/v1/tables/" (self.id) "/record" } { (words.say("record")) }
                a.button.quiet href={ "/t/" (self.id) } { (words.say("to-table")) }
            }
        }
    }
}
