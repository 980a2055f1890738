//! What every request passes: limits, who asks, protection against other sites, headers, measurements.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::caller::Caller;
use super::problem::Problem;
use crate::app::App;
use crate::client;
use crate::origin;
use house::{Asker, Limited};

/// No script but our own files, nothing from elsewhere, in no frame.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Where one becomes a guest or a member, or signs in.
const ENTRIES: [&str; 5] = ["/api/v1/guests", "/api/v1/people", "/api/v1/session", "/sign-in", "/sign-up"];

/// How long a request may take; the body of a stream goes on.
const PATIENCE: Duration = Duration::from_secs(20);

/// Lets a request through, or answers it.
pub(crate) async fn gate(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let mut response = match admit(&app, &mut request, began).await {
        Ok(()) => tokio::time::timeout(PATIENCE, next.run(request)).await.unwrap_or_else(|_| {
            let detail = "the request took too long; whether it was done is not known";
            Problem::new(StatusCode::GATEWAY_TIMEOUT, "timeout", detail).into_response()
        }),
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let status = response.status();
    let route = path.as_ref().map_or("none", MatchedPath::as_str).to_owned();
    tracing::debug!(%method, route, status = status.as_u16(), "request");
    metrics::histogram!("sobremesa_request_seconds", "route" => route, "status" => class(status))
        .record(began.elapsed());
    response
}

/// Statuses are counted by their class: one series a route and class.
fn class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        0..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

async fn admit(app: &App, request: &mut Request, now: Instant) -> Result<(), Problem> {
    let caller = Caller::find(app, request.headers()).await;
    if let Some(limits) = &app.house.limits {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
        let unknown = SocketAddr::from(([0, 0, 0, 0], 0));
        let address = client::client(peer.unwrap_or(unknown), request.headers(), app.trust_proxy);
        // Whoever tries tokens is counted as well.
        let person = caller.as_ref().ok().and_then(|caller| caller.person());
        let asker = person.map_or(Asker::Address(address), Asker::Person);
        let passed = limits.check(Limited::Requests, asker, now);
        let entry = ENTRIES.contains(&request.uri().path()) && request.method() == axum::http::Method::POST;
        let entered =
            if entry { limits.check(Limited::Entries, Asker::Address(address), now) } else { Ok(()) };
        passed.and(entered).map_err(Problem::too_many)?;
    }
    let caller = caller?;
    // Whoever is not known by a cookie is protected too: another site must not sign anybody in.
    if caller.by_cookie() || caller == Caller::Nobody {
        origin::allowed(request.method(), request.headers())
            .map_err(|error| Problem::new(StatusCode::FORBIDDEN, "cross-site", error.to_string()))?;
    }
    request.extensions_mut().insert(caller);
    Ok(())
}
