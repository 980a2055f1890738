//! The rules of ¡No Siesta!, each with an example that the rules themselves have played.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use game::Seat;
use maud::{Markup, html};
use no_siesta::{Helper, Position, Sheet, Tile};

use super::super::super::shell;
use super::super::super::visitor::Visitor;
use super::super::course::{Course, to_the_lessons};
use super::super::progress::Progress;
use super::super::{names, play_now};
use crate::app::App;
use pages::games::no_siesta::area::{self, Area};
use pages::games::no_siesta::farm::Shown;
use pages::games::no_siesta::lessons::PUPIL;
use pages::games::no_siesta::middle::Middle;
use pages::games::no_siesta::shapes::{self, disc, icon};
use pages::games::no_siesta::{score, words as say};
use pages::words::Words;

/// A position, what is done in it, and which parts of the table show it.
struct Example {
    position: &'static str,
    /// Each begins with the seat of who does it.
    steps: &'static [&'static str],
    areas: &'static [Area],
}

/// What there is to see besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum More {
    Nothing,
    /// All kinds of roof tiles.
    Tiles,
    /// The helpers that everybody knows.
    Helpers,
    /// The helpers of experienced farmers.
    GreyHelpers,
    /// The score sheet of the example.
    Score,
}

/// A rule with its example.
struct Section {
    /// How its words are found.
    key: &'static str,
    example: Example,
    more: More,
}

static SECTIONS: [Section; 14] = [
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

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/learn/no-siesta", get(show))
}

/// A step of an example in words.
struct Told {
    seat: Option<Seat>,
    text: String,
    gain: i32,
}

impl Example {
    /// The position after all steps, and the steps in words.
    fn played(&self, words: Words) -> Option<(Position, Vec<Told>)> {
        let mut position = Position::read(Sheet::standard(), self.position).ok()?;
        let (names, sheet) = (names(words), position.sheet());
        let mut told = Vec::new();
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
            told.push(Told { seat, text, gain });
        }
        Some((position, told))
    }

    /// The parts of the table after the steps, and the steps.
    fn figure(&self, words: Words, more: More) -> Markup {
        let Some((position, told)) = self.played(words) else { return html! {} };
        let names = names(words);
        let shown = Shown { words, names: &names, position: &position, seat: PUPIL, draft: None, here: "" };
        let middle = Middle { words, names: &names, position: &position, draft: None };
        html! {
            @if !told.is_empty() {
                ul.example-steps {
                    @for step in &told {
                        li {
                            @if let Some(seat) = step.seat { (disc(seat)) span.hidden { (names.of(seat)) ": " } }
                            span { (step.text) }
                            @if step.gain > 0 { strong.gain { (format!("{:+}", step.gain)) } }
                        }
                    }
                }
            }
            (area::draw(self.areas, &shown, &middle))
            @if more == More::Score { (score::sheet(words, &names, &position, |_| html! {})) }
        }
    }
}

async fn show(visitor: Visitor, headers: HeaderMap) -> Response {
    let words = visitor.words();
    let progress = Progress::of(&headers, Course::NoSiesta);
    let body = html! {
        (shapes::drawings())
        div.learn {
            (Course::NoSiesta.tabs(words))
            header.intro {
                div {
                    h1 { (words.say("learn-farm-title")) }
                    p.lead { (words.say("learn-farm-lead")) }
                    p { (words.say("learn-farm-marks")) }
                }
                (to_the_lessons(words, &progress, &words.say("learn-farm-lessons")))
            }
            @for section in &SECTIONS { (rule(words, section)) }
            section.ready {
                h2 { (words.say("learn-ready")) }
                (play_now(words, Course::NoSiesta))
            }
        }
    };
    shell::page(&visitor, &words.say("learn-farm-title"), &body).into_response()
}

fn rule(words: Words, section: &Section) -> Markup {
    let key = section.key;
    html! {
        section.rule.farm-rule #(key) {
            div {
                h2 { (words.say(&format!("farm-rule-{key}-title"))) }
                @for line in text(words, key).lines() { p { (line) } }
            }
            figure.no-siesta { (section.example.figure(words, section.more)) }
            (list(words, section.more))
        }
    }
}

