//! The difference between the clocks of a server and the database.
//!
//! This module knows times. It reads no clock.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

/// The maximum difference of clocks without a warning. Two servers within it accept each other's access
/// tokens, whose times may be five seconds in the future.
pub const CLOCK_DIFFERENCE_MAX: Duration = Duration::from_secs(2);

/// Returns how far a server is ahead of the database; negative if it is behind. The database told its time
/// between two readings of the server's clock. The time of the answer does not count as a difference.
pub fn clock_difference(before: DateTime<Utc>, database: DateTime<Utc>, after: DateTime<Utc>) -> TimeDelta {
    if database < before {
        before - database
    } else if database > after {
        after - database
    } else {
        TimeDelta::zero()
    }
}

/// Whether the operator is told of this difference.
pub fn is_too_far(difference: TimeDelta) -> bool {
    difference.abs().to_std().is_ok_and(|difference| difference > CLOCK_DIFFERENCE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::token::CLOCK_SKEW;

    #[test]
    fn two_servers_of_whom_nobody_is_told_accept_the_tokens_of_each_other() {
        assert!(2 * CLOCK_DIFFERENCE_MAX.as_secs() < CLOCK_SKEW.cast_unsigned());
    }

    #[test]
    fn only_what_the_time_of_the_answer_does_not_explain_is_a_difference() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0).expect("a time");
        let difference = |database| clock_difference(at(100), at(database), at(110)).num_seconds();
        assert_eq!([95, 100, 105, 110, 1_010].map(difference), [5, 0, 0, 0, -900]);
        assert_eq!(
            [-3, -2, 0, 2, 3].map(|seconds| is_too_far(TimeDelta::seconds(seconds))),
            [true, false, false, false, true]
        );
    }
}
