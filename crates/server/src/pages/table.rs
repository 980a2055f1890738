//! The table: the board, who plays, what was played, and what was said.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use club::view::{self, MessageView, SeatView, StageName, TableView, Taken};
use club::{Clock, Departure, Ending, Event, PersonId, Room, State as GameState, Step, TableId};
use game::Seat;
use maud::{Markup, html};
use qrcode::QrCode;
use siesta::{Content, Piece};

use super::look::Look;
use super::shell;
use super::siesta::board::{self, Shown};
use super::siesta::draft::{Draft, Wish};
use super::siesta::laying::{self, Lines};
use super::siesta::parts;
use super::siesta::story::Story;
use super::siesta::words::{self as siesta_words, Names};
use super::visitor::Visitor;
use super::words::Words;
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::api::tables::{find, seen};
use crate::app::App;
use crate::tables::{Slot, now};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/t/{id}", get(show))
}

/// All that a table page is made of.
pub(super) struct TablePage {
    pub(super) words: Words,
    pub(super) table: TableView,
    pub(super) person: Option<PersonId>,
    state: Option<GameState>,
    steps: Vec<Step>,
    /// Who ended the game by leaving it.
    gave_up: Option<Seat>,
    pub(super) names: Names,
    /// By seat, once the game has been analysed.
    accuracies: Vec<Option<f32>>,
    /// By person, the rating before and after.
    ratings: Vec<(PersonId, f64, f64)>,
    draft: Option<Draft>,
    /// Whether to ask before a turn is sent.
    confirm: bool,
    /// Where it is, for others to come.
    address: String,
    /// What could not be done.
    alert: Option<String>,
    /// What the bot would do.
    hint: Option<String>,
}

/// Which parts of a page have changed, from few to all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Changed {
    /// Only what was said.
    Talk,
    /// All but a turn in the making.
    Around,
    /// Everything.
    Game,
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(wish): InQuery<Wish>,
) -> Result<Response, Problem> {
    let slot = find(&app, id).await?;
    let page = TablePage::new(&app, &slot, visitor.person(), &visitor.look, &wish).await?;
    if visitor.look.part {
        let mut response = Html(page.parts(Changed::Game).into_string()).into_response();
        if let Some(draft) = &page.draft
            && let Ok(here) = HeaderValue::try_from(laying::address(&format!("/t/{id}"), draft))
        {
            response.headers_mut().insert("hx-replace-url", here);
        }
        return Ok(response);
    }
    let title = page.title();
    let body = page.whole();
    Ok(shell::page(&visitor, &title, &body).into_response())
}

/// The address of a table as this browser reaches it.
pub(super) fn address(app: &App, look: &Look, id: TableId) -> String {
    let scheme = match app.scheme {
        crate::people::cookies::Scheme::Http => "http",
        crate::people::cookies::Scheme::Https => "https",
    };
    format!("{scheme}://{}/t/{id}", look.host)
}

impl TablePage {
    /// The table as this person sees it, after the wish.
    pub(super) async fn new(
        app: &App,
        slot: &Slot,
        person: Option<PersonId>,
        look: &Look,
        wish: &Wish,
    ) -> Result<Self, Problem> {
        let words = look.words;
        let table = seen(app, slot, person).await?;
        let (state, steps, gave_up) = slot.look(|loaded| {
            let steps = loaded.table.game().map(|game| game.steps.clone()).unwrap_or_default();
            let gave_up = loaded.log.iter().rev().find_map(|(_, event)| last_to_leave(event));
            (view::state(&loaded.table, person), steps, gave_up)
        });
        let names = names_of(words, &table);
        let ratings = if table.rated && table.stage == StageName::Finished {
            app.store.rating_changes(table.id).await?
        } else {
            Vec::new()
        };
        let accuracies = app.analyses.get(table.id).filter(|analysis| analysis.is_done()).map(|analysis| {
            let seats = || steps.iter().filter_map(|step| step.seat);
            Seat::ALL.iter().map(|seat| analysis.play_of(*seat, seats()).accuracy()).collect()
        });
        let accuracies = accuracies.unwrap_or_default();
        let address = address(app, look, table.id);
        let mut page = Self {
            words,
            accuracies,
            table,
            person,
            state,
            steps,
            gave_up,
            names,
            ratings,
            draft: None,
            confirm: look.confirm,
            address,
            alert: None,
            hint: None,
        };
        if page.is_my_turn()
            && let Some(GameState::Siesta(position)) = &page.state
        {
            page.draft = Some(Draft::of(position, wish));
        }
        Ok(page)
    }

