//! How often a person or an address may do something, and how often a password may be wrong.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use club::PersonId;
use serde::{Deserialize, Serialize};

use crate::bus::{Bus, Notice};
use crate::limits::{RateLimit, RetryAfter};
use crate::searches::ADDRESS_FACTOR;
use crate::settings::Settings;

/// A burst of requests, as a multiple of the requests of a second.
const REQUEST_BURST: f64 = 5.0;
/// The time in which as many passwords may be wrong as the setting says.
const FAILURE_WINDOW: Duration = Duration::from_mins(10);
/// The wrong passwords that one address may give for all accounts together, as a multiple of those for one account.
const FAILURES_OF_ADDRESS: f64 = 5.0;
/// The wrong passwords for one account from all addresses together, as a multiple of those from one address.
const FAILURES_OF_ACCOUNT: f64 = 10.0;

/// The rate limits of a server.
pub struct Limits {
    requests: Option<RateLimit<Asker>>,
    address_requests: Option<RateLimit<Asker>>,
    entries: Option<RateLimit<Asker>>,
    failures: Option<Failures>,
    engine: Option<RateLimit<Asker>>,
    address_engine: Option<RateLimit<Asker>>,
    guest_tables: Option<RateLimit<Asker>>,
    talk: Option<RateLimit<Asker>>,
    /// Tells other servers which requests to count too.
    bus: Option<Bus>,
}

/// The limits of wrong passwords.
struct Failures {
    account_at_address: RateLimit<Asker>,
    account: RateLimit<Asker>,
    address: RateLimit<Asker>,
}

/// What a limit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limited {
    /// Requests of a person, and of everybody at an address.
    Requests,
    /// New guests, registrations and requests with a password, by address.
    Entries,
    /// Wrong passwords, by account and address.
    Failures,
    /// Hints, searches of sandboxes and analyses, by person and address.
    Engine,
    /// New tables of guests, by address.
    GuestTables,
    /// Messages and mutes of a person, at all tables.
    Talk,
}

/// Whose requests are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asker {
    /// A person.
    Person(PersonId),
    /// All who have no account, at an address.
    Address(IpAddr),
    /// All members at an address. They are counted apart, so that others at their address do not hold them up.
    Members(IpAddr),
    /// All who try to open an account, wherever they are.
    Account(u64),
    /// All who try to open an account, at an address.
    AccountAt(u64, IpAddr),
}

impl Limits {
    /// The limits that the settings say.
    pub fn new(settings: &Settings, bus: Option<Bus>) -> Self {
        let rate = settings.requests_per_second.map(f64::from);
        let address_rate = rate.and(settings.address_requests_per_second).map(f64::from);
        let requests = |rate| RateLimit::new(rate, rate * REQUEST_BURST);
        let limit = |most: Option<u32>, period| most.map(|most| in_period(most.into(), period));
        let engine_of_address =
            settings.engine_requests_per_minute.map(|most| most.saturating_mul(ADDRESS_FACTOR as u32));
        Self {
            requests: rate.map(requests),
            address_requests: address_rate.map(requests),
            entries: rate.map(|rate| RateLimit::new(rate / 20.0, rate * 2.0)),
            failures: settings.password_failures.map(|failures| Failures::new(failures.into())),
            engine: limit(settings.engine_requests_per_minute, Duration::from_mins(1)),
            address_engine: limit(engine_of_address, Duration::from_mins(1)),
            guest_tables: limit(settings.guest_tables_per_hour, Duration::from_hours(1)),
            talk: limit(settings.messages_per_minute, Duration::from_mins(1)),
            bus,
        }
    }

    /// Lets a request pass by all of these limits, or says when it may be tried again. A request that one of them
    /// refuses costs nothing at the others.
    pub fn pass(&self, counted: &[(Limited, Asker)], now: Instant) -> Result<(), RetryAfter> {
        for (place, (limited, asker)) in counted.iter().enumerate() {
            if let Err(retry) = self.check(*limited, *asker, now) {
                self.give_back(&counted[..place], now);
                return Err(retry);
            }
        }
        Ok(())
    }

    /// Takes back what was counted: the request is not to count after all.
    pub fn give_back(&self, counted: &[(Limited, Asker)], now: Instant) {
        for (limited, asker) in counted {
            if let Some(limit) = self.of(*limited, *asker) {
                limit.give_back(*asker, now);
            }
        }
    }

    /// Counts requests that another server let pass.
    pub fn passed_elsewhere(&self, limited: Limited, asker: Asker, times: u32) {
        if let Some(limit) = self.of(limited, asker) {
            limit.taken_elsewhere(asker, times, Instant::now());
        }
    }

    fn check(&self, limited: Limited, asker: Asker, now: Instant) -> Result<(), RetryAfter> {
        let Some(limit) = self.of(limited, asker) else { return Ok(()) };
        let times = limit.pass(asker, now)?;
        if let (Some(bus), Some(times)) = (&self.bus, times) {
            bus.send(Notice::Passed { limited, asker, times });
        }
        Ok(())
    }

