//! The rules of ¡No Siesta! in order, each with steps that show what it is about.

use game::Seat;
use no_siesta::{Position, Sheet};

use crate::games::no_siesta::area::Area;
use crate::games::no_siesta::words as say;
use crate::learn::colour_names;
use crate::words::Words;

/// A position, the steps taken in it, and the parts of the table that show them.
pub(super) struct Example {
    position: &'static str,
    /// Each starts with the letter of the seat that takes it; those of chance have none.
    steps: &'static [&'static str],
    pub(super) areas: &'static [Area],
}

/// What a rule shows besides its example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum More {
    Nothing,
    /// All kinds of roof tiles.
    Tiles,
    /// The helpers of all modes.
    Helpers,
    /// The helpers of experienced farmers.
    GreyHelpers,
    /// The score sheet of the example.
    Score,
}

/// A rule with its example.
pub(super) struct Section {
    /// The part of the message keys that names the rule, and the anchor on the page.
    pub(super) key: &'static str,
    pub(super) example: Example,
    pub(super) more: More,
}

/// The rules in the order in which they are explained.
pub(super) static SECTIONS: [Section; 14] = [
    Section {
        key: "round",
        example: Example {
            position: "mode=standard round=1 pig=a phase=roll:1 dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=4 track=0 seat=b stock=4 track=0",
            steps: &["roll olive+grain, grapes, pig, silver, hat"],
            areas: &[Area::Dice, Area::Revenue],
        },
        more: More::Nothing,
    },
    Section {
        key: "dice",
        example: Example {
            position: "mode=standard round=1 pig=a phase=take:1:a dice=olive+grain,grapes,pig,silver,hat \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=4 track=0 seat=b stock=4 track=0",
            steps: &[
                "a take olive+grain",
                "b take silver",
                "roll grapes, 2 hat",
                "a take grapes",
                "b take hat",
                "roll donkey",
            ],
            areas: &[Area::Dice],
        },
        more: More::Nothing,
    },
    Section {
        key: "revenue",
        example: Example {
            position: "mode=standard round=1 pig=a phase=last:ab dice=donkey \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=1 board=olive,grain,grapes track=0 seat=b stock=2 board=silver,hat track=0",
            steps: &["a mark donkey"],
            areas: &[Area::Revenue],
        },
        more: More::Nothing,
    },
    Section {
        key: "scoring",
        example: Example {
            position: "mode=standard round=3 pig=a phase=score:a dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=0 board=olive,pig,hat,commodity track=0 rows=0/1/1/0/0 seat=b stock=4 track=0",
            steps: &[
                "a olive to warehouse",
                "a hat to track",
                "a commodity as donkey to stable",
                "a pig to stable",
            ],
            areas: &[Area::Revenue, Area::Storage],
        },
        more: More::Nothing,
    },
    Section {
        key: "barn",
        example: Example {
            position: "mode=standard round=5 pig=a phase=score:a dice=- \
                       face-down=3olives,3grains,3grapes,2pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=3 board=silver track=0 silver=1 turned=pigs seat=b stock=4 track=0",
            steps: &["a silver to barn", "draw grapes"],
            areas: &[Area::Barn],
        },
        more: More::Tiles,
    },
    Section {
        key: "helpers",
        example: Example {
            position: "mode=standard round=5 pig=a phase=hire:a dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=4 track=0 helpers=11/01/000/000/0000/0000 seat=b stock=4 track=0",
            steps: &["a hire siesta"],
            areas: &[Area::Helpers],
        },
        more: More::Helpers,
    },
    Section {
        key: "trades",
        example: Example {
            position: "mode=standard round=3 pig=a phase=score:a dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=1 board=2grapes,commodity track=0 seat=b stock=4 track=0",
            steps: &["a trade 3 with grapes, grapes, commodity as grapes"],
            areas: &[Area::Trades, Area::Revenue],
        },
        more: More::Nothing,
    },
    Section {
        key: "carts",
        example: Example {
            position: "mode=standard round=7 pig=a phase=score:a dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=3 board=olive,donkey track=1 carts=111110.0/1110000.1/00000000.0 \
                       seat=b stock=4 track=0",
            steps: &["a olive to top cart", "a donkey to top yoke"],
            areas: &[Area::Carts],
        },
        more: More::Nothing,
    },
    Section {
        key: "market",
        example: Example {
            position: "mode=standard round=7 pig=a phase=market:a dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/b/- \
                       seat=a stock=4 board=commodity track=1 trades=101000 \
                       carts=111111.1:new/1110000.1/00000000.0 \
                       seat=b stock=3 track=0 carts=000000.0/1111111.2:larger/00000000.0",
            steps: &["a market trades"],
            areas: &[Area::Market],
        },
        more: More::Nothing,
    },
    Section {
        key: "storage",
        example: Example {
            position: "mode=standard round=7 pig=a phase=score:a dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=2 board=grain,pig track=0 rows=3/1/2/0/1 seat=b stock=4 track=0",
            steps: &["a grain to warehouse", "a pig to stable"],
            areas: &[Area::Storage],
        },
        more: More::Nothing,
    },
    Section {
        key: "track",
        example: Example {
            position: "mode=standard round=7 pig=a phase=score:a dice=- \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=4 board=hat track=3 seat=b stock=5 track=2",
            steps: &["a hat to track"],
            areas: &[Area::Track],
        },
        more: More::Nothing,
    },
    Section {
        key: "final",
        example: Example {
            position: "mode=standard round=11 pig=a phase=over dice=- \
                       face-down=2olives,3grains,2grapes,3pigs,3donkeys,2silver,3change,2vp market=-/a/-/-/-/b \
                       seat=a stock=6 track=10 tiles=vp turned=olives,silver \
                       helpers=11:storage/11:carts/000/000/0000/0000 trades=100000 \
                       carts=111111.1:larger/1111000.0/00000000.0 rows=4/3/3/1/2 \
                       seat=b stock=5 track=6 turned=grapes helpers=11:trade-good/00/111:siesta/000/0000/0000 \
                       trades=101010 carts=111111.1:smaller/0000000.0/00000000.0 rows=1/2/1/3/2",
            steps: &[],
            areas: &[],
        },
        more: More::Score,
    },
    Section {
        key: "others",
        example: Example {
            position: "mode=original round=1 pig=a phase=take:1:a dice=2olive+grain,pig,silver,hat \
                       face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/-/-/-/- \
                       seat=a stock=4 track=0 seat=b stock=4 track=0",
            steps: &["a take olive+grain", "b take silver", "a take hat", "b take pig", "a mark olive"],
            areas: &[Area::Dice],
        },
        more: More::GreyHelpers,
    },
    Section {
        key: "solo",
        example: Example {
            position: "mode=solo round=3 pig=a phase=take:2:a dice=grapes,pig,silver \
                       face-down=2olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp market=-/-/n/-/-/- \
                       neutral=1 finished=bottom upper=pig,hat lower=hat pile=15 beside=2 aside=6 \
                       seat=a stock=4 board=grain track=1 tiles=olives",
            steps: &["a take pig"],
            areas: &[Area::Rival],
        },
        more: More::Nothing,
    },
];

