//! What somebody has learned.

use super::network::Network;
use super::opinions::Opinions;

/// What somebody has learned: opinions on what things are worth, or a network that answers at once.
#[derive(Clone)]
pub(super) enum Mind {
    /// With others.
    Opinions(Opinions),
    /// Alone.
    Network(Network),
}
