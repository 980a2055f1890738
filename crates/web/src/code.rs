//! All error codes of the API with their descriptions.

use std::fmt;

/// Declares the codes with their texts and descriptions.
macro_rules! codes {
    ($($name:ident $word:literal $about:literal;)*) => {
        /// An error code. Published codes never change.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Code {
            $(#[doc = $about] $name,)*
        }

        impl Code {
            /// All codes, in the order of the documentation.
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];

            /// The code as responses and message catalogues write it.
            pub(crate) const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// The description on the page about the API.
            pub(crate) const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => $about,)*
                }
            }
        }
    };
}

codes! {
    Nobody "nobody"
        "The request is not authenticated: send a session, a guest's cookie or a token.";
    BadToken "bad-token"
        "The token is unknown, revoked or expired, whatever the address.";
    OutOfScope "out-of-scope"
        "A guest, or a token of this scope, may not do this.";
    CrossSite "cross-site"
        "A page of another site made the request. Programs send neither `Origin` nor `Sec-Fetch-Site`.";
    WrongPassword "wrong-password"
        "The name or the password is wrong.";
    AlreadyRegistered "already-registered"
        "You have an account already.";
    NameTaken "name-taken"
        "The name belongs to somebody else, or looks like theirs.";
    BadName "bad-name"
        "Not a valid name; `detail` says which rule it breaks.";
    BadPassword "bad-password"
        "The password is too short, too long, too common or the name.";
    BadLabel "bad-label"
        "The label of a token has 1 to 80 characters and no control characters.";
    TooManyTokens "too-many-tokens"
        "Nobody has more than 20 tokens; revoke one.";
    NotFound "not-found"
        "There is no such address, table, person or key.";
    MethodNotAllowed "method-not-allowed"
        "The address does not take this method; `Allow` says which it takes.";
    NotJson "not-json"
        "The body is not sent as `Content-Type: application/json`.";
    TooLarge "too-large"
        "The body is larger than 16 kB.";
    UnreadableBody "unreadable-body"
        "The body ended early.";
    MalformedJson "malformed-json"
        "The body is not JSON; `detail` says where it goes wrong.";
    UnknownField "unknown-field"
        "The body has an unknown field; `detail` names it.";
    MissingField "missing-field"
        "A field is missing in the body; `detail` names it.";
    BadField "bad-field"
        "A field has the wrong type or value; `detail` names it.";
    BadQuery "bad-query"
        "The query string is not as described.";
    BadKey "bad-key"
        "An `Idempotency-Key` has 1 to 100 characters of ASCII.";
    KeyReused "key-reused"
        "The `Idempotency-Key` was used for another request.";
    BadEventId "bad-event-id"
        "`Last-Event-ID` (or `?after=`) is not the number of an event that exists.";
    LeftGame "left-game"
        "You have left this game, and a bot plays for you.";
    TakebackRefused "takeback-refused"
        "The others refused the takeback; ask again after the next turn.";
    NotAWebsocket "not-a-websocket"
        "This address is a WebSocket, and the request does not ask for an upgrade.";
    TooManyRequests "too-many-requests"
        "Too many requests; try again after `Retry-After` seconds.";
    Busy "busy"
        "The server is busy; nothing was changed. Try again after `Retry-After` seconds.";
    Timeout "timeout"
        "The request took too long. Send it again with the same `Idempotency-Key`: it is not done twice.";
    Stopping "stopping"
        "The server is about to stop.";
    StoreUnavailable "store-unavailable"
        "The database cannot be reached; nothing was changed. Try again soon.";
    Internal "internal"
        "An error in the server; nothing was changed.";
    BadVariant "bad-variant"
        "No such number of players, mode or scoring, or they do not go together.";
    BadClock "bad-clock"
        "The times of the clock are out of range.";
    BadSeats "bad-seats"
        "Exactly one seat is `me`, and nobody has two seats.";
    BadLevel "bad-level"
        "No bot has this level.";
    RatedAlone "rated-alone"
        "A rated game needs seats for at least two people.";
    RatedGuest "rated-guest"
        "Rated games are for people with an account.";
    TableFull "table-full"
        "No seat is free.";
    AlreadySeated "already-seated"
        "You sit at this table already.";
    NotSeated "not-seated"
        "You do not sit at this table, or no longer.";
    NotHost "not-host"
        "Only the host of the table may do this.";
    NotStarted "not-started"
        "The game has not begun.";
    AlreadyStarted "already-started"
        "The game has begun.";
    GameOver "game-over"
        "The game is over, or the table was closed.";
    GameNotOver "game-not-over"
        "The game is not over.";
    SeatsOpen "seats-open"
        "Some seats are free; name a level to fill them with bots.";
    NotYourTurn "not-your-turn"
        "It is not your turn; `state` is the table as it is now.";
    StaleSeq "stale-seq"
        "The game went on since `seq`; `state` is the table as it is now.";
    OutOfTime "out-of-time"
        "Your time ran out before the move arrived.";
    UnreadableMove "unreadable-move"
        "The move is not in the notation of the game; `detail` says where.";
    IllegalMove "illegal-move"
        "The rules do not allow the move; `detail` says why and where.";
    NothingToTakeBack "nothing-to-take-back"
        "You have no turn to take back.";
    ChanceSince "chance-since"
        "A turn cannot be taken back once dice were rolled or tiles drawn after it.";
    NoTakebackAsked "no-takeback-asked"
        "Nobody has asked for a takeback.";
    NotYoursToAnswer "not-yours-to-answer"
        "The others have to answer.";
    TakebackWaits "takeback-waits"
        "A takeback is waiting for answers.";
    BadMessage "bad-message"
        "A message has 1 to 300 characters and no control characters.";
    TooManyMessages "too-many-messages"
        "You wrote too many messages in a short time; try again after `Retry-After` seconds.";
    SpectatorSpeaks "spectator-speaks"
        "Spectators cannot write to the players while the game is running.";
    PlayerAmongSpectators "player-among-spectators"
        "Players cannot write in the spectators' room while the game is running.";
    MutesSelf "mutes-self"
        "You cannot mute yourself.";
    NoSuchSeat "no-such-seat"
        "There is no such seat in this game.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
