//! A process that works for servers elsewhere: bots, clocks and analyses, and no pages.

use std::sync::Arc;

use house::bus::{Bus, Heard};
use house::live::stopped;
use house::{Process, Role};
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::ops::{self, Ops};
use crate::serve::keep_metrics;

/// Works for a store that servers share until told to stop; then finishes what was begun. At most `searches` bots
/// and analyses think at once. With a listener it answers health checks and metrics there.
pub async fn work(
    store: Arc<dyn Store>,
    bus: (Bus, Heard),
    metrics: PrometheusHandle,
    searches: usize,
    listener: Option<TcpListener>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), StoreError> {
    let ops = Ops { store: Arc::clone(&store), stop: stop.clone(), metrics: metrics.clone() };
    let process = Process::start(Role::Worker, store, Some(bus), searches, &stop).await?;
    let upkeep = tokio::spawn(keep_metrics(metrics));
    match listener {
        Some(listener) => answer(listener, ops, stop).await,
        None => stopped(&mut stop).await,
    }
    upkeep.abort();
    process.finish().await;
    Ok(())
}

/// Answers the operator's health checks.
async fn answer(listener: TcpListener, ops: Ops, mut stop: watch::Receiver<bool>) {
    let until_stopped = async move { stopped(&mut stop).await };
    if let Err(error) = axum::serve(listener, ops::router(ops)).with_graceful_shutdown(until_stopped).await {
        tracing::error!(%error, "health checks of this worker are not answered");
    }
}
