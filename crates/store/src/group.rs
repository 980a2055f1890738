//! Appends that share a commit.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};

use super::{Append, Appended, StoreError};

/// How many share a commit at most.
pub(super) const GROUP: usize = 512;
/// How many may wait for the writer before those who come have to wait for a place.
pub(super) const QUEUE: usize = 4096;

/// An append whose caller waits.
pub(super) struct Waiting {
    pub(super) append: Append,
    pub(super) caller: Caller,
}

/// Who waits for an append, and since when.
pub(super) struct Caller {
    since: Instant,
    done: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Waiting {
    /// An append with somebody to answer.
    pub(super) fn new(append: Append, done: oneshot::Sender<Result<Appended, StoreError>>) -> Self {
        Self { append, caller: Caller { since: Instant::now(), done } }
    }
}

/// Lets those come too who are about to. After a commit all its callers go on at once, and the first of
/// them should not have a commit of its own while the others wait for it.
pub(super) async fn gather<T>(jobs: &mut mpsc::Receiver<T>, waiting: &mut Vec<T>) {
    loop {
        tokio::task::yield_now().await;
        let before = waiting.len();
        while waiting.len() < GROUP
            && let Ok(job) = jobs.try_recv()
        {
            waiting.push(job);
        }
        if waiting.len() == before {
            return;
        }
    }
}

/// Tells everybody what became of their append; whoever has gone need not know.
pub(super) fn answer(written: Result<Vec<Appended>, Arc<StoreError>>, callers: Vec<Caller>) {
    match written {
        Ok(appended) => {
            if !appended.is_empty() {
                metrics::histogram!("sobremesa_append_batch").record(appended.len() as f64);
            }
            let seconds = metrics::histogram!("sobremesa_append_seconds");
            for (Caller { since, done }, appended) in callers.into_iter().zip(appended) {
                seconds.record(since.elapsed());
                let _ = done.send(Ok(appended));
            }
        }
        Err(error) => {
            for Caller { done, .. } in callers {
                let _ = done.send(Err(StoreError::Shared(Arc::clone(&error))));
            }
        }
    }
}
