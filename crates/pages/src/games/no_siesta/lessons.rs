//! The lessons: a position each, what the others and chance do in it, and what is to be reached.

use game::{Seat, ToAct};
use no_siesta::{
    Action, Cart, CartStatus, Farm, Helper, Market, Phase, Position, ScoreItem, Sheet, Tile, Unit,
};

use super::area::Area;
use crate::games::no_siesta::farm::lost_at_the_end;
use crate::games::no_siesta::words as say;
use crate::words::Words;

/// Who learns.
pub const PUPIL: Seat = Seat::ALL[0];
/// More steps than any lesson needs.
const MOST_STEPS: usize = 40;
/// What stands between two steps in an address.
const BETWEEN: &str = "; ";

/// A position and what is to be reached from there.
pub struct Lesson {
    /// How its words are found.
    pub key: &'static str,
    position: &'static str,
    /// What the others and chance do, in this order.
    others: &'static [&'static str],
    /// What is to be reached, all of it.
    pub goals: &'static [Goal],
    /// What is shown, and can be used.
    pub areas: &'static [Area],
}

/// Something to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A disc on this unit.
    Disc(Unit),
    /// The last die of the round is dealt with.
    LastDie,
    /// So many sets in the warehouse.
    Sets(u8),
    /// So many pairs in the stable.
    Pairs(u8),
    /// So many sections of the barn with a roof.
    Roofs(u8),
    /// So many roof tiles used.
    Used(u8),
    /// So many goods on the cart.
    Loaded(Cart, u8),
    /// The cart complete.
    Complete(Cart),
    /// A disc on the market that pays so much as things stand.
    Market(u8),
    /// So many trades.
    Trades(u8),
    /// This helper space complete, from 0.
    Space(u8),
    /// This helper hired.
    Hired(Helper),
    /// So many points more than at the beginning.
    Points(u8),
    /// The scoring ended, and nothing lost by that.
    NothingLost,
}

/// All lessons in order.
pub static LESSONS: [Lesson; 7] = [
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
    /// Where it begins.
    pub fn position(&self) -> Option<Position> {
        Position::read(Sheet::standard(), self.position).ok()
    }

    /// The points that its task asks for, if it asks for any.
    pub fn points(&self) -> u8 {
        let points = |goal: &Goal| if let Goal::Points(points) = goal { Some(*points) } else { None };
        self.goals.iter().find_map(points).unwrap_or(0)
    }

    /// The helper space that its task asks for, from 0, if it asks for any.
    pub fn space(&self) -> u8 {
        let space = |goal: &Goal| if let Goal::Space(space) = goal { Some(*space) } else { None };
        self.goals.iter().find_map(space).unwrap_or(0)
    }
}

/// What somebody has done in a lesson so far.
pub struct Attempt {
    pub start: Position,
    pub position: Position,
    pub steps: Vec<Action>,
    /// The farm as it was when the scoring was ended.
    ended: Option<Farm>,
}

impl Attempt {
    /// Does these steps as far as the rules allow, and what the others and chance do in between.
    pub fn of(lesson: &Lesson, steps: &str) -> Option<Self> {
        let start = lesson.position()?;
        let mut attempt = Self { start, position: start, steps: Vec::new(), ended: None };
        let mut others = lesson.others.iter();
        let actions = steps.split(BETWEEN.trim_end()).map_while(|step| step.trim().parse().ok());
        for action in actions.take(MOST_STEPS) {
            let before = *attempt.position.farm(PUPIL);
            if !Area::allow(lesson.areas, &action) || attempt.position.play(PUPIL, &action).is_err() {
                break;
            }
            if action == Action::Done {
                attempt.ended = Some(before);
            }
            attempt.steps.push(action);
            attempt.let_others(&mut others);
        }
        Some(attempt)
    }

    /// The others and chance do what the lesson has for them, until it is for the pupil to act.
    fn let_others(&mut self, others: &mut std::slice::Iter<'_, &str>) {
        loop {
            let done = match self.position.to_act() {
                ToAct::Seats(seats) if seats.contains(PUPIL) => false,
                ToAct::Seats(seats) => {
                    seats.iter().next().is_some_and(|seat| self.let_act(seat, others.next()))
                }
                ToAct::Chance => others
                    .next()
                    .and_then(|text| text.parse().ok())
                    .is_some_and(|chance| self.position.happen(&chance).is_ok()),
                ToAct::Over => false,
            };
            if !done {
                return;
            }
        }
    }

    /// Somebody else does this, or whatever is possible instead, such as another die.
    fn let_act(&mut self, seat: Seat, text: Option<&&str>) -> bool {
        let Some(wanted) = text.and_then(|text| text.parse().ok()) else { return false };
        let mut possible = Vec::new();
        self.position.actions(seat, &mut possible);
        let action = if possible.contains(&wanted) { Some(wanted) } else { possible.first().copied() };
        action.is_some_and(|action| self.position.play(seat, &action).is_ok())
    }

