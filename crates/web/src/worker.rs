//! A worker process: it runs bots, clocks and analyses for servers that share its store, and serves no pages.

use std::sync::Arc;

use house::bus::{Bus, Heard};
use house::live::stopped;
use house::{Process, Role, Settings};
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::ops::{self, Ops};
use crate::readiness::Readiness;
use crate::serve::keep_metrics;

/// Works for a shared store until `stop`, then finishes the running work. With a listener it serves health checks and metrics there.
pub async fn work(
    store: Arc<dyn Store>,
    bus: (Bus, Heard),
    metrics: PrometheusHandle,
    settings: Settings,
    listener: Option<TcpListener>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), StoreError> {
    let readiness = Arc::new(Readiness::new(Arc::clone(&store)));
    let ops = Ops { readiness, stop: stop.clone(), metrics: metrics.clone() };
    let process = Process::start(Role::Worker, store, Some(bus), settings, &stop).await?;
    let upkeep = tokio::spawn(keep_metrics(metrics));
    match listener {
        Some(listener) => serve_ops(listener, ops, stop).await,
        None => stopped(&mut stop).await,
    }
    upkeep.abort();
    process.finish().await;
    Ok(())
}

/// Serves health checks and metrics.
async fn serve_ops(listener: TcpListener, ops: Ops, mut stop: watch::Receiver<bool>) {
    let until_stopped = async move { stopped(&mut stop).await };
    if let Err(error) = axum::serve(listener, ops::router(ops)).with_graceful_shutdown(until_stopped).await {
        tracing::error!(%error, "could not serve the health checks of this worker");
    }
}
