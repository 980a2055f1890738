//! Enums whose variants have fixed names.

use std::fmt;

use game::record::clipped;

/// The text does not name a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    pub(crate) what: &'static str,
    pub(crate) text: String,
    pub(crate) names: &'static [&'static str],
}

impl NameError {
    pub(crate) fn new(what: &'static str, text: &str, names: &'static [&'static str]) -> Self {
        Self { what, text: clipped(text), names }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no {}: it is one of {}", self.text, self.what, self.names.join(", "))
    }
}

impl std::error::Error for NameError {}

/// An enum whose variants have a number and a name, in one place.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $what:literal: $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All of them in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];
            const NAMES: [&'static str; Self::ALL.len()] = [$($text),+];

            /// Its number in that order, from 0.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Its name in records and positions.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::names::NameError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|one| one.name() == text);
                found.ok_or_else(|| crate::names::NameError::new($what, text, &Self::NAMES))
            }
        }
    };
}
pub(crate) use named;
