//! The rules of the games, and lessons to try them.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::GameName;

use super::part::part;
use super::shell;
use super::visitor::{Visitor, with_cookie};
use crate::app::App;
use crate::cookies::{self, Scheme};
use crate::extract::{InPath, InQuery};
use crate::fault::Fault;
use pages::learn::{Course, PROGRESS_LIFETIME, Progress, lesson_page, rules_page};
use pages::query::Query;

pub(super) fn routes() -> Router<Arc<App>> {
    let mut router = Router::new();
    for course in GameName::ALL.map(Course::of) {
        let rules = move |visitor: Visitor, headers: HeaderMap| show_rules(course, visitor, headers);
        let lesson = move |app: State<Arc<App>>,
                           visitor: Visitor,
                           headers: HeaderMap,
                           number: InPath<String>,
                           query: InQuery<Query>| {
            show_lesson(course, app, visitor, headers, number, query)
        };
        router = router
            .route(course.rules, get(rules))
            .route(&format!("{}/{{number}}", course.lessons), get(lesson));
    }
    router
}

async fn show_rules(course: &'static Course, visitor: Visitor, headers: HeaderMap) -> Response {
    let page = rules_page(visitor.words(), &read_progress(course, &headers));
    shell::page(&visitor, &page.title, &page.body).into_response()
}

async fn show_lesson(
    course: &'static Course,
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InPath(number): InPath<String>,
    InQuery(query): InQuery<Query>,
) -> Result<Response, Fault> {
    let progress = read_progress(course, &headers);
    let page = number
        .parse()
        .ok()
        .and_then(|number| lesson_page(visitor.words(), number, &query, progress))
        .ok_or_else(|| Fault::not_found("there is no such lesson"))?;
    let cookie = page.new_progress().and_then(|progress| progress_cookie(progress, app.scheme));
    let response = if visitor.look.part {
        part(page.update())
    } else {
        shell::page(&visitor, page.title(), &page.body()).into_response()
    };
    Ok(with_cookie(response, cookie))
}

fn read_progress(course: &'static Course, headers: &HeaderMap) -> Progress {
    Progress::read(course, cookies::read(headers, course.cookie).unwrap_or_default())
}

fn progress_cookie(progress: &Progress, scheme: Scheme) -> Option<HeaderValue> {
    cookies::set_readable(progress.course().cookie, &progress.cookie(), PROGRESS_LIFETIME, scheme).ok()
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn progress_is_read_as_it_was_set_and_for_its_game_alone() {
        let [one, other] = GameName::ALL.map(Course::of);
        let progress = Progress::read(one, "1.2");
        let set = progress_cookie(&progress, Scheme::Http).unwrap();
        let set = set.to_str().unwrap();
        assert!(set.starts_with("sobremesa_lessons=1.2;"), "{set}");
        let mut headers = HeaderMap::new();
        let sent = set.split(';').next().unwrap();
        headers.insert(header::COOKIE, HeaderValue::from_str(sent).unwrap());
        assert_eq!(read_progress(one, &headers), progress);
        assert_eq!(read_progress(other, &headers), Progress::read(other, ""));
    }
}
