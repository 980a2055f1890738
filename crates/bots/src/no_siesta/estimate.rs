//! The heuristic value of one farm: see [`super::outlook`].

use game::Seat;
use no_siesta::{Cart, CartStatus, Helper, Market, Mode, Position, ScoreItem, Sheet, Target, Tile, Unit};

use super::tally::Tally;

/// The value of a point.
pub(super) const POINT: i32 = 1000;
/// The value of a unit that comes later, wherever it will be spent.
pub(super) const UNIT: i32 = 600;
/// The value of a commodity, which stands for any unit but a hat.
const COMMODITY: i32 = 750;
/// The value of the first to the eighth disc in each round: small for discs that the dice of a round can
/// hardly use.
const DISCS: [i32; 8] = [700, 600, 500, 300, 120, 50, 20, 10];
/// The least factor for a goal in progress, in thousandths: in the last round two units may still complete
/// one together.
const LEAST_HOPE: i32 = 40;

/// Units that are held and not spent: the seven units, then commodities.
type Held = [u8; 8];
const COMMODITIES: usize = 7;

/// What a player can still do with revenue in this round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Spend it, and make a trade.
    Trading,
    /// Spend it, without a trade.
    Spending,
    /// Nothing; one commodity may be kept.
    Ended,
}

/// The estimate of one farm.
pub(super) struct Estimate<'a> {
    position: &'a Position,
    sheet: &'static Sheet,
    seat: Seat,
    rounds: i32,
    /// What each market space pays the player for one more of its kind.
    pays: [i32; 6],
    /// The value of completing each cart.
    carts: [i32; 3],
    /// The values of the helpers that can still be hired, the best first.
    to_hire: [i32; 12],
}

impl<'a> Estimate<'a> {
    pub(super) fn new(position: &'a Position, seat: Seat, rounds: i32) -> Self {
        let sheet = position.sheet();
        let pays = Market::ALL.map(|space| {
            if position.on_market(space).contains(seat) { i32::from(sheet.market(space)) * POINT } else { 0 }
        });
        let mut estimate = Self { position, sheet, seat, rounds, pays, carts: [0; 3], to_hire: [0; 12] };
        let prize = estimate.commodity() + estimate.best_market();
        estimate.carts = Cart::ALL.map(|cart| {
            let gone = position.solo().is_some_and(|solo| solo.has_finished(cart))
                || position
                    .players()
                    .seats()
                    .any(|other| position.farm(other).cart(cart).status() == CartStatus::Larger);
            let points = if gone { sheet.cart(cart).smaller } else { sheet.cart(cart).larger };
            i32::from(points) * POINT + prize
        });
        let mut to_hire = Helper::ALL.map(|helper| {
            let there = match position.variant().mode() {
                Mode::Standard | Mode::Original | Mode::Solo => !helper.is_grey(),
                Mode::Experienced => position.display(helper) > 0,
            };
            if there && !estimate.has_hired(helper) { estimate.skill(helper) } else { 0 }
        });
        to_hire.sort_unstable_by(|a, b| b.cmp(a));
        estimate.to_hire = to_hire;
        estimate
    }

    fn has_hired(&self, helper: Helper) -> bool {
        let farm = self.position.farm(self.seat);
        (0..self.sheet.helpers().len()).any(|space| farm.hired(space) == Some(helper))
    }

    /// The value of the farm, including the revenue that is held.
    pub(super) fn value(&self, stage: Stage) -> i32 {
        let farm = self.position.farm(self.seat);
        let tally = Tally::of(self.position, self.seat);
        let mut held: Held = [0; 8];
        for unit in Unit::ALL {
            held[unit.index()] =
                farm.board().count(unit) + farm.free().count(unit) + farm.taken().count(unit);
        }
        held[COMMODITIES] = farm.commodities();
        let spent = match stage {
            Stage::Trading => self.spent_with_trade(&tally, held),
            Stage::Spending => self.spent(&tally, held),
            Stage::Ended => i32::from(held[COMMODITIES].min(1)) * self.kept_commodity(),
        };
        self.fixed() + self.all_areas(&tally) + spent
    }

