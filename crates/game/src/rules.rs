//! The traits that every game implements.

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

/// What is decided before the first step: player count and options.
pub trait Setup: Clone + PartialEq + Debug {
    /// How many play.
    fn players(&self) -> Players;

    /// The header lines of a record for this setup, without `Game`, in a fixed order.
    fn to_headers(&self) -> Vec<(&'static str, String)>;

    /// Reads the setup from the header lines of a record.
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
    /// What a viewer may see.
    type View: PartialEq + Debug;

    /// The state before the first step.
    fn start(setup: &Self::Setup) -> Self;

    /// The setup that this game was started with.
    fn setup(&self) -> Self::Setup;

    /// Reads the text of a state in a game with this setup.
    fn parse(setup: &Self::Setup, text: &str) -> Result<Self, Self::PositionError>;

    /// Who is to act now.
    fn to_act(&self) -> ToAct;

    /// Appends all legal actions of the seat, in an order that depends only on the state and that the game
    /// documents. Where several texts mean the same step, one of them is listed.
    fn actions(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Applies the action of the seat, or refuses it and changes nothing.
    fn play(&mut self, seat: Seat, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Applies the action of the seat, which must be legal. With an illegal action it may panic or leave any state,
    /// but it is never unsafe.
    fn play_unchecked(&mut self, seat: Seat, action: &Self::Action);

    /// Appends all outcomes of chance with their weights, in a fixed order; nothing while chance is not to
    /// act.
    fn chances(&self, chances: &mut Vec<(Self::Chance, u64)>);

    /// The sum of the weights of [`Rules::chances`], computed in another way.
    fn chance_weight(&self) -> u64;

    /// Applies an outcome of chance, or refuses it and changes nothing; also refuses while chance is not to act.
    fn happen(&mut self, chance: &Self::Chance) -> Result<(), Self::Refusal>;

    /// The points of each player so far.
    fn scores(&self) -> BySeat<i32>;

    /// The rank of each player if the game ended now: 1 is the winner, ties share.
    fn ranks(&self) -> BySeat<u8>;

    /// A hash of the state within its setup.
    fn hash(&self) -> u64;

    /// The same state with everything that is updated incrementally computed again from scratch.
    fn recomputed(&self) -> Self;

    /// An upper limit for the number of steps to come; each step lowers it.
    fn most_steps(&self) -> u32;

    /// What the viewer may see. Everything that is shown or sent to anybody is made from this.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A state that the viewer cannot distinguish from this one, with everything that is hidden from the viewer
    /// drawn again at random; the state itself if nothing is hidden.
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

/// A chance outcome was given, but the game has no chance.
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
