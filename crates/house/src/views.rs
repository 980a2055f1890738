//! Tables as somebody may see them: one, a page of a list, its record, who is there.

use std::sync::Arc;

use club::view::{self, TableView};
use club::{Attendance, GameName, PersonId, Refusal, Stage, TableId, Time};
use store::TableFilter;

use crate::error::Error;
use crate::house::House;
use crate::tables::Slot;

/// How many tables a page of a list has at most.
pub const TABLES_PER_PAGE: u32 = 50;

/// Which tables a list is to have.
#[derive(Clone, Debug, Default)]
pub struct TableQuery {
    /// Only tables at this stage.
    pub stage: Option<Stage>,
    /// Only tables of this game.
    pub game: Option<GameName>,
    /// Only tables with this person.
    pub person: Option<PersonId>,
    /// Only tables with a free seat that anybody may take.
    pub open: bool,
    /// Only tables that come after this one in the list: the `next` of the page before.
    pub after: Option<(Time, TableId)>,
    /// At most so many; `None` for [`TABLES_PER_PAGE`].
    pub limit: Option<u32>,
}

/// A page of a list of tables.
pub struct TableList {
    /// The tables as the viewer may see them, the one that changed last first.
    pub tables: Vec<TableView>,
    /// Where the next page begins, if there is one.
    pub next: Option<(Time, TableId)>,
}

impl House {
    /// The table with this identity.
    pub async fn find_table(&self, id: TableId) -> Result<Arc<Slot>, Error> {
        self.tables.find(id).await?.ok_or(Error::NO_TABLE)
    }

    /// A table as this person sees it.
    pub async fn view_table(&self, slot: &Slot, viewer: Option<PersonId>) -> Result<TableView, Error> {
        let people: Vec<PersonId> = slot.look(|loaded| {
            let table = &loaded.table;
            table.people().chain([table.host]).chain(table.chat.iter().map(|said| said.person)).collect()
        });
        self.names.read(people.into_iter()).await?;
        Ok(slot.look(|loaded| view::table(&loaded.table, viewer, &|id| self.names.named(id))))
    }

    /// A page of tables as this person sees them. Tables that are not public are listed for their own people alone, and
    /// those that cannot be read for nobody.
    pub async fn list_tables(
        &self,
        viewer: Option<PersonId>,
        query: &TableQuery,
    ) -> Result<TableList, Error> {
        let limit = query.limit.unwrap_or(TABLES_PER_PAGE);
        let filter = TableFilter {
            stage: query.stage,
            game: query.game.map(|game| game.to_string()),
            person: query.person,
            public: query.person.is_none() || query.person != viewer,
            open: query.open,
            before: query.after,
            limit,
            ..TableFilter::default()
        };
        let found = self.store.list_tables(&filter).await?;
        let last = found.last().filter(|_| found.len() == limit as usize);
        let next = last.map(|(id, summary)| (summary.changed, *id));
        let mut tables = Vec::with_capacity(found.len());
        for (id, _) in &found {
            if let Some(slot) = self.tables.find_listed(*id).await? {
                tables.push(self.view_table(&slot, viewer).await?);
            }
        }
        Ok(TableList { tables, next })
    }

    /// All that a person may do at a table now, in the notation of the game, with the `seq` that a move names.
    pub async fn actions(&self, id: TableId, person: PersonId) -> Result<(u64, Vec<String>), Error> {
        // A list can have tens of thousands of turns: it is made from a copy, off the threads that serve.
        let table = self.find_table(id).await?.look(|loaded| loaded.table.clone());
        let seq = table.seq;
        let listed = tokio::task::spawn_blocking(move || view::actions(&table, person)).await;
        listed.map(|actions| (seq, actions)).map_err(|_| Error::Internal)
    }

    /// The record of a game, in the text notation.
    pub async fn record(&self, id: TableId) -> Result<String, Error> {
        let slot = self.find_table(id).await?;
        let people: Vec<PersonId> = slot.look(|loaded| loaded.table.people().collect());
        self.names.read(people.into_iter()).await?;
        let record = slot.look(|loaded| club::record::record(&loaded.table, &|id| self.names.get(id)));
        Ok(record.ok_or(Refusal::NotStarted)?)
    }

    /// Who is at a table right now.
    pub async fn attendance(&self, id: TableId) -> Result<Attendance, Error> {
        let slot = self.find_table(id).await?;
        let present = self.presence.at(id).await;
        Ok(slot.look(|loaded| Attendance::of(&loaded.table, present)))
    }
}