/// A step of an example.
pub(super) struct ExampleStep {
    /// Who took it; `None` for chance.
    pub(super) seat: Option<Seat>,
    /// What was done, in words.
    pub(super) text: String,
    /// The points that it brought to the seat.
    pub(super) gain: i32,
}

impl Example {
    /// The position after all steps, and the steps in words; `None` if a step is not legal.
    pub(super) fn played(&self, words: Words) -> Option<(Position, Vec<ExampleStep>)> {
        let mut position = Position::read(Sheet::standard(), self.position).ok()?;
        let (names, sheet) = (colour_names(words), position.sheet());
        let mut taken = Vec::new();
        for step in self.steps {
            let before = position;
            let by = step.split_once(' ').and_then(|(seat, step)| Some((seat.parse::<Seat>().ok()?, step)));
            let (seat, text) = match by {
                Some((seat, step)) => {
                    let action = step.parse().ok()?;
                    position.play(seat, &action).ok()?;
                    (Some(seat), say::action(words, &names, sheet, &action))
                }
                None => {
                    let chance = step.parse().ok()?;
                    position.happen(&chance).ok()?;
                    (None, say::chance(words, sheet, &chance))
                }
            };
            let gain = seat.map_or(0, |seat| position.scores()[seat] - before.scores()[seat]);
            taken.push(ExampleStep { seat, text, gain });
        }
        Some((position, taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::no_siesta::lessons::PUPIL;
    use crate::words::Language;

    fn section(key: &str) -> &'static Section {
        SECTIONS.iter().find(|section| section.key == key).unwrap()
    }

    #[test]
    fn every_example_is_a_position_and_its_steps_are_legal() {
        for section in &SECTIONS {
            let position = Position::read(Sheet::standard(), section.example.position);
            let position = position.unwrap_or_else(|error| panic!("{}: {error}", section.key));
            // Nothing that the text says is silently put right.
            let again = Position::read(Sheet::standard(), &position.to_string()).unwrap();
            assert_eq!(again, position, "{}", section.key);
            assert!(section.example.played(Words(Language::English)).is_some(), "{}", section.key);
        }
    }

    #[test]
    fn the_examples_gain_what_the_text_is_about() {
        for (key, gains) in [
            ("scoring", &[1, 1, 0, 1][..]),
            ("barn", &[0, 0]),
            ("trades", &[2]),
            ("carts", &[0, 5]),
            ("market", &[2]),
            ("storage", &[1, 1]),
            ("track", &[1]),
        ] {
            let (_, told) = section(key).example.played(Words(Language::English)).unwrap();
            assert_eq!(told.iter().map(|step| step.gain).collect::<Vec<_>>(), gains, "{key}");
        }
        let (barn, _) = section("barn").example.played(Words(Language::English)).unwrap();
        assert_eq!(barn.farm(PUPIL).built(), 2);
    }
}