    pub(super) fn with_alert(mut self, alert: String) -> Self {
        self.alert = Some(alert);
        self
    }

    pub(super) fn with_hint(mut self, hint: String) -> Self {
        self.hint = Some(hint);
        self
    }

    fn you(&self) -> Option<Seat> {
        self.table.you.as_deref().and_then(|seat| seat.parse().ok())
    }

    fn is_my_turn(&self) -> bool {
        let to_act = self.table.game.as_ref().map(|game| &game.to_act[..]).unwrap_or_default();
        self.table.stage == StageName::Playing
            && self.table.you.as_ref().is_some_and(|you| to_act.contains(you))
            && self.my_seat().is_some_and(|seat| seat.left.is_none())
    }

    fn my_seat(&self) -> Option<&SeatView> {
        self.table.seats.iter().find(|seat| seat.seat.is_some() && seat.seat == self.table.you)
    }

    /// Whether somebody else sits here, and not only bots.
    fn has_other_people(&self) -> bool {
        let other = |seat: &&SeatView| {
            seat.taken == Taken::Person && seat.person.as_ref().map(|person| person.id) != self.person
        };
        self.table.seats.iter().any(|seat| other(&seat))
    }

    fn title(&self) -> String {
        match self.table.stage {
            StageName::Waiting | StageName::Closed => self.words.say("table-title-waiting"),
            StageName::Playing | StageName::Finished => self.names.0.join(" – "),
        }
    }

