//! Why something cannot be done at a table.

use game::Players;

use crate::options::ClockError;
use crate::state::StepError;
use crate::variant::VariantError;

/// Why something cannot be done at a table.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Options that are not there or do not go together.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A clock that nobody could play with.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// A table that its host does not sit at.
    #[error("you sit at your own table once: exactly one seat is `me`")]
    HostSeat,
    /// More chairs than the game has seats, or fewer.
    #[error("this game has {players} seats, not {seats}")]
    SeatCount {
        /// Those of the game.
        players: Players,
        /// Those of the table.
        seats: usize,
    },
    /// An agreed order that leaves a chair out or has one twice.
    #[error("an agreed order of seats has every chair once")]
    SeatOrder,
    /// One person on two chairs.
    #[error("nobody sits on two seats")]
    Twice,
    /// A rated game with one person.
    #[error("a rated game needs two seats for people")]
    RatedAlone,
    /// A rated game with a guest.
    #[error("a rated game is for those with an account")]
    RatedGuest,
    /// No chair is free.
    #[error("no seat is free")]
    Full,
    /// They sit already.
    #[error("you sit at this table already")]
    Seated,
    /// They do not sit here.
    #[error("you do not sit at this table")]
    NotSeated,
    /// They gave the game up.
    #[error("you left this game, and a bot plays on")]
    LeftGame,
    /// Only the host may.
    #[error("only who laid the table may do this")]
    NotHost,
    /// Before the start.
    #[error("the game has not begun")]
    NotStarted,
    /// After the start.
    #[error("the game has begun")]
    Started,
    /// After the end.
    #[error("the game is over")]
    Over,
    /// Before the end.
    #[error("the game is not over")]
    NotOver,
    /// Chairs that nobody sits on, and no bot to fill them.
    #[error("not everybody is here; name a level to fill the seats with bots")]
    NotFull,
    /// Somebody else is to act.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The clock ran out.
    #[error("your time is over")]
    OutOfTime,
    /// The game went on meanwhile.
    #[error("the table is at event {at}, and this was meant for event {expected}")]
    Stale {
        /// What it was meant for.
        expected: u64,
        /// Where the game is.
        at: u64,
    },
    /// The rules say no.
    #[error(transparent)]
    Rules(#[from] StepError),
    /// Nothing of one's own to take back.
    #[error("there is no turn of yours to take back")]
    NothingToTakeBack,
    /// Behind a chance event.
    #[error("a turn cannot be taken back once dice or tiles have come after it")]
    ChanceSince,
    /// No one asked.
    #[error("nobody asks to take back a turn")]
    NoTakebackAsked,
    /// One's own wish, or answered already.
    #[error("this is for the others to answer, or you have answered")]
    NotYoursToAnswer,
    /// The others said no.
    #[error("the others refused; ask again after the next turn")]
    TakebackRefused,
    /// A wish is there already.
    #[error("a wish to take back is waiting for answers")]
    TakebackWaits,
    /// Nothing to say, or too much.
    #[error("a message has 1 to {} characters and no invisible characters", crate::chat::MOST_CHARACTERS)]
    Message,
    /// Too many messages.
    #[error("at most {} messages in {} seconds", crate::chat::MOST_MESSAGES, crate::chat::WINDOW.as_secs())]
    TooManyMessages,
    /// A spectator speaks to players.
    #[error("who looks on cannot speak to the players of a game that is on; the room is `spectators`")]
    SpectatorSpeaks,
    /// The room of the spectators.
    #[error("who plays cannot speak in the room of the spectators while the game is on")]
    PlayerAmongSpectators,
    /// Muting oneself.
    #[error("nobody mutes themselves")]
    MutesSelf,
}
