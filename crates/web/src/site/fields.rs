//! Why names and passwords are refused, as the forms show it.

use house::people::name::NameError;
use house::people::password::PasswordError;
use pages::fields::{NameFault, PasswordFault};

/// Which rule about names was broken.
pub(super) fn name_fault(error: NameError) -> NameFault {
    match error {
        NameError::TooShort | NameError::TooLong => NameFault::Length,
        NameError::Character(wrong) => NameFault::Character(wrong),
        NameError::Edge | NameError::Doubled => NameFault::Joiners,
        NameError::Mark => NameFault::Marks,
        NameError::MixedScripts => NameFault::Scripts,
        NameError::Reserved => NameFault::Reserved,
    }
}

/// Which rule about passwords was broken.
pub(super) fn password_fault(error: PasswordError) -> PasswordFault {
    match error {
        PasswordError::TooShort => PasswordFault::TooShort,
        PasswordError::TooLong => PasswordFault::TooLong,
        PasswordError::Common => PasswordFault::Common,
        PasswordError::SameAsName => PasswordFault::SameAsName,
    }
}
