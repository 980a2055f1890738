//! What follows the question mark in the address of a page whose game decides how to read it.

use std::collections::HashMap;

use serde::Deserialize;

/// The values of a query by their names, decoded. Each game reads its own names and ignores the rest.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
pub struct Query {
    #[serde(flatten)]
    values: HashMap<String, String>,
}

impl Query {
    /// A query with these names and values.
    #[cfg(test)]
    pub(crate) fn of(pairs: &[(&str, &str)]) -> Self {
        let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self { values: pairs.collect() }
    }

    /// The value of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value of this name as a text of its own.
    pub(crate) fn get_owned(&self, name: &str) -> Option<String> {
        self.values.get(name).cloned()
    }
}
