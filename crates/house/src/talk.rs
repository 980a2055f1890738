//! Talk at tables: messages and mutes, limited for each person over all tables.

use std::time::Instant;

use club::{Command, PersonId, Room, Sitter, TableId};
use store::IdempotencyKey;

use crate::error::Error;
use crate::house::House;
use crate::quota::{Asker, Limited};
use crate::tables::Acted;

impl House {
    /// Sends a chat message.
    pub async fn say(
        &self,
        id: TableId,
        sitter: Sitter,
        room: Room,
        text: String,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        self.count_message(sitter.id)?;
        self.remember_guest(sitter).await?;
        Ok(self.tables.act(id, &Command::Say { person: sitter.id, room, text }, key).await?)
    }

    /// Hides the messages of somebody at a table from this person, or shows them again. It counts as a message: each
    /// of them is stored for good.
    pub async fn mute(
        &self,
        id: TableId,
        by: PersonId,
        whom: PersonId,
        muted: bool,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        self.count_message(by)?;
        Ok(self.tables.act(id, &Command::Mute { by, whom, muted }, key).await?)
    }

    fn count_message(&self, person: PersonId) -> Result<(), Error> {
        let counted = [(Limited::Talk, Asker::Person(person))];
        self.limits.pass(&counted, Instant::now()).map_err(Error::TooManyMessages)
    }
}
