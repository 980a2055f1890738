//! Who plays, how long they may think, what was played, and what can be done besides a turn.

use club::view::SeatView;
use club::{Clock, Stage, Time};
use game::Seat;
use maud::{Markup, html};

use super::TablePage;
use crate::games::GameTable;
use crate::words::Words;

/// The column beside the game.
pub(super) fn side(page: &TablePage, game: Option<&dyn GameTable>, swap: Option<&str>) -> Markup {
    let words = page.words;
    html! {
        aside #side.side hx-swap-oob=[swap] data-seq=(page.table.seq) aria-label=(words.say("side-label")) {
            (players(page, game))
            (takeback(page))
            @if let Some(game) = game { (game.history()) }
            (menu(page))
            @if page.attendance.others > 0 {
                p.look-on { (words.with("look-on", [("count", page.attendance.others.into())])) }
            }
        }
    }
}

fn players(page: &TablePage, game: Option<&dyn GameTable>) -> Markup {
    html! {
        ol.players {
            @for (seat, at) in Seat::ALL.into_iter().zip(&page.table.seats) { (player(page, game, seat, at)) }
        }
        @if let Some(game) = game { (game.supply()) }
    }
}

fn player(page: &TablePage, game: Option<&dyn GameTable>, seat: Seat, at: &SeatView) -> Markup {
    let words = page.words;
    let to_act = page.table.game.as_ref().map(|game| &game.to_act[..]).unwrap_or_default();
    let acts =
        page.table.stage == Stage::Playing && at.seat.as_ref().is_some_and(|seat| to_act.contains(seat));
    html! {
        li class=(if acts { "player acts" } else { "player" }) {
            @if let Some(game) = game { (game.token(seat)) }
            div.who {
                span.name { (page.names.of(seat)) }
                @if let Some(here) = page.attendance.at(seat.index(), at) { (presence(words, here)) }
                @if page.is_me(at) { span.tag { (words.say("you")) } }
                @if at.bot_account { span.tag { (words.say("bot")) } }
                @if at.left.is_some() { span.tag { (words.say("left-game")) } }
                @if let Some(game) = game { span.roofs { (game.standing(seat)) } }
            }
            (score(page, seat))
            (clock(words, at, page.table.clock, page.now))
        }
    }
}

/// The points of a player, with a bar as long as their share of the highest score.
fn score(page: &TablePage, seat: Seat) -> Markup {
    let Some(game) = &page.table.game else { return html! {} };
    let most = game.scores.iter().copied().max().unwrap_or(0).max(1);
    let score = game.scores[seat.index()];
    html! {
        span.score { (score) }
        svg.bar viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
            rect.{ "tone-" (seat) } width=(score.max(0) * 100 / most) height="4" {}
        }
    }
}

/// The question whether somebody may take back a turn, with the answers for those who are asked.
fn takeback(page: &TablePage) -> Markup {
    let words = page.words;
    let Some(by) = page.table.game.as_ref().and_then(|game| game.takeback) else { return html! {} };
    let at = page.action_path("takeback/answer");
    let name = page.names.of(by).to_owned();
    html! {
        div.takeback role="status" {
            p { (words.with("takeback-asked", [("name", name.into())])) }
            @if page.table.you.is_some() && page.table.you != Some(by) {
                form.inline method="post" action=(at) hx-post=(at) hx-swap="none" {
                    button.button.primary type="submit" name="agree" value="true" { (words.say("takeback-yes")) }
                    button.button type="submit" name="agree" value="false" { (words.say("takeback-no")) }
                }
            }
        }
    }
}

fn menu(page: &TablePage) -> Markup {
    let words = page.words;
    let (takeback, resign) = (page.action_path("takeback"), page.action_path("resign"));
    html! {
        @if page.plays() {
            div.menu {
                form method="post" action=(takeback) hx-post=(takeback) hx-swap="none" {
                    button #takeback.button.quiet type="submit" disabled[page.steps.is_empty()] { (words.say("takeback")) }
                }
                form method="post" action=(resign) hx-post=(resign) hx-swap="none" hx-confirm=(words.say("resign-question")) {
                    button #resign.button.quiet type="submit" { (words.say("resign")) }
                }
            }
        }
        @if let Some(rematch) = page.table.rematch {
            p.rematch { a.button.primary href={ "/t/" (rematch) } { (words.say("rematch-go")) } }
        }
    }
}

/// Whether somebody is connected: a full dot or a hollow one.
fn presence(words: Words, here: bool) -> Markup {
    let key = if here { "is-here" } else { "is-away" };
    let label = words.say(key);
    html! { span class={ "presence " (key) } role="img" aria-label=(label) title=(label) {} }
}

/// How long somebody may think. A script counts a running clock down.
fn clock(words: Words, seat: &SeatView, clock: Clock, now: Time) -> Markup {
    let left = seat.deadline.map(|deadline| (deadline - now).as_secs());
    html! {
        @match (clock, left) {
            (Clock::None, _) => {}
            (_, Some(left)) => { time.clock role="timer" data-left=(left) aria-label=(words.say("clock")) { (time_left(left)) } }
            (Clock::Live { turn_seconds, .. }, None) => {
                time.clock { (time_left(u64::from(turn_seconds) + seat.reserve.unwrap_or(0) / 1000)) }
            }
            (Clock::Correspondence { days }, None) => { time.clock { (words.with("days", [("count", days.into())])) } }
        }
    }
}

fn time_left(seconds: u64) -> String {
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        3600..86_400 => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
    }
}
