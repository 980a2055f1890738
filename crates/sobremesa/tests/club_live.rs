//! What players notice of each other: clocks, takebacks, notices, rematches, quick matches and chat.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;
#[path = "club/player.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod player;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use game::Random;
use player::{Follower, Form, Peer, Told, all_events, play_by_stream};
use serde_json::{Value, json};

use crate::club::{Answer, Club, Table, Who};

/// Long enough to be sure that a message does not come.
const QUIET: Duration = Duration::from_millis(150);

fn peer(club: &Club, who: &Who) -> Peer {
    Peer { address: club.address, who: who.clone() }
}

/// Two guests at a table of Siesta; the first of them is to move first.
fn two_at_a_table(club: &Club, more: &Value) -> (Table, [Who; 2]) {
    let people = [club.guest(), club.guest()];
    let mut said = json!({ "game": "siesta", "seats": ["me", "open"] });
    said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let table = club.table(&people[0], &said);
    club.post(&people[1], &table.at("/join"), &Value::Null).is(200);
    let first = club.look(&people[0], &table)["you"] == "a";
    let [one, two] = people;
    (table, if first { [one, two] } else { [two, one] })
}

/// Plays the first legal turn.
fn play(club: &Club, who: &Who, table: &Table) -> u64 {
    let (seq, turns) = club.actions(who, table);
    let answer = club.play(who, table, seq, &turns[0]);
    answer.is(200);
    answer.json()["seq"].as_u64().unwrap()
}

fn follow(club: &Club, who: &Who, table: &Table, form: Form) -> Follower {
    peer(club, who).follow(&table.at("/stream"), form, None)
}

fn notices(club: &Club, who: &Who, form: Form) -> Follower {
    let follower = peer(club, who).follow("/api/v1/me/stream", form, None);
    // A stream begins when it is connected: before that nothing is noticed.
    thread::sleep(QUIET);
    follower
}

fn kind(told: &Told) -> &str {
    told.said["event"]["type"].as_str().unwrap_or(&told.name)
}

#[test]
fn a_clock_that_runs_out_gives_the_seat_to_a_bot_and_the_others_finish() {
    let club = Club::open();
    let clock = json!({ "clock": { "live": { "turn_seconds": 5, "reserve_seconds": 0 } } });
    let (table, [late, other]) = two_at_a_table(&club, &clock);
    let began = Instant::now();
    let deadline = club.look(&other, &table)["seats"][0]["deadline"].as_u64().unwrap();
    let created = club.look(&other, &table)["created"].as_u64().unwrap();
    assert!((5000..7000).contains(&(deadline - created)), "{deadline} {created}");
    let follower = follow(&club, &other, &table, Form::Sse);
    follower.until(|told| kind(told) == "replaced");
    let waited = began.elapsed();
    assert!((4..8).contains(&waited.as_secs()), "{waited:?}");
    // The bot moves, and then the other one plays to the end without any clock.
    assert_eq!(kind(&follower.next()), "played");
    let state = club.look(&late, &table);
    assert_eq!(
        (&state["seats"][0]["taken"], &state["seats"][0]["left"]),
        (&json!("bot"), &json!("out-of-time"))
    );
    assert_eq!(state["seats"][1].get("deadline"), None, "nobody waits for somebody any more");
    let refused = club.play(&late, &table, state["seq"].as_u64().unwrap(), "*F5");
    refused.is_problem(403, "left-game");
    play_by_stream(&peer(&club, &other), &table.id, Form::Lines, &mut Random::new(1), &|| false);
    let state = club.look(&other, &table);
    assert_eq!(state["stage"], "finished");
    assert_eq!(state["game"]["ranks"], json!([2, 1]), "whoever left comes last");
}

#[test]
fn a_turn_against_a_bot_is_taken_back_at_once() {
    let club = Club::open();
    let ana = club.guest();
    let table = club.table(&ana, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] }));
    let follower = follow(&club, &ana, &table, Form::Lines);
    let you = club.look(&ana, &table)["you"].clone();
    let mine = |told: &Told| {
        let now = if told.name == "state" { &told.said["game"] } else { &told.said["now"] };
        now["to_act"].as_array().is_some_and(|seats| seats.contains(&you))
    };
    follower.until(mine);
    let before = club.look(&ana, &table)["game"].clone();
    play(&club, &ana, &table);
    follower.until(mine);
    club.post(&ana, &table.at("/takeback"), &Value::Null).is(200);
    let told = follower.next();
    assert_eq!(kind(&told), "taken-back");
    assert_eq!(told.said["now"]["position"], before["position"]);
    assert_eq!(club.look(&ana, &table)["game"], before);
    if before["steps"] == 0 {
        club.post(&ana, &table.at("/takeback"), &Value::Null).is_problem(409, "nothing-to-take-back");
    }
    play(&club, &ana, &table);
}

