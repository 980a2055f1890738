//! Checking passwords: what is counted before a password is hashed, and who is not held up by the failures of others.

use std::net::IpAddr;
use std::time::Instant;

use club::PersonId;
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::house::House;
use crate::people::name::Name;
use crate::quota::{Asker, Limited};

/// How many addresses of accounts are remembered.
const MAX_KNOWN_ADDRESSES: usize = 100_000;

/// The addresses from which accounts were opened. Whoever tries other passwords from elsewhere does not hold them up.
///
/// They are kept in memory only. After a restart an address is known again by the first request of a session there.
pub struct SignInAddresses(Cache<(PersonId, IpAddr), ()>);

impl Default for SignInAddresses {
    fn default() -> Self {
        Self(Cache::new(MAX_KNOWN_ADDRESSES))
    }
}

impl SignInAddresses {
    /// Remembers that somebody with the password or a session of this account is at this address.
    pub fn remember(&self, person: PersonId, address: IpAddr) {
        if !self.knows(person, address) {
            self.0.insert((person, address), ());
        }
    }

    fn knows(&self, person: PersonId, address: IpAddr) -> bool {
        self.0.get(&(person, address)).is_some()
    }
}

/// Whose password it is said to be.
pub(crate) struct Account {
    person: Option<PersonId>,
    /// What failures are counted by. Names that nobody has are counted too, so that the limit does not tell who exists.
    key: u64,
}

impl Account {
    /// The account of a person.
    pub(crate) fn of(person: PersonId) -> Self {
        Self { person: Some(person), key: person.0 }
    }

    /// The account that would have this name, if there was one.
    pub(crate) fn nobody(name: &str) -> Self {
        let name = name.parse::<Name>().map_or_else(|_| name.to_lowercase(), |name| name.skeleton());
        let hash: [u8; 32] = Sha256::digest(name).into();
        Self { person: None, key: u64::from_be_bytes(std::array::from_fn(|place| hash[place])) }
    }
}

impl House {
    /// Whether this is the password with this hash, unless too many were wrong before.
    ///
    /// A failure is counted before the password is hashed and forgotten if it was none: requests that come all at once
    /// get no more tries than those that come one after another, and a client that hangs up has had its try.
    pub(crate) async fn check_password(
        &self,
        account: &Account,
        from: IpAddr,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, Error> {
        let at_address = (Limited::Failures, Asker::AccountAt(account.key, from));
        let elsewhere =
            [(Limited::Failures, Asker::Account(account.key)), (Limited::Failures, Asker::Address(from))];
        let mut counted = vec![at_address];
        if !account.person.is_some_and(|person| self.sign_in_addresses.knows(person, from)) {
            counted.extend(elsewhere);
        }
        self.limits.pass(&counted, Instant::now()).map_err(Error::TooManyFailures)?;
        let right = self.hasher.verify(password, hash, from).await;
        if !matches!(right, Ok(false)) {
            self.limits.give_back(&counted, Instant::now());
        }
        let right = right?;
        if let (Some(person), true) = (account.person, right) {
            self.sign_in_addresses.remember(person, from);
        }
        Ok(right)
    }
}
