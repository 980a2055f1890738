//! How long requests take, for the metrics.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::http::StatusCode;
use metrics::Histogram;

/// The classes of statuses. Metrics have one series for each route and class, not for each status.
const CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];

/// A histogram for each route and class of status. They are kept, because to find one by its labels takes longer than
/// the rest of what is done for every request.
#[derive(Default)]
pub(crate) struct RequestTimes(RwLock<HashMap<Box<str>, [Option<Histogram>; CLASSES.len()]>>);

impl RequestTimes {
    /// Records how long a request took.
    pub(crate) fn record(&self, route: &str, status: StatusCode, took: Duration) {
        let class = class(status);
        let times = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(Some(histogram)) = times.get(route).map(|by_class| &by_class[class]) {
            return histogram.record(took);
        }
        drop(times);
        let labels = [("route", route.to_owned()), ("status", CLASSES[class].to_owned())];
        let histogram = metrics::histogram!("sobremesa_request_seconds", &labels);
        histogram.record(took);
        let mut times = self.0.write().unwrap_or_else(PoisonError::into_inner);
        times.entry(route.into()).or_default()[class] = Some(histogram);
    }
}

/// The place of a status in [`CLASSES`].
fn class(status: StatusCode) -> usize {
    match status.as_u16() {
        0..=299 => 0,
        300..=399 => 1,
        400..=499 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_is_recorded_by_its_route_and_class() {
        let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
        metrics::with_local_recorder(&recorder, || {
            let times = RequestTimes::default();
            for (route, status) in
                [("/a", 200), ("/a", 201), ("/a", 404), ("/b", 200), ("/b", 302), ("/b", 500)]
            {
                times.record(route, StatusCode::from_u16(status).unwrap(), Duration::from_millis(1));
            }
        });
        let text = recorder.handle().render();
        for (route, class, count) in
            [("/a", "2xx", 2), ("/a", "4xx", 1), ("/b", "2xx", 1), ("/b", "3xx", 1), ("/b", "5xx", 1)]
        {
            let line =
                format!("sobremesa_request_seconds_count{{route=\"{route}\",status=\"{class}\"}} {count}");
            assert!(text.contains(&line), "{line}\n{text}");
        }
    }
}
