//! Who looks at a page.

use club::PersonId;

use crate::look::Look;
use crate::words::Words;

/// Who looks at a page, and how they see it.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// Language, theme and habits.
    pub look: Look,
    /// None for somebody who has neither an account nor a guest's cookie.
    pub person: Option<PersonId>,
    /// The name of the account or of the guest; None without a person.
    pub name: Option<String>,
    /// Whether they have an account, be it a bot's.
    pub member: bool,
}

impl Viewer {
    /// The messages in their language.
    pub fn words(&self) -> Words {
        self.look.words
    }

    /// The name of a guest; None for members and for people without a cookie.
    pub(crate) fn guest_name(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| !self.member)
    }
}
