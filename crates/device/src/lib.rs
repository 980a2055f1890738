//! Answers to what an open page asks, on the device of the person who looks at it: text in, text out. No I/O, no clock.
//!
//! The answers are those of the server, byte for byte, because both are rendered by `pages` from the same data. What needs
//! anything that the page does not have is for the server to answer.

mod think;

use std::borrow::Cow;

use club::GameName;
use pages::games::{no_siesta, siesta};
use pages::learn::{Course, PROGRESS_LIFETIME, Progress, lesson_page};
use pages::look::requested_language;
use pages::part::Part;
use pages::query::Query;
use pages::replay::ReplaySnapshot;
use pages::snapshot::Snapshot;
use pages::words::{Language, Words};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use think::Thinker;

/// What a page asks for.
#[derive(Deserialize, Debug)]
struct Request<'a> {
    /// Path and query of the request that would go to the server.
    #[serde(borrow)]
    address: Cow<'a, str>,
    /// The language of the page, as its `lang` attribute has it.
    #[serde(borrow)]
    language: Cow<'a, str>,
    /// The snapshot of the page; empty if it has none.
    #[serde(borrow, default)]
    snapshot: Cow<'a, str>,
    /// The cookies that scripts can read, as `document.cookie` has them.
    #[serde(borrow, default)]
    cookies: Cow<'a, str>,
}

/// What the page puts in place.
#[derive(Serialize, Debug)]
struct Answer {
    html: String,
    /// The address that shows the same again.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// A cookie to set, as `document.cookie` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    cookie: Option<String>,
}

impl From<Part> for Answer {
    fn from(part: Part) -> Self {
        Self { html: part.html.into_string(), address: part.address, cookie: None }
    }
}

/// Answers a request in JSON with an answer in JSON. An empty text means that only the server can answer.
pub fn answer(request: &str) -> String {
    let answer = serde_json::from_str(request).ok().and_then(|request| find(&request));
    answer.and_then(|answer| serde_json::to_string(&answer).ok()).unwrap_or_default()
}

fn find(request: &Request<'_>) -> Option<Answer> {
    let (path, query) = request.address.split_once('?').unwrap_or((&request.address, ""));
    // The server keeps a language that an address asks for.
    if requested_language(query).is_some() {
        return None;
    }
    let words = Words(Language::by_code(&request.language)?);
    match path {
        "/sandbox" => Some(siesta::Sandbox::new(words, &read(query)?, &read(query)?).update().into()),
        "/sandbox/setup" => Some(siesta::Setup::new(words, &read(query)?, &read(query)?).update().into()),
        _ => lesson(words, path, query, &request.cookies)
            .or_else(|| game(words, path, query, &request.snapshot)),
    }
}

/// A lesson, with the progress to remember once it is done.
fn lesson(words: Words, path: &str, query: &str, cookies: &str) -> Option<Answer> {
    let of = |course: &'static Course| Some((course, path.strip_prefix(course.lessons)?.strip_prefix('/')?));
    let (course, number) = GameName::ALL.map(Course::of).into_iter().find_map(of)?;
    let progress = Progress::read(course, cookie(cookies, course.cookie));
    let page = lesson_page(words, number.parse().ok()?, &read::<Query>(query)?, progress)?;
    let set = |progress: &Progress| {
        let max_age = PROGRESS_LIFETIME.as_secs();
        format!("{}={}; path=/; max-age={max_age}; samesite=lax", course.cookie, progress.cookie())
    };
    Some(Answer { cookie: page.new_progress().map(set), ..page.update().into() })
}

/// A game of the page's snapshot: at the table, or after it.
fn game(words: Words, path: &str, query: &str, snapshot: &str) -> Option<Answer> {
    match serde_json::from_str(snapshot).ok()? {
        Snapshot::Table(table) => {
            let page = (table.path() == path).then(|| table.page(words, read(query)?))??;
            Some(page.update().into())
        }
        Snapshot::Replay(game) => finished_game(words, path.strip_prefix(&game.path())?, query, &game),
    }
}

/// The step of a replay that an address asks for.
#[derive(Deserialize)]
struct Moment {
    #[serde(default)]
    turn: String,
    snapshot: Option<String>,
}

fn finished_game(words: Words, below: &str, query: &str, game: &ReplaySnapshot) -> Option<Answer> {
    match below {
        "" => {
            let moment: Moment = read(query)?;
            // Asks for what only the server has.
            if moment.snapshot.is_some() {
                return None;
            }
            Some(game.page(words, &moment.turn)?.update().into())
        }
        "/line" => Some(no_siesta::Sandbox::of(words, game, &read(query)?)?.update().into()),
        _ => None,
    }
}

/// Reads a query as the server does; `None` if the server would refuse it.
fn read<T: DeserializeOwned>(query: &str) -> Option<T> {
    serde_urlencoded::from_str(query).ok()
}

/// The value of the first cookie with this name; empty if there is none.
fn cookie<'a>(cookies: &'a str, name: &str) -> &'a str {
    let pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(other, _)| *other == name).map_or("", |(_, value)| value)
}
