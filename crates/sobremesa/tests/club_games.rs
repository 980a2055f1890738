//! Whole games over HTTP, in every mode, by several people and bots at once.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;
#[path = "club/player.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod player;
#[expect(dead_code, reason = "other tests use the rest")]
mod program;

use std::collections::BTreeMap;
use std::sync::Barrier;
use std::thread;

use ::club::{Pool, Variant, VariantForm};
use game::Random;
use player::{Form, Peer, Played, all_events, choose_listed, play_by_polling, play_by_stream};
use serde_json::{Value, json};

use crate::club::{Club, Who};

/// How a player follows the game: by one of the streams, or by polling.
#[derive(Clone, Copy)]
enum Way {
    Stream(Form),
    Poll,
}

const WAYS: [Way; 4] = [Way::Stream(Form::Sse), Way::Stream(Form::Lines), Way::Poll, Way::Stream(Form::Sse)];

/// A game at a table with these people.
struct Match {
    variant: Variant,
    rated: bool,
    table: String,
    people: Vec<Peer>,
    played: Vec<Played>,
}

/// Creates a table: every other one is full of people, the others have bots of both levels.
fn create_table(club: &Club, members: &[Who], number: usize, variant: Variant) -> Match {
    let players = variant.players().count();
    let bots = if number.is_multiple_of(2) { 0 } else { (players - 1).min(2) };
    let people: Vec<Peer> = (0..players - bots)
        .map(|place| Peer { address: club.address, who: members[(number + place) % members.len()].clone() })
        .collect();
    let mut seats = vec![json!("me")];
    seats.extend(people[1..].iter().map(|peer| json!({ "invite": peer.who.name })));
    seats.extend((0..bots).map(|bot| json!({ "bot": (number / 2 + bot) % 2 + 1 })));
    let rated = people.len() > 1;
    let form = VariantForm::from(variant);
    let mut said = serde_json::to_value(form).unwrap();
    let object = said.as_object_mut().unwrap();
    object.remove("players");
    object.insert("seats".to_owned(), json!(seats));
    object.insert("rated".to_owned(), json!(rated));
    object.insert("public".to_owned(), json!(true));
    let table = club.table(&people[0].who, &said).id;
    for peer in &people[1..] {
        peer.post(&format!("/api/v1/tables/{table}/join"), &Value::Null).is(200);
    }
    Match { variant, rated, table, people, played: Vec::new() }
}

#[test]
fn whole_games_in_every_mode_are_seen_alike_by_all_and_their_records_are_true() {
    let club = Club::open();
    let members: Vec<Who> = ["Ana", "Bruno", "Carla", "Diego"].map(|name| club.member(name)).into();
    let mut matches: Vec<Match> = Variant::all()
        .enumerate()
        .map(|(number, variant)| create_table(&club, &members, number, variant))
        .collect();
    assert_eq!(matches.len(), 16);
    thread::scope(|scope| {
        for (number, game) in matches.iter_mut().enumerate() {
            scope.spawn(move || {
                let table = &game.table;
                let players = game.people.iter().enumerate().map(|(place, peer)| {
                    let mut random = Random::new((number * 10 + place) as u64);
                    move || match WAYS[(number + place) % WAYS.len()] {
                        Way::Stream(form) => play_by_stream(peer, table, form, &mut random, &|| false),
                        Way::Poll => play_by_polling(peer, table, &mut random),
                    }
                });
                game.played = thread::scope(|scope| {
                    let players: Vec<_> = players.map(|play| scope.spawn(play)).collect();
                    players.into_iter().map(|player| player.join().unwrap()).collect()
                });
            });
        }
    });
    let mut counts: BTreeMap<(String, String, bool), [u64; 4]> = BTreeMap::new();
    for game in &matches {
        check_views(game);
        check_record(&club, game);
        count(game, &mut counts);
    }
    let (moves, stale) = matches
        .iter()
        .flat_map(|game| &game.played)
        .fold((0, 0), |(moves, stale), one| (moves + one.moves.len(), stale + one.stale));
    println!("16 games, {moves} moves of people, {stale} more came too late");
    for member in &members {
        check_profile(&club, member, &counts);
    }
}

