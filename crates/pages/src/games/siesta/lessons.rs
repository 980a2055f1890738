//! The lessons of Siesta: a position each, and what one turn in it has to reach.

use club::GameName;
use siesta::{Cell, Content, Laying, Piece, Placement, Position};

use crate::learn::Course;
use crate::words::Words;

/// Where the rules and the lessons are.
pub(super) static COURSE: Course = Course {
    game: GameName::Siesta,
    rules: "/learn",
    lessons: "/learn/lessons",
    cookie: "sobremesa_lessons",
    count: LESSONS.len(),
};

/// The titles of the lessons in their order.
pub(super) fn titles(words: Words) -> Vec<String> {
    LESSONS.iter().map(|lesson| words.say(&format!("lesson-{}-title", lesson.key))).collect()
}

/// A position and what one turn in it has to reach.
pub(super) struct Lesson {
    /// The part of the message keys that names the lesson.
    pub(super) key: &'static str,
    position: &'static str,
    goal: Goal,
}

/// What a turn has to reach.
enum Goal {
    /// At least so many points.
    Gain(u8),
    /// At least so many points, and none for anybody else.
    Alone(u8),
    /// A Double Siesta.
    Double,
    /// No shadow lies on this cell, and none can be laid there.
    Close(&'static str),
    /// The end of the game, and more points than anybody else.
    Win,
}

/// All lessons in their order.
pub(super) static LESSONS: [Lesson; 7] = [
    Lesson { key: "first", position: "12/12/12/12/5*6/5b6/5#6/12/12/12/12/12 2 a 1", goal: Goal::Gain(2) },
    Lesson { key: "longer", position: "12/12/12/12/3*a#6/3b8/3#8/12/12/12/12/12 2 a 2", goal: Goal::Gain(3) },
    Lesson {
        key: "apart",
        position: "12/12/12/12/1*b###6/5###b*2/12/12/12/12/12/12 2 a 4",
        goal: Goal::Gain(3),
    },
    Lesson { key: "double", position: "12/12/12/12/12/3*a##5/3b8/3#8/12/12/12/12 2 a 3", goal: Goal::Double },
    Lesson {
        key: "share",
        position: "12/12/12/12/2*ab#6/2a9/2#9/12/12/12/12/12 2 a 3",
        goal: Goal::Alone(3),
    },
    Lesson {
        key: "close",
        position: "12/12/12/12/2*b##6/2a9/2#9/12/12/12/12/12 2 a 3",
        goal: Goal::Close("G5"),
    },
    Lesson {
        key: "end",
        position: "12/12/1*bb##6/1*aaaa##4/1*bbbb####2/1*aaaa##4/1*aaaa#5/1*aa8/12/12/12/12 2 a 14",
        goal: Goal::Win,
    },
];

impl Lesson {
    /// The position that the lesson starts with.
    pub(super) fn position(&self) -> Option<Position> {
        self.position.parse().ok()
    }

    /// The points that the task asks for.
    pub(super) fn points(&self) -> u8 {
        match self.goal {
            Goal::Gain(points) | Goal::Alone(points) => points,
            Goal::Double | Goal::Close(_) | Goal::Win => 1,
        }
    }

    /// Whether a complete turn reaches the goal.
    pub(super) fn is_done_by(&self, laying: &Laying) -> bool {
        let mover = laying.before().mover();
        let gains = laying.gains();
        if gains[mover] < self.points() {
            return false;
        }
        match self.goal {
            Goal::Gain(_) => true,
            Goal::Alone(_) => gains.iter().all(|(seat, gain)| seat == mover || *gain == 0),
            Goal::Double => laying.reasons().doubles.iter().any(|double| double.seat == mover),
            Goal::Close(cell) => cell.parse().is_ok_and(|cell| is_closed(laying, cell)),
            Goal::Win => {
                let after = laying.clone().finish();
                let outcome = after.ok().and_then(|after| after.outcome());
                outcome.is_some_and(|outcome| outcome.winners().eq([mover]))
            }
        }
    }
}

/// Whether no shadow lies on this cell after the turn, and none can be laid there.
fn is_closed(laying: &Laying, cell: Cell) -> bool {
    match laying.board().get(cell) {
        Some(Content::Shadow) => false,
        Some(Content::Sun | Content::Roof(_)) => true,
        None => {
            let shadow = Placement { piece: Piece::Shadow, cell };
            laying.clone().finish().is_ok_and(|after| after.lay().check(shadow).is_err())
        }
    }
}

#[cfg(test)]
mod tests {
    use siesta::{Refusal, Turn};

    use super::*;

    fn laid(position: &Position, turn: &Turn) -> Laying {
        let mut laying = position.lay();
        turn.iter().for_each(|placement| laying.lay(placement).unwrap());
        laying
    }

    fn done(key: &str, turn: &str) -> bool {
        let lesson = LESSONS.iter().find(|lesson| lesson.key == key).unwrap();
        let laying = laid(&lesson.position().unwrap(), &turn.parse().unwrap());
        assert!(laying.is_complete(), "{key}: {turn}");
        lesson.is_done_by(&laying)
    }

    #[test]
    fn every_lesson_can_be_done_and_missed() {
        for lesson in &LESSONS {
            let position = lesson.position().unwrap();
            let (mut right, mut wrong) = (0, 0);
            position.each_turn(|turn, _| {
                if lesson.is_done_by(&laid(&position, &turn)) { right += 1 } else { wrong += 1 }
            });
            assert!(right > 0, "{} cannot be done", lesson.key);
            assert!(wrong > 0, "{} cannot be missed", lesson.key);
        }
    }

    #[test]
    fn what_the_tasks_hint_at_is_right_and_what_they_warn_of_is_not() {
        for (key, turn, right) in [
            ("first", "^G5 #H5 #I5", true),
            ("first", "^G5 #H5 ^G6", false),
            ("longer", "#G5 #H5 #I5", true),
            ("longer", "#G5 #H5 ^E6", false),
            ("apart", "^G5 ^H5 *I5", true),
            ("apart", "^G5 *G4 #G7", false),
            ("double", "^H6 *I6 *D5", true),
            ("double", "#H6 #I6 #J6", false),
            ("share", "#C8 #C9 #C10", true),
            ("share", "#G5 #H5 #I5", false),
            ("close", "^G5 *H5 #C8", true),
            ("close", "^G5 #C8 #C9", true),
            ("close", "#C8 #C9 #G5", false),
            ("end", "#I4 #J4 ^E8", true),
            ("end", "#I4 #J4 #K4", false),
            ("end", "#I4 ^E8", false),
        ] {
            assert_eq!(done(key, turn), right, "{key}: {turn}");
        }
    }

    #[test]
    fn what_the_tasks_say_is_refused_is_refused() {
        let why = |key: &str, placement: &str| {
            let lesson = LESSONS.iter().find(|lesson| lesson.key == key).unwrap();
            lesson.position().unwrap().lay().why_not(placement.parse().unwrap())
        };
        assert!(matches!(why("apart", "*H5"), Some(Refusal::SunTouchesShadow { .. })));
        assert!(matches!(why("end", "^E8"), Some(Refusal::NoPoint { .. })));
    }
}