    /// The page without what is around every page.
    fn whole(&self) -> Markup {
        let words = self.words;
        let live = format!("/t/{}/live?after={}", self.table.id, self.table.seq);
        html! {
            (board::drawings())
            div #live hx-sse:connect=(live) hx-swap="none" hx-config=r#"{"sse":{"pauseOnBackground":false}}"# {}
            p #lost role="status" hidden { (words.say("live-lost")) }
            div #table.table {
                (self.play())
                (self.side(None))
                (self.talk(None))
            }
        }
    }

    /// The parts that have changed, to be put where they belong.
    pub(super) fn parts(&self, changed: Changed) -> Markup {
        let swap = Some("outerMorph");
        html! {
            @if changed == Changed::Game { (self.play_with(swap)) }
            @if changed != Changed::Talk { (self.side(swap)) }
            (self.talk(swap))
        }
    }

    fn play(&self) -> Markup {
        self.play_with(None)
    }

    fn play_with(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        html! {
            section #play.play hx-swap-oob=[swap] data-seq=(self.table.seq) aria-label=(words.say("play-label")) {
                h1.hidden { (self.title()) }
                div #alert.alert aria-live="assertive" {
                    @if let Some(alert) = &self.alert { p role="alert" { (alert) } }
                }
                @match &self.state {
                    Some(GameState::Siesta(position)) => { (self.siesta(position)) }
                    Some(GameState::NoSiesta(_)) => { p.empty { (words.say("no-siesta-soon")) } }
                    None if self.table.stage == StageName::Closed => { p.empty { (words.say("table-closed")) } }
                    None => { (self.waiting()) }
                }
            }
        }
    }

    /// A table that waits for somebody.
    fn waiting(&self) -> Markup {
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

    fn siesta(&self, position: &siesta::Position) -> Markup {
        let words = self.words;
        let last: Vec<_> = self
            .steps
            .last()
            .and_then(|step| step.text.parse::<siesta::Turn>().ok())
            .map(|turn| turn.iter().map(|placement| placement.cell).collect())
            .unwrap_or_default();
        let Some(draft) = &self.draft else {
            let shown = Shown {
                board: position.board(),
                you: self.you(),
                names: &self.names,
                last,
                fresh: Vec::new(),
                press: None,
                lines: Vec::new(),
                ghosts: Vec::new(),
            };
            return html! {
                @if self.table.stage == StageName::Finished { (self.result(position)) }
                div.frame { (board::board(words, &shown)) }
                @if self.table.stage == StageName::Playing { (self.turn_status(position)) }
            };
        };
        let reasons = siesta_words::reasons(words, &self.names, &draft.laying.reasons());
        let here = format!("/t/{}", self.table.id);
        html! {
            (laying::form(words, &here, draft, &self.names, &reasons, last))
            (self.making(draft, &reasons))
        }
    }

    /// The turn in the making: what it gains, and the button to send it.
    fn making(&self, draft: &Draft, reasons: &Lines) -> Markup {
        let words = self.words;
        let laid = draft.laying.turn().len();
        let gains = siesta_words::gains(&self.names, &draft.laying.gains());
        let here = format!("/t/{}", self.table.id);
        let at = |action: &str| format!("{here}/{action}");
        let ready = draft.laying.is_complete();
        let ask = self.confirm.then(|| words.say("confirm-send"));
        html! {
            div.making data-ready=[ready.then_some("")] {
                @if let Some(refusal) = &draft.refusal {
                    p.refusal role="alert" { (siesta_words::refusal(words, &self.names, refusal)) }
                }
                div.gains aria-live="polite" {
                    @if laid == 0 {
                        p { strong { (words.say("your-turn")) } " " (words.say("your-turn-how")) }
                    } @else {
                        p { strong.unsent { (words.say("not-sent")) } " "
                            @if gains.is_empty() { (words.say("gains-nothing-yet")) } @else { (gains) } }
                        (laying::reasons(reasons, 0))
                    }
                    @if let Some(hint) = &self.hint { p.hint role="status" { (hint) } }
                }
                div.buttons {
                    form method="post" action=(at("play")) hx-post=(at("play")) hx-swap="none" hx-confirm=[ask] {
                        input type="hidden" name="seq" value=(self.table.seq);
                        input type="hidden" name="move" value=(draft.laid());
                        button #send.button.primary type="submit" disabled[!ready] { (words.say("send")) }
                    }
                    (laying::undo(words, &here, draft))
                    @if !self.has_other_people() && !self.table.rated {
                        form method="post" action=(at("hint")) hx-post=(at("hint")) hx-swap="none" {
                            (laying::state(draft))
                            button #hint.button.quiet type="submit" name="more" value=(if self.hint.is_some() { "1" } else { "" }) {
                                (words.say(if self.hint.is_some() { "hint-more" } else { "hint" }))
                            }
                        }
                    }
                }
            }
        }
    }

    fn turn_status(&self, position: &siesta::Position) -> Markup {
        let words = self.words;
        let name = self.names.of(position.mover()).to_owned();
        html! { p.status role="status" { (words.with("turn-of", [("name", name.into())])) } }
    }

    fn result(&self, position: &siesta::Position) -> Markup {
        let words = self.words;
        let story = Story::of(position.variant(), &self.steps);
        let at = |action: &str| format!("/t/{}/{action}", self.table.id);
        html! {
            div.result role="status" {
                h2 { (self.winners(position)) }
                @if let Some(outcome) = position.outcome() {
                    p { (siesta_words::end(words, &self.names, outcome.end)) }
                }
                @for (seat, left) in self.departures() {
                    p { (words.with(match left {
                        Departure::Resigned => "end-resigned",
                        Departure::OutOfTime => "end-out-of-time",
                    }, [("name", self.names.of(seat).to_owned().into())])) }
                }
                @if let Some(story) = &story {
                    table.earned {
                        caption.hidden { (words.say("earned-caption")) }
                        thead { tr {
                            th scope="col" { (words.say("earned-player")) }
                            th scope="col" { (words.say("earned-siestas")) }
                            th scope="col" { (words.say("earned-doubles")) }
                            th scope="col" { (words.say("earned-total")) }
                            @if !self.accuracies.is_empty() { th scope="col" { (words.say("accuracy")) } }
                        } }
                        tbody {
                            @for (seat, earned) in Seat::ALL.into_iter().zip(&story.earned) {
                                tr {
                                    th scope="row" { div { (board::drawing(Content::Roof(seat))) span { (self.names.of(seat)) (self.rating_change(seat)) } } }
                                    td { (earned.siestas) } td { (earned.doubles) }
                                    td { strong { (earned.siestas + earned.doubles) } }
                                    @if let Some(accuracy) = self.accuracies.get(seat.index()) {
                                        td { (accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.0} %"))) }
                                    }
                                }
                            }
                        }
                    }
                }
                div.buttons {
                    @if self.table.you.is_some() {
                        form method="post" action=(at("rematch")) {
                            button #rematch.button.primary type="submit" { (words.say("rematch")) }
                        }
                    }
                    a.button href=(at("replay")) { (words.say("replay")) }
                    (shell::share(words, &format!("{}/replay", self.address), &self.title()))
                    a.button.quiet href={ "/api/v1/tables/" (self.table.id) "/record" } { (words.say("record")) }
                }
            }
        }
    }

    /// Who has won: by the rules, unless somebody left, who then comes after all who stayed.
    fn winners(&self, position: &siesta::Position) -> String {
        let words = self.words;
        let left = !self.departures().is_empty();
        let ranks = self.table.game.as_ref().and_then(|game| game.ranks.as_ref());
        match (position.outcome(), ranks) {
            (Some(outcome), _) if !left => siesta_words::result(words, &self.names, &outcome),
            (_, Some(ranks)) => {
                let first = Seat::ALL.into_iter().zip(ranks).filter(|(_, rank)| **rank == 1);
                let first: Vec<Seat> = first.map(|(seat, _)| seat).collect();
                let key = if first.len() == 1 { "result-wins" } else { "result-share" };
                words.with(key, [("names", self.names.joined(words, &first).into())])
            }
            (Some(_) | None, None) => words.say("result-over"),
        }
    }

    /// Who left before the end, and why.
    fn departures(&self) -> Vec<(Seat, Departure)> {
        let left =
            Seat::ALL.into_iter().zip(&self.table.seats).filter_map(|(seat, at)| Some((seat, at.left?)));
        left.chain(self.gave_up.map(|seat| (seat, Departure::Resigned))).collect()
    }

    fn rating_change(&self, seat: Seat) -> Markup {
        let words = self.words;
        let person = self.table.seats.get(seat.index()).and_then(|seat| seat.person.as_ref());
        let change = person.and_then(|person| self.ratings.iter().find(|(id, _, _)| *id == person.id));
        html! {
            @if let Some((_, before, after)) = change {
                " " small.change { (words.with("rating-change", [("rating", format!("{after:.0}").into()), ("change", signed(after - before).into())])) }
            }
        }
    }

    /// Who plays, the clock, what was played, and what may be done besides a turn.
    fn side(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        html! {
            aside #side.side hx-swap-oob=[swap] data-seq=(self.table.seq) aria-label=(words.say("side-label")) {
                (self.players())
                (self.takeback())
                @if let Some(GameState::Siesta(position)) = &self.state { (self.turns(position.variant())) }
                (self.menu())
            }
        }
    }

    fn players(&self) -> Markup {
        let words = self.words;
        let game = self.table.game.as_ref();
        let to_act = game.map(|game| &game.to_act[..]).unwrap_or_default();
        let most = game.and_then(|game| game.scores.iter().copied().max()).unwrap_or(0).max(1);
        html! {
            ol.players {
                @for (index, seat) in self.table.seats.iter().enumerate() {
                    @let acts = self.table.stage == StageName::Playing && seat.seat.as_ref().is_some_and(|seat| to_act.contains(seat));
                    li class=(if acts { "player acts" } else { "player" }) {
                        @if game.is_some() { (board::drawing(Content::Roof(Seat::ALL[index.min(3)]))) }
                        div.who {
                            span.name { (self.names.0[index]) }
                            @if seat.person.as_ref().map(|person| person.id) == self.person && self.person.is_some() { span.tag { (words.say("you")) } }
                            @if seat.bot_account { span.tag { (words.say("bot")) } }
                            @if seat.left.is_some() { span.tag { (words.say("left-game")) } }
                            @if let Some(GameState::Siesta(position)) = &self.state {
                                span.roofs { (words.with("roofs-left", [("count", i64::from(position.board().left(Piece::Roof, Seat::ALL[index])).into())])) }
                            }
                        }
                        @if let Some(game) = game {
                            span.score { (game.scores[index]) }
                            svg.bar viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
                                rect.{ "tone-" (Seat::ALL[index]) } width=(game.scores[index] * 100 / most) height="4" {}
                            }
                        }
                        (clock(words, seat, self.table.clock))
                    }
                }
            }
            @if let Some(GameState::Siesta(position)) = &self.state {
                (parts::supply(words, position))
            }
        }
    }

    fn takeback(&self) -> Markup {
        let words = self.words;
        let asked = self.table.game.as_ref().and_then(|game| game.takeback.clone());
        let at = format!("/t/{}/takeback/answer", self.table.id);
        html! {
            @if let Some(by) = asked {
                @let name = by.parse::<Seat>().map(|seat| self.names.of(seat).to_owned()).unwrap_or_default();
                div.takeback role="status" {
                    p { (words.with("takeback-asked", [("name", name.into())])) }
                    @if self.table.you.is_some() && self.table.you != Some(by) {
                        form.inline method="post" action=(at) hx-post=(at) hx-swap="none" {
                            button.button.primary type="submit" name="agree" value="true" { (words.say("takeback-yes")) }
                            button.button type="submit" name="agree" value="false" { (words.say("takeback-no")) }
                        }
                    }
                }
            }
        }
    }

    fn turns(&self, variant: siesta::Variant) -> Markup {
        let words = self.words;
        let story = Story::of(variant, &self.steps);
        html! {
            section.turns {
                h2 { (words.say("turns")) }
                @match story {
                    Some(story) if !story.turns.is_empty() => {
                        ol.list data-follow tabindex="0" aria-label=(words.say("turns")) {
                            @for told in &story.turns {
                                li { span.{ "dot tone-" (told.seat) } {} span.text { (told.turn) }
                                    span.gain { (siesta_words::gains(&self.names, &told.gains)) } }
                            }
                        }
                    }
                    _ => { p.empty { (words.say("turns-none")) } }
                }
            }
        }
    }

    fn menu(&self) -> Markup {
        let words = self.words;
        let at = |action: &str| format!("/t/{}/{action}", self.table.id);
        let plays =
            self.table.stage == StageName::Playing && self.my_seat().is_some_and(|seat| seat.left.is_none());
        html! {
            @if plays {
                div.menu {
                    form method="post" action=(at("takeback")) hx-post=(at("takeback")) hx-swap="none" {
                        button #takeback.button.quiet type="submit" disabled[self.steps.is_empty()] { (words.say("takeback")) }
                    }
                    form method="post" action=(at("resign")) hx-post=(at("resign")) hx-swap="none" hx-confirm=(words.say("resign-question")) {
                        button #resign.button.quiet type="submit" { (words.say("resign")) }
                    }
                }
            }
            @if let Some(rematch) = self.table.rematch {
                p.rematch { a.button.primary href={ "/t/" (rematch) } { (words.say("rematch-go")) } }
            }
        }
    }

    fn talk(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        let at = format!("/t/{}/chat", self.table.id);
        let room = if self.table.you.is_some() || self.table.stage != StageName::Playing {
            "all"
        } else {
            "spectators"
        };
        html! {
            section #talk.talk hx-swap-oob=[swap] data-seq=(self.table.seq) aria-label=(words.say("talk")) {
                h2 { (words.say("talk")) }
                @if self.table.chat.is_empty() { p.empty { (words.say("talk-none")) } }
                @else {
                    ol.list data-follow tabindex="0" aria-label=(words.say("talk")) aria-live="polite" {
                        @for said in &self.table.chat { (message(words, said)) }
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
}

fn message(words: Words, said: &MessageView) -> Markup {
    html! {
        li { strong { (said.person.name) } ": " (said.text)
            @if said.room != Room::All { " " span.tag { (match said.room {
                Room::Players => words.say("room-players"),
                Room::Spectators => words.say("room-spectators"),
                Room::All => String::new(),
            }) } } }
    }
}

/// What those at a table are called.
pub(super) fn names_of(words: Words, table: &TableView) -> Names {
    Names(table.seats.iter().map(|seat| name_of(words, seat)).collect())
}

/// What somebody on a seat is called.
fn name_of(words: Words, seat: &SeatView) -> String {
    match (&seat.person, seat.bot) {
        (Some(person), _) => person.name.clone(),
        (None, Some(level)) => level_name(words, level),
        (None, None) => words.say("seat-open"),
    }
}

/// What a level is called.
pub(super) fn level_name(words: Words, level: u8) -> String {
    words.say(&format!("level-{level}"))
}

/// A choice of levels.
pub(super) fn level_choice(words: Words, usual: u8) -> Markup {
    html! {
        select name="level" aria-label=(words.say("level")) {
            @for level in 1..=8 {
                option value=(level) selected[level == usual] { (level) " · " (level_name(words, level)) }
            }
        }
    }
}

/// Who left as the last person, if this is how the game ended.
fn last_to_leave(event: &Event) -> Option<Seat> {
    if let Event::Finished { ended: Ending::Resigned { seat }, .. } = event { Some(*seat) } else { None }
}

/// A number of points up or down.
fn signed(change: f64) -> String {
    format!("{change:+.0}").replace('-', "−")
}

/// How long somebody may think: a running clock tells by itself.
fn clock(words: Words, seat: &SeatView, clock: Clock) -> Markup {
    let left = seat.deadline.map(|deadline| (deadline - now()).as_secs());
    html! {
        @match (clock, left) {
            (Clock::None, _) => {}
            (_, Some(left)) => { time.clock role="timer" data-left=(left) aria-label=(words.say("clock")) { (time_left(left)) } }
            (Clock::Live { turn_seconds, .. }, None) => {
                time.clock { (time_left(u64::from(turn_seconds) + seat.reserve.unwrap_or(0) / 1000)) }
            }
            (Clock::Correspondence { days }, None) => { time.clock { (words.with("days", [("count", days.into())])) } }
        }
    }
}

fn time_left(seconds: u64) -> String {
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        3600..86_400 => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
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
