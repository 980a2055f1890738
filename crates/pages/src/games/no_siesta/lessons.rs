//! The lessons of ¡No Siesta!: a position each, what the others and chance do in it, and what is to be reached.

mod attempt;
mod goal;

use club::GameName;
use game::Seat;
use no_siesta::{Cart, Helper, Position, Sheet, Unit};

pub(super) use self::attempt::Attempt;
pub(super) use self::goal::Goal;
use super::area::Area;
use crate::learn::Course;
use crate::words::Words;

/// The seat of whoever takes a lesson.
pub(super) const PUPIL: Seat = Seat::ALL[0];

/// Where the rules and the lessons are.
pub(super) static COURSE: Course = Course {
    game: GameName::NoSiesta,
    rules: "/learn/no-siesta",
    lessons: "/learn/no-siesta",
    cookie: "sobremesa_farm_lessons",
    count: LESSONS.len(),
};

/// The titles of the lessons in their order.
pub(super) fn titles(words: Words) -> Vec<String> {
    LESSONS.iter().map(|lesson| words.say(&format!("farm-lesson-{}-title", lesson.key))).collect()
}

/// A position and what the pupil has to reach from there.
pub(super) struct Lesson {
    /// The part of the message keys that names the lesson.
    pub(super) key: &'static str,
    position: &'static str,
    /// The steps of the others and of chance, in their order.
    others: &'static [&'static str],
    /// All of them have to be reached.
    pub(super) goals: &'static [Goal],
    /// The parts of the table that are shown and can be used.
    pub(super) areas: &'static [Area],
}

/// All lessons in their order.
pub(super) static LESSONS: [Lesson; 7] = [
    Lesson {
        key: "dice",
        position: "mode=standard round=3 pig=a phase=take:1:a dice=olive+grain,grapes,pig,2hat \
                   face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                   seat=a stock=4 track=0 rows=1/1/0/0/1 seat=b stock=4 track=0",
        others: &[
            "take hat",
            "roll olive+grain, grapes, pig",
            "take olive+grain",
            "roll silver",
            "mark silver",
        ],
        goals: &[Goal::Disc(Unit::Grapes), Goal::Disc(Unit::Pig), Goal::LastDie],
        areas: &[Area::Revenue, Area::Storage],
    },
    Lesson {
        key: "store",
        position: "mode=standard round=3 pig=a phase=score:a dice=- \
                   face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                   seat=a stock=1 board=grain,grapes,pig track=0 rows=1/0/0/0/1 seat=b stock=4 track=0",
        others: &[],
        goals: &[Goal::Sets(1), Goal::Pairs(1)],
        areas: &[Area::Revenue, Area::Storage, Area::Helpers],
    },
    Lesson {
        key: "roof",
        position: "mode=standard round=3 pig=a phase=score:a dice=- \
                   face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                   seat=a stock=3 board=silver track=0 silver=1 carts=111000.0/0000000.0/00000000.0 \
                   rows=0/0/0/0/1 seat=b stock=4 track=0",
        others: &["draw pigs"],
        goals: &[Goal::Roofs(1), Goal::Used(1), Goal::Pairs(1), Goal::Loaded(Cart::Top, 4)],
        areas: &[Area::Revenue, Area::Barn, Area::Storage, Area::Carts],
    },
    Lesson {
        key: "cart",
        position: "mode=standard round=5 pig=a phase=score:a dice=- \
                   face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=b/-/-/-/-/- \
                   seat=a stock=2 board=olive,grain,donkey track=1 \
                   helpers=11:roof-selection/00/000/000/0000/0000 trades=101000 \
                   carts=111100.0/0000000.0/00000000.0 rows=0/1/0/0/0 \
                   seat=b stock=3 track=0 carts=000000.0/1111111.2:larger/00000000.0",
        others: &[],
        goals: &[Goal::Complete(Cart::Top), Goal::Market(2)],
        areas: &[Area::Revenue, Area::Carts, Area::Storage, Area::Market],
    },
    Lesson {
        key: "trade",
        position: "mode=standard round=3 pig=a phase=score:a dice=- \
                   face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                   seat=a stock=0 board=2olive,grapes,commodity track=0 rows=1/0/0/0/0 seat=b stock=4 track=0",
        others: &[],
        goals: &[Goal::Trades(1), Goal::Sets(1)],
        areas: &[Area::Revenue, Area::Trades, Area::Storage],
    },
    Lesson {
        key: "helper",
        position: "mode=standard round=5 pig=a phase=score:a dice=- \
                   face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                   seat=a stock=2 board=grain,donkey track=0 carts=000000.0/1111111.0/00000000.0 \
                   seat=b stock=4 track=0",
        others: &["done"],
        goals: &[Goal::Space(1), Goal::Hired(Helper::Carts)],
        areas: &[Area::Revenue, Area::Helpers, Area::Carts],
    },
    Lesson {
        key: "end",
        position: "mode=standard round=3 pig=a phase=score:a dice=- \
                   face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                   seat=a stock=0 board=grapes,pig,hat,2commodity track=1 silver=1 rows=1/1/0/0/1 \
                   seat=b stock=5 track=1",
        others: &["draw donkeys"],
        goals: &[Goal::Points(4), Goal::NothingLost],
        areas: &[
            Area::Revenue,
            Area::Barn,
            Area::Helpers,
            Area::Storage,
            Area::Trades,
            Area::Carts,
            Area::Track,
        ],
    },
];

impl Lesson {
    /// The position that the lesson starts with.
    fn position(&self) -> Option<Position> {
        Position::read(Sheet::standard(), self.position).ok()
    }

    /// The points that the task asks for; 0 if it asks for none.
    pub(super) fn points(&self) -> u8 {
        let points = |goal: &Goal| if let Goal::Points(points) = goal { Some(*points) } else { None };
        self.goals.iter().find_map(points).unwrap_or(0)
    }

