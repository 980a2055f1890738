//! Errors of handlers: a status, a code and a sentence.
//!
//! Handlers of the API and of the site both fail with a [`Fault`]. It has no body of its own: a middleware turns it
//! into problem+json for programs (`api::problem`) or into a page for people (`site::errors`).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use club::view::TableView;
use club::{Refusal, StepError};
use house::limits::RetryAfter;
use house::{ClientKeyError, Error};
use store::StoreError;

use crate::code::Code;
use crate::cookies::CookieError;

/// Why a request failed.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// The HTTP status.
    pub status: StatusCode,
    /// The kind of problem.
    pub code: Code,
    /// What is wrong, and where.
    pub detail: String,
    /// The current table, if the request was made for an earlier state of it.
    pub state: Option<Box<TableView>>,
    /// The seconds after which the client may retry.
    pub retry_after: Option<u64>,
}

impl Fault {
    /// A fault with this status, code and sentence.
    pub(crate) fn new(status: StatusCode, code: Code, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), state: None, retry_after: None }
    }

    /// Adds the current table.
    #[must_use]
    pub(crate) fn with_state(mut self, state: TableView) -> Self {
        self.state = Some(Box::new(state));
        self
    }

    /// Adds the seconds after which the client may retry.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// A fault with status 404.
    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotFound, detail)
    }
}

/// Sets the status and the headers. A middleware adds the body, because only it knows whether the client wants a page.
impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        let headers = response.headers_mut();
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        use StatusCode as S;
        let detail = error.to_string();
        let (status, code, retry_after) = match error {
            Error::NotSignedIn => (S::UNAUTHORIZED, Code::Nobody, None),
            Error::BadToken => (S::UNAUTHORIZED, Code::BadToken, None),
            Error::OutOfScope(_) => (S::FORBIDDEN, Code::OutOfScope, None),
            Error::WrongCredentials => (S::UNAUTHORIZED, Code::WrongPassword, None),
            Error::WrongPassword => (S::FORBIDDEN, Code::WrongPassword, None),
            Error::AlreadyRegistered => (S::CONFLICT, Code::AlreadyRegistered, None),
            Error::NameTaken => (S::CONFLICT, Code::NameTaken, None),
            Error::Name(_) => (S::UNPROCESSABLE_ENTITY, Code::BadName, None),
            Error::Password(_) => (S::UNPROCESSABLE_ENTITY, Code::BadPassword, None),
            Error::Label => (S::UNPROCESSABLE_ENTITY, Code::BadLabel, None),
            Error::TooManyTokens(_) => (S::CONFLICT, Code::TooManyTokens, None),
            Error::Level(_) => (S::UNPROCESSABLE_ENTITY, Code::BadLevel, None),
            Error::NotFound(_) => (S::NOT_FOUND, Code::NotFound, None),
            Error::EventToCome { .. } => (S::BAD_REQUEST, Code::BadEventId, None),
            Error::KeyReused => (S::UNPROCESSABLE_ENTITY, Code::KeyReused, None),
            Error::Busy => (S::SERVICE_UNAVAILABLE, Code::Busy, Some(1)),
            Error::TooManyPasswords | Error::NoRandomness => (S::SERVICE_UNAVAILABLE, Code::Busy, Some(2)),
            Error::TooManySearches | Error::TooManyAnalyses => (S::SERVICE_UNAVAILABLE, Code::Busy, Some(5)),
            Error::TooManyRequests(retry) => {
                (S::TOO_MANY_REQUESTS, Code::TooManyRequests, Some(retry.seconds()))
            }
            Error::Internal => (S::INTERNAL_SERVER_ERROR, Code::Internal, None),
            Error::Refused(refusal) => return refusal.into(),
            Error::Store(error) => return error.into(),
        };
        Self { status, code, detail, state: None, retry_after }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let (status, code) = status_and_code(&refusal);
        let retry_after = (refusal == Refusal::TooManyMessages).then(|| club::CHAT_WINDOW.as_secs());
        Self { status, code, detail: refusal.to_string(), state: None, retry_after }
    }
}

