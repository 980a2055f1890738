//! What follows the question mark in the address of a page whose game decides how to read it.

use serde::Deserialize;

/// The names and values of a query, decoded, in their order.
#[derive(Deserialize, Default, Debug)]
#[serde(transparent)]
pub struct Query(pub Vec<(String, String)>);

impl Query {
    /// The first value of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The first value of this name as a text of its own.
    pub(crate) fn get_owned(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }
}
