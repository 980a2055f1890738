//! The page of a lesson of ¡No Siesta!: parts of a farm, a task, and what the rules say of each step.

use maud::{Markup, html};
use no_siesta::Action;

use super::area::{self, Area};
use super::draft::Draft;
use super::farm::{Shown, lost_at_the_end};
use super::lessons::{Attempt, COURSE, LESSONS, Lesson, PUPIL};
use super::middle::Middle;
use super::words as say;
use super::{prompt, shapes};
use crate::address::encoded;
use crate::learn::{LessonParts, LessonState, colour_names};
use crate::names::Names;
use crate::query::Query;
use crate::words::Words;

/// The lesson of this number, counted from 1, with the steps that the query describes.
pub(super) fn lesson(words: Words, number: usize, query: &Query) -> Option<LessonParts> {
    Some(View::new(words, number, query)?.parts())
}

/// A lesson with the steps that somebody has taken in it.
struct View {
    words: Words,
    names: Names,
    /// The path of the lesson.
    path: String,
    lesson: &'static Lesson,
    attempt: Attempt,
    /// What the pupil may do next; `None` once nothing is left to try.
    draft: Option<Draft>,
    state: LessonState,
}

impl View {
    fn new(words: Words, number: usize, query: &Query) -> Option<Self> {
        let lesson = LESSONS.get(number.checked_sub(1)?)?;
        let done = query.get("done").unwrap_or_default();
        let steps = match query.get("move") {
            Some(step) if done.is_empty() => step.to_owned(),
            Some(step) => format!("{done}; {step}"),
            None => done.to_owned(),
        };
        let attempt = Attempt::of(lesson, &steps)?;
        let mut draft = Draft::of(&attempt.position, PUPIL, &query.into());
        draft.actions.retain(|action| Area::allow(lesson.areas, action));
        let state = state(words, lesson, &attempt, &draft);
        let draft = Some(draft).filter(|_| state == LessonState::Open);
        let path = COURSE.lesson(number);
        Some(Self { words, names: colour_names(words), path, lesson, attempt, draft, state })
    }

    fn parts(&self) -> LessonParts {
        let words = self.words;
        LessonParts {
            title: self.message("title"),
            state: self.state,
            address: self.address(),
            drawings: shapes::drawings(),
            task: html! { @for line in self.message("task").lines() { p { (line) } } },
            attempt: html! {
                @if let Some(draft) = &self.draft {
                    p #task tabindex="-1" aria-live="polite" { (prompt::task(words, &self.attempt.position, draft)) }
                }
                (self.farm())
            },
            judgement: self.judgement(),
            buttons: html! {
                (self.end_scoring())
                (self.undo_link("undo", "button", &words.say("undo-step"), 1))
                (self.undo_link("again", "button quiet", &words.say("clear"), self.attempt.steps.len()))
            },
        }
    }

    /// The address of the lesson without the last so many steps.
    fn address_without(&self, steps: usize) -> String {
        let done = self.attempt.text(steps);
        if done.is_empty() { self.path.clone() } else { format!("{}?done={}", self.path, encoded(&done)) }
    }

    /// The address of the lesson with all steps and with what is chosen for the next one.
    fn address(&self) -> String {
        let mut address = self.address_without(0);
        let draft = self.draft.as_ref();
        let from = draft.and_then(|draft| draft.from).map(|from| ("from", from.to_string()));
        let ask = draft.and_then(|draft| draft.ask).map(|ask| ("ask", ask.to_string()));
        for (key, value) in from.into_iter().chain(ask) {
            let joint = if address.contains('?') { '&' } else { '?' };
            address.push_str(&format!("{joint}{key}={}", encoded(&value)));
        }
        address
    }

    fn message(&self, part: &str) -> String {
        let points = say::points(self.words, self.lesson.points().into());
        let space = i64::from(self.lesson.space()) + 1;
        self.words.with(
            &format!("farm-lesson-{}-{part}", self.lesson.key),
            [("points", points.into()), ("space", space.into())],
        )
    }

