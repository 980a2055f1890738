//! How many streams and sockets a person and an address may have open.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use club::PersonId;
use house::live::lock;

use crate::code::Code;
use crate::fault::Fault;

/// The streams of an address, as a multiple of those of a person.
const ADDRESS_FACTOR: usize = 10;
/// After how many seconds a stream that was refused may be tried again: a connection that broke is noticed by then.
const RETRY_AFTER: u64 = 30;

/// The open streams of people and addresses.
pub(crate) struct StreamLimit {
    by_person: Option<usize>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    people: HashMap<PersonId, usize>,
    addresses: HashMap<IpAddr, usize>,
}

/// A stream that is open. It is counted until this is dropped.
pub(crate) struct StreamPermit {
    limit: Arc<StreamLimit>,
    person: Option<PersonId>,
    address: IpAddr,
}

impl StreamLimit {
    /// At most so many for each person, and ten times as many for each address; `None` for no limit.
    pub(crate) fn new(by_person: Option<usize>) -> Arc<Self> {
        Arc::new(Self { by_person, open: Mutex::default() })
    }

    /// Counts one more stream, or refuses it.
    ///
    /// The new one is refused rather than an old one closed, because the page of the old one would connect again: with
    /// one page too many all of them would close each other forever.
    pub(crate) fn open(
        self: &Arc<Self>,
        person: Option<PersonId>,
        address: IpAddr,
    ) -> Result<StreamPermit, Fault> {
        let mut open = lock(&self.open);
        if let Some(most) = self.by_person {
            let refused = |whose: &str, most: usize| {
                let detail = format!("{whose} has {most} streams and sockets open already; close one");
                Err(Fault::of(Code::TooManyStreams, detail).retry_after(RETRY_AFTER))
            };
            if person.is_some_and(|person| open.people.get(&person).is_some_and(|number| *number >= most)) {
                return refused("this account", most);
            }
            let most = most.saturating_mul(ADDRESS_FACTOR);
            if open.addresses.get(&address).is_some_and(|number| *number >= most) {
                return refused("this address", most);
            }
        }
        if let Some(person) = person {
            *open.people.entry(person).or_default() += 1;
        }
        *open.addresses.entry(address).or_default() += 1;
        Ok(StreamPermit { limit: Arc::clone(self), person, address })
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = lock(&self.limit.open);
        if let Some(person) = self.person {
            count_down(&mut open.people, &person);
        }
        count_down(&mut open.addresses, &self.address);
    }
}

fn count_down<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(number) = counts.get_mut(key) {
        *number -= 1;
        if *number == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_addresses_have_so_many_streams_and_no_more() {
        let limit = StreamLimit::new(Some(2));
        let (here, there) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let open = |person: u64, address| limit.open(Some(PersonId(person)), address);
        let mut ana = vec![open(1, here).unwrap(), open(1, here).unwrap()];
        let refused = open(1, there).err().unwrap();
        assert_eq!((refused.code, refused.retry_after), (Code::TooManyStreams, Some(RETRY_AFTER)));
        let others: Vec<_> = (2..20).map(|person| open(person, here).unwrap()).collect();
        assert!(open(20, here).is_err() && limit.open(None, here).is_err(), "20 for the address");
        assert!(open(20, there).is_ok());
        ana.pop();
        assert!(open(1, here).is_ok());
        drop((ana, others));
        let open = lock(&limit.open);
        assert!(open.people.is_empty() && open.addresses.is_empty());
    }
}
