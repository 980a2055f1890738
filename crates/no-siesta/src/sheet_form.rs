//! The form of a sheet as a text.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// How the value of an entry is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// The rules say it in words.
    Stated,
    /// It follows from what the rules say.
    Implied,
    /// Chosen by this project.
    Reconstructed,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stated => "stated",
            Self::Implied => "implied",
            Self::Reconstructed => "reconstructed",
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Known<T> {
    pub(crate) value: T,
    #[serde(rename = "from")]
    _from: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Form {
    pub(crate) dice: DiceForm,
    pub(crate) discs: DiscsForm,
    pub(crate) barn: Vec<SectionForm>,
    pub(crate) helper: Vec<HelperForm>,
    pub(crate) trade: Vec<TradeForm>,
    pub(crate) cart: Vec<CartForm>,
    pub(crate) rows: RowsForm,
    pub(crate) track: TrackForm,
    pub(crate) solo_track: SoloTrackForm,
    pub(crate) revenue: RevenueForm,
    pub(crate) tiles: BTreeMap<String, toml::Value>,
    pub(crate) points: PointsForm,
    pub(crate) market: BTreeMap<String, Known<u8>>,
    pub(crate) solo: SoloForm,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiceForm {
    pub(crate) two: Known<u8>,
    pub(crate) three: Known<u8>,
    pub(crate) four: Known<u8>,
    pub(crate) solo: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiscsForm {
    pub(crate) each: Known<u8>,
    pub(crate) stock: Known<u8>,
    pub(crate) neutral: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionForm {
    pub(crate) silver: Known<u8>,
    pub(crate) points: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HelperForm {
    pub(crate) circles: Known<Vec<String>>,
    pub(crate) points: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TradeForm {
    pub(crate) units: Known<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CartForm {
    pub(crate) goods: Known<Vec<String>>,
    pub(crate) donkeys: Known<u8>,
    pub(crate) larger: Known<u8>,
    pub(crate) smaller: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RowsForm {
    pub(crate) warehouse: Known<u8>,
    pub(crate) stable: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrackForm {
    pub(crate) spaces: Known<u8>,
    pub(crate) discs: Known<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoloTrackForm {
    pub(crate) spaces: Known<u8>,
    pub(crate) discs: Known<Vec<u8>>,
    pub(crate) carts: Known<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RevenueForm {
    pub(crate) arrows: Known<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TileForm {
    pub(crate) count: Known<u8>,
    pub(crate) gives: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct PointsForm {
    pub(crate) trade: Known<u8>,
    pub(crate) harvest_set: Known<u8>,
    pub(crate) animal_pair: Known<u8>,
    pub(crate) track_space: Known<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoloForm {
    pub(crate) aside: Known<u8>,
    pub(crate) rounds: Known<u8>,
    pub(crate) ranks: Known<Vec<i16>>,
    pub(crate) cart: BTreeMap<String, Known<String>>,
    pub(crate) market: BTreeMap<String, Known<String>>,
}
