//! The pages about people, as a browser without scripts uses them.

use serde_json::{Value, json};

use crate::club::{Answer, Club, PASSWORD, Table, Who};

const NOTHING: Value = Value::Null;

/// A browser: it keeps cookies, sends forms and reads pages.
struct Browser<'a> {
    club: &'a Club,
    cookies: Vec<(String, String)>,
}

impl<'a> Browser<'a> {
    fn new(club: &'a Club) -> Self {
        Self { club, cookies: Vec::new() }
    }

    /// The browser of whoever has this cookie.
    fn of(club: &'a Club, who: &Who) -> Self {
        let (name, value) = who.cookie.as_ref().unwrap().split_once('=').unwrap();
        Self { club, cookies: vec![(name.to_owned(), value.to_owned())] }
    }

    fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = cookies.join("; ");
        let mut all = vec![("accept", "text/html"), ("accept-language", "en"), ("cookie", &cookies)];
        all.extend(headers);
        let answer = self.club.send(method, path, &all, body.as_bytes());
        for (_, value) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, rest) = value.split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.contains("Max-Age=0") {
                self.cookies.push((name.to_owned(), rest.split(';').next().unwrap().to_owned()));
            }
        }
        answer
    }

    fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &[], "")
    }

    /// Sends a form.
    fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let form = [("content-type", "application/x-www-form-urlencoded")];
        self.send("POST", path, &form, &encoded(fields))
    }

    /// The page, in words.
    fn page(&mut self, path: &str) -> String {
        let answer = self.get(path);
        answer.is(200);
        answer.text()
    }
}

fn encoded(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    pairs.join("&")
}

/// The answer sends the browser on to this path.
#[track_caller]
fn leads_to(answer: &Answer, path: &str) {
    answer.is(303);
    assert_eq!(answer.header("location"), Some(path));
}

/// The answer is a page with this status that says this.
#[track_caller]
fn says(answer: &Answer, status: u16, text: &str) {
    answer.is(status);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(answer.text().contains(text), "{text}: {}", answer.text());
    assert!(!answer.text().contains('⟦'), "a message is missing: {}", answer.text());
}

fn me<'a>(name: &'a str, password: &'a str) -> [(&'a str, &'a str); 2] {
    [("name", name), ("password", password)]
}

/// A rated game of these two: the first gives up, then the other, who wins.
fn lost(club: &Club, loser: &Who, winner: &Who) -> Table {
    let said = json!({ "game": "siesta", "seats": ["me", "open"], "rated": true, "public": true });
    let table = club.table(loser, &said);
    club.post(winner, &table.at("/join"), &NOTHING).is(200);
    club.play_turns(&table, &[loser, winner], 4);
    club.post(loser, &table.at("/resign"), &NOTHING).is(200);
    club.post(winner, &table.at("/resign"), &NOTHING).is(200);
    table
}

#[test]
fn a_guest_who_signs_up_keeps_their_game() {
    let club = Club::open();
    let mut browser = Browser::new(&club);
    let game = browser.post("/friend", &[]);
    game.is(303);
    let table = game.header("location").unwrap().to_owned();
    let door = browser.page(&format!("/sign-up?next={table}"));
    assert!(door.contains("Your games as Guest-"), "{door}");
    assert!(door.contains(&format!("name=\"next\" value=\"{table}\"")), "{door}");
    let mut said = me(" Ana ", PASSWORD).to_vec();
    said.push(("next", &table));
    leads_to(&browser.post("/sign-up", &said), &table);
    let home = browser.page("/");
    assert!(home.contains("/people/Ana") && home.contains(&format!("href=\"{table}\"")), "{home}");
    // Who is in has no business at the door.
    leads_to(&browser.get("/sign-in"), "/");
    leads_to(&browser.get("/sign-up"), "/");
    says(&browser.post("/sign-up", &me("Another", PASSWORD)), 409, "You have an account already.");
    // Out, and in again with the other way of writing the name.
    leads_to(&browser.post("/sign-out", &[]), "/");
    assert!(!browser.page("/").contains("/people/Ana"));
    leads_to(&browser.post("/sign-out", &[]), "/");
    leads_to(&browser.post("/sign-in", &me("ana", PASSWORD)), "/");
    assert!(browser.page("/").contains("/people/Ana"));
}