#[test]
fn between_people_a_turn_is_taken_back_by_consent() {
    let club = Club::open();
    let (table, [ana, bruno]) = two_at_a_table(&club, &json!({}));
    let ear = notices(&club, &bruno, Form::Sse);
    let mine = notices(&club, &ana, Form::Lines);
    let ask = |who: &Who| club.post(who, &table.at("/takeback"), &Value::Null);
    let answer =
        |who: &Who, agree: bool| club.post(who, &table.at("/takeback/answer"), &json!({ "agree": agree }));
    let steps = || club.look(&ana, &table)["game"]["steps"].clone();
    answer(&bruno, true).is_problem(409, "no-takeback-asked");
    play(&club, &ana, &table);
    assert_eq!(ear.notice("your-turn"), table.id);
    play(&club, &bruno, &table);
    assert_eq!(mine.notice("your-turn"), table.id);
    ask(&ana).is(200);
    assert_eq!(ear.notice("takeback-asked"), table.id);
    assert_eq!(mine.within(QUIET), None, "who asks knows it");
    assert_eq!(club.look(&bruno, &table)["game"]["takeback"], "a");
    ask(&bruno).is_problem(409, "takeback-waits");
    answer(&ana, true).is_problem(403, "not-yours-to-answer");
    answer(&club.guest(), true).is_problem(403, "not-seated");
    answer(&bruno, false).is(200);
    assert_eq!(steps(), 2);
    ask(&ana).is_problem(409, "takeback-refused");
    play(&club, &ana, &table);
    assert_eq!(ear.notice("your-turn"), table.id);
    play(&club, &bruno, &table);
    assert_eq!(mine.notice("your-turn"), table.id);
    ask(&ana).is(200);
    ear.notice("takeback-asked");
    answer(&bruno, true).is(200);
    assert_eq!(steps(), 2, "the turn and the answer to it");
    assert_eq!(mine.notice("your-turn"), table.id);
    let events = all_events(&peer(&club, &bruno), &table.id);
    let kinds: Vec<&str> = events.iter().filter_map(|(_, event)| event["type"].as_str()).collect();
    assert_eq!(
        kinds[3..],
        [
            "played",
            "played",
            "takeback-asked",
            "takeback-answered",
            "played",
            "played",
            "takeback-asked",
            "takeback-answered",
            "taken-back"
        ]
    );
}

