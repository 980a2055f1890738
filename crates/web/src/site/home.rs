//! The front page: play now, with a friend, or with whoever waits.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use club::Stage;
use club::view::{SeatView, TableView, Taken};
use club::{Chair, Clock, GameName, Options, PersonId, Variant};
use game::Players;
use maud::{Markup, html};
use no_siesta::Face;
use serde::Deserialize;
use siesta::{Content, Mode, Position, Scoring};

use super::shell;
use super::visitor::{Visitor, go_to};
use crate::api::body::InForm;
use crate::api::problem::Problem;
use crate::api::tables::{find, lay, level_of, meet, seen};
use crate::app::App;
use pages::games::no_siesta::shapes;
use pages::games::siesta::board::{self, Shown};
use pages::levels::level_choice;
use pages::names::Names;
use pages::words::Words;
use store::TableFilter;

/// How many tables of each kind the front page shows.
const SHOWN: u32 = 12;
/// The level for whoever just presses the button.
pub(super) const USUAL_LEVEL: u8 = 3;

/// A middle game worth looking at, to show what it is about.
const EXAMPLE: &str = "12/5*1#4/5a1a4/2*b##b*4/5abb2*1/5*a#a*a#/7#2#1/7#4/7b*3/6a*4/7b4/7#4 2 a 10";

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(home))
        .route("/play", post(play_now))
        .route("/friend", post(with_friend))
        .route("/match", post(with_whoever_waits))
}

/// What somebody wants to play at once.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "kebab-case")]
enum Wanted {
    #[default]
    Siesta,
    NoSiesta,
    /// ¡No Siesta! alone.
    Solo,
}

impl Wanted {
    fn variant(self) -> Variant {
        let no_siesta = |players, mode| no_siesta::Variant::new(players, mode).map(Variant::NoSiesta).ok();
        let variant = match self {
            Self::Siesta => siesta::Variant::new(Players::TWO, Scoring::Printed, Mode::FreeForAll)
                .map(Variant::Siesta)
                .ok(),
            Self::NoSiesta => no_siesta(Players::TWO, no_siesta::Mode::Standard),
            Self::Solo => no_siesta(Players::ONE, no_siesta::Mode::Solo),
        };
        #[expect(clippy::expect_used, reason = "the modes go with their numbers of players")]
        variant.expect("mode and players go together")
    }
}

#[derive(Deserialize)]
struct PlayNow {
    #[serde(default)]
    game: Wanted,
    #[serde(default)]
    level: Option<u8>,
}

#[derive(Deserialize)]
struct Friendly {
    #[serde(default)]
    game: Wanted,
}

async fn play_now(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(said): InForm<PlayNow>,
) -> Result<Response, Problem> {
    let level = level_of(said.level.unwrap_or(USUAL_LEVEL))?;
    begin(&app, &visitor, said.game, Chair::Bot { level }).await
}

async fn with_friend(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(said): InForm<Friendly>,
) -> Result<Response, Problem> {
    begin(&app, &visitor, said.game, Chair::Open).await
}

/// Two who do not know each other: the one who comes first waits, and nobody forever.
async fn with_whoever_waits(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(said): InForm<Friendly>,
) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(&app)?;
    let clock = Clock::Live { turn_seconds: 60, reserve_seconds: 300 };
    let options = Options { variant: said.game.variant(), clock, rated: false, public: true };
    let met = meet(&app, sitter, options, None).await?;
    Ok(go_to(&format!("/t/{}", met.table()), cookie))
}

async fn begin(app: &App, visitor: &Visitor, game: Wanted, other: Chair) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(app)?;
    let options = Options { variant: game.variant(), clock: Clock::None, rated: false, public: false };
    let mut chairs = vec![Chair::Person(sitter)];
    chairs.extend((options.variant.players().count() > 1).then_some(other));
    let acted = lay(app, sitter, options, chairs, None, None, None).await?;
    Ok(go_to(&format!("/t/{}", acted.table), cookie))
}

