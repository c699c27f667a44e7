//! The delay of spectators in JSON: in requests, and in the terms of a game.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::problems::problem::Fault;
use lapidary_model::delay::{MS_MAX, SpectatorDelay};
use lapidary_model::game::Visibility;

/// How much later those without a seat see a new game: either by turns or by time.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedSpectatorDelay {
    /// They do not see the current turn and this many turns before it. The end is hidden for a minute for
    /// each of them.
    #[schema(minimum = 1, maximum = 20, nullable = false, example = 2)]
    turns: Option<u16>,
    /// They see everything this much later.
    #[schema(minimum = 1_000, maximum = 3_600_000, nullable = false)]
    ms: Option<u64>,
}

impl WantedSpectatorDelay {
    /// Returns the delay of a game with this visibility.
    pub fn checked(self, visibility: Visibility) -> Result<SpectatorDelay, Problem> {
        let fault = |detail: &str| Problem::validation(vec![Fault::at("/spectator_delay", detail)]);
        if visibility == Visibility::Private {
            return Err(fault("is for public and unlisted games: nobody else sees a private game"));
        }
        self.read()
    }

    /// Returns the delay, whatever the visibility.
    pub fn read(self) -> Result<SpectatorDelay, Problem> {
        match (self.turns, self.ms) {
            (Some(turns), None) => Ok(SpectatorDelay::Turns(turns)),
            (None, Some(ms)) => Ok(SpectatorDelay::Time(Duration::from_millis(ms))),
            _ => {
                let fault = Fault::at("/spectator_delay", "must have either `turns` or `ms`");
                Err(Problem::validation(vec![fault]))
            }
        }
    }
}

/// How much later those without a seat see a game: either by turns or by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SpectatorDelay)]
pub struct SpectatorDelayBody {
    /// They do not see the current turn and this many turns before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 2)]
    turns: Option<u16>,
    /// They see everything this much later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ms: Option<u64>,
}

impl From<SpectatorDelay> for SpectatorDelayBody {
    fn from(delay: SpectatorDelay) -> Self {
        match delay {
            SpectatorDelay::Turns(turns) => SpectatorDelayBody { turns: Some(turns), ms: None },
            SpectatorDelay::Time(time) => SpectatorDelayBody {
                turns: None,
                ms: Some(u64::try_from(time.as_millis()).unwrap_or(MS_MAX)),
            },
        }
    }
}
