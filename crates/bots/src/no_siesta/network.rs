//! A small network that maps the features of a farm to the error of the heuristic estimate, in points.
//!
//! Each active feature adds a row of numbers. The first sum goes directly into the answer; each other sum
//! is a hidden unit with a ReLU and a weight.

use super::features::{FEATURES, Features};

/// The width of a row: one direct output and 31 hidden units.
pub(super) const LANES: usize = 32;

/// Numbers in a file are this many times the weight, as 16-bit integers.
const SCALE: f32 = 512.0;

/// The first bytes of a file.
const MAGIC: [u8; 4] = *b"NSV1";

/// One number for each sum.
pub(super) type Row = [f32; LANES];

/// The weights of the network.
#[derive(Clone)]
pub(super) struct Network {
    pub(super) rows: Vec<Row>,
    pub(super) out: Row,
}

impl Network {
    /// Reads a file; `None` if its length or its first bytes are wrong.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let body = bytes.strip_prefix(&MAGIC)?;
        if body.len() != (FEATURES + 1) * LANES * 2 {
            return None;
        }
        let numbers = body.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / SCALE);
        let numbers: Vec<f32> = numbers.collect();
        let mut rows = numbers.chunks_exact(LANES).map(|chunk| {
            let mut row = [0.0; LANES];
            row.copy_from_slice(chunk);
            row
        });
        let out = rows.next()?;
        Some(Self { rows: rows.collect(), out })
    }

    /// The weights in the file format.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let numbers = std::iter::once(&self.out).chain(&self.rows).flatten();
        let whole = |number: &f32| (number * SCALE).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        MAGIC.into_iter().chain(numbers.flat_map(|number| whole(number).to_le_bytes())).collect()
    }

    /// The output for these features.
    pub(super) fn answer(&self, features: &Features) -> f32 {
        self.answer_to(&self.sums(features))
    }

    /// The sums of the rows of these features.
    pub(super) fn sums(&self, features: &Features) -> Row {
        let mut sums = [0.0; LANES];
        for feature in features.as_slice() {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[usize::from(*feature)]) {
                *sum += weight;
            }
        }
        sums
    }

    /// The output for these sums.
    pub(super) fn answer_to(&self, sums: &Row) -> f32 {
        let mut parts = [0.0_f32; LANES];
        for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(&self.out) {
            *part = sum.max(0.0) * weight;
        }
        sums[0] + parts[1..].iter().sum::<f32>()
    }
}
