//! What servers tell each other.
//!
//! Only hints: whoever misses one finds out from the store a moment later. So nobody waits for the bus. What
//! cannot be sent now is forgotten, and a notice that is lost, late, doubled or out of order changes nothing
//! but how soon others look.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use club::{PersonId, TableId};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::live::lock;
use crate::tables::random;
use crate::{Asker, Limited};
use store::{LogId, Store};

/// How many notices wait to be sent or heard; more are forgotten.
const WAITING: usize = 1024;

/// What a server tells the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The log has come to this place.
    Log(LogId),
    /// A bot is to act somewhere.
    Work,
    /// Somebody was let through so often.
    Passed {
        /// By which limit.
        limited: Limited,
        /// Who.
        asker: Asker,
        /// How often.
        times: u32,
    },
    /// The name, the sessions or the tokens of this person changed.
    Person(PersonId),
    /// Somebody came to this table or went.
    Presence(TableId),
}

/// One server's end of the bus, to tell the others.
#[derive(Clone, Debug)]
pub struct Bus {
    out: mpsc::Sender<Notice>,
}

/// One server's end of the bus, to hear the others.
pub type Heard = mpsc::Receiver<Notice>;

impl Bus {
    /// Tells the others, or forgets it.
    pub fn tell(&self, notice: Notice) {
        if self.out.try_send(notice).is_err() {
            metrics::counter!("sobremesa_notices_forgotten_total").increment(1);
        }
    }
}

/// The servers of one process.
#[derive(Debug, Default)]
pub struct Hub {
    members: Mutex<Vec<mpsc::Sender<Notice>>>,
}

impl Hub {
    /// The ends of one more server.
    pub fn join(self: &Arc<Self>) -> (Bus, Heard) {
        let (out, mut told) = mpsc::channel(WAITING);
        let (hear, heard) = mpsc::channel(WAITING);
        let me = hear.clone();
        lock(&self.members).push(hear);
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            while let Some(notice) = told.recv().await {
                let mut members = lock(&hub.members);
                members.retain(|member| !member.is_closed());
                for member in members.iter().filter(|member| !member.same_channel(&me)) {
                    // Whoever does not keep up finds out by themselves.
                    let _ = member.try_send(notice);
                }
            }
        });
        (Bus { out }, heard)
    }
}

/// The address of a NATS server: `nats://USER:PASSWORD@HOST:PORT`. Shown without the password.
#[derive(Clone)]
pub struct NatsUrl(ServerAddr);

/// This is no address of a NATS server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the address of a bus is nats://HOST:PORT, or nats://USER:PASSWORD@HOST:PORT")]
pub struct NatsUrlError;

impl FromStr for NatsUrl {
    type Err = NatsUrlError;

    fn from_str(text: &str) -> Result<Self, NatsUrlError> {
        if !text.starts_with("nats://") {
            return Err(NatsUrlError);
        }
        let address: ServerAddr = text.parse().map_err(|_| NatsUrlError)?;
        if address.host().is_empty() { Err(NatsUrlError) } else { Ok(Self(address)) }
    }
}

impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nats://{}:{}", self.0.host(), self.0.port())
    }
}

impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The ends of this server at a NATS server, which need not answer now: it is tried until it does. Several
/// clubs may share it: those with the same store hear each other.
pub async fn nats(url: &NatsUrl, store: &dyn Store) -> Result<(Bus, Heard), async_nats::Error> {
    let name = store.shared_secret("bus", random()).await?;
    let shown = url.to_string();
    let options =
        ConnectOptions::new().name("sobremesa").no_echo().retry_on_initial_connect().event_callback(
            move |event| {
                log(&shown, &event);
                std::future::ready(())
            },
        );
    let client = options.connect(url.0.clone()).await?;
    let subject = format!("sobremesa.{}", u64::from_be_bytes(std::array::from_fn(|place| name[place])));
    let mut messages = client.subscribe(subject.clone()).await?;
    let (out, told) = mpsc::channel(WAITING);
    let (hear, heard) = mpsc::channel(WAITING);
    tokio::spawn(send(client, subject, told));
    tokio::spawn(async move {
        while let Some(message) = messages.next().await {
            match serde_json::from_slice(&message.payload) {
                Ok(notice) => {
                    // Whoever does not keep up finds out by themselves.
                    let _ = hear.try_send(notice);
                }
                Err(error) => tracing::warn!(%error, "a notice of the bus cannot be read"),
            }
        }
    });
    Ok((Bus { out }, heard))
}

/// Sends what is told; of places in the log that wait together only the last.
async fn send(client: Client, subject: String, mut told: mpsc::Receiver<Notice>) {
    let mut waiting = Vec::new();
    while told.recv_many(&mut waiting, WAITING).await > 0 {
        let place = |notice: &Notice| match notice {
            Notice::Log(id) => Some(*id),
            Notice::Work | Notice::Passed { .. } | Notice::Person(_) | Notice::Presence(_) => None,
        };
        let newest = waiting.iter().filter_map(place).max().map(Notice::Log);
        waiting.retain(|notice| place(notice).is_none());
        waiting.dedup();
        for notice in newest.into_iter().chain(waiting.drain(..)) {
            let Ok(text) = serde_json::to_vec(&notice) else { continue };
            if let Err(error) = client.publish(subject.clone(), text.into()).await {
                tracing::debug!(%error, "a notice was not sent");
            }
        }
    }
}

fn log(bus: &str, event: &Event) {
    match event {
        Event::Connected => tracing::info!(bus, "the bus is there"),
        Event::Disconnected => {
            tracing::warn!(bus, "the bus is gone; servers look into the database meanwhile");
        }
        Event::ClientError(error) => tracing::warn!(bus, %error, "the bus does not answer"),
        Event::ServerError(error) => tracing::error!(bus, %error, "the bus refuses"),
        Event::SlowConsumer(_) | Event::LameDuckMode | Event::Draining | Event::Closed => {
            tracing::debug!(bus, %event, "the bus");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown) in
            [("nats://ana:secret@10.0.0.1:4223", "nats://10.0.0.1:4223"), ("nats://bus", "nats://bus:4222")]
        {
            let url: NatsUrl = text.parse().unwrap();
            assert_eq!((url.to_string(), format!("{url:?}")), (shown.to_owned(), shown.to_owned()));
        }
        for text in ["", "bus:4222", "tls://bus", "http://bus", "nats://"] {
            assert!(text.parse::<NatsUrl>().is_err(), "{text}");
        }
    }
}
