//! A limit on concurrent replays of games.
//!
//! Earlier versions, events and exports are replayed from the opening for each reader. Without a limit,
//! anonymous readers could take all the CPU time from the players. The players' own turns never wait here.

use tokio::sync::{Semaphore, SemaphorePermit};

/// The maximum number of concurrent replays; other requests wait in a queue, without a database connection.
const REPLAYS_AT_ONCE: usize = 2;

/// The permits for replays.
pub struct Replays(Semaphore);

impl Default for Replays {
    fn default() -> Self {
        Replays(Semaphore::new(REPLAYS_AT_ONCE))
    }
}

impl Replays {
    /// Waits for a permit, which is released when it is dropped.
    pub async fn enter(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed. If it were, replays would run without the limit; nothing else would
        // change.
        self.0.acquire().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn reads_of_the_past_wait_in_line_for_a_place() {
        let replays = Replays::default();
        let mut places = Vec::new();
        for _ in 0..REPLAYS_AT_ONCE {
            places.push(replays.enter().now_or_never().expect("a free place"));
        }
        assert!(replays.enter().now_or_never().is_none(), "one more waits");
        places.pop();
        assert!(replays.enter().now_or_never().is_some(), "a place is free again");
    }
}
