//! What was begun is finished, whoever listens.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

/// Runs work to its end even when the caller is dropped half way: a client that hangs up must not leave a move in the
/// store that nobody in this process knows of. As long as the caller waits, the work runs in the caller's task, which
/// costs nothing; when the caller is dropped, the rest goes on in a task of its own.
pub(crate) fn finish<W>(work: W) -> Finish<W>
where
    W: Future + Send + 'static,
    W::Output: Send + 'static,
{
    Finish(Some(Box::pin(work)))
}

/// Work that is finished even when this is dropped; `None` when it is done.
pub(crate) struct Finish<W>(Option<Pin<Box<W>>>)
where
    W: Future + Send + 'static,
    W::Output: Send + 'static;

impl<W> Future for Finish<W>
where
    W: Future + Send + 'static,
    W::Output: Send + 'static,
{
    type Output = W::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<W::Output> {
        let Some(work) = &mut self.0 else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl<W> Drop for Finish<W>
where
    W: Future + Send + 'static,
    W::Output: Send + 'static,
{
    fn drop(&mut self) {
        // Work that has panicked cannot go on, and a runtime that has shut down runs nothing more.
        if let (Some(work), false, Ok(runtime)) =
            (self.0.take(), std::thread::panicking(), Handle::try_current())
        {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::FutureExt;
    use tokio::task::yield_now;

    use super::*;

    const STEPS: u32 = 10;

    /// Work that waits after each of its steps, and how many of them are done.
    fn steps() -> (Arc<AtomicU32>, Finish<impl Future<Output = &'static str> + Send>) {
        let done = Arc::new(AtomicU32::new(0));
        let steps = Arc::clone(&done);
        let work = finish(async move {
            for _ in 0..STEPS {
                steps.fetch_add(1, Ordering::Relaxed);
                yield_now().await;
            }
            "done"
        });
        (done, work)
    }

    #[tokio::test]
    async fn the_caller_gets_the_result() {
        assert_eq!(steps().1.await, "done");
    }

    #[tokio::test]
    async fn work_goes_on_after_the_caller_has_left_at_any_step() {
        for waited in 0..=STEPS {
            let (done, mut work) = steps();
            for _ in 0..waited {
                assert!((&mut work).now_or_never().is_none());
            }
            drop(work);
            assert_eq!(done.load(Ordering::Relaxed), waited);
            for _ in 0..=STEPS {
                yield_now().await;
            }
            assert_eq!(done.load(Ordering::Relaxed), STEPS, "left after {waited} steps");
        }
    }

    #[tokio::test]
    async fn a_panic_reaches_the_caller_and_the_work_is_not_tried_again() {
        let tries = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&tries);
        let work = finish(async move {
            counted.fetch_add(1, Ordering::Relaxed);
            panic!("on purpose");
        });
        assert!(tokio::spawn(work).await.is_err_and(|error| error.is_panic()));
        yield_now().await;
        assert_eq!(tries.load(Ordering::Relaxed), 1);
    }
}
