//! The kinds of problems in one list: the HTTP status, a stable word for programs, and the meaning.

use std::fmt;

use axum::http::StatusCode;

/// Declares the codes with their statuses, words and descriptions.
macro_rules! codes {
    ($($name:ident $status:ident $word:literal $about:literal;)*) => {
        /// A kind of problem. Words that were published never change.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Code {
            $(#[doc = $about] $name,)*
        }

        impl Code {
            /// Every kind of problem.
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];

            /// The `code` of the answer, which is also the key in the message catalogues.
            pub(crate) const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// The HTTP status of its answers. There is one exception: a wrong password is
            /// [`StatusCode::UNAUTHORIZED`] at sign-in, where it is the credential itself.
            pub(crate) const fn status(self) -> StatusCode {
                match self {
                    $(Self::$name => StatusCode::$status,)*
                }
            }

            /// What it means, in a sentence for the documentation of the API.
            pub(crate) const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => $about,)*
                }
            }
        }
    };
}

codes! {
    Nobody UNAUTHORIZED "nobody"
        "The request does not say who asks: send a session, a guest's cookie or a token.";
    BadToken UNAUTHORIZED "bad-token"
        "The token is unknown, revoked or expired, whatever the address.";
    OutOfScope FORBIDDEN "out-of-scope"
        "A guest, or a token of this scope, may not do this.";
    CrossSite FORBIDDEN "cross-site"
        "A page of another site made the request. Programs send neither `Origin` nor `Sec-Fetch-Site`.";
    WrongPassword FORBIDDEN "wrong-password"
        "The name or the password is wrong.";
    AlreadyRegistered CONFLICT "already-registered"
        "You have an account already.";
    NameTaken CONFLICT "name-taken"
        "The name belongs to somebody else, or looks like theirs.";
    BadName UNPROCESSABLE_ENTITY "bad-name"
        "Not a valid name; `detail` says which rule it breaks.";
    BadPassword UNPROCESSABLE_ENTITY "bad-password"
        "The password is too short, too long, too common or the name.";
    BadLabel UNPROCESSABLE_ENTITY "bad-label"
        "The label of a token has 1 to 80 characters and no control characters.";
    TooManyTokens CONFLICT "too-many-tokens"
        "Nobody has more than 20 tokens; revoke one.";
    NotFound NOT_FOUND "not-found"
        "There is no such address, table, person or key.";
    MethodNotAllowed METHOD_NOT_ALLOWED "method-not-allowed"
        "The address does not take this method; `Allow` says which it takes.";
    NotJson UNSUPPORTED_MEDIA_TYPE "not-json"
        "The body is not sent as `Content-Type: application/json`.";
    TooLarge PAYLOAD_TOO_LARGE "too-large"
        "The body is larger than 16 kB.";
    UnreadableBody BAD_REQUEST "unreadable-body"
        "The body ended early.";
    MalformedJson BAD_REQUEST "malformed-json"
        "The body is not JSON; `detail` says where it goes wrong.";
    UnknownField UNPROCESSABLE_ENTITY "unknown-field"
        "The body has an unknown field; `detail` names it.";
    MissingField UNPROCESSABLE_ENTITY "missing-field"
        "A field is missing in the body; `detail` names it.";
    BadField UNPROCESSABLE_ENTITY "bad-field"
        "A field has the wrong type or value; `detail` names it.";
    BadQuery BAD_REQUEST "bad-query"
        "The query string is not as described.";
    BadKey BAD_REQUEST "bad-key"
        "An `Idempotency-Key` has 1 to 100 characters of ASCII.";
    KeyReused UNPROCESSABLE_ENTITY "key-reused"
        "The `Idempotency-Key` was used for another request.";
    BadEventId BAD_REQUEST "bad-event-id"
        "`Last-Event-ID` (or `?after=`) is not the number of an event that exists.";
    LeftGame FORBIDDEN "left-game"
        "You have left this game, and a bot plays on.";
    TakebackRefused CONFLICT "takeback-refused"
        "The others refused the takeback; ask again after the next turn.";
    NotAWebsocket UPGRADE_REQUIRED "not-a-websocket"
        "This address is a WebSocket, and the request does not ask for an upgrade.";
    TooManyRequests TOO_MANY_REQUESTS "too-many-requests"
        "Too many requests; try again after `Retry-After` seconds.";
    Busy SERVICE_UNAVAILABLE "busy"
        "The server is busy; nothing was changed. Try again after `Retry-After` seconds.";
    Timeout GATEWAY_TIMEOUT "timeout"
        "The request took too long. Send it again with the same `Idempotency-Key`: it is not done twice.";
    Stopping SERVICE_UNAVAILABLE "stopping"
        "The server is about to stop.";
    StoreUnavailable SERVICE_UNAVAILABLE "store-unavailable"
        "The database cannot be reached; nothing was changed. Try again soon.";
    Internal INTERNAL_SERVER_ERROR "internal"
        "An error in the server; nothing was changed.";
    BadVariant UNPROCESSABLE_ENTITY "bad-variant"
        "No such number of players, mode or scoring, or they do not go together.";
    BadClock UNPROCESSABLE_ENTITY "bad-clock"
        "The times of the clock are out of range.";
    BadSeats UNPROCESSABLE_ENTITY "bad-seats"
        "Exactly one seat is `me`, and nobody has two seats.";
    BadLevel UNPROCESSABLE_ENTITY "bad-level"
        "No bot has this level.";
    RatedAlone UNPROCESSABLE_ENTITY "rated-alone"
        "A rated game needs seats for at least two people.";
    RatedGuest FORBIDDEN "rated-guest"
        "Rated games are for people with an account.";
    TableFull CONFLICT "table-full"
        "No seat is free.";
    AlreadySeated CONFLICT "already-seated"
        "You sit at this table already.";
    NotSeated FORBIDDEN "not-seated"
        "You do not sit at this table, or no longer.";
    NotHost FORBIDDEN "not-host"
        "Only the host of the table may do this.";
    NotStarted CONFLICT "not-started"
        "The game has not begun.";
    AlreadyStarted CONFLICT "already-started"
        "The game has begun.";
    GameOver CONFLICT "game-over"
        "The game is over, or the table was closed.";
    GameNotOver CONFLICT "game-not-over"
        "The game is not over.";
    SeatsOpen CONFLICT "seats-open"
        "Some seats are free; name a level to fill them with bots.";
    NotYourTurn CONFLICT "not-your-turn"
        "It is not your turn; `state` is the table as it is now.";
    StaleSeq CONFLICT "stale-seq"
        "The game went on since `seq`; `state` is the table as it is now.";
    OutOfTime CONFLICT "out-of-time"
        "Your time ran out before the move arrived.";
    UnreadableMove UNPROCESSABLE_ENTITY "unreadable-move"
        "The move is not in the notation of the game; `detail` says where.";
    IllegalMove UNPROCESSABLE_ENTITY "illegal-move"
        "The rules do not allow the move; `detail` says why and where.";
    NothingToTakeBack CONFLICT "nothing-to-take-back"
        "You have no turn to take back.";
    ChanceSince CONFLICT "chance-since"
        "A turn cannot be taken back once dice were rolled or tiles drawn after it.";
    NoTakebackAsked CONFLICT "no-takeback-asked"
        "Nobody has asked for a takeback.";
    NotYoursToAnswer FORBIDDEN "not-yours-to-answer"
        "The others have to answer.";
    TakebackWaits CONFLICT "takeback-waits"
        "A takeback is waiting for answers.";
    BadMessage UNPROCESSABLE_ENTITY "bad-message"
        "A message has 1 to 300 characters and no control characters.";
    TooManyMessages TOO_MANY_REQUESTS "too-many-messages"
        "You wrote too many messages in a short time; try again after `Retry-After` seconds.";
    SpectatorSpeaks FORBIDDEN "spectator-speaks"
        "Spectators cannot write to the players while the game is running.";
    PlayerAmongSpectators FORBIDDEN "player-among-spectators"
        "Players cannot write in the spectators' room while the game is running.";
    MutesSelf UNPROCESSABLE_ENTITY "mutes-self"
        "You cannot mute yourself.";
    NoSuchSeat UNPROCESSABLE_ENTITY "no-such-seat"
        "There is no such seat in this game.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
