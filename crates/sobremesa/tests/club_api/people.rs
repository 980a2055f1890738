//! Guests, members, bot accounts, sessions and tokens.

use serde_json::{Value, json};

use crate::club::{Club, PASSWORD, Table, Who};

const NOTHING: Value = Value::Null;

/// A game of these two after so many turns of each: the first gives up, then the other, who wins.
fn lost_after(turns: usize, club: &Club, loser: &Who, winner: &Who, rated: bool) -> Table {
    let said = json!({ "game": "siesta", "seats": ["me", "open"], "rated": rated, "public": true });
    let table = club.table(loser, &said);
    club.post(winner, &table.at("/join"), &NOTHING).is(200);
    club.play_turns(&table, &[loser, winner], turns);
    club.post(loser, &table.at("/resign"), &NOTHING).is(200);
    club.post(winner, &table.at("/resign"), &NOTHING).is(200);
    assert_eq!(club.look(winner, &table)["stage"], "finished");
    table
}

/// A game of these two that was long enough to count: the first gives up, then the other, who wins.
fn lost(club: &Club, loser: &Who, winner: &Who, rated: bool) -> Table {
    lost_after(if rated { 4 } else { 0 }, club, loser, winner, rated)
}

/// The rated results of somebody in Siesta.
fn rated_results(club: &Club, name: &str) -> Value {
    let profile = club.get(&Who::nobody(), &format!("/api/v1/people/{name}")).json();
    let rated = profile["standings"].as_array().unwrap().iter().find(|standing| standing["rated"] == true);
    rated.unwrap().clone()
}

#[test]
fn a_guest_who_registers_stays_who_they_are() {
    let club = Club::open();
    let guest = club.guest();
    assert_eq!(club.get(&guest, "/api/v1/me").json()["kind"], "guest");
    assert_eq!(guest.name, format!("Guest-{}", &guest.id[8..]));
    let other = club.guest();
    let game = lost(&club, &other, &guest, false);
    let waiting = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let member = club.register(&guest, &json!({ "name": "Ana", "password": PASSWORD }));
    assert_eq!((&member.id, member.name.as_str()), (&guest.id, "Ana"));
    let mine = club.get(&member, "/api/v1/tables?person=me").json();
    let mut ids: Vec<&str> =
        mine["tables"].as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    let mut expected = [game.id.as_str(), waiting.id.as_str()];
    expected.sort_unstable();
    assert_eq!(ids, expected);
    let profile = club.get(&other, "/api/v1/people/ana").json();
    assert_eq!((&profile["name"], &profile["kind"]), (&json!("Ana"), &json!("member")));
    assert_eq!(profile["standings"][0]["wins"], 1, "{profile}");
    // The seat is still theirs, under the new name.
    assert_eq!(club.look(&other, &waiting)["seats"][0]["person"]["name"], "Ana");
    club.post(&member, &waiting.at("/leave"), &NOTHING).is(200);
    // The cookie of the guest opens the account no longer: it has a password.
    club.get(&guest, "/api/v1/me").is_problem(401, "nobody");
    club.post(&guest, &game.at("/chat"), &json!({ "room": "all", "text": "hello" }))
        .is_problem(401, "nobody");
    // Both cookies, as a browser has them.
    let both = format!("{}; {}", guest.cookie.unwrap(), member.cookie.as_ref().unwrap());
    let both = Who { cookie: Some(both), ..Who::nobody() };
    assert_eq!(club.get(&both, "/api/v1/me").json()["name"], "Ana");
    club.ask(&member, "DELETE", "/api/v1/session", &NOTHING).is(204);
    club.get(&both, "/api/v1/me").is_problem(401, "nobody");
}

