//! What is to be done at a table, and the events that follow from it.

use club::{Command, Context, Event, Kept};

use crate::tables::{ActError, Loaded};

/// What is to be done at a table.
pub(crate) enum Deed {
    /// A command.
    Command(Command),
    /// A device hands back a table that it took along. What it added was checked: it follows.
    HandBack(Kept),
}

impl Deed {
    /// The events that follow.
    pub(crate) fn decide(&self, loaded: &Loaded, context: Context<'_>) -> Result<Vec<Event>, ActError> {
        match self {
            Self::Command(command) => Ok(club::decide(&loaded.table, command, context)?),
            Self::HandBack(kept) => {
                let log = loaded.log.iter().map(|(_, event)| event);
                let place = kept.place_after(log).ok_or(ActError::PlayedOn)?;
                Ok(kept.events[place..].iter().map(|kept| kept.event.clone()).collect())
            }
        }
    }
}
