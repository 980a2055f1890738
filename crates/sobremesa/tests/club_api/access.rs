//! Who may do what: every route for every kind of caller.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::club::{Club, PASSWORD, Table, Who};
use crate::kept::{kept, take_along};

/// The status that each kind of caller gets.
///
/// - nobody: no cookie, no token
/// - guest: a guest who is not at the table
/// - player: a member by a session, who sits at the table, and whose turn it is (not the bot's, which is a conflict)
/// - member: a member by a session, who does not
/// - looker: a guest who watches the table
/// - bot: a bot account by its token, which sits at the table as the player does
/// - play, read: the player by a token
/// - forged: the player's session, sent by a page of another site
/// - revoked: the player by a token that was revoked
const TABLE: &str = "
route                                      nobody guest player member looker bot play read forged revoked
GET /                                         200   200    200    200    200 200  200  200    200     401
GET /healthz                                  200   200    200    200    200 200  200  200    200     200
GET /readyz                                   200   200    200    200    200 200  200  200    200     200
GET /metrics                                  200   200    200    200    200 200  200  200    200     401
GET /api/docs                                 200   200    200    200    200 200  200  200    200     401
GET /api/docs.css                             200   200    200    200    200 200  200  200    200     401
GET /api/v1/openapi.json                      200   200    200    200    200 200  200  200    200     401

POST /api/v1/guests                           201   200    200    200    200 200  200  200    403     401
POST /api/v1/people                           201   201    409    409    201 409  409  409    403     401
POST /api/v1/session                          200   200    200    200    200 200  200  200    403     401
DELETE /api/v1/session                        401   403    204    204    403 403  403  403    403     401
GET /api/v1/me                                401   200    200    200    200 200  200  200    200     401
PATCH /api/v1/me                              401   403    200    200    403 403  403  403    403     401
DELETE /api/v1/me                             401   403    204    204    403 403  403  403    403     401
GET /api/v1/me/sessions                       401   403    200    200    403 403  403  403    200     401
DELETE /api/v1/me/sessions                    401   403    204    204    403 403  403  403    403     401
DELETE /api/v1/me/sessions/{id}               401   403    204    404    403 403  403  403    403     401
GET /api/v1/me/tokens                         401   403    200    200    403 403  403  403    200     401
POST /api/v1/me/tokens                        401   403    201    201    403 403  403  403    403     401
DELETE /api/v1/me/tokens/{id}                 401   403    204    404    403 403  403  403    403     401
GET /api/v1/me/stream                         401   200    200    200    200 200  200  200    200     401
GET /api/v1/people/{name}                     200   200    200    200    200 200  200  200    200     401
GET /api/v1/people/{name}/ratings/{pool}      200   200    200    200    200 200  200  200    200     401
GET /api/v1/leaderboards/{pool}               200   200    200    200    200 200  200  200    200     401

GET /api/v1/tables                            200   200    200    200    200 200  200  200    200     401
POST /api/v1/tables                           401   201    201    201    201 201  201  403    403     401
POST /api/v1/tables/kept                      401   201    201    201    201 201  201  403    403     401
GET /api/v1/tables/{id}/kept                  401   403    200    403    403 200  200  403    200     401
POST /api/v1/match                            401   201    201    201    201 201  201  403    403     401
GET /api/v1/tables/{id}                       200   200    200    200    200 200  200  200    200     401
GET /api/v1/tables/{id}/actions               401   200    200    200    200 200  200  200    200     401
GET /api/v1/tables/{id}/record                200   200    200    200    200 200  200  200    200     401
GET /api/v1/tables/{id}/presence              200   200    200    200    200 200  200  200    200     401
GET /api/v1/tables/{id}/stream                200   200    200    200    200 200  200  200    200     401
GET /api/v1/tables/{id}/socket                401   426    426    426    426 426  426  403    403     401
POST /api/v1/tables/{id}/join                 401   200    409    200    200 409  409  403    403     401
POST /api/v1/tables/{id}/leave                401   403    200    403    403 200  200  403    403     401
POST /api/v1/tables/{id}/start                401   403    200    403    403 200  200  403    403     401
POST /api/v1/tables/{id}/play                 401   403    200    403    403 200  200  403    403     401
POST /api/v1/tables/{id}/bot                  401   403    409    403    403 409  409  403    403     401
POST /api/v1/tables/{id}/takeback             401   403    200    403    403 200  200  403    403     401
POST /api/v1/tables/{id}/takeback/answer      401   403    200    403    403 200  200  403    403     401
POST /api/v1/tables/{id}/resign               401   403    200    403    403 200  200  403    403     401
POST /api/v1/tables/{id}/chat                 401   403    200    403    403 200  200  403    403     401
POST /api/v1/tables/{id}/mute                 401   200    200    200    200 200  200  403    403     401
POST /api/v1/tables/{id}/rematch              401   403    201    403    403 201  201  403    403     401
";

