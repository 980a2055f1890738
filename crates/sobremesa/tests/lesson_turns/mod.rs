//! How the lessons are done.

/// A turn for each lesson that does what is asked for, as presses on pieces and cells.
pub(crate) const TURNS: [[(&str, &str); 3]; 7] = [
    [("roof", "G5"), ("shadow", "H5"), ("shadow", "I5")],
    [("shadow", "G5"), ("shadow", "H5"), ("shadow", "I5")],
    [("roof", "G5"), ("roof", "H5"), ("sun", "I5")],
    [("roof", "H6"), ("sun", "I6"), ("sun", "D5")],
    [("shadow", "C8"), ("shadow", "C9"), ("shadow", "C10")],
    [("roof", "G5"), ("sun", "H5"), ("shadow", "C8")],
    [("shadow", "I4"), ("shadow", "J4"), ("roof", "E8")],
];
