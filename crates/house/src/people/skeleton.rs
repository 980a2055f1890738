//! The skeleton of a name: a form that is equal for texts that look alike.

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton as confusable;

/// The skeleton of a text. Texts that look alike have the same one, and the skeleton of a skeleton is itself.
pub(super) fn skeleton(text: &str) -> String {
    // Folding the case may give a letter that has a prototype of its own, so the steps are repeated.
    (0..3).fold(text.to_owned(), |text, _| {
        let folded: String = fold(text.chars()).collect();
        // Capital i and small l look alike. Case is ignored, so small i is the same too.
        fold(confusable(&folded)).map(|c| if c == 'i' { 'l' } else { c }).nfd().collect()
    })
}

/// Folds case through upper case, so that ß becomes ss and both small sigmas become one.
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
