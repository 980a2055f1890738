//! A game between two turns.

use game::{BySeat, Players, Seat};

use crate::board::{Board, mover_key};
use crate::gains::Gains;
use crate::generate;
use crate::laying::Laying;
use crate::outcome::{End, Outcome, TeamResult};
use crate::piece::{Piece, Turn};
use crate::refusal::Refusal;
use crate::variant::{Mode, Scoring, Team, Variant, VariantError};

/// A game between two turns, always playable or over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) mode: Mode,
    pub(crate) mover: Seat,
    pub(crate) turns: u16,
    pub(crate) scores: BySeat<u16>,
    pub(crate) end: Option<End>,
}

impl Position {
    /// The position before the opening turn.
    pub fn start(variant: Variant) -> Self {
        Self {
            board: Board::empty(variant.players(), variant.scoring()),
            mode: variant.mode(),
            mover: Seat::ALL[0],
            turns: 0,
            scores: BySeat::new(variant.players()),
            end: None,
        }
    }

    /// The same position in another mode; the text of a position does not contain the mode.
    pub fn with_mode(self, mode: Mode) -> Result<Self, VariantError> {
        Variant::new(self.players(), self.board.scoring(), mode)?;
        Ok(Self { mode, ..self })
    }

    /// Player count and options.
    #[inline]
    pub fn variant(&self) -> Variant {
        match Variant::new(self.players(), self.board.scoring(), self.mode) {
            Ok(variant) => variant,
            Err(error) => unreachable!("a position has a possible variant: {error}"),
        }
    }

    /// What lies where.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who plays.
    pub fn players(&self) -> Players {
        self.board.players()
    }

    /// How points are counted.
    pub fn scoring(&self) -> Scoring {
        self.board.scoring()
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// How many turns have been played.
    pub fn turns_played(&self) -> u16 {
        self.turns
    }

    /// The points of each player.
    pub fn scores(&self) -> BySeat<u16> {
        self.scores
    }

    /// Why the game is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// A hash of the board, the seat to move and the scores.
    pub fn hash(&self) -> u64 {
        let scores = match self.scoring() {
            // A function of the board, which is in the hash already.
            Scoring::Printed => 0,
            Scoring::Online => {
                let all = self.scores.as_slice().iter();
                all.fold(0, |hash, score| game::mix(hash ^ u64::from(*score)))
            }
        };
        self.board.hash() ^ mover_key(self.mover) ^ scores
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let teams = (self.mode == Mode::Teams).then(|| self.team_result());
        Some(Outcome { end: self.end?, scores: self.scores, ranks: self.ranks(), teams })
    }

    /// The rank of each player by the points so far; partners share the rank of their team.
    pub fn ranks(&self) -> BySeat<u8> {
        let teams = self.team_result();
        game::ranks(&BySeat::from_fn(self.players(), |seat| match (self.mode, Team::of(seat)) {
            (Mode::FreeForAll, _) => self.scores[seat].into(),
            (Mode::Teams, Team::AC) => teams.ac.into(),
            (Mode::Teams, Team::BD) => teams.bd.into(),
        }))
    }

    fn team_result(&self) -> TeamResult {
        let sum = |team| {
            self.scores.iter().filter(|(seat, _)| Team::of(*seat) == team).map(|(_, score)| score).sum()
        };
        TeamResult { ac: sum(Team::AC), bd: sum(Team::BD) }
    }

    /// Begins a turn for the player to move.
    pub fn lay(&self) -> Laying {
        Laying::new(self.clone())
    }

    /// Plays a turn for the seat, or refuses it and changes nothing.
    pub fn play(&mut self, seat: Seat, turn: &Turn) -> Result<(), Refusal> {
        if let Some(end) = self.end {
            return Err(Refusal::GameOver(end));
        }
        if seat != self.mover {
            return Err(Refusal::NotYourTurn { seat, to_move: self.mover });
        }
        let mut laying = self.lay();
        turn.iter().try_for_each(|placement| laying.lay(placement))?;
        *self = laying.finish()?;
        Ok(())
    }

    /// Plays a turn that is known to be legal.
    pub fn play_unchecked(&mut self, turn: &Turn) {
        let mut gains = Gains::NONE;
        for placement in turn.iter() {
            gains += self.board.put(placement.piece.laid_by(self.mover), placement.cell);
        }
        self.close_turn(gains);
    }

    /// Counts the points of a turn whose pieces lie on the board, and passes the turn on.
    pub(crate) fn close_turn(&mut self, gains: Gains) {
        for seat in self.players().seats() {
            self.scores[seat] = self.scores[seat].saturating_add(gains.of(seat).into());
        }
        self.turns = self.turns.saturating_add(1);
        self.mover = self.players().after(self.mover);
        self.end = self.find_end();
    }

    /// Why the game is over in this position, if it is, computed from the board.
    pub(crate) fn find_end(&self) -> Option<End> {
        let spent =
            |piece: Piece, seat| (self.board.left(piece, seat) == 0).then(|| End::by_last(piece, seat));
        spent(Piece::Sun, self.mover)
            .or_else(|| spent(Piece::Shadow, self.mover))
            .or_else(|| self.players().seats().find_map(|seat| spent(Piece::Roof, seat)))
            .or_else(|| (!generate::any_turn(self)).then_some(End::Stuck(self.mover)))
    }

    /// The same position computed again from the pieces on the board.
    pub fn recomputed(&self) -> Self {
        let mut board = Board::empty(self.players(), self.scoring());
        for (cell, content) in self.board.pieces() {
            board.put(content, cell);
        }
        let mut again = Self { board, end: None, ..self.clone() };
        again.scores = match self.scoring() {
            Scoring::Printed => again.board.printed_score(),
            Scoring::Online => self.scores,
        };
        again.end = again.find_end();
        again
    }
}