/// The first turns of a game of Siesta.
const TURNS: [&str; 3] = ["*L4 ^L3 #L2", "*L5 ^K4 #J4", "*L6 ^I4 *H4"];

/// A kind of caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Nobody,
    Guest,
    Player,
    Member,
    Looker,
    Bot,
    Play,
    Read,
    Forged,
    Revoked,
}

impl Role {
    const ALL: [Self; 10] = [
        Self::Nobody,
        Self::Guest,
        Self::Player,
        Self::Member,
        Self::Looker,
        Self::Bot,
        Self::Play,
        Self::Read,
        Self::Forged,
        Self::Revoked,
    ];
}

struct Row {
    method: &'static str,
    path: &'static str,
    expected: Vec<u16>,
}

fn rows() -> Vec<Row> {
    let mut lines = TABLE.lines().filter(|line| !line.is_empty());
    let names: Vec<String> = Role::ALL.map(|role| format!("{role:?}").to_lowercase()).into();
    assert_eq!(lines.next().unwrap().split_whitespace().skip(1).collect::<Vec<_>>(), names);
    let row = |line: &'static str| {
        let mut words = line.split_whitespace();
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let expected: Vec<u16> = words.map(|word| word.parse().unwrap()).collect();
        assert_eq!(expected.len(), Role::ALL.len(), "{line}");
        Row { method, path, expected }
    };
    lines.map(row).collect()
}

/// Everybody, and how they prove it.
struct Cast {
    player: Who,
    member: Who,
    bot_session: Who,
    bot: Who,
    play: Who,
    read: Who,
    revoked: Who,
    opponent: Who,
}

impl Cast {
    fn new(club: &Club, number: usize) -> Self {
        let player = club.member(&format!("Player{number}"));
        let bot_session = club.bot(&format!("Robot{number}"));
        let revoked = club.token(&player, "play");
        club.ask(&player, "DELETE", &format!("/api/v1/me/tokens/{}", revoked.key), &Value::Null).is(204);
        Self {
            member: club.member(&format!("Member{number}")),
            bot: club.token(&bot_session, "bot"),
            play: club.token(&player, "play"),
            read: club.token(&player, "read"),
            opponent: club.guest(),
            player,
            bot_session,
            revoked,
        }
    }

    /// Who sits at the table that this kind of caller asks about.
    fn subject(&self, role: Role) -> &Who {
        if role == Role::Bot { &self.bot_session } else { &self.player }
    }

    fn caller(&self, club: &Club, role: Role) -> Who {
        match role {
            Role::Nobody => Who::nobody(),
            Role::Guest | Role::Looker => club.guest(),
            Role::Player | Role::Forged => self.player.clone(),
            Role::Member => self.member.clone(),
            Role::Bot => self.bot.clone(),
            Role::Play => self.play.clone(),
            Role::Read => self.read.clone(),
            Role::Revoked => self.revoked.clone(),
        }
    }
}

