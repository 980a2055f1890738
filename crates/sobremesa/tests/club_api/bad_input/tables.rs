//! Tables that cannot be, and what does not fit the moment at one.

use super::*;

#[test]
fn a_table_that_cannot_be_is_not_laid() {
    let scene = Scene::new();
    let (club, guest, member) = (&scene.club, &scene.looker, &scene.member);
    let laid = club.measured("sobremesa_tables_laid_total");
    let many: Vec<&str> = vec!["me"; 10_000 / 8];
    let clock =
        |turn: u64, reserve: u64| json!({ "live": { "turn_seconds": turn, "reserve_seconds": reserve } });
    for (who, said, status, code, says) in [
        (guest, json!({ "game": "chess", "seats": ["me"] }), 422, "bad-field", "`game`"),
        (guest, json!({ "seats": ["me", "open"] }), 422, "missing-field", "`game`"),
        (guest, json!({ "game": "siesta" }), 422, "missing-field", "`seats`"),
        (guest, json!({ "game": "siesta", "seats": [] }), 422, "bad-variant", "0 is not a number of players"),
        (guest, json!({ "game": "siesta", "seats": ["me"] }), 422, "bad-variant", "2, 3 or 4 players"),
        (guest, json!({ "game": "siesta", "seats": many }), 422, "bad-variant", "1250 is not a number"),
        (
            guest,
            json!({ "game": "siesta", "seats": ["open", "open"] }),
            422,
            "bad-seats",
            "exactly one seat is `me`",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "me"] }),
            422,
            "bad-seats",
            "exactly one seat is `me`",
        ),
        (guest, json!({ "game": "siesta", "seats": ["me", "you"] }), 422, "bad-field", "`seats[1]"),
        (guest, json!({ "game": "siesta", "seats": ["me", { "bot": 0 }] }), 422, "bad-level", ""),
        (guest, json!({ "game": "siesta", "seats": ["me", { "bot": 99 }] }), 422, "bad-level", ""),
        (guest, json!({ "game": "siesta", "seats": ["me", { "bot": 300 }] }), 422, "bad-field", "`seats[1]"),
        (guest, json!({ "game": "siesta", "seats": ["me", { "bot": -1 }] }), 422, "bad-field", "`seats[1]"),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", { "invite": "Nadie" }] }),
            404,
            "not-found",
            "nobody of this name",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", { "invite": "me" }] }),
            404,
            "not-found",
            "nobody of this name",
        ),
        (
            member,
            json!({ "game": "siesta", "seats": ["me", { "invite": "Berta" }] }),
            422,
            "bad-seats",
            "two seats",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open", "open"], "mode": "teams" }),
            422,
            "bad-variant",
            "teams are for 4",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "scoring": "mine" }),
            422,
            "bad-variant",
            "printed or online",
        ),
        (
            guest,
            json!({ "game": "no-siesta", "seats": ["me", "open"], "scoring": "online" }),
            422,
            "bad-variant",
            "siesta only",
        ),
        (
            guest,
            json!({ "game": "no-siesta", "seats": ["me", "open"], "mode": "solo" }),
            422,
            "bad-variant",
            "1 player",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "clock": clock(4, 0) }),
            422,
            "bad-clock",
            "5 to 3600",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "clock": clock(60, 36_001) }),
            422,
            "bad-clock",
            "36000",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "clock": { "correspondence": { "days": 31 } } }),
            422,
            "bad-clock",
            "1 to 30 days",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "clock": { "live": { "turn_seconds": 60 } } }),
            422,
            "missing-field",
            "reserve_seconds",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "clock": "blitz" }),
            422,
            "bad-field",
            "`clock",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "rated": true }),
            403,
            "rated-guest",
            "account",
        ),
        (
            member,
            json!({ "game": "siesta", "seats": ["me", { "bot": 1 }], "rated": true }),
            422,
            "rated-alone",
            "two seats for people",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "rated": "yes" }),
            422,
            "bad-field",
            "`rated`",
        ),
        (
            guest,
            json!({ "game": "siesta", "seats": ["me", "open"], "stake": 5 }),
            422,
            "unknown-field",
            "`stake`",
        ),
    ] {
        let answer = club.post(who, "/api/v1/tables", &said);
        assert_eq!(answer.status, status, "{said}: {}", answer.text());
        scene.check(&answer, status, code, says);
    }
    // A list of 10,000 seats does not even fit.
    let seats: Vec<&str> = vec!["me"; 10_000];
    let answer = club.post(guest, "/api/v1/tables", &json!({ "game": "siesta", "seats": seats }));
    scene.check(&answer, 413, "too-large", "16 kB");
    let players = json!({ "game": "siesta", "players": 10_000 });
    scene.check(
        &club.post(guest, "/api/v1/match", &players),
        422,
        "bad-variant",
        "10000 is not a number of players",
    );
    let rated = json!({ "game": "siesta", "players": 2, "rated": true });
    scene.check(&club.post(guest, "/api/v1/match", &rated), 403, "rated-guest", "account");
    assert_eq!(club.measured("sobremesa_tables_laid_total"), laid);
    scene.documented();
}

