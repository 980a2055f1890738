//! Routes for operators: liveness, readiness and metrics.

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::api::problem::render_faults;
use crate::app::App;
use crate::code::Code;
use crate::fault::Fault;
use crate::readiness::Readiness;

/// The state of the operators' routes. Servers and workers both have it.
#[derive(Clone)]
pub(crate) struct Ops {
    pub(crate) readiness: Arc<Readiness>,
    pub(crate) stop: watch::Receiver<bool>,
    pub(crate) metrics: PrometheusHandle,
}

impl FromRef<Arc<App>> for Ops {
    fn from_ref(app: &Arc<App>) -> Self {
        let readiness = Arc::clone(&app.readiness);
        Self { readiness, stop: app.stop.clone(), metrics: app.metrics.clone() }
    }
}

/// The routes for operators.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Ops: FromRef<S>,
{
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(measurements))
}

/// The router of a worker, which has no other routes.
pub(crate) fn router(ops: Ops) -> Router {
    let nothing = || async { Fault::not_found("a worker answers at /healthz, /readyz and /metrics only") };
    routes().fallback(nothing).layer(axum::middleware::map_response(render_faults)).with_state(ops)
}

async fn ready(State(ops): State<Ops>) -> Result<&'static str, Fault> {
    if *ops.stop.borrow() {
        return Err(Fault::of(Code::Stopping, "the server is about to stop"));
    }
    match ops.readiness.check().await {
        Ok(()) => Ok("ready\n"),
        Err(reason) => {
            Err(Fault::of(Code::StoreUnavailable, format!("nothing can be written: {reason}")).retry_after(2))
        }
    }
}

async fn measurements(State(ops): State<Ops>) -> Response {
    let mut text = ops.metrics.render();
    if let Some(process) = Process::read() {
        text.push_str(&process.render());
    }
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// The resources that this process uses.
struct Process {
    cpu_seconds: f64,
    resident_bytes: u64,
}

impl Process {
    /// Reads `/proc`; `None` on systems other than Linux.
    fn read() -> Option<Self> {
        // Linux has these values on all common machines. Reading them would need a libc binding.
        const TICKS_PER_SECOND: f64 = 100.0;
        const PAGE_BYTES: u64 = 4096;
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program, in parentheses, may contain spaces.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<u64>().ok();
        let (user, system) = (next()?, next()?);
        let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
        let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
        let cpu_seconds = (user + system) as f64 / TICKS_PER_SECOND;
        Some(Self { cpu_seconds, resident_bytes: pages * PAGE_BYTES })
    }

    fn render(&self) -> String {
        format!(
            "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total {}\n\
             # TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {}\n",
            self.cpu_seconds, self.resident_bytes
        )
    }
}
