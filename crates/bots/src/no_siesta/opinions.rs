//! What things are worth to a player, in thousandths of a point unless told otherwise: what can be
//! learned.

/// What an opinion is about, each with what a sensible person thinks before the first game.
macro_rules! opinions {
    ($($(#[$doc:meta])* $name:ident = $sensible:literal,)+) => {
        /// What an opinion is about.
        #[expect(dead_code, reason = "discs are looked up by their place")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub(super) enum About { $($(#[$doc])* $name,)+ }

        const SENSIBLE: [i32; [$($sensible),+].len()] = [$($sensible),+];
    };
}

opinions! {
    /// Some unit that comes later and will find a place.
    Unit = 600,
    /// A commodity that comes now.
    Commodity = 750,
    /// A commodity that is kept for the next round.
    KeptCommodity = 750,
    /// What one more disc brings in a round, from the first to the eighth: hardly anything beyond
    /// those that the dice of a round can use.
    Disc1 = 700,
    Disc2 = 600,
    Disc3 = 500,
    Disc4 = 300,
    Disc5 = 120,
    Disc6 = 50,
    Disc7 = 20,
    Disc8 = 10,
    /// How many circles of one goal a round marks, in thousandths.
    Pace = 1200,
    /// Goals that are begun keep at least this part of their credit: in the last round two units may
    /// still complete one together.
    LeastHope = 40,
    /// How much the last circles of a goal count more than the first.
    Curve = 500,
    /// A unit of a tile that is not used yet.
    TileUnit = 600,
    /// A step of a tile that is not used yet.
    TileStep = 300,
    /// The helpers, for a round, a section, a trade or a donkey to come.
    RoofSelection = 300,
    ChangeRevenue = 300,
    TradeGood = 600,
    Storage = 150,
    Carts = 500,
    Siesta = 200,
    RoofingCosts = 700,
    TradeHat = 1000,
    Copy = 200,
    AnyOrder = 250,
    SiestaOrWork = 250,
    TakeBack = 100,
    /// By how much each market space will pay more, for a round to come.
    GrowthDiscs = 0,
    GrowthHarvestSets = 120,
    GrowthRoofTiles = 300,
    GrowthAnimalPairs = 150,
    GrowthHelpers = 300,
    GrowthTrades = 200,
    /// Rounds that a space of the track lasts, in thousandths.
    Rounds = 1000,
    /// A step on the track, on top of its point.
    Step = 0,
    /// A section, a helper space, a cart, a set, a pair and a trade, in thousandths of their worth.
    Barn = 1000,
    Helpers = 1000,
    TopCart = 1000,
    MiddleCart = 1000,
    BottomCart = 1000,
    Warehouse = 1000,
    Stable = 1000,
    Trade = 1000,
    /// The silver that comes with a set or a pair.
    StorageSilver = 600,
    /// Solo: a hat among the lower dice, two of one face there, and a space ahead of the neutral disc.
    LowerHat = 1000,
    LowerPair = 200,
    Ahead = 700,
}

/// How many things there are opinions about.
const THINGS: usize = SENSIBLE.len();

/// How many opinions can be learned: two on each thing, for the end of a game and for a long time
/// before it. In between they change with the rounds that are left.
pub(super) const OPINIONS: usize = 2 * THINGS;

/// Rounds before the end from which on opinions do not change.
const LONG: usize = 10;

/// What a file begins with.
const MAGIC: [u8; 4] = *b"NSO1";

/// What a player thinks at some time of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Now([i32; THINGS]);

impl Now {
    pub(super) const fn on(&self, about: About) -> i32 {
        self.0[about as usize]
    }

    /// What all discs from the first on are worth, one by one.
    pub(super) fn discs(&self) -> &[i32] {
        &self.0[About::Disc1 as usize..=About::Disc8 as usize]
    }
}

/// All opinions of a player, by the rounds that are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opinions([Now; LONG + 1]);

impl Opinions {
    /// What a sensible person thinks before the first game, at any time.
    pub(super) const SENSIBLE: Self = Self([Now(SENSIBLE); LONG + 1]);

    /// What the player thinks with so many rounds left.
    pub(super) fn at(&self, rounds: i32) -> &Now {
        &self.0[usize::try_from(rounds).unwrap_or(0).min(LONG)]
    }

    fn new(late: &[i32; THINGS], early: &[i32; THINGS]) -> Self {
        Self(std::array::from_fn(|rounds| {
            let (rounds, all) = (rounds as i32, LONG as i32);
            Now(std::array::from_fn(|thing| (late[thing] * (all - rounds) + early[thing] * rounds) / all))
        }))
    }

    /// Those of a sensible person, changed: each number is how many times as much, as a power of e.
    pub(super) fn shifted(shifts: &[f64; OPINIONS]) -> Self {
        let shift = |thing: usize, shift: f64| match SENSIBLE[thing] {
            // What is nothing to a sensible person cannot be so many times as much.
            0 => (shift * 300.0).round() as i32,
            sensible => (f64::from(sensible) * shift.clamp(-2.0, 2.0).exp()).round() as i32,
        };
        Self::new(
            &std::array::from_fn(|thing| shift(thing, shifts[thing])),
            &std::array::from_fn(|thing| shift(thing, shifts[THINGS + thing])),
        )
    }

    /// The opinions in these bytes of a file, if it has as many as there must be.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let body = bytes.strip_prefix(&MAGIC)?;
        let numbers = body.chunks_exact(2).map(|two| i32::from(i16::from_le_bytes([two[0], two[1]])));
        let numbers: Vec<i32> = numbers.collect();
        let (late, early) = numbers.split_at_checked(THINGS)?;
        Some(Self::new(late.try_into().ok()?, early.try_into().ok()?))
    }

    /// The bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let whole = |opinion: &i32| (*opinion).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let numbers = self.0[0].0.iter().chain(&self.0[LONG].0);
        MAGIC.into_iter().chain(numbers.flat_map(|opinion| whole(opinion).to_le_bytes())).collect()
    }
}
