//! Files of learned weights: their names and hashes, and with the feature `embedded-weights` their content.

use std::fmt;

/// A file of learned weights. It is in the folder `weights`, and never changes: whoever learns anew changes the hash.
#[derive(PartialEq, Eq, Debug)]
pub struct WeightFile {
    /// The name without its ending, such as `siesta-2-printed`.
    pub name: &'static str,
    /// The hash of the content.
    pub hash: u64,
    /// The content.
    #[cfg(feature = "embedded-weights")]
    pub bytes: &'static [u8],
}

/// Describes a file in the folder `weights`.
macro_rules! learned_file {
    ($name:literal, $hash:literal) => {
        crate::WeightFile {
            name: $name,
            hash: $hash,
            #[cfg(feature = "embedded-weights")]
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/", $name, ".bin")),
        }
    };
}
pub(crate) use learned_file;

/// Why bytes are not the learned weights that they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightsError {
    /// The file that they should be.
    pub name: &'static str,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bytes are not the weight file {}", self.name)
    }
}

impl std::error::Error for WeightsError {}

impl WeightFile {
    /// Checks that these bytes are the content of the file.
    pub(crate) fn check(&self, bytes: &[u8]) -> Result<(), WeightsError> {
        if hash(bytes) == self.hash { Ok(()) } else { Err(self.error()) }
    }

    /// The error about bytes that are not the content of the file.
    pub(crate) const fn error(&self) -> WeightsError {
        WeightsError { name: self.name }
    }
}

/// FNV-1a: it tells versions of a file apart, and is quick.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
