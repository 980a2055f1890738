//! A process that works for servers elsewhere: bots, clocks and analyses, and no pages.

use std::sync::Arc;
use std::time::Instant;

use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore, mpsc, watch};

use crate::analyses::Examiner;
use crate::api::ops::{self, Ops};
use crate::bus::{Bus, Heard};
use crate::follow::Follower;
use crate::live::{Live, stopped};
use crate::serve::TIDY;
use crate::store::{Store, StoreError};
use crate::tables::Tables;
use crate::work::Work;

/// Works for a store that others share until told to stop; then finishes what was begun. As many bots and
/// analyses think at once as there are searches. Those who run it may ask how it is doing, where it listens.
pub async fn work(
    store: Arc<dyn Store>,
    (bus, heard): (Bus, Heard),
    metrics: PrometheusHandle,
    searches: usize,
    listener: Option<TcpListener>,
    stop: watch::Receiver<bool>,
) -> Result<(), StoreError> {
    let newest = store.newest().await?;
    let live = Arc::new(Live::default());
    let (attend, changed) = mpsc::unbounded_channel();
    let tables = Arc::new(Tables::new(Arc::clone(&store), Arc::clone(&live), attend, Some(bus)));
    let searches = Arc::new(Semaphore::new(searches));
    let told = Arc::new(Notify::new());
    let follower = Follower {
        store: Arc::clone(&store),
        tables: Arc::clone(&tables),
        live,
        person_changed: Box::new(|_| {}),
        limits: None,
        work: Arc::clone(&told),
        presence: None,
    };
    let examiner = Examiner {
        store: Arc::clone(&store),
        tables: Arc::clone(&tables),
        searches: Arc::clone(&searches),
        stop: stop.clone(),
    };
    let ops = Ops { store: Arc::clone(&store), stop: stop.clone(), metrics: metrics.clone() };
    let work = Work::new(Arc::clone(&tables), Arc::clone(&store), searches);
    let tidying = tokio::spawn(tidy(tables, metrics));
    tokio::join!(
        follower.run(newest, heard, stop.clone()),
        examiner.run(Arc::default()),
        work.run_claimed(changed, told, stop.clone()),
        answer(listener, ops, stop),
    );
    tidying.abort();
    store.close().await;
    Ok(())
}

async fn tidy(tables: Arc<Tables>, metrics: PrometheusHandle) {
    loop {
        tokio::time::sleep(TIDY).await;
        tables.forget_unused(Instant::now());
        metrics.run_upkeep();
    }
}

/// Answers those who run it.
async fn answer(listener: Option<TcpListener>, ops: Ops, mut stop: watch::Receiver<bool>) {
    let Some(listener) = listener else { return };
    let until = async move { stopped(&mut stop).await };
    if let Err(error) = axum::serve(listener, ops::router(ops)).with_graceful_shutdown(until).await {
        tracing::error!(%error, "nobody is told how this worker is doing");
    }
}
