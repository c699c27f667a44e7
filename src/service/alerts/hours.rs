//! The quiet hours of a player.

use super::all::{Alerts, HoursRefusal};
use crate::transaction::act;
use lapidary_model::alerts::QuietHours;
use lapidary_model::auth::Identity;
use lapidary_store::{Failure, alerts};

impl Alerts {
    /// Returns the quiet hours of the caller.
    pub async fn quiet_hours(&self, caller: &Identity) -> Result<Option<QuietHours>, Failure> {
        alerts::quiet_hours(&mut *self.pool.get().await?, caller.player).await
    }

    /// Sets the quiet hours of the caller, or removes them.
    pub async fn set_quiet_hours(
        &self,
        caller: &Identity,
        hours: Option<QuietHours>,
    ) -> Result<(), HoursRefusal> {
        act!(self.pool, caller, async |connection| {
            Ok(alerts::set_quiet_hours(connection, caller.player, hours).await?)
        })
    }
}
