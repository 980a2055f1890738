//! The analysis of a finished game: the engine's verdict on every turn of a player.

use std::str::FromStr;

use bots::Judged;
use bots::analysis::{Examined, Play};
use game::Seat;

/// The analysis of a game, complete or under way. Chance is not examined, so turns are those of players only.
///
/// With `A = String` the actions are in the notation of the game, whichever game it is;
/// [`Analysis::parse`] turns them into the actions of one.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// The number of turns of the whole game.
    pub of: usize,
    /// The turns examined so far, in the order of the game; `None` where the engine has no opinion.
    pub turns: Vec<Option<Examined<A>>>,
}

impl<A> Analysis<A> {
    /// Whether all turns have been examined.
    pub fn is_done(&self) -> bool {
        self.turns.len() >= self.of
    }

    /// How well a seat played. Forced turns do not count. `seats` has the seat of each turn.
    pub fn play_of(&self, seat: Seat, seats: impl Iterator<Item = Seat>) -> Play {
        let mut play = Play::default();
        let own = self.turns.iter().zip(seats).filter(|(_, other)| *other == seat);
        for examined in own.filter_map(|(examined, _)| examined.as_ref()).filter(|examined| !examined.forced)
        {
            play.add(examined.loss);
        }
        play
    }
}

impl Analysis<String> {
    /// The same analysis with the actions of a game. It ends before the first turn that cannot be read, such as
    /// one in an older notation: the turns from there on count as not examined yet.
    pub fn parse<A: FromStr>(&self) -> Analysis<A> {
        let parse = |turn: &Option<Examined<String>>| match turn {
            Some(examined) => parse_turn(examined).map(Some),
            None => Some(None),
        };
        Analysis { of: self.of, turns: self.turns.iter().map_while(parse).collect() }
    }
}

fn parse_turn<A: FromStr>(examined: &Examined<String>) -> Option<Examined<A>> {
    let judged =
        |judged: &Judged<String>| Some(Judged { action: judged.action.parse().ok()?, score: judged.score });
    Some(Examined {
        played: judged(&examined.played)?,
        best: examined.best.iter().map(judged).collect::<Option<_>>()?,
        loss: examined.loss,
        forced: examined.forced,
    })
}

#[cfg(test)]
mod tests {
    use siesta::Turn;

    use super::*;

    fn examined(text: &str, loss: f32, forced: bool) -> Option<Examined<String>> {
        let played = Judged { action: text.to_owned(), score: 0.0 };
        Some(Examined { played, best: Vec::new(), loss, forced })
    }

    #[test]
    fn everybody_is_judged_by_turns_with_a_choice() {
        let turn = "*F5 ^F6 #F7";
        let analysis = Analysis {
            of: 4,
            turns: vec![
                examined(turn, 0.0, false),
                examined(turn, 2.5, false),
                examined(turn, 9.0, true),
                None,
            ],
        };
        let seats = || [0, 1, 0, 1].map(|seat| Seat::ALL[seat]).into_iter();
        assert_eq!(analysis.play_of(Seat::ALL[0], seats()).accuracy(), Some(100.0));
        assert_eq!(analysis.play_of(Seat::ALL[1], seats()).accuracy(), Some(50.0));
    }

    #[test]
    fn a_turn_that_cannot_be_read_and_all_after_it_are_not_examined_yet() {
        let turns = vec![
            None,
            examined("*F5 ^F6 #F7", 0.0, false),
            examined("a turn of another time", 0.0, false),
            None,
        ];
        let analysis = Analysis { of: 4, turns };
        assert!(analysis.is_done());
        let parsed: Analysis<Turn> = analysis.parse();
        assert_eq!((parsed.turns.len(), parsed.is_done()), (2, false));
    }
}
