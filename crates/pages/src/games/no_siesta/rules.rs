//! The rules of ¡No Siesta!, each with an example that the rules themselves have played.

mod examples;

use maud::{Markup, html};
use no_siesta::{Helper, Sheet, Tile};

use self::examples::{More, SECTIONS, Section};
use super::area;
use super::farm::Shown;
use super::lessons::PUPIL;
use super::middle::Middle;
use super::shapes::{self, disc, icon};
use super::{score, words as say};
use crate::learn::{RulesParts, colour_names};
use crate::words::Words;

pub(super) fn rules(words: Words) -> RulesParts {
    RulesParts {
        title: words.say("learn-farm-title"),
        lead: words.say("learn-farm-lead"),
        marks: words.say("learn-farm-marks"),
        lessons: words.say("learn-farm-lessons"),
        drawings: shapes::drawings(),
        sections: html! { @for section in &SECTIONS { (rule(words, section)) } },
    }
}

fn rule(words: Words, section: &Section) -> Markup {
    let key = section.key;
    html! {
        section.rule.farm-rule #(key) {
            div {
                h2 { (words.say(&format!("farm-rule-{key}-title"))) }
                @for line in text(words, key).lines() { p { (line) } }
            }
            figure.no-siesta { (figure(words, section)) }
            (list(words, section.more))
        }
    }
}

/// The steps of an example, and the parts of the table after them.
fn figure(words: Words, section: &Section) -> Markup {
    let Some((position, steps)) = section.example.played(words) else { return html! {} };
    let names = colour_names(words);
    let shown = Shown { words, names: &names, position: &position, seat: PUPIL, draft: None, here: "" };
    let middle = Middle { words, names: &names, position: &position, draft: None };
    html! {
        @if !steps.is_empty() {
            ul.example-steps {
                @for step in &steps {
                    li {
                        @if let Some(seat) = step.seat { (disc(seat)) span.hidden { (names.of(seat)) ": " } }
                        span { (step.text) }
                        @if step.gain > 0 { strong.gain { (format!("{:+}", step.gain)) } }
                    }
                }
            }
        }
        (area::draw(section.example.areas, &shown, &middle))
        @if section.more == More::Score { (score::sheet(words, &names, &position, |_| html! {})) }
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

/// The list that follows the example, if the rule has one.
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
    use crate::words::Language;

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
