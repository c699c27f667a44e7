//! Log lines that anybody could cause at any rate: only one is written from time to time.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The minimum interval between two lines. A line contains the number of omitted ones.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// When the last line was written, and how many were omitted since.
#[derive(Debug, Default)]
pub struct Seldom(Mutex<(Option<Instant>, u64)>);

impl Seldom {
    /// Returns lines of which none was written.
    pub const fn new() -> Seldom {
        Seldom(Mutex::new((None, 0)))
    }

    /// Returns the number of omitted lines if the next one is due.
    pub fn due(&self, now: Instant) -> Option<u64> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.0.is_some_and(|at| now.saturating_duration_since(at) < LINE_EVERY) {
            last.1 += 1;
            return None;
        }
        last.0 = Some(now);
        Some(std::mem::take(&mut last.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_seldom_with_the_number_of_omitted_ones() {
        let (lines, began) = (Seldom::new(), Instant::now());
        assert_eq!(lines.due(began), Some(0));
        assert!((0..500).all(|_| lines.due(began).is_none()));
        assert_eq!(lines.due(began + LINE_EVERY), Some(500));
        assert_eq!(lines.due(began + LINE_EVERY), None);
    }
}
