//! How often a person or an address may ask.

use std::net::IpAddr;
use std::time::Instant;

use club::PersonId;
use serde::{Deserialize, Serialize};

use crate::bus::{Bus, Notice};
use crate::limits::{RateLimit, RetryAfter};

/// The rate limits of a server.
pub struct Limits {
    requests: RateLimit<Asker>,
    entries: RateLimit<Asker>,
    /// Tells other servers which requests to count too.
    bus: Option<Bus>,
}

/// What a limit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limited {
    /// Requests of a person, or of an address without one.
    Requests,
    /// New guests, registrations and attempts to sign in, by address.
    Entries,
}

/// Whose requests are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asker {
    /// A person.
    Person(PersonId),
    /// An address.
    Address(IpAddr),
}

impl Limits {
    /// Limits of `requests_per_second`, with bursts of five times as many; entries are limited to a twentieth.
    pub fn new(requests_per_second: u32, bus: Option<Bus>) -> Self {
        let rate = f64::from(requests_per_second);
        let (requests, entries) = (RateLimit::new(rate, rate * 5.0), RateLimit::new(rate / 20.0, rate * 2.0));
        Self { requests, entries, bus }
    }

    /// Lets a request pass, or says when it may be tried again.
    pub fn check(&self, limited: Limited, asker: Asker, now: Instant) -> Result<(), RetryAfter> {
        let times = self.of(limited).pass(asker, now)?;
        if let (Some(bus), Some(times)) = (&self.bus, times) {
            bus.send(Notice::Passed { limited, asker, times });
        }
        Ok(())
    }

    /// Counts requests that another server let pass.
    pub fn passed_elsewhere(&self, limited: Limited, asker: Asker, times: u32) {
        self.of(limited).taken_elsewhere(asker, times, Instant::now());
    }

    fn of(&self, limited: Limited) -> &RateLimit<Asker> {
        match limited {
            Limited::Requests => &self.requests,
            Limited::Entries => &self.entries,
        }
    }
}
