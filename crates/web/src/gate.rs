//! The middleware of all requests: authentication, rate limits, cross-site protection, headers and metrics.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::app::App;
use crate::client::ClientAddress;
use crate::code::Code;
use crate::extract::find_caller;
use crate::fault::Fault;
use crate::{host, origin};
use house::{Asker, Caller, Limited};
use store::Access;

/// Scripts, WebAssembly and everything else from our own files only, and no embedding in frames.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// How many headers the gate adds to a response.
const SECURITY_HEADERS: usize = 6;

/// The requests that create guests, accounts and sessions, or that hash a password. They have a stricter rate limit.
const ENTRIES: [(Method, &str); 10] = [
    (Method::POST, "/api/v1/guests"),
    (Method::POST, "/api/v1/people"),
    (Method::POST, "/api/v1/session"),
    (Method::PATCH, "/api/v1/me"),
    (Method::DELETE, "/api/v1/me"),
    (Method::POST, "/sign-in"),
    (Method::POST, "/sign-up"),
    (Method::POST, "/settings/name"),
    (Method::POST, "/settings/password"),
    (Method::POST, "/settings/delete"),
];

/// The paths of health checks. They are answered whoever asks, however often and under whatever host.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];
/// The path of the metrics, which are collected under whatever host.
const METRICS: &str = "/metrics";

/// The routes that create tables. All guests at one address have a limit together, because anybody can become as many
/// guests as they like.
const TABLE_ROUTES: [&str; 9] = [
    "/api/v1/tables",
    "/api/v1/tables/kept",
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
pub(crate) async fn gate(app: &App, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let client = ClientAddress::of(&request, app.trust_proxy);
    request.extensions_mut().insert(client);
    let mut response = match admit(app, &mut request, client, began).await {
        Ok(()) => tokio::time::timeout(REQUEST_TIMEOUT, run(request, next)).await.unwrap_or_else(|_| {
            let detail = "the request took too long; it is not known whether it was done";
            Fault::of(Code::Timeout, detail).into_response()
        }),
        Err(fault) => fault.into_response(),
    };
    // For the connection, which may become a stream of this client.
    response.extensions_mut().insert(client);
    let headers = response.headers_mut();
    headers.reserve(SECURITY_HEADERS);
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let status = response.status();
    let route = path.as_ref().map_or("none", MatchedPath::as_str);
    tracing::debug!(%method, route, status = status.as_u16(), "request");
    app.request_times.record(route, status, began.elapsed());
    response
}

/// Runs the handler of a request. If it panics, the reason is in the log only.
async fn run(request: Request, next: Next) -> Response {
    AssertUnwindSafe(next.run(request)).catch_unwind().await.unwrap_or_else(|_| {
        tracing::error!("a request handler panicked");
        Fault::of(Code::Internal, "an error in the server; nothing was changed").into_response()
    })
}

/// Authenticates the caller and checks the host, the rate limits and the origin.
async fn admit(app: &App, request: &mut Request, client: ClientAddress, now: Instant) -> Result<(), Fault> {
    let path = request.uri().path();
    if PROBES.contains(&path) {
        return Ok(());
    }
    if path != METRICS {
        host::check(&app.origins, request.uri(), request.headers())
            .map_err(|error| Fault::of(Code::WrongHost, error.to_string()))?;
    }
    let caller = find_caller(app, request.headers()).await;
    // Requests with bad tokens are counted too, or tokens could be guessed without limit.
    let mut counted = counted(*caller.as_ref().unwrap_or(&Caller::Nobody), client);
    if ENTRIES.iter().any(|(method, entry)| method == request.method() && *entry == path) {
        counted.push((Limited::Entries, Asker::Address(client.0)));
    }
    app.house.limits.pass(&counted, now)?;
    let caller = caller?;
    // Requests without a cookie are checked too: another site must not sign anybody in.
    if caller.by_cookie() || caller == Caller::Nobody {
        origin::allowed(&app.origins, request.method(), request.headers())
            .map_err(|error| Fault::of(Code::CrossSite, error.to_string()))?;
    }
    if let Caller::Known { person, access: Access::Session, .. } = caller {
        app.house.sign_in_addresses.remember(person, client.0);
    }
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let creates =
        request.method() == Method::POST && route.is_some_and(|route| TABLE_ROUTES.contains(&route));
    if creates && !caller.is_member() {
        app.house.limits.pass(&[(Limited::GuestTables, Asker::Address(client.0))], now)?;
    }
    request.extensions_mut().insert(caller);
    Ok(())
}

/// What a request of this caller counts against: the person, and all others at the same address. Members are counted
/// apart from guests, because guests cost nothing to create.
pub(crate) fn counted(caller: Caller, ClientAddress(address): ClientAddress) -> Vec<(Limited, Asker)> {
    let at_address = if caller.is_member() { Asker::Members(address) } else { Asker::Address(address) };
    let person = caller.person().map(Asker::Person);
    person.into_iter().chain([at_address]).map(|asker| (Limited::Requests, asker)).collect()
}