/// Everybody saw every event once and in order, and sees the same table in the end.
fn check_views(game: &Match) {
    let events = all_events(&game.people[0], &game.table);
    let numbers: Vec<u64> = events.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>(), "{}", game.variant);
    for (place, played) in game.played.iter().enumerate() {
        if !played.seen.is_empty() {
            assert_eq!(played.seen, events, "{}", game.variant);
        }
        for one in &played.moves {
            let (_, event) = &events[one.expected as usize];
            assert_eq!(*event, json!({ "type": "played", "seat": one.seat, "text": one.text }));
        }
        let mut state = game.people[place].get(&format!("/api/v1/tables/{}", game.table));
        let seat = state["you"].take();
        let person = &state["seats"][(seat.as_str().unwrap().as_bytes()[0] - b'a') as usize]["person"];
        assert_eq!(person["id"], game.people[place].who.id.as_str());
        let mut first = game.people[0].get(&format!("/api/v1/tables/{}", game.table));
        first["you"].take();
        assert_eq!(state, first);
        assert_eq!(state["stage"], "finished");
        assert_eq!(state["seq"], events.len());
        assert!(state["game"]["seed"].is_string());
    }
}

/// The record is valid as it is, and no longer after any one change.
fn check_record(club: &Club, game: &Match) {
    let answer = club.get(&Who::nobody(), &format!("/api/v1/tables/{}/record", game.table));
    answer.is(200);
    let record = answer.text();
    let verify = |record: &str| program::run_with(&["verify", "-"], record.as_bytes());
    let told = program::out(&verify(&record));
    assert!(told.contains("The record is valid.") && told.contains("seats drawn from the seed"), "{told}");
    let replayed = program::out(&program::run_with(&["replay", "-"], record.as_bytes()));
    let state = club.get(&Who::nobody(), &format!("/api/v1/tables/{}", game.table)).json();
    for points in state["game"]["scores"].as_array().unwrap() {
        assert!(replayed.contains(&points.to_string()), "{points} in {replayed}");
    }
    let refused = |changed: &str, why: &str| {
        assert_ne!(changed, record, "{why}");
        let (code, said) = program::failure(&verify(changed));
        assert!(code != 0 && said.contains(why), "{why}: {said}\n{changed}");
    };
    let seed = state["game"]["seed"].as_str().unwrap();
    let other = format!("{}{}", if seed.starts_with('0') { '1' } else { '0' }, &seed[1..]);
    refused(&record.replace(&format!("Seed: {seed}"), &format!("Seed: {other}")), "the seed is not the one");
    let seating = record.lines().find(|line| line.starts_with("Seating: drawn ")).unwrap();
    let turned: String = seating["Seating: drawn ".len()..].split(' ').rev().collect::<Vec<_>>().join(" ");
    if game.variant.players().count() > 1 {
        let changed = record.replace(seating, &format!("Seating: drawn {turned}"));
        refused(&changed, "the seats do not follow from the seed");
    }
    if let Some(line) = record.lines().find(|line| line.starts_with("roll ")) {
        refused(&other_die(&record, line), "chance event");
    } else {
        assert!(matches!(game.variant, Variant::Siesta(_)), "{record}");
    }
}

/// The record with the last die of this line changed.
fn other_die(record: &str, line: &str) -> String {
    let (dice, last) = line.rsplit_once(' ').unwrap();
    let other = if last == "hat" { "silver" } else { "hat" };
    record.replacen(line, &format!("{dice} {other}"), 1)
}

/// Adds what the game has to change in the profiles of its people.
fn count(game: &Match, counts: &mut BTreeMap<(String, String, bool), [u64; 4]>) {
    let state = game.people[0].get(&format!("/api/v1/tables/{}", game.table));
    let ranks: Vec<u64> = serde_json::from_value(state["game"]["ranks"].clone()).unwrap();
    let pool = game.variant.pool();
    for (place, seat) in state["seats"].as_array().unwrap().iter().enumerate() {
        let Some(name) = seat["person"]["name"].as_str() else { continue };
        // Partners in teams sit opposite each other and win together.
        let opponents = (0..ranks.len())
            .filter(|other| *other != place && (pool != Pool::SiestaTeams || other % 2 != place % 2));
        let shared = opponents.filter(|other| ranks[*other] == ranks[place]).count() > 0;
        let key = (name.to_owned(), pool.to_string(), game.rated);
        let count = counts.entry(key).or_default();
        count[0] += 1;
        // Alone there is nobody to win against.
        if pool == Pool::NoSiestaSolo {
            continue;
        }
        count[match (ranks[place], shared) {
            (1, false) => 1,
            (1, true) => 3,
            _ => 2,
        }] += 1;
    }
}

fn check_profile(club: &Club, member: &Who, counts: &BTreeMap<(String, String, bool), [u64; 4]>) {
    let profile = club.get(&Who::nobody(), &format!("/api/v1/people/{}", member.name)).json();
    let standings = profile["standings"].as_array().unwrap();
    let mut known = BTreeMap::new();
    for standing in standings {
        let number = |name: &str| standing[name].as_u64().unwrap();
        let pool = standing["pool"].as_str().unwrap().to_owned();
        let rated = standing["rated"].as_bool().unwrap();
        assert_eq!(standing["rating"].is_number(), rated && pool.parse::<Pool>().unwrap().has_ratings());
        let numbers = ["games", "wins", "losses", "draws"].map(number);
        known.insert((member.name.clone(), pool, rated), numbers);
    }
    let expected: BTreeMap<_, _> = counts
        .iter()
        .filter(|((name, _, _), _)| *name == member.name)
        .map(|(k, v)| (k.clone(), *v))
        .collect();
    assert_eq!(known, expected, "{profile}");
}

