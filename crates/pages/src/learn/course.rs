//! Where the rules and the lessons of a game are.

use club::GameName;

use crate::games::pages_of;

/// The rules and the lessons of a game.
#[derive(PartialEq, Eq, Debug)]
pub struct Course {
    /// The game that it teaches.
    pub game: GameName,
    /// The path of the rules.
    pub rules: &'static str,
    /// The path of the lessons; `/` and the number of a lesson follow.
    pub lessons: &'static str,
    /// The cookie with the numbers of the lessons that are done.
    pub cookie: &'static str,
    /// How many lessons there are.
    pub count: usize,
}

impl Course {
    /// The course of a game.
    pub fn of(game: GameName) -> &'static Self {
        pages_of(game).course()
    }

    /// The path of a lesson, counted from 1.
    pub(crate) fn lesson(&self, number: usize) -> String {
        format!("{}/{number}", self.lessons)
    }
}
