//! The names of people, cached.

use std::sync::Arc;

use club::PersonId;
use club::view::Named;
use quick_cache::sync::Cache;
use store::{AccountKind, Person, Store, StoreError, report_unreadable_person};

/// How many names are cached.
const MAX_NAMES: usize = 100_000;

/// The names of people, cached.
pub struct Names {
    store: Arc<dyn Store>,
    cache: Cache<PersonId, Named>,
}

/// What somebody without a name is called.
fn nameless(person: PersonId) -> String {
    let id = person.to_string();
    format!("Guest-{}", &id[id.len() - 5..])
}

/// What a person is called.
pub fn name_of(person: &Person) -> String {
    match (&person.name, person.kind) {
        (Some(name), _) => name.clone(),
        (None, AccountKind::Deleted) => nameless(person.id).replace("Guest", "Deleted"),
        (None, AccountKind::Guest | AccountKind::Member | AccountKind::Bot) => nameless(person.id),
    }
}

impl Names {
    /// An empty cache over this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, cache: Cache::new(MAX_NAMES) }
    }

    /// Reads the names of these people into the cache, as far as they are not there.
    pub async fn read(&self, people: impl Iterator<Item = PersonId>) -> Result<(), StoreError> {
        let missing: Vec<PersonId> = people.filter(|person| self.cache.peek(person).is_none()).collect();
        for id in missing {
            let name = match self.store.find_person(id).await {
                Ok(Some(person)) => {
                    Named { name: name_of(&person), deleted: person.kind == AccountKind::Deleted }
                }
                Ok(None) => Named { name: nameless(id), deleted: false },
                // Their tables are shown without the name.
                Err(StoreError::Unreadable(why)) => {
                    report_unreadable_person(id, &why);
                    Named { name: nameless(id), deleted: false }
                }
                Err(error) => return Err(error),
            };
            self.cache.insert(id, name);
        }
        Ok(())
    }

    /// A name that was read before.
    pub fn get(&self, person: PersonId) -> String {
        self.named(person).name
    }

    /// A name that was read before, and whether the account was deleted.
    pub fn named(&self, person: PersonId) -> Named {
        self.cache.get(&person).unwrap_or_else(|| Named { name: nameless(person), deleted: false })
    }

    /// Drops a name that has changed; it is read again when it is needed.
    pub fn forget(&self, person: PersonId) {
        self.cache.remove(&person);
    }
}
