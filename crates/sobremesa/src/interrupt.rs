//! Ctrl-C during a long measurement: what is done so far is shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// Sets the flags at the first Ctrl-C; the second one ends the program at once.
pub(crate) fn on_ctrl_c(flags: Vec<Arc<AtomicBool>>) {
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
                let _ = tokio::signal::ctrl_c().await;
                std::process::exit(INTERRUPTED);
            }
        });
    });
}
