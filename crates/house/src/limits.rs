//! A rate limiter: token buckets that servers share by telling each other.
//!
//! Written by hand because the crates for this neither take tokens that another server gave out nor tell which are
//! worth telling.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many buckets are kept at most.
const MAX_BUCKETS: usize = 100_000;

/// A bucket of tokens for each key: one is taken each time, and they come back at a steady rate.
///
/// A bucket that was not used for the time in which it fills is full, and can be dropped. So there are two
/// generations of buckets, and the old one is dropped as a whole once it is older than that: nothing is swept.
pub struct RateLimit<K> {
    per_second: f64,
    burst: f64,
    fills_in: Duration,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    young: HashMap<K, Bucket>,
    old: HashMap<K, Bucket>,
    /// When the old ones became old; not yet known before the first check.
    since: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
    /// How many tokens were taken here that other servers do not know of.
    untold: u32,
}

/// The part of a burst that may be taken before other servers are told.
const UNTOLD_SHARE: f64 = 0.125;

/// Refused; the next request passes after this time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many requests; try again in {} s", self.seconds())]
pub struct RetryAfter(pub Duration);

impl RetryAfter {
    /// Whole seconds, rounded up, for the header of this name.
    pub fn seconds(self) -> u64 {
        self.0.as_secs() + u64::from(self.0.subsec_nanos() > 0)
    }
}

impl<K: Hash + Eq> RateLimit<K> {
    /// A limit of `per_second` in the long run, and of `burst` at once.
    ///
    /// # Panics
    ///
    /// If nothing would ever be allowed: a rate that is not above 0 or a burst below 1.
    pub fn new(per_second: f64, burst: f64) -> Self {
        assert!(per_second > 0.0 && per_second.is_finite(), "a rate above 0, not {per_second}");
        assert!(burst >= 1.0 && burst.is_finite(), "a burst of at least 1, not {burst}");
        Self {
            per_second,
            burst,
            fills_in: duration(burst / per_second),
            buckets: Mutex::new(Buckets { young: HashMap::new(), old: HashMap::new(), since: None }),
        }
    }

    /// Takes a token of this key, or says when there will be one. Returns how many tokens other servers should be told
    /// of now: `None` while they are few, so that occasional visitors cause no messages.
    pub fn pass(&self, key: K, now: Instant) -> Result<Option<u32>, RetryAfter> {
        self.bucket(key, now, |bucket| {
            if bucket.tokens < 1.0 {
                return Err(RetryAfter(duration((1.0 - bucket.tokens) / self.per_second)));
            }
            bucket.tokens -= 1.0;
            bucket.untold += 1;
            let many = f64::from(bucket.untold) >= (self.burst * UNTOLD_SHARE).max(1.0);
            Ok(many.then(|| std::mem::take(&mut bucket.untold)))
        })
    }

    /// Gives a token back that was taken for nothing.
    pub fn give_back(&self, key: K, now: Instant) {
        self.bucket(key, now, |bucket| {
            bucket.tokens = (bucket.tokens + 1.0).min(self.burst);
            bucket.untold = bucket.untold.saturating_sub(1);
        });
    }

    /// Takes tokens that another server gave out, which may be more than are left.
    pub fn taken_elsewhere(&self, key: K, tokens: u32, now: Instant) {
        self.bucket(key, now, |bucket| {
            bucket.tokens = (bucket.tokens - f64::from(tokens)).max(-self.burst);
        });
    }

    /// Works on the bucket of this key, refilled up to now.
    fn bucket<T>(&self, key: K, now: Instant, work: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let since = *buckets.since.get_or_insert(now);
        // With more keys than fit, the least recently used are dropped early: a limit for each key does not stop
        // a client with that many keys anyway.
        if now.saturating_duration_since(since) >= self.fills_in || buckets.young.len() >= MAX_BUCKETS / 2 {
            buckets.grow_old(now);
        }
        let Buckets { young, old, .. } = &mut *buckets;
        let bucket = match young.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let known = old.remove(entry.key());
                entry.insert(known.unwrap_or(Bucket { tokens: self.burst, at: now, untold: 0 }))
            }
        };
        let gained = now.saturating_duration_since(bucket.at).as_secs_f64() * self.per_second;
        bucket.tokens += gained;
        if bucket.tokens >= self.burst {
            (bucket.tokens, bucket.untold) = (self.burst, 0);
        }
        bucket.at = bucket.at.max(now);
        work(bucket)
    }

    /// How many buckets there are.
    pub fn keys(&self) -> usize {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.young.len() + buckets.old.len()
    }
}

