//! Why a command is refused.

use game::Players;

use crate::options::ClockError;
use crate::state::StepError;
use crate::variant::VariantError;

/// Why a command is refused. The text is meant for the person or program that sent it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The options of the game are unknown or contradict each other.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The times of the clock are out of range.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// The host has no chair, or another person than the host has one.
    #[error("the host has exactly one seat: exactly one seat is `me`")]
    HostSeat,
    /// The table has more or fewer chairs than the game has seats.
    #[error("this game has {players} seats, not {seats}")]
    SeatCount {
        /// The seats of the game.
        players: Players,
        /// The chairs of the table.
        seats: usize,
    },
    /// The fixed order of seats leaves out a chair or repeats one.
    #[error("a fixed order of seats must have every chair once")]
    SeatOrder,
    /// A person sits on two chairs, or is invited to another.
    #[error("a person cannot have two seats")]
    Twice,
    /// Fewer than two people in a rated game.
    #[error("a rated game needs at least two seats for people")]
    RatedAlone,
    /// A rated game without a clock, in which nobody has to go on playing.
    #[error("a rated game needs a clock")]
    RatedWithoutClock,
    /// A guest in a rated game.
    #[error("a rated game is for people with an account")]
    RatedGuest,
    /// No chair is free, or the game has begun.
    #[error("no seat is free")]
    Full,
    /// The person sits at the table already.
    #[error("you sit at this table already")]
    Seated,
    /// The person does not sit at the table.
    #[error("you do not sit at this table")]
    NotSeated,
    /// The person left the game, and a bot took over.
    #[error("you left this game, and a bot plays for you")]
    LeftGame,
    /// Only the host may do this.
    #[error("only the host of the table may do this")]
    NotHost,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotStarted,
    /// The game has begun.
    #[error("the game has begun")]
    Started,
    /// The game is over, or the table is closed.
    #[error("the game is over")]
    Over,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// Some chairs are free, and the command does not say which bots take them.
    #[error("some seats are free; name a level to fill them with bots")]
    NotFull,
    /// Another seat is to act.
    #[error("it is not your turn")]
    NotYourTurn,
    /// A device chose an action for a bot at a rated table, or at one where several people have sat.
    #[error("the house plays the bots of rated tables and of tables with several people")]
    HousePlaysBots,
    /// A device chose an action for a seat that no bot has.
    #[error("no bot plays on this seat")]
    NotABot,
    /// The clock ran out before the move arrived.
    #[error("your time has run out")]
    OutOfTime,
    /// The game has changed since the event that the command names, or that event does not exist yet.
    #[error("the table is at event {at}, and the move was made for event {expected}")]
    Stale {
        /// The event that the command names.
        expected: u64,
        /// The last event of the table.
        at: u64,
    },
    /// The rules forbid the action, or it cannot be read.
    #[error(transparent)]
    Rules(#[from] StepError),
    /// The player has not acted yet.
    #[error("you have no turn to take back")]
    NothingToTakeBack,
    /// A chance event follows the turn.
    #[error("a turn cannot be taken back once dice were rolled or tiles drawn after it")]
    ChanceSince,
    /// No takeback has been requested.
    #[error("nobody has asked for a takeback")]
    NoTakebackAsked,
    /// The player asked for the takeback, or has agreed to it already.
    #[error("the other players have to answer, or you have answered already")]
    NotYoursToAnswer,
    /// Another player refused the takeback.
    #[error("the takeback was refused; ask again after the next turn")]
    TakebackRefused,
    /// A takeback is waiting for answers.
    #[error("a takeback is waiting for answers")]
    TakebackWaits,
    /// The message is empty, too long or has invisible characters.
    #[error("a message has 1 to {} characters and no invisible characters", crate::chat::MOST_CHARACTERS)]
    Message,
    /// The author sent too many messages in a short time.
    #[error("at most {most} messages in {} seconds", crate::chat::WINDOW.as_secs())]
    TooManyMessages {
        /// The most that are allowed.
        most: u32,
    },
    /// A spectator writes to the players of a running game.
    #[error("spectators cannot write to the players while the game is running; use the room `spectators`")]
    SpectatorSpeaks,
    /// A player writes to the spectators of a running game.
    #[error("players cannot write in the spectators' room while the game is running")]
    PlayerAmongSpectators,
    /// A person mutes somebody who neither plays at the table nor has written there.
    #[error("only people who play at this table or have written there can be muted")]
    NotAtTable,
    /// A person mutes more people than they may.
    #[error("nobody mutes more than {most} people at a table")]
    TooManyMuted {
        /// The most that are allowed.
        most: u32,
    },
    /// A person mutes themselves.
    #[error("you cannot mute yourself")]
    MutesSelf,
}
