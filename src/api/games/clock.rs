//! The clock of a game in JSON: as a request sets it, and as the terms of a game show it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::contract::bounded;
use crate::api::contract::bounded::SAFE_INTEGER_MAX;
use crate::api::contract::strict::object_only;
use crate::model::clock::Clock;

/// The clock of a new game.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewClock {
    /// No time limit.
    None {},
    /// A time for the whole game, with an increment for each turn. Not available yet.
    Live {
        /// The time at the start.
        #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
        #[serde(deserialize_with = "bounded::integer::<_, _, 0, SAFE_INTEGER_MAX>")]
        initial_ms: u64,
        /// The time added after each turn.
        #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
        #[serde(deserialize_with = "bounded::integer::<_, _, 0, SAFE_INTEGER_MAX>")]
        increment_ms: u64,
    },
    /// A time for each turn. Not available yet.
    Correspondence {
        /// The time for one turn.
        #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
        #[serde(deserialize_with = "bounded::integer::<_, _, 0, SAFE_INTEGER_MAX>")]
        per_turn_ms: u64,
    },
}

object_only!(NewClock);

impl Default for NewClock {
    fn default() -> Self {
        NewClock::None {}
    }
}

impl From<NewClock> for Clock {
    fn from(clock: NewClock) -> Self {
        let time = Duration::from_millis;
        match clock {
            NewClock::None {} => Clock::None,
            NewClock::Live { initial_ms, increment_ms } => {
                Clock::Live { initial: time(initial_ms), increment: time(increment_ms) }
            }
            NewClock::Correspondence { per_turn_ms } => Clock::Correspondence { per_turn: time(per_turn_ms) },
        }
    }
}

/// The clock of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Clock)]
pub struct ClockBody {
    /// `none`: no time limit. Values may be added.
    #[schema(example = "none")]
    kind: &'static str,
}

impl From<Clock> for ClockBody {
    fn from(clock: Clock) -> Self {
        ClockBody { kind: clock.kind() }
    }
}