    /// The part of the value that does not change by marking circles.
    fn fixed(&self) -> i32 {
        let (position, farm) = (self.position, self.position.farm(self.seat));
        let lines = [
            ScoreItem::RoofBonuses,
            ScoreItem::Trades,
            ScoreItem::Carts,
            ScoreItem::Market(Market::Discs),
            ScoreItem::Market(Market::Trades),
        ];
        let points: i32 = lines.iter().map(|item| position.points(self.seat, *item) * POINT).sum();
        let on_market = Market::ALL.into_iter().filter(|space| self.pays[space.index()] > 0);
        let growth: i32 = on_market.map(|space| self.growth(space)).sum();
        let tiles: i32 =
            Tile::ALL.into_iter().map(|tile| i32::from(farm.tiles(tile)) * self.kept_tile(tile)).sum();
        let skills: i32 = Helper::ALL
            .into_iter()
            .filter(|helper| {
                farm.copied().is_some_and(|copied| copied.helper == *helper) || self.has_hired(*helper)
            })
            .map(|helper| self.skill(helper))
            .sum();
        let discs = usize::from(farm.stock() + farm.board().len()).min(DISCS.len());
        let discs = DISCS[..discs].iter().sum::<i32>() * self.rounds;
        points + growth + tiles + skills + discs + self.neutral()
    }

    /// The value of the dice in the solo game.
    fn neutral(&self) -> i32 {
        let Some(solo) = self.position.solo() else { return 0 };
        // A hat among the lower dice keeps the neutral disc where it is, and two dice of one face
        // leave more faces free in the next round.
        let hat = solo.lower().count(no_siesta::Face::Hat) > 0;
        let pair = solo.lower().faces().any(|face| solo.lower().count(face) > 1);
        i32::from(hat) * POINT + i32::from(pair) * POINT / 5
    }

    /// The value of a commodity that is gained now.
    pub(super) fn commodity(&self) -> i32 {
        if self.rounds > 0 { COMMODITY } else { COMMODITY / 3 }
    }

    /// The value of a commodity that is kept for the next round.
    fn kept_commodity(&self) -> i32 {
        if self.rounds > 0 { COMMODITY } else { 0 }
    }

    /// The value of a tile that is not used yet.
    fn kept_tile(&self, tile: Tile) -> i32 {
        let gives = i32::from(self.sheet.gives(tile));
        match tile {
            Tile::Vp => 0,
            Tile::Change => gives * UNIT / 2 * self.rounds.min(1),
            Tile::Olives | Tile::Grains | Tile::Grapes | Tile::Pigs | Tile::Donkeys | Tile::Silver => {
                gives * UNIT * self.rounds.min(3) / 3
            }
        }
    }

    /// The value of a helper in the rounds to come, without the points of its space.
    fn skill(&self, helper: Helper) -> i32 {
        let farm = self.position.farm(self.seat);
        let rounds = self.rounds;
        let sections = i32::from(self.sheet.barn().len() as u8 - farm.built()).min(rounds / 2);
        let trades = self.sheet.trades().len() as i32 - i32::from(self.count(Market::Trades));
        let trades = trades.min(rounds / 2);
        let donkeys = Cart::ALL.into_iter().filter(|cart| farm.cart(*cart).status() == CartStatus::Open);
        let donkeys = donkeys.map(|cart| self.sheet.cart(cart).donkeys - farm.cart(cart).donkeys());
        match helper {
            Helper::RoofSelection => 300 * sections,
            Helper::ChangeRevenue => 300 * rounds,
            Helper::TradeGood => UNIT * trades,
            Helper::Storage => 150 * rounds,
            Helper::Carts => 500 * i32::from(donkeys.sum::<u8>()).min(rounds),
            Helper::Siesta => 200 * rounds,
            Helper::RoofingCosts => 700 * sections,
            Helper::TradeHat => POINT * trades,
            Helper::Copy => 200 * rounds,
            Helper::AnyOrder => 250 * rounds,
            Helper::SiestaOrWork => 250 * rounds,
            Helper::TakeBack => 100 * rounds,
        }
    }

