//! Ids, seeds and moments in JSON.

use serde::Serialize;
use utoipa::ToSchema;

/// The permanent id of a person, in lower-case letters and digits.
#[derive(Serialize, ToSchema)]
pub struct PersonId(String);

/// The permanent id of a table, in lower-case letters and digits.
#[derive(Serialize, ToSchema)]
pub struct TableId(String);

/// The seed of all chance of a game: 32 bytes in hexadecimal.
#[derive(Serialize, ToSchema)]
pub struct Seed(String);

/// The SHA-256 of a seed, in hexadecimal.
#[derive(Serialize, ToSchema)]
pub struct SeedHash(String);

/// A moment: milliseconds since 1970-01-01 UTC.
#[derive(Serialize, ToSchema)]
pub struct Time(u64);
