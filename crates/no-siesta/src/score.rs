//! The score sheet.

use game::{BySeat, Seat, ranks};

use crate::farm::CartStatus;
use crate::names::named;
use crate::parts::{Cart, Market, Tile};
use crate::position::{Phase, Position};
use crate::variant::Mode;

/// A line of the score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreItem {
    /// Sections of the barn with a tile.
    Roofs,
    /// Roof tiles that bring points.
    RoofBonuses,
    /// Helper spaces with a helper.
    Helpers,
    /// Long-distance trades.
    Trades,
    /// Sets of three goods.
    Warehouse,
    /// Pairs of animals.
    Stable,
    /// Complete carts.
    Carts,
    /// The Siesta Track.
    Track,
    /// A space of the market with a disc of the player.
    Market(Market),
}

impl ScoreItem {
    /// All lines in order.
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = [
            Self::Roofs,
            Self::RoofBonuses,
            Self::Helpers,
            Self::Trades,
            Self::Warehouse,
            Self::Stable,
            Self::Carts,
            Self::Track,
        ];
        lines.into_iter().chain(Market::ALL.map(Self::Market))
    }
}

impl std::fmt::Display for ScoreItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Roofs => f.write_str("roofs"),
            Self::RoofBonuses => f.write_str("roof bonuses"),
            Self::Helpers => f.write_str("helpers"),
            Self::Trades => f.write_str("trades"),
            Self::Warehouse => f.write_str("warehouse"),
            Self::Stable => f.write_str("stable"),
            Self::Carts => f.write_str("carts"),
            Self::Track => f.write_str("track"),
            Self::Market(space) => write!(f, "market {space}"),
        }
    }
}

named! {
    /// What a solo score amounts to.
    SoloRank, "rank":
    /// The lowest.
    Beginner = "beginner",
    /// Not yet a living.
    Struggling = "struggling",
    /// Taken seriously.
    Noticed = "noticed",
    /// A farmer in the making.
    Promising = "promising",
    /// A living.
    Settled = "settled",
    /// The estate.
    Landowner = "landowner",
}

impl Position {
    /// The points of a line of the score sheet as things stand.
    pub fn points(&self, seat: Seat, item: ScoreItem) -> i32 {
        let sheet = self.sheet();
        let farm = self.farm(seat);
        let worth = sheet.points();
        let times = |count: u8, each: u8| i32::from(count) * i32::from(each);
        let trades = farm.trades.count_ones() as u8;
        match item {
            ScoreItem::Roofs => {
                sheet.barn().iter().take(farm.built.into()).map(|section| i32::from(section.points)).sum()
            }
            ScoreItem::RoofBonuses => times(farm.tiles(Tile::Vp), sheet.gives(Tile::Vp)),
            ScoreItem::Helpers => {
                let hired = sheet.helpers().iter().zip(farm.hired).filter(|(_, hired)| hired.is_some());
                hired.map(|(space, _)| i32::from(space.points)).sum()
            }
            ScoreItem::Trades => times(trades, worth.trade),
            ScoreItem::Warehouse => times(farm.harvest_sets(), worth.harvest_set),
            ScoreItem::Stable => times(farm.animal_pairs(), worth.animal_pair),
            ScoreItem::Carts => {
                let value = |cart| match self.cart_value(seat, cart) {
                    CartStatus::Larger => sheet.cart(cart).larger.into(),
                    CartStatus::Smaller => sheet.cart(cart).smaller.into(),
                    CartStatus::Open | CartStatus::New => 0,
                };
                Cart::ALL.into_iter().map(value).sum()
            }
            ScoreItem::Track => self.track_points(seat),
            ScoreItem::Market(space) if !self.on_market(space).contains(seat) => 0,
            ScoreItem::Market(space) => {
                let count = match space {
                    Market::Discs => farm.stock + farm.board.len(),
                    Market::HarvestSets => farm.harvest_sets(),
                    Market::RoofTiles => farm.built,
                    Market::AnimalPairs => farm.animal_pairs(),
                    Market::Helpers => farm.helpers(),
                    Market::Trades => trades,
                };
                times(count, sheet.market(space))
            }
        }
    }

    fn track_points(&self, seat: Seat) -> i32 {
        let each = i32::from(self.sheet().points().track_space);
        let own = i32::from(self.farm(seat).track);
        match self.variant.mode() {
            Mode::Standard | Mode::Original | Mode::Experienced => own * each,
            Mode::Solo => {
                let ahead = own - i32::from(self.solo.track);
                let arrived = own == i32::from(self.track_end());
                if ahead < 0 || arrived { ahead * each } else { 0 }
            }
        }
    }

    /// The score sheet of a player as things stand, line by line.
    pub fn score_sheet(&self, seat: Seat) -> impl Iterator<Item = (ScoreItem, i32)> {
        ScoreItem::all().map(move |item| (item, self.points(seat, item)))
    }

    /// The points of each player as things stand.
    pub fn scores(&self) -> BySeat<i32> {
        self.by_seat(|seat| self.score_sheet(seat).map(|(_, points)| points).sum())
    }

    /// The rank of each player as things stand: by points, then by the Siesta Track.
    pub fn ranks(&self) -> BySeat<u8> {
        let scores = self.scores();
        let beyond = i32::from(u8::MAX);
        ranks(&self.by_seat(|seat| scores[seat] * beyond + i32::from(self.farm(seat).track)))
    }

    /// What the score of a finished solo game amounts to.
    pub fn solo_rank(&self) -> Option<SoloRank> {
        let finished = self.phase == Phase::Over && self.variant.mode() == Mode::Solo;
        finished.then(|| self.solo_rank_of(self.scores()[Seat::ALL[0]]))
    }

    /// What this many points amount to in the solo game.
    pub fn solo_rank_of(&self, points: i32) -> SoloRank {
        let limits = self.sheet().solo().ranks;
        SoloRank::ALL[limits.iter().filter(|limit| points >= i32::from(**limit)).count()]
    }
}