    /// How many things the player has that the market space pays for.
    fn count(&self, space: Market) -> u8 {
        let farm = self.position.farm(self.seat);
        match space {
            Market::Discs => farm.stock() + farm.board().len(),
            Market::HarvestSets => farm.harvest_sets(),
            Market::RoofTiles => farm.built(),
            Market::AnimalPairs => farm.animal_pairs(),
            Market::Helpers => farm.helpers(),
            Market::Trades => {
                (0..self.sheet.trades().len()).filter(|trade| farm.has_traded(*trade)).count() as u8
            }
        }
    }

    /// What the market space is expected to pay beyond what it pays now.
    fn growth(&self, space: Market) -> i32 {
        let a_round = match space {
            Market::Discs => 0,
            Market::HarvestSets => 120,
            Market::RoofTiles => 300,
            Market::AnimalPairs => 150,
            Market::Helpers => 300,
            Market::Trades => 200,
        };
        a_round * self.rounds * i32::from(self.sheet.market(space))
    }

    /// The value of the best open market space, less the value of the disc that stays there.
    pub(super) fn best_market(&self) -> i32 {
        let position = self.position;
        let farm = position.farm(self.seat);
        let discs = usize::from(farm.stock() + farm.board().len());
        let room = match position.variant().mode() {
            Mode::Standard | Mode::Original | Mode::Experienced => position.players().count() - 1,
            Mode::Solo => 1,
        };
        let open = Market::ALL.into_iter().filter(|space| {
            let there = position.on_market(*space);
            let taken = there.len() + usize::from(position.neutral_on_market(*space));
            taken < room && !there.contains(self.seat)
        });
        let worth = open.map(|space| {
            let count = i32::from(self.count(space)) - i32::from(space == Market::Discs);
            count * i32::from(self.sheet.market(space)) * POINT + self.growth(space)
        });
        let disc = DISCS.get(discs.max(1) - 1).copied().unwrap_or(0) * self.rounds;
        (worth.max().unwrap_or(0) - disc).max(0)
    }

    /// The part of a goal's worth that counts while it is in progress: the last circles count most.
    fn begun(&self, (marked, all): (u8, u8), worth: i32) -> i32 {
        let (marked, all) = (i32::from(marked), i32::from(all));
        if marked >= all {
            return worth;
        }
        let hope = (1200 * self.rounds / (all - marked)).clamp(LEAST_HOPE, 1000);
        let part = 1000 * (marked * marked + marked * all) / (2 * all * all);
        worth * part / 1000 * hope / 1000
    }

    /// The value of everything that is marked.
    fn all_areas(&self, tally: &Tally) -> i32 {
        let carts = Cart::ALL.map(Target::Cart);
        let areas = [Target::Barn, Target::Helper(0), Target::Warehouse, Target::Stable, Target::Track];
        areas.into_iter().chain(carts).map(|area| self.area(tally, area)).sum()
    }

    /// The value of what is marked in the area of the target: all helper spaces count as one area, and so do
    /// the goods and donkeys of a cart.
    fn area(&self, tally: &Tally, target: Target) -> i32 {
        match target {
            Target::Barn => self.barn(tally),
            Target::Helper(_) => self.helpers(tally),
            Target::Cart(cart) | Target::Yoke(cart) => {
                if tally.was_complete(cart) {
                    return 0;
                }
                self.begun(tally.cart(self.sheet, cart), self.carts[cart.index()])
            }
            Target::Warehouse => self.store(tally, &Unit::HARVEST, Market::HarvestSets),
            Target::Stable => self.store(tally, &Unit::ANIMALS, Market::AnimalPairs),
            Target::Track => self.track(tally),
        }
    }