#[test]
fn sessions_are_listed_and_end_at_once() {
    let club = Club::open();
    let first = club.member("Ana");
    let second = club.sign_in("aNa");
    let third = club.sign_in("Ana");
    assert_ne!(second.secret(), third.secret());
    let cookie =
        club.post(&Who::nobody(), "/api/v1/session", &json!({ "name": "Ana", "password": PASSWORD }));
    let cookie = cookie.header("set-cookie").unwrap().to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=5184000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let list = club.get(&first, "/api/v1/me/sessions").json();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 4);
    assert_eq!(list.iter().filter(|session| session["current"] == true).count(), 1);
    let listed = |who: &Who| {
        let list = club.get(who, "/api/v1/me/sessions").json();
        let current = list.as_array().unwrap().iter().find(|session| session["current"] == true);
        current.unwrap()["id"].as_str().unwrap().to_owned()
    };
    // Ended by another session.
    let path = format!("/api/v1/me/sessions/{}", listed(&second));
    club.get(&second, "/api/v1/me").is(200);
    club.ask(&first, "DELETE", &path, &NOTHING).is(204);
    club.get(&second, "/api/v1/me").is_problem(401, "nobody");
    club.ask(&first, "DELETE", &path, &NOTHING).is_problem(404, "not-found");
    // Signed out.
    club.get(&third, "/api/v1/me").is(200);
    let answer = club.ask(&third, "DELETE", "/api/v1/session", &NOTHING);
    answer.is(204);
    assert!(answer.header("set-cookie").unwrap().contains("sobremesa_session=;"), "the browser forgets it");
    club.get(&third, "/api/v1/me").is_problem(401, "nobody");
    club.get(&first, "/api/v1/me").is(200);
    // Nobody ends the sessions of another.
    let stranger = club.member("Berta");
    let path = format!("/api/v1/me/sessions/{}", listed(&first));
    club.ask(&stranger, "DELETE", &path, &NOTHING).is_problem(404, "not-found");
    club.get(&first, "/api/v1/me").is(200);
}

#[test]
fn a_token_is_shown_once_does_what_its_scope_says_and_ends_at_once() {
    let club = Club::open();
    let member = club.member("Ana");
    let read = club.token(&member, "read");
    let play = club.token(&member, "play");
    assert!(play.secret().starts_with("st_") && play.secret().len() == 67, "so that scanners find it");
    let list = club.get(&member, "/api/v1/me/tokens");
    assert_eq!(list.json().as_array().unwrap().len(), 2);
    assert_eq!(list.json()[0]["label"], "a test");
    assert!(!list.text().contains("st_"), "{}", list.text());
    assert_eq!(club.get(&read, "/api/v1/me").json()["name"], "Ana");
    let table = json!({ "game": "siesta", "seats": ["me", "open"] });
    club.post(&read, "/api/v1/tables", &table).is_problem(403, "out-of-scope");
    club.post(&play, "/api/v1/tables", &table).is(201);
    club.post(&play, "/api/v1/me/tokens", &json!({ "label": "x", "scope": "play" }))
        .is_problem(403, "out-of-scope");
    club.ask(&member, "DELETE", &format!("/api/v1/me/sessions/{}", play.key), &NOTHING)
        .is_problem(404, "not-found");
    club.ask(&member, "DELETE", &format!("/api/v1/me/tokens/{}", play.key), &NOTHING).is(204);
    club.get(&play, "/api/v1/me").is_problem(401, "bad-token");
    club.get(&read, "/api/v1/me").is(200);
    // A token is no session, and a session is no token.
    let cookie = Who { cookie: Some(format!("sobremesa_session={}", read.secret())), ..Who::nobody() };
    club.get(&cookie, "/api/v1/me").is_problem(401, "nobody");
    let token = Who { token: Some(member.secret().to_owned()), ..Who::nobody() };
    club.get(&token, "/api/v1/me").is_problem(401, "bad-token");
    for _ in 1..20 {
        club.token(&member, "read");
    }
    let said = json!({ "label": "x", "scope": "read" });
    club.post(&member, "/api/v1/me/tokens", &said).is_problem(409, "too-many-tokens");
}

