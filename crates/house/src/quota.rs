//! How often a person or an address may ask.

use std::net::IpAddr;
use std::time::Instant;

use club::PersonId;
use serde::{Deserialize, Serialize};

use crate::bus::{Bus, Notice};
use crate::limits::{RateLimit, RetryAfter};

/// Limits on how often somebody may ask.
pub struct Limits {
    requests: RateLimit<Asker>,
    entries: RateLimit<Asker>,
    /// To tell other servers, where there are any, whom they have to count too.
    bus: Option<Bus>,
}

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limited {
    /// Requests of a person or, for nobody, of an address.
    Requests,
    /// New guests, registrations and tries to sign in of an address.
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
    /// So many requests a second, five times as many at once, and entries less often.
    pub fn new(requests_per_second: u32, bus: Option<Bus>) -> Self {
        let rate = f64::from(requests_per_second);
        let (requests, entries) = (RateLimit::new(rate, rate * 5.0), RateLimit::new(rate / 20.0, rate * 2.0));
        Self { requests, entries, bus }
    }

    /// Lets somebody through, or tells when it will.
    pub fn check(&self, limited: Limited, asker: Asker, now: Instant) -> Result<(), RetryAfter> {
        let times = self.of(limited).pass(asker, now)?;
        if let (Some(bus), Some(times)) = (&self.bus, times) {
            bus.tell(Notice::Passed { limited, asker, times });
        }
        Ok(())
    }

    /// Counts whom another server let through.
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
