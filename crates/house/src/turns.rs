//! Queues that take turns.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Items that wait to be taken, in some order.
pub(crate) trait Queue: Default {
    /// What waits.
    type Item;

    /// Takes the next item.
    fn take(&mut self) -> Option<Self::Item>;

    /// How many items wait.
    fn len(&self) -> usize;
}

/// First come, first served.
impl<T> Queue for VecDeque<T> {
    type Item = T;

    fn take(&mut self) -> Option<T> {
        self.pop_front()
    }

    fn len(&self) -> usize {
        self.len()
    }
}

/// A queue for each key. The keys take turns: whoever comes waits for one item of each other key at most, however
/// many they have. There are only keys whose queues are not empty.
pub(crate) struct Turns<K, Q> {
    /// Whose turn is next; each key once.
    order: VecDeque<K>,
    queues: HashMap<K, Q>,
}

impl<K, Q> Default for Turns<K, Q> {
    fn default() -> Self {
        Self { order: VecDeque::new(), queues: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash, Q: Queue> Turns<K, Q> {
    /// The queue of this key, if anything waits there.
    pub(crate) fn get(&self, key: K) -> Option<&Q> {
        self.queues.get(&key)
    }

    /// Changes the queue of this key. A new key comes after all others.
    pub(crate) fn change(&mut self, key: K, change: impl FnOnce(&mut Q)) {
        let mut queue = self.queues.remove(&key).unwrap_or_else(|| {
            self.order.push_back(key);
            Q::default()
        });
        change(&mut queue);
        if queue.len() > 0 {
            self.queues.insert(key, queue);
        } else {
            self.order.retain(|other| *other != key);
        }
    }
}

impl<K: Copy + Eq + Hash, Q: Queue> Queue for Turns<K, Q> {
    type Item = Q::Item;

    fn take(&mut self) -> Option<Q::Item> {
        let key = self.order.pop_front()?;
        let queue = self.queues.get_mut(&key)?;
        let item = queue.take();
        if queue.len() > 0 {
            self.order.push_back(key);
        } else {
            self.queues.remove(&key);
        }
        item
    }

    fn len(&self) -> usize {
        self.queues.values().map(Queue::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use game::Random;

    use super::*;

    type ByKey = Turns<u32, VecDeque<u32>>;

    fn add(turns: &mut ByKey, key: u32, item: u32) {
        turns.change(key, |queue| queue.push_back(item));
    }

    #[test]
    fn keys_take_turns_and_a_new_key_comes_last() {
        let mut turns = ByKey::default();
        for (key, item) in [(1, 10), (1, 11), (1, 12), (2, 20), (2, 21)] {
            add(&mut turns, key, item);
        }
        assert_eq!(turns.take(), Some(10));
        add(&mut turns, 3, 30);
        let rest: Vec<u32> = std::iter::from_fn(|| turns.take()).collect();
        assert_eq!(rest, [20, 11, 30, 21, 12]);
        assert!(turns.order.is_empty() && turns.queues.is_empty());
    }

    #[test]
    fn a_key_whose_items_were_removed_has_no_turn() {
        let mut turns = ByKey::default();
        add(&mut turns, 1, 10);
        add(&mut turns, 2, 20);
        turns.change(1, VecDeque::clear);
        turns.change(3, VecDeque::clear);
        assert_eq!((turns.take(), turns.take(), turns.len()), (Some(20), None, 0));
        assert!(turns.order.is_empty() && turns.queues.is_empty());
    }

    #[test]
    fn whoever_waits_has_a_turn_within_as_many_as_there_are_keys() {
        let mut random = Random::new(17);
        let mut turns = ByKey::default();
        // How many turns of others each key that waits has seen, and the most keys that waited meanwhile.
        let mut passed: HashMap<u32, (usize, usize)> = HashMap::new();
        for _ in 0..20_000 {
            let key = random.below(12);
            match random.below(5) {
                // Key 0 asks far more often than all others.
                0 => add(&mut turns, 0, 0),
                1 | 2 => add(&mut turns, key, key),
                3 => turns.change(key, |queue| queue.truncate(queue.len().saturating_sub(1))),
                _ => {
                    let waiting = turns.queues.len();
                    let taken = turns.take();
                    for (key, (others, most)) in &mut passed {
                        *others += usize::from(taken != Some(*key));
                        *most = waiting.max(*most);
                        assert!(*others < *most || !turns.queues.contains_key(key), "{key}: {others}");
                    }
                    passed.retain(|key, _| taken != Some(*key));
                }
            }
            passed.retain(|key, _| turns.queues.contains_key(key));
            for key in turns.queues.keys() {
                passed.entry(*key).or_default();
            }
            assert_eq!(turns.order.len(), turns.queues.len());
            assert!(turns.queues.values().all(|queue| !queue.is_empty()));
        }
    }
}