fn status_and_code(refusal: &Refusal) -> (StatusCode, Code) {
    use StatusCode as S;
    match refusal {
        Refusal::Variant(_) => (S::UNPROCESSABLE_ENTITY, Code::BadVariant),
        Refusal::Clock(_) => (S::UNPROCESSABLE_ENTITY, Code::BadClock),
        Refusal::HostSeat | Refusal::SeatCount { .. } | Refusal::SeatOrder | Refusal::Twice => {
            (S::UNPROCESSABLE_ENTITY, Code::BadSeats)
        }
        Refusal::RatedAlone => (S::UNPROCESSABLE_ENTITY, Code::RatedAlone),
        Refusal::Rules(StepError::Notation { .. }) => (S::UNPROCESSABLE_ENTITY, Code::UnreadableMove),
        Refusal::Rules(StepError::Siesta(_) | StepError::NoSiesta(_)) => {
            (S::UNPROCESSABLE_ENTITY, Code::IllegalMove)
        }
        Refusal::Message => (S::UNPROCESSABLE_ENTITY, Code::BadMessage),
        Refusal::MutesSelf => (S::UNPROCESSABLE_ENTITY, Code::MutesSelf),
        Refusal::RatedGuest => (S::FORBIDDEN, Code::RatedGuest),
        Refusal::NotSeated => (S::FORBIDDEN, Code::NotSeated),
        Refusal::LeftGame => (S::FORBIDDEN, Code::LeftGame),
        Refusal::NotHost => (S::FORBIDDEN, Code::NotHost),
        Refusal::SpectatorSpeaks => (S::FORBIDDEN, Code::SpectatorSpeaks),
        Refusal::PlayerAmongSpectators => (S::FORBIDDEN, Code::PlayerAmongSpectators),
        Refusal::NotYoursToAnswer => (S::FORBIDDEN, Code::NotYoursToAnswer),
        Refusal::TooManyMessages => (S::TOO_MANY_REQUESTS, Code::TooManyMessages),
        Refusal::Full => (S::CONFLICT, Code::TableFull),
        Refusal::Seated => (S::CONFLICT, Code::AlreadySeated),
        Refusal::NotStarted => (S::CONFLICT, Code::NotStarted),
        Refusal::Started => (S::CONFLICT, Code::AlreadyStarted),
        Refusal::Over => (S::CONFLICT, Code::GameOver),
        Refusal::NotOver => (S::CONFLICT, Code::GameNotOver),
        Refusal::NotFull => (S::CONFLICT, Code::SeatsOpen),
        Refusal::NotYourTurn => (S::CONFLICT, Code::NotYourTurn),
        Refusal::OutOfTime => (S::CONFLICT, Code::OutOfTime),
        Refusal::Stale { .. } => (S::CONFLICT, Code::StaleSeq),
        Refusal::NothingToTakeBack => (S::CONFLICT, Code::NothingToTakeBack),
        Refusal::ChanceSince => (S::CONFLICT, Code::ChanceSince),
        Refusal::NoTakebackAsked => (S::CONFLICT, Code::NoTakebackAsked),
        Refusal::TakebackRefused => (S::CONFLICT, Code::TakebackRefused),
        Refusal::TakebackWaits => (S::CONFLICT, Code::TakebackWaits),
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        let unknown = match &error {
            StoreError::OutcomeUnknown(_) => true,
            StoreError::GroupCommit(error) => matches!(**error, StoreError::OutcomeUnknown(_)),
            _ => false,
        };
        let detail = if unknown {
            "the connection to the database was lost; it is not known whether the request was done"
        } else {
            "the database cannot be reached; nothing was changed, try again soon"
        };
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::StoreUnavailable, detail).retry_after(2)
    }
}

impl From<RetryAfter> for Fault {
    fn from(retry: RetryAfter) -> Self {
        Error::from(retry).into()
    }
}

impl From<ClientKeyError> for Fault {
    fn from(error: ClientKeyError) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::BadKey, error.to_string())
    }
}

impl From<CookieError> for Fault {
    fn from(error: CookieError) -> Self {
        tracing::error!(%error, "could not create a cookie");
        let detail = "the server could not create a cookie";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, detail)
    }
}
