//! Who plays, how long they may think, what was played, and what may be done besides a turn.

use club::view::SeatView;
use club::{Clock, State as GameState};
use game::Seat;
use maud::{Markup, html};
use siesta::{Content, Piece};

use super::TablePage;
use house::tables::now;
use pages::games::no_siesta::shapes;
use pages::games::siesta::board;
use pages::games::siesta::parts;
use pages::words::Words;

impl TablePage {
    /// Who plays, the clock, what was played, and what may be done besides a turn.
    pub(super) fn side(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        html! {
            aside #side.side hx-swap-oob=[swap] data-seq=(self.table.seq) aria-label=(words.say("side-label")) {
                (self.players())
                (self.takeback())
                @match &self.state {
                    Some(GameState::Siesta(position)) => { (self.turns(position.variant())) }
                    Some(GameState::NoSiesta(position)) => { (self.steps_taken(position)) }
                    None => {}
                }
                (self.menu())
                @if self.attendance.others > 0 {
                    p.look-on { (words.with("look-on", [("count", self.attendance.others.into())])) }
                }
            }
        }
    }

    fn players(&self) -> Markup {
        let words = self.words;
        let game = self.table.game.as_ref();
        let to_act = game.map(|game| &game.to_act[..]).unwrap_or_default();
        let most = game.and_then(|game| game.scores.iter().copied().max()).unwrap_or(0).max(1);
        html! {
            ol.players {
                @for (index, seat) in self.table.seats.iter().enumerate() {
                    @let acts = self.table.stage == club::Stage::Playing && seat.seat.as_ref().is_some_and(|seat| to_act.contains(seat));
                    li class=(if acts { "player acts" } else { "player" }) {
                        @match &self.state {
                            Some(GameState::Siesta(_)) => { (board::drawing(Content::Roof(Seat::ALL[index]))) }
                            Some(GameState::NoSiesta(_)) => { (shapes::disc(Seat::ALL[index])) }
                            None => {}
                        }
                        div.who {
                            span.name { (self.names.0[index]) }
                            @if let Some(here) = self.attendance.at(index, seat) { (presence(words, here)) }
                            @if seat.person.as_ref().map(|person| person.id) == self.person && self.person.is_some() { span.tag { (words.say("you")) } }
                            @if seat.bot_account { span.tag { (words.say("bot")) } }
                            @if seat.left.is_some() { span.tag { (words.say("left-game")) } }
                            @match &self.state {
                                Some(GameState::Siesta(position)) => {
                                    span.roofs { (words.with("roofs-left", [("count", i64::from(position.board().left(Piece::Roof, Seat::ALL[index])).into())])) }
                                }
                                Some(GameState::NoSiesta(position)) => { span.roofs { (self.standing(position, Seat::ALL[index])) } }
                                None => {}
                            }
                        }
                        @if let Some(game) = game {
                            span.score { (game.scores[index]) }
                            svg.bar viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
                                rect.{ "tone-" (Seat::ALL[index]) } width=(game.scores[index].max(0) * 100 / most) height="4" {}
                            }
                        }
                        (clock(words, seat, self.table.clock))
                    }
                }
            }
            @if let Some(GameState::Siesta(position)) = &self.state {
                (parts::supply(words, position))
            }
        }
    }

    fn takeback(&self) -> Markup {
        let words = self.words;
        let asked = self.table.game.as_ref().and_then(|game| game.takeback.clone());
        let at = format!("/t/{}/takeback/answer", self.table.id);
        html! {
            @if let Some(by) = asked {
                @let name = self.names.of(by).to_owned();
                div.takeback role="status" {
                    p { (words.with("takeback-asked", [("name", name.into())])) }
                    @if self.table.you.is_some() && self.table.you != Some(by) {
                        form.inline method="post" action=(at) hx-post=(at) hx-swap="none" {
                            button.button.primary type="submit" name="agree" value="true" { (words.say("takeback-yes")) }
                            button.button type="submit" name="agree" value="false" { (words.say("takeback-no")) }
                        }
                    }
                }
            }
        }
    }

    fn menu(&self) -> Markup {
        let words = self.words;
        let at = |action: &str| format!("/t/{}/{action}", self.table.id);
        let plays = self.table.stage == club::Stage::Playing
            && self.my_seat().is_some_and(|seat| seat.left.is_none());
        html! {
            @if plays {
                div.menu {
                    form method="post" action=(at("takeback")) hx-post=(at("takeback")) hx-swap="none" {
                        button #takeback.button.quiet type="submit" disabled[self.steps.is_empty()] { (words.say("takeback")) }
                    }
                    form method="post" action=(at("resign")) hx-post=(at("resign")) hx-swap="none" hx-confirm=(words.say("resign-question")) {
                        button #resign.button.quiet type="submit" { (words.say("resign")) }
                    }
                }
            }
            @if let Some(rematch) = self.table.rematch {
                p.rematch { a.button.primary href={ "/t/" (rematch) } { (words.say("rematch-go")) } }
            }
        }
    }
}

/// Whether somebody is here: a full dot or a hollow one.
fn presence(words: Words, here: bool) -> Markup {
    let key = if here { "is-here" } else { "is-away" };
    let says = words.say(key);
    html! { span class={ "presence " (key) } role="img" aria-label=(says) title=(says) {} }
}

/// How long somebody may think: a running clock tells by itself.
fn clock(words: Words, seat: &SeatView, clock: Clock) -> Markup {
    let left = seat.deadline.map(|deadline| (deadline - now()).as_secs());
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
