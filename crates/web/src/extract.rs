//! Extractors: paths, queries, forms, strict JSON, idempotency keys and the caller.

use axum::body::Bytes;
use axum::extract::{Form, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use house::{Caller, ClientKey};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::code::Code;
use crate::cookies;
use crate::fault::Fault;

/// The header with an idempotency key.
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// The cookie of a session.
pub(crate) const SESSION_COOKIE: &str = "sobremesa_session";
/// The cookie of a guest.
pub(crate) const GUEST_COOKIE: &str = "sobremesa_guest";

/// Authenticates a request by its headers. A token takes precedence over cookies.
pub(crate) async fn find_caller(app: &App, headers: &HeaderMap) -> Result<Caller, Fault> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
        return Ok(app.house.caller_by_token(token.unwrap_or_default()).await?);
    }
    let (session, guest) = (cookies::read(headers, SESSION_COOKIE), cookies::read(headers, GUEST_COOKIE));
    Ok(app.house.caller_by_cookies(session, guest).await?)
}

/// The caller, whom the gate has authenticated before any handler runs.
pub(crate) struct Asks(pub(crate) Caller);

impl<S: Send + Sync> FromRequestParts<S> for Asks {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        Ok(Self(parts.extensions.get().copied().unwrap_or(Caller::Nobody)))
    }
}

/// The JSON body of a request. Unknown fields are errors.
pub(crate) struct JsonBody<T> {
    pub(crate) body: T,
    /// With an idempotency key, the SHA-256 of path and body: the key may not be reused for another request.
    pub(crate) hash: [u8; 32],
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let json = kind.is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default();
            kind.trim().eq_ignore_ascii_case("application/json")
        });
        let keyed = request.headers().contains_key(IDEMPOTENCY_KEY);
        // Without the version, as in the keys that earlier versions have stored.
        let path = request.uri().path();
        let path = path.strip_prefix("/api/v1").unwrap_or(path);
        let mut hash = Sha256::new_with_prefix(if keyed { path } else { "" });
        let bytes =
            Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Fault::of(
                    Code::TooLarge,
                    "the body is larger than 16 kB, or than 256 kB for a table that a device kept",
                ),
                _ => Fault::of(Code::UnreadableBody, "the body could not be read"),
            })?;
        if !json && !bytes.is_empty() {
            let detail = "the body is JSON: send `Content-Type: application/json`";
            return Err(Fault::of(Code::NotJson, detail));
        }
        if keyed {
            hash.update(&bytes);
        }
        Ok(Self { body: parse(&bytes)?, hash: hash.finalize().into() })
    }
}

/// Parses a JSON object. Unknown fields are errors.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    // No body means the same as an empty object.
    let text: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    // Serde would accept an array of the values in the order of the fields.
    if text.trim_ascii_start().starts_with(b"[") {
        let detail = "the body is an object: {…}";
        return Err(Fault::of(Code::BadField, detail));
    }
    let deserializer = &mut serde_json::Deserializer::from_slice(text);
    let body: T = serde_path_to_error::deserialize(&mut *deserializer).map_err(unreadable)?;
    deserializer.end().map_err(|error| malformed(&error))?;
    Ok(body)
}

fn malformed(error: &serde_json::Error) -> Fault {
    Fault::of(Code::MalformedJson, format!("this is not JSON: {error}"))
}

fn unreadable(error: serde_path_to_error::Error<serde_json::Error>) -> Fault {
    let path = error.path().to_string();
    let inner = error.into_inner();
    if !inner.is_data() {
        return malformed(&inner);
    }
    let text = inner.to_string();
    let code = if text.starts_with("unknown field") {
        Code::UnknownField
    } else if text.starts_with("missing field") {
        Code::MissingField
    } else {
        Code::BadField
    };
    let place = if path == "." { String::new() } else { format!("`{path}`: ") };
    Fault::of(code, format!("{place}{text}"))
}

/// A parameter of the path. A parameter that cannot be parsed is answered with 404.
pub(crate) struct InPath<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for InPath<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let path = <Path<T> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value)).map_err(|rejection| Fault::not_found(rejection.body_text()))
    }
}

/// The query string.
pub(crate) struct InQuery<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for InQuery<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let wrong = |detail| Fault::of(Code::BadQuery, detail);
        query.map(|Query(value)| Self(value)).map_err(|rejection| wrong(rejection.body_text()))
    }
}

/// The fields of an HTML form.
pub(crate) struct InForm<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for InForm<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let form = Form::<T>::from_request(request, state).await;
        form.map(|Form(value)| Self(value))
            .map_err(|rejection| Fault::of(Code::BadField, rejection.body_text()))
    }
}

/// The header `Idempotency-Key`; the default key if there is none.
pub(crate) struct IdempotencyKey(pub(crate) ClientKey);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        match parts.headers.get(IDEMPOTENCY_KEY) {
            Some(value) => Ok(Self(value.to_str().unwrap_or_default().parse()?)),
            None => Ok(Self(ClientKey::default())),
        }
    }
}
