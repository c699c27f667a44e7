//! Days off in games with a time for each turn.

use super::pause::LockedClocks;
use super::playing::Playing;
use crate::games::read::look::GameView;
use crate::games::{ClockRefusal, GameRefusal};
use lapidary_model::auth::Identity;
use lapidary_model::clock::Clock;
use lapidary_model::game::{GameId, Version};

#[boxed]
impl Playing {
    /// Sets the number of days off that the caller's seat takes in the current turn. Each one moves its
    /// deadline by a day. Fewer days than it has taken change nothing, so the request can be repeated.
    pub async fn take_days_off(
        &self,
        id: GameId,
        caller: &Identity,
        version: Version,
        days: u8,
    ) -> Result<GameView, ClockRefusal> {
        self.change_clocks(id, caller, |locked| {
            let LockedClocks { record, seat, clocks, .. } = *locked;
            if !matches!(record.terms.clock, Clock::Correspondence { .. }) {
                return Err(ClockRefusal::NoDaysOff);
            }
            if record.version != version {
                return Err(GameRefusal::VersionConflict { version: record.version }.into());
            }
            if clocks.running != Some(seat) {
                return Err(ClockRefusal::OfAnother);
            }
            let left = clocks.days_off.get(seat.index()).copied().unwrap_or_default();
            let most = left.saturating_add(clocks.days_taken);
            clocks.take_days_off(days).ok_or(ClockRefusal::TooManyDaysOff { most })
        })
        .await
    }
}
