//! The names of people, at hand.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use club::PersonId;

use crate::live::lock;
use store::{AccountKind, Person, Store, StoreError};

/// Names that are kept at most; more and all are read again.
const MOST: usize = 100_000;

/// The names of people, at hand.
pub struct Names {
    store: Arc<dyn Store>,
    known: Mutex<HashMap<PersonId, String>>,
}

/// What somebody without a name is called.
pub fn nameless(person: PersonId) -> String {
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
    /// Names of the people in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, known: Mutex::default() }
    }

    /// Reads the names of these people, as far as they are not at hand.
    pub async fn read(&self, people: impl Iterator<Item = PersonId>) -> Result<(), StoreError> {
        let unknown: Vec<PersonId> = {
            let known = lock(&self.known);
            people.filter(|person| !known.contains_key(person)).collect()
        };
        for id in unknown {
            let name =
                self.store.find_person(id).await?.map_or_else(|| nameless(id), |person| name_of(&person));
            let mut known = lock(&self.known);
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(id, name);
        }
        Ok(())
    }

    /// A name that was read before.
    pub fn get(&self, person: PersonId) -> String {
        lock(&self.known).get(&person).cloned().unwrap_or_else(|| nameless(person))
    }

    /// Reads the name again the next time.
    pub fn forget(&self, person: PersonId) {
        lock(&self.known).remove(&person);
    }
}
