//! Enums of the club that are words in JSON, described from the enums themselves.

use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Describes an enum of the club by the words that stand for it in JSON.
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

described_by_words!(GameName, club::GameName::ALL, "Which game.");
described_by_words!(Pool, club::Pool::ALL, "Games whose results are counted together.");
described_by_words!(StageName, club::Stage::ALL, "Where a table is in its life.");
described_by_words!(
    What,
    house::NoticeKind::ALL,
    "What concerns you. Of several at once the first of this list is told."
);

/// The words that stand for these values in JSON.
fn words<T: Serialize, const N: usize>(values: [T; N]) -> impl Iterator<Item = serde_json::Value> {
    values.into_iter().map(|value| serde_json::to_value(value).unwrap_or_default())
}