    fn barn(&self, tally: &Tally) -> i32 {
        let sections = self.sheet.barn();
        let pays = self.pays[Market::RoofTiles.index()];
        let worth = |section: &no_siesta::Section| i32::from(section.points) * POINT + pays;
        let built: i32 = sections.iter().take(tally.built.into()).map(worth).sum();
        let tiles = Tile::ALL.into_iter().map(|tile| self.kept_tile(tile)).sum::<i32>();
        // A tile with points is worth a point, and what any other brings can be spent at once, even in the last round.
        let tile = ((tiles + POINT) / Tile::ALL.len() as i32).max(UNIT / 2);
        let new = i32::from(tally.built - self.position.farm(self.seat).built()) * tile;
        let next = sections.get(usize::from(tally.built)).zip(tally.section(self.sheet));
        built + new + next.map_or(0, |(section, circles)| self.begun(circles, worth(section) + tile))
    }

    fn helpers(&self, tally: &Tally) -> i32 {
        let pays = self.pays[Market::Helpers.index()];
        let farm = self.position.farm(self.seat);
        let mut to_hire = self.to_hire.iter();
        let spaces = self.sheet.helpers().iter().enumerate();
        let worth = |(index, space): (usize, &no_siesta::HelperSpace)| {
            let points = i32::from(space.points) * POINT + pays;
            if farm.hired(index).is_some() {
                return points;
            }
            let (marked, all) = tally.space(self.sheet, index);
            // Complete spaces take the best helpers; each other space counts the best that is left.
            let skill = if marked == all { to_hire.next() } else { to_hire.as_slice().first() };
            self.begun((marked, all), points + skill.copied().unwrap_or(0))
        };
        spaces.map(worth).sum()
    }

    /// The value of the warehouse or stable, which holds sets of these units.
    fn store(&self, tally: &Tally, units: &[Unit], space: Market) -> i32 {
        let each = match units.len() {
            2 => self.sheet.points().animal_pair,
            _ => self.sheet.points().harvest_set,
        };
        let farm = self.position.farm(self.seat);
        let silver = if farm.skills().has(Helper::Storage) { UNIT } else { 0 };
        let worth = i32::from(each) * POINT + self.pays[space.index()];
        let least = units.iter().map(|unit| tally.stored(*unit)).min().unwrap_or(0);
        let before = match units.len() {
            2 => farm.animal_pairs(),
            _ => farm.harvest_sets(),
        };
        let new = i32::from(least.saturating_sub(before));
        let begun = units.iter().filter(|unit| tally.stored(**unit) > least).count() as u8;
        // Units beyond the next set are worth little.
        let more: u8 = units.iter().map(|unit| (tally.stored(*unit) - least).saturating_sub(1)).sum();
        i32::from(least) * worth
            + new * silver
            + self.begun((begun, units.len() as u8), worth + silver)
            + i32::from(more) * (self.rounds * 10).min(50)
    }

    fn track(&self, tally: &Tally) -> i32 {
        let each = i32::from(self.sheet.points().track_space) * POINT;
        let track = self.position.variant().track();
        let farm = self.position.farm(self.seat);
        let discs = usize::from(farm.stock() + farm.board().len());
        let won = usize::from(track.won(tally.track) - track.won(farm.track()));
        let won = DISCS.iter().skip(discs).take(won).sum::<i32>() * self.rounds;
        let points = match self.position.solo() {
            None => i32::from(tally.track) * each,
            // A lead counts only if the player's disc arrives first, so until then it counts in part.
            Some(solo) => {
                let ahead = i32::from(tally.track) - i32::from(solo.track());
                let arrived = tally.track == track.last;
                if ahead < 0 || arrived { ahead * each } else { ahead * each * 7 / 10 }
            }
        };
        points + won
    }

