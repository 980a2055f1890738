//! What names look like.

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton as confusable;

/// What looks alike has one skeleton, and the skeleton of a skeleton is itself.
pub(super) fn skeleton(text: &str) -> String {
    // A prototype may have another prototype in the other case; a second look settles it.
    (0..3).fold(text.to_owned(), |text, _| {
        let folded: String = fold(text.chars()).collect();
        // Capital i and small l look alike; since case does not count, neither does small i.
        fold(confusable(&folded)).map(|c| if c == 'i' { 'l' } else { c }).nfd().collect()
    })
}

/// Letters without their case: by way of the capitals, so that ß is ss and both small sigmas are one.
fn fold(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    text.flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use unicode_security::GeneralSecurityProfile;

    use super::*;

    #[test]
    fn a_skeleton_is_its_own_skeleton_and_has_no_case() {
        for c in ('\0'..=char::MAX).filter(|c| c.identifier_allowed()) {
            let once = skeleton(&c.to_string());
            assert_eq!(skeleton(&once), once, "{c:?}");
            for cased in [c.to_lowercase().to_string(), c.to_uppercase().to_string()] {
                assert_eq!(skeleton(&cased), once, "{c:?}");
            }
        }
    }
}
