//! Wrong passwords are counted by account and address, and hold up nobody else.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::club::{Answer, Club, PASSWORD, Who};
use crate::limits::End;

const HOME: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 1));
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

fn ask_from(club: &Club, from: IpAddr, who: &Who, method: &str, path: &str, said: &Value) -> Answer {
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(who.cookie.iter().map(|cookie| ("cookie", cookie.as_str())));
    club.send_on(club.connect_from(from), method, path, &headers, said.to_string().as_bytes())
}

fn sign_in(club: &Club, from: IpAddr, name: &str, password: &str) -> Answer {
    let said = json!({ "name": name, "password": password });
    ask_from(club, from, &Who::nobody(), "POST", "/api/v1/session", &said)
}

fn is_refused(answer: &Answer) {
    answer.is_problem(429, "too-many-failures");
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=600).contains(&wait), "{wait}");
}

#[test]
fn passwords_can_be_guessed_ten_times_whether_the_account_exists_or_not() {
    let club = Club::open();
    club.member("Ana");
    for name in ["Ana", "Nadie"] {
        for _ in 0..10 {
            sign_in(&club, ELSEWHERE, name, "not the password").is_problem(401, "wrong-password");
        }
        is_refused(&sign_in(&club, ELSEWHERE, name, "not the password"));
        // Not even the right one, nor in another spelling of the name.
        is_refused(&sign_in(&club, ELSEWHERE, name, PASSWORD));
        is_refused(&sign_in(&club, ELSEWHERE, &name.to_uppercase(), PASSWORD));
    }
    // The owner at home is not held up, and neither is another account there.
    sign_in(&club, HOME, "Ana", PASSWORD).is(200);
    club.member("Berta");
    sign_in(&club, ELSEWHERE, "Berta", PASSWORD).is(200);
}

#[test]
fn a_changed_password_a_deletion_and_a_sign_in_share_one_limit() {
    let club = Club::open();
    let ana = club.member("Ana");
    let wrong = json!({ "password": "not the password" });
    for _ in 0..4 {
        ask_from(&club, HOME, &ana, "PATCH", "/api/v1/me", &wrong).is_problem(403, "wrong-password");
    }
    for _ in 0..3 {
        ask_from(&club, HOME, &ana, "DELETE", "/api/v1/me", &wrong).is_problem(403, "wrong-password");
    }
    for _ in 0..3 {
        sign_in(&club, HOME, "Ana", "not the password").is_problem(401, "wrong-password");
    }
    is_refused(&sign_in(&club, HOME, "Ana", PASSWORD));
    is_refused(&ask_from(&club, HOME, &ana, "PATCH", "/api/v1/me", &json!({ "password": PASSWORD })));
    is_refused(&ask_from(&club, HOME, &ana, "DELETE", "/api/v1/me", &json!({ "password": PASSWORD })));
    // The session goes on, and so does everything that needs no password.
    club.get(&ana, "/api/v1/me").is(200);
}

#[test]
fn whoever_guesses_from_many_addresses_does_not_lock_out_the_owner() {
    let club = Club::open_with(&["--rate-limit", "0", "--password-failures", "1"]);
    club.member("Ana");
    sign_in(&club, HOME, "Ana", PASSWORD).is(200);
    let stranger = |number| IpAddr::V4(Ipv4Addr::new(127, 0, 1, number));
    for number in 1..=10 {
        sign_in(&club, stranger(number), "Ana", "not the password").is_problem(401, "wrong-password");
    }
    // Ten times as many as from one address: strangers have to wait now, even with the right password.
    is_refused(&sign_in(&club, stranger(11), "Ana", PASSWORD));
    for _ in 0..5 {
        sign_in(&club, HOME, "Ana", PASSWORD).is(200);
    }
    // One address cannot go through all accounts either.
    for number in 0..5 {
        let name = format!("Nadie{number}");
        sign_in(&club, stranger(20), &name, PASSWORD).is_problem(401, "wrong-password");
    }
    is_refused(&sign_in(&club, stranger(20), "Nadie5", PASSWORD));
}

#[test]
fn an_honest_sign_in_passes_while_somebody_else_floods() {
    // With the limits of failures the flood is refused early; without them the queue of passwords has to be fair.
    for args in [&["--rate-limit", "0"][..], &["--rate-limit", "0", "--password-failures", "0"]] {
        let club = Club::open_with(args);
        club.member("Ana");
        let (end, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
        thread::scope(|scope| {
            let _end = End(&end);
            for _ in 0..100 {
                scope.spawn(|| {
                    while !end.load(Ordering::Relaxed) {
                        sign_in(&club, ELSEWHERE, "Ana", "not the password");
                        sent.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            while sent.load(Ordering::Relaxed) < 100 {
                thread::yield_now();
            }
            let statuses: Vec<u16> = (0..10).map(|_| sign_in(&club, HOME, "Ana", PASSWORD).status).collect();
            assert_eq!(statuses, [200; 10], "{args:?}");
        });
    }
}

#[test]
fn a_form_that_is_refused_for_a_while_says_for_how_long() {
    let club = Club::open_with(&["--rate-limit", "0", "--password-failures", "1"]);
    let ana = club.member("Ana");
    let send = |who: &Who, path: &str, form: &str| {
        let kind = [("content-type", "application/x-www-form-urlencoded"), ("accept", "text/html")];
        let cookie = who.cookie.iter().map(|cookie| ("cookie", cookie.as_str()));
        let headers: Vec<(&str, &str)> = kind.into_iter().chain(cookie).collect();
        club.send("POST", path, &headers, form.as_bytes())
    };
    send(&Who::nobody(), "/sign-in", "name=Ana&password=wrong+password").is(401);
    for (who, path, form) in [
        (&Who::nobody(), "/sign-in", "name=Ana&password=wrong+password"),
        (&ana, "/settings/name", "name=Anita&password=wrong+password"),
        (&ana, "/settings/password", "password=wrong+password&new_password=a+new+password"),
        (&ana, "/settings/delete", "password=wrong+password&sure=1"),
    ] {
        let refused = send(who, path, form);
        let page = refused.is(429).text();
        assert!(page.contains("<form") && page.contains("Too many wrong passwords"), "{path}: {page}");
        let wait: u64 = refused.header("retry-after").unwrap_or_else(|| panic!("{path}")).parse().unwrap();
        assert!((1..=600).contains(&wait), "{path}: {wait}");
    }
}
