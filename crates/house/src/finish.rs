//! What was begun is finished, whoever listens.

use std::future::{Future, pending};
use std::panic::resume_unwind;

/// Runs work in a task of its own, so that it goes on to its end when the caller is dropped half way: a client that
/// hangs up must not leave a move in the store that nobody in this process knows of.
pub(crate) async fn finish<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    match tokio::spawn(work).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // Only a runtime that shuts down cancels the task, and it drops the caller too.
            Err(_) => pending().await,
        },
    }
}