#[test]
fn all_sessions_and_tokens_end_at_once_with_their_streams() {
    let club = Club::open();
    let ana = club.member("Ana");
    let (other, token) = (club.sign_in("Ana"), club.token(&ana, "play"));
    let berta = club.member("Berta");
    let table = club.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"], "public": true }));
    let streams = [&ana, &other, &token].map(|who| club.stream(who, &table.at("/stream"), &[]));
    assert!(streams.iter().all(|stream| stream.next().is_some()));
    let kept = club.stream(&berta, &table.at("/stream"), &[]);
    assert!(kept.next().is_some());
    // A token may not do it.
    club.ask(&token, "DELETE", "/api/v1/me/sessions", &NOTHING).is_problem(403, "out-of-scope");
    let answer = club.ask(&ana, "DELETE", "/api/v1/me/sessions", &NOTHING);
    answer.is(204);
    assert!(answer.header("set-cookie").unwrap().contains("sobremesa_session=;"), "the browser forgets it");
    assert!(streams.iter().all(|stream| stream.next().is_none()));
    club.get(&ana, "/api/v1/me").is_problem(401, "nobody");
    club.get(&other, "/api/v1/me").is_problem(401, "nobody");
    club.get(&token, "/api/v1/me").is_problem(401, "bad-token");
    // Others are not concerned, and the password still opens the account.
    club.post(&berta, &table.at("/join"), &NOTHING).is(200);
    assert!(kept.next().is_some());
    let again = club.sign_in("Ana");
    assert_eq!(club.get(&again, "/api/v1/me/tokens").json(), json!([]));
}

#[test]
fn a_stream_ends_with_the_session_or_the_token_that_opened_it() {
    let club = Club::open();
    let ana = club.member("Ana");
    let (other, token) = (club.sign_in("Ana"), club.token(&ana, "read"));
    let guest = club.guest();
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"], "public": true }));
    let open = |who: &Who| {
        let streams =
            [club.stream(who, &table.at("/stream"), &[]), club.stream(who, "/api/v1/me/stream", &[])];
        assert_eq!(streams[0].next().unwrap()["id"], table.id);
        streams
    };
    let [kept, ended, revoked, of_guest] = [&ana, &other, &token, &guest].map(open);
    club.ask(&ana, "DELETE", &format!("/api/v1/me/tokens/{}", token.key), &NOTHING).is(204);
    assert!(revoked.iter().all(|stream| stream.next().is_none()));
    let change = json!({ "password": PASSWORD, "new_password": "another one of mine" });
    club.ask(&ana, "PATCH", "/api/v1/me", &change).is(200);
    assert!(ended.iter().all(|stream| stream.next().is_none()));
    // Those of others, and that of the session that did it, go on.
    club.post(&ana, &table.at("/join"), &NOTHING).is(200);
    for stream in [&kept[0], &of_guest[0], &kept[1], &of_guest[1]] {
        assert!(stream.next().is_some());
    }
}

#[test]
fn name_and_password_change_with_the_password_and_all_other_sessions_and_tokens_end() {
    let club = Club::open();
    let ana = club.member("Ana");
    let other = club.sign_in("Ana");
    let token = club.token(&ana, "play");
    club.member("Berta");
    let table = club.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let change = |said: &Value| club.ask(&ana, "PATCH", "/api/v1/me", said);
    change(&json!({ "password": "wrong wrong", "new_name": "Carla" })).is_problem(403, "wrong-password");
    change(&json!({ "new_name": "Carla" })).is_problem(422, "missing-field");
    change(&json!({ "password": PASSWORD, "new_name": "bERTA" })).is_problem(409, "name-taken");
    change(&json!({ "password": PASSWORD, "new_name": "admin" })).is_problem(422, "bad-name");
    // A name that is taken changes the password neither.
    let both = json!({ "password": PASSWORD, "new_name": "Berta", "new_password": "another one of mine" });
    change(&both).is_problem(409, "name-taken");
    assert_eq!(change(&json!({ "password": PASSWORD, "new_name": "Carla" })).json()["name"], "Carla");
    assert_eq!(club.look(&ana, &table)["host"]["name"], "Carla");
    club.get(&ana, "/api/v1/people/Ana").is_problem(404, "not-found");
    club.get(&other, "/api/v1/me").is(200);
    change(&json!({ "password": PASSWORD, "new_password": "12345678" })).is_problem(422, "bad-password");
    change(&json!({ "password": PASSWORD, "new_password": "another one of mine" })).is(200);
    club.get(&ana, "/api/v1/me").is(200);
    club.get(&other, "/api/v1/me").is_problem(401, "nobody");
    club.get(&token, "/api/v1/me").is_problem(401, "bad-token");
    let session = |password: &str| {
        club.post(&Who::nobody(), "/api/v1/session", &json!({ "name": "Carla", "password": password }))
    };
    session(PASSWORD).is_problem(401, "wrong-password");
    session("another one of mine").is(200);
}