#[test]
fn a_personal_stream_tells_what_concerns_one_at_all_tables_and_resumes() {
    let club = Club::open();
    let (ana, bruno) = (club.member("Ana"), club.member("Bruno"));
    for form in [Form::Sse, Form::Lines] {
        let mut heard = Vec::new();
        let ear = notices(&club, &bruno, form);
        let hear = |heard: &mut Vec<Told>, what: &str| {
            let told = ear.next();
            assert_eq!(told.said["notice"], what, "{}", told.said);
            heard.push(told.clone());
            told.said["table"].as_str().unwrap().to_owned()
        };
        let said = json!({ "game": "siesta", "seats": ["me", { "invite": "Bruno" }] });
        let table = club.table(&ana, &said);
        assert_eq!(hear(&mut heard, "invitation"), table.id);
        club.post(&bruno, &table.at("/join"), &Value::Null).is(200);
        let bruno_first = club.look(&bruno, &table)["you"] == "a";
        if bruno_first {
            assert_eq!(hear(&mut heard, "your-turn"), table.id);
            play(&club, &bruno, &table);
            // Later, that the game began is all that is left of it.
            heard.last_mut().unwrap().said["notice"] = json!("game-started");
        } else {
            assert_eq!(hear(&mut heard, "game-started"), table.id);
        }
        play(&club, &ana, &table);
        assert_eq!(hear(&mut heard, "your-turn"), table.id);
        play(&club, &bruno, &table);
        club.post(&ana, &table.at("/takeback"), &Value::Null).is(200);
        assert_eq!(hear(&mut heard, "takeback-asked"), table.id);
        // Ana leaves; a bot plays for her, and Bruno ends it.
        club.post(&ana, &table.at("/resign"), &Value::Null).is(200);
        assert_eq!(hear(&mut heard, "your-turn"), table.id);
        club.post(&bruno, &table.at("/resign"), &Value::Null).is(200);
        assert_eq!(hear(&mut heard, "game-over"), table.id);
        let rematch = Table::of(&club.post(&ana, &table.at("/rematch"), &Value::Null).json());
        assert_eq!(hear(&mut heard, "invitation"), rematch.id);
        assert_eq!(hear(&mut heard, "rematch"), table.id);
        club.post(&bruno, &rematch.at("/leave"), &Value::Null).is(200);
        club.post(&ana, &rematch.at("/leave"), &Value::Null).is(200);
        assert_eq!(ear.within(QUIET), None);

        let ids: Vec<u64> = heard.iter().map(|told| told.id).collect();
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
        // After a break what is still true is told again, from any place.
        for after in 0..heard.len() {
            let again = peer(&club, &bruno).follow("/api/v1/me/stream", form, Some(heard[after].id));
            // Neither a turn that is over, nor the table that Bruno declined.
            let lasting = |told: &&Told| {
                told.said["notice"] != "your-turn" && told.said["table"] != rematch.id.as_str()
            };
            for told in heard[after + 1..].iter().filter(lasting) {
                assert_eq!(again.next(), *told, "after {after}");
            }
            assert_eq!(again.within(QUIET / 3), None, "after {after}");
        }
    }
}

#[test]
fn who_plays_at_many_tables_misses_no_turn() {
    const TABLES: usize = 12;
    let club = Club::open();
    let ana = club.guest();
    let others: Vec<Who> = (0..TABLES).map(|_| club.guest()).collect();
    let ear = notices(&club, &ana, Form::Lines);
    let mut tables = BTreeMap::new();
    for other in &others {
        let table = club.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open"] }));
        club.post(other, &table.at("/join"), &Value::Null).is(200);
        tables.insert(table.id.clone(), (table, other));
    }
    let mut hers: BTreeSet<String> = BTreeSet::new();
    for told in (0..TABLES).map(|_| ear.next()) {
        if told.said["notice"] == "your-turn" {
            hers.insert(told.said["table"].as_str().unwrap().to_owned());
        }
    }
    for _ in 0..6 {
        for id in &hers {
            play(&club, &ana, &tables[id].0);
        }
        // All others move at once, so that their moves are written together.
        let moves: Vec<_> = tables
            .values()
            .map(|(table, other)| {
                let (seq, turns) = club.actions(other, table);
                (*other, table, seq, turns[0].clone())
            })
            .collect();
        let gate = Barrier::new(TABLES);
        thread::scope(|scope| {
            for (other, table, seq, turn) in &moves {
                let (club, gate) = (&club, &gate);
                scope.spawn(move || {
                    gate.wait();
                    club.play(other, table, *seq, turn).is(200);
                });
            }
        });
        hers = (0..TABLES).map(|_| ear.notice("your-turn")).collect();
        assert_eq!(hers.len(), TABLES);
    }
}

#[test]
fn two_who_want_a_rematch_at_once_meet_at_one_table_with_other_seats() {
    let club = Club::open();
    for _ in 0..8 {
        let (table, people) = two_at_a_table(&club, &json!({}));
        for who in &people {
            club.post(who, &table.at("/rematch"), &Value::Null).is_problem(409, "game-not-over");
            club.post(who, &table.at("/resign"), &Value::Null).is(200);
        }
        let gate = Barrier::new(2);
        let answers: Vec<Answer> = thread::scope(|scope| {
            let asks: Vec<_> = people
                .iter()
                .map(|who| {
                    let (club, gate, table) = (&club, &gate, &table);
                    scope.spawn(move || {
                        gate.wait();
                        club.post(who, &table.at("/rematch"), &Value::Null)
                    })
                })
                .collect();
            asks.into_iter().map(|ask| ask.join().unwrap()).collect()
        });
        let tables: BTreeSet<String> = answers
            .iter()
            .map(|answer| {
                answer.is(201);
                Table::of(&answer.json()).id
            })
            .collect();
        assert_eq!(tables.len(), 1, "{tables:?}");
        let rematch = Table::of(&answers[0].json());
        let state = club.look(&people[0], &rematch);
        assert_eq!(state["stage"], "playing");
        assert_eq!(state["you"], "b", "who moved first moves second");
        assert_eq!(club.look(&people[0], &table)["rematch"], rematch.id.as_str());
        let record = club.get(&people[0], &rematch.at("/record")).text();
        assert!(record.contains("Seating: agreed 2 1"), "{record}");
        // A second request gets the same table.
        let again = club.post(&people[1], &table.at("/rematch"), &Value::Null);
        again.is(201);
        assert_eq!(Table::of(&again.json()).id, rematch.id);
        let stranger = club.guest();
        club.post(&stranger, &table.at("/rematch"), &Value::Null).is_problem(403, "not-seated");
    }
}

