//! A game at any moment.

use game::{BySeat, Players, Seat, SeatSet, ToAct};

use crate::dice::Dice;
use crate::farm::{CartStatus, Farm};
use crate::parts::{Cart, Helper, Market, Tile};
use crate::sheet::Sheet;
use crate::text::PositionError;
use crate::variant::{Mode, Variant};

/// The game ends after this round at the latest. Nobody has to use hats, so without a limit a game could go
/// on for ever. Games in which somebody tries to win end long before.
pub const LAST_ROUND: u8 = 60;

/// The bit of the neutral player in the sets of the market.
pub(crate) const NEUTRAL: u8 = 1 << Seat::MAX;

/// The phase of a round, with who is to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Solo, before the first round: the die of the neutral player.
    Neutral,
    /// The dice are rolled for the first, second or third time in the round (0, 1, 2).
    Roll(u8),
    /// A player takes a die after this roll.
    Take(u8, Seat),
    /// Solo: a die goes to the lower dice space after this roll.
    Lower(u8),
    /// Solo: the die that says where the neutral player puts a disc on the market.
    Event(After),
    /// These players mark the last die.
    Last(SeatSet),
    /// A player's scoring phase.
    Score(Seat, Scoring),
    /// A player hires a helper.
    Hire(Seat),
    /// The game is over.
    Over,
}

/// What follows an event of the neutral player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum After {
    /// The dice phase, after this roll.
    Dice(u8),
    /// The end of the round.
    Round,
}

/// What a player's scoring phase waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Any step of the player.
    Open,
    /// The draw of a roof tile, or of two.
    Draw,
    /// Which of two tiles to keep.
    Keep(Tile, Tile),
    /// Whether to put a disc on the market.
    Market,
    /// The good that comes with a trade.
    Choose,
    /// More steps of discs by a roof tile: this many.
    Move(u8),
}

/// What only the solo game has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Solo {
    pub(crate) track: u8,
    /// Set bits are carts that the neutral player has finished.
    pub(crate) carts: u8,
    pub(crate) upper: Dice,
    pub(crate) lower: Dice,
    /// Face-down tiles in the draw pile.
    pub(crate) pile: u8,
    /// Face-down tiles beside the track, which can be built.
    pub(crate) beside: u8,
    /// Face-down tiles for the second choice of the roof-selection helper.
    pub(crate) aside: u8,
}

impl Solo {
    /// The space of the neutral disc; 0 is the start.
    pub const fn track(&self) -> u8 {
        self.track
    }

    /// Whether the neutral player has finished the cart.
    pub const fn has_finished(&self, cart: Cart) -> bool {
        self.carts & 1 << cart as u8 != 0
    }

    /// The dice at the upper dice space.
    pub const fn upper(&self) -> Dice {
        self.upper
    }

    /// The dice at the lower dice space.
    pub const fn lower(&self) -> Dice {
        self.lower
    }

    /// Face-down tiles in the draw pile.
    pub const fn pile(&self) -> u8 {
        self.pile
    }

    /// Face-down tiles beside the track, which can be built.
    pub const fn beside(&self) -> u8 {
        self.beside
    }

    /// Face-down tiles for the second choice of the roof-selection helper.
    pub const fn aside(&self) -> u8 {
        self.aside
    }
}

/// A game at any moment, which knows its rules. It holds no secrets: face-down tiles are counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) variant: Variant,
    pub(crate) round: u8,
    pub(crate) start: Seat,
    pub(crate) phase: Phase,
    /// Dice that lie on the table.
    pub(crate) dice: Dice,
    /// Tiles that nobody has seen, by kind.
    pub(crate) face_down: [u8; 8],
    /// Who has a disc on each space of the market.
    pub(crate) market: [u8; 6],
    /// Helpers that lie in the middle, for experienced farmers.
    pub(crate) display: [u8; 12],
    pub(crate) farms: [Farm; Seat::MAX],
    pub(crate) solo: Solo,
    /// Steps of the scoring player since the last outcome of chance.
    pub(crate) own_steps: u8,
}

impl Position {
    /// The game before its first step.
    pub fn start(variant: Variant) -> Self {
        let sheet = variant.sheet();
        let mut farms = [Farm::default(); Seat::MAX];
        for seat in variant.players().seats() {
            farms[seat.index()] = Farm::start(sheet);
        }
        let each = if variant.players() == Players::TWO { 1 } else { 2 };
        let mut position = Self {
            variant,
            round: 1,
            start: Seat::ALL[0],
            phase: Phase::Roll(0),
            dice: Dice::NONE,
            face_down: sheet.printed.tiles,
            market: [0; 6],
            display: [0; 12],
            farms,
            solo: Solo::default(),
            own_steps: 0,
        };
        match variant.mode() {
            Mode::Standard | Mode::Original => {}
            Mode::Experienced => position.display = [each; 12],
            Mode::Solo => {
                let aside = sheet.printed.solo.aside;
                let pile = position.face_down.iter().sum::<u8>() - aside;
                position.solo = Solo { aside, pile: pile - 1, beside: 1, ..Solo::default() };
                position.phase = Phase::Neutral;
            }
        }
        position
    }

    /// The position with this text in a game with this sheet; the text says mode and players.
    pub fn read(sheet: &'static Sheet, text: &str) -> Result<Self, PositionError> {
        crate::text::read_with_sheet(sheet, text)
    }

    /// Player count, mode and sheet.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many play.
    pub fn players(&self) -> Players {
        self.variant.players()
    }