impl<K> Buckets<K> {
    fn grow_old(&mut self, now: Instant) {
        self.old = std::mem::take(&mut self.young);
        self.since = Some(now);
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<K: Hash + Eq> RateLimit<K> {
        fn check(&self, key: K, now: Instant) -> Result<(), RetryAfter> {
            self.pass(key, now).map(drop)
        }
    }

    fn after(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn retry(seconds: f64) -> Result<(), RetryAfter> {
        Err(RetryAfter(after(seconds)))
    }

    #[test]
    fn a_burst_passes_at_once_and_then_the_steady_rate() {
        let limit = RateLimit::new(2.0, 3.0);
        let start = Instant::now();
        for (seconds, expected) in [
            (0.0, Ok(())),
            (0.0, Ok(())),
            (0.0, Ok(())),
            (0.0, retry(0.5)),
            (0.25, retry(0.25)),
            (0.5, Ok(())),
            (0.5, retry(0.5)),
            (100.0, Ok(())),
            (100.0, Ok(())),
            (100.0, Ok(())),
            (100.0, retry(0.5)),
        ] {
            assert_eq!(limit.check("ana", start + after(seconds)), expected, "{seconds}");
        }
    }

    #[test]
    fn who_is_refused_may_ask_after_the_time_that_was_told() {
        let limit = RateLimit::new(0.3, 1.0);
        let mut now = Instant::now();
        for _ in 0..100 {
            assert_eq!(limit.check("ana", now), Ok(()));
            let Err(RetryAfter(wait)) = limit.check("ana", now) else { panic!("a second one passed") };
            now += wait + Duration::from_micros(1);
        }
    }

    #[test]
    fn one_does_not_hold_up_another() {
        let limit = RateLimit::new(1.0, 1.0);
        let now = Instant::now();
        assert_eq!(limit.check("ana", now), Ok(()));
        assert_eq!(limit.check("ana", now), retry(1.0));
        assert_eq!(limit.check("blas", now), Ok(()));
    }

    #[test]
    fn two_servers_that_tell_each_other_let_hardly_more_through_than_one() {
        let (one, two) = (RateLimit::new(2.0, 40.0), RateLimit::new(2.0, 40.0));
        let start = Instant::now();
        let mut passed = 0;
        // Somebody asks ten times a second, now here, now there.
        for n in 0..1000 {
            let now = start + after(0.1) * n;
            let (here, there) = if n % 2 == 0 { (&one, &two) } else { (&two, &one) };
            if let Ok(told) = here.pass("ana", now) {
                passed += 1;
                told.into_iter().for_each(|times| there.taken_elsewhere("ana", times, now));
            }
        }
        // One server lets 40 through at once and then 2 a second.
        assert!((220..=260).contains(&passed), "{passed}");
    }

    #[test]
    fn nobody_is_told_of_those_who_are_seldom_here() {
        let limit = RateLimit::new(2.0, 40.0);
        let start = Instant::now();
        for n in 0..100 {
            assert_eq!(limit.pass("ana", start + after(1.0) * n), Ok(None));
        }
        let told: Vec<u32> = (0..10).filter_map(|_| limit.pass("blas", start).unwrap()).collect();
        assert_eq!(told, [5, 5]);
    }

    #[test]
    fn a_clock_that_goes_back_gives_nothing() {
        let limit = RateLimit::new(1.0, 1.0);
        let now = Instant::now() + after(10.0);
        assert_eq!(limit.check("ana", now), Ok(()));
        assert_eq!(limit.check("ana", now - after(5.0)), retry(1.0));
        assert_eq!(limit.check("ana", now), retry(1.0));
    }

    #[test]
    fn only_full_buckets_are_forgotten() {
        let limit = RateLimit::new(1.0, 10.0);
        let start = Instant::now();
        // Ana asks twice each second, and gets what one bucket that is never forgotten would give.
        let passed = (0..200).filter(|n| limit.check("ana", start + after(0.5) * *n).is_ok()).count();
        assert_eq!(passed, 10 + 99);
    }

    #[test]
    fn keys_that_are_no_longer_used_are_forgotten() {
        let limit = RateLimit::new(1.0, 10.0);
        let start = Instant::now();
        for key in 0..1000 {
            assert_eq!(limit.check(key, start), Ok(()));
        }
        assert_eq!(limit.keys(), 1000);
        for seconds in [10.0, 20.0] {
            assert_eq!(limit.check(0, start + after(seconds)), Ok(()));
        }
        assert_eq!(limit.keys(), 1);
    }

    #[test]
    fn however_many_keys_there_are_the_memory_is_bounded() {
        let limit = RateLimit::new(1.0, 10.0);
        let start = Instant::now();
        for key in 0..MAX_BUCKETS * 3 {
            assert_eq!(limit.check(key, start), Ok(()));
        }
        assert!(limit.keys() <= MAX_BUCKETS, "{}", limit.keys());
    }

    #[test]
    fn the_header_has_whole_seconds_rounded_up() {
        for (wait, seconds) in [(0.0, 0), (0.001, 1), (1.0, 1), (1.5, 2)] {
            assert_eq!(RetryAfter(after(wait)).seconds(), seconds);
        }
        assert_eq!(RetryAfter(after(1.5)).to_string(), "too many requests; try again in 2 s");
    }
}