#[test]
fn what_is_wrong_is_said_beside_the_field_and_what_was_typed_is_kept() {
    let club = Club::open();
    club.member("Ana");
    let mut browser = Browser::new(&club);
    let bad = "a guess that is wrong";
    for (path, name, password, status, text) in [
        (
            "/sign-in",
            "Ana",
            bad,
            401,
            "id=\"password-wrong\" role=\"alert\">The name or the password is wrong.",
        ),
        ("/sign-in", "Nobody", bad, 401, "The name or the password is wrong."),
        ("/sign-up", "Ana", bad, 409, "id=\"name-wrong\" role=\"alert\">Somebody has this name"),
        ("/sign-up", "ANA", bad, 409, "Somebody has this name"),
        ("/sign-up", "A\"<b>", bad, 422, "“&quot;”"),
        ("/sign-up", "An", bad, 422, "A name has 3 to 20 characters."),
        ("/sign-up", "Admin", bad, 422, "This name is kept for the house."),
        ("/sign-up", "Berta", "short", 422, "id=\"password-wrong\" role=\"alert\">A password has at least 8"),
        ("/sign-up", "Berta-Berta", "berta-berta", 422, "Your name makes a poor password."),
    ] {
        let answer = browser.post(path, &me(name, password));
        says(&answer, status, text);
        let kept = name.replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
        assert!(answer.text().contains(&format!("value=\"{kept}\"")), "{}", answer.text());
        assert!(!answer.text().contains(&format!("\"{password}\"")), "{}", answer.text());
    }
    assert!(browser.cookies.is_empty(), "{:?}", browser.cookies);
}

#[test]
fn nobody_is_sent_to_another_site() {
    let club = Club::open();
    club.member("Ana");
    for next in ["//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", "evil"] {
        let mut said = me("Ana", PASSWORD).to_vec();
        said.push(("next", next));
        leads_to(&Browser::new(&club).post("/sign-in", &said), "/");
        let page = Browser::new(&club).page(&format!("/sign-in?{}", encoded(&[("next", next)])));
        assert!(!page.contains("evil"), "{page}");
    }
}

#[test]
fn another_site_signs_nobody_in_or_out() {
    let club = Club::open();
    let ana = club.member("Ana");
    let form = encoded(&me("Ana", PASSWORD));
    for who in [None, Some(&ana)] {
        for path in ["/sign-in", "/sign-up", "/sign-out", "/settings", "/settings/name", "/settings/delete"] {
            let mut browser = who.map_or_else(|| Browser::new(&club), |who| Browser::of(&club, who));
            for header in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")] {
                let headers = [("content-type", "application/x-www-form-urlencoded"), header];
                let answer = browser.send("POST", path, &headers, &form);
                says(&answer, 403, "The request came from another site.");
                assert_eq!(answer.header("set-cookie"), None);
            }
        }
    }
    assert_eq!(club.get(&ana, "/api/v1/me").json()["name"], "Ana");
}

#[test]
fn too_many_tries_at_the_door_are_refused() {
    let club = Club::open_with(&["--rate-limit", "5"]);
    let mut tries = (0..40).map(|_| Browser::new(&club).post("/sign-in", &me("Ana", "wrong again")).status);
    assert!(tries.any(|status| status == 429));
}

#[test]
fn settings_are_kept_by_the_browser() {
    let club = Club::open();
    let mut browser = Browser::new(&club);
    assert!(browser.page("/settings").contains("<html lang=\"en\" data-theme=\"auto\">"));
    let wishes = [("language", "de"), ("theme", "dark"), ("sound", "1"), ("clear", "1"), ("confirm", "1")];
    leads_to(&browser.post("/settings", &wishes), "/settings?done=look");
    assert_eq!(browser.cookies, [("sobremesa_look".to_owned(), "de.dark.clear.sound.confirm".to_owned())]);
    let page = browser.page("/settings?done=look");
    for text in
        ["<html lang=\"de\" data-theme=\"dark\" data-palette=\"clear\"", "Gespeichert.", "Einstellungen"]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    // Boxes that are not ticked say nothing.
    browser.post("/settings", &[("language", "fr"), ("theme", "auto")]).is(303);
    assert_eq!(browser.cookies[0].1, "fr");
    assert!(browser.page("/sign-in").contains("Se connecter"));
    // What nobody offered changes nothing, and nobody is told that something was done.
    browser.post("/settings", &[("language", "xx"), ("theme", "blue")]).is(303);
    assert_eq!(browser.cookies[0].1, "fr");
    assert!(!browser.page("/settings?done=nonsense").contains("role=\"status\""));
    for path in ["/settings", "/sign-in", "/sign-up", "/leaderboard"] {
        for language in ["en", "fr", "de", "es"] {
            let page = browser.page(&format!("{path}?lang={language}"));
            assert!(!page.contains('⟦') && !page.contains(" style="), "{page}");
        }
    }
}

