//! The quiet hours of a player.

use super::all::{Alerts, HoursRefusal};
use crate::transaction::act;
use lapidary_model::alerts::QuietHours;
use lapidary_model::auth::Identity;
use lapidary_store::{Failure, alerts};

#[boxed]
impl Alerts {
    /// Returns the caller's quiet hours, and the time zone of their clock if they have named one.
    pub async fn quiet_hours(
        &self,
        caller: &Identity,
    ) -> Result<Option<(QuietHours, Option<String>)>, Failure> {
        alerts::quiet_hours(&mut *self.pool.get().await?, caller.player).await
    }

    /// Sets the caller's quiet hours, or removes them. They follow the clock of a time zone if one is named,
    /// and otherwise an offset from UTC.
    pub async fn set_quiet_hours(
        &self,
        caller: &Identity,
        hours: Option<(QuietHours, Option<String>)>,
    ) -> Result<(), HoursRefusal> {
        act!(self.pool, caller, async |connection| {
            let (mut hours, zone) = hours.unzip();
            let zone = zone.flatten();
            if let Some(zone) = &zone {
                let offset = alerts::utc_offset(connection, zone).await?.ok_or(HoursRefusal::UnknownZone)?;
                hours = hours.map(|hours| hours.with_offset(offset));
            }
            Ok(alerts::set_quiet_hours(connection, caller.player, hours, zone).await?)
        })
    }
}
