//! Enums that are strings in JSON, described by their own values.

use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Declares the schema of an enum by the strings that it has in JSON.
macro_rules! described_by_words {
    ($name:ident, $words:expr, $description:literal) => {
        #[doc = $description]
        #[derive(Serialize)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let words = words($words);
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some($description))
                    .enum_values(Some(words))
                    .into()
            }
        }

        impl ToSchema for $name {}
    };
}

described_by_words!(GameName, club::GameName::ALL, "One of the two games.");
described_by_words!(
    Pool,
    club::Pool::ALL,
    "A group of variants whose results and ratings are counted together."
);
described_by_words!(
    StageName,
    club::Stage::ALL,
    "The stage of a table: `waiting` for players, `playing`, `finished` by a game, or `closed` before a game began."
);
described_by_words!(
    What,
    house::NoticeKind::ALL,
    "The kind of a notice. If several apply at once, only the first of this list is sent."
);

/// These values in JSON.
fn words<T: Serialize, const N: usize>(values: [T; N]) -> impl Iterator<Item = serde_json::Value> {
    values.into_iter().map(|value| serde_json::to_value(value).unwrap_or_default())
}
