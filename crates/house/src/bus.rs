//! Notices between servers.
//!
//! A notice is only a hint to look into the store, which every server also polls. So nothing waits for the bus, a
//! notice that cannot be sent at once is dropped, and one that is lost, late, doubled or out of order changes
//! nothing but how soon others look.

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

/// How many notices are queued in each direction; more are dropped.
const MAX_QUEUED: usize = 1024;

/// What a server tells the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The log has grown to this entry.
    Log(LogId),
    /// A bot is to act somewhere.
    Work,
    /// The rate limiter of a server let requests through.
    Passed {
        /// The limit they count against.
        limited: Limited,
        /// Whose requests they are.
        asker: Asker,
        /// How many.
        times: u32,
    },
    /// The name, the sessions or the tokens of this person have changed.
    Person(PersonId),
    /// Somebody came to this table or went.
    Presence(TableId),
}

/// Sends notices to the other servers.
#[derive(Clone, Debug)]
pub struct Bus {
    out: mpsc::Sender<Notice>,
}

/// Receives the notices of the other servers.
pub type Heard = mpsc::Receiver<Notice>;

impl Bus {
    /// Sends a notice, or drops it if too many are queued.
    pub fn send(&self, notice: Notice) {
        if self.out.try_send(notice).is_err() {
            metrics::counter!("sobremesa_notices_forgotten_total").increment(1);
        }
    }
}

/// A bus within one process, for tests with several servers.
#[derive(Debug, Default)]
pub struct Hub {
    members: Mutex<Vec<mpsc::Sender<Notice>>>,
}

impl Hub {
    /// Connects one more server.
    pub fn join(self: &Arc<Self>) -> (Bus, Heard) {
        let (out, mut told) = mpsc::channel(MAX_QUEUED);
        let (hear, heard) = mpsc::channel(MAX_QUEUED);
        let me = hear.clone();
        lock(&self.members).push(hear);
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            while let Some(notice) = told.recv().await {
                let mut members = lock(&hub.members);
                members.retain(|member| !member.is_closed());
                for member in members.iter().filter(|member| !member.same_channel(&me)) {
                    // A server that does not keep up finds out by polling.
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

/// A text that is not the address of a NATS server.
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

/// Connects this server through NATS. If NATS does not answer now, connecting goes on in the background. Several clubs
/// may share one NATS: only servers with the same store get each other's notices.
pub async fn connect_nats(url: &NatsUrl, store: &dyn Store) -> Result<(Bus, Heard), async_nats::Error> {
    let name = store.shared_secret("bus", random()).await?;
    let shown = url.to_string();
    let options =
        ConnectOptions::new().name("sobremesa").no_echo().retry_on_initial_connect().event_callback(
            move |event| {
                log_event(&shown, &event);
                std::future::ready(())
            },
        );
    let client = options.connect(url.0.clone()).await?;
    let subject = format!("sobremesa.{}", u64::from_be_bytes(std::array::from_fn(|place| name[place])));
    let mut messages = client.subscribe(subject.clone()).await?;
    let (out, told) = mpsc::channel(MAX_QUEUED);
    let (hear, heard) = mpsc::channel(MAX_QUEUED);
    tokio::spawn(publish(client, subject, told));
    tokio::spawn(async move {
        while let Some(message) = messages.next().await {
            match serde_json::from_slice(&message.payload) {
                Ok(notice) => {
                    // A server that does not keep up finds out by polling.
                    let _ = hear.try_send(notice);
                }
                Err(error) => tracing::warn!(%error, "a notice cannot be read"),
            }
        }
    });
    Ok((Bus { out }, heard))
}

/// Publishes queued notices; of several about the log only the newest.
async fn publish(client: Client, subject: String, mut told: mpsc::Receiver<Notice>) {
    let mut waiting = Vec::new();
    while told.recv_many(&mut waiting, MAX_QUEUED).await > 0 {
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

fn log_event(bus: &str, event: &Event) {
    match event {
        Event::Connected => tracing::info!(bus, "connected to the bus"),
        Event::Disconnected => {
            tracing::warn!(bus, "disconnected from the bus; servers poll the database meanwhile");
        }
        Event::ClientError(error) => tracing::warn!(bus, %error, "the bus does not answer"),
        Event::ServerError(error) => tracing::error!(bus, %error, "the bus reports an error"),
        Event::SlowConsumer(_) | Event::LameDuckMode | Event::Draining | Event::Closed => {
            tracing::debug!(bus, %event, "event of the bus");
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