async fn home(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Problem> {
    let words = visitor.words();
    let list = async |stage, person: Option<PersonId>, open| {
        let filter = TableFilter {
            stage: Some(stage),
            person,
            public: person.is_none(),
            open,
            limit: SHOWN,
            ..TableFilter::default()
        };
        let mut tables = Vec::new();
        for (id, _) in app.house.store.list_tables(&filter).await? {
            let slot = find(&app, id).await?;
            tables.push(seen(&app, &slot, visitor.person()).await?);
        }
        Ok::<_, Problem>(tables)
    };
    let mut mine = Vec::new();
    if let Some(person) = visitor.person() {
        mine.extend(list(Stage::Playing, Some(person), false).await?);
        mine.extend(list(Stage::Waiting, Some(person), false).await?);
        mine.sort_by_key(|table| !waits_for(table));
    }
    let not_mine = |table: &TableView| mine.iter().all(|own| own.id != table.id);
    let open: Vec<TableView> = list(Stage::Waiting, None, true).await?.into_iter().filter(not_mine).collect();
    let live: Vec<TableView> =
        list(Stage::Playing, None, false).await?.into_iter().filter(not_mine).collect();
    let body = html! {
        (board::drawings())
        (shapes::drawings())
        section.hero {
            div {
                h1 { (words.say("home-title")) }
                p.lead { (words.say("home-lead")) }
                div.start {
                    form method="post" action="/play" {
                        button #play-now.button.primary.large type="submit" { (words.say("play-now")) }
                        label.level { (words.say("play-level")) " " (level_choice(words, USUAL_LEVEL)) }
                    }
                    div.together {
                        form method="post" action="/friend" {
                            button #play-friend.button.large type="submit" { (words.say("play-friend")) }
                        }
                        form method="post" action="/match" {
                            button #play-match.button.large type="submit" title=(words.say("play-match-how")) { (words.say("play-match")) }
                        }
                    }
                    a.more href="/new" { (words.say("play-other")) }
                }
            }
            figure { (example(words)) figcaption { (words.say("home-example")) } }
        }
        section.hero.second {
            figure {
                div.tray role="img" aria-label=(words.say("home-dice")) { @for face in Face::ALL { (shapes::die(face)) } }
            }
            div {
                h2 { "¡No Siesta!" }
                p { (words.say("home-no-siesta")) }
                div.start {
                    form method="post" action="/play" {
                        input type="hidden" name="game" value="no-siesta";
                        button #play-no-siesta.button.primary type="submit" { (words.say("play-now")) }
                        label.level { (words.say("play-level")) " " (level_choice(words, USUAL_LEVEL)) }
                    }
                    div.buttons {
                        form method="post" action="/play" {
                            button #play-solo.button type="submit" name="game" value="solo" { (words.say("play-solo")) }
                        }
                        form method="post" action="/friend" {
                            button #play-no-siesta-friend.button type="submit" name="game" value="no-siesta" { (words.say("play-friend")) }
                        }
                        form method="post" action="/match" {
                            button #play-no-siesta-match.button type="submit" name="game" value="no-siesta" { (words.say("play-match")) }
                        }
                    }
                    a.more href="/new?game=no-siesta" { (words.say("play-other")) }
                }
            }
        }
        div.lists {
            @if !mine.is_empty() { (tables(&visitor, "mine", &words.say("home-mine"), &mine, "")) }
            (tables(&visitor, "open", &words.say("home-open"), &open, &words.say("home-open-none")))
            (tables(&visitor, "watch", &words.say("home-live"), &live, &words.say("home-live-none")))
        }
    };
    Ok(shell::page(&visitor, &words.say("home-page"), &body).into_response())
}

fn example(words: Words) -> Markup {
    let names = Names(vec![words.say("example-first"), words.say("example-second")]);
    let Ok(position) = EXAMPLE.parse::<Position>() else { return html! {} };
    let shown = Shown {
        board: position.board(),
        you: None,
        names: &names,
        last: Vec::new(),
        fresh: Vec::new(),
        press: None,
        lines: Vec::new(),
        ghosts: Vec::new(),
    };
    html! { div.small-board { (board::board(words, &shown)) } }
}

/// Whether it is the turn of who looks.
fn waits_for(table: &TableView) -> bool {
    table.you.as_ref().is_some_and(|you| table.game.as_ref().is_some_and(|game| game.to_act.contains(you)))
}

fn tables(visitor: &Visitor, id: &str, title: &str, tables: &[TableView], none: &str) -> Markup {
    html! {
        section.tables #(id) {
            h2 { (title) }
            @if tables.is_empty() { p.empty { (none) } }
            @else { ul { @for table in tables { (entry(visitor, table)) } } }
        }
    }
}

/// A table in a list.
fn entry(visitor: &Visitor, table: &TableView) -> Markup {
    let words = visitor.words();
    let open = table.stage == Stage::Waiting && table.seats.iter().any(|seat| seat.taken == Taken::Open);
    let mine = |seat: &SeatView| {
        seat.taken == Taken::Person && seat.person.as_ref().map(|person| person.id) == visitor.person()
    };
    let seated = table.seats.iter().any(mine);
    html! {
        li {
            a href={ "/t/" (table.id) } {
                @match table.variant.game {
                    GameName::Siesta => { (board::drawing(Content::Sun)) }
                    GameName::NoSiesta => { (shapes::icon("hat")) }
                }
                span.names { (Names::at(words, table).0.join(" – ")) }
                span.kind { (kind(words, table)) }
            }
            @if waits_for(table) { span.tag.now { (words.say("home-your-turn")) } }
            @if open && !seated {
                form method="post" action={ "/t/" (table.id) "/join" } {
                    button.button.small type="submit" { (words.say("join")) }
                }
            }
        }
    }
}

/// What is played at a table, in a few words.
pub(super) fn kind(words: Words, table: &TableView) -> String {
    let game = match table.variant.game {
        GameName::Siesta => "Siesta",
        GameName::NoSiesta => "¡No Siesta!",
    };
    let mut parts = vec![game.to_owned()];
    match table.variant.mode.as_deref() {
        Some("teams") => parts.push(words.say("mode-teams")),
        Some("solo") => parts.push(words.say("mode-solo")),
        Some(mode @ ("original" | "experienced")) => {
            parts.push(words.say(&format!("mode-{mode}")));
            parts.push(words.with("players-count", [("count", table.variant.players.into())]));
        }
        Some(_) | None => parts.push(words.with("players-count", [("count", table.variant.players.into())])),
    }
    if table.variant.scoring.as_deref() == Some("online") {
        parts.push(words.say("scoring-online-short"));
    }
    match table.clock {
        Clock::None => {}
        Clock::Live { turn_seconds, .. } => {
            parts.push(words.with("clock-live-short", [("seconds", turn_seconds.into())]));
        }
        Clock::Correspondence { days } => parts.push(words.with("days", [("count", days.into())])),
    }
    if table.rated {
        parts.push(words.say("rated"));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_page_shows_a_board() {
        let position: Position = EXAMPLE.parse().unwrap();
        assert_eq!(position.end(), None);
        assert!(example(Words(pages::words::Language::English)).into_string().contains("data-board"));
    }
}
