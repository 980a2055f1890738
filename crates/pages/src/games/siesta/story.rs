//! A game of Siesta with the position after every turn.

use game::{BySeat, Seat};
use siesta::{Position, Turn, Variant};

/// A turn of a game.
pub(super) struct Told {
    pub(super) seat: Seat,
    pub(super) turn: Turn,
    /// The points that it brought to each seat.
    pub(super) gains: BySeat<u8>,
    /// The position after it.
    pub(super) after: Position,
}

/// The points of a player by what they were gained with.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Earned {
    pub(super) siestas: u32,
    pub(super) doubles: u32,
}

/// A game with the position after every turn.
pub(super) struct Story {
    pub(super) start: Position,
    pub(super) turns: Vec<Told>,
    /// The points of each player, by seat.
    pub(super) earned: Vec<Earned>,
}

impl Story {
    /// Plays these steps; `None` if they are not a legal game.
    pub(super) fn of(variant: Variant, steps: &[club::Step]) -> Option<Self> {
        let start = Position::start(variant);
        let mut position = start.clone();
        let mut earned = vec![Earned::default(); variant.players().count()];
        let mut turns = Vec::with_capacity(steps.len());
        for step in steps {
            let (seat, turn): (Seat, Turn) = (step.seat?, step.text.parse().ok()?);
            let mut laying = position.lay();
            turn.iter().try_for_each(|placement| laying.lay(placement)).ok()?;
            let (gains, reasons) = (laying.gains(), laying.reasons());
            for (who, points) in reasons.siestas.iter().flat_map(|gain| gain.points.iter()) {
                earned[who.index()].siestas += u32::from(*points);
            }
            for double in &reasons.doubles {
                earned[double.seat.index()].doubles += u32::from(double.points);
            }
            position = laying.finish().ok()?;
            turns.push(Told { seat, turn, gains, after: position.clone() });
        }
        Some(Self { start, turns, earned })
    }

    /// The position after so many turns; the start if there are fewer.
    pub(super) fn position(&self, turns: usize) -> &Position {
        match turns {
            0 => &self.start,
            _ => self.turns.get(turns - 1).map_or(&self.start, |told| &told.after),
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Random;

    use super::*;

    #[test]
    fn what_was_earned_adds_up_to_the_scores() {
        let mut random = Random::new(1);
        for variant in Variant::all() {
            let mut position = Position::start(variant);
            let mut steps = Vec::new();
            while position.end().is_none() {
                let turns = position.scored_turns();
                let turn = turns[random.below(turns.len() as u32) as usize].turn;
                steps.push(club::Step { seat: Some(position.mover()), text: turn.to_string() });
                position.play(position.mover(), &turn).unwrap();
            }
            let story = Story::of(variant, &steps).unwrap();
            assert_eq!(story.position(steps.len()), &position);
            for (seat, score) in position.scores().iter() {
                let earned = story.earned[seat.index()];
                assert_eq!(earned.siestas + earned.doubles, u32::from(*score), "{variant}");
            }
        }
    }

    #[test]
    fn what_is_no_game_is_no_story() {
        let variant = Variant::all().next().unwrap();
        for text in ["", "*F5", "*F5 ^F6 #A1", "nonsense"] {
            let step = club::Step { seat: Some(Seat::ALL[0]), text: text.to_owned() };
            assert!(Story::of(variant, &[step]).is_none(), "{text}");
        }
    }
}
