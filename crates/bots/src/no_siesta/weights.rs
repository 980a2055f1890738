//! What was learned: the weights that come with the program.

use std::sync::LazyLock;

use super::group::Group;
use super::mind::Mind;
use super::network::Network;
use super::opinions::Opinions;

/// The bytes of the file of a group.
const fn file(group: Group) -> &'static [u8] {
    match group {
        Group::Solo => include_bytes!("../../weights/no-siesta-solo.bin"),
        Group::Two => include_bytes!("../../weights/no-siesta-two.bin"),
        Group::Several => include_bytes!("../../weights/no-siesta-several.bin"),
        Group::Experienced => include_bytes!("../../weights/no-siesta-experienced.bin"),
    }
}

static LEARNED: LazyLock<[Mind; 4]> = LazyLock::new(|| {
    Group::ALL.map(|group| {
        let mind = match group {
            Group::Solo | Group::Two => Network::read(file(group)).map(Mind::Network),
            Group::Several | Group::Experienced => {
                Opinions::read(file(group)).map(Mind::Opinions)
            }
        };
        match mind {
            Some(mind) => mind,
            None => unreachable!("the weights of the crate are complete: {group}"),
        }
    })
});

/// What was learned for the group.
pub(super) fn mind(group: Group) -> &'static Mind {
    &LEARNED[group as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASHES: [u64; 4] =
        [0xfcd0_7049_556e_9df6, 0x3ff9_9999_fb13_90fc, 0xfcd0_7049_556e_9df6, 0xfcd0_7049_556e_9df6];

    #[test]
    fn the_files_are_those_that_were_measured() {
        let hash = |bytes: &[u8]| {
            bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
            })
        };
        let hashes = Group::ALL.map(|group| hash(file(group)));
        assert_eq!(hashes, HASHES, "{hashes:#x?}");
    }

    #[test]
    fn no_group_has_learned_the_same_as_another() {
        for (index, group) in Group::ALL.into_iter().enumerate() {
            assert!(Group::ALL[..index].iter().all(|other| file(*other) != file(group)), "{group}");
        }
        let learned = [Group::Two, Group::Several, Group::Experienced].map(file).map(Opinions::read);
        assert!(learned.iter().flatten().all(|opinions| *opinions != Opinions::SENSIBLE));
        assert!(learned.iter().all(Option::is_some));
    }
}
