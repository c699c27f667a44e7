//! The clock of a game, fixed by its terms.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How the time of the players is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// There is no time limit.
    #[default]
    None,
    /// Each seat has a time for the whole game.
    Live {
        /// The time at the start.
        initial: Duration,
        /// The time that a seat gains after each of its turns.
        increment: Duration,
    },
    /// Each turn has a time of its own.
    Correspondence {
        /// The time for one turn.
        per_turn: Duration,
    },
}

impl Clock {
    /// The name of [`Clock::None`].
    pub const NONE: &'static str = "none";
    /// The name of [`Clock::Live`].
    pub const LIVE: &'static str = "live";
    /// The name of [`Clock::Correspondence`].
    pub const CORRESPONDENCE: &'static str = "correspondence";
    /// Every kind.
    pub const KINDS: [&'static str; 3] = [Clock::NONE, Clock::LIVE, Clock::CORRESPONDENCE];

    /// Returns the name of its kind in the contract.
    pub const fn kind(self) -> &'static str {
        match self {
            Clock::None => Clock::NONE,
            Clock::Live { .. } => Clock::LIVE,
            Clock::Correspondence { .. } => Clock::CORRESPONDENCE,
        }
    }

    /// Returns the time of a seat at the start. None without a limit.
    pub const fn at_start(self) -> Option<Duration> {
        match self {
            Clock::None => None,
            Clock::Live { initial: time, .. } | Clock::Correspondence { per_turn: time } => Some(time),
        }
    }
}

/// How long a player waits for opponents if the game needs attention at once.
const PATIENCE_LIVE: Duration = Duration::from_secs(10 * 60);
/// How long a player waits for opponents in a slow game.
const PATIENCE_SLOW: Duration = Duration::from_secs(24 * 60 * 60);

impl Clock {
    /// Returns how long a seek for a game with this clock waits for opponents.
    pub const fn patience(self) -> Duration {
        match self {
            Clock::Live { .. } => PATIENCE_LIVE,
            Clock::None | Clock::Correspondence { .. } => PATIENCE_SLOW,
        }
    }
}

/// Writes it in its stored form: its kind and its times in milliseconds, separated by spaces.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Clock::None => Ok(()),
            Clock::Live { initial, increment } => {
                write!(f, " {} {}", initial.as_millis(), increment.as_millis())
            }
            Clock::Correspondence { per_turn } => write!(f, " {}", per_turn.as_millis()),
        }
    }
}

/// A text is not a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a clock")]
pub struct NotAClock;

impl FromStr for Clock {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Self, NotAClock> {
        let time = |ms: &str| ms.parse().map(Duration::from_millis).map_err(|_| NotAClock);
        match text.split(' ').collect::<Vec<_>>()[..] {
            [Clock::NONE] => Ok(Clock::None),
            [Clock::LIVE, initial, increment] => {
                Ok(Clock::Live { initial: time(initial)?, increment: time(increment)? })
            }
            [Clock::CORRESPONDENCE, per_turn] => Ok(Clock::Correspondence { per_turn: time(per_turn)? }),
            _ => Err(NotAClock),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_waits_longer_for_a_game_that_leaves_time() {
        let live = Clock::Live { initial: Duration::ZERO, increment: Duration::ZERO };
        assert!(live.patience() < Clock::None.patience());
        assert_eq!(Clock::None.patience(), Clock::Correspondence { per_turn: Duration::ZERO }.patience());
    }

    #[test]
    fn every_clock_is_read_back() {
        let live = Clock::Live { initial: Duration::from_secs(300), increment: Duration::from_millis(2_500) };
        for clock in [Clock::None, live, Clock::Correspondence { per_turn: Duration::from_secs(86_400) }] {
            assert_eq!(clock.to_string().parse(), Ok(clock));
        }
        assert_eq!(live.to_string(), "live 300000 2500");
        for wrong in ["", "live", "live 1", "live 1 -1", "correspondence", "none 1", "blitz 1"] {
            assert_eq!(wrong.parse::<Clock>(), Err(NotAClock), "{wrong}");
        }
    }
}