    /// The helper space that the task asks for, counted from 0; also 0 if it asks for none.
    pub(super) fn space(&self) -> u8 {
        let space = |goal: &Goal| if let Goal::Space(space) = goal { Some(*space) } else { None };
        self.goals.iter().find_map(space).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use no_siesta::{Action, Market, ScoreItem};

    use super::*;
    use crate::words::Language;

    const WORDS: Words = Words(Language::English);

    fn attempt(key: &str, steps: &str) -> Attempt {
        let lesson = LESSONS.iter().find(|lesson| lesson.key == key).unwrap();
        let attempt = Attempt::of(lesson, steps).unwrap();
        let asked = steps.split(';').filter(|step| !step.is_empty()).count();
        assert_eq!(attempt.steps.len(), asked, "{key}: {steps}: done {}", attempt.text(0));
        attempt
    }

    fn missing(key: &str, steps: &str) -> Vec<Goal> {
        let lesson = LESSONS.iter().find(|lesson| lesson.key == key).unwrap();
        let attempt = attempt(key, steps);
        lesson.goals.iter().copied().filter(|goal| !goal.is_reached(WORDS, &attempt)).collect()
    }

    #[test]
    fn every_lesson_begins_with_the_pupil_to_act_and_nothing_reached_that_is_asked_for() {
        for lesson in &LESSONS {
            let position = lesson.position().unwrap_or_else(|| {
                panic!("{}: {:?}", lesson.key, Position::read(Sheet::standard(), lesson.position))
            });
            assert!(position.to_act().includes(PUPIL), "{}", lesson.key);
            assert_eq!(missing(lesson.key, ""), lesson.goals, "{}", lesson.key);
        }
    }

    #[test]
    fn what_the_tasks_hint_at_is_right_and_other_legal_steps_are_not() {
        for (key, steps, left) in [
            ("dice", "take grapes; take pig; mark silver", &[][..]),
            ("dice", "take pig; take grapes; mark nothing", &[]),
            ("dice", "take hat; take pig; mark silver", &[Goal::Disc(Unit::Grapes)]),
            ("dice", "take olive+grain; take grapes; mark silver", &[Goal::Disc(Unit::Pig)]),
            ("store", "grain to warehouse; grapes to warehouse; pig to stable", &[]),
            ("store", "grain to helper 2; grapes to warehouse; pig to stable", &[Goal::Sets(1)]),
            ("store", "grain to warehouse; grapes to warehouse; done", &[Goal::Pairs(1)]),
            ("roof", "silver to barn; use pigs; free pig to top cart; free pig to stable", &[]),
            (
                "roof",
                "silver to barn; use pigs; free pig to stable; free pig to stable",
                &[Goal::Loaded(Cart::Top, 4)],
            ),
            ("cart", "grain to top cart; olive to top cart; donkey to top yoke; market trades", &[]),
            ("cart", "donkey to top yoke; grain to top cart; olive to top cart; market trades", &[]),
            (
                "cart",
                "grain to top cart; olive to top cart; donkey to top yoke; market helpers",
                &[Goal::Market(2)],
            ),
            (
                "cart",
                "grain to top cart; olive to warehouse; donkey to top yoke; done",
                &[Goal::Complete(Cart::Top), Goal::Market(2)],
            ),
            (
                "trade",
                "trade 1 with olive, olive, commodity as olive; grapes to warehouse; commodity as grain to warehouse",
                &[],
            ),
            (
                "trade",
                "grapes to warehouse; commodity as grain to warehouse; olive to warehouse; olive to warehouse",
                &[Goal::Trades(1)],
            ),
            ("helper", "grain to helper 2; donkey to helper 2; done; hire carts", &[]),
            (
                "helper",
                "grain to helper 2; donkey to helper 2; done; hire siesta",
                &[Goal::Hired(Helper::Carts)],
            ),
            ("helper", "donkey to middle yoke; done", &[Goal::Space(1), Goal::Hired(Helper::Carts)]),
            (
                "end",
                "grapes to warehouse; pig to stable; hat to track; commodity as silver to barn; done",
                &[],
            ),
            (
                "end",
                "grapes to warehouse; pig to stable; hat to track; commodity as silver to barn; use donkeys; done",
                &[Goal::NothingLost],
            ),
            (
                "end",
                "grapes to warehouse; pig to helper 1; hat to track; commodity as silver to barn; done",
                &[Goal::Points(4)],
            ),
            (
                "end",
                "grapes to warehouse; pig to stable; hat to track; done",
                &[Goal::Points(4), Goal::NothingLost],
            ),
        ] {
            assert_eq!(missing(key, steps), left, "{key}: {steps}");
        }
    }

    #[test]
    fn no_market_space_pays_more_than_the_lesson_asks_for() {
        let open = attempt("cart", "grain to top cart; olive to top cart; donkey to top yoke");
        let mut actions = Vec::new();
        open.position.actions(PUPIL, &mut actions);
        let paid = actions.iter().filter(|action| {
            let mut after = open.position;
            after.play(PUPIL, action).unwrap();
            Market::ALL.into_iter().any(|space| after.points(PUPIL, ScoreItem::Market(space)) >= 2)
        });
        assert_eq!(paid.collect::<Vec<_>>(), [&Action::Market(Market::Trades)]);
    }

    #[test]
    fn steps_that_are_none_change_nothing() {
        for steps in ["nonsense", "grain to warehouse; nonsense; pig to stable", "take pig", ";;;"] {
            let lesson = &LESSONS[1];
            let attempt = Attempt::of(lesson, steps).unwrap();
            assert!(attempt.steps.len() <= 1, "{steps}");
        }
    }
}
