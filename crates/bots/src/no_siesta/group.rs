//! Groups of variants that share a network.

use std::fmt;
use std::str::FromStr;

use no_siesta::{Mode, Variant};

/// Variants that share a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// The solo game.
    Solo,
    /// Two players, standard or original.
    Two,
    /// Three or four players.
    Several,
    /// The experienced game, two to four players.
    Experienced,
}

impl Group {
    /// All groups.
    pub const ALL: [Self; 4] = [Self::Solo, Self::Two, Self::Several, Self::Experienced];

    /// The group that the variant belongs to.
    pub fn of(variant: Variant) -> Self {
        match variant.mode() {
            Mode::Solo => Self::Solo,
            Mode::Experienced => Self::Experienced,
            Mode::Original => Self::Two,
            Mode::Standard if variant.players().count() == 2 => Self::Two,
            Mode::Standard => Self::Several,
        }
    }

    /// The variants of the group with the standard sheet.
    pub fn variants(self) -> impl Iterator<Item = Variant> {
        Variant::all().filter(move |variant| Self::of(*variant) == self)
    }

    /// The name in commands and file names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solo => "solo",
            Self::Two => "two",
            Self::Several => "several",
            Self::Experienced => "experienced",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text does not name a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupError;

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the groups are solo, two, several and experienced")
    }
}

impl std::error::Error for GroupError {}

impl FromStr for Group {
    type Err = GroupError;

    fn from_str(text: &str) -> Result<Self, GroupError> {
        Self::ALL.into_iter().find(|group| group.name() == text).ok_or(GroupError)
    }
}
