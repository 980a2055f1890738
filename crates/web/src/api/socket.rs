//! Playing on one connection: a WebSocket of a table.

use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use club::{PersonId, TableId};
use futures_util::stream::Stream;
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::problem::Problem;
use super::streams::{Resume, table_lines};
use super::tables::play_moves;
use crate::api::schema;
use crate::app::App;
use crate::client::ClientAddress;
use crate::code::Code;
use crate::extract::{Asks, InPath, InQuery, parse};
use crate::fault::Fault;
use crate::feed::{Handover, WRITE_TIMEOUT};
use crate::gate::counted;
use crate::origin;
use house::{Asker, Limited};

/// The largest message, in bytes.
const MAX_MESSAGE: usize = 4096;
/// The read buffer, in bytes: most moves are shorter, and it is cleared before each read.
const READ_BUFFER: usize = 512;

/// The route of the socket.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(socket))
}

/// The answer to a move that was refused.
#[derive(Serialize, ToSchema)]
struct Refused {
    /// The same problem that the `play` operation answers with.
    problem: Problem,
}

/// Who plays on a socket.
struct Player {
    person: PersonId,
    /// What each move counts against, like a request.
    counted: Vec<(Limited, Asker)>,
}

/// Play over a WebSocket
///
/// Opens a WebSocket. The client sends moves in the form of `play`, one per message. The server sends the events of
/// the table's stream, one per message; the client's own moves are among them as soon as they are durable. The answer
/// to a move that is refused is `{"problem": …}`.
#[utoipa::path(get, path = "/api/v1/tables/{id}/socket", tag = "streams",
    params(("id" = schema::TableId, Path, description = "The `id` of the table"), Resume),
    responses((status = 101, body = Refused,
    description = "The connection is a WebSocket from now on. A refused move is answered with this message")))]
async fn socket(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    client: ClientAddress,
    headers: HeaderMap,
    InPath(id): InPath<TableId>,
    InQuery(from): InQuery<Resume>,
) -> Result<Response, Fault> {
    let person = caller.player()?.id;
    // Browsers let any site open a socket, with the cookies of this one.
    if caller.by_cookie() {
        origin::allowed(&app.origins, &Method::POST, &headers)
            .map_err(|error| Fault::of(Code::CrossSite, error.to_string()))?;
    }
    let key = accepted(&headers).ok_or_else(|| {
        let detail = "this address is a WebSocket: ask for an upgrade";
        Fault::of(Code::NotAWebsocket, detail)
    })?;
    let permit = app.streams.open(Some(person), client.0)?;
    let lines = table_lines(Arc::clone(&app), caller, permit, id, from.after).await?;
    let player = Player { person, counted: counted(caller, client) };
    let handover = Handover::new(move |stream| run(stream, app, id, player, lines));
    let switched = [
        (header::UPGRADE, "websocket".to_owned()),
        (header::CONNECTION, "Upgrade".to_owned()),
        (header::SEC_WEBSOCKET_ACCEPT, key),
    ];
    Ok((StatusCode::SWITCHING_PROTOCOLS, switched, Extension(handover)).into_response())
}

/// The answer to the key of a handshake, if this is one.
fn accepted(headers: &HeaderMap) -> Option<String> {
    let says = |name, word: &str| {
        let value = headers.get(name)?.to_str().ok()?;
        value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word)).then_some(())
    };
    says(header::CONNECTION, "upgrade")?;
    says(header::UPGRADE, "websocket")?;
    says(header::SEC_WEBSOCKET_VERSION, "13")?;
    Some(derive_accept_key(headers.get(header::SEC_WEBSOCKET_KEY)?.as_bytes()))
}

async fn run(
    stream: TcpStream,
    app: Arc<App>,
    id: TableId,
    player: Player,
    lines: impl Stream<Item = Bytes>,
) -> std::io::Result<()> {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
    let mut lines = pin!(lines);
    loop {
        let ended = tokio::select! {
            said = socket.next() => match said {
                Some(Ok(Message::Text(text))) => match play(&app, id, &player, text.as_bytes()).await {
                    Ok(()) => Ok(()),
                    Err(fault) => {
                        let text = serde_json::to_string(&Refused { problem: fault.into() }).unwrap_or_default();
                        send(&mut socket, [Message::text(text)]).await
                    }
                },
                Some(Ok(Message::Close(_))) | None => return Ok(()),
                Some(Ok(_)) => Ok(()),
                Some(Err(error)) => Err(error),
            },
            bytes = lines.next() => match bytes {
                Some(bytes) => send(&mut socket, messages(&bytes)).await,
                None => {
                    // Whoever is told of a restart comes back at once, to another server or to this one.
                    let restart = CloseFrame { code: CloseCode::Restart, reason: Utf8Bytes::default() };
                    let stopping = *app.stop.borrow();
                    let _ = socket.close(stopping.then_some(restart)).await;
                    return Ok(());
                }
            },
        };
        match ended {
            Ok(()) => {}
            Err(Error::ConnectionClosed | Error::AlreadyClosed) => return Ok(()),
            Err(error) => return Err(std::io::Error::other(error)),
        }
    }
}

/// A message for each line; an empty line is a sign of life.
fn messages(bytes: &Bytes) -> impl Iterator<Item = Message> {
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| bytes.slice_ref(line));
    let alive = bytes.as_ref() == b"\n";
    lines
        .filter(|line| !line.is_empty())
        .filter_map(|line| Some(Message::Text(Utf8Bytes::try_from(line).ok()?)))
        .chain(alive.then(|| Message::Ping(Bytes::new())))
}

async fn send(
    socket: &mut WebSocketStream<TcpStream>,
    messages: impl IntoIterator<Item = Message>,
) -> Result<(), Error> {
    let sending = async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    match tokio::time::timeout(WRITE_TIMEOUT, sending).await {
        Ok(sent) => sent,
        Err(slow) => Err(Error::Io(slow.into())),
    }
}

async fn play(app: &App, id: TableId, player: &Player, text: &[u8]) -> Result<(), Fault> {
    app.house.limits.pass(&player.counted, Instant::now())?;
    play_moves(app, id, player.person, parse(text)?, None).await.map(drop)
}
