//! The lessons, as a browser without scripts goes through them.

use serde_json::Value;

use crate::club::{Answer, Club, Who};
use crate::lesson_turns::TURNS;

/// Somebody who learns.
struct Pupil<'a> {
    club: &'a Club,
    language: &'a str,
    who: Who,
}

impl Pupil<'_> {
    fn get(&mut self, path: &str) -> Answer {
        let headers = [("accept", "text/html"), ("accept-language", self.language)];
        let answer = self.club.ask_with(&self.who, "GET", path, &headers, &Value::Null);
        if let Some(cookie) = answer.header("set-cookie") {
            self.who.cookie = cookie.split(';').next().map(str::to_owned);
        }
        answer.is(200);
        assert!(!answer.text().contains('⟦'), "{path} has a message that is missing");
        answer
    }

    /// Presses a piece and a cell of a lesson, after these.
    fn press(&mut self, lesson: usize, laid: &str, piece: &str, cell: &str) -> Answer {
        let laid = laid.replace('*', "%2A").replace('^', "%5E").replace('#', "%23").replace(' ', "+");
        self.get(&format!("/learn/lessons/{lesson}?laid={laid}&piece={piece}&put={cell}"))
    }
}

/// What a page says is laid.
fn laid(page: &str) -> String {
    let after = page.split_once("name=\"laid\" value=\"").unwrap().1;
    after.split_once('"').unwrap().0.to_owned()
}

#[test]
fn all_lessons_can_be_done_in_order_in_every_language() {
    let club = Club::open();
    for language in ["en", "fr", "de", "es"] {
        let mut pupil = Pupil { club: &club, language, who: Who::nobody() };
        let rules = pupil.get("/learn").text();
        assert!(rules.contains(&format!("<html lang=\"{language}\"")), "{language}");
        assert!(rules.contains("class=\"board excerpt\"") && rules.contains("href=\"/learn/lessons/1\""));
        for (number, turn) in (1..).zip(TURNS) {
            let mut page = pupil.get(&format!("/learn/lessons/{number}")).text();
            for (piece, cell) in turn {
                assert!(!page.contains("answer right"), "{language} {number}");
                page = pupil.press(number, &laid(&page), piece, cell).text();
                assert!(!page.contains("class=\"refusal\""), "{language} {number} {piece} {cell}");
            }
            assert!(page.contains("answer right"), "{language} {number}");
            let next = format!("id=\"next\" href=\"/learn/lessons/{}\"", number + 1);
            let goes_on = page.contains(&next) || page.contains("action=\"/play\"");
            assert!(goes_on, "{language} {number}");
        }
        assert_eq!(pupil.who.cookie.as_deref(), Some("sobremesa_lessons=1.2.3.4.5.6.7"));
        let done = pupil.get("/learn").text().matches("class=\"done\"").count();
        assert_eq!(done, TURNS.len(), "{language}");
    }
}

#[test]
fn a_lesson_explains_what_is_refused_and_what_was_not_asked_for() {
    let club = Club::open();
    let mut pupil = Pupil { club: &club, language: "en", who: Who::nobody() };
    for (lesson, piece, cell, why) in [
        (1, "shadow", "E5", "E5: a shadow may not touch the sun at F5."),
        (1, "roof", "A1", "A1: a piece must touch another one along an edge."),
        (1, "sun", "F6", "F6: there is a roof already."),
        (3, "sun", "H5", "H5: a sun may not touch the shadow at H6."),
        (7, "roof", "E8", "E8: the turn would be complete and score nothing for you."),
    ] {
        let page = pupil.press(lesson, "", piece, cell).text();
        assert!(page.contains(why), "{lesson} {piece} {cell}: {page}");
        assert_eq!(laid(&page), "", "nothing is laid");
    }
    let page = pupil.get("/learn/lessons/1?laid=%5EG5+%23H5+%5EG6&piece=roof").text();
    assert!(page.contains("A legal turn: orange +1. But not what was asked for."), "{page}");
    assert_eq!(pupil.who.cookie, None, "nothing is done");
}

#[test]
fn a_part_of_a_lesson_is_all_that_changes() {
    let club = Club::open();
    let headers = [("accept", "text/html"), ("hx-request", "true")];
    let path = "/learn/lessons/1?laid=&piece=roof&put=G5";
    let answer = club.ask_with(&Who::nobody(), "GET", path, &headers, &Value::Null);
    let text = answer.is(200).text();
    assert!(text.starts_with("<section") && text.contains("hx-swap-oob=\"outerMorph\""), "{text}");
    assert_eq!(answer.header("hx-replace-url"), Some("/learn/lessons/1?laid=%5EG5&piece=roof"));
}

#[test]
fn there_are_no_other_lessons() {
    let club = Club::open();
    for number in ["0", "8", "-1", "x", "99999999999999999999"] {
        let path = format!("/learn/lessons/{number}");
        assert_eq!(club.get(&Who::nobody(), &path).status, 404, "{number}");
    }
}
