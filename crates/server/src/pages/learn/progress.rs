//! Which lessons somebody has done, kept in their browser.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};

use super::lesson::LESSONS;
use crate::people::cookies::{self, Scheme};

const COOKIE: &str = "sobremesa_lessons";
/// How long a browser remembers it.
const LASTS: Duration = Duration::from_hours(365 * 24);

/// The lessons that are done, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Progress(Vec<usize>);

impl Progress {
    /// What the browser remembers.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let mut progress = Self::default();
        for text in cookies::read(headers, COOKIE).unwrap_or_default().split('.') {
            if let Some(number) = text.parse().ok().filter(|number| (1..=LESSONS.len()).contains(number)) {
                progress.add(number);
            }
        }
        progress
    }

    /// One more lesson is done.
    pub(super) fn add(&mut self, number: usize) {
        if let Err(place) = self.0.binary_search(&number) {
            self.0.insert(place, number);
        }
    }

    pub(super) fn has(&self, number: usize) -> bool {
        self.0.contains(&number)
    }

    /// The first lesson that is not done, or the first of all.
    pub(super) fn next(&self) -> usize {
        (1..=LESSONS.len()).find(|number| !self.has(*number)).unwrap_or(1)
    }

    /// What the browser is to remember.
    pub(super) fn cookie(&self, scheme: Scheme) -> Option<HeaderValue> {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        cookies::set(COOKIE, &numbers.join("."), LASTS, scheme).ok()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn read(cookie: &str) -> Progress {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::try_from(format!("{COOKIE}={cookie}")).unwrap());
        Progress::of(&headers)
    }

    #[test]
    fn lessons_that_are_done_are_remembered_once() {
        let mut progress = read("2.1.2");
        assert_eq!((progress.has(1), progress.has(3), progress.next()), (true, false, 3));
        progress.add(3);
        progress.add(3);
        let cookie = progress.cookie(Scheme::Http).unwrap();
        assert!(cookie.to_str().unwrap().starts_with("sobremesa_lessons=1.2.3;"));
    }

    #[test]
    fn nonsense_is_no_progress() {
        for cookie in ["", "0", "99", "-1", "x.y", "...", "1e9"] {
            assert_eq!(read(cookie), Progress::default(), "{cookie}");
        }
    }
}
