//! The clock of a game in JSON: in requests, and in the terms of a game.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::instant;
use lapidary_engine::seat::Seat;
use lapidary_model::clock::Clock;
use lapidary_model::clocks::Clocks;

/// The clock of a new game.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum WantedClock {
    /// No time limit.
    None {},
    /// A time for the whole game, with an increment for each turn.
    Live {
        /// The time at the start.
        #[schema(minimum = 10_000, maximum = 10_800_000, example = 600_000)]
        initial_ms: u64,
        /// The time that a seat gets back when its turn ends.
        #[schema(minimum = 0, maximum = 180_000, example = 5_000)]
        increment_ms: u64,
    },
    /// A time for each turn.
    Correspondence {
        /// The time for one turn.
        #[schema(minimum = 3_600_000, maximum = 1_209_600_000, example = 86_400_000)]
        per_turn_ms: u64,
    },
}

impl Default for WantedClock {
    fn default() -> Self {
        WantedClock::None {}
    }
}

impl From<WantedClock> for Clock {
    fn from(clock: WantedClock) -> Self {
        let time = Duration::from_millis;
        match clock {
            WantedClock::None {} => Clock::None,
            WantedClock::Live { initial_ms, increment_ms } => {
                Clock::Live { initial: time(initial_ms), increment: time(increment_ms) }
            }
            WantedClock::Correspondence { per_turn_ms } => {
                Clock::Correspondence { per_turn: time(per_turn_ms) }
            }
        }
    }
}

/// The clock of a game: its terms, and for the current version of a game that has started, what is stored of
/// each seat. It never contains the current time, which is in the header `Date`, and in streams in
/// `server_time`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Clock)]
pub struct ClockBody {
    /// `none`: no time limit. `live`: a time for the whole game. `correspondence`: a time for each turn.
    /// Values may be added.
    #[schema(example = "none")]
    kind: &'static str,
    /// The time of each seat at the start; for `live`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    initial_ms: Option<u64>,
    /// The time that a seat gets back when its turn ends; for `live`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    increment_ms: Option<u64>,
    /// The time for one turn; for `correspondence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    per_turn_ms: Option<u64>,
    /// The time that each seat has, in order of seats. The seat whose clock runs has this much time before
    /// `deadline`, less what has passed since its clock began to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    remaining_ms: Option<Vec<u64>>,
    /// What each seat gets in addition when its first turn ends, in games of a tournament with
    /// `first_turn_ms`. Left out in others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    withheld_ms: Option<Vec<u64>>,
    /// The seat whose clock runs: the one that the game waits for. Left out if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    running: Option<u8>,
    /// When that seat has no time left. It is taken out when `lag_ms` have passed as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[serde(serialize_with = "instant::serialize_option")]
    deadline: Option<DateTime<Utc>>,
    /// The time of each turn that is not charged, because a request needs it to arrive.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lag_ms: Option<u64>,
    /// If the game is paused: when the clock runs again at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[serde(serialize_with = "instant::serialize_option")]
    paused_until: Option<DateTime<Utc>>,
    /// The seats that agree to a pause. The next turn empties the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pause_agreed: Option<Vec<u8>>,
    /// The days off that each seat has left; for `correspondence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    days_off: Option<Vec<u8>>,
}

impl ClockBody {
    /// Returns a clock with the stored clocks of the seats, if the game has started.
    pub fn of(clock: Clock, clocks: Option<&Clocks>) -> ClockBody {
        let terms = ClockBody::from(clock);
        let Some(clocks) = clocks else { return terms };
        let withheld = clocks.withheld.iter().copied().map(milliseconds).collect();
        let has_days_off = matches!(clock, Clock::Correspondence { .. });
        ClockBody {
            remaining_ms: Some(clocks.remaining.iter().copied().map(milliseconds).collect()),
            withheld_ms: Some(withheld).filter(|withheld: &Vec<u64>| !withheld.is_empty()),
            running: clocks.running.map(Seat::number),
            deadline: clocks.deadline(),
            lag_ms: Some(milliseconds(clocks.lag)),
            paused_until: clocks.paused_until(),
            pause_agreed: Some(clocks.pause_agreed.iter().map(|seat| seat.number()).collect()),
            days_off: has_days_off.then(|| clocks.days_off.clone()),
            ..terms
        }
    }

    /// Returns a clock for lists of games: with the seat whose clock runs, and its deadline.
    pub fn listed(clock: Clock, deadline: Option<(Seat, DateTime<Utc>)>) -> ClockBody {
        let running = deadline.map(|(seat, _)| seat.number());
        ClockBody { running, deadline: deadline.map(|(_, at)| at), ..clock.into() }
    }
}

impl From<Clock> for ClockBody {
    fn from(clock: Clock) -> Self {
        let terms = ClockBody { kind: clock.kind(), ..ClockBody::default() };
        match clock {
            Clock::None => terms,
            Clock::Live { initial, increment } => ClockBody {
                initial_ms: Some(milliseconds(initial)),
                increment_ms: Some(milliseconds(increment)),
                ..terms
            },
            Clock::Correspondence { per_turn } => {
                ClockBody { per_turn_ms: Some(milliseconds(per_turn)), ..terms }
            }
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
