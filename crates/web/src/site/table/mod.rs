//! The table: the game, who plays, what was played, and what was said.

mod no_siesta;
mod side;
mod siesta;
mod talk;
mod waiting;

use std::str::FromStr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use club::view::{self, SeatView, TableView, Taken};
use club::{Departure, Ending, Event, PersonId, State as GameState, Step, TableId};
use game::Seat;
use maud::{Markup, html};
use serde::Deserialize;

use super::look::Look;
use super::shell;
use super::visitor::Visitor;
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::api::tables::{find, seen};
use crate::app::App;
use club::Analysis;
use club::Attendance;
use house::analyses;
use house::tables::Slot;
use pages::address::encoded;
use pages::games::no_siesta::choice::{self, Choice};
use pages::games::no_siesta::shapes;
use pages::games::siesta::board;
use pages::games::siesta::draft::{self, Draft};
use pages::games::siesta::laying;
use pages::names::Names;
use pages::words::Words;
use store::StoreError;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/t/{id}", get(show))
}

/// What a page is asked to do with what is not sent yet, in either game.
#[derive(Deserialize, Default, Debug)]
pub(super) struct Wish {
    #[serde(flatten)]
    pub(super) laying: draft::Wish,
    #[serde(flatten)]
    pub(super) choosing: choice::Wish,
}

/// All that a table page is made of.
pub(super) struct TablePage {
    pub(super) words: Words,
    pub(super) table: TableView,
    pub(super) person: Option<PersonId>,
    pub(super) state: Option<GameState>,
    pub(super) steps: Vec<Step>,
    /// Who ended the game by leaving it.
    gave_up: Option<Seat>,
    pub(super) names: Names,
    /// By seat, once the game has been analysed.
    pub(super) accuracies: Vec<Option<f32>>,
    /// By person, the rating before and after.
    ratings: Vec<(PersonId, f64, f64)>,
    /// A turn of Siesta in the making.
    pub(super) draft: Option<Draft>,
    /// What may be done in ¡No Siesta!.
    pub(super) choice: Option<Choice>,
    /// Whether to ask before a turn is sent.
    pub(super) confirm: bool,
    /// Where it is, for others to come.
    address: String,
    /// What could not be done.
    pub(super) alert: Option<String>,
    /// What the bot would do.
    pub(super) hint: Option<String>,
    /// Who is here.
    pub(super) attendance: Attendance,
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
    let mut page = TablePage::new(&app, &slot, visitor.person(), &visitor.look, &wish).await?;
    if visitor.look.part {
        let mut response = Html(page.parts(Changed::Game).into_string()).into_response();
        if let Ok(here) = HeaderValue::try_from(page.address_now()) {
            response.headers_mut().insert("hx-replace-url", here);
        }
        return Ok(response);
    }
    // Nobody in particular is counted by a stream, which is yet to be opened.
    page.attendance.others += usize::from(visitor.person().is_none());
    let title = page.title();
    let body = page.whole();
    Ok(shell::page(&visitor, &title, &body).into_response())
}

