//! How much later spectators see a game.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::spelled::ms;

/// The maximum delay in turns. The contract says both maxima, too (`api/games/delay.rs`).
pub const TURNS_MAX: u16 = 20;
/// The minimum delay in time, in milliseconds.
pub const MS_MIN: u64 = 1_000;
/// The maximum delay in time: an hour, in milliseconds.
pub const MS_MAX: u64 = 3_600_000;
/// How long the end of a game is hidden for each turn of a delay, because no turn follows the end.
pub const END_HIDDEN_FOR_EACH_TURN: Duration = Duration::from_secs(60);

/// How much later spectators see the events of a game. The start is never delayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpectatorDelay {
    /// They do not see the current turn and this many before it.
    Turns(u16),
    /// They see each entry of the log this much later.
    Time(#[serde(with = "ms")] Duration),
}

impl SpectatorDelay {
    /// Returns how long the end of the game is hidden.
    pub fn of_the_end(self) -> Duration {
        match self {
            SpectatorDelay::Turns(turns) => END_HIDDEN_FOR_EACH_TURN * u32::from(turns),
            SpectatorDelay::Time(time) => time,
        }
    }

    /// Returns the number of turns and of milliseconds, in their stored form.
    pub fn stored(delay: Option<SpectatorDelay>) -> (i16, i64) {
        let turns = match delay {
            Some(SpectatorDelay::Turns(turns)) => turns,
            Some(SpectatorDelay::Time(_)) | None => 0,
        };
        let end = delay.map_or(Duration::ZERO, SpectatorDelay::of_the_end);
        (turns.min(TURNS_MAX).cast_signed(), i64::try_from(end.as_millis()).unwrap_or(i64::MAX))
    }

    /// Reads the same.
    pub fn read((turns, ms): (i16, i64)) -> Option<SpectatorDelay> {
        match (u16::try_from(turns).unwrap_or(0), u64::try_from(ms).unwrap_or(0)) {
            (0, 0) => None,
            (0, ms) => Some(SpectatorDelay::Time(Duration::from_millis(ms))),
            (turns, _) => Some(SpectatorDelay::Turns(turns)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_delay_is_read_back() {
        let time = SpectatorDelay::Time(Duration::from_millis(MS_MAX));
        for delay in
            [None, Some(SpectatorDelay::Turns(1)), Some(SpectatorDelay::Turns(TURNS_MAX)), Some(time)]
        {
            assert_eq!(SpectatorDelay::read(SpectatorDelay::stored(delay)), delay);
        }
        assert_eq!(SpectatorDelay::stored(Some(SpectatorDelay::Turns(3))), (3, 180_000));
    }
}