fn quick(club: &Club, who: &Who, more: &Value) -> Answer {
    let mut said = json!({ "game": "siesta", "players": 2 });
    said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    club.post(who, "/api/v1/match", &said)
}

#[test]
fn a_quick_match_pairs_two_who_want_the_same_and_nobody_else() {
    let club = Club::open();
    let ana = club.guest();
    let first = quick(&club, &ana, &json!({}));
    first.is(201);
    let waiting = Table::of(&first.json());
    let again = quick(&club, &ana, &json!({}));
    again.is(200);
    assert_eq!(Table::of(&again.json()).id, waiting.id, "nobody waits at two tables for one game");
    let clock = json!({ "live": { "turn_seconds": 60, "reserve_seconds": 0 } });
    let others = [
        json!({ "scoring": "online" }),
        json!({ "players": 3 }),
        json!({ "clock": clock }),
        json!({ "game": "no-siesta" }),
    ];
    for terms in &others {
        let answer = quick(&club, &club.guest(), terms);
        answer.is(201);
        assert_eq!(answer.json()["stage"], "waiting", "{terms}");
    }
    quick(&club, &club.guest(), &json!({ "rated": true })).is_problem(403, "rated-guest");
    let bruno = club.guest();
    let joined = quick(&club, &bruno, &json!({ "mode": "ffa", "scoring": "printed", "clock": "none" }));
    joined.is(200);
    assert_eq!(Table::of(&joined.json()).id, waiting.id, "what is not said has its usual value");
    assert_eq!(joined.json()["stage"], "playing");
    let next = quick(&club, &ana, &json!({}));
    next.is(201);
    assert_ne!(Table::of(&next.json()).id, waiting.id);
}

#[test]
fn eight_who_ask_for_a_quick_match_at_once_fill_four_tables() {
    let club = Club::open();
    for _ in 0..5 {
        let people: Vec<Who> = (0..8).map(|_| club.guest()).collect();
        let gate = Barrier::new(people.len());
        let answers: Vec<Answer> = thread::scope(|scope| {
            let asks: Vec<_> = people
                .iter()
                .map(|who| {
                    let (club, gate) = (&club, &gate);
                    scope.spawn(move || {
                        gate.wait();
                        quick(club, who, &json!({}))
                    })
                })
                .collect();
            asks.into_iter().map(|ask| ask.join().unwrap()).collect()
        });
        let mut tables: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for (who, answer) in people.iter().zip(&answers) {
            assert!(matches!(answer.status, 200 | 201), "{}", answer.text());
            tables.entry(Table::of(&answer.json()).id).or_default().insert(&who.id);
        }
        assert_eq!(tables.len(), 4, "{tables:?}");
        for (id, sitting) in &tables {
            let state = club.get(&people[0], &format!("/api/v1/tables/{id}")).json();
            assert_eq!(state["stage"], "playing");
            let seats = state["seats"].as_array().unwrap();
            let seated: BTreeSet<&str> =
                seats.iter().map(|seat| seat["person"]["id"].as_str().unwrap()).collect();
            assert_eq!(seated, *sitting);
        }
    }
}

