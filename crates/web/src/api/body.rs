//! What requests say: strict JSON with a clear answer to every mistake, and idempotency keys.

use axum::body::Bytes;
use axum::extract::{Form, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use club::PersonId;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::problem::Problem;
use store::IdempotencyKey;

/// The header of a key.
const KEY: &str = "idempotency-key";

/// The body of a request, read strictly, and the hash of its text.
pub(crate) struct Said<T> {
    /// What was said.
    pub(crate) said: T,
    /// The SHA-256 of the path and the text, where the request has a key.
    pub(crate) hash: [u8; 32],
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Said<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let json = kind.is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default();
            kind.trim().eq_ignore_ascii_case("application/json")
        });
        let keyed = request.headers().contains_key(KEY);
        let mut hash = Sha256::new_with_prefix(if keyed { request.uri().path() } else { "" });
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let status = rejection.status();
            match status {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    Problem::new(status, "too-large", "the body is larger than 16 kB")
                }
                _ => Problem::new(status, "unreadable-body", "the body could not be read"),
            }
        })?;
        if !json && !bytes.is_empty() {
            let detail = "the body is JSON: send `Content-Type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", detail));
        }
        if keyed {
            hash.update(&bytes);
        }
        let said = parse(&bytes)?;
        Ok(Self { said, hash: hash.finalize().into() })
    }
}

/// Reads what somebody said, strictly.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // A request without a body says the same as one with an empty object.
    let text: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    // A list of the values alone, in the right order, would be read as well.
    if text.trim_ascii_start().starts_with(b"[") {
        let detail = "the body is an object: {…}";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-field", detail));
    }
    let deserializer = &mut serde_json::Deserializer::from_slice(text);
    let said: T = serde_path_to_error::deserialize(&mut *deserializer).map_err(unreadable)?;
    deserializer.end().map_err(|error| malformed(&error))?;
    Ok(said)
}

fn malformed(error: &serde_json::Error) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed-json", format!("this is not JSON: {error}"))
}

fn unreadable(error: serde_path_to_error::Error<serde_json::Error>) -> Problem {
    let path = error.path().to_string();
    let inner = error.into_inner();
    if !inner.is_data() {
        return malformed(&inner);
    }
    let text = inner.to_string();
    let code = if text.starts_with("unknown field") {
        "unknown-field"
    } else if text.starts_with("missing field") {
        "missing-field"
    } else {
        "bad-field"
    };
    let place = if path == "." { String::new() } else { format!("`{path}`: ") };
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, format!("{place}{text}"))
}

/// A part of the path, read by its type.
pub(crate) struct InPath<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for InPath<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = <Path<T> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value)).map_err(|rejection| Problem::not_found(&rejection.body_text()))
    }
}

/// What follows the question mark, read strictly.
pub(crate) struct InQuery<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for InQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let wrong = |detail| Problem::new(StatusCode::BAD_REQUEST, "bad-query", detail);
        query.map(|Query(value)| Self(value)).map_err(|rejection| wrong(rejection.body_text()))
    }
}

/// What a form says.
pub(crate) struct InForm<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for InForm<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let form = Form::<T>::from_request(request, state).await;
        form.map(|Form(value)| Self(value)).map_err(|rejection| {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-field", rejection.body_text())
        })
    }
}

/// The header `Idempotency-Key`, if there is one.
#[derive(Default)]
pub(crate) struct Key(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Some(value) = parts.headers.get(KEY) else { return Ok(Self(None)) };
        Self::read(value.to_str().unwrap_or_default())
    }
}

impl Key {
    /// The key that somebody chose.
    pub(crate) fn read(text: &str) -> Result<Self, Problem> {
        if (1..=100).contains(&text.len()) && text.is_ascii() {
            return Ok(Self(Some(text.to_owned())));
        }
        let detail = "an idempotency key has 1 to 100 characters of ASCII";
        Err(Problem::new(StatusCode::BAD_REQUEST, "bad-key", detail))
    }

    /// The key together with who asks and what for.
    pub(crate) fn of(self, person: PersonId, request: [u8; 32]) -> Option<IdempotencyKey> {
        self.0.map(|key| IdempotencyKey { person, key, request })
    }
}
