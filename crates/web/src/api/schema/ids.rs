//! Identities and moments in JSON.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
#[expect(missing_docs, reason = "its doc would become part of the description of the API")]
pub struct PersonId(String);

#[derive(Serialize, ToSchema)]
#[expect(missing_docs, reason = "its doc would become part of the description of the API")]
pub struct TableId(String);

#[derive(Serialize, ToSchema)]
#[expect(missing_docs, reason = "its doc would become part of the description of the API")]
pub struct Seed(String);

#[derive(Serialize, ToSchema)]
#[expect(missing_docs, reason = "its doc would become part of the description of the API")]
pub struct SeedHash(String);

/// A moment: milliseconds since 1970-01-01 UTC.
#[derive(Serialize, ToSchema)]
pub struct Time(u64);