    /// The limit that counts this for these; `None` if it is not limited.
    fn of(&self, limited: Limited, asker: Asker) -> Option<&RateLimit<Asker>> {
        match (limited, asker) {
            (Limited::Requests, Asker::Person(_)) => self.requests.as_ref(),
            (Limited::Requests, Asker::Address(_) | Asker::Members(_)) => self.address_requests.as_ref(),
            (Limited::Requests, Asker::Account(_) | Asker::AccountAt(..)) => None,
            (Limited::Entries, _) => self.entries.as_ref(),
            (Limited::Failures, asker) => {
                let failures = self.failures.as_ref()?;
                match asker {
                    Asker::AccountAt(..) => Some(&failures.account_at_address),
                    Asker::Account(_) => Some(&failures.account),
                    Asker::Address(_) => Some(&failures.address),
                    Asker::Person(_) | Asker::Members(_) => None,
                }
            }
            (Limited::Engine, Asker::Person(_)) => self.engine.as_ref(),
            (Limited::Engine, Asker::Address(_)) => self.address_engine.as_ref(),
            (Limited::Engine, Asker::Members(_) | Asker::Account(_) | Asker::AccountAt(..)) => None,
            (Limited::GuestTables, _) => self.guest_tables.as_ref(),
            (Limited::Talk, _) => self.talk.as_ref(),
        }
    }
}

/// A limit of so many in a period, all of which may come at once.
fn in_period(most: f64, period: Duration) -> RateLimit<Asker> {
    RateLimit::new(most / period.as_secs_f64(), most)
}

impl Failures {
    fn new(failures: f64) -> Self {
        let limit = |failures| in_period(failures, FAILURE_WINDOW);
        Self {
            account_at_address: limit(failures),
            account: limit(failures * FAILURES_OF_ACCOUNT),
            address: limit(failures * FAILURES_OF_ADDRESS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchOwner;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    /// How many of so many requests pass, all at the same moment.
    fn passed(limits: &Limits, times: u64, counted: impl Fn(u64) -> Vec<(Limited, Asker)>) -> usize {
        let now = Instant::now();
        (0..times).filter(|number| limits.pass(&counted(*number), now).is_ok()).count()
    }

    fn limits(people: u32, addresses: u32) -> Limits {
        let settings = Settings {
            requests_per_second: Some(people),
            address_requests_per_second: Some(addresses),
            ..Settings::default()
        };
        Limits::new(&settings, None)
    }

    fn by(person: u64) -> (Limited, Asker) {
        (Limited::Requests, Asker::Person(PersonId(person)))
    }

    #[test]
    fn however_many_guests_an_address_has_it_gets_no_more_than_its_allowance() {
        let limits = limits(1, 4);
        let address = (Limited::Requests, Asker::Address(HERE));
        assert_eq!(passed(&limits, 1000, |number| vec![by(number), address]), 20);
    }

    #[test]
    fn members_have_their_own_allowance_at_an_address() {
        let limits = limits(1, 4);
        let (strangers, members) =
            ((Limited::Requests, Asker::Address(HERE)), (Limited::Requests, Asker::Members(HERE)));
        assert_eq!(passed(&limits, 1000, |_| vec![strangers]), 20);
        assert_eq!(passed(&limits, 1000, |_| vec![by(1), members]), 5, "as many as a person may make");
        assert_eq!(passed(&limits, 1000, |number| vec![by(number + 2), members]), 15, "and all together 20");
    }

    #[test]
    fn a_request_that_one_limit_refuses_costs_nothing_at_another() {
        let limits = limits(1, 2);
        let address = (Limited::Requests, Asker::Address(HERE));
        assert_eq!(passed(&limits, 1000, |_| vec![by(1), address]), 5, "the person is refused");
        assert_eq!(passed(&limits, 1000, |_| vec![address]), 5, "and the address is not charged for it");
        assert_eq!(passed(&limits, 1000, |_| vec![by(2), address]), 0, "the address is refused");
        assert_eq!(passed(&limits, 1000, |_| vec![by(2)]), 5, "and the person is not charged for it");
    }

    #[test]
    fn a_person_and_an_address_ask_the_engine_only_so_often() {
        let settings = Settings { engine_requests_per_minute: Some(3), ..Settings::default() };
        let limits = Limits::new(&settings, None);
        let start = Instant::now();
        let ask = |person: u64, address: u8, seconds: u64| {
            let address = Some(IpAddr::from([192, 0, 2, address]));
            let owner = SearchOwner { person: PersonId(person), address };
            limits.pass(&owner.engine_requests(), start + Duration::from_secs(seconds)).is_ok()
        };
        assert_eq!([(); 4].map(|()| ask(1, 1, 0)), [true, true, true, false]);
        assert!(!ask(1, 2, 0), "the person is the same at another address");
        let others = (2..12).filter(|person| ask(*person, 1, 0)).count();
        assert_eq!(others, 9, "twelve for an address, however many people ask");
        assert!(ask(20, 2, 0), "another address is not refused");
        assert_eq!(
            [(); 3].map(|()| ask(11, 2, 0)),
            [true; 3],
            "what the address was refused cost the person nothing"
        );
        assert!(ask(1, 1, 20), "a third of a minute later there is one more");
    }
}
