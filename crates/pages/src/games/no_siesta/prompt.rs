//! The task of who is to act, and the choices that are not on the sheet.

use maud::{Markup, html};
use no_siesta::{Action, Face, Phase, Position, Scoring, Units};

use super::draft::{Ask, Draft};
use super::shapes::{die, icon};
use super::words as say;
use crate::names::Names;
use crate::words::Words;

/// The task in a sentence; empty while chance acts and after the end.
pub(super) fn task(words: Words, position: &Position, draft: &Draft) -> String {
    match position.phase() {
        Phase::Take(0, _) => words.say("task-take"),
        Phase::Take(..) => words.say("task-take-again"),
        Phase::Lower(_) => words.say("task-lower"),
        Phase::Last(_) => words.say("task-last"),
        Phase::Score(_, Scoring::Open) => match draft.ask {
            Some(Ask::Trade(_)) => words.say("task-trade"),
            Some(Ask::Tile | Ask::Helper) => words.say("task-move"),
            Some(Ask::TakeBack) => words.say("task-take-back"),
            Some(Ask::Copy) => words.say("task-copy"),
            None if draft.from.is_some() => words.say("task-spend"),
            None if draft.actions.len() > 1 => words.say("task-score"),
            None => words.say("task-score-over"),
        },
        Phase::Score(_, Scoring::Keep(..)) => words.say("task-keep"),
        Phase::Score(_, Scoring::Market) => words.say("task-market"),
        Phase::Score(_, Scoring::Choose) => words.say("task-choose"),
        Phase::Score(_, Scoring::Move(left)) => {
            words.with("task-move-more", [("count", i64::from(left).into())])
        }
        Phase::Hire(_) => words.say("task-hire"),
        Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Score(_, Scoring::Draw) | Phase::Over => {
            String::new()
        }
    }
}

/// The choices that are not on the sheet: dice, tiles, helpers, ways to pay or to move.
pub(super) fn choices(words: Words, names: &Names, position: &Position, draft: &Draft) -> Markup {
    match position.phase() {
        Phase::Take(throw, _) | Phase::Lower(throw) => dice(words, position, draft, throw.into()),
        Phase::Last(_) => dice(words, position, draft, 2),
        Phase::Score(_, Scoring::Open) => ways(words, names, position, &draft.asked()),
        Phase::Score(_, Scoring::Market) => {
            let nothing: Vec<Action> =
                draft.actions.iter().filter(|action| **action == Action::NoMarket).copied().collect();
            ways(words, names, position, &nothing)
        }
        Phase::Score(_, Scoring::Keep(..) | Scoring::Choose | Scoring::Move(_)) => {
            ways(words, names, position, &draft.actions)
        }
        Phase::Hire(_) => helpers(words, position, draft),
        Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Score(_, Scoring::Draw) | Phase::Over => {
            html! {}
        }
    }
}

/// The dice to choose from, each with what it would mark and other ways to use it. `throw` counts from 0.
fn dice(words: Words, position: &Position, draft: &Draft, throw: u32) -> Markup {
    html! {
        ol.dice-choice #{ "dice-" (position.round()) "-" (throw) } data-group="dice" {
            @for (key, face) in (1..).zip(position.dice().faces()) {
                @let ways: Vec<&Action> = draft.actions.iter().filter(|action| is_with(action, face)).collect();
                li {
                    @if let [main, others @ ..] = &ways[..] {
                        button.tap.take type="submit" name="move" value=(main) data-key=(key) {
                            span.thrown { (die(face)) @if position.dice().count(face) > 1 { span.times { "×" (position.dice().count(face)) } } }
                            span.marks { (marks(words, face, main)) }
                        }
                        @for other in others {
                            button.button.quiet.small type="submit" name="move" value=(other) { (marks(words, face, other)) }
                        }
                    }
                }
            }
        }
    }
}

/// Whether an action uses a die of this face. A last die is the only one, so marking with it needs no face.
fn is_with(action: &Action, face: Face) -> bool {
    matches!(action, Action::Mark(_))
        || matches!(action, Action::Take(other, _) | Action::Lower(other) if *other == face)
}

/// What an action with a die would mark; a die that is lowered marks nothing and is named instead.
fn marks(words: Words, face: Face, action: &Action) -> String {
    let (Action::Take(_, units) | Action::Mark(units)) = action else { return say::face(words, face) };
    let all = || [("units", say::set(words, *units).into())];
    match *units {
        Units::NONE => words.say("mark-nothing"),
        units if units == face.units() => words.with("mark", all()),
        _ => words.with("mark-only", all()),
    }
}

/// Ways to do something, a button each; the first nine have a key.
fn ways(words: Words, names: &Names, position: &Position, ways: &[Action]) -> Markup {
    html! {
        @if !ways.is_empty() {
            ul.ways data-group="ways" {
                @for (key, way) in (1..).zip(ways) {
                    li { button.button type="submit" name="move" value=(way) data-key=[(key < 10).then_some(key)] {
                        (say::action(words, names, position.sheet(), way)) } }
                }
            }
        }
    }
}

/// The helpers to hire.
fn helpers(words: Words, position: &Position, draft: &Draft) -> Markup {
    html! {
        ul.cards data-group="hire" {
            @for action in &draft.actions {
                @if let Action::Hire(helper) = action {
                    li {
                        button.helper.tap.grey[helper.is_grey()] type="submit" name="move" value=(action) {
                            span.who { (icon("helper")) strong { (say::helper(words, *helper)) }
                                @if position.display(*helper) > 0 { span.times { "×" (position.display(*helper)) } } }
                            span.does { (say::skill(words, *helper)) }
                        }
                    }
                }
            }
        }
    }
}
