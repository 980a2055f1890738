//! The server: one listener, its connections and a graceful shutdown.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Method;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tower::ServiceExt;

use crate::app::App;
use crate::client::{ClientAddress, network};
use crate::connections::{Connection, Connections, State, Usage, most_with_files};
use crate::cookies::Scheme;
use crate::feed::{Handover, Taken, WRITE_TIMEOUT};
use crate::origin::Origin;
use crate::readiness::Readiness;
use crate::request_times::RequestTimes;
use crate::router::router;
use crate::stream_limit::StreamLimit;
use house::bus::{Bus, Heard};
use house::live::{lock, stopped};
use house::{Process, Role, Settings};
use store::{Store, StoreError};

/// How long a client may take to send the headers of a request.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(15);
/// How long running requests may take to finish when the server stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// How long new connections are still accepted when the server stops: clients and load balancers that have not
/// noticed yet get an answer.
const ACCEPT_GRACE: Duration = Duration::from_millis(300);
/// How long to wait after a connection could not be accepted.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// The limit of open files of most systems, for one that does not tell it.
const USUAL_FILES: u64 = 1024;
/// How often old samples of metrics are dropped.
const METRICS_UPKEEP_INTERVAL: Duration = Duration::from_secs(60);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The limits.
    pub settings: Settings,
    /// Whether cookies are for HTTPS only.
    pub scheme: Scheme,
    /// Whether a reverse proxy names the client in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// The origins of the server; empty if it answers at any host.
    pub origins: Vec<Origin>,
    /// Whether this process also plays the bots and enforces the clocks.
    pub work: bool,
}

/// Raises the limit of open files, and so of connections, as far as the system allows, and tells it.
pub fn allow_many_files() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::warn!(%error, "could not raise the limit of open files; fewer connections are possible");
        rlimit::getrlimit(rlimit::Resource::NOFILE).map_or(USUAL_FILES, |(files, _)| files)
    })
}

/// Installs the metrics recorder. A process can have only one.
pub fn recorder() -> Result<PrometheusHandle, metrics_exporter_prometheus::BuildError> {
    let buckets: Vec<f64> = (0..16).map(|power| 0.000_1 * f64::from(1 << power)).collect();
    let sizes = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &buckets)?
        .set_buckets_for_metric(Matcher::Full("sobremesa_append_batch".to_owned()), &sizes)?
        .install_recorder()
}

/// Serves until `stop`, then finishes the running requests. The bus is for a store that several processes share.
pub async fn serve(
    listener: TcpListener,
    store: Arc<dyn Store>,
    bus: Option<(Bus, Heard)>,
    metrics: PrometheusHandle,
    config: Config,
    stop: watch::Receiver<bool>,
) -> Result<(), StoreError> {
    let files = most_with_files(allow_many_files());
    let connections = Connections::new(
        config.settings.connections.map_or(files, |most| most.min(files)),
        // Behind a proxy all connections have its address.
        config.settings.address_connections.filter(|_| !config.trust_proxy),
    );
    let streams = StreamLimit::new(config.settings.person_streams);
    let role = Role::Server { work: config.work };
    let process = Process::start(role, store, bus, config.settings, &stop).await?;
    let upkeep = tokio::spawn(keep_metrics(metrics.clone()));
    let app = Arc::new(App {
        house: Arc::clone(&process.house),
        scheme: config.scheme,
        trust_proxy: config.trust_proxy,
        origins: config.origins,
        streams,
        stop: stop.clone(),
        request_times: RequestTimes::default(),
        readiness: Arc::new(Readiness::new(Arc::clone(&process.house.store))),
        metrics,
    });
    accept(listener, &app, &connections, stop).await;
    upkeep.abort();
    process.finish().await;
    Ok(())
}

/// Drops old samples periodically, because histograms would grow without bound.
pub(crate) async fn keep_metrics(metrics: PrometheusHandle) {
    loop {
        tokio::time::sleep(METRICS_UPKEEP_INTERVAL).await;
        metrics.run_upkeep();
    }
}

