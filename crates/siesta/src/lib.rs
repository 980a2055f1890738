//! The rules of Siesta (Guido Hoffmann, 1999): suns, roofs and shadows on a board of 12×12 cells.
//!
//! [`Position`] is a game between two turns: it reads and writes its text, lists every legal turn and
//! plays one. [`Laying`] is an incomplete turn: what may follow, what it gains so far, and why.
//!
//! ```
//! use siesta::{Position, Turn};
//!
//! let mut position: Position = "12/12/12/12/12/12/12/12/12/12/12/12 2 a 0".parse()?;
//! let turn: Turn = "*F5 ^F6 #F7".parse()?;
//! position.play(position.mover(), &turn)?;
//! assert_eq!(position.to_string(), "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1");
//! assert_eq!(position.scores().as_slice(), [1, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod cells;
mod explain;
mod gains;
mod generate;
mod laying;
mod line;
mod outcome;
mod piece;
mod playout;
mod position;
mod refusal;
mod rules;
mod text;
mod variant;

pub use board::{Board, ROOFS, SHADOWS, SUNS};
pub use cell::{Cell, CellError, Direction, SIDE};
pub use cells::Cells;
pub use explain::{DoubleGain, Reasons, Siesta, SiestaGain, siestas};
pub use generate::ScoredTurn;
pub use laying::Laying;
pub use outcome::{End, Outcome, TeamResult};
pub use piece::{Content, Piece, Placement, PlacementError, Turn, TurnError};
pub use position::Position;
pub use refusal::Refusal;
pub use text::PositionError;
pub use variant::{Mode, OptionError, Scoring, Team, Variant, VariantError};
