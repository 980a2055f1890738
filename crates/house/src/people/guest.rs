//! The cookie of a guest: a signed identity. Guests are not stored.

use std::time::Duration;

use club::{PersonId, Time};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::hex;

/// How long a cookie is valid.
pub const VALID: Duration = Duration::from_hours(365 * 24);

/// Separates these signatures from others that are made with the same key.
const DOMAIN: &[u8] = b"sobremesa guest 1\n";

/// Signs the cookies of guests with a key that all servers share.
#[derive(Clone)]
pub struct Signer {
    keyed: Hmac<Sha256>,
}

impl Signer {
    /// Cookies that were signed with another key are refused.
    pub fn new(key: [u8; 32]) -> Self {
        Self { keyed: Hmac::new_from_slice(&key).expect("the key of an HMAC may have any length") }
    }

    /// The cookie: `PERSON.ISSUED.SIGNATURE`.
    pub fn sign(&self, person: PersonId, issued: Time) -> String {
        let claim = format!("{person}.{}", issued.0);
        let signature = hex::write(&self.over(&claim).finalize().into_bytes().into());
        format!("{claim}.{signature}")
    }

    /// The guest with this cookie; `None` if the signature is wrong or older than [`VALID`].
    pub fn verify(&self, cookie: &str, now: Time) -> Option<PersonId> {
        let (claim, signature) = cookie.rsplit_once('.')?;
        self.over(claim).verify_slice(&hex::read(signature)?).ok()?;
        let (person, issued) = claim.split_once('.')?;
        let issued = Time(issued.parse().ok()?);
        if now - issued >= VALID {
            return None;
        }
        person.parse().ok()
    }

    fn over(&self, claim: &str) -> Hmac<Sha256> {
        self.keyed.clone().chain_update(DOMAIN).chain_update(claim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: PersonId = PersonId(0x0123_4567_89ab_cdef);
    const ISSUED: Time = Time(1_800_000_000_000);

    fn signer() -> Signer {
        Signer::new([7; 32])
    }

    #[test]
    fn a_guest_is_known_by_the_cookie_for_a_year() {
        let cookie = signer().sign(ANA, ISSUED);
        for (later, known) in [
            (Duration::ZERO, Some(ANA)),
            (VALID - Duration::from_millis(1), Some(ANA)),
            (VALID, None),
            (VALID * 2, None),
        ] {
            assert_eq!(signer().verify(&cookie, ISSUED + later), known, "{later:?}");
        }
    }

    #[test]
    fn a_server_whose_clock_is_behind_knows_the_guest_too() {
        let cookie = signer().sign(ANA, ISSUED);
        assert_eq!(signer().verify(&cookie, Time(ISSUED.0 - 5_000)), Some(ANA));
    }

    #[test]
    fn a_cookie_with_any_character_changed_is_refused() {
        let cookie = signer().sign(ANA, ISSUED);
        for place in 0..cookie.len() {
            let mut bytes = cookie.clone().into_bytes();
            bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(signer().verify(&changed, ISSUED), None, "{changed}");
        }
    }

    #[test]
    fn what_this_key_did_not_sign_is_refused() {
        let cookie = signer().sign(ANA, ISSUED);
        assert_eq!(Signer::new([8; 32]).verify(&cookie, ISSUED), None);
        let (claim, signature) = cookie.rsplit_once('.').unwrap();
        let upper = format!("{claim}.{}", signature.to_uppercase());
        let undivided = hex::write(
            &Hmac::<Sha256>::new_from_slice(&[7; 32])
                .unwrap()
                .chain_update(claim)
                .finalize()
                .into_bytes()
                .into(),
        );
        for wrong in ["", ".", "..", claim, &upper, &format!("{claim}."), &format!("{claim}.{undivided}")] {
            assert_eq!(signer().verify(wrong, ISSUED), None, "{wrong}");
        }
    }
}
