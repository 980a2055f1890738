//! The state that all request handlers share.

use std::sync::Arc;

use house::House;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::cookies::Scheme;
use crate::readiness::Readiness;

/// The state that all request handlers share.
pub(crate) struct App {
    /// The use cases.
    pub house: Arc<House>,
    /// Whether cookies are for HTTPS only.
    pub scheme: Scheme,
    /// Whether a reverse proxy names the client in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Becomes true when the server is stopping.
    pub stop: watch::Receiver<bool>,
    /// Whether the store can read and write.
    pub readiness: Arc<Readiness>,
    /// The metrics of this process.
    pub metrics: PrometheusHandle,
}
