//! Which problems each operation can answer with, and their place in the description of the API.
//!
//! Handlers describe their successes. Their failures are listed here, by code: the status follows from the code, and
//! every failure has the same content type and schema. What follows from the method and the parameters of an operation
//! is added to all of them; [`OWN`] has the rest. 500 is not in the description: it is always a defect.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder};

use crate::code::Code::{self, *};

/// The content type of every failure.
pub(super) const PROBLEM_JSON: &str = "application/problem+json";

/// The gate answers any request with one of these.
const GATE: &[Code] = &[BadToken, TooManyRequests, WrongHost, StoreUnavailable, Timeout];
/// The gate refuses these unless the method only reads.
const WRITE: &[Code] = &[CrossSite];
/// A path with a parameter names something that may not exist.
const PATH: &[Code] = &[NotFound];
/// The query string is read strictly.
const QUERY: &[Code] = &[BadQuery];
/// The body is read strictly, also where it has no fields.
const BODY: &[Code] =
    &[UnreadableBody, MalformedJson, TooLarge, NotJson, UnknownField, MissingField, BadField];
/// The header `Idempotency-Key` is read.
const KEY: &[Code] = &[BadKey, KeyReused];
/// The caller has to be somebody.
const SIGNED_IN: &[Code] = &[Nobody];
/// The caller has to be allowed to act: to play, or to change an account.
const ALLOWED: &[Code] = &[Nobody, OutOfScope];
/// A password is hashed, or a secret is made.
const SECRET: &[Code] = &[Busy];
/// A password is checked.
const PASSWORD: &[Code] = &[Busy, WrongPassword, TooManyFailures];
/// A stream or a socket is opened.
const STREAM: &[Code] = &[BadEventId, TooManyStreams];
/// A command is sent to a table: an allowed caller, a body and a key, and others who act at the same time.
const COMMAND: &[&[Code]] = &[ALLOWED, BODY, KEY, &[Busy]];
/// A table is created with options of the caller.
const NEW_TABLE: &[&[Code]] = &[
    ALLOWED,
    BODY,
    KEY,
    &[Busy, BadVariant, BadClock, RatedAlone, RatedGuest, RatedWithoutClock, TooManyTables],
];
/// The caller has to play in the game, and it has to be running.
const IN_GAME: &[Code] = &[NotSeated, LeftGame, NotStarted, GameOver];

/// A command of a player in a running game.
const PLAY: &[&[Code]] = &[ALLOWED, BODY, KEY, &[Busy], IN_GAME];

/// The failures of an operation that do not follow from its method and its parameters.
struct Own {
    operation: &'static str,
    shared: &'static [&'static [Code]],
    codes: &'static [Code],
}

