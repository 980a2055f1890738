//! Whether the store can read and write right now.

use std::sync::Arc;
use std::time::{Duration, Instant};

use store::Store;
use tokio::sync::Mutex;

/// How long an answer is given again: asking often must not load the disk.
const CACHE_LIFETIME: Duration = Duration::from_secs(1);
/// How long the store may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Whether the store could read and write; if not, a word that says why.
type Checked = Result<(), &'static str>;

/// Asks the store to write something, and remembers for a moment whether it could.
pub(crate) struct Readiness {
    store: Arc<dyn Store>,
    /// The last check and when it ended.
    last: Arc<Mutex<Option<(Instant, Checked)>>>,
}

impl Readiness {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, last: Arc::default() }
    }

    /// Whether the store can read and write now.
    pub(crate) async fn check(&self) -> Checked {
        // Held during the check, so that all who ask meanwhile get its answer.
        let mut last = Arc::clone(&self.last).lock_owned().await;
        if let Some((at, result)) = *last
            && at.elapsed() < CACHE_LIFETIME
        {
            return result;
        }
        let store = Arc::clone(&self.store);
        // A task of its own: a client that hangs up must not end the check, or each of them would begin another.
        let checking = tokio::spawn(async move {
            let result = match tokio::time::timeout(CHECK_TIMEOUT, store.ping()).await {
                Ok(Ok(())) => Ok(()),
                Ok(Err(error)) => {
                    tracing::warn!(%error, "the store cannot read and write");
                    Err(error.reason())
                }
                Err(_) => Err("timeout"),
            };
            *last = Some((Instant::now(), result));
            result
        });
        checking.await.unwrap_or(Err("interrupted"))
    }
}
