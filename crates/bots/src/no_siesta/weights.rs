//! The trained networks.

use std::sync::Arc;
#[cfg(feature = "embedded-weights")]
use std::sync::OnceLock;

use no_siesta::Variant;

use super::group::Group;
use super::network::Network;
use crate::weights::learned_file;
use crate::{WeightFile, WeightsError};

/// The files with learned weights, in the order of [`Group::ALL`].
pub static FILES: [WeightFile; Group::ALL.len()] = [
    learned_file!("no-siesta-solo", 0x32ea_047f_6600_8bbe),
    learned_file!("no-siesta-two", 0x68a9_8ba2_1003_496c),
    learned_file!("no-siesta-several", 0x4e13_8f3b_0c90_988c),
    learned_file!("no-siesta-experienced", 0x7e59_37cb_923f_d316),
];

/// The file with the learned weights of the variant.
pub fn weight_file(variant: Variant) -> &'static WeightFile {
    &FILES[Group::of(variant) as usize]
}

/// The learned weights of a group of variants.
pub struct Learned {
    group: Group,
    pub(super) network: Network,
}

impl Learned {
    /// Reads the weights of the variant from its file.
    pub fn read(variant: Variant, bytes: &[u8]) -> Result<Self, WeightsError> {
        let (group, file) = (Group::of(variant), weight_file(variant));
        file.check(bytes)?;
        let network = Network::read(bytes).ok_or(file.error())?;
        Ok(Self { group, network })
    }

    /// The file that they were read from.
    pub fn file(&self) -> &'static WeightFile {
        &FILES[self.group as usize]
    }

    /// The weights of the variant, compiled into the program and read on first use.
    #[cfg(feature = "embedded-weights")]
    pub fn embedded(variant: Variant) -> Arc<Self> {
        static READ: [OnceLock<Arc<Learned>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
        let read = || match Self::read(variant, weight_file(variant).bytes) {
            Ok(learned) => Arc::new(learned),
            Err(error) => unreachable!("{error}: a test reads it"),
        };
        Arc::clone(READ[Group::of(variant) as usize].get_or_init(read))
    }
}

/// Where a bot finds its weights.
pub(super) enum Source {
    /// In the program, for every variant.
    #[cfg(feature = "embedded-weights")]
    Embedded,
    /// These, for their group of variants alone.
    Given(Arc<Learned>),
}

impl Source {
    /// The weights of the variant, if they are there.
    pub(super) fn of(&self, variant: Variant) -> Option<Arc<Learned>> {
        match self {
            #[cfg(feature = "embedded-weights")]
            Self::Embedded => Some(Learned::embedded(variant)),
            Self::Given(learned) => (learned.group == Group::of(variant)).then(|| Arc::clone(learned)),
        }
    }
}

#[cfg(test)]
#[cfg(feature = "embedded-weights")]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_read_and_is_what_was_measured() {
        for variant in Variant::all() {
            let (file, read) = (weight_file(variant), Learned::embedded(variant));
            assert_eq!(read.network.to_bytes(), file.bytes, "{variant}");
            assert_eq!(crate::weights::hash(file.bytes), file.hash, "{variant}");
        }
    }

    #[test]
    fn what_is_not_whole_is_not_read() {
        let variant = Variant::all().next().unwrap();
        let file = weight_file(variant);
        assert!(Network::read(&file.bytes[2..]).is_none());
        assert!(Network::read(&[file.bytes, &[0, 0]].concat()).is_none());
        assert_eq!(Learned::read(variant, &file.bytes[2..]).err(), Some(WeightsError { name: file.name }));
    }
}
