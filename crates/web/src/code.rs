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
            /// All codes, in the order of the documentation.
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
        "The request is not authenticated: send a session cookie, a guest cookie or a token.";
    BadToken UNAUTHORIZED "bad-token"
        "The token in `Authorization` is unknown, revoked or expired. Every operation checks it.";
    OutOfScope FORBIDDEN "out-of-scope"
        "Guests, or tokens of this scope, may not do this.";
    CrossSite FORBIDDEN "cross-site"
        "The request comes from a page of another site. Programs should send neither `Origin` nor `Sec-Fetch-Site`.";
    WrongPassword FORBIDDEN "wrong-password"
        "The name or the password is wrong.";
    AlreadyRegistered CONFLICT "already-registered"
        "The request is authenticated as an account already; sign out to register another one.";
    NameTaken CONFLICT "name-taken"
        "The name belongs to another account, looks like its name, or belonged to one that was deleted not long ago.";
    BadName UNPROCESSABLE_ENTITY "bad-name"
        "The name is not valid; `detail` says why.";
    BadPassword UNPROCESSABLE_ENTITY "bad-password"
        "The password is too short, too long, too common or equal to the name.";
    BadLabel UNPROCESSABLE_ENTITY "bad-label"
        "The label of a token must have 1 to 80 characters and no control characters.";
    TooManyTokens CONFLICT "too-many-tokens"
        "The account has as many tokens as it may; revoke one first.";
    NotFound NOT_FOUND "not-found"
        "There is no such address, table, person, session or token.";
    MethodNotAllowed METHOD_NOT_ALLOWED "method-not-allowed"
        "The address does not support this method; `Allow` lists those that it does.";
    NotJson UNSUPPORTED_MEDIA_TYPE "not-json"
        "The body was not sent with `Content-Type: application/json`.";
    TooLarge PAYLOAD_TOO_LARGE "too-large"
        "The body is larger than 16 kB, or than 256 kB for a table that a device kept.";
    UnreadableBody BAD_REQUEST "unreadable-body"
        "The body could not be read to its end.";
    MalformedJson BAD_REQUEST "malformed-json"
        "The body is not valid JSON; `detail` says where.";
    UnknownField UNPROCESSABLE_ENTITY "unknown-field"
        "The body has an unknown field; `detail` names it.";
    MissingField UNPROCESSABLE_ENTITY "missing-field"
        "A field of the body is missing; `detail` names it.";
    BadField UNPROCESSABLE_ENTITY "bad-field"
        "A field of the body has a wrong type or value; `detail` names it.";
    BadQuery BAD_REQUEST "bad-query"
        "The query string has an unknown parameter or a wrong value; `detail` names it.";
    BadKey BAD_REQUEST "bad-key"
        "The `Idempotency-Key` must have 1 to 100 ASCII characters.";
    KeyReused UNPROCESSABLE_ENTITY "key-reused"
        "The `Idempotency-Key` was used for a different request.";
    DoesNotFollow UNPROCESSABLE_ENTITY "does-not-follow"
        "Something in a table that a device kept does not follow from what was before it; `detail` names the event and the step.";
    PlayedOn CONFLICT "played-on"
        "The table went on at the server while a device had taken it along; nothing was changed.";
    BadEventId BAD_REQUEST "bad-event-id"
        "`Last-Event-ID` (or `?after=`) is not the number of an event that exists.";
    LeftGame FORBIDDEN "left-game"
        "You have left this game, and a bot has taken over your seat.";
    TakebackRefused CONFLICT "takeback-refused"
        "The other players refused a takeback; ask again after the next turn.";
    NotAWebsocket UPGRADE_REQUIRED "not-a-websocket"
        "This address is a WebSocket, and the request did not ask for an upgrade.";
    TooManyRequests TOO_MANY_REQUESTS "too-many-requests"
        "Too many requests; try again after `Retry-After` seconds.";
    TooManyFailures TOO_MANY_REQUESTS "too-many-failures"
        "Too many passwords were wrong, for this account or from this address; try again after `Retry-After` seconds.";
    TooManyStreams TOO_MANY_REQUESTS "too-many-streams"
        "The account or the address has too many streams and sockets open; close one, or try again after `Retry-After` seconds.";
    WrongHost MISDIRECTED_REQUEST "wrong-host"
        "The `Host` of the request is missing, malformed or not the host of this server.";
    Busy SERVICE_UNAVAILABLE "busy"
        "The server is busy; nothing was changed. Try again after `Retry-After` seconds.";
    Timeout GATEWAY_TIMEOUT "timeout"
        "The request took too long. Repeat it with the same `Idempotency-Key`, so that it has no second effect.";
    Stopping SERVICE_UNAVAILABLE "stopping"
        "The server is shutting down.";
    StoreUnavailable SERVICE_UNAVAILABLE "store-unavailable"
        "The database is not available. Try again after `Retry-After` seconds, with the same `Idempotency-Key`.";
    UnreadableTable INTERNAL_SERVER_ERROR "unreadable-table"
        "What is stored of this table is damaged; the operator was told. All other tables go on.";
    Internal INTERNAL_SERVER_ERROR "internal"
        "An internal error of the server.";
    BadVariant UNPROCESSABLE_ENTITY "bad-variant"
        "The number of players, the mode or the scoring does not exist, or they cannot be combined.";
    BadClock UNPROCESSABLE_ENTITY "bad-clock"
        "The times of the clock are out of range.";
    BadSeats UNPROCESSABLE_ENTITY "bad-seats"
        "Exactly one seat must be `me`, and nobody can have two seats.";
    BadLevel UNPROCESSABLE_ENTITY "bad-level"
        "No bot has this level.";
    RatedAlone UNPROCESSABLE_ENTITY "rated-alone"
        "A rated game needs seats for at least two people.";
    RatedWithoutClock UNPROCESSABLE_ENTITY "rated-without-clock"
        "A rated game needs a clock; leave `clock` out for the usual one.";
    RatedGuest FORBIDDEN "rated-guest"
        "Rated games need an account; guests cannot take part.";
    TooManyTables CONFLICT "too-many-tables"
        "You have as many public tables that wait, or as many unfinished tables, as you may; `detail` has the number.";
    TableFull CONFLICT "table-full"
        "No seat is free.";
    AlreadySeated CONFLICT "already-seated"
        "You have a seat at this table already.";
    NotSeated FORBIDDEN "not-seated"
        "You have no seat at this table.";
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
        "Some seats are free; choose a level to fill them with bots.";
    NotYourTurn CONFLICT "not-your-turn"
        "It is not your turn; `state` is the current table.";
    HousePlaysBots FORBIDDEN "house-plays-bots"
        "The server plays the bots of rated tables, and of tables where several people have sat.";
    NotABot CONFLICT "not-a-bot"
        "No bot plays on this seat.";
    StaleSeq CONFLICT "stale-seq"
        "The game has changed since `seq`; `state` is the current table.";
    OutOfTime CONFLICT "out-of-time"
        "Your time ran out before the server received the move.";
    UnreadableMove UNPROCESSABLE_ENTITY "unreadable-move"
        "The move is not in the notation of the game; `detail` says what is wrong.";
    IllegalMove UNPROCESSABLE_ENTITY "illegal-move"
        "The rules do not allow the move; `detail` says why and where.";
    NothingToTakeBack CONFLICT "nothing-to-take-back"
        "You have no turn to take back.";
    ChanceSince CONFLICT "chance-since"
        "A turn cannot be taken back once dice were rolled or tiles drawn after it.";
    NoTakebackAsked CONFLICT "no-takeback-asked"
        "Nobody has asked for a takeback.";
    NotYoursToAnswer FORBIDDEN "not-yours-to-answer"
        "The other players have to answer this request for a takeback.";
    TakebackWaits CONFLICT "takeback-waits"
        "Another request for a takeback is waiting for answers.";
    BadMessage UNPROCESSABLE_ENTITY "bad-message"
        "A message must have 1 to 300 characters and no control characters.";
    TooManyMessages TOO_MANY_REQUESTS "too-many-messages"
        "You sent too many messages in a short time; try again after `Retry-After` seconds.";
    SpectatorSpeaks FORBIDDEN "spectator-speaks"
        "Spectators cannot write to the players while the game is running.";
    PlayerAmongSpectators FORBIDDEN "player-among-spectators"
        "Players cannot write in the spectators' room while the game is running.";
    MutesSelf UNPROCESSABLE_ENTITY "mutes-self"
        "You cannot mute yourself.";
    NotAtTable UNPROCESSABLE_ENTITY "not-at-table"
        "Only people who play at this table or have written there can be muted.";
    TooManyMuted CONFLICT "too-many-muted"
        "You have muted as many people at this table as you may; unmute one first.";
    NoSuchSeat UNPROCESSABLE_ENTITY "no-such-seat"
        "There is no such seat in this game.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
