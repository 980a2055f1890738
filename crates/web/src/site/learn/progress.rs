//! Which lessons somebody has done, kept in their browser.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};

use super::course::Course;
use crate::cookies::{self, Scheme};

/// How long a browser remembers it.
const LASTS: Duration = Duration::from_hours(365 * 24);

/// The lessons of a course that are done, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Progress {
    pub(super) course: Course,
    done: Vec<usize>,
}

impl Progress {
    /// What the browser remembers.
    pub(super) fn of(headers: &HeaderMap, course: Course) -> Self {
        let mut progress = Self { course, done: Vec::new() };
        for text in cookies::read(headers, course.cookie()).unwrap_or_default().split('.') {
            if let Some(number) = text.parse().ok().filter(|number| (1..=course.lessons()).contains(number)) {
                progress.add(number);
            }
        }
        progress
    }

    /// One more lesson is done.
    pub(super) fn add(&mut self, number: usize) {
        if let Err(place) = self.done.binary_search(&number) {
            self.done.insert(place, number);
        }
    }

    pub(super) fn has(&self, number: usize) -> bool {
        self.done.contains(&number)
    }

    /// The first lesson that is not done, or the first of all.
    pub(super) fn next(&self) -> usize {
        (1..=self.course.lessons()).find(|number| !self.has(*number)).unwrap_or(1)
    }

    /// What the browser is to remember.
    pub(super) fn cookie(&self, scheme: Scheme) -> Option<HeaderValue> {
        let numbers: Vec<String> = self.done.iter().map(ToString::to_string).collect();
        cookies::set(self.course.cookie(), &numbers.join("."), LASTS, scheme).ok()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn read(course: Course, cookie: &str) -> Progress {
        let mut headers = HeaderMap::new();
        let cookie = format!("{}={cookie}", course.cookie());
        headers.insert(header::COOKIE, HeaderValue::try_from(cookie).unwrap());
        Progress::of(&headers, course)
    }

    #[test]
    fn lessons_that_are_done_are_remembered_once() {
        for (course, begins) in [
            (Course::Siesta, "sobremesa_lessons=1.2.3;"),
            (Course::NoSiesta, "sobremesa_farm_lessons=1.2.3;"),
        ] {
            let mut progress = read(course, "2.1.2");
            assert_eq!((progress.has(1), progress.has(3), progress.next()), (true, false, 3));
            progress.add(3);
            progress.add(3);
            let cookie = progress.cookie(Scheme::Http).unwrap();
            assert!(cookie.to_str().unwrap().starts_with(begins), "{cookie:?}");
        }
    }

    #[test]
    fn nonsense_is_no_progress() {
        for course in [Course::Siesta, Course::NoSiesta] {
            for cookie in ["", "0", "99", "-1", "x.y", "...", "1e9"] {
                assert!(read(course, cookie).done.is_empty(), "{cookie}");
            }
        }
    }

    #[test]
    fn each_game_has_its_own_progress() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("sobremesa_lessons=1.2"));
        assert!(Progress::of(&headers, Course::Siesta).has(2));
        assert!(!Progress::of(&headers, Course::NoSiesta).has(2));
    }
}