#[test]
fn what_does_not_fit_the_moment_at_a_table_is_refused() {
    let scene = Scene::new();
    let (club, table) = (&scene.club, &scene.table);
    let (mover, waiter, looker) = (&scene.mover, &scene.waiter, &scene.looker);
    let waiting = club.table(mover, &json!({ "game": "siesta", "seats": ["me", "open", "open"] }));
    let nothing = Value::Null;
    let long = "x".repeat(301);
    let talk = |room: &str, text: &str| json!({ "room": room, "text": text });
    for (who, path, said, status, code, says) in [
        (looker, table.at("/join"), nothing.clone(), 409, "table-full", "no seat is free"),
        (mover, table.at("/join"), nothing.clone(), 409, "already-seated", "already"),
        (mover, table.at("/join"), json!({ "seat": 1 }), 422, "unknown-field", "`seat`"),
        (mover, table.at("/start"), json!({ "bots": 1 }), 409, "already-started", "has begun"),
        (mover, waiting.at("/start"), json!({ "bots": 99 }), 422, "bad-level", ""),
        (looker, waiting.at("/start"), json!({ "bots": 1 }), 403, "not-host", "only the host of the table"),
        (mover, waiting.at("/start"), nothing.clone(), 422, "missing-field", "`bots`"),
        (mover, waiting.at("/resign"), nothing.clone(), 409, "not-started", "not begun"),
        (
            mover,
            waiting.at("/play"),
            json!({ "seq": 1, "move": "*F5 ^F6 #F7" }),
            409,
            "not-started",
            "not begun",
        ),
        (mover, waiting.at("/takeback"), nothing.clone(), 409, "not-started", "not begun"),
        (mover, waiting.at("/rematch"), nothing.clone(), 409, "not-started", "not begun"),
        (looker, waiting.at("/leave"), nothing.clone(), 403, "not-seated", "you do not sit"),
        (
            mover,
            table.at("/takeback"),
            nothing.clone(),
            409,
            "nothing-to-take-back",
            "you have no turn to take back",
        ),
        (
            mover,
            table.at("/takeback/answer"),
            json!({ "agree": true }),
            409,
            "no-takeback-asked",
            "nobody has asked for a takeback",
        ),
        (mover, table.at("/takeback/answer"), nothing.clone(), 422, "missing-field", "`agree`"),
        (mover, table.at("/rematch"), nothing.clone(), 409, "game-not-over", "not over"),
        (looker, table.at("/resign"), nothing.clone(), 403, "not-seated", "you do not sit"),
        (
            mover,
            table.at("/mute"),
            json!({ "person": mover.id, "muted": true }),
            422,
            "mutes-self",
            "you cannot mute yourself",
        ),
        (mover, table.at("/mute"), json!({ "person": "x", "muted": true }), 422, "bad-field", "`person`"),
        (waiter, table.at("/chat"), talk("all", &long), 422, "bad-message", "1 to 300 characters"),
        (waiter, table.at("/chat"), talk("all", "  "), 422, "bad-message", "1 to 300 characters"),
        (waiter, table.at("/chat"), talk("all", "a\u{7}b"), 422, "bad-message", "invisible"),
        (waiter, table.at("/chat"), talk("kitchen", "x"), 422, "bad-field", "`room`"),
        (
            waiter,
            table.at("/chat"),
            talk("spectators", "x"),
            403,
            "player-among-spectators",
            "while the game is running",
        ),
        (looker, table.at("/chat"), talk("players", "x"), 403, "spectator-speaks", "`spectators`"),
        (looker, table.at("/chat"), talk("all", "x"), 403, "spectator-speaks", "`spectators`"),
        (looker, waiting.at("/chat"), talk("players", "x"), 403, "not-seated", "you do not sit"),
    ] {
        let answer = club.post(who, &path, &said);
        assert_eq!(answer.status, status, "{path} {said}: {}", answer.text());
        scene.check(&answer, status, code, says);
    }
    assert_eq!(club.seq(&waiting), 1);
    scene.check(&club.get(looker, &waiting.at("/record")), 409, "not-started", "not begun");
    // A flood of talk, at a table of its own.
    for _ in 0..5 {
        club.post(mover, &waiting.at("/chat"), &talk("all", "hello")).is(200);
    }
    let flood = club.post(mover, &waiting.at("/chat"), &talk("all", "hello"));
    scene.check(&flood, 429, "too-many-messages", "at most 5 messages in 10 seconds");
    assert_eq!(flood.header("retry-after"), Some("10"));
    // A game that is over.
    let over = club.table(mover, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] }));
    club.post(mover, &over.at("/resign"), &nothing).is(200);
    for (path, said) in [
        ("/resign", nothing.clone()),
        ("/join", nothing.clone()),
        ("/takeback", nothing.clone()),
        ("/start", json!({ "bots": 1 })),
        ("/play", json!({ "seq": 3, "move": "*F5 ^F6 #F7" })),
    ] {
        let answer = club.post(mover, &over.at(path), &said);
        let (status, code) = if path == "/join" { (409, "already-seated") } else { (409, "game-over") };
        scene.check(&answer, status, code, "");
    }
    scene.documented();
}
