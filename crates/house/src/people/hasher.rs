//! Password hashing (Argon2id) in a bounded pool, so that it does not delay other work.

use std::hint::black_box;
use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use super::password::{LONGEST, one_spelling};

/// The most requests that wait for a hash, besides those that are being hashed.
const MAX_QUEUED: usize = 64;

/// Why a password was neither hashed nor verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HasherError {
    /// The queue is full.
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
}

impl Hasher {
    /// Hashes up to `at_a_time` passwords at once. Each takes a core for about 20 ms, and 19 MiB.
    pub fn new(at_a_time: usize) -> Self {
        let at_a_time = at_a_time.max(1);
        Self {
            admitted: Arc::new(Semaphore::new(at_a_time + MAX_QUEUED)),
            working: Arc::new(Semaphore::new(at_a_time)),
        }
    }

    /// The hash of a password with a fresh salt, as a PHC string.
    pub async fn hash(&self, password: String) -> Result<String, HasherError> {
        self.run(move || {
            let hash = argon2().hash_password(one_spelling(&password).as_bytes());
            hash.map(|hash| hash.to_string()).map_err(HasherError::Hash)
        })
        .await
    }

    /// Whether the password has this hash. Without a hash the answer is no, but it takes just as long, so that
    /// the time does not tell which names exist.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, HasherError> {
        // No account has a longer password, so this early answer does not tell which names exist.
        if password.nfc().take(LONGEST + 1).count() > LONGEST {
            return Ok(false);
        }
        self.run(move || {
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
        work: impl FnOnce() -> Result<T, HasherError> + Send + 'static,
    ) -> Result<T, HasherError> {
        let admitted = self.admitted.clone().try_acquire_owned().map_err(|_| HasherError::Busy)?;
        let working = self.working.clone().acquire_owned().await.map_err(|_| HasherError::Stopped)?;
        tokio::task::spawn_blocking(move || {
            // The thread holds the permits, because it still works when its request is cancelled.
            let _permits = (admitted, working);
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

    #[tokio::test]
    async fn only_the_password_itself_is_right() {
        let hasher = Hasher::new(2);
        let hash = hasher.hash("después de comer".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, right) in [
            ("después de comer", true),
            ("despue\u{301}s de comer", true),
            ("Después de comer", false),
            ("después de comer ", false),
            ("", false),
            (&"x".repeat(1_000_000), false),
        ] {
            assert_eq!(hasher.verify(password.into(), Some(hash.clone())).await, Ok(right));
        }
    }

    #[tokio::test]
    async fn the_same_password_has_another_hash_each_time() {
        let hasher = Hasher::new(2);
        let (one, other) = tokio::join!(hasher.hash("a password".into()), hasher.hash("a password".into()));
        assert_ne!(one.unwrap(), other.unwrap());
    }

    #[tokio::test]
    async fn without_a_hash_no_password_is_right() {
        assert_eq!(Hasher::new(1).verify("a password".into(), None).await, Ok(false));
    }

    #[tokio::test]
    async fn a_stored_hash_that_is_none_is_said_to_be_so() {
        let verified = Hasher::new(1).verify("a password".into(), Some("secret".into())).await;
        assert_eq!(verified, Err(HasherError::Stored));
    }

    #[tokio::test]
    async fn who_comes_when_too_many_wait_is_told_so_at_once() {
        let hasher = Hasher::new(1);
        let others = hasher.admitted.try_acquire_many(1 + MAX_QUEUED as u32).unwrap();
        assert_eq!(hasher.verify("a password".into(), None).await, Err(HasherError::Busy));
        assert_eq!(hasher.hash("a password".into()).await, Err(HasherError::Busy));
        drop(others);
        assert_eq!(hasher.verify("a password".into(), None).await, Ok(false));
    }

    #[tokio::test]
    async fn who_waits_and_goes_away_leaves_the_place_to_others() {
        let hasher = Hasher::new(1);
        let working = hasher.working.clone().try_acquire_owned().unwrap();
        let waiting = tokio::spawn({
            let hasher = hasher.clone();
            async move { hasher.hash("a password".into()).await }
        });
        tokio::task::yield_now().await;
        assert_eq!(hasher.admitted.available_permits(), MAX_QUEUED);
        waiting.abort();
        assert!(waiting.await.unwrap_err().is_cancelled());
        assert_eq!(hasher.admitted.available_permits(), 1 + MAX_QUEUED);
        drop(working);
        assert!(hasher.hash("a password".into()).await.is_ok());
    }
}
