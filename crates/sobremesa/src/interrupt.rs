//! Ctrl-C during a long measurement: the program stops early and shows the results so far.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::task::Poll;

/// The usual exit code of a program that was interrupted: 128 + SIGINT.
const INTERRUPTED_EXIT_CODE: i32 = 130;

/// Installs a handler: the first Ctrl-C sets the flags, the second ends the program at once.
pub(crate) fn on_ctrl_c(flags: Vec<Arc<AtomicBool>>) {
    let (listens, ready) = channel::<()>();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let mut first = Box::pin(tokio::signal::ctrl_c());
            // The handler is installed at the first poll.
            let _ = poll_fn(|context| Poll::Ready(first.as_mut().poll(context).is_ready())).await;
            drop(listens);
            if first.await.is_ok() {
                flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
                let _ = tokio::signal::ctrl_c().await;
                std::process::exit(INTERRUPTED_EXIT_CODE);
            }
        });
    });
    // Wait until the handler is installed. Nothing is ever sent: `recv` returns when the sender is dropped.
    let _ = ready.recv();
}