/// The text of a rule, with all numbers from the sheet.
fn text(words: Words, key: &str) -> String {
    let sheet = Sheet::standard();
    let points = |count: u8| say::points(words, count.into());
    let (track, worth, solo) = (sheet.track(), sheet.points(), sheet.solo());
    let [two, three, four] = sheet.dice();
    let sections = sheet.barn().iter().map(|section| section.points);
    let spaces = sheet.helpers().iter().map(|space| space.points);
    let tiles: u8 = Tile::ALL.into_iter().map(|tile| sheet.tiles(tile)).sum();
    let number = |count: u8| i64::from(count).into();
    words.with(
        &format!("farm-rule-{key}-text"),
        [
            ("dice-two", number(two)),
            ("dice-three", number(three)),
            ("dice-four", number(four)),
            ("stock", number(sheet.stock())),
            ("won", number(track.won(track.last))),
            ("spaces", number(track.last)),
            ("sections", sheet.barn().len().into()),
            ("roof-least", number(sections.clone().min().unwrap_or(0))),
            ("roof-most", points(sections.max().unwrap_or(0)).into()),
            ("tiles", number(tiles)),
            ("kinds", Tile::ALL.len().into()),
            ("helpers", sheet.helpers().len().into()),
            ("helper-most", points(spaces.max().unwrap_or(0)).into()),
            ("trades", sheet.trades().len().into()),
            ("trade-points", points(worth.trade).into()),
            ("set-points", points(worth.harvest_set).into()),
            ("pair-points", points(worth.animal_pair).into()),
            ("space-points", points(worth.track_space).into()),
            ("solo-dice", number(solo.dice)),
            ("solo-rolled", number(solo.dice.saturating_sub(2))),
            ("solo-rounds", number(solo.rounds)),
            ("grey", Helper::ALL.into_iter().filter(|helper| helper.is_grey()).count().into()),
        ],
    )
}

/// What there is to list besides the example.
fn list(words: Words, more: More) -> Markup {
    let sheet = Sheet::standard();
    match more {
        More::Nothing | More::Score => html! {},
        More::Tiles => html! {
            ul.tile-kinds {
                @for tile in Tile::ALL {
                    li {
                        span.tile { (tile_icon(tile)) span { (say::tile(words, sheet, tile)) } }
                        span.times { "×" (sheet.tiles(tile)) }
                    }
                }
            }
        },
        More::Helpers => helpers(words, false),
        More::GreyHelpers => helpers(words, true),
    }
}

fn tile_icon(tile: Tile) -> Markup {
    match tile.unit() {
        Some(unit) => icon(unit.name()),
        None if tile == Tile::Change => icon("change"),
        None => icon("tile"),
    }
}

fn helpers(words: Words, grey: bool) -> Markup {
    html! {
        ul.cards {
            @for helper in Helper::ALL.into_iter().filter(|helper| helper.is_grey() == grey) {
                li.helper.grey[grey] {
                    span.who { (icon("helper")) strong { (say::helper(words, helper)) } }
                    p { (say::skill(words, helper)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use no_siesta::Market;

    use super::*;
    use pages::words::Language;

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

    #[test]
    fn every_rule_is_told_and_shown_in_every_language() {
        for language in Language::ALL {
            for section in &SECTIONS {
                let page = rule(Words(language), section).into_string();
                assert!(!page.contains('⟦'), "{language:?}: {page}");
                let pictures = ["class=\"area", "class=\"purse", "class=\"tray", "class=\"earned"];
                assert!(
                    pictures.iter().any(|picture| page.contains(picture)),
                    "{language:?}: {}",
                    section.key
                );
                assert!(!page.contains("<button") && !page.contains("<a "), "{}", section.key);
            }
        }
    }

    #[test]
    fn all_helpers_roof_tiles_and_market_spaces_are_explained() {
        let words = Words(Language::English);
        let page: String = SECTIONS.iter().map(|section| rule(words, section).into_string()).collect();
        for helper in Helper::ALL {
            assert!(page.contains(&say::skill(words, helper)), "{helper}");
        }
        for tile in Tile::ALL {
            assert!(
                page.contains(&format!("<span>{}</span>", say::tile(words, Sheet::standard(), tile))),
                "{tile}"
            );
        }
        for space in Market::ALL {
            assert!(page.contains(&say::pays(words, Sheet::standard(), space)), "{space}");
        }
    }
}