    /// The printed values.
    pub fn sheet(&self) -> &'static Sheet {
        self.variant.sheet()
    }

    /// The round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Who has the pig and begins.
    pub fn start_player(&self) -> Seat {
        self.start
    }

    /// What is going on.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Dice that lie on the table.
    pub fn dice(&self) -> Dice {
        self.dice
    }

    /// How many tiles of this kind are face down.
    pub fn face_down(&self, tile: Tile) -> u8 {
        self.face_down[tile.index()]
    }

    /// What the player has.
    pub fn farm(&self, seat: Seat) -> &Farm {
        &self.farms[seat.index()]
    }

    /// The players with a disc on this market space.
    #[inline]
    pub fn on_market(&self, space: Market) -> SeatSet {
        let there = self.market[space.index()];
        self.players().seats().filter(|seat| there & 1 << seat.index() != 0).collect()
    }

    /// Whether the neutral player has a disc on this market space.
    pub fn neutral_on_market(&self, space: Market) -> bool {
        self.market[space.index()] & NEUTRAL != 0
    }

    /// How many of this helper lie in the middle; only experienced farmers have such a display.
    pub fn display(&self, helper: Helper) -> u8 {
        self.display[helper.index()]
    }

    /// What only the solo game has.
    pub fn solo(&self) -> Option<&Solo> {
        (self.variant.mode() == Mode::Solo).then_some(&self.solo)
    }

    /// How many steps of the scoring player can be taken back: those since the last outcome of chance or the
    /// start of the phase. 0 outside scoring phases.
    pub fn own_steps(&self) -> u8 {
        self.own_steps
    }

    /// Who is to act.
    pub fn to_act(&self) -> ToAct {
        match self.phase {
            Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Score(_, Scoring::Draw) => {
                ToAct::Chance
            }
            Phase::Take(_, seat) | Phase::Hire(seat) => ToAct::seat(seat),
            Phase::Lower(_) => ToAct::seat(self.start),
            Phase::Last(seats) => ToAct::Seats(seats),
            Phase::Score(
                seat,
                Scoring::Open | Scoring::Keep(..) | Scoring::Market | Scoring::Choose | Scoring::Move(_),
            ) => ToAct::seat(seat),
            Phase::Over => ToAct::Over,
        }
    }

    pub(crate) fn track_end(&self) -> u8 {
        self.variant.track().last
    }

    /// Face-down tiles that can be built.
    pub(crate) fn tiles_to_build(&self) -> u8 {
        match self.variant.mode() {
            Mode::Standard | Mode::Original | Mode::Experienced => self.face_down.iter().sum(),
            Mode::Solo => self.solo.beside,
        }
    }

    /// How many tiles the player draws at once.
    pub(crate) fn drawn_at_once(&self, seat: Seat) -> u8 {
        let second = match self.variant.mode() {
            Mode::Standard | Mode::Original | Mode::Experienced => self.tiles_to_build() > 1,
            Mode::Solo => self.solo.aside > 0,
        };
        if second && self.farm(seat).can(Helper::RoofSelection) { 2 } else { 1 }
    }

    /// How many discs the player has on the market.
    pub(crate) fn market_discs(&self, seat: Seat) -> u8 {
        self.market.iter().filter(|there| **there & 1 << seat.index() != 0).count() as u8
    }

    /// Whether the player can put a disc on this market space, apart from having one.
    pub fn market_open(&self, seat: Seat, space: Market) -> bool {
        let there = self.market[space.index()];
        there & 1 << seat.index() == 0 && there.count_ones() < self.variant.market_room()
    }

    /// Whether the larger value of the cart is gone.
    pub fn larger_gone(&self, cart: Cart) -> bool {
        self.solo.has_finished(cart)
            || self.farms.iter().any(|farm| farm.cart(cart).status == CartStatus::Larger)
    }

    /// For which value the player's completed cart counts, or would if the phase ended now.
    pub(crate) fn cart_value(&self, seat: Seat, cart: Cart) -> CartStatus {
        match self.farm(seat).cart(cart).status {
            CartStatus::New => {
                let rivals = self.farms.iter().filter(|farm| farm.cart(cart).status == CartStatus::New);
                let furthest = rivals.map(|farm| farm.track).max();
                if !self.larger_gone(cart) && furthest == Some(self.farm(seat).track) {
                    CartStatus::Larger
                } else {
                    CartStatus::Smaller
                }
            }
            known @ (CartStatus::Open | CartStatus::Larger | CartStatus::Smaller) => known,
        }
    }

    /// Whether the player could hire this helper.
    pub fn can_hire(&self, seat: Seat, helper: Helper) -> bool {
        let there = match self.variant.mode() {
            Mode::Standard | Mode::Original | Mode::Solo => !helper.is_grey(),
            Mode::Experienced => self.display(helper) > 0,
        };
        there && !self.farm(seat).hires(helper)
    }

    /// Who hires next: in turn order, and among experienced farmers whoever is further on the track
    /// first.
    pub(crate) fn next_to_hire(&self) -> Option<Seat> {
        let mut best: Option<Seat> = None;
        for seat in self.turn_order() {
            let may = self.farm(seat).vacancy().is_some()
                && Helper::ALL.into_iter().any(|helper| self.can_hire(seat, helper));
            let better = match (best, self.variant.mode()) {
                (None, _) => true,
                (Some(best), Mode::Experienced) => self.farm(seat).track > self.farm(best).track,
                (Some(_), Mode::Standard | Mode::Original | Mode::Solo) => false,
            };
            if may && better {
                best = Some(seat);
            }
        }
        best
    }

    /// The players from the start player on.
    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (players, start) = (self.players(), self.start);
        (0..players.count()).map(move |i| Seat::ALL[(start.index() + i) % players.count()])
    }

    /// One value for each player.
    pub(crate) fn by_seat<T: Copy + Default>(&self, value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat::from_fn(self.players(), value)
    }
}