/// The address of a table as this browser reaches it.
pub(super) fn address(app: &App, look: &Look, id: TableId) -> String {
    let scheme = match app.scheme {
        crate::cookies::Scheme::Http => "http",
        crate::cookies::Scheme::Https => "https",
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
        let names = Names::at(words, &table);
        let ratings = if table.rated && table.stage == club::Stage::Finished {
            app.house.store.rating_changes(table.id).await?
        } else {
            Vec::new()
        };
        let accuracies = match &state {
            Some(_) if table.stage != club::Stage::Finished => Vec::new(),
            Some(GameState::Siesta(_)) => accuracies::<::siesta::Turn>(app, table.id, &steps).await?,
            Some(GameState::NoSiesta(_)) => accuracies::<::no_siesta::Action>(app, table.id, &steps).await?,
            None => Vec::new(),
        };
        let address = address(app, look, table.id);
        let mut present = app.house.presence.at(table.id).await;
        // Who looks at the page is here, also before its stream is open.
        present.extend(person);
        let attendance = slot.look(|loaded| Attendance::of(&loaded.table, present));
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
            choice: None,
            confirm: look.confirm,
            address,
            alert: None,
            hint: None,
            attendance,
        };
        if page.is_my_turn()
            && let (Some(state), Some(you)) = (&page.state, page.you())
        {
            match state {
                GameState::Siesta(position) => page.draft = Some(Draft::of(position, &wish.laying)),
                GameState::NoSiesta(position) => {
                    page.choice = Some(Choice::of(position, you, &wish.choosing));
                }
            }
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

    /// Where the table is.
    pub(super) fn here(&self) -> String {
        format!("/t/{}", self.table.id)
    }

    /// Where something is done at the table.
    pub(super) fn at(&self, action: &str) -> String {
        format!("/t/{}/{action}", self.table.id)
    }

    /// The address that shows the same again, with what is not sent yet.
    fn address_now(&self) -> String {
        let here = self.here();
        if let Some(draft) = &self.draft {
            return laying::address(&here, draft);
        }
        let Some(choice) = &self.choice else { return here };
        match (choice.from, choice.ask) {
            (Some(from), _) => format!("{here}?from={}", encoded(&from.to_string())),
            (None, Some(ask)) => format!("{here}?ask={ask}"),
            (None, None) => here,
        }
    }

    pub(super) fn you(&self) -> Option<Seat> {
        self.table.you
    }

    pub(super) fn is_my_turn(&self) -> bool {
        let to_act = self.table.game.as_ref().map(|game| &game.to_act[..]).unwrap_or_default();
        self.table.stage == club::Stage::Playing
            && self.table.you.as_ref().is_some_and(|you| to_act.contains(you))
            && self.my_seat().is_some_and(|seat| seat.left.is_none())
    }

    pub(super) fn my_seat(&self) -> Option<&SeatView> {
        self.table.seats.iter().find(|seat| seat.seat.is_some() && seat.seat == self.table.you)
    }

    /// Whether somebody else sits here, and not only bots.
    pub(super) fn has_other_people(&self) -> bool {
        let other = |seat: &&SeatView| {
            seat.taken == Taken::Person && seat.person.as_ref().map(|person| person.id) != self.person
        };
        self.table.seats.iter().any(|seat| other(&seat))
    }

    /// Who has won a game that somebody left: who stays comes before all who left.
    pub(super) fn first_of_those_who_stayed(&self) -> String {
        let words = self.words;
        let ranks = self.table.game.as_ref().and_then(|game| game.ranks.as_deref());
        let first = Seat::ALL.into_iter().zip(ranks.unwrap_or_default()).filter(|(_, rank)| **rank == 1);
        let first: Vec<Seat> = first.map(|(seat, _)| seat).collect();
        match first.len() {
            0 => words.say("result-over"),
            1 => words.with("result-wins", [("names", self.names.joined(words, &first).into())]),
            _ => words.with("result-share", [("names", self.names.joined(words, &first).into())]),
        }
    }

    /// Who left before the end, and why.
    pub(super) fn departures(&self) -> Vec<(Seat, Departure)> {
        let left =
            Seat::ALL.into_iter().zip(&self.table.seats).filter_map(|(seat, at)| Some((seat, at.left?)));
        left.chain(self.gave_up.map(|seat| (seat, Departure::Resigned))).collect()
    }

    /// Who left before the end, in words.
    pub(super) fn who_left(&self) -> Markup {
        let words = self.words;
        html! {
            @for (seat, left) in self.departures() {
                p { (words.with(match left {
                    Departure::Resigned => "end-resigned",
                    Departure::OutOfTime => "end-out-of-time",
                }, [("name", self.names.of(seat).to_owned().into())])) }
            }
        }
    }

    /// How the game has changed the rating of whoever sits there.
    pub(super) fn rating_change(&self, seat: Seat) -> Markup {
        let words = self.words;
        let person = self.table.seats.get(seat.index()).and_then(|seat| seat.person.as_ref());
        let change = person.and_then(|person| self.ratings.iter().find(|(id, _, _)| *id == person.id));
        html! {
            @if let Some((_, before, after)) = change {
                " " small.change { (words.with("rating-change", [("rating", format!("{after:.0}").into()), ("change", signed(after - before).into())])) }
            }
        }
    }

    /// A hint for those who play against bots alone, with what is not sent yet.
    pub(super) fn hint_button(&self, unsent: &Markup) -> Markup {
        let words = self.words;
        let at = self.at("hint");
        let (more, key) = if self.hint.is_some() { ("1", "hint-more") } else { ("", "hint") };
        html! {
            @if !self.has_other_people() && !self.table.rated {
                form method="post" action=(at) hx-post=(at) hx-swap="none" {
                    (unsent)
                    button #hint.button.quiet type="submit" name="more" value=(more) { (words.say(key)) }
                }
            }
        }
    }

    /// What may be done when the game is over.
    pub(super) fn result_buttons(&self, more: &Markup) -> Markup {
        let words = self.words;
        html! {
            div.buttons {
                @if self.table.you.is_some() {
                    form method="post" action=(self.at("rematch")) {
                        button #rematch.button.primary type="submit" { (words.say("rematch")) }
                    }
                }
                a.button href=(self.at("replay")) { (words.say("replay")) }
                (shell::share(words, &format!("{}/replay", self.address), &self.title()))
                (more)
                a.button.quiet href={ "/api/v1/tables/" (self.table.id) "/record" } { (words.say("record")) }
            }
        }
    }

    fn title(&self) -> String {
        match self.table.stage {
            club::Stage::Waiting | club::Stage::Closed => self.words.say("table-title-waiting"),
            club::Stage::Playing | club::Stage::Finished => self.names.0.join(" – "),
        }
    }

    /// The page without what is around every page.
    fn whole(&self) -> Markup {
        let words = self.words;
        let live = format!("/t/{}/live?after={}&here={}", self.table.id, self.table.seq, self.attendance);
        html! {
            @match &self.state {
                Some(GameState::NoSiesta(_)) => { (shapes::drawings()) }
                Some(GameState::Siesta(_)) | None => { (board::drawings()) }
            }
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
                    Some(GameState::NoSiesta(position)) => { (self.no_siesta(position)) }
                    None if self.table.stage == club::Stage::Closed => { p.empty { (words.say("table-closed")) } }
                    None => { (self.waiting()) }
                }
            }
        }
    }
}

/// How exactly everybody played, by seat, once the whole game has been analysed.
async fn accuracies<A: FromStr>(
    app: &App,
    table: TableId,
    steps: &[Step],
) -> Result<Vec<Option<f32>>, StoreError> {
    let found = analyses::find(&*app.house.store, table).await?;
    let analysis = found.map(|found| found.parse::<A>()).filter(Analysis::is_done);
    let seats = || steps.iter().filter_map(|step| step.seat);
    let of_all = |analysis: Analysis<A>| {
        Seat::ALL.iter().map(|seat| analysis.play_of(*seat, seats()).accuracy()).collect()
    };
    Ok(analysis.map(of_all).unwrap_or_default())
}

/// Who left as the last person, if this is how the game ended.
fn last_to_leave(event: &Event) -> Option<Seat> {
    if let Event::Finished { ended: Ending::Resigned { seat }, .. } = event { Some(*seat) } else { None }
}

/// A number of points up or down.
fn signed(change: f64) -> String {
    format!("{change:+.0}").replace('-', "−")
}
