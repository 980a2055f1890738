//! The words by which enums are stored. They are part of the schema: a word that was released never changes.

use club::{Kind, Stage};

use crate::{Access, AccountKind, StoreError};

/// An enum that is stored as a word.
pub(crate) trait Word: Copy + 'static {
    /// All variants.
    const ALL: &'static [Self];

    /// The word of this variant.
    fn word(self) -> &'static str;

    /// The variant of a stored word.
    fn read(word: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.iter().find(|one| one.word() == word);
        found.copied().ok_or_else(|| StoreError::Unreadable(format!("unknown word {word:?}")))
    }
}

impl Word for Stage {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        Self::word(self)
    }
}

impl Word for AccountKind {
    const ALL: &'static [Self] = &[Self::Guest, Self::Member, Self::Bot, Self::Deleted];

    fn word(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Member => "member",
            Self::Bot => "bot",
            Self::Deleted => "deleted",
        }
    }
}

impl Word for Access {
    const ALL: &'static [Self] = &[Self::Session, Self::Read, Self::Play, Self::Bot];

    fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Read => "read",
            Self::Play => "play",
            Self::Bot => "bot",
        }
    }
}

impl Word for Kind {
    const ALL: &'static [Self] = &[Self::Human, Self::Bot];

    fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Bot => "bot",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word + PartialEq + std::fmt::Debug>() {
        for one in W::ALL {
            assert_eq!(W::read(one.word()).unwrap(), *one);
        }
        assert!(W::read("unknown").is_err());
    }

    #[test]
    fn a_word_is_read_as_it_is_written() {
        check::<Stage>();
        check::<AccountKind>();
        check::<Access>();
        check::<Kind>();
    }
}
