//! Which lessons somebody has done, as their browser remembers it.

use std::time::Duration;

use super::Course;

/// How long a browser remembers the lessons that are done.
pub const PROGRESS_LIFETIME: Duration = Duration::from_hours(365 * 24);

/// The lessons of a course that are done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    course: &'static Course,
    /// Their numbers from 1, in ascending order.
    done: Vec<usize>,
}

impl Progress {
    /// Reads the value of the course's cookie: numbers with dots between them. Anything else in it is ignored.
    pub fn read(course: &'static Course, cookie: &str) -> Self {
        let mut progress = Self { course, done: Vec::new() };
        for text in cookie.split('.') {
            if let Some(number) = text.parse().ok().filter(|number| (1..=course.count).contains(number)) {
                progress.add(number);
            }
        }
        progress
    }

    /// The value of the cookie, to be read by [`Progress::read`].
    pub fn cookie(&self) -> String {
        self.done.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
    }

    /// The course that it is about.
    pub fn course(&self) -> &'static Course {
        self.course
    }

    pub(crate) fn add(&mut self, number: usize) {
        if let Err(place) = self.done.binary_search(&number) {
            self.done.insert(place, number);
        }
    }

    pub(crate) fn has(&self, number: usize) -> bool {
        self.done.contains(&number)
    }

    /// The first lesson that is not done; the first of all once every lesson is.
    pub(crate) fn next(&self) -> usize {
        (1..=self.course.count).find(|number| !self.has(*number)).unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use club::GameName;

    use super::*;
    use crate::games::pages_of;

    #[test]
    fn lessons_that_are_done_are_remembered_once() {
        for game in GameName::ALL {
            let mut progress = Progress::read(pages_of(game).course(), "2.1.2");
            assert_eq!((progress.has(1), progress.has(3), progress.next()), (true, false, 3));
            progress.add(3);
            progress.add(3);
            assert_eq!(progress.cookie(), "1.2.3");
        }
    }

    #[test]
    fn nonsense_is_no_progress() {
        for game in GameName::ALL {
            for cookie in ["", "0", "99", "-1", "x.y", "...", "1e9"] {
                assert!(Progress::read(pages_of(game).course(), cookie).done.is_empty(), "{cookie}");
            }
        }
    }

    #[test]
    fn each_game_has_its_own_cookie() {
        let cookies = GameName::ALL.map(|game| pages_of(game).course().cookie);
        assert_eq!(cookies, ["sobremesa_lessons", "sobremesa_farm_lessons"]);
    }
}
