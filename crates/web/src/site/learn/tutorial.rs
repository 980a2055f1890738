//! Lessons to try: a board, a task, and what the rules say of the turn.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};

use super::super::shell;
use super::super::visitor::{Visitor, with_cookie};
use super::course::{Course, lesson_links};
use super::progress::Progress;
use super::{names, play_now};
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::app::App;
use pages::games::siesta::board;
use pages::games::siesta::draft::{Draft, Wish};
use pages::games::siesta::laying::{self, Lines};
use pages::games::siesta::lessons::{LESSONS, Lesson};
use pages::games::siesta::words as siesta_words;
use pages::names::Names;
use pages::words::Words;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/learn/lessons/{number}", get(show))
}

/// All that the page of a lesson is made of.
struct LessonPage {
    words: Words,
    names: Names,
    number: usize,
    lesson: &'static Lesson,
    draft: Draft,
    progress: Progress,
}

/// How far the turn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Pieces are missing.
    Open,
    /// A legal turn that is not what was asked for.
    Missed,
    /// What was asked for.
    Done,
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InPath(number): InPath<String>,
    InQuery(wish): InQuery<Wish>,
) -> Result<Response, Problem> {
    let known = number.parse().ok().and_then(|number: usize| Some((number, number.checked_sub(1)?)));
    let found = known.and_then(|(number, index)| {
        let lesson = LESSONS.get(index)?;
        Some((number, lesson, lesson.position()?))
    });
    let (number, lesson, position) = found.ok_or_else(|| Problem::not_found("there is no such lesson"))?;
    let mut page = LessonPage {
        words: visitor.words(),
        names: names(visitor.words()),
        number,
        lesson,
        draft: Draft::of(&position, &wish),
        progress: Progress::of(&headers, Course::Siesta),
    };
    let done = page.stage() == Stage::Done;
    if done {
        page.progress.add(number);
    }
    let cookie = if done { page.progress.cookie(app.scheme) } else { None };
    if visitor.look.part {
        let mut response = Html(page.part(Some("outerMorph")).into_string()).into_response();
        if let Ok(here) = HeaderValue::try_from(laying::address(&page.here(), &page.draft)) {
            response.headers_mut().insert("hx-replace-url", here);
        }
        return Ok(with_cookie(response, cookie));
    }
    let body = html! { (board::drawings()) (page.part(None)) };
    Ok(with_cookie(shell::page(&visitor, &page.title(), &body), cookie))
}

impl LessonPage {
    fn here(&self) -> String {
        Course::Siesta.lesson(self.number)
    }

    fn tell(&self, part: &str) -> String {
        let points = i64::from(self.lesson.points());
        self.words.with(&format!("lesson-{}-{part}", self.lesson.key), [("points", points.into())])
    }

    fn title(&self) -> String {
        self.tell("title")
    }

    fn stage(&self) -> Stage {
        if !self.draft.laying.is_complete() {
            Stage::Open
        } else if self.lesson.is_done_by(&self.draft.laying) {
            Stage::Done
        } else {
            Stage::Missed
        }
    }

    /// The lesson; the whole of it changes with every piece.
    fn part(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        let lines = siesta_words::reasons(words, &self.names, &self.draft.laying.reasons());
        html! {
            section #lesson.lesson.play hx-swap-oob=[swap] {
                header.task {
                    (lesson_links(words, &self.progress, Some(self.number)))
                    p.which { (words.with("lesson-number", [
                        ("number", self.number.into()), ("count", LESSONS.len().into()),
                    ])) }
                    h1 { (self.title()) }
                    p { (self.tell("task")) }
                    (self.scores())
                }
                div.try {
                    div #alert.alert aria-live="assertive" {}
                    (laying::form(words, &self.here(), &self.draft, &self.names, &lines, Vec::new()))
                }
                (self.answer(&lines))
            }
        }
    }

    /// Whose roofs are whose, and how the game stands.
    fn scores(&self) -> Markup {
        let before = self.draft.laying.before();
        html! {
            ul.standing {
                @for (seat, score) in before.scores().iter() {
                    li {
                        (board::drawing(siesta::Content::Roof(seat)))
                        span { (self.names.of(seat)) }
                        @if seat == before.mover() { span.tag { (self.words.say("you")) } }
                        strong { (score) }
                    }
                }
            }
        }
    }

    /// What the rules say of the turn so far.
    fn answer(&self, lines: &Lines) -> Markup {
        let words = self.words;
        let gains = siesta_words::gains(&self.names, &self.draft.laying.gains());
        let stage = self.stage();
        let class = match stage {
            Stage::Open => "answer",
            Stage::Missed => "answer missed",
            Stage::Done => "answer right",
        };
        html! {
            div class=(class) {
                @if let Some(refusal) = &self.draft.refusal {
                    p.refusal role="alert" { (siesta_words::refusal(words, &self.names, refusal)) }
                }
                div aria-live="polite" {
                    @match stage {
                        Stage::Open if self.draft.laying.turn().is_empty() => { p { (words.say("lesson-how")) } }
                        Stage::Open if gains.is_empty() => { p { (words.say("gains-nothing-yet")) } }
                        Stage::Open => { p { (gains) } }
                        Stage::Missed => { p { strong { (words.with("lesson-missed", [("gains", gains.into())])) } }
                            p { (words.say("lesson-again")) } }
                        Stage::Done => { h2 { (words.with("lesson-right", [("gains", gains.into())])) }
                            p { (self.tell("praise")) } }
                    }
                    (laying::reasons(lines, 0))
                }
                @if stage == Stage::Done { (self.onwards()) }
                div.buttons { (laying::undo(words, &self.here(), &self.draft)) }
            }
        }
    }

    /// The next lesson, or a game.
    fn onwards(&self) -> Markup {
        let words = self.words;
        html! {
            @if self.number < LESSONS.len() {
                p { a #next.button.primary href=(Course::Siesta.lesson(self.number + 1)) { (words.say("lesson-next")) } }
            } @else {
                p { (words.say("lesson-last")) }
                (play_now(words, Course::Siesta))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pages::words::Language;

    fn page(language: Language, number: usize, laid: &str, put: Option<(&str, &str)>) -> LessonPage {
        let lesson = &LESSONS[number - 1];
        let wish = Wish {
            laid: laid.to_owned(),
            piece: put.map(|(piece, _)| piece.to_owned()),
            put: put.map(|(_, cell)| cell.to_owned()),
            ..Wish::default()
        };
        LessonPage {
            words: Words(language),
            names: names(Words(language)),
            number,
            lesson,
            draft: Draft::of(&lesson.position().unwrap(), &wish),
            progress: Progress::of(&HeaderMap::new(), Course::Siesta),
        }
    }

    #[test]
    fn a_lesson_says_what_it_thinks_of_a_turn_in_every_language() {
        for language in Language::ALL {
            for (laid, stage) in
                [("", Stage::Open), ("^G5 #H5 ^G6", Stage::Missed), ("^G5 #H5 #I5", Stage::Done)]
            {
                let page = page(language, 1, laid, None);
                assert_eq!(page.stage(), stage);
                let text = page.part(None).into_string();
                assert!(!text.contains('⟦'), "{language:?}: {text}");
                assert_eq!(text.contains("id=\"next\""), stage == Stage::Done);
            }
        }
    }

    #[test]
    fn a_refused_piece_is_explained() {
        let page = page(Language::English, 3, "", Some(("sun", "H5")));
        let text = page.part(None).into_string();
        assert!(text.contains("H5: a sun may not touch the shadow at H6."), "{text}");
    }
}
