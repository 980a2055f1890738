//! Lessons to try: a farm, a task, and what the rules say of each step.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use no_siesta::Action;
use serde::Deserialize;

use super::super::super::shell;
use super::super::super::visitor::{Visitor, with_cookie};
use super::super::course::{Course, lesson_links};
use super::super::progress::Progress;
use super::super::{names, play_now};
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::app::App;
use pages::address::encoded;
use pages::games::no_siesta::area::{self, Area};
use pages::games::no_siesta::draft::{self as choice, Draft as Choice};
use pages::games::no_siesta::farm::{Shown, lost_at_the_end};
use pages::games::no_siesta::lessons::{Attempt, LESSONS, Lesson, PUPIL};
use pages::games::no_siesta::middle::Middle;
use pages::games::no_siesta::words as say;
use pages::games::no_siesta::{prompt, shapes};
use pages::names::Names;
use pages::words::Words;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/learn/no-siesta/{number}", get(show))
}

/// What a page is asked to do with the steps in the making.
#[derive(Deserialize, Default, Debug)]
struct Wish {
    /// The steps so far.
    #[serde(default)]
    done: String,
    /// One more.
    #[serde(default, rename = "move")]
    step: Option<String>,
    #[serde(flatten)]
    choosing: choice::Wish,
}

/// How far the pupil is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Something is left to do.
    Open,
    /// Nothing is left to do, and what was asked for is not reached.
    Missed,
    /// What was asked for.
    Done,
}

/// All that the page of a lesson is made of.
struct LessonPage {
    words: Words,
    names: Names,
    number: usize,
    lesson: &'static Lesson,
    attempt: Attempt,
    choice: Option<Choice>,
    stage: Stage,
    progress: Progress,
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InPath(number): InPath<String>,
    InQuery(wish): InQuery<Wish>,
) -> Result<Response, Problem> {
    let progress = Progress::of(&headers, Course::NoSiesta);
    let page = number
        .parse()
        .ok()
        .and_then(|number| LessonPage::new(visitor.words(), number, &wish, progress))
        .ok_or_else(|| Problem::not_found("there is no such lesson"))?;
    let cookie = if page.stage == Stage::Done { page.progress.cookie(app.scheme) } else { None };
    if visitor.look.part {
        let mut response = Html(page.part(Some("outerMorph")).into_string()).into_response();
        if let Ok(here) = HeaderValue::try_from(page.address()) {
            response.headers_mut().insert("hx-replace-url", here);
        }
        return Ok(with_cookie(response, cookie));
    }
    let body = html! { (shapes::drawings()) (page.part(None)) };
    Ok(with_cookie(shell::page(&visitor, &page.title(), &body), cookie))
}

impl LessonPage {
    /// The lesson with this number, if there is one.
    fn new(words: Words, number: usize, wish: &Wish, mut progress: Progress) -> Option<Self> {
        let lesson = LESSONS.get(number.checked_sub(1)?)?;
        let steps = match &wish.step {
            Some(step) if wish.done.is_empty() => step.clone(),
            Some(step) => format!("{}; {step}", wish.done),
            None => wish.done.clone(),
        };
        let attempt = Attempt::of(lesson, &steps)?;
        let mut choice = Choice::of(&attempt.position, PUPIL, &wish.choosing);
        choice.actions.retain(|action| Area::allow(lesson.areas, action));
        let stage = stage(words, lesson, &attempt, &choice);
        if stage == Stage::Done {
            progress.add(number);
        }
        let choice = Some(choice).filter(|_| stage == Stage::Open);
        Some(Self { words, names: names(words), number, lesson, attempt, choice, stage, progress })
    }

    /// The page with all steps but the last so many.
    fn before(&self, steps: usize) -> String {
        let here = Course::NoSiesta.lesson(self.number);
        let done = self.attempt.text(steps);
        if done.is_empty() { here } else { format!("{here}?done={}", encoded(&done)) }
    }

    /// The page as it is, with what is chosen.
    fn address(&self) -> String {
        let mut here = self.before(0);
        let choice = self.choice.as_ref();
        let from = choice.and_then(|choice| choice.from).map(|from| ("from", from.to_string()));
        let ask = choice.and_then(|choice| choice.ask).map(|ask| ("ask", ask.to_string()));
        for (key, value) in from.into_iter().chain(ask) {
            let joint = if here.contains('?') { '&' } else { '?' };
            here.push_str(&format!("{joint}{key}={}", encoded(&value)));
        }
        here
    }

