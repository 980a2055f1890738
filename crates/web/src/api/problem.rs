//! Errors as RFC 9457 problems: a status, a code that never changes, and a sentence.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use club::Refusal;
use club::view::TableView;
use serde::Serialize;
use utoipa::ToSchema;

use super::codes::CODES;
use crate::api::schema;
use crate::cookies::CookieError;
use house::limits::RetryAfter;
use house::people::name::NameError;
use house::people::password::{HasherError, PasswordError};
use house::tables::ActError;
use store::StoreError;

/// Why a request was not done.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// A page about this kind of problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The kind of problem for programs; it never changes.
    pub code: &'static str,
    /// What is wrong, and where.
    pub detail: String,
    /// The table as it is, when the request was meant for an earlier state of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Box<schema::TableView>>)]
    pub state: Option<Box<TableView>>,
    #[serde(skip)]
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem with this status, code and sentence.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        debug_assert!(CODES.iter().any(|(known, _)| *known == code), "{code} is not on the list of codes");
        Self {
            kind: format!("/api/docs#{code}"),
            title: status.canonical_reason().unwrap_or("Problem"),
            status: status.as_u16(),
            code,
            detail: detail.into(),
            state: None,
            retry_after: None,
        }
    }

    /// With the state that the request did not know.
    #[must_use]
    pub fn with_state(mut self, state: TableView) -> Self {
        self.state = Some(Box::new(state));
        self
    }

    /// After how many seconds it may be tried again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Somebody asks too often.
    pub fn too_many(retry: RetryAfter) -> Self {
        let seconds = retry.seconds();
        let detail = format!("too many requests; try again in {seconds} s");
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail).retry_after(seconds)
    }

    /// Nobody said who they are.
    pub fn nobody() -> Self {
        let detail = "say who you are: a session, a guest's cookie (POST /api/v1/guests) or a token";
        Self::new(StatusCode::UNAUTHORIZED, "nobody", detail)
    }

    /// There is no such thing.
    pub fn not_found(detail: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", detail)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.retry_after;
        let mut response = (status, Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // For pages, which say it in the language of the visitor.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let status = match &refusal {
            Refusal::Variant(_)
            | Refusal::Clock(_)
            | Refusal::HostSeat
            | Refusal::SeatCount { .. }
            | Refusal::SeatOrder
            | Refusal::Twice
            | Refusal::RatedAlone
            | Refusal::Rules(_)
            | Refusal::Message
            | Refusal::MutesSelf => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::RatedGuest
            | Refusal::NotSeated
            | Refusal::LeftGame
            | Refusal::NotHost
            | Refusal::SpectatorSpeaks
            | Refusal::PlayerAmongSpectators
            | Refusal::NotYoursToAnswer => StatusCode::FORBIDDEN,
            Refusal::TooManyMessages => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Full
            | Refusal::Seated
            | Refusal::NotStarted
            | Refusal::Started
            | Refusal::Over
            | Refusal::NotOver
            | Refusal::NotFull
            | Refusal::NotYourTurn
            | Refusal::OutOfTime
            | Refusal::Stale { .. }
            | Refusal::NothingToTakeBack
            | Refusal::ChanceSince
            | Refusal::NoTakebackAsked
            | Refusal::TakebackRefused
            | Refusal::TakebackWaits => StatusCode::CONFLICT,
        };
        let retry_after = (refusal == Refusal::TooManyMessages).then(|| club::CHAT_WINDOW.as_secs());
        Self { retry_after, ..Self::new(status, refusal.code(), refusal.to_string()) }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store is in trouble");
        let detail = match error {
            StoreError::OutcomeUnknown(_) => {
                "the club lost its records just now; whether it was done is not known"
            }
            StoreError::GroupCommit(error) if matches!(*error, StoreError::OutcomeUnknown(_)) => {
                "the club lost its records just now; whether it was done is not known"
            }
            _ => "the club cannot reach its records; nothing was changed, try again soon",
        };
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", detail).retry_after(2)
    }
}

impl From<ActError> for Problem {
    fn from(error: ActError) -> Self {
        let text = error.to_string();
        match error {
            ActError::NoTable => Self::not_found(&text),
            ActError::Refused(refusal) => refusal.into(),
            ActError::KeyReused => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "key-reused", text),
            ActError::Busy => Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", text).retry_after(1),
            ActError::Store(error) => error.into(),
        }
    }
}

impl From<CookieError> for Problem {
    fn from(error: CookieError) -> Self {
        tracing::error!(%error, "a cookie could not be made");
        let detail = "the server could not make a cookie";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }
}

impl From<NameError> for Problem {
    fn from(error: NameError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-name", error.to_string())
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-password", error.to_string())
    }
}

impl From<HasherError> for Problem {
    fn from(error: HasherError) -> Self {
        tracing::warn!(%error, "a password was not checked");
        let detail = "too many passwords are being checked; try again soon";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail).retry_after(2)
    }
}