    /// The steps as they stand in an address, all but the last so many.
    pub fn text(&self, without: usize) -> String {
        let kept = self.steps.len().saturating_sub(without);
        self.steps[..kept].iter().map(ToString::to_string).collect::<Vec<_>>().join(BETWEEN)
    }

    /// Whether it is still for the pupil to act.
    pub fn is_open(&self) -> bool {
        self.position.to_act().includes(PUPIL)
    }

    /// The points that it has brought.
    pub fn gain(&self) -> i32 {
        self.position.scores()[PUPIL] - self.start.scores()[PUPIL]
    }

    /// What the end of the scoring has taken away, if it has ended.
    pub fn lost(&self, words: Words) -> Option<Vec<String>> {
        self.ended.map(|farm| lost_at_the_end(words, &farm))
    }

    /// Whether something is reached.
    pub fn reaches(&self, words: Words, goal: Goal) -> bool {
        let (position, farm) = (&self.position, self.position.farm(PUPIL));
        match goal {
            Goal::Disc(unit) => farm.board().count(unit) > 0,
            Goal::LastDie => matches!(position.phase(), Phase::Score(..)),
            Goal::Sets(count) => farm.harvest_sets() >= count,
            Goal::Pairs(count) => farm.animal_pairs() >= count,
            Goal::Roofs(count) => farm.built() >= count,
            Goal::Used(count) => Tile::ALL.into_iter().map(|tile| farm.turned(tile)).sum::<u8>() >= count,
            Goal::Loaded(cart, count) => farm.cart(cart).loaded().count_ones() >= count.into(),
            Goal::Complete(cart) => farm.cart(cart).status() != CartStatus::Open,
            Goal::Market(points) => Market::ALL
                .into_iter()
                .any(|space| position.points(PUPIL, ScoreItem::Market(space)) >= points.into()),
            Goal::Trades(count) => farm.trades().count_ones() >= count.into(),
            Goal::Space(space) => {
                let circles = position.sheet().helpers().get(usize::from(space));
                circles
                    .is_some_and(|one| farm.marked(space.into()).count_ones() as usize == one.circles().len())
            }
            Goal::Hired(helper) => {
                (0..position.sheet().helpers().len()).any(|space| farm.hired(space) == Some(helper))
            }
            Goal::Points(points) => self.gain() >= points.into(),
            Goal::NothingLost => self.lost(words).is_some_and(|lost| lost.is_empty()),
        }
    }
}

impl Goal {
    /// Whether it is reached by ending the scoring.
    pub fn needs_the_end(self) -> bool {
        match self {
            Self::NothingLost | Self::Hired(_) => true,
            Self::Disc(_)
            | Self::LastDie
            | Self::Sets(_)
            | Self::Pairs(_)
            | Self::Roofs(_)
            | Self::Used(_)
            | Self::Loaded(..)
            | Self::Complete(_)
            | Self::Market(_)
            | Self::Trades(_)
            | Self::Space(_)
            | Self::Points(_) => false,
        }
    }

    /// What is to be reached, in words.
    pub fn text(self, words: Words) -> String {
        let counted = |key: &str, count: u8| words.with(key, [("count", i64::from(count).into())]);
        match self {
            Self::Disc(unit) => words.with("goal-disc", [("unit", say::unit(words, unit).into())]),
            Self::LastDie => words.say("goal-last-die"),
            Self::Sets(count) => counted("goal-sets", count),
            Self::Pairs(count) => counted("goal-pairs", count),
            Self::Roofs(count) => counted("goal-roofs", count),
            Self::Used(count) => counted("goal-used", count),
            Self::Loaded(cart, count) => words.with(
                "goal-loaded",
                [("cart", say::cart(words, cart).into()), ("count", i64::from(count).into())],
            ),
            Self::Complete(cart) => words.with("goal-complete", [("cart", say::cart(words, cart).into())]),
            Self::Market(points) => {
                words.with("goal-market", [("points", say::points(words, points.into()).into())])
            }
            Self::Trades(count) => counted("goal-trades", count),
            Self::Space(space) => words.with("goal-space", [("number", (i64::from(space) + 1).into())]),
            Self::Hired(helper) => words.with("goal-hired", [("helper", say::helper(words, helper).into())]),
            Self::Points(points) => {
                words.with("goal-points", [("points", say::points(words, points.into()).into())])
            }
            Self::NothingLost => words.say("goal-nothing-lost"),
        }
    }
}

#[cfg(test)]
mod tests {
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
        lesson.goals.iter().copied().filter(|goal| !attempt.reaches(WORDS, *goal)).collect()
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