    fn tell(&self, part: &str) -> String {
        let points = say::points(self.words, self.lesson.points().into());
        let space = i64::from(self.lesson.space()) + 1;
        self.words.with(
            &format!("farm-lesson-{}-{part}", self.lesson.key),
            [("points", points.into()), ("space", space.into())],
        )
    }

    fn title(&self) -> String {
        self.tell("title")
    }

    /// The lesson; the whole of it changes with every step.
    fn part(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        html! {
            section #lesson.lesson.play hx-swap-oob=[swap] {
                header.task {
                    (lesson_links(words, &self.progress, Some(self.number)))
                    p.which { (words.with("lesson-number", [
                        ("number", self.number.into()), ("count", LESSONS.len().into()),
                    ])) }
                    h1 { (self.title()) }
                    @for line in self.tell("task").lines() { p { (line) } }
                }
                div.try {
                    @if let Some(choice) = &self.choice {
                        p #task tabindex="-1" aria-live="polite" { (prompt::task(words, &self.attempt.position, choice)) }
                    }
                    (self.farm())
                }
                (self.answer())
            }
        }
    }

    /// The parts of the table to press.
    fn farm(&self) -> Markup {
        let (words, position, choice) = (self.words, &self.attempt.position, self.choice.as_ref());
        let (here, done) = (self.before(0), self.attempt.text(0));
        let shown = Shown { words, names: &self.names, position, seat: PUPIL, draft: choice, here: &here };
        let middle = Middle { words, names: &self.names, position, draft: choice };
        let action = Course::NoSiesta.lesson(self.number);
        html! {
            form #acts.no-siesta method="get" action=(action) hx-get=(action) hx-swap="none" hx-sync="this:replace" {
                input type="hidden" name="done" value=(done);
                @if let Some(choice) = choice { (prompt::choices(words, &self.names, position, choice)) }
                div.lesson-areas { (area::draw(self.lesson.areas, &shown, &middle)) }
            }
        }
    }

    /// What is reached, what the rules say of it, and what can be done about it.
    fn answer(&self) -> Markup {
        let words = self.words;
        let class = match self.stage {
            Stage::Open => "answer",
            Stage::Missed => "answer missed",
            Stage::Done => "answer right",
        };
        let gain = say::points(words, self.attempt.gain());
        html! {
            div class=(class) {
                div aria-live="polite" {
                    @match self.stage {
                        Stage::Open => {}
                        Stage::Missed => { p #task tabindex="-1" { strong { (words.say("farm-lesson-missed")) } } p { (words.say("farm-lesson-again")) } }
                        Stage::Done => { h2 { (words.say("farm-lesson-right")) } p { (self.tell("praise")) } }
                    }
                    @let lost = self.attempt.lost(words).unwrap_or_default();
                    @if !lost.is_empty() { p { (words.with("farm-lesson-lost", [("what", lost.join(", ").into())])) } }
                    (self.goals())
                    @if self.attempt.gain() > 0 { p.gained { (words.with("farm-lesson-gain", [("points", gain.into())])) } }
                }
                @if self.stage == Stage::Done { (self.onwards()) }
                div.buttons {
                    (self.end())
                    (self.back("undo", "button", &words.say("undo-step"), 1))
                    (self.back("again", "button quiet", &words.say("clear"), self.attempt.steps.len()))
                }
            }
        }
    }

    /// What is to be reached, and what of it is.
    fn goals(&self) -> Markup {
        let words = self.words;
        html! {
            ul.goals aria-label=(words.say("goals")) {
                @for goal in self.lesson.goals {
                    @let reached = self.attempt.reaches(words, *goal);
                    li.reached[reached] {
                        span.goal-mark aria-hidden="true" { @if reached { "✓" } }
                        span { (goal.text(words)) span.hidden { " (" (words.say(if reached { "goal-reached" } else { "goal-open" })) ")" } }
                    }
                }
            }
        }
    }

    /// The button that ends the scoring, with what would be lost.
    fn end(&self) -> Markup {
        let words = self.words;
        if !self.choice.as_ref().is_some_and(|choice| choice.has(Action::Done)) {
            return html! {};
        }
        let action = Course::NoSiesta.lesson(self.number);
        let lost = lost_at_the_end(words, self.attempt.position.farm(PUPIL)).join(", ");
        html! {
            form.end method="get" action=(action) hx-get=(action) hx-swap="none" {
                input type="hidden" name="done" value=(self.attempt.text(0));
                button #done.button.primary type="submit" name="move" value=(Action::Done) { (words.say("done-scoring")) }
                @if !lost.is_empty() { span.note.losing { (words.with("done-loses", [("what", lost.into())])) } }
            }
        }
    }

    /// A way back to what was before so many steps.
    fn back(&self, id: &str, class: &str, text: &str, steps: usize) -> Markup {
        let to = self.before(steps);
        html! {
            @if self.attempt.steps.is_empty() {
                button #(id) class=(class) type="button" disabled { (text) }
            } @else {
                a #(id) class=(class) href=(to) hx-get=(to) hx-swap="none" data-key=[(id == "undo").then_some("Backspace")] { (text) }
            }
        }
    }

    /// The next lesson, or a game.
    fn onwards(&self) -> Markup {
        let words = self.words;
        html! {
            @if self.number < LESSONS.len() {
                p { a #next.button.primary href=(Course::NoSiesta.lesson(self.number + 1)) { (words.say("lesson-next")) } }
            } @else {
                p { (words.say("lesson-last")) }
                (play_now(words, Course::NoSiesta))
            }
        }
    }
}

/// How far an attempt is, with what can be done next.
fn stage(words: Words, lesson: &Lesson, attempt: &Attempt, choice: &Choice) -> Stage {
    if lesson.goals.iter().all(|goal| attempt.reaches(words, *goal)) {
        return Stage::Done;
    }
    let may_end = lesson.goals.iter().any(|goal| goal.needs_the_end());
    let something = choice.actions.iter().any(|action| may_end || *action != Action::Done);
    if attempt.is_open() && something { Stage::Open } else { Stage::Missed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pages::words::Language;

    fn page(language: Language, number: usize, done: &str, step: Option<&str>) -> LessonPage {
        let wish = Wish { done: done.to_owned(), step: step.map(str::to_owned), ..Wish::default() };
        let progress = Progress::of(&HeaderMap::new(), Course::NoSiesta);
        LessonPage::new(Words(language), number, &wish, progress).unwrap()
    }

    #[test]
    fn a_lesson_says_what_it_thinks_of_the_steps_in_every_language() {
        for language in Language::ALL {
            for (number, done, stage) in [
                (1, "", Stage::Open),
                (2, "", Stage::Open),
                (2, "grain to helper 2; grapes to warehouse; pig to stable", Stage::Missed),
                (2, "grain to warehouse; grapes to warehouse; pig to stable", Stage::Done),
                (3, "silver to barn", Stage::Open),
                (4, "grain to top cart; olive to top cart; donkey to top yoke", Stage::Open),
                (5, "", Stage::Open),
                (6, "grain to helper 2; donkey to helper 2", Stage::Open),
                (6, "grain to helper 2; donkey to helper 2; done", Stage::Open),
                (7, "done", Stage::Missed),
            ] {
                let page = page(language, number, done, None);
                assert_eq!(page.stage, stage, "{number}: {done}");
                let text = page.part(None).into_string();
                assert!(!text.contains('⟦'), "{language:?}: {text}");
                assert_eq!(text.contains("id=\"next\""), stage == Stage::Done);
            }
        }
    }

    #[test]
    fn a_press_is_one_more_step_and_can_be_taken_back() {
        let page = page(Language::English, 2, "grain to warehouse", Some("pig to stable"));
        assert_eq!(page.address(), "/learn/no-siesta/2?done=grain+to+warehouse%3B+pig+to+stable");
        assert_eq!(page.before(1), "/learn/no-siesta/2?done=grain+to+warehouse");
        assert_eq!(page.before(2), "/learn/no-siesta/2");
        assert!(page.progress.next() == 1);
    }

    #[test]
    fn only_what_the_lesson_shows_can_be_pressed() {
        let text = page(Language::English, 2, "", None).part(None).into_string();
        assert!(text.contains("value=\"grain to warehouse\""));
        assert!(!text.contains("value=\"grain to middle cart\""));
        let steps = &page(Language::English, 2, "", Some("grain to middle cart")).attempt.steps;
        assert!(steps.is_empty(), "{steps:?}");
    }

    #[test]
    fn a_finished_lesson_is_remembered_and_there_is_no_lesson_beyond_the_last() {
        let page = page(Language::English, 2, "grain to warehouse; grapes to warehouse; pig to stable", None);
        assert!(page.progress.has(2));
        for number in [0, LESSONS.len() + 1] {
            let progress = Progress::of(&HeaderMap::new(), Course::NoSiesta);
            assert!(LessonPage::new(Words(Language::English), number, &Wish::default(), progress).is_none());
        }
    }
}
