//! Password hashing (Argon2id) in a bounded pool, so that it does not delay other work.

use std::collections::HashMap;
use std::hint::black_box;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use super::password::{LONGEST, one_spelling};
use crate::live::lock;

/// The part of the queue that one address may fill.
const ADDRESS_SHARE: usize = 4;

/// Why a password was neither hashed nor verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HasherError {
    /// The queue is full, or the part of it that this address may fill.
    #[error("too many passwords are being checked; try again soon")]
    Busy,
    /// Argon2 failed.
    #[error("the password cannot be hashed: {0}")]
    Hash(argon2::password_hash::Error),
    /// The hash in the store is not a PHC string.
    #[error("the stored hash of the password cannot be read")]
    Stored,
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopped,
}

/// Hashes a limited number of passwords at once, on blocking threads.
#[derive(Clone)]
pub struct Hasher {
    /// One permit for each request that is admitted, hashing or queued.
    admitted: Arc<Semaphore>,
    /// One permit for each password that is being hashed.
    working: Arc<Semaphore>,
    by_address: Arc<ByAddress>,
}

/// How many requests of each address are admitted.
struct ByAddress {
    most: usize,
    admitted: Mutex<HashMap<IpAddr, usize>>,
}

/// A request of an address that is admitted.
struct Admitted {
    by_address: Arc<ByAddress>,
    address: IpAddr,
}

impl ByAddress {
    /// Admits a request, unless the address has its share of the queue.
    fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admitted> {
        let mut admitted = lock(&self.admitted);
        let number = admitted.entry(address).or_default();
        if *number >= self.most {
            return None;
        }
        *number += 1;
        Some(Admitted { by_address: Arc::clone(self), address })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut admitted = lock(&self.by_address.admitted);
        if let Some(number) = admitted.get_mut(&self.address) {
            *number -= 1;
            if *number == 0 {
                admitted.remove(&self.address);
            }
        }
    }
}

impl Hasher {
    /// Hashes up to `at_a_time` passwords at once, while up to `queued` more wait. Each takes a core for about 20 ms, and
    /// 19 MiB. One address fills no more than a quarter of the queue.
    pub fn new(at_a_time: usize, queued: usize) -> Self {
        let (at_a_time, queued) = (at_a_time.max(1), queued.max(1));
        let by_address = ByAddress { most: queued.div_ceil(ADDRESS_SHARE), admitted: Mutex::default() };
        Self {
            admitted: Arc::new(Semaphore::new(at_a_time + queued)),
            working: Arc::new(Semaphore::new(at_a_time)),
            by_address: Arc::new(by_address),
        }
    }

    /// The hash of a password with a fresh salt, as a PHC string.
    pub async fn hash(&self, password: String, from: IpAddr) -> Result<String, HasherError> {
        self.run(from, move || {
            let hash = argon2().hash_password(one_spelling(&password).as_bytes());
            hash.map(|hash| hash.to_string()).map_err(HasherError::Hash)
        })
        .await
    }

    /// Whether the password has this hash. Without a hash the answer is no, but it takes just as long, so that
    /// the time does not tell which names exist.
    pub async fn verify(
        &self,
        password: String,
        hash: Option<String>,
        from: IpAddr,
    ) -> Result<bool, HasherError> {
        // No account has a longer password, so this early answer does not tell which names exist.
        if password.nfc().take(LONGEST + 1).count() > LONGEST {
            return Ok(false);
        }
        self.run(from, move || {
            let password = one_spelling(&password);
            let Some(hash) = hash else {
                black_box(argon2().hash_password_with_salt(password.as_bytes(), &[0; 16]))
                    .map_err(HasherError::Hash)?;
                return Ok(false);
            };
            let hash = PasswordHash::new(&hash).map_err(|_| HasherError::Stored)?;
            match argon2().verify_password(password.as_bytes(), &hash) {
                Ok(()) => Ok(true),
                Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(HasherError::Hash(error)),
            }
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        from: IpAddr,
        work: impl FnOnce() -> Result<T, HasherError> + Send + 'static,
    ) -> Result<T, HasherError> {
        let of_address = self.by_address.admit(from).ok_or(HasherError::Busy)?;
        let admitted = self.admitted.clone().try_acquire_owned().map_err(|_| HasherError::Busy)?;
        let working = self.working.clone().acquire_owned().await.map_err(|_| HasherError::Stopped)?;
        tokio::task::spawn_blocking(move || {
            // The thread holds the permits, because it still works when its request is cancelled.
            let _permits = (of_address, admitted, working);
            work()
        })
        .await
        .map_err(|_| HasherError::Stopped)?
    }
}

/// The minimum that OWASP recommends: 19 MiB, two passes, one lane.
fn argon2() -> Argon2<'static> {
    const PARAMS: Params = match Params::new(19 * 1024, 2, 1, None) {
        Ok(params) => params,
        Err(_) => panic!("these are parameters of Argon2"),
    };
    Argon2::new(Algorithm::Argon2id, Version::V0x13, PARAMS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const ELSEWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));
    const QUEUED: usize = 64;

