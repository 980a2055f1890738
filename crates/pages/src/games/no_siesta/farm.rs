//! A player's farm: revenue, barn, helpers, trades, carts, warehouse and stable. What the owner can do is a
//! button or a link.

use game::Seat;
use maud::{Markup, html};
use no_siesta::{Action, Cart, CartStatus, Farm, Helper, Payment, Pool, Position, Target, Tile, Unit};

use super::draft::{Ask, Draft, Source, is_plain};
use super::shapes::{Mark, Seal, circle, disc, icon, seal};
use super::words as say;
use crate::address::encoded;
use crate::names::Names;
use crate::words::Words;

/// The units in the order of the revenue board; commodities come after them.
const REVENUE_ORDER: [Unit; 7] =
    [Unit::Olive, Unit::Grain, Unit::Grapes, Unit::Silver, Unit::Pig, Unit::Donkey, Unit::Hat];

/// A player's farm as the viewer sees it.
pub(super) struct Shown<'a> {
    pub(super) words: Words,
    pub(super) names: &'a Names,
    pub(super) position: &'a Position,
    pub(super) seat: Seat,
    /// What the viewer can do here; None unless the farm is theirs and they are to act.
    pub(super) draft: Option<&'a Draft>,
    /// The address of the page, with the part of its query that links keep.
    pub(super) here: &'a str,
}