    /// The value of spending the held units, after a trade if that is better.
    fn spent_with_trade(&self, tally: &Tally, held: Held) -> i32 {
        let farm = self.position.farm(self.seat);
        let mut best = self.spent(tally, held);
        for (trade, units) in self.sheet.trades().iter().enumerate() {
            if farm.has_traded(trade) {
                continue;
            }
            let tiles = Tile::ALL.into_iter().filter(|tile| {
                farm.tiles(*tile) > 0 && tile.unit().is_some_and(|unit| units.contains(&unit))
            });
            for tile in std::iter::once(None).chain(tiles.map(Some)) {
                let mut left = held;
                let mut cost = 0;
                if let Some((tile, unit)) = tile.and_then(|tile| Some((tile, tile.unit()?))) {
                    left[unit.index()] += self.sheet.gives(tile);
                    cost = self.kept_tile(tile);
                }
                if pay(&mut left, units) {
                    best = best.max(self.trade() - cost + self.spent(tally, left));
                }
            }
        }
        best
    }

    /// The value of a trade.
    fn trade(&self) -> i32 {
        let skills = self.position.farm(self.seat).skills();
        i32::from(self.sheet.points().trade) * POINT
            + self.pays[Market::Trades.index()]
            + self.commodity()
            + if skills.has(Helper::TradeGood) { UNIT } else { 0 }
            + if skills.has(Helper::TradeHat) { POINT } else { 0 }
    }

    /// The value of spending the held units one by one, each in its best place, commodities last.
    fn spent(&self, tally: &Tally, held: Held) -> i32 {
        let mut tally = *tally;
        let mut gained = 0;
        for unit in Unit::ALL {
            for _ in 0..held[unit.index()] {
                if let Some((gain, next)) = self.best_place(&tally, unit) {
                    gained += gain;
                    tally = next;
                }
            }
        }
        let mut hats = i32::from(self.position.farm(self.seat).skills().has(Helper::Siesta));
        for left in (0..held[COMMODITIES]).rev() {
            let units = Unit::ALL.into_iter().filter(|unit| *unit != Unit::Hat || hats > 0);
            let places = units.filter_map(|unit| Some((unit, self.best_place(&tally, unit)?)));
            let best = places.max_by_key(|(_, (gain, _))| *gain);
            let keep = if left == 0 { self.kept_commodity() } else { 0 };
            match best {
                Some((unit, (gain, next))) if gain > keep => {
                    hats -= i32::from(unit == Unit::Hat);
                    gained += gain;
                    tally = next;
                }
                Some(_) | None => gained += keep,
            }
        }
        gained
    }

    /// The place where a unit gains most, with its gain; `None` if no place takes it.
    fn best_place(&self, tally: &Tally, unit: Unit) -> Option<(i32, Tally)> {
        let helpers = (0..self.sheet.helpers().len() as u8).map(Target::Helper);
        let carts = Cart::ALL.into_iter().flat_map(|cart| [Target::Cart(cart), Target::Yoke(cart)]);
        let store = match unit {
            Unit::Olive | Unit::Grain | Unit::Grapes => Target::Warehouse,
            Unit::Pig | Unit::Donkey => Target::Stable,
            Unit::Silver => Target::Barn,
            Unit::Hat => Target::Track,
        };
        let places = std::iter::once(store).chain(helpers).chain(carts);
        let gains = places.filter_map(|target| {
            let next = tally.with(self.sheet, target, unit)?;
            Some((self.area(&next, target) - self.area(tally, target), next))
        });
        gains.max_by_key(|(gain, _)| *gain)
    }
}

/// Removes these units, and commodities for missing ones; returns whether there were enough.
fn pay(held: &mut Held, units: &[Unit; 3]) -> bool {
    for unit in units {
        let place = if held[unit.index()] > 0 { unit.index() } else { COMMODITIES };
        if held[place] == 0 {
            return false;
        }
        held[place] -= 1;
    }
    true
}
