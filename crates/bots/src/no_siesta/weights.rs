//! What was learned: the weights that come with the program.

use std::sync::LazyLock;

use super::group::Group;
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

static LEARNED: LazyLock<[Opinions; 4]> = LazyLock::new(|| {
    Group::ALL.map(|group| match Opinions::read(file(group)) {
        Some(opinions) => opinions,
        None => unreachable!("the weights of the crate are complete: {group}"),
    })
});

/// What was learned for the group.
pub(super) fn opinions(group: Group) -> &'static Opinions {
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
    fn those_who_learned_do_not_think_what_they_began_with() {
        assert_ne!(*opinions(Group::Two), Opinions::SENSIBLE);
    }
}