#[test]
fn name_and_password_are_changed_with_the_password() {
    let club = Club::open();
    club.member("Berta");
    let ana = club.member("Ana");
    let other = club.sign_in("Ana");
    let mut browser = Browser::of(&club, &ana);
    says(
        &browser.post("/settings/name", &me("Carla", "not the password")),
        422,
        "That is not your password.",
    );
    says(&browser.post("/settings/name", &me("berta", PASSWORD)), 409, "Somebody has this name");
    says(&browser.post("/settings/name", &me("-", PASSWORD)), 422, "id=\"new-name-wrong\"");
    leads_to(&browser.post("/settings/name", &me("Carla", PASSWORD)), "/settings?done=name");
    let page = browser.page("/settings?done=name");
    assert!(page.contains("You are signed in as Carla.") && page.contains("You have a new name."), "{page}");
    let new = "the words that came later";
    let change = |browser: &mut Browser<'_>, old: &str, new: &str| {
        browser.post("/settings/password", &[("password", old), ("new_password", new)])
    };
    says(&change(&mut browser, "not the password", new), 422, "id=\"old-password-wrong\"");
    says(&change(&mut browser, PASSWORD, "password"), 422, "id=\"new-password-wrong\"");
    leads_to(&change(&mut browser, PASSWORD, new), "/settings?done=password");
    club.get(&other, "/api/v1/me").is_problem(401, "nobody");
    Browser::new(&club).post("/sign-in", &me("Carla", PASSWORD)).is(401);
    leads_to(&Browser::new(&club).post("/sign-in", &me("Carla", new)), "/");
    // Guests and nobody have no account to change.
    for mut browser in [Browser::new(&club), Browser::of(&club, &club.guest())] {
        for path in ["name", "password", "tokens", "tokens/1/revoke", "sessions/1/end", "delete"] {
            let said =
                [("name", "Dora"), ("password", PASSWORD), ("label", "x"), ("scope", "read"), ("key", "1")];
            let answer = browser.post(&format!("/settings/{path}"), &said);
            assert!([401, 403].contains(&answer.status), "{path}: {}", answer.text());
        }
        assert!(browser.page("/settings").contains("These settings stay in this browser."));
    }
}

/// The value of a field on a page.
fn value<'a>(page: &'a str, before: &str) -> &'a str {
    page.split(before).nth(1).unwrap_or_else(|| panic!("{before}: {page}")).split('"').next().unwrap()
}

#[test]
fn a_token_is_shown_once_and_revoked() {
    let club = Club::open();
    let mut browser = Browser::of(&club, &club.member("Ana"));
    let page = browser.page("/settings");
    assert!(page.contains("No tokens yet."));
    let key = value(&page, "name=\"key\" value=\"").to_owned();
    let wish = [("label", "my <first> bot"), ("scope", "play"), ("key", &key)];
    let made = browser.post("/settings/tokens", &wish);
    says(&made, 200, "my &lt;first&gt; bot");
    let text = made.text();
    let secret = value(&text, "readonly value=\"").to_owned();
    let program = Who { token: Some(secret.clone()), ..Who::nobody() };
    assert_eq!(club.get(&program, "/api/v1/me").json()["name"], "Ana");
    // A form that is sent again makes no other token.
    assert!(browser.post("/settings/tokens", &wish).text().contains(&secret));
    let page = browser.page("/settings");
    assert!(!page.contains(&secret), "{page}");
    assert_eq!(page.matches("/revoke#tokens").count(), 1, "{page}");
    says(
        &browser.post("/settings/tokens", &[("label", " "), ("scope", "read"), ("key", "2")]),
        422,
        "1 to 80",
    );
    let answer = browser.post("/settings/tokens", &[("label", "x"), ("scope", "bot"), ("key", "3")]);
    says(&answer, 403, "You may not do this.");
    let id = value(&page, "/settings/tokens/").split('/').next().unwrap().to_owned();
    leads_to(&browser.post(&format!("/settings/tokens/{id}/revoke"), &[]), "/settings?done=tokens");
    club.get(&program, "/api/v1/me").is_problem(401, "bad-token");
    browser.post(&format!("/settings/tokens/{id}/revoke"), &[]).is(404);
}

#[test]
fn a_session_is_ended_from_another() {
    let club = Club::open();
    let ana = club.member("Ana");
    let other = club.sign_in("Ana");
    let mut browser = Browser::of(&club, &ana);
    let page = browser.page("/settings");
    assert_eq!((page.matches("this one").count(), page.matches("/end#sessions").count()), (1, 1), "{page}");
    let id = value(&page, "/settings/sessions/").split('/').next().unwrap().to_owned();
    leads_to(&browser.post(&format!("/settings/sessions/{id}/end"), &[]), "/settings?done=sessions");
    club.get(&other, "/api/v1/me").is_problem(401, "nobody");
    club.get(&ana, "/api/v1/me").is(200);
}

