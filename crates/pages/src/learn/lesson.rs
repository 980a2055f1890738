//! The page of a lesson: a position to act in, a task, and what the rules say of the attempt.

use maud::{Markup, html};

use super::{Progress, lesson_links, play_now};
use crate::games::pages_of;
use crate::part::Part;
use crate::query::Query;
use crate::words::Words;

/// How far an attempt at a lesson has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LessonState {
    /// The task can still be fulfilled.
    Open,
    /// The attempt is over and the task is not fulfilled.
    Missed,
    /// The task is fulfilled.
    Done,
}

impl LessonState {
    /// The CSS classes of the answer to the attempt.
    fn class(self) -> &'static str {
        match self {
            Self::Open => "answer",
            Self::Missed => "answer missed",
            Self::Done => "answer right",
        }
    }
}

/// What a game says and shows in one of its lessons.
pub(crate) struct LessonParts {
    /// The title of the lesson.
    pub(crate) title: String,
    /// How far the attempt has come.
    pub(crate) state: LessonState,
    /// The address of the attempt as it is now.
    pub(crate) address: String,
    /// The shapes that the lesson uses.
    pub(crate) drawings: Markup,
    /// What is to be done.
    pub(crate) task: Markup,
    /// The board or farm to act on.
    pub(crate) attempt: Markup,
    /// What the rules say of the attempt.
    pub(crate) judgement: Markup,
    /// The ways to take steps back.
    pub(crate) buttons: Markup,
}

/// The page of a lesson.
pub struct LessonPage {
    words: Words,
    number: usize,
    progress: Progress,
    parts: LessonParts,
}

/// The page of a lesson of the course that the progress is about; `None` if there is no lesson of this number.
pub fn lesson_page(words: Words, number: usize, query: &Query, mut progress: Progress) -> Option<LessonPage> {
    let parts = pages_of(progress.course().game).lesson(words, number, query)?;
    if parts.state == LessonState::Done {
        progress.add(number);
    }
    Some(LessonPage { words, number, progress, parts })
}

impl LessonPage {
    /// The title of the page.
    pub fn title(&self) -> &str {
        &self.parts.title
    }

    /// The progress to remember; `None` while the lesson is not done.
    pub fn new_progress(&self) -> Option<&Progress> {
        (self.parts.state == LessonState::Done).then_some(&self.progress)
    }

    /// The lesson as an update of an open page: the whole of it changes with every step.
    pub fn update(&self) -> Part {
        Part::at(&self.parts.address, self.section(Some("outerMorph")))
    }

    /// All of the page below the navigation of the site.
    pub fn body(&self) -> Markup {
        html! { (self.parts.drawings) (self.section(None)) }
    }

    fn section(&self, swap: Option<&str>) -> Markup {
        let (words, parts) = (self.words, &self.parts);
        html! {
            section #lesson.lesson.play hx-swap-oob=[swap] {
                header.task {
                    (lesson_links(words, &self.progress, Some(self.number)))
                    p.which { (words.with("lesson-number", [
                        ("number", self.number.into()), ("count", self.progress.course().count.into()),
                    ])) }
                    h1 { (parts.title) }
                    (parts.task)
                }
                div.try { (parts.attempt) }
                div class=(parts.state.class()) {
                    (parts.judgement)
                    @if parts.state == LessonState::Done { (self.next_step()) }
                    div.buttons { (parts.buttons) }
                }
            }
        }
    }

    /// The way to the next lesson, or to a game after the last one.
    fn next_step(&self) -> Markup {
        let (words, course) = (self.words, self.progress.course());
        html! {
            @if self.number < course.count {
                p { a #next.button.primary href=(course.lesson(self.number + 1)) { (words.say("lesson-next")) } }
            } @else {
                p { (words.say("lesson-last")) }
                (play_now(words, course))
            }
        }
    }
}
