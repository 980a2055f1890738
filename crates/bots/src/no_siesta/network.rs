//! A small network: from the features of a farm to the points by which a sensible person is wrong
//! about it.
//!
//! Each feature that is on adds a row of numbers. The first of the sums is part of the answer as it
//! is; each other one counts, times its weight, only as far as it is above zero.

use super::features::{FEATURES, Features};

/// Sums: one straight to the answer, the others by way of the weights.
pub(super) const LANES: usize = 32;

/// The numbers in a file are this many times as large, in whole numbers of two bytes.
const SCALE: f32 = 512.0;

/// What a file begins with.
const MAGIC: [u8; 4] = *b"NSV1";

/// A row of sums or weights.
pub(super) type Row = [f32; LANES];

/// The weights.
#[derive(Clone)]
pub(super) struct Network {
    pub(super) rows: Vec<Row>,
    pub(super) out: Row,
}

impl Network {
    /// The weights in these bytes of a file, if it has as many as there must be.
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

    /// The bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let numbers = std::iter::once(&self.out).chain(&self.rows).flatten();
        let whole = |number: &f32| (number * SCALE).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        MAGIC.into_iter().chain(numbers.flat_map(|number| whole(number).to_le_bytes())).collect()
    }

    /// The answer to these features.
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

    /// The answer to these sums.
    pub(super) fn answer_to(&self, sums: &Row) -> f32 {
        let mut parts = [0.0_f32; LANES];
        for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(&self.out) {
            *part = sum.max(0.0) * weight;
        }
        sums[0] + parts[1..].iter().sum::<f32>()
    }
}
