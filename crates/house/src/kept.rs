//! Tables that a device keeps: taken along while there is no connection, and put on the server afterwards.

use std::sync::Arc;

use club::{
    Chair, Event, Kept, KeptError, KeptEvent, Kind, PersonId, Player, Refusal, Sitter, Table, TableId,
};
use store::IdempotencyKey;

use crate::deed::Deed;
use crate::error::Error;
use crate::finish::finish;
use crate::house::House;
use crate::tables::{Acted, Loaded, random};

/// More than any game has, with many turns taken back. Each is decided again.
const MAX_EVENTS: usize = 2000;

impl House {
    /// What a device needs to play on at a table without a connection, with the seed of its dice. Only for the one person
    /// at a casual table with bots: they could play with dice that they know only against themselves.
    pub async fn take_along(&self, id: TableId, person: PersonId) -> Result<Kept, Error> {
        let slot = self.find_table(id).await?;
        slot.look(|loaded| {
            check_alone(loaded, person)?;
            // A bot that is about to move here would move there too, and both could not be right.
            let bots_act = loaded.table.live().is_some_and(|game| game.waiting_bots().next().is_some());
            if bots_act {
                return Err(Error::Busy);
            }
            let seed = loaded.seed.ok_or(Refusal::Over)?;
            let events = loaded.log.iter().map(|(at, event)| KeptEvent { at: *at, event: event.clone() });
            Ok(Kept { id, seed, events: events.collect() })
        })
    }

    /// Puts a table that a device kept on the server. Everything that the server does not have is decided again. A
    /// table that the server has goes on where it is; if somebody played on there meanwhile, nothing is changed.
    pub async fn put_kept(
        self: &Arc<Self>,
        sitter: Sitter,
        kept: Kept,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        let house = Arc::clone(self);
        finish(async move { house.put_kept_to_end(sitter, kept, key).await }).await
    }

    async fn put_kept_to_end(
        &self,
        sitter: Sitter,
        kept: Kept,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        if let Some(acted) = self.tables.repeated(key.as_ref()).await? {
            return Ok(acted);
        }
        if kept.events.len() > MAX_EVENTS {
            return Err(Error::TooManyEvents(MAX_EVENTS));
        }
        let id = kept.id;
        if let Some(slot) = self.tables.find(id).await? {
            let (table, place) = slot.look(|loaded| {
                check_seated(loaded, sitter.id)?;
                let place = kept.place_after(loaded.log.iter().map(|(_, event)| event));
                Ok::<_, Error>((loaded.table.clone(), place.ok_or(Error::PlayedOn)?))
            })?;
            let (kept, _) = check(kept, move |kept| kept.check_after(table, place)).await?;
            return Ok(self.tables.act_to_end(id, &Deed::HandBack(kept), key).await?);
        }
        let (kept, table) = check(kept, Kept::check).await?;
        let host = table.host;
        let _one_at_a_time = self.may_create_table(sitter, &table.options, &table.chairs).await?;
        self.remember_guest(sitter).await?;
        // Identities that a device made up may be those of others, who had no part in this.
        let others: Vec<(PersonId, PersonId)> =
            people(&kept).map(|person| (person, PersonId(u64::from_be_bytes(random())))).collect();
        let seed = kept.seed;
        let kept = kept.with_people(|person| {
            let other = others.iter().find(|(other, _)| *other == person);
            let id = other.map_or(PersonId::NOBODY, |(_, new)| *new);
            if person == host { sitter } else { Sitter { id, kind: Kind::Human, member: false } }
        });
        let events: Vec<Event> = kept.events.into_iter().map(|kept| kept.event).collect();
        Ok(self.tables.create_to_end(id, seed, key, |_| Ok(events)).await?)
    }
}

/// Checks a table on a thread for blocking work, because it may take a while.
async fn check(
    kept: Kept,
    check: impl FnOnce(&Kept) -> Result<Table, KeptError> + Send + 'static,
) -> Result<(Kept, Table), Error> {
    let checked = tokio::task::spawn_blocking(move || check(&kept).map(|table| (kept, table))).await;
    Ok(checked.map_err(|_| Error::Internal)??)
}

/// Everybody who ever sat at a table or was invited, some of them more than once.
fn people(kept: &Kept) -> impl Iterator<Item = PersonId> {
    kept.events.iter().flat_map(|KeptEvent { event, .. }| -> Vec<PersonId> {
        match event {
            Event::Created { chairs, .. } => chairs
                .iter()
                .filter_map(|chair| match chair {
                    Chair::Person(sitter) => Some(sitter.id),
                    Chair::Invited(person) => Some(*person),
                    Chair::Open | Chair::Bot { .. } => None,
                })
                .collect(),
            Event::Joined { sitter, .. } => vec![sitter.id],
            _ => Vec::new(),
        }
    })
}

/// Checks that the table is casual and that nobody but this person plays there, and bots.
pub(crate) fn check_alone(loaded: &Loaded, person: PersonId) -> Result<(), Error> {
    check_seated(loaded, person)?;
    let table = &loaded.table;
    let game = table.live().ok_or(Refusal::Over)?;
    let others = game.places().filter(|(_, place)| match place.began {
        Player::Person(sitter) => sitter.id != person,
        Player::Bot(_) => false,
    });
    if table.options.rated || others.count() > 0 {
        return Err(Error::OutOfScope("only a casual table with nobody but you and bots can be taken along"));
    }
    Ok(())
}

fn check_seated(loaded: &Loaded, person: PersonId) -> Result<(), Error> {
    if loaded.table.seats(person) { Ok(()) } else { Err(Refusal::NotSeated.into()) }
}