#[test]
fn whoever_deletes_the_account_is_gone_and_the_games_stay() {
    let club = Club::open();
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    let token = club.token(&ana, "play");
    let game = lost(&club, &ana, &berta, true);
    club.post(&ana, &game.at("/chat"), &json!({ "room": "all", "text": "well played" })).is(200);
    let two = json!({ "game": "siesta", "seats": ["me", "open"], "public": true });
    let (waiting, playing) = (club.table(&ana, &two), club.table(&ana, &two));
    club.post(&berta, &playing.at("/join"), &NOTHING).is(200);
    let delete = |password: &str| club.ask(&ana, "DELETE", "/api/v1/me", &json!({ "password": password }));
    delete("wrong wrong").is_problem(403, "wrong-password");
    club.get(&ana, "/api/v1/me").is(200);
    delete(PASSWORD).is(204);
    club.get(&ana, "/api/v1/me").is_problem(401, "nobody");
    club.get(&token, "/api/v1/me").is_problem(401, "bad-token");
    club.get(&berta, "/api/v1/people/Ana").is_problem(404, "not-found");
    let said = json!({ "name": "Ana", "password": PASSWORD });
    club.post(&Who::nobody(), "/api/v1/session", &said).is_problem(401, "wrong-password");
    // Nobody waits for somebody who is gone.
    assert_eq!(club.look(&berta, &waiting)["stage"], "closed");
    let seats = club.look(&berta, &playing)["seats"].clone();
    assert_eq!(
        seats.as_array().unwrap().iter().filter(|seat| seat["left"] == "resigned").count(),
        1,
        "{seats}"
    );
    let shown = [
        club.get(&berta, &game.path).text(),
        club.get(&berta, &game.at("/record")).text(),
        club.get(&berta, "/api/v1/tables").text(),
        club.get(&berta, "/api/v1/leaderboards/siesta-printed").text(),
    ];
    let stream = club.stream(&berta, &game.at("/stream?after=0"), &[]);
    let mut events = Vec::new();
    while events.last().is_none_or(|event: &String| !event.contains("well played")) {
        events.push(stream.next().unwrap().to_string());
    }
    for text in shown.iter().chain(&events) {
        assert!(!text.contains("Ana"), "{text}");
    }
    assert!(shown[0].contains(&format!("Deleted-{}", &ana.id[8..])), "{}", shown[0]);
    assert!(shown[1].contains("Berta"), "{}", shown[1]);
    // The message stays, and says no longer whose it was.
    let message = &club.look(&berta, &game)["chat"][0];
    assert_eq!((&message["text"], &message["person"]), (&json!("well played"), &Value::Null));
    let said: Value = serde_json::from_str(events.last().unwrap()).unwrap();
    assert_eq!((&said["event"]["person"], said.get("name")), (&json!("0000000000000"), None), "{said}");
    let page = club.ask_with(&berta, "GET", &format!("/t/{}", game.id), &[("accept", "text/html")], &NOTHING);
    let page = page.is(200).text();
    let talk = page.split("id=\"talk\"").nth(1).unwrap();
    assert!(talk.contains("well played") && !talk.contains("Deleted-"), "{talk}");
    let exported = club.run("export");
    let line = exported.lines().find(|line| line.contains("well played")).unwrap();
    assert!(!line.contains(&ana.id) && line.contains("0000000000000"), "{line}");
    // Berta's is still hers.
    club.post(&berta, &game.at("/chat"), &json!({ "room": "all", "text": "goodbye" })).is(200);
    assert_eq!(club.look(&berta, &game)["chat"][1]["person"]["name"], "Berta");
}

