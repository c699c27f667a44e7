//! Places that parties hold for a while, with a limit for each party, and maps of parties for many threads.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of maps. With several, threads seldom wait for the same lock.
const SHARDS: usize = 16;

/// A map in pieces, each with a lock of its own.
#[derive(Debug)]
pub struct Shards<K, V> {
    maps: [Mutex<HashMap<K, V>>; SHARDS],
    hasher: RandomState,
}

impl<K, V> Default for Shards<K, V> {
    fn default() -> Self {
        Shards { maps: std::array::from_fn(|_| Mutex::default()), hasher: RandomState::new() }
    }
}

impl<K: Hash, V> Shards<K, V> {
    /// Locks the piece that has this key.
    pub fn lock(&self, key: &K) -> MutexGuard<'_, HashMap<K, V>> {
        open(&self.maps[self.hasher.hash_one(key) as usize % SHARDS])
    }
}

/// Locks a piece. Ignores poisoning, because a panic cannot leave invalid entries.
fn open<K, V>(map: &Mutex<HashMap<K, V>>) -> MutexGuard<'_, HashMap<K, V>> {
    map.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The places that each party holds.
#[derive(Debug)]
pub struct HeldPlaces<K>(Arc<Shards<K, u32>>);

/// A place; it is free again when this is dropped.
#[derive(Debug)]
pub struct HeldPlace<K: Eq + Hash> {
    held: Arc<Shards<K, u32>>,
    key: K,
}

impl<K> Default for HeldPlaces<K> {
    fn default() -> Self {
        HeldPlaces(Arc::default())
    }
}

impl<K> Clone for HeldPlaces<K> {
    fn clone(&self) -> Self {
        HeldPlaces(Arc::clone(&self.0))
    }
}

impl<K: Eq + Hash + Copy> HeldPlaces<K> {
    /// Takes one place of a party with this maximum. Returns it with the number of places left. None if all
    /// are taken.
    pub fn take(&self, key: K, max: u32) -> Option<(HeldPlace<K>, u32)> {
        let mut held = self.0.lock(&key);
        let count = held.entry(key).or_insert(0);
        let left = max.checked_sub(*count + 1)?;
        *count += 1;
        Some((HeldPlace { held: Arc::clone(&self.0), key }, left))
    }

    /// Returns the number of places that these parties hold.
    pub fn held_by(&self, include: impl Fn(&K) -> bool) -> u64 {
        let of_piece = |map: &Mutex<HashMap<K, u32>>| {
            open(map).iter().filter(|(key, _)| include(key)).map(|(_, count)| u64::from(*count)).sum::<u64>()
        };
        self.0.maps.iter().map(of_piece).sum()
    }
}

impl<K: Eq + Hash> Drop for HeldPlace<K> {
    fn drop(&mut self) {
        let mut held = self.held.lock(&self.key);
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let places = HeldPlaces::default();
        let left = |taken: &Option<(HeldPlace<char>, u32)>| taken.as_ref().map(|(_, left)| *left);
        let (first, second) = (places.take('a', 2), places.take('a', 2));
        assert_eq!((left(&first), left(&second), left(&places.take('a', 2))), (Some(1), Some(0), None));
        assert_eq!(left(&places.take('b', 1)), Some(0));
        assert_eq!((places.held_by(|_| true), places.held_by(|party| *party == 'b')), (2, 0));
        drop(first);
        assert!(places.take('a', 2).is_some());
        drop(second);
        assert!(places.0.maps.iter().all(|map| open(map).is_empty()));
        assert!(places.take('c', 0).is_none());
    }
}