#[test]
fn players_and_spectators_read_what_is_said_in_their_rooms_and_mute_whom_they_like() {
    let club = Club::open();
    let (table, [ana, bruno]) = two_at_a_table(&club, &json!({}));
    let (carla, diego) = (club.guest(), club.guest());
    let say = |who: &Who, room: &str, text: &str| {
        club.post(who, &table.at("/chat"), &json!({ "room": room, "text": text }))
    };
    let everybody = [&ana, &bruno, &carla, &diego];
    let ears: Vec<Follower> = everybody
        .iter()
        .zip([Form::Sse, Form::Lines, Form::Sse, Form::Lines])
        .map(|(who, form)| {
            let ear = follow(&club, who, &table, form);
            assert_eq!(ear.next().name, "state");
            ear
        })
        .collect();
    let nobody = follow(&club, &Who::nobody(), &table, Form::Sse);
    nobody.next();
    say(&carla, "all", "play there").is_problem(403, "spectator-speaks");
    say(&carla, "players", "play there").is_problem(403, "spectator-speaks");
    say(&ana, "spectators", "hello").is_problem(403, "player-among-spectators");
    say(&ana, "players", "your move").is(200);
    say(&ana, "all", "good evening").is(200);
    say(&carla, "spectators", "she sleeps").is(200);
    // A move right after something that players do not read comes to them with its position.
    play(&club, &ana, &table);
    let text = |told: &Told| told.said["event"]["text"].as_str().unwrap().to_owned();
    let told = |ear: &Follower| {
        let told = ear.until(|told| kind(told) == "played");
        assert!(told.last().unwrap().said["now"]["position"].is_string());
        told[..told.len() - 1].iter().map(text).collect::<Vec<_>>()
    };
    for ear in &ears[..2] {
        assert_eq!(told(ear), ["your move", "good evening"]);
    }
    for ear in ears[2..].iter().chain([&nobody]) {
        assert_eq!(told(ear), ["good evening", "she sleeps"]);
    }
    let texts = |who: &Who| {
        let state = club.look(who, &table);
        let chat = state["chat"].as_array().unwrap();
        chat.iter().map(|said| said["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&bruno), ["your move", "good evening"]);
    assert_eq!(texts(&diego), ["good evening", "she sleeps"]);

    // What players do not read hides no position from them either.
    let seq = play(&club, &bruno, &table);
    say(&carla, "spectators", "at last").is(200);
    let behind = peer(&club, &ana).follow(&table.at("/stream"), Form::Sse, Some(seq - 1));
    let played = behind.next();
    assert_eq!((played.id, kind(&played)), (seq, "played"));
    assert_eq!(played.said["now"]["to_act"], json!(["a"]));
    assert_eq!(behind.within(QUIET), None);
    for (place, ear) in ears.iter().enumerate() {
        assert_eq!(kind(&ear.next()), "played");
        if place > 1 {
            assert_eq!(text(&ear.next()), "at last");
        }
    }

    // Bruno mutes Ana: he alone no longer reads her, from now on and in what is kept.
    club.post(&bruno, &table.at("/mute"), &json!({ "person": ana.id, "muted": true })).is(200);
    assert_eq!(kind(&ears[1].next()), "muted");
    say(&ana, "all", "still thinking?").is(200);
    for ear in [&ears[0], &ears[2], &ears[3]] {
        assert_eq!(text(&ear.next()), "still thinking?");
    }
    assert_eq!(ears[1].within(QUIET), None);
    assert_eq!(texts(&bruno), Vec::<String>::new());
    club.post(&bruno, &table.at("/mute"), &json!({ "person": ana.id, "muted": false })).is(200);
    assert_eq!(kind(&ears[1].next()), "muted");
    assert_eq!(texts(&bruno), ["your move", "good evening", "still thinking?"]);
    club.post(&bruno, &table.at("/mute"), &json!({ "person": bruno.id, "muted": true }))
        .is_problem(422, "mutes-self");

    // When the game is over, players can read the spectators' chat.
    for who in [&ana, &bruno] {
        club.post(who, &table.at("/resign"), &Value::Null).is(200);
    }
    assert!(texts(&ana).contains(&"she sleeps".to_owned()));
    say(&carla, "all", "well played").is(200);
    say(&ana, "spectators", "thank you").is(200);
    // The limit of messages is for each person.
    let codes: Vec<u16> = (0..6).map(|_| say(&diego, "spectators", "olé").status).collect();
    assert_eq!(codes, [200, 200, 200, 200, 200, 429]);
    say(&bruno, "all", "good night").is(200);
}
