//! New tables: by wish, and for a rematch.

use std::sync::Arc;

use bots::Level;
use club::{Chair, Command, Options, Refusal, Sitter, TableId, Variant, VariantForm};
use store::IdempotencyKey;

use crate::error::Error;
use crate::finish::finish;
use crate::house::House;
use crate::tables::{ActError, Acted, now, random};

/// Who is to sit on a seat of a new table.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatRequest {
    /// Whoever creates the table.
    Me,
    /// Whoever comes first.
    Open,
    /// A bot of the house, by its level.
    Bot(u8),
    /// Somebody by name.
    Invite(String),
}

/// The bot level with this number.
pub fn level(number: u8) -> Result<Level, Error> {
    Ok(Level::new(number)?)
}

/// The variant with these options.
pub fn variant(form: VariantForm) -> Result<Variant, Error> {
    Ok(Variant::try_from(form).map_err(Refusal::from)?)
}

impl House {
    /// Who is to sit where, with names and levels looked up.
    pub async fn seat(&self, sitter: Sitter, seats: &[SeatRequest]) -> Result<Vec<Chair>, Error> {
        let mut chairs = Vec::with_capacity(seats.len());
        for seat in seats {
            chairs.push(match seat {
                SeatRequest::Me => Chair::Person(sitter),
                SeatRequest::Open => Chair::Open,
                SeatRequest::Bot(number) => Chair::Bot { level: level(*number)? },
                SeatRequest::Invite(name) => Chair::Invited(self.find_person(name).await?.id),
            });
        }
        Ok(chairs)
    }

    /// Creates a table. The game begins at once if every seat is taken.
    pub async fn create_table(
        &self,
        sitter: Sitter,
        options: Options,
        chairs: Vec<Chair>,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        let id = TableId(u64::from_be_bytes(random()));
        self.create_table_with(id, sitter, options, chairs, None, key).await
    }

    async fn create_table_with(
        &self,
        id: TableId,
        sitter: Sitter,
        options: Options,
        chairs: Vec<Chair>,
        seating: Option<Vec<usize>>,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        if let Some(acted) = self.tables.repeated(key.as_ref()).await? {
            return Ok(acted);
        }
        let _one_at_a_time = self.may_create_table(sitter, &options, &chairs).await?;
        self.remember_guest(sitter).await?;
        let create =
            move |context: club::Context<'_>| club::create(id, sitter.id, options, chairs, seating, context);
        let acted = self.tables.create(id, key, create).await?;
        metrics::counter!("sobremesa_tables_laid_total").increment(1);
        Ok(acted)
    }

    /// Stores a guest who is about to take a seat or to write: until then they exist in their cookie alone.
    pub async fn remember_guest(&self, sitter: Sitter) -> Result<(), Error> {
        if !sitter.member && self.stored_guests.get(&sitter.id).is_none() {
            self.store.add_guest(sitter.id, now()).await?;
            self.stored_guests.insert(sitter.id, ());
        }
        Ok(())
    }

    /// Creates the table of a rematch, or takes the seat there if somebody else was first. Once begun it is finished
    /// even if the caller is dropped: the old table must name the new one.
    pub async fn rematch(
        self: &Arc<Self>,
        id: TableId,
        sitter: Sitter,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        let house = Arc::clone(self);
        finish(async move { house.rematch_to_end(id, sitter, key).await }).await
    }

    async fn rematch_to_end(
        &self,
        id: TableId,
        sitter: Sitter,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        if let Some(acted) = self.tables.repeated(key.as_ref()).await? {
            return Ok(acted);
        }
        let slot = self.find_table(id).await?;
        let (options, chairs, seating) = slot.look(|loaded| club::rematch(&loaded.table, sitter.id))?;
        // The identity of a rematch follows from the table, so that two who ask at once get the same table.
        let new = id.rematch();
        let acted = if self.tables.find(new).await?.is_some() {
            match self.tables.act(new, &Command::Join(sitter), key).await {
                Err(ActError::Refused(Refusal::Seated)) => Acted { table: new, seq: 0 },
                other => other?,
            }
        } else {
            match self.create_table_with(new, sitter, options, chairs, Some(seating), key.clone()).await {
                // Somebody else created it meanwhile.
                Err(Error::Busy) => self.tables.act(new, &Command::Join(sitter), key).await?,
                other => other?,
            }
        };
        self.tables.act(id, &Command::Rematch { person: sitter.id, table: new }, None).await?;
        Ok(acted)
    }
}
