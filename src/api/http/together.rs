//! Makes equal reads that wait at the same time once.
//!
//! It remembers nothing: a request during a read waits for the next one. So every client sees its earlier
//! writes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

/// The reads in progress or awaited, by key.
pub struct Together<K, V> {
    reads: Mutex<HashMap<K, Reads<V>>>,
}

/// The reads of one thing.
struct Reads<V> {
    /// Held by the read in progress.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// The next read, which has not begun.
    next: Option<Arc<OnceCell<V>>>,
}

impl<V> Default for Reads<V> {
    fn default() -> Self {
        Reads { turn: Arc::default(), next: None }
    }
}

impl<K, V> Default for Together<K, V> {
    fn default() -> Self {
        Together { reads: Mutex::default() }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Together<K, V> {
    /// Returns the result of `read`, or of another caller's `read` for the same key that begins after this
    /// call. If a read fails or its caller leaves, each waiting caller reads in turn.
    pub async fn get<E>(&self, key: K, read: impl AsyncFnOnce() -> Result<V, E>) -> Result<V, E> {
        let (turn, next) = {
            let mut reads = self.lock();
            let these = reads.entry(key.clone()).or_default();
            (Arc::clone(&these.turn), Arc::clone(these.next.get_or_insert_default()))
        };
        let _leaving = ForgetOnDrop { together: self, key: &key, turn: Arc::clone(&turn) };
        let found = next.get_or_try_init(async || {
            let _turn = turn.lock().await;
            self.begin(&key, &next);
            read().await
        });
        found.await.cloned()
    }

    /// Notes that a read has begun: later callers wait for the next one.
    fn begin(&self, key: &K, read: &Arc<OnceCell<V>>) {
        if let Some(these) = self.lock().get_mut(key) {
            these.next.take_if(|next| Arc::ptr_eq(next, read));
        }
    }
}

impl<K, V> Together<K, V> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Reads<V>>> {
        self.reads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets the reads of a key when the last waiting caller leaves.
struct ForgetOnDrop<'a, K: Eq + Hash, V> {
    together: &'a Together<K, V>,
    key: &'a K,
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// The number of owners of a turn when nobody else waits: the map, and the leaving caller twice.
const OWNERS_LAST: usize = 3;

impl<K: Eq + Hash, V> Drop for ForgetOnDrop<'_, K, V> {
    fn drop(&mut self) {
        let mut reads = self.together.lock();
        if Arc::strong_count(&self.turn) <= OWNERS_LAST {
            reads.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn those_who_wait_share_the_next_read_and_nobody_gets_one_that_began_before() {
        let (together, begun) = (Together::<&str, usize>::default(), AtomicUsize::new(0));
        let read = || {
            together.get("key", async || {
                let number = begun.fetch_add(1, Ordering::SeqCst) + 1;
                tokio::time::sleep(Duration::from_millis(20)).await;
                Ok::<_, ()>(number)
            })
        };
        let first = read();
        let others = async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            assert_eq!(begun.load(Ordering::SeqCst), 1);
            tokio::join!(read(), read(), read())
        };
        let (first, others) = tokio::join!(first, others);
        assert_eq!((first, others), (Ok(1), (Ok(2), Ok(2), Ok(2))));
        assert!(together.lock().is_empty());
    }

    #[tokio::test]
    async fn a_read_that_fails_or_is_given_up_is_made_by_the_next_who_waits() {
        let together = Together::<u8, u8>::default();
        let slow = together.get(1, async || {
            tokio::time::sleep(Duration::from_secs(60)).await;
            Ok::<_, &str>(1)
        });
        let given_up = tokio::time::timeout(Duration::from_millis(5), slow);
        let (given_up, failed) = tokio::join!(given_up, together.get(1, async || Err::<u8, _>("broken")));
        assert!(given_up.is_err());
        assert_eq!(failed, Err("broken"));
        assert_eq!(together.get(1, async || Ok::<_, &str>(3)).await, Ok(3));
        assert!(together.lock().is_empty());
    }
}
