//! The middle of the table: dice, the Siesta Track, the market, the rival of the solo game, helpers for hire.

use game::Seat;
use maud::{Markup, html};
use no_siesta::{Action, Cart, Helper, Market, Mode, Position, Target, Unit};

use super::draft::{Draft, is_plain};
use super::shapes::{dice, disc, icon, neutral};
use super::words as say;
use crate::names::Names;
use crate::words::Words;

/// The middle of the table as the viewer sees it.
pub(super) struct Middle<'a> {
    pub(super) words: Words,
    pub(super) names: &'a Names,
    pub(super) position: &'a Position,
    pub(super) draft: Option<&'a Draft>,
}

impl Middle<'_> {
    /// The Siesta Track; the next space is a button if a hat can be spent.
    pub(super) fn track(&self) -> Markup {
        let (words, position) = (self.words, self.position);
        let track = position.variant().track();
        let seats: Vec<Seat> = position.players().seats().collect();
        let hat = self.draft.and_then(|draft| {
            let payment = draft.spend(Target::Track, Unit::Hat)?;
            Some((draft.seat, payment))
        });
        html! {
            section.area.track-area aria-label=(words.say("area-track")) data-group="track" {
                h3 { (icon("hat")) (words.say("area-track")) }
                ol.track {
                    @for space in 0..=track.last {
                        @let here: Vec<Seat> = seats.iter().copied().filter(|seat| position.farm(*seat).track() == space).collect();
                        @let step = hat.filter(|(seat, _)| position.farm(*seat).track() + 1 == space);
                        li.last[space == track.last] {
                            span.number aria-hidden="true" { (if space == 0 { words.say("track-start") } else { space.to_string() }) }
                            @if track.gives_disc(space) { span.gift title=(words.say("track-disc")) { "+" (disc(self.draft.map_or(seats[0], |draft| draft.seat))) } }
                            @if track.finishes_cart(space) { span.gift title=(words.say("track-cart")) { (icon("cart")) } }
                            span.here {
                                @for seat in &here { (disc(*seat)) }
                                @if position.solo().is_some_and(|solo| solo.track() == space) { (neutral()) }
                            }
                            @if let Some((_, payment)) = step {
                                @let action = Action::Spend(payment, Target::Track);
                                @let label = say::action(words, self.names, position.sheet(), &action);
                                button.tap.wild[!is_plain(payment)].step type="submit" name="move" value=(action) data-key="h" aria-label=(label) title=(label) { (icon("hat")) }
                            }
                            span.hidden { (words.with("track-says", [("space", space.into()), ("names", self.names.joined(words, &here).into())])) }
                        }
                    }
                }
            }
        }
    }

    /// The market; its spaces are buttons if a disc can be placed.
    pub(super) fn market(&self) -> Markup {
        let (words, position) = (self.words, self.position);
        let room = position.variant().market_room();
        html! {
            section.area.market-area aria-label=(words.say("area-market")) data-group="market" {
                h3 { (words.say("area-market")) }
                ol.market {
                    @for space in Market::ALL {
                        @let there: Vec<Seat> = position.on_market(space).iter().collect();
                        @let neutral_there = position.neutral_on_market(space);
                        @let free = room.saturating_sub((there.len() + usize::from(neutral_there)) as u32);
                        @let action = Action::Market(space);
                        @let open = self.draft.is_some_and(|draft| draft.has(action));
                        @let inside = html! {
                            strong { (say::market(words, space)) }
                            span.note { (say::pays(words, position.sheet(), space)) }
                            span.here {
                                @for seat in &there { (disc(*seat)) }
                                @if neutral_there { (neutral()) }
                                @for _ in 0..free { span.free aria-hidden="true" {} }
                            }
                            span.hidden { (self.names.joined(words, &there)) }
                        };
                        li {
                            @if open {
                                button.tap.wide type="submit" name="move" value=(action) { (inside) }
                            } @else { (inside) }
                        }
                    }
                }
            }
        }
    }

    /// The dice on the table, for those who do not choose from them.
    pub(super) fn tray(&self) -> Markup {
        let (words, position) = (self.words, self.position);
        html! {
            @if !position.dice().is_empty() {
                div.tray role="img" aria-label=(words.with("dice-says", [("dice", say::dice(words, position.dice()).into())])) {
                    (dice(position.dice()))
                }
            }
        }
    }

    /// The rival in the solo game: the dice spaces, the carts that are gone, rounds and tiles left.
    pub(super) fn rival(&self) -> Markup {
        let (words, position) = (self.words, self.position);
        let Some(solo) = position.solo() else { return html! {} };
        let rounds = position.sheet().solo().rounds;
        let gone: Vec<String> = Cart::ALL
            .into_iter()
            .filter(|cart| solo.has_finished(*cart))
            .map(|cart| say::cart(words, cart))
            .collect();
        html! {
            section.area.rival aria-label=(words.say("area-rival")) {
                h3 { (neutral()) (words.say("area-rival")) }
                div.dice-spaces {
                    @for (key, there) in [("rival-upper", solo.upper()), ("rival-lower", solo.lower())] {
                        div.dice-space {
                            span.note { (words.say(key)) }
                            div.tray role="img" aria-label=(if there.is_empty() { words.say("nothing") } else { say::dice(words, there) }) { (dice(there)) @if there.is_empty() { "–" } }
                        }
                    }
                }
                p.note { (words.say("rival-moves")) }
                ul.facts {
                    li { (words.with("rival-ahead", [("own", position.farm(Seat::ALL[0]).track().into()), ("rival", solo.track().into())])) }
                    li { (words.with("rounds-left", [("count", i64::from(rounds.saturating_sub(position.round())).into())])) }
                    li { (words.with("tiles-beside", [("count", i64::from(solo.beside()).into())])) }
                    @if !gone.is_empty() { li { (words.with("rival-carts", [("carts", gone.join(", ").into())])) } }
                }
            }
        }
    }

    /// The helpers for hire in the experienced mode.
    pub(super) fn display(&self) -> Markup {
        let (words, position) = (self.words, self.position);
        if position.variant().mode() != Mode::Experienced {
            return html! {};
        }
        html! {
            details.area.display data-keep="display" {
                summary { h3 { (words.say("area-display")) } }
                ul.cards {
                    @for helper in Helper::ALL {
                        li.helper.grey[helper.is_grey()].gone[position.display(helper) == 0] {
                            span.who { (icon("helper")) strong { (say::helper(words, helper)) } span.times { "×" (position.display(helper)) } }
                            p { (say::skill(words, helper)) }
                        }
                    }
                }
            }
        }
    }
}
