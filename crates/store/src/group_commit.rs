//! Appends that share a commit.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};

use crate::{Append, Appended, StoreError};

/// How many jobs share a commit at most.
pub(crate) const MAX_GROUP: usize = 512;
/// How many jobs may queue for the writer before new callers have to wait for a place.
pub(crate) const MAX_QUEUED_JOBS: usize = 4096;

/// An append in the queue of the writer, with the caller who waits for its outcome.
pub(crate) struct QueuedAppend {
    pub(crate) append: Append,
    pub(crate) caller: Caller,
}

/// Who waits for an append, and since when.
pub(crate) struct Caller {
    since: Instant,
    done: oneshot::Sender<Result<Appended, StoreError>>,
}

impl QueuedAppend {
    pub(crate) fn new(append: Append, done: oneshot::Sender<Result<Appended, StoreError>>) -> Self {
        Self { append, caller: Caller { since: Instant::now(), done } }
    }
}

/// Fills a group with the jobs of tasks that are about to send one. After a commit all its callers are woken
/// at once: without the yield the first of them would get a commit of its own, and all others would wait for
/// it.
pub(crate) async fn fill_group<T>(jobs: &mut mpsc::Receiver<T>, group: &mut Vec<T>) {
    loop {
        tokio::task::yield_now().await;
        let before = group.len();
        while group.len() < MAX_GROUP
            && let Ok(job) = jobs.try_recv()
        {
            group.push(job);
        }
        if group.len() == before {
            return;
        }
    }
}

/// Sends their outcomes to the callers. A caller who has gone is no error: what was committed stays.
pub(crate) fn send_outcomes(written: Result<Vec<Appended>, Arc<StoreError>>, callers: Vec<Caller>) {
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
                let _ = done.send(Err(StoreError::GroupCommit(Arc::clone(&error))));
            }
        }
    }
}
