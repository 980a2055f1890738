//! Ctrl-C during a long measurement: what is done so far is shown.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::task::Poll;

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// From now on the first Ctrl-C sets the flags, and the second one ends the program at once.
pub(crate) fn on_ctrl_c(flags: Vec<Arc<AtomicBool>>) {
    let (listens, ready) = channel::<()>();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let mut first = Box::pin(tokio::signal::ctrl_c());
            // It listens once it is asked for the first time.
            let _ = poll_fn(|context| Poll::Ready(first.as_mut().poll(context).is_ready())).await;
            drop(listens);
            if first.await.is_ok() {
                flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
                let _ = tokio::signal::ctrl_c().await;
                std::process::exit(INTERRUPTED);
            }
        });
    });
    // Nothing is ever sent: the wait ends when the other side is dropped.
    let _ = ready.recv();
}
