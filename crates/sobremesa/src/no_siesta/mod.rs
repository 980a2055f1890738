//! ¡No Siesta! at the table.

pub(crate) mod board;
pub(crate) mod svg;
