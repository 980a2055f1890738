//! What every request handler is given.

use std::sync::Arc;

use house::House;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::cookies::Scheme;

/// What every request handler is given: the house, and how this server is reached.
pub(crate) struct App {
    /// What people can do.
    pub house: Arc<House>,
    /// Whether cookies are for HTTPS only.
    pub scheme: Scheme,
    /// Whether a reverse proxy names the client in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Becomes true when the server is about to stop.
    pub stop: watch::Receiver<bool>,
    /// Renders the metrics of this process.
    pub metrics: PrometheusHandle,
}
