//! What was learned: the weights that come with the program.

use std::sync::LazyLock;

use super::group::Group;
use super::network::Network;

/// The bytes of the file of a group.
const fn file(group: Group) -> &'static [u8] {
    match group {
        Group::Solo => include_bytes!("../../weights/no-siesta-solo.bin"),
        Group::Two => include_bytes!("../../weights/no-siesta-two.bin"),
        Group::Several => include_bytes!("../../weights/no-siesta-several.bin"),
        Group::Experienced => include_bytes!("../../weights/no-siesta-experienced.bin"),
    }
}

static NETWORKS: LazyLock<[Network; 4]> = LazyLock::new(|| {
    Group::ALL.map(|group| match Network::read(file(group)) {
        Some(network) => network,
        None => unreachable!("the weights of the crate are complete: {group}"),
    })
});

/// What was learned for the group.
pub(super) fn network(group: Group) -> &'static Network {
    &NETWORKS[group as usize]
}
