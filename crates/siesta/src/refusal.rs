//! Why a placement or a turn is not allowed.

use game::Seat;

use crate::cell::Cell;
use crate::outcome::End;
use crate::piece::{Content, Piece, Placement};

/// The rule that a placement or a turn breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(End),
    /// Somebody else is to move.
    #[error("it is the turn of {to_move}, not of {seat}")]
    NotYourTurn {
        /// Who wanted to move.
        seat: Seat,
        /// Whose turn it is.
        to_move: Seat,
    },
    /// Something lies there already.
    #[error("{cell}: there is a {content} already")]
    Occupied {
        /// Where the piece was to go.
        cell: Cell,
        /// What lies there.
        content: Content,
    },
    /// The cell touches no piece.
    #[error("{cell}: a piece must touch another one along an edge")]
    TouchesNothing {
        /// Where the piece was to go.
        cell: Cell,
    },
    /// A sun beside a shadow.
    #[error("{cell}: a sun may not touch the shadow at {shadow}")]
    SunTouchesShadow {
        /// Where the sun was to go.
        cell: Cell,
        /// The shadow beside it.
        shadow: Cell,
    },
    /// A shadow beside a sun.
    #[error("{cell}: a shadow may not touch the sun at {sun}")]
    ShadowTouchesSun {
        /// Where the shadow was to go.
        cell: Cell,
        /// The sun beside it.
        sun: Cell,
    },
    /// A shadow that no roof casts.
    #[error("{cell}: a shadow must lie in a Siesta, a straight line of sun, roof and shadow")]
    ShadowOutsideSiesta {
        /// Where the shadow was to go.
        cell: Cell,
    },
    /// A second piece of one kind in the opening turn.
    #[error("{cell}: the opening turn is one sun, one roof and one shadow; its {piece} is laid already")]
    OpeningPiece {
        /// Where the piece was to go.
        cell: Cell,
        /// The kind that is laid already.
        piece: Piece,
    },
    /// The turn had three pieces already.
    #[error("{}: the turn has three pieces already", .placement.cell)]
    TurnFull {
        /// The piece too many.
        placement: Placement,
    },
    /// An earlier piece of the turn ended the game.
    #[error("{}: the game ended with the piece before: {end}", .placement.cell)]
    AfterTheEnd {
        /// The piece too many.
        placement: Placement,
        /// How the game ended.
        end: End,
    },
    /// The turn would be complete and has gained its mover nothing.
    #[error("{}: with this piece the turn is complete, and it gains {seat} no point", .placement.cell)]
    NoPoint {
        /// The piece that would complete the turn.
        placement: Placement,
        /// Who must gain a point.
        seat: Seat,
    },
    /// Allowed as such, but no complete turn can follow.
    #[error("{}: no turn that goes on from here gains a point", .placement.cell)]
    DeadEnd {
        /// The piece that leads nowhere.
        placement: Placement,
    },
    /// Fewer pieces than a turn needs.
    #[error("a turn has three pieces, and this one has {0}")]
    TooFew(usize),
}