#[test]
fn all_sessions_and_tokens_are_ended_by_one_button() {
    let club = Club::open();
    let ana = club.member("Ana");
    let (other, token) = (club.sign_in("Ana"), club.token(&ana, "read"));
    let mut browser = Browser::of(&club, &ana);
    let page = browser.page("/settings");
    assert!(page.contains("action=\"/settings/sessions/end-all\""), "{page}");
    assert!(page.contains("all your tokens are revoked"), "the form for a new password says so: {page}");
    leads_to(&browser.post("/settings/sessions/end-all", &[]), "/sign-in");
    assert!(browser.cookies.is_empty(), "{:?}", browser.cookies);
    club.get(&other, "/api/v1/me").is_problem(401, "nobody");
    club.get(&token, "/api/v1/me").is_problem(401, "bad-token");
    browser.post("/settings/sessions/end-all", &[]).is(401);
}

#[test]
fn a_rated_table_from_the_form_has_a_clock() {
    let club = Club::open();
    let mut browser = Browser::of(&club, &club.member("Ana"));
    assert!(browser.page("/new").contains("With a clock"));
    let form = [
        ("game", "siesta"),
        ("players", "2"),
        ("scoring", "printed"),
        ("mode", "standard"),
        ("seat2", "open"),
        ("clock", "none"),
        ("rated", "1"),
    ];
    let created = browser.post("/new", &form);
    let id = created.is(303).header("location").unwrap().strip_prefix("/t/").unwrap().to_owned();
    let table = club.get(&Who::nobody(), &format!("/api/v1/tables/{id}")).json();
    assert_eq!(table["rated"], true);
    assert_eq!(table["clock"], json!({ "live": { "turn_seconds": 60, "reserve_seconds": 300 } }));
}

#[test]
fn an_account_is_deleted_by_who_is_sure_and_knows_the_password() {
    let club = Club::open();
    let mut browser = Browser::of(&club, &club.member("Ana"));
    says(&browser.post("/settings/delete", &[("password", PASSWORD)]), 422, "Tick the box if you are sure.");
    let guess = [("password", "not the password"), ("sure", "1")];
    says(&browser.post("/settings/delete", &guess), 422, "That is not your password.");
    leads_to(&browser.post("/settings/delete", &[("password", PASSWORD), ("sure", "1")]), "/");
    assert!(browser.cookies.is_empty(), "{:?}", browser.cookies);
    says(&browser.get("/people/Ana"), 404, "Nothing here");
    browser.post("/sign-in", &me("Ana", PASSWORD)).is(401);
}

#[test]
fn a_rated_game_is_on_profiles_and_the_leaderboard() {
    let club = Club::open();
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    let mut browser = Browser::of(&club, &ana);
    assert!(browser.page("/people/Ana").contains("after your first game"));
    assert!(browser.page("/people/Berta").contains("Has not finished a game yet."));
    assert!(browser.page("/leaderboard").contains("Nobody has a rating yet."));
    let table = lost(&club, &ana, &berta);
    let private = json!({ "game": "siesta", "seats": ["me", "open"] });
    let private = club.table(&ana, &private);
    club.post(&berta, &private.at("/join"), &NOTHING).is(200);
    club.post(&ana, &private.at("/resign"), &NOTHING).is(200);
    club.post(&berta, &private.at("/resign"), &NOTHING).is(200);
    let page = browser.page("/people/ana");
    for text in [
        "<h1>Ana</h1>",
        "<strong>1480</strong>",
        "Rating over 1 game: lowest 1480, highest 1500, now 1480",
        "1 game: 0 won, 1 lost, 0 drawn",
        &format!("/t/{}/replay", table.id),
        &private.id,
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let page = browser.page("/people/Berta");
    for text in ["<strong>1520</strong>", "class=\"outcome won\">won<", &table.id] {
        assert!(page.contains(text), "{text}: {page}");
    }
    // The table says what became of the ratings.
    let page = browser.page(&format!("/t/{}", table.id));
    for text in ["rating 1480 (−20)", "rating 1520 (+20)"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let page = browser.page("/people/Berta");
    // A game that is not listed is on nobody else's page.
    assert!(!page.contains(&private.id), "{page}");
    let page = browser.page("/leaderboard");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    assert!(place("href=\"/people/Berta\">Berta") < place("<tr class=\"you\">"), "{page}");
    assert!(page.contains("No bot has a rating yet."));
    // Programs have a board of their own.
    let robots = ["Robot", "Android"].map(|name| club.token(&club.bot(name), "bot"));
    lost(&club, &robots[0], &robots[1]);
    let page = browser.page("/leaderboard?pool=siesta-printed");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    assert!(place(">Bots<") < place(">Android<") && place(">Android<") < place(">Robot<"), "{page}");
    assert!(browser.page("/people/Robot").contains("<span class=\"tag\">bot</span>"));
    assert!(browser.page("/leaderboard?pool=no-siesta").contains("Nobody has a rating yet."));
    browser.get("/leaderboard?pool=siesta-teams").is(404);
    browser.get("/leaderboard?pool=chess").is(404);
    browser.get("/people/Nobody").is(404);
}