#[test]
fn the_name_of_a_deleted_person_is_reserved_for_a_while() {
    let club = Club::open();
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    club.ask(&ana, "DELETE", "/api/v1/me", &json!({ "password": PASSWORD })).is(204);
    for name in ["Ana", "aNA"] {
        let said = json!({ "name": name, "password": PASSWORD });
        club.post(&Who::nobody(), "/api/v1/people", &said).is_problem(409, "name-taken");
        let change = json!({ "password": PASSWORD, "new_name": name });
        club.ask(&berta, "PATCH", "/api/v1/me", &change).is_problem(409, "name-taken");
    }
    // Somebody else may be called so later, and has nothing of what was before.
    let club = Club::open_with(&["--rate-limit", "0", "--reserve-names", "0"]);
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    lost(&club, &ana, &berta, true);
    club.ask(&ana, "DELETE", "/api/v1/me", &json!({ "password": PASSWORD })).is(204);
    let new = club.member("Ana");
    assert_ne!(new.id, ana.id);
    assert_eq!(club.get(&berta, "/api/v1/people/Ana").json()["standings"], json!([]));
}

#[test]
fn ratings_are_earned_by_games_in_which_everybody_took_part() {
    let club = Club::open();
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    lost_after(0, &club, &ana, &berta, true);
    lost_after(1, &club, &ana, &berta, true);
    let [loser, winner] = ["Ana", "Berta"].map(|name| rated_results(&club, name));
    assert_eq!((&loser["rating"], &winner["rating"]), (&json!(1500), &json!(1500)));
    assert_eq!((&loser["losses"], &loser["left_early"]), (&json!(2), &json!(2)), "{loser}");
    assert_eq!((&winner["wins"], &winner["left_early"]), (&json!(2), &json!(0)), "{winner}");
    let history = "/api/v1/people/Ana/ratings/siesta-printed";
    assert_eq!(club.get(&ana, history).json(), json!([]));
    assert_eq!(club.get(&ana, "/api/v1/leaderboards/siesta-printed").json(), json!([]));
}

#[test]
fn repeated_quick_games_of_the_same_two_change_no_rating_and_the_operator_is_told() {
    let mut club = Club::open();
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    for games in 1..=4 {
        lost_after(2, &club, &ana, &berta, true);
        let history = club.get(&ana, "/api/v1/people/Ana/ratings/siesta-printed").json();
        assert_eq!(history.as_array().unwrap().len(), games.min(2));
    }
    let results = rated_results(&club, "Ana");
    assert_eq!((&results["games"], &results["losses"]), (&json!(4), &json!(4)), "they count as games");
    assert_eq!(club.measured("sobremesa_repeated_quick_games_total"), 2.0);
    let log = club.log();
    assert_eq!(log.matches("a repeated quick game of the same people changes no rating").count(), 2, "{log}");
    assert!(log.contains(&ana.id) && log.contains(&berta.id), "{log}");
    // A game that lasts is rated.
    lost(&club, &berta, &ana, true);
    let history = club.get(&ana, "/api/v1/people/Ana/ratings/siesta-printed").json();
    assert_eq!(history.as_array().unwrap().len(), 3);
    // A rebuild comes to the same.
    let before = rated_results(&club, "Ana");
    assert!(club.stop().success());
    club.run("rebuild");
    let club = Club::open_in(club.folder(), "127.0.0.1:0", &["--rate-limit", "0"]);
    assert_eq!(club.get(&ana, "/api/v1/people/Ana/ratings/siesta-printed").json(), history);
    assert_eq!(rated_results(&club, "Ana"), before);
}