async fn accept(
    listener: TcpListener,
    app: &Arc<App>,
    connections: &Arc<Connections>,
    mut stop: watch::Receiver<bool>,
) {
    let router = router(Arc::clone(app));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .max_buf_size(32 * 1024)
        .half_close(false);
    // Nothing is ever sent: every connection holds a sender, so the receiver ends when the last one is closed.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut stopping = None;
    loop {
        let until = |grace| sleep_until(stopping.map_or_else(Instant::now, |since| since + grace));
        // Biased, because the order matters: the stop comes first, and pending connections come before the end of the
        // grace period. `DRAIN_TIMEOUT` comes before them, or a flood of connections would prevent the end.
        let (stream, peer) = tokio::select! {
            biased;
            () = stopped(&mut stop), if stopping.is_none() => {
                stopping = Some(Instant::now());
                http.keep_alive(false);
                continue;
            }
            () = until(DRAIN_TIMEOUT), if stopping.is_some() => break,
            accepted = accept_next(&listener, connections) => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Most likely there are too many open files. Without a pause the loop would spin until some close.
                    tracing::warn!(%error, "could not accept a connection");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                    continue;
                }
            },
            () = until(ACCEPT_GRACE), if stopping.is_some() => break,
        };
        let Some(connection) = connections.admit(network(peer.ip())) else {
            metrics::counter!("sobremesa_connections_refused_total").increment(1);
            continue;
        };
        let socket = SockRef::from(&stream);
        let set = stream.set_nodelay(true).and(socket.set_tcp_user_timeout(Some(WRITE_TIMEOUT)));
        if let Err(error) = set {
            tracing::debug!(%error, "a connection was closed before its first request");
            continue;
        }
        let (router, http, open) = (router.clone(), http.clone(), open.clone());
        let stop = stopping.is_none().then(|| stop.clone());
        tokio::spawn(async move {
            let state = Arc::clone(connection.state());
            let served = serve_requests(stream, peer, router, &http, state, stop).await;
            if let Some((taken, stream)) = served {
                // A separate task, so that the memory of the request task is freed while the stream lives on.
                tokio::spawn(run_stream(taken, stream, connection, open));
            }
        });
    }
    drop((listener, open));
    if tokio::time::timeout(DRAIN_TIMEOUT, all_closed.recv()).await.is_err() {
        tracing::warn!("some requests did not finish within the drain timeout");
    }
}

/// Accepts the next connection, once those that were told to close have done so.
async fn accept_next(
    listener: &TcpListener,
    connections: &Connections,
) -> std::io::Result<(TcpStream, SocketAddr)> {
    connections.room().await;
    listener.accept().await
}

/// Runs a stream or a socket until it ends, or until its connection has to make room for others.
async fn run_stream(taken: Taken, stream: TcpStream, mut connection: Connection, open: mpsc::Sender<()>) {
    if let Some(ClientAddress(client)) = taken.head.extensions.get() {
        connection.becomes_stream_of(*client);
    }
    tokio::select! {
        ended = taken.run(stream) => log_end(ended),
        () = connection.state().told_to_close() => {}
    }
    drop(open);
}

/// Serves the requests of a connection until one of them takes over the connection, the client closes it, or
/// the server stops.
async fn serve_requests(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    http: &http1::Builder,
    state: Arc<State>,
    mut stop: Option<watch::Receiver<bool>>,
) -> Option<(Taken, TcpStream)> {
    // The service puts the response here, and the loop below takes the connection back from hyper. Both run in this
    // task, so the lock is never contended.
    let taken: Arc<Mutex<Option<Taken>>> = Arc::default();
    let service = {
        let (taken, state) = (Arc::clone(&taken), Arc::clone(&state));
        service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            let (router, taken, state) = (router.clone(), Arc::clone(&taken), Arc::clone(&state));
            async move {
                let get = request.method() == Method::GET;
                state.set(Usage::Busy);
                let Ok(mut response) = router.oneshot(request.map(Body::new)).await;
                state.set(Usage::Idle);
                match response.extensions_mut().remove::<Handover>() {
                    Some(handover) if get => {
                        *lock(&taken) = Some(Taken { head: response.into_parts().0, handover });
                        // Never returns, so that hyper writes nothing more to the connection.
                        std::future::pending().await
                    }
                    Some(_) | None => Ok::<_, Infallible>(response),
                }
            }
        })
    };
    let mut requests = http.serve_connection(TokioIo::new(stream), service);
    let taken = loop {
        let ended = poll_fn(|context| {
            let polled = Pin::new(&mut requests).poll(context);
            match lock(&taken).take() {
                Some(taken) => Poll::Ready(Ok(Some(taken))),
                None => polled.map_ok(|()| None),
            }
        });
        // After the stop the loop goes on, so that the running request is finished.
        tokio::select! {
            ended = ended => break ended,
            () = state.told_to_close() => return None,
            () = told_to_stop(&mut stop) => {
                stop = None;
                Pin::new(&mut requests).graceful_shutdown();
            }
        }
    };
    match taken {
        Ok(Some(taken)) => Some((taken, requests.into_parts().io.into_inner())),
        Ok(None) => None,
        Err(error) => {
            log_end(Err(std::io::Error::other(error)));
            None
        }
    }
}

/// Waits for the stop; forever if the connection is shutting down already.
async fn told_to_stop(stop: &mut Option<watch::Receiver<bool>>) {
    match stop {
        Some(stop) => stopped(stop).await,
        None => std::future::pending().await,
    }
}

fn log_end(ended: std::io::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended with an error");
    }
}
