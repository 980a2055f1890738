//! What revenue is made of.

use crate::names::named;

named! {
    /// One unit of revenue.
    Unit, "unit":
    /// A harvest good.
    Olive = "olive",
    /// A harvest good.
    Grain = "grain",
    /// A harvest good.
    Grapes = "grapes",
    /// An animal.
    Pig = "pig",
    /// An animal, and what pulls a cart.
    Donkey = "donkey",
    /// For the barn.
    Silver = "silver",
    /// For the Siesta Track.
    Hat = "hat",
}

impl Unit {
    /// The harvest goods, one row of the warehouse each.
    pub const HARVEST: [Self; 3] = [Self::Olive, Self::Grain, Self::Grapes];
    /// The animals, one row of the stable each.
    pub const ANIMALS: [Self; 2] = [Self::Pig, Self::Donkey];
    /// What can be stored: the rows of the warehouse and then of the stable.
    pub const STORED: [Self; 5] = [Self::Olive, Self::Grain, Self::Grapes, Self::Pig, Self::Donkey];
}

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Units(pub(crate) u8);

impl Units {
    /// No unit.
    pub const NONE: Self = Self(0);
    /// All goods of the warehouse.
    pub const HARVEST: Self = Self(0b0000_0111);
    /// All animals.
    pub const ANIMALS: Self = Self(0b0001_1000);
    /// All that a commodity can stand for: everything but a hat.
    pub const COMMODITY: Self = Self(0b0011_1111);

    /// Just this unit.
    pub const fn of(unit: Unit) -> Self {
        Self(1 << unit as u8)
    }

    /// Whether the unit is in the set.
    pub const fn contains(self, unit: Unit) -> bool {
        self.0 & Self::of(unit).0 != 0
    }

    /// All that is in this set or in the other one.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// All that is in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// All of this set that is not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set if the condition holds, and none otherwise.
    #[must_use]
    pub(crate) const fn when(self, condition: bool) -> Self {
        Self(self.0 * condition as u8)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The units in their order.
    pub fn iter(self) -> impl Iterator<Item = Unit> {
        let mut left = self.0 & 0x7f;
        std::iter::from_fn(move || {
            let unit = *Unit::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(unit)
        })
    }
}

named! {
    /// A face of a die.
    Face, "face of a die":
    /// Two harvest goods at once.
    OliveGrain = "olive+grain",
    /// Grapes.
    Grapes = "grapes",
    /// A pig.
    Pig = "pig",
    /// A donkey.
    Donkey = "donkey",
    /// A hat.
    Hat = "hat",
    /// Silver.
    Silver = "silver",
}

impl Face {
    /// What the face brings.
    pub const fn units(self) -> Units {
        match self {
            Self::OliveGrain => Units::of(Unit::Olive).with(Units::of(Unit::Grain)),
            Self::Grapes => Units::of(Unit::Grapes),
            Self::Pig => Units::of(Unit::Pig),
            Self::Donkey => Units::of(Unit::Donkey),
            Self::Hat => Units::of(Unit::Hat),
            Self::Silver => Units::of(Unit::Silver),
        }
    }
}