    /// The parts of the table that can be used.
    fn farm(&self) -> Markup {
        let (words, position, draft) = (self.words, &self.attempt.position, self.draft.as_ref());
        let (here, done) = (self.address_without(0), self.attempt.text(0));
        let shown = Shown { words, names: &self.names, position, seat: PUPIL, draft, here: &here };
        let middle = Middle { words, names: &self.names, position, draft };
        html! {
            form #acts.no-siesta method="get" action=(self.path) hx-get=(self.path) hx-swap="none" {
                input type="hidden" name="done" value=(done);
                @if let Some(draft) = draft { (prompt::choices(words, &self.names, position, draft)) }
                div.lesson-areas { (area::draw(self.lesson.areas, &shown, &middle)) }
            }
        }
    }

    /// What is reached, and what was lost and gained.
    fn judgement(&self) -> Markup {
        let words = self.words;
        let gain = say::points(words, self.attempt.gain());
        let lost = self.attempt.lost(words).unwrap_or_default();
        html! {
            div aria-live="polite" {
                @match self.state {
                    LessonState::Open => {}
                    LessonState::Missed => { p #task tabindex="-1" { strong { (words.say("farm-lesson-missed")) } } p { (words.say("farm-lesson-again")) } }
                    LessonState::Done => { h2 { (words.say("farm-lesson-right")) } p { (self.message("praise")) } }
                }
                @if !lost.is_empty() { p { (words.with("farm-lesson-lost", [("what", lost.join(", ").into())])) } }
                (self.goals())
                @if self.attempt.gain() > 0 { p.gained { (words.with("farm-lesson-gain", [("points", gain.into())])) } }
            }
        }
    }

    /// The goals, with those marked that are reached.
    fn goals(&self) -> Markup {
        let words = self.words;
        html! {
            ul.goals aria-label=(words.say("goals")) {
                @for goal in self.lesson.goals {
                    @let reached = goal.is_reached(words, &self.attempt);
                    li.reached[reached] {
                        span.goal-mark aria-hidden="true" { @if reached { "✓" } }
                        span { (goal.text(words)) span.hidden { " (" (words.say(if reached { "goal-reached" } else { "goal-open" })) ")" } }
                    }
                }
            }
        }
    }

    /// The button that ends the scoring phase, with what would be lost; nothing while it cannot be ended.
    fn end_scoring(&self) -> Markup {
        let words = self.words;
        if !self.draft.as_ref().is_some_and(|draft| draft.has(Action::Done)) {
            return html! {};
        }
        let lost = lost_at_the_end(words, self.attempt.position.farm(PUPIL)).join(", ");
        html! {
            form.end method="get" action=(self.path) hx-get=(self.path) hx-swap="none" {
                input type="hidden" name="done" value=(self.attempt.text(0));
                button #done.button.primary type="submit" name="move" value=(Action::Done) { (words.say("done-scoring")) }
                @if !lost.is_empty() { span.note.losing { (words.with("done-loses", [("what", lost.into())])) } }
            }
        }
    }

    /// A link that takes back so many steps.
    fn undo_link(&self, id: &str, class: &str, text: &str, steps: usize) -> Markup {
        let to = self.address_without(steps);
        html! {
            @if self.attempt.steps.is_empty() {
                button #(id) class=(class) type="button" disabled { (text) }
            } @else {
                a #(id) class=(class) href=(to) hx-get=(to) hx-swap="none" data-key=[(id == "undo").then_some("Backspace")] { (text) }
            }
        }
    }
}

/// How far an attempt has come, given what can be done next.
fn state(words: Words, lesson: &Lesson, attempt: &Attempt, draft: &Draft) -> LessonState {
    if lesson.goals.iter().all(|goal| goal.is_reached(words, attempt)) {
        return LessonState::Done;
    }
    let may_end = lesson.goals.iter().any(|goal| goal.needs_end_of_scoring());
    let something = draft.actions.iter().any(|action| may_end || *action != Action::Done);
    if attempt.is_open() && something { LessonState::Open } else { LessonState::Missed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Progress, lesson_page};
    use crate::words::Language;

    fn query(done: &str, step: Option<&str>) -> Query {
        let pairs: Vec<(&str, &str)> =
            [("done", done)].into_iter().chain(step.map(|step| ("move", step))).collect();
        Query::of(&pairs)
    }

    fn view(number: usize, done: &str, step: Option<&str>) -> View {
        View::new(Words(Language::English), number, &query(done, step)).unwrap()
    }

    #[test]
    fn a_lesson_says_what_it_thinks_of_the_steps_in_every_language() {
        for language in Language::ALL {
            for (number, done, state) in [
                (1, "", LessonState::Open),
                (2, "", LessonState::Open),
                (2, "grain to helper 2; grapes to warehouse; pig to stable", LessonState::Missed),
                (2, "grain to warehouse; grapes to warehouse; pig to stable", LessonState::Done),
                (3, "silver to barn", LessonState::Open),
                (4, "grain to top cart; olive to top cart; donkey to top yoke", LessonState::Open),
                (5, "", LessonState::Open),
                (6, "grain to helper 2; donkey to helper 2", LessonState::Open),
                (6, "grain to helper 2; donkey to helper 2; done", LessonState::Open),
                (7, "done", LessonState::Missed),
            ] {
                let (words, query) = (Words(language), query(done, None));
                assert_eq!(lesson(words, number, &query).unwrap().state, state, "{number}: {done}");
                let page = lesson_page(words, number, &query, Progress::read(&COURSE, "")).unwrap();
                let text = page.body().into_string();
                assert!(!text.contains('⟦'), "{language:?}: {text}");
                assert_eq!(text.contains("id=\"next\""), state == LessonState::Done);
            }
        }
    }

    #[test]
    fn a_press_is_one_more_step_and_can_be_taken_back() {
        let view = view(2, "grain to warehouse", Some("pig to stable"));
        assert_eq!(view.address(), "/learn/no-siesta/2?done=grain+to+warehouse%3B+pig+to+stable");
        assert_eq!(view.address_without(1), "/learn/no-siesta/2?done=grain+to+warehouse");
        assert_eq!(view.address_without(2), "/learn/no-siesta/2");
        assert_eq!(view.state, LessonState::Open);
    }

    #[test]
    fn only_what_the_lesson_shows_can_be_pressed() {
        let text = view(2, "", None).parts().attempt.into_string();
        assert!(text.contains("value=\"grain to warehouse\""));
        assert!(!text.contains("value=\"grain to middle cart\""));
        let steps = &view(2, "", Some("grain to middle cart")).attempt.steps;
        assert!(steps.is_empty(), "{steps:?}");
    }

    #[test]
    fn a_finished_lesson_is_remembered_and_there_is_no_lesson_beyond_the_last() {
        let words = Words(Language::English);
        let query = query("grain to warehouse; grapes to warehouse; pig to stable", None);
        let page = lesson_page(words, 2, &query, Progress::read(&COURSE, "")).unwrap();
        assert!(page.new_progress().is_some_and(|progress| progress.has(2)));
        for number in [0, LESSONS.len() + 1] {
            assert!(lesson(words, number, &Query::default()).is_none());
        }
    }
}
