//! The contract itself.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use crate::record::{HeaderError, Headers};
use crate::{BySeat, Players, Seat, SeatSet};

/// Who is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToAct {
    /// These players: one, or several at once in any order.
    Seats(SeatSet),
    /// Chance: dice or a draw.
    Chance,
    /// Nobody: the game is over.
    Over,
}

impl ToAct {
    /// Just this player.
    pub const fn seat(seat: Seat) -> Self {
        Self::Seats(SeatSet::of(seat))
    }

    /// Whether this player is to act.
    pub const fn includes(self, seat: Seat) -> bool {
        match self {
            Self::Seats(seats) => seats.contains(seat),
            Self::Chance | Self::Over => false,
        }
    }
}

/// Who looks at a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The player of this seat.
    Seat(Seat),
    /// Somebody who does not play.
    Spectator,
}

/// All that is decided before the first step: player count and options.
pub trait Setup: Clone + PartialEq + Debug {
    /// How many play.
    fn players(&self) -> Players;

    /// The header lines of a record that say this, without `Game`, in a fixed order.
    fn to_headers(&self) -> Vec<(&'static str, String)>;

    /// The setup that the header lines of a record say.
    fn from_headers(headers: &Headers) -> Result<Self, HeaderError>;
}

/// The state of a game, which knows its rules.
///
/// `Display` writes the position; [`Rules::parse`] reads it. Two states are equal when nothing that
/// can happen from now on tells them apart.
pub trait Rules: Clone + PartialEq + Debug + Display {
    /// The name of the game in commands and records.
    const NAME: &'static str;

    /// Player count and options.
    type Setup: Setup;
    /// What a player does in one step.
    type Action: Clone + PartialEq + Debug + Display + FromStr<Err: Error>;
    /// What chance does in one step; [`Never`] where there is none.
    type Chance: Clone + PartialEq + Debug + Display + FromStr<Err: Error>;
    /// Why an action may not be done.
    type Refusal: Error + Clone + PartialEq;
    /// What is wrong with the text of a position.
    type PositionError: Error;
    /// What somebody may see.
    type View: PartialEq + Debug;

    /// The state before the first step.
    fn start(setup: &Self::Setup) -> Self;

    /// The setup that this game was started with.
    fn setup(&self) -> Self::Setup;

    /// The state with this text in a game with this setup.
    fn parse(setup: &Self::Setup, text: &str) -> Result<Self, Self::PositionError>;

    /// Who is to act now.
    fn to_act(&self) -> ToAct;

    /// Appends all that the seat may do now, in an order that depends on nothing but the state and
    /// that the game documents. Where several texts mean the same step, one of them is listed.
    fn actions(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Does what the seat wants, or refuses and changes nothing.
    fn play(&mut self, seat: Seat, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Does what the seat wants, which must be legal; anything may come of it otherwise, short of
    /// unsafety.
    fn play_unchecked(&mut self, seat: Seat, action: &Self::Action);

    /// Appends what chance may do now with the weight of each, in a fixed order; nothing while
    /// chance is not to act.
    fn chances(&self, chances: &mut Vec<(Self::Chance, u64)>);

    /// What the weights of [`Rules::chances`] add up to, worked out in another way.
    fn chance_weight(&self) -> u64;

    /// Lets chance do this, or refuses and changes nothing: also while chance is not to act.
    fn happen(&mut self, chance: &Self::Chance) -> Result<(), Self::Refusal>;

    /// The points of each player so far.
    fn scores(&self) -> BySeat<i32>;

    /// The rank of each player if the game ended now: 1 is the winner, ties share.
    fn ranks(&self) -> BySeat<u8>;

    /// A number that is equal for equal states and hardly ever for other states of the same setup.
    fn hash(&self) -> u64;

    /// The same state with everything that is kept up step by step worked out again from scratch.
    fn recomputed(&self) -> Self;

    /// An upper limit for the number of steps to come; each step lowers it.
    fn most_steps(&self) -> u32;

    /// What the viewer may see. The only way by which a state reaches anybody.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A state that the viewer cannot tell from this one, with whatever the viewer may not know
    /// changed by the given source of numbers; the state itself where there are no secrets.
    fn disguised(&self, _viewer: Viewer, _number: &mut dyn FnMut() -> u64) -> Self {
        self.clone()
    }
}

/// The chance of a game that has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// A text where the game has no chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoChance;

impl Display for NoChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no chance in this game")
    }
}

impl Error for NoChance {}

impl FromStr for Never {
    type Err = NoChance;

    fn from_str(_: &str) -> Result<Self, NoChance> {
        Err(NoChance)
    }
}