const fn own(operation: &'static str, shared: &'static [&'static [Code]], codes: &'static [Code]) -> Own {
    Own { operation, shared, codes }
}

/// Every operation, by its id.
const OWN: &[Own] = &[
    own("become_guest", &[], &[]),
    // Too many failures: a repeated request with its key and another password.
    own(
        "register",
        &[BODY, KEY, SECRET],
        &[AlreadyRegistered, NameTaken, BadName, BadPassword, TooManyFailures],
    ),
    own("sign_in", &[BODY, PASSWORD], &[]),
    own("sign_out", &[ALLOWED], &[]),
    own("me", &[SIGNED_IN], &[]),
    own("change_me", &[ALLOWED, BODY, PASSWORD], &[NameTaken, BadName, BadPassword]),
    own("delete_me", &[ALLOWED, BODY, PASSWORD], &[]),
    own("sessions", &[ALLOWED], &[]),
    own("sign_out_everywhere", &[ALLOWED], &[]),
    own("end_session", &[ALLOWED], &[]),
    own("tokens", &[ALLOWED], &[]),
    // Not found: the token that this idempotency key made was revoked.
    own("new_token", &[ALLOWED, BODY, KEY, SECRET], &[NotFound, TooManyTokens, BadLabel]),
    own("revoke_token", &[ALLOWED], &[]),
    own("profile", &[], &[]),
    own("rating_history", &[], &[]),
    own("leaderboard", &[], &[]),
    // Nobody: `person=me`. Not found: `person` is no name of an account.
    own("list", &[SIGNED_IN], &[NotFound]),
    own("show", &[], &[]),
    own("actions", &[SIGNED_IN], &[]),
    own("record", &[], &[NotStarted]),
    own("presence", &[], &[]),
    // Not found: the name of an invited person.
    own("create", NEW_TABLE, &[NotFound, BadSeats, BadLevel]),
    own("quick_match", NEW_TABLE, &[]),
    // Busy: a bot is about to move.
    own("take_along", &[ALLOWED], &[NotSeated, NotStarted, GameOver, Busy]),
    own("put_kept", COMMAND, &[DoesNotFollow, PlayedOn, NotSeated, TooManyTables]),
    // Table full and game over: at the table of the rematch.
    own("rematch", COMMAND, &[NotSeated, NotStarted, GameNotOver, TableFull, GameOver, TooManyTables]),
    own("join", COMMAND, &[RatedGuest, TableFull, AlreadySeated, GameOver]),
    own("leave", COMMAND, &[NotSeated, LeftGame, GameOver]),
    own("start", COMMAND, &[NotHost, AlreadyStarted, GameOver, BadLevel, RatedAlone]),
    own("play", PLAY, &[StaleSeq, NotYourTurn, OutOfTime, UnreadableMove, IllegalMove]),
    own(
        "play_for_bot",
        PLAY,
        &[HousePlaysBots, NotABot, StaleSeq, NotYourTurn, OutOfTime, UnreadableMove, IllegalMove],
    ),
    own("take_back", PLAY, &[TakebackWaits, TakebackRefused, NothingToTakeBack, ChanceSince]),
    own("answer_takeback", PLAY, &[NoTakebackAsked, NotYoursToAnswer]),
    own("resign", PLAY, &[]),
    own("say", COMMAND, &[SpectatorSpeaks, PlayerAmongSpectators, NotSeated, BadMessage, TooManyMessages]),
    own("table_stream", &[STREAM], &[]),
    own("my_stream", &[SIGNED_IN, STREAM], &[]),
    own("mute", COMMAND, &[MutesSelf, NotAtTable, TooManyMuted, TooManyMessages]),
    // Cross-site: browsers let any site open a socket, so that the handler checks it although the method only reads.
    own("socket", &[ALLOWED, STREAM], &[CrossSite, NotAWebsocket]),
];

/// Adds the failures of every operation to the description.
pub(super) fn describe(description: &mut OpenApi) {
    for path in description.paths.paths.values_mut() {
        let PathItem { get, put, post, delete, options, head, patch, trace, .. } = path;
        for operation in [get, options, head, trace].into_iter().flatten() {
            add(operation, &[]);
        }
        for operation in [put, post, delete, patch].into_iter().flatten() {
            add(operation, WRITE);
        }
    }
}

/// Adds an answer for each status: the description lists the codes.
fn add(operation: &mut Operation, by_method: &[Code]) {
    let mut codes: BTreeMap<StatusCode, BTreeSet<&str>> = BTreeMap::new();
    for code in failures(operation, by_method) {
        codes.entry(status(operation, code)).or_default().insert(code.word());
    }
    for (status, words) in codes {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let answer =
            ResponseBuilder::new().description(words.join(", ")).content(PROBLEM_JSON, problem).build();
        operation.responses.responses.insert(status.as_str().to_owned(), RefOr::T(answer));
    }
}

/// All codes that an operation can fail with.
fn failures(operation: &Operation, by_method: &[Code]) -> Vec<Code> {
    let has = |place: ParameterIn| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters
            .any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == place))
    };
    let by_path = if has(ParameterIn::Path) { PATH } else { &[] };
    let by_query = if has(ParameterIn::Query) { QUERY } else { &[] };
    let own = OWN.iter().find(|own| Some(own.operation) == operation.operation_id.as_deref());
    let (shared, codes) = own.map_or((&[][..], &[][..]), |own| (own.shared, own.codes));
    [GATE, by_method, by_path, by_query, codes]
        .into_iter()
        .chain(shared.iter().copied())
        .flatten()
        .copied()
        .collect()
}

fn status(operation: &Operation, code: Code) -> StatusCode {
    // At sign-in the password is the credential; elsewhere it only confirms a change.
    if code == WrongPassword && operation.operation_id.as_deref() == Some("sign_in") {
        return StatusCode::UNAUTHORIZED;
    }
    code.status()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn description() -> Value {
        serde_json::to_value(crate::api::description()).unwrap()
    }

    fn operations(api: &Value) -> impl Iterator<Item = &Value> {
        api["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values())
    }

    #[test]
    fn every_operation_has_its_failures_listed_once_and_no_other_is_listed() {
        let api = description();
        let described: BTreeSet<&str> =
            operations(&api).map(|operation| operation["operationId"].as_str().unwrap()).collect();
        let listed: BTreeSet<&str> = OWN.iter().map(|own| own.operation).collect();
        assert_eq!(described, listed);
        assert_eq!(OWN.len(), listed.len(), "an operation is listed twice");
    }

    #[test]
    fn every_failure_is_a_problem_and_every_answer_says_what_it_is() {
        let api = description();
        for operation in operations(&api) {
            for (status, answer) in operation["responses"].as_object().unwrap() {
                let place = format!("{} {status}", operation["operationId"]);
                assert!(answer["description"].as_str().is_some_and(|text| !text.is_empty()), "{place}");
                let types: Vec<&String> =
                    answer["content"].as_object().into_iter().flat_map(|content| content.keys()).collect();
                assert_eq!(types == [PROBLEM_JSON], status.as_str() >= "400", "{place}: {types:?}");
            }
        }
    }

    #[test]
    fn every_reference_of_the_description_resolves() {
        fn check(api: &Value, value: &Value) {
            match value {
                Value::Object(fields) => {
                    if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                        let pointer = reference.strip_prefix('#').unwrap();
                        assert!(api.pointer(pointer).is_some(), "{reference}");
                    }
                    fields.values().for_each(|value| check(api, value));
                }
                Value::Array(values) => values.iter().for_each(|value| check(api, value)),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
        let api = description();
        check(&api, &api);
    }
}