/// A game of two people in which so many turns were played, and it is the turn of the subject.
fn playing(club: &Club, subject: &Who, opponent: &Who, turns: usize) -> Table {
    let table = club.table(subject, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    club.post(opponent, &table.at("/join"), &Value::Null).is(200);
    for (number, turn) in TURNS.iter().enumerate() {
        let state = club.look(subject, &table);
        let mine = state["game"]["to_act"][0] == state["you"];
        if mine && number >= turns {
            break;
        }
        let mover = if mine { subject } else { opponent };
        club.play(mover, &table, state["seq"].as_u64().unwrap(), turn).is(200);
    }
    table
}

/// A game against a bot, and it is the turn of the subject.
fn against_bot(club: &Club, subject: &Who) -> Table {
    let table = club.table(subject, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] }));
    while club.actions(subject, &table).1.is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    table
}

/// What the path stands for and what to say there, with everything prepared so that the player may.
fn prepared(club: &Club, cast: &Cast, row: &Row, role: Role, cell: usize) -> (String, Value) {
    let (subject, opponent) = (cast.subject(role), &cast.opponent);
    let nothing = Value::Null;
    let game = |turns| playing(club, subject, opponent, turns);
    let Some(rest) = row.path.strip_prefix("/api/v1") else { return (row.path.to_owned(), nothing) };
    let said = match (row.method, rest) {
        ("POST", "/people") => json!({ "name": format!("New{cell}"), "password": PASSWORD }),
        ("POST", "/session") => json!({ "name": cast.player.name, "password": PASSWORD }),
        ("PATCH", "/me") => json!({ "password": PASSWORD, "new_name": format!("Renamed{cell}") }),
        ("DELETE", "/me") => json!({ "password": PASSWORD }),
        ("POST", "/me/tokens") => json!({ "label": "a test", "scope": "read" }),
        ("POST", "/tables") => json!({ "game": "siesta", "seats": ["me", "open"] }),
        ("POST", "/tables/kept") => kept(cell as u64),
        // Each on terms of their own, so that nobody meets.
        ("POST", "/match") => {
            json!({ "game": "siesta", "players": 2, "clock": { "live": { "turn_seconds": 100 + cell, "reserve_seconds": 0 } } })
        }
        (_, "/tables/{id}/start") => json!({ "bots": 1 }),
        (_, "/tables/{id}/takeback/answer") => json!({ "agree": false }),
        (_, "/tables/{id}/chat") => json!({ "room": "all", "text": "hello" }),
        (_, "/tables/{id}/mute") => json!({ "person": opponent.id, "muted": true }),
        _ => nothing,
    };
    let path = match rest {
        "/me/sessions/{id}" => {
            club.sign_in(&cast.player.name);
            let sessions = club.get(&cast.player, "/api/v1/me/sessions").json();
            let other = sessions.as_array().unwrap().iter().find(|session| session["current"] != true);
            row.path.replace("{id}", other.unwrap()["id"].as_str().unwrap())
        }
        "/me/tokens/{id}" => row.path.replace("{id}", &club.token(&cast.player, "read").key),
        "/people/{name}" => row.path.replace("{name}", &cast.player.name),
        "/people/{name}/ratings/{pool}" => {
            row.path.replace("{name}", &cast.player.name).replace("{pool}", "no-siesta")
        }
        "/leaderboards/{pool}" => row.path.replace("{pool}", "no-siesta"),
        other => {
            let table = match other.strip_prefix("/tables/{id}") {
                None => return (row.path.to_owned(), said),
                Some("/join" | "/start") => {
                    club.table(subject, &json!({ "game": "siesta", "seats": ["me", "open", "open"] }))
                }
                Some("/kept") => {
                    let table =
                        club.table(subject, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] }));
                    take_along(club, subject, &table);
                    table
                }
                Some("/bot") => against_bot(club, subject),
                Some("/takeback") => {
                    let table = game(0);
                    let turn = TURNS[club.look(subject, &table)["game"]["steps"].as_u64().unwrap() as usize];
                    club.play(subject, &table, club.seq(&table), turn).is(200);
                    table
                }
                Some("/takeback/answer") => {
                    // The opponent moved, then the subject, and now the opponent would like to have it back.
                    let table = game(1);
                    let steps = club.look(subject, &table)["game"]["steps"].as_u64().unwrap() as usize;
                    club.play(subject, &table, club.seq(&table), TURNS[steps]).is(200);
                    club.post(opponent, &table.at("/takeback"), &Value::Null).is(200);
                    table
                }
                Some("/rematch") => {
                    let table = game(0);
                    club.post(subject, &table.at("/resign"), &Value::Null).is(200);
                    club.post(opponent, &table.at("/resign"), &Value::Null).is(200);
                    table
                }
                Some(_) => game(0),
            };
            let said = if other.ends_with("/play") {
                let state = club.look(subject, &table);
                let turn = TURNS[state["game"]["steps"].as_u64().unwrap() as usize];
                json!({ "seq": state["seq"], "move": turn })
            } else if other.ends_with("/bot") {
                let state = club.look(subject, &table);
                let bot = if state["you"] == "a" { "b" } else { "a" };
                json!({ "seat": bot, "seq": state["seq"], "move": TURNS[0] })
            } else {
                said
            };
            return (row.path.replace("{id}", &table.id), said);
        }
    };
    (path, said)
}