impl<'a> Shown<'a> {
    fn farm(&self) -> &'a Farm {
        self.position.farm(self.seat)
    }

    /// A link that changes what is chosen; with scripts only parts of the page are loaded.
    fn link(&self, query: &str, class: &str, current: bool, label: &str, inside: &Markup) -> Markup {
        let joint = if self.here.contains('?') { '&' } else { '?' };
        let to = if query.is_empty() { self.here.to_owned() } else { format!("{}{joint}{query}", self.here) };
        html! {
            a class=(class) href=(to) hx-get=(to) hx-swap="none" aria-label=(label)
                aria-current=[current.then_some("true")] { (inside) }
        }
    }

    /// A button that sends an action.
    fn action_button(&self, action: &Action, class: &str, inside: &Markup) -> Markup {
        let label = say::action(self.words, self.names, self.position.sheet(), action);
        html! { button class=(class) type="submit" name="move" value=(action) aria-label=(label) title=(label) { (inside) } }
    }

    /// A circle of the sheet; a button if it is the next of its kind and something can be spent on it.
    fn spend_circle(&self, target: Target, unit: Unit, mark: Mark, next: bool) -> Markup {
        let way =
            self.draft.filter(|_| next && mark == Mark::Open).and_then(|draft| draft.spend(target, unit));
        match way {
            Some(payment) => {
                let class = if is_plain(payment) { "tap" } else { "tap wild" };
                self.action_button(&Action::Spend(payment, target), class, &circle(unit, mark))
            }
            None => circle(unit, mark),
        }
    }

    /// The revenue board and the discs in stock: what there is to spend.
    pub(super) fn revenue(&self) -> Markup {
        let (words, farm) = (self.words, self.farm());
        html! {
            div.purse role="group" aria-label=(words.say("area-revenue")) data-group="revenue" {
                @for unit in REVENUE_ORDER {
                    @let pools = [(Pool::Disc, farm.board()), (Pool::Free, farm.free()), (Pool::Taken, farm.taken())];
                    div.space.some[pools.iter().any(|(_, held)| held.count(unit) > 0)] {
                        (icon(unit.name()))
                        span.unit aria-hidden="true" { (say::unit(words, unit)) }
                        @for (pool, held) in pools { (self.chip(Source::Unit(pool, unit), held.count(unit))) }
                    }
                }
                div.space.some[farm.commodities() > 0] {
                    (icon("commodity"))
                    span.unit aria-hidden="true" { (words.say("commodity")) }
                    (self.chip(Source::Commodity, farm.commodities()))
                }
                div.space.stock title=(words.say("stock-explained")) {
                    span.discs { @for _ in 0..farm.stock() { (disc(self.seat)) } }
                    span.unit { (words.with("stock", [("count", i64::from(farm.stock()).into())])) }
                }
            }
        }
    }

    /// The units from one source; a link that chooses them if they can be spent.
    fn chip(&self, source: Source, count: u8) -> Markup {
        if count == 0 {
            return html! {};
        }
        let words = self.words;
        let (name, loose) = match source {
            Source::Unit(Pool::Disc, unit) => (say::units(words, unit, count), None),
            Source::Unit(Pool::Free, unit) => (say::units(words, unit, count), Some("chip-free")),
            Source::Unit(Pool::Taken, unit) => (say::units(words, unit, count), Some("chip-taken")),
            Source::Commodity => (words.with("units-commodity", [("count", i64::from(count).into())]), None),
        };
        let inside = html! {
            @match loose {
                Some(key) => { span.loose { (words.say(key)) } }
                None => { (disc(self.seat)) }
            }
            @if count > 1 { span.times { "×" (count) } }
        };
        let chosen = self.draft.is_some_and(|draft| draft.from == Some(source));
        if self.draft.is_some_and(|draft| draft.can_spend(source)) {
            let query = if chosen { String::new() } else { format!("from={}", encoded(&source.to_string())) };
            let label = words.with("spend", [("what", name.into())]);
            self.link(&query, "chip", chosen, &label, &inside)
        } else {
            html! { span.chip role="img" aria-label=(name) { (inside) } }
        }
    }

    /// All areas of the player's sheet.
    pub(super) fn sheet(&self) -> Markup {
        html! {
            div.farm {
                div.stack { (self.barn()) (self.storage()) }
                div.stack { (self.helpers()) (self.trades()) }
                (self.carts())
            }
        }
    }

    fn area(&self, key: &str, class: &str, inside: &Markup) -> Markup {
        let name = self.words.say(key);
        html! {
            section class={ "area " (class) } aria-label=(name) data-group=(class) { h3 { (name) } (inside) }
        }
    }

    pub(super) fn barn(&self) -> Markup {
        let (sheet, farm) = (self.position.sheet(), self.farm());
        // The rules do not say which tile lies on which section: those that can still be used come first.
        let showing =
            Tile::ALL.into_iter().flat_map(|tile| (0..farm.tiles(tile)).map(move |_| (tile, false)));
        let turned = Tile::ALL.into_iter().flat_map(|tile| (0..farm.turned(tile)).map(move |_| (tile, true)));
        let tiles: Vec<(Tile, bool)> = showing.chain(turned).collect();
        let built = usize::from(farm.built());
        self.area("area-barn", "barn", &html! {
            ol.sections {
                @for (place, section) in sheet.barn().iter().enumerate() {
                    @let cost = farm.cost(sheet, place);
                    li.section.built[place < built] {
                        (seal(section.points, if place < built { Seal::Won } else { Seal::There }))
                        @match tiles.get(place) {
                            Some((tile, turned)) => { (self.tile(*tile, *turned)) }
                            None => {
                                span.circles {
                                    @for place_in in 0..section.silver {
                                        @let mark = if place_in >= cost { Mark::Spare }
                                            else if place == built && place_in < farm.silver() { Mark::Crossed }
                                            else { Mark::Open };
                                        (self.spend_circle(Target::Barn, Unit::Silver, mark, place == built && place_in == farm.silver()))
                                    }
                                }
                            }
                        }
                        span.hidden { (self.words.with("section-says", [
                            ("number", (place + 1).into()), ("points", section.points.into()), ("cost", i64::from(cost).into())])) }
                    }
                }
            }
        })
    }

    /// A roof tile on the barn; `turned` tiles are used up.
    fn tile(&self, tile: Tile, turned: bool) -> Markup {
        let words = self.words;
        let text = say::tile(words, self.position.sheet(), tile);
        let shape = match tile.unit() {
            Some(unit) => icon(unit.name()),
            None if tile == Tile::Change => icon("change"),
            None => icon("tile"),
        };
        let inside = html! { (shape) span { (text) } };
        let draft = self.draft.filter(|_| !turned);
        if draft.is_some_and(|draft| draft.has(Action::Use(tile))) {
            return self.action_button(&Action::Use(tile), "tile tap", &inside);
        }
        if tile == Tile::Change && draft.is_some_and(|draft| draft.can_ask(Ask::Tile)) {
            return self.ask_link(Ask::Tile, "tile tap", &text, &inside);
        }
        html! { span.tile.turned[turned] { (inside) @if turned { span.hidden { (words.say("tile-used")) } } } }
    }

    /// A link that lists the ways to do something, or closes the list.
    fn ask_link(&self, ask: Ask, class: &str, label: &str, inside: &Markup) -> Markup {
        let open = self.draft.is_some_and(|draft| draft.ask == Some(ask));
        let query = if open { String::new() } else { format!("ask={ask}") };
        self.link(&query, class, open, label, inside)
    }

    pub(super) fn helpers(&self) -> Markup {
        let (words, sheet, farm) = (self.words, self.position.sheet(), self.farm());
        self.area("area-helpers", "helpers", &html! {
            ol.spaces {
                @for (place, space) in sheet.helpers().iter().enumerate() {
                    @let hired = farm.hired(place);
                    li.helper-space.hired[hired.is_some()] {
                        (seal(space.points, if hired.is_some() { Seal::Won } else { Seal::There }))
                        span.circles {
                            @for (at, unit) in space.circles().iter().enumerate() {
                                @let mark = if farm.is_marked(place, at) { Mark::Crossed } else { Mark::Open };
                                @let first = !space.circles()[..at].iter().enumerate()
                                    .any(|(other, same)| same == unit && !farm.is_marked(place, other));
                                (self.spend_circle(Target::Helper(place as u8), *unit, mark, first))
                            }
                        }
                        @match hired {
                            Some(helper) => { (self.hired_helper(helper)) }
                            None if farm.marked(place).count_ones() as usize == space.circles().len() => {
                                span.vacant { (words.say("helper-vacant")) }
                            }
                            None => {}
                        }
                        span.hidden { (words.with("helper-says", [
                            ("number", (place + 1).into()),
                            ("marked", farm.marked(place).count_ones().into()),
                            ("count", space.circles().len().into()),
                            ("points", space.points.into())])) }
                    }
                }
            }
            @if let Some(copied) = farm.copied() {
                p.copied { (words.with("helper-copied", [
                    ("helper", say::helper(words, copied.helper).into()),
                    ("name", self.names.of(copied.seat).to_owned().into())])) }
            }
        })
    }

    /// A helper who is hired, as a link if there is something to choose now.
    fn hired_helper(&self, helper: Helper) -> Markup {
        let words = self.words;
        let name = say::helper(words, helper);
        let ask = match helper {
            Helper::ChangeRevenue => Some(Ask::Helper),
            Helper::TakeBack => Some(Ask::TakeBack),
            Helper::Copy => Some(Ask::Copy),
            Helper::RoofSelection
            | Helper::TradeGood
            | Helper::Storage
            | Helper::Carts
            | Helper::Siesta
            | Helper::RoofingCosts
            | Helper::TradeHat
            | Helper::AnyOrder
            | Helper::SiestaOrWork => None,
        };
        let ready = ask.filter(|ask| self.draft.is_some_and(|draft| draft.can_ask(*ask)));
        let inside = html! { (icon("helper")) strong { (name) } };
        html! {
            div.helper.grey[helper.is_grey()] {
                @match ready {
                    Some(ask) => { (self.ask_link(ask, "who tap", &name, &inside)) }
                    None => { span.who { (inside) } }
                }
                p { (say::skill(words, helper)) }
            }
        }
    }

    pub(super) fn trades(&self) -> Markup {
        let (words, sheet, farm) = (self.words, self.position.sheet(), self.farm());
        let points = sheet.points().trade;
        self.area("area-trades", "trades", &html! {
            p.note { (words.with("trades-note", [("points", say::points(words, points.into()).into())])) }
            ol.boxes {
                @for (trade, units) in sheet.trades().iter().enumerate() {
                    @let done = farm.has_traded(trade);
                    @let ways = self.draft.map(|draft| draft.trades(trade as u8)).unwrap_or_default();
                    @let inside = html! { @for unit in units { (circle(*unit, if done { Mark::Crossed } else { Mark::Open })) } };
                    li.box.done[done] {
                        @match &ways[..] {
                            [] => { (inside) }
                            [only] => { (self.action_button(only, "tap wide", &inside)) }
                            _ => { (self.ask_link(Ask::Trade(trade as u8), "tap wide", &say::trade(words, units), &inside)) }
                        }
                        span.hidden { (say::trade(words, units)) @if done { ": " (words.say("done")) } }
                    }
                }
            }
        })
    }

    pub(super) fn carts(&self) -> Markup {
        let (words, sheet, farm) = (self.words, self.position.sheet(), self.farm());
        self.area("area-carts", "carts", &html! {
            ol.cart-rows {
                @for cart in Cart::ALL {
                    @let (printed, state) = (sheet.cart(cart), farm.cart(cart));
                    @let any_order = farm.skills().has(Helper::AnyOrder);
                    @let open = |at: usize| !state.is_loaded(at);
                    li.cart {
                        span.cart-name { (icon("cart")) (say::cart(words, cart)) }
                        span.circles {
                            @for (at, unit) in printed.goods().iter().enumerate() {
                                @let mark = if state.is_loaded(at) { Mark::Crossed } else { Mark::Open };
                                @let next = if any_order {
                                    !(0..at).any(|before| open(before) && printed.goods()[before] == *unit)
                                } else {
                                    !(0..at).any(open)
                                };
                                (self.spend_circle(Target::Cart(cart), *unit, mark, next))
                            }
                        }
                        span.circles.yoke title=(words.say("yoke-explained")) {
                            @for at in 0..printed.donkeys {
                                @let mark = if at < state.donkeys() { Mark::Crossed }
                                    else if farm.skills().has(Helper::Carts) { Mark::Spare }
                                    else { Mark::Open };
                                (self.spend_circle(Target::Yoke(cart), Unit::Donkey, mark, at == state.donkeys()))
                            }
                        }
                        (self.seals(cart))
                        span.hidden { (words.with("cart-says", [
                            ("loaded", state.loaded().count_ones().into()), ("goods", printed.goods().len().into()),
                            ("hitched", state.donkeys().into()), ("donkeys", printed.donkeys.into()),
                            ("larger", printed.larger.into()), ("smaller", printed.smaller.into())])) }
                    }
                }
            }
        })
    }

    /// The points of a cart: the larger number for the first who finishes it, the smaller for the others.
    fn seals(&self, cart: Cart) -> Markup {
        let printed = self.position.sheet().cart(cart);
        let (larger, smaller) = match self.farm().cart(cart).status() {
            CartStatus::Larger => (Seal::Won, Seal::Gone),
            CartStatus::Smaller => (Seal::Gone, Seal::Won),
            CartStatus::Open | CartStatus::New if self.position.larger_gone(cart) => {
                (Seal::Gone, Seal::There)
            }
            CartStatus::Open | CartStatus::New => (Seal::There, Seal::There),
        };
        html! {
            span.seals title=(self.words.say("cart-points")) { (seal(printed.larger, larger)) (seal(printed.smaller, smaller)) }
        }
    }

    pub(super) fn storage(&self) -> Markup {
        let (words, sheet) = (self.words, self.position.sheet());
        let worth = sheet.points();
        html! {
            section.area.storage aria-label={ (words.say("area-warehouse")) ", " (words.say("area-stable")) } data-group="storage" {
                h3 { (words.say("area-warehouse")) }
                p.note { (words.with("warehouse-note", [("points", say::points(words, worth.harvest_set.into()).into())])) }
                (self.rows(Target::Warehouse, &Unit::HARVEST))
                h3 { (words.say("area-stable")) }
                p.note { (words.with("stable-note", [("points", say::points(words, worth.animal_pair.into()).into())])) }
                (self.rows(Target::Stable, &Unit::ANIMALS))
            }
        }
    }

    fn rows(&self, target: Target, units: &[Unit]) -> Markup {
        let (words, farm) = (self.words, self.farm());
        html! {
            ol.rows {
                @for unit in units {
                    @let row = unit.index();
                    @let (marked, lost) = (farm.rows()[row], farm.lost()[row]);
                    @let all = self.position.sheet().rows()[row];
                    li {
                        span.circles {
                            @for at in 0..all {
                                @let mark = if at < lost { Mark::Lost } else if at < marked { Mark::Crossed } else { Mark::Open };
                                (self.spend_circle(target, *unit, mark, at == marked))
                            }
                        }
                        span.hidden { (words.with("row-says", [
                            ("unit", say::unit(words, *unit).into()), ("count", i64::from(marked - lost).into()), ("all", i64::from(all).into())])) }
                    }
                }
            }
        }
    }

    /// What the player will soon finish, in a few words each.
    pub(super) fn close_to(&self) -> Vec<String> {
        let (words, sheet, farm) = (self.words, self.position.sheet(), self.farm());
        let mut close = Vec::new();
        let mut tell = |what: String, missing: u32, most: u32| {
            if (1..=most).contains(&missing) {
                close.push(words.with("close-to", [("what", what.into()), ("count", missing.into())]));
            }
        };
        for cart in Cart::ALL {
            let (printed, state) = (sheet.cart(cart), farm.cart(cart));
            if state.status() == CartStatus::Open {
                let donkeys =
                    if farm.skills().has(Helper::Carts) { 0 } else { printed.donkeys - state.donkeys() };
                let goods = printed.goods().len() as u32 - state.loaded().count_ones();
                tell(say::cart(words, cart), goods + u32::from(donkeys), 2);
            }
        }
        for (place, space) in sheet.helpers().iter().enumerate() {
            let missing = space.circles().len() as u32 - farm.marked(place).count_ones();
            tell(say::target(words, Target::Helper(place as u8)), missing, 1);
        }
        let built = usize::from(farm.built());
        if built < sheet.barn().len() {
            tell(
                words.say("close-roof"),
                u32::from(farm.cost(sheet, built).saturating_sub(farm.silver())),
                1,
            );
        }
        let left = self.position.variant().track().last - farm.track();
        tell(words.say("close-track"), left.into(), 2);
        close
    }
}

/// What a player loses at the end of the scoring phase: all units, and all commodities but one.
pub(super) fn lost_at_the_end(words: Words, farm: &Farm) -> Vec<String> {
    let mut lost: Vec<String> = Unit::ALL
        .into_iter()
        .map(|unit| (unit, farm.board().count(unit) + farm.free().count(unit) + farm.taken().count(unit)))
        .filter(|(_, count)| *count > 0)
        .map(|(unit, count)| say::units(words, unit, count))
        .collect();
    let kept = u8::from(farm.board().commodities() > 0 || farm.stock() > 0);
    let gone = farm.commodities().saturating_sub(kept);
    if gone > 0 {
        lost.push(words.with("units-commodity", [("count", i64::from(gone).into())]));
    }
    lost
}

/// Whether a plain unit could still mark a circle, or a trade could be fulfilled.
pub(super) fn could_spend(draft: &Draft) -> bool {
    let could = |action| matches!(action, &Action::Spend(Payment::Plain(..), _) | &Action::Trade(..));
    draft.actions.iter().any(could)
}