/// As many clients as there are moves ask at once for the same `seq`: one of them moves.
fn race(club: &Club, game: &str, clients: usize, rounds: usize, random: &mut Random) {
    let people = [club.guest(), club.guest()];
    let table = club.table(&people[0], &json!({ "game": game, "seats": ["me", "open"] }));
    club.post(&people[1], &table.at("/join"), &Value::Null).is(200);
    for round in 0..rounds {
        let state = club.look(&people[0], &table);
        if state["stage"] == "finished" {
            break;
        }
        let to_act = state["game"]["to_act"].as_array().unwrap();
        let mine = |who: &&Who| to_act.contains(&club.look(who, &table)["you"]);
        let movers: Vec<&Who> = people.iter().filter(mine).collect();
        let lists: Vec<(u64, Vec<String>)> = movers.iter().map(|mover| club.actions(mover, &table)).collect();
        let seq = state["seq"].as_u64().unwrap();
        let wishes: Vec<(&Who, String)> = (0..clients)
            .map(|client| {
                let mover = client % movers.len();
                let (at, listed) = &lists[mover];
                assert_eq!(*at, seq);
                // Different ones as long as there are some.
                let start = random.below(listed.len() as u32) as usize;
                let text = &listed[(start + client) % listed.len()];
                let text = if round % 3 == 0 { text.clone() } else { choose_listed(listed, random) };
                (movers[mover], text)
            })
            .collect();
        let gate = Barrier::new(clients);
        let answers: Vec<_> = thread::scope(|scope| {
            let asks: Vec<_> = wishes
                .iter()
                .map(|(who, text)| {
                    let (gate, table) = (&gate, &table);
                    scope.spawn(move || {
                        gate.wait();
                        club.play(who, table, seq, text)
                    })
                })
                .collect();
            asks.into_iter().map(|ask| ask.join().unwrap()).collect()
        });
        let won: Vec<usize> = (0..clients).filter(|client| answers[*client].status == 200).collect();
        assert_eq!(won.len(), 1, "{answers:?}");
        let new = answers[won[0]].json()["seq"].as_u64().unwrap();
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            let state = &answer.json()["state"];
            let over = state["stage"] == "finished";
            answer.is_problem(409, if over { "game-over" } else { "stale-seq" });
            assert!(state["seq"].as_u64().unwrap() >= new, "{state}");
            assert!(state["game"]["position"].is_string());
        }
        let peer = Peer { address: club.address, who: people[0].clone() };
        let events = all_events(&peer, &table.id);
        assert_eq!(events[seq as usize].1["text"], wishes[won[0]].1.as_str());
        assert_eq!(events.len() as u64, new, "one move and what chance made of it, nothing else");
    }
}

#[test]
fn of_two_moves_for_the_same_seq_exactly_one_is_played() {
    let club = Club::open();
    race(&club, "siesta", 2, 25, &mut Random::new(1));
    race(&club, "no-siesta", 2, 60, &mut Random::new(2));
}

#[test]
fn of_ten_moves_for_the_same_seq_exactly_one_is_played() {
    let club = Club::open();
    race(&club, "siesta", 10, 20, &mut Random::new(3));
    race(&club, "no-siesta", 10, 40, &mut Random::new(4));
}

#[test]
fn who_is_not_to_act_learns_the_state_with_the_refusal() {
    let club = Club::open();
    let people = [club.guest(), club.guest()];
    let table = club.table(&people[0], &json!({ "game": "siesta", "seats": ["me", "open"] }));
    club.post(&people[1], &table.at("/join"), &Value::Null).is(200);
    let state = club.look(&people[0], &table);
    let first = usize::from(state["you"] != "a");
    let (seq, turns) = club.actions(&people[first], &table);
    let refused = club.play(&people[1 - first], &table, seq, &turns[0]);
    refused.is_problem(409, "not-your-turn");
    assert_eq!(refused.json()["state"]["seq"], seq);
    assert_eq!(club.actions(&people[1 - first], &table).1, Vec::<String>::new());
    let stranger = club.guest();
    club.play(&stranger, &table, seq, &turns[0]).is_problem(403, "not-seated");
    club.play(&people[first], &table, seq, &turns[0]).is(200);
    club.play(&people[first], &table, seq, &turns[0]).is_problem(409, "stale-seq");
}