#[test]
fn every_route_lets_those_in_who_may_and_nobody_else() {
    let club = Club::open();
    let mut cast = Cast::new(&club, 0);
    let (mut wrong, mut casts) = (Vec::new(), 0);
    for (line, row) in rows().iter().enumerate() {
        for (column, (role, expected)) in Role::ALL.into_iter().zip(&row.expected).enumerate() {
            let cell = line * 10 + column;
            let (path, said) = prepared(&club, &cast, row, role, cell);
            let caller = cast.caller(&club, role);
            let site = if role == Role::Forged { "cross-site" } else { "same-origin" };
            let headers = [("sec-fetch-site", site)];
            let looks = (role == Role::Looker && row.path.contains("/tables/{id}"))
                .then(|| club.stream(&caller, &format!("{}/stream", path_of_table(&path)), &[]));
            let status = if path.ends_with("/stream") {
                club.stream(&caller, &path, &headers).status
            } else {
                let answer = club.ask_with(&caller, row.method, &path, &headers, &said);
                if answer.status >= 400 {
                    answer.is_problem(answer.status, &answer.code());
                }
                answer.status
            };
            drop(looks);
            if status != *expected {
                wrong.push(format!("{} {} as {role:?}: {status}, not {expected}", row.method, row.path));
            }
            // Whoever signed out or has gone is somebody else from now on.
            if matches!(row.path, "/api/v1/session" | "/api/v1/me" | "/api/v1/me/sessions")
                && ["PATCH", "DELETE"].contains(&row.method)
                && status < 300
            {
                casts += 1;
                cast = Cast::new(&club, casts);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `/api/v1/tables/ID` of what is at a table.
fn path_of_table(path: &str) -> String {
    path.split('/').take(5).collect::<Vec<_>>().join("/")
}

#[test]
fn the_table_of_access_has_every_route_of_the_description() {
    let club = Club::open();
    let description = club.get(&Who::nobody(), "/api/v1/openapi.json").json();
    let mut described = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            described.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let table: BTreeSet<String> = rows().iter().map(|row| format!("{} {}", row.method, row.path)).collect();
    let missing: Vec<&String> = described.difference(&table).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
    let gone: Vec<&String> =
        table.difference(&described).filter(|route| route.contains("/api/v1/")).collect();
    assert_eq!(gone, ["GET /api/v1/openapi.json"], "in the table and not described");
}
