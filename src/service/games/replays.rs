//! How many reads of a game's past one server does at the same time.
//!
//! Earlier versions, events and exports are replayed from the opening for each reader. Without a bound, readers without any
//! account would take the time of the players, whose own requests never wait here.

use tokio::sync::{Semaphore, SemaphorePermit};

/// How many reads of the past are under way at the same time; others wait in line, without a connection to the database.
const REPLAYS_AT_ONCE: usize = 2;

/// The places for reads of the past.
pub struct Replays(Semaphore);

impl Default for Replays {
    fn default() -> Self {
        Replays(Semaphore::new(REPLAYS_AT_ONCE))
    }
}

impl Replays {
    /// Waits for a place, which is free again when it is dropped.
    pub async fn enter(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed; without a permit the read would go on unbounded, and nothing else.
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
