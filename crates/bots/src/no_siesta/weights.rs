//! The trained networks that are compiled into the program.

use std::sync::OnceLock;

use super::group::Group;
use super::network::Network;

/// The weight file of a group.
const fn file(group: Group) -> &'static [u8] {
    match group {
        Group::Solo => include_bytes!("../../weights/no-siesta-solo.bin"),
        Group::Two => include_bytes!("../../weights/no-siesta-two.bin"),
        Group::Several => include_bytes!("../../weights/no-siesta-several.bin"),
        Group::Experienced => include_bytes!("../../weights/no-siesta-experienced.bin"),
    }
}

/// The network of the group, decoded on first use.
pub(super) fn network(group: Group) -> &'static Network {
    static READ: [OnceLock<Network>; Group::ALL.len()] = [const { OnceLock::new() }; Group::ALL.len()];
    READ[group as usize].get_or_init(|| match Network::read(file(group)) {
        Some(network) => network,
        None => unreachable!("the weight file for {group} is complete: a test reads it"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FNV-1a.
    fn hash(bytes: &[u8]) -> u64 {
        bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
    }

    #[test]
    fn what_was_learned_is_read_and_is_what_was_measured() {
        for group in Group::ALL {
            assert_eq!(network(group).to_bytes(), file(group), "{group}");
        }
        let hashes = Group::ALL.map(|group| hash(file(group)));
        assert_eq!(hashes, HASHES, "{hashes:#x?}");
    }

    const HASHES: [u64; 4] =
        [0x32ea_047f_6600_8bbe, 0x68a9_8ba2_1003_496c, 0x4e13_8f3b_0c90_988c, 0x7e59_37cb_923f_d316];

    #[test]
    fn what_is_not_whole_is_not_read() {
        let bytes = file(Group::Two);
        assert!(Network::read(&bytes[2..]).is_none());
        assert!(Network::read(&[bytes, &[0, 0]].concat()).is_none());
    }
}
