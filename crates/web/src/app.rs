//! The state that all request handlers share.

use std::sync::Arc;

use house::House;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::cookies::Scheme;
use crate::origin::Origin;
use crate::readiness::Readiness;
use crate::request_times::RequestTimes;
use crate::stream_limit::StreamLimit;

/// The state that all request handlers share.
pub(crate) struct App {
    /// The use cases.
    pub house: Arc<House>,
    /// Whether cookies are for HTTPS only.
    pub scheme: Scheme,
    /// Whether a reverse proxy names the client in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// The origins of the server; empty if it answers at any host.
    pub origins: Vec<Origin>,
    /// How many streams people and addresses have open.
    pub streams: Arc<StreamLimit>,
    /// Becomes true when the server is stopping.
    pub stop: watch::Receiver<bool>,
    /// How long requests take.
    pub request_times: RequestTimes,
    /// Whether the store can read and write.
    pub readiness: Arc<Readiness>,
    /// The metrics of this process.
    pub metrics: PrometheusHandle,
}
