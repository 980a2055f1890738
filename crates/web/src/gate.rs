//! The middleware of all requests: authentication, rate limits, cross-site protection, headers and metrics.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::client;
use crate::code::Code;
use crate::extract::find_caller;
use crate::fault::Fault;
use crate::origin;
use house::{Asker, Caller, Limited};

/// Scripts and everything else from our own files only, and no embedding in frames.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The paths that create guests, accounts and sessions. They have a stricter rate limit.
const ENTRY_PATHS: [&str; 5] =
    ["/api/v1/guests", "/api/v1/people", "/api/v1/session", "/sign-in", "/sign-up"];

/// The routes that create tables. All guests at one address have a limit together, because anybody can become as many
/// guests as they like.
const TABLE_ROUTES: [&str; 8] = [
    "/api/v1/tables",
    "/api/v1/match",
    "/api/v1/tables/{id}/rematch",
    "/new",
    "/play",
    "/friend",
    "/match",
    "/t/{id}/rematch",
];

/// How long a handler may take. Streams are not limited, because their handlers return at once.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Checks a request and runs its handler, or responds with an error. Adds the security headers to every response.
pub(crate) async fn gate(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let mut response = match admit(&app, &mut request, began).await {
        Ok(()) => tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await.unwrap_or_else(|_| {
            let detail = "the request took too long; it is not known whether it was done";
            Fault::of(Code::Timeout, detail).into_response()
        }),
        Err(fault) => fault.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
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

/// The class of a status. Metrics have one series for each route and class, not for each status.
fn class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        0..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

/// Authenticates the caller and checks the rate limits and the origin.
async fn admit(app: &App, request: &mut Request, now: Instant) -> Result<(), Fault> {
    let caller = find_caller(app, request.headers()).await;
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    let unknown = SocketAddr::from(([0, 0, 0, 0], 0));
    let address = client::client(peer.unwrap_or(unknown), request.headers(), app.trust_proxy);
    if let Some(limits) = &app.house.limits {
        // Requests with bad tokens are counted too, or tokens could be guessed without limit.
        let person = caller.as_ref().ok().and_then(|caller| caller.person());
        let asker = person.map_or(Asker::Address(address), Asker::Person);
        let passed = limits.check(Limited::Requests, asker, now);
        let entry =
            ENTRY_PATHS.contains(&request.uri().path()) && request.method() == axum::http::Method::POST;
        let entered =
            if entry { limits.check(Limited::Entries, Asker::Address(address), now) } else { Ok(()) };
        passed.and(entered).map_err(Fault::from)?;
    }
    let caller = caller?;
    // Requests without a cookie are checked too: another site must not sign anybody in.
    if caller.by_cookie() || caller == Caller::Nobody {
        origin::allowed(request.method(), request.headers())
            .map_err(|error| Fault::of(Code::CrossSite, error.to_string()))?;
    }
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let creates = request.method() == axum::http::Method::POST
        && route.is_some_and(|route| TABLE_ROUTES.contains(&route));
    if creates && !caller.is_member() {
        app.house.quotas.count_guest_table(address, now)?;
    }
    request.extensions_mut().insert(caller);
    Ok(())
}