#[test]
fn a_rated_table_has_a_clock() {
    let club = Club::open();
    let ana = club.member("Ana");
    let rated =
        |clock: &Value| json!({ "game": "siesta", "seats": ["me", "open"], "rated": true, "clock": clock });
    club.post(&ana, "/api/v1/tables", &rated(&json!("none"))).is_problem(422, "rated-without-clock");
    let days = json!({ "correspondence": { "days": 3 } });
    assert_eq!(club.post(&ana, "/api/v1/tables", &rated(&days)).is(201).json()["clock"], days);
    let usual = json!({ "live": { "turn_seconds": 60, "reserve_seconds": 300 } });
    let unsaid = json!({ "game": "siesta", "seats": ["me", "open"], "rated": true });
    assert_eq!(club.post(&ana, "/api/v1/tables", &unsaid).is(201).json()["clock"], usual);
    let quick = |more: Value| {
        let mut said = json!({ "game": "siesta", "players": 2, "rated": true });
        said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        club.post(&ana, "/api/v1/match", &said)
    };
    quick(json!({ "clock": "none" })).is_problem(422, "rated-without-clock");
    assert_eq!(quick(json!({})).is(201).json()["clock"], usual);
    let casual = json!({ "game": "siesta", "seats": ["me", "open"] });
    assert_eq!(club.post(&ana, "/api/v1/tables", &casual).is(201).json()["clock"], "none");
}

#[test]
fn a_rating_history_names_only_tables_that_the_reader_may_see() {
    let club = Club::open();
    let (ana, berta, carla) = (club.member("Ana"), club.member("Berta"), club.member("Carla"));
    let public = lost(&club, &ana, &berta, true);
    let said = json!({ "game": "siesta", "seats": ["me", "open"], "rated": true });
    let hidden = club.table(&ana, &said);
    club.post(&berta, &hidden.at("/join"), &NOTHING).is(200);
    club.play_turns(&hidden, &[&ana, &berta], 4);
    for who in [&ana, &berta] {
        club.post(who, &hidden.at("/resign"), &NOTHING).is(200);
    }
    for (reader, sees) in [(&ana, true), (&berta, true), (&carla, false), (&Who::nobody(), false)] {
        for name in ["Ana", "Berta"] {
            let history = club.get(reader, &format!("/api/v1/people/{name}/ratings/siesta-printed")).json();
            let tables: Vec<&Value> =
                history.as_array().unwrap().iter().map(|point| &point["table"]).collect();
            let second = if sees { json!(hidden.id) } else { Value::Null };
            assert_eq!(tables, [&json!(public.id), &second], "{name} by {}", reader.name);
        }
    }
    for path in
        ["/people/Ana", "/leaderboard", "/api/v1/tables", "/api/v1/tables?person=Ana", "/api/v1/people/Ana"]
    {
        let shown = club.ask_with(&carla, "GET", path, &[("accept", "text/html")], &NOTHING).text();
        assert!(!shown.contains(&hidden.id), "{path}");
    }
}

