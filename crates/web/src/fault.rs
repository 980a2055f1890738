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
    pub(crate) status: StatusCode,
    /// The kind of problem.
    pub(crate) code: Code,
    /// What is wrong, and where.
    pub(crate) detail: String,
    /// The table as it is, when the request was meant for an earlier state of it.
    pub(crate) state: Option<Box<TableView>>,
    /// How many moves of the request were played before the one that failed, if there were several.
    pub(crate) accepted: Option<usize>,
    /// After how many seconds the request may be tried again.
    pub(crate) retry_after: Option<u64>,
}

impl Fault {
    /// A fault with another status than the usual one of its code; see [`Fault::of`].
    pub(crate) fn new(status: StatusCode, code: Code, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), state: None, accepted: None, retry_after: None }
    }

    /// A fault with the usual status of this code.
    pub(crate) fn of(code: Code, detail: impl Into<String>) -> Self {
        Self::new(code.status(), code, detail)
    }

    /// With the state that the request did not know.
    #[must_use]
    pub(crate) fn with_state(mut self, state: TableView) -> Self {
        self.state = Some(Box::new(state));
        self
    }

    /// With how many moves of the same request were played.
    #[must_use]
    pub(crate) fn with_accepted(mut self, accepted: usize) -> Self {
        self.accepted = Some(accepted);
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
        Self::of(Code::NotFound, detail)
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
        let detail = error.to_string();
        let (code, retry_after) = match error {
            Error::NotSignedIn => (Code::Nobody, None),
            Error::BadToken => (Code::BadToken, None),
            Error::OutOfScope(_) => (Code::OutOfScope, None),
            Error::WrongCredentials => {
                return Self::new(StatusCode::UNAUTHORIZED, Code::WrongPassword, detail);
            }
            Error::WrongPassword => (Code::WrongPassword, None),
            Error::AlreadyRegistered => (Code::AlreadyRegistered, None),
            Error::NameTaken => (Code::NameTaken, None),
            Error::Name(_) => (Code::BadName, None),
            Error::Password(_) => (Code::BadPassword, None),
            Error::Label => (Code::BadLabel, None),
            Error::TooManyTokens(_) => (Code::TooManyTokens, None),
            Error::TooManyWaitingTables(_) | Error::TooManyUnfinishedTables(_) => (Code::TooManyTables, None),
            Error::TooManyMessages(retry) => (Code::TooManyMessages, Some(retry.seconds())),
            Error::Level(_) => (Code::BadLevel, None),
            Error::NotFound(_) => (Code::NotFound, None),
            Error::EventToCome { .. } => (Code::BadEventId, None),
            Error::Kept(_) | Error::TooManyEvents(_) => (Code::DoesNotFollow, None),
            Error::PlayedOn => (Code::PlayedOn, None),
            Error::TooManyMoves(_) => (Code::BadField, None),
            Error::KeyReused => (Code::KeyReused, None),
            Error::Busy => (Code::Busy, Some(1)),
            Error::TooManyPasswords | Error::NoRandomness => (Code::Busy, Some(2)),
            Error::TooManySearches | Error::TooManyAnalyses => (Code::Busy, Some(5)),
            Error::TooManyRequests(retry) => (Code::TooManyRequests, Some(retry.seconds())),
            Error::TooManyFailures(retry) => (Code::TooManyFailures, Some(retry.seconds())),
            Error::Internal => (Code::Internal, None),
            Error::Refused(refusal) => return refusal.into(),
            Error::Store(error) => return error.into(),
        };
        Self { retry_after, ..Self::of(code, detail) }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let retry_after =
            matches!(refusal, Refusal::TooManyMessages { .. }).then(|| club::CHAT_WINDOW.as_secs());
        Self { retry_after, ..Self::of(code(&refusal), refusal.to_string()) }
    }
}

fn code(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::Variant(_) => Code::BadVariant,
        Refusal::Clock(_) => Code::BadClock,
        Refusal::HostSeat | Refusal::SeatCount { .. } | Refusal::SeatOrder | Refusal::Twice => Code::BadSeats,
        Refusal::RatedAlone => Code::RatedAlone,
        Refusal::RatedWithoutClock => Code::RatedWithoutClock,
        Refusal::Rules(StepError::Notation { .. }) => Code::UnreadableMove,
        Refusal::Rules(StepError::Siesta(_) | StepError::NoSiesta(_)) => Code::IllegalMove,
        Refusal::Message => Code::BadMessage,
        Refusal::MutesSelf => Code::MutesSelf,
        Refusal::NotAtTable => Code::NotAtTable,
        Refusal::TooManyMuted { .. } => Code::TooManyMuted,
        Refusal::RatedGuest => Code::RatedGuest,
        Refusal::NotSeated => Code::NotSeated,
        Refusal::LeftGame => Code::LeftGame,
        Refusal::NotHost => Code::NotHost,
        Refusal::SpectatorSpeaks => Code::SpectatorSpeaks,
        Refusal::PlayerAmongSpectators => Code::PlayerAmongSpectators,
        Refusal::NotYoursToAnswer => Code::NotYoursToAnswer,
        Refusal::TooManyMessages { .. } => Code::TooManyMessages,
        Refusal::Full => Code::TableFull,
        Refusal::Seated => Code::AlreadySeated,
        Refusal::NotStarted => Code::NotStarted,
        Refusal::Started => Code::AlreadyStarted,
        Refusal::Over => Code::GameOver,
        Refusal::NotOver => Code::GameNotOver,
        Refusal::NotFull => Code::SeatsOpen,
        Refusal::NotYourTurn => Code::NotYourTurn,
        Refusal::HousePlaysBots => Code::HousePlaysBots,
        Refusal::NotABot => Code::NotABot,
        Refusal::OutOfTime => Code::OutOfTime,
        Refusal::Stale { .. } => Code::StaleSeq,
        Refusal::NothingToTakeBack => Code::NothingToTakeBack,
        Refusal::ChanceSince => Code::ChanceSince,
        Refusal::NoTakebackAsked => Code::NoTakebackAsked,
        Refusal::TakebackRefused => Code::TakebackRefused,
        Refusal::TakebackWaits => Code::TakebackWaits,
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        if let StoreError::UnreadableTable(table, _) = &error {
            // Logged when it was found, and not at every request.
            let detail = format!(
                "what is stored of table {table} is damaged and cannot be read; the operator was told"
            );
            return Self::of(Code::UnreadableTable, detail);
        }
        tracing::error!(%error, "the store failed");
        if let StoreError::Unreadable(_) = &error {
            let detail = "something that is stored is damaged and cannot be read; the operator was told";
            return Self::of(Code::Internal, detail);
        }
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
        Self::of(Code::StoreUnavailable, detail).retry_after(2)
    }
}

impl From<RetryAfter> for Fault {
    fn from(retry: RetryAfter) -> Self {
        Error::from(retry).into()
    }
}

impl From<ClientKeyError> for Fault {
    fn from(error: ClientKeyError) -> Self {
        Self::of(Code::BadKey, error.to_string())
    }
}

impl From<CookieError> for Fault {
    fn from(error: CookieError) -> Self {
        tracing::error!(%error, "a cookie could not be made");
        let detail = "the server could not make a cookie";
        Self::of(Code::Internal, detail)
    }
}
