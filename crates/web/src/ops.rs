//! For those who run a server: is it alive, is it ready, how is it doing.

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
use store::Store;

/// What those who run a process ask about.
#[derive(Clone)]
pub(crate) struct Ops {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) stop: watch::Receiver<bool>,
    pub(crate) metrics: PrometheusHandle,
}

impl FromRef<Arc<App>> for Ops {
    fn from_ref(app: &Arc<App>) -> Self {
        Self { store: Arc::clone(&app.house.store), stop: app.stop.clone(), metrics: app.metrics.clone() }
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

/// The routes for operators and nothing else.
pub(crate) fn router(ops: Ops) -> Router {
    let nothing = || async { Fault::not_found("a worker answers at /healthz, /readyz and /metrics only") };
    routes().fallback(nothing).layer(axum::middleware::map_response(render_faults)).with_state(ops)
}

async fn ready(State(ops): State<Ops>) -> Result<&'static str, Fault> {
    if *ops.stop.borrow() {
        return Err(Fault::of(Code::Stopping, "the server is about to stop"));
    }
    ops.store.ping().await?;
    Ok("ready\n")
}

async fn measurements(State(ops): State<Ops>) -> Response {
    let mut text = ops.metrics.render();
    if let Some(process) = Process::read() {
        text.push_str(&process.render());
    }
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// What the system says about this process.
struct Process {
    cpu_seconds: f64,
    resident_bytes: u64,
}

impl Process {
    /// Reads what Linux tells; nothing elsewhere.
    fn read() -> Option<Self> {
        // Clock ticks and pages have had these sizes on Linux for all common machines for decades.
        const TICKS: f64 = 100.0;
        const PAGE: u64 = 4096;
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program, in parentheses, may have blanks.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<u64>().ok();
        let (user, system) = (next()?, next()?);
        let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
        let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
        Some(Self { cpu_seconds: (user + system) as f64 / TICKS, resident_bytes: pages * PAGE })
    }

    fn render(&self) -> String {
        format!(
            "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total {}\n\
             # TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {}\n",
            self.cpu_seconds, self.resident_bytes
        )
    }
}