    #[tokio::test]
    async fn only_the_password_itself_is_right() {
        let hasher = Hasher::new(2, QUEUED);
        let hash = hasher.hash("después de comer".into(), HERE).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, right) in [
            ("después de comer", true),
            ("despue\u{301}s de comer", true),
            ("Después de comer", false),
            ("después de comer ", false),
            ("", false),
            (&"x".repeat(1_000_000), false),
        ] {
            assert_eq!(hasher.verify(password.into(), Some(hash.clone()), HERE).await, Ok(right));
        }
    }

    #[tokio::test]
    async fn the_same_password_has_another_hash_each_time() {
        let hasher = Hasher::new(2, QUEUED);
        let (one, other) =
            tokio::join!(hasher.hash("a password".into(), HERE), hasher.hash("a password".into(), HERE));
        assert_ne!(one.unwrap(), other.unwrap());
    }

    #[tokio::test]
    async fn without_a_hash_no_password_is_right() {
        assert_eq!(Hasher::new(1, QUEUED).verify("a password".into(), None, HERE).await, Ok(false));
    }

    #[tokio::test]
    async fn a_stored_hash_that_is_none_is_said_to_be_so() {
        let verified = Hasher::new(1, QUEUED).verify("a password".into(), Some("secret".into()), HERE).await;
        assert_eq!(verified, Err(HasherError::Stored));
    }

    #[tokio::test]
    async fn who_comes_when_too_many_wait_is_told_so_at_once() {
        let hasher = Hasher::new(1, QUEUED);
        let others = hasher.admitted.try_acquire_many(1 + QUEUED as u32).unwrap();
        assert_eq!(hasher.verify("a password".into(), None, HERE).await, Err(HasherError::Busy));
        assert_eq!(hasher.hash("a password".into(), HERE).await, Err(HasherError::Busy));
        drop(others);
        assert_eq!(hasher.verify("a password".into(), None, HERE).await, Ok(false));
    }

    #[tokio::test]
    async fn who_waits_and_goes_away_leaves_the_place_to_others() {
        let hasher = Hasher::new(1, QUEUED);
        let working = hasher.working.clone().try_acquire_owned().unwrap();
        let waiting = tokio::spawn({
            let hasher = hasher.clone();
            async move { hasher.hash("a password".into(), HERE).await }
        });
        tokio::task::yield_now().await;
        assert_eq!(hasher.admitted.available_permits(), QUEUED);
        waiting.abort();
        assert!(waiting.await.unwrap_err().is_cancelled());
        assert_eq!(hasher.admitted.available_permits(), 1 + QUEUED);
        drop(working);
        assert!(hasher.hash("a password".into(), HERE).await.is_ok());
    }

    #[tokio::test]
    async fn one_address_leaves_room_in_the_queue_for_others() {
        let hasher = Hasher::new(1, QUEUED);
        let working = hasher.working.clone().try_acquire_owned().unwrap();
        let verify = |from| {
            let hasher = hasher.clone();
            tokio::spawn(async move { hasher.verify("a password".into(), None, from).await })
        };
        let flood: Vec<_> = (0..2 * QUEUED).map(|_| verify(HERE)).collect();
        let honest = verify(ELSEWHERE);
        while !lock(&hasher.by_address.admitted).contains_key(&ELSEWHERE) {
            tokio::task::yield_now().await;
        }
        drop(working);
        assert_eq!(honest.await.unwrap(), Ok(false));
        let mut refused = 0;
        for one in flood {
            refused += usize::from(one.await.unwrap() == Err(HasherError::Busy));
        }
        assert_eq!(refused, 2 * QUEUED - QUEUED / ADDRESS_SHARE);
        assert!(lock(&hasher.by_address.admitted).is_empty(), "nobody waits any more");
    }
}
