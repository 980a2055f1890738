//! For those who run a server: is it alive, is it ready, how is it doing.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::people::plain;
use super::problem::Problem;
use crate::app::App;

/// The routes for operators.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(measurements))
}

async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    if *app.stop.borrow() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server is about to stop"));
    }
    app.store.ping().await?;
    Ok("ready\n")
}

async fn measurements(State(app): State<Arc<App>>) -> Response {
    let mut text = app.metrics.render();
    if let Some(process) = Process::read() {
        text.push_str(&process.render());
    }
    ([plain()], text).into_response()
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
