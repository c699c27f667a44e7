//! How long something rests after its work, so that it takes only a part of the time.

use std::time::Duration;

/// Returns the rest after work of this length: `times` as long, and at most `max`. Without the maximum, a
/// machine that froze during the work would make everybody wait many times as long.
pub fn after(took: Duration, times: u32, max: Duration) -> Duration {
    took.saturating_mul(times).min(max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_is_a_multiple_of_the_work_with_an_upper_limit() {
        let max = Duration::from_secs(10);
        let rest = |took| after(Duration::from_millis(took), 20, max).as_millis();
        assert_eq!([0, 5, 400, 500, 12_000].map(rest), [0, 100, 8_000, 10_000, 10_000]);
        assert_eq!(after(Duration::MAX, 20, max), max);
    }
}