#[test]
fn a_bot_account_says_so_everywhere() {
    let club = Club::open();
    let (robot, human) = (club.bot("Robot"), club.member("Ana"));
    assert_eq!(club.get(&robot, "/api/v1/me").json()["kind"], "bot");
    assert_eq!(club.get(&human, "/api/v1/people/robot").json()["kind"], "bot");
    let token = |who: &Who, scope: &str| {
        club.post(who, "/api/v1/me/tokens", &json!({ "label": "x", "scope": scope }))
    };
    token(&robot, "play").is_problem(403, "out-of-scope");
    token(&human, "bot").is_problem(403, "out-of-scope");
    let bot = club.token(&robot, "bot");
    let table = club.table(&bot, &json!({ "game": "siesta", "seats": ["me", "open"], "rated": true }));
    assert_eq!(club.look(&human, &table)["seats"][0]["bot_account"], true);
    club.post(&human, &table.at("/join"), &NOTHING).is(200);
    let seats = club.look(&human, &table)["seats"].clone();
    let marked: Vec<bool> =
        seats.as_array().unwrap().iter().map(|seat| seat["bot_account"] == true).collect();
    assert_eq!(marked.iter().filter(|marked| **marked).count(), 1, "{seats}");
    // A game between a human and a program rates neither.
    club.post(&human, &table.at("/resign"), &NOTHING).is(200);
    club.post(&bot, &table.at("/resign"), &NOTHING).is(200);
    for kind in ["human", "bot"] {
        let board = club.get(&human, &format!("/api/v1/leaderboards/siesta-printed?kind={kind}")).json();
        assert_eq!(board, json!([]), "{kind}");
    }
    // Two programs are rated among themselves.
    lost(&club, &bot, &club.token(&club.bot("Android"), "bot"), true);
    let board =
        |kind: &str| club.get(&human, &format!("/api/v1/leaderboards/siesta-printed?kind={kind}")).json();
    assert_eq!(board("human"), json!([]));
    let leaders = board("bot");
    assert_eq!((&leaders[0]["name"], &leaders[0]["rating"]), (&json!("Android"), &json!(1520)));
    assert_eq!((&leaders[1]["name"], &leaders[1]["rating"]), (&json!("Robot"), &json!(1480)));
}

#[test]
fn a_rated_game_changes_ratings_and_a_rebuild_does_not() {
    let mut club = Club::open();
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    lost(&club, &ana, &berta, true);
    let casual = lost(&club, &berta, &ana, false);
    let rating = |name: &str| rated_results(&club, name)["rating"].as_i64().unwrap();
    assert_eq!((rating("Ana"), rating("Berta")), (1480, 1520));
    // 1480 beats 1520: expected 0.4427, so 40 × 0.5573 = 22.29 change hands.
    lost(&club, &berta, &ana, true);
    assert_eq!((rating("Ana"), rating("Berta")), (1502, 1498));
    let pages = [
        "/api/v1/people/Ana",
        "/api/v1/people/Berta",
        "/api/v1/people/Ana/ratings/siesta-printed",
        "/api/v1/leaderboards/siesta-printed",
        "/api/v1/tables?person=Ana",
        "/api/v1/tables?stage=finished",
    ];
    let read = |club: &Club| pages.map(|page| club.get(&Who::nobody(), page).json());
    let before = read(&club);
    let [profile, _, history, board, tables, _] = &before;
    let ratings: Vec<i64> =
        history.as_array().unwrap().iter().map(|point| point["rating"].as_i64().unwrap()).collect();
    assert_eq!(ratings, [1480, 1502]);
    assert_eq!(board.as_array().unwrap().len(), 2);
    assert_eq!(
        (&board[0]["name"], &board[0]["rating"], &board[0]["games"]),
        (&json!("Ana"), &json!(1502), &json!(2))
    );
    let casual_results =
        profile["standings"].as_array().unwrap().iter().find(|standing| standing["rated"] == false);
    assert_eq!(casual_results.unwrap()["wins"], 1, "{profile}");
    assert!(casual_results.unwrap().get("rating").is_none(), "{profile}");
    assert_eq!(tables["tables"].as_array().unwrap().len(), 3);
    assert!(tables.to_string().contains(&casual.id));
    assert!(club.stop().success());
    let said = club.run("rebuild");
    assert!(said.contains("Rebuilt lists, results and ratings"), "{said}");
    let club = Club::open_in(club.folder(), "127.0.0.1:0", &["--rate-limit", "0"]);
    assert_eq!(read(&club), before);
    // Sessions are no part of what is made again.
    assert_eq!(club.get(&ana, "/api/v1/me").json()["name"], "Ana");
}
