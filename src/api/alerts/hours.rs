//! The quiet hours of the caller.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{LiveCaller, Valid};
use crate::problems::problem::Fault;
use lapidary_model::alerts::QuietHours;
use lapidary_operation::{body, operation};
use lapidary_service::Alerts;

const HOUR_MINUTES: u16 = 60;

/// When the caller is told nothing.
#[body]
pub struct SetQuietHours {
    /// The hours; null for none.
    hours: Option<WantedHours>,
}

/// Hours of every day. They may last beyond midnight.
#[body]
pub struct WantedHours {
    /// When they begin, by the player's clock.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", min_length = 5, max_length = 5, example = "22:00")]
    from: String,
    /// When they end, by the player's clock.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", min_length = 5, max_length = 5, example = "07:30")]
    until: String,
    /// How many minutes the player's clock is ahead of UTC.
    #[schema(minimum = -840, maximum = 840, example = 60)]
    utc_offset_minutes: i16,
    /// Replaces the offset.
    #[schema(nullable = false, format = "text", max_length = 64, example = "Europe/Berlin")]
    time_zone: Option<String>,
}

/// When the caller is told nothing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QuietHours)]
pub struct QuietHoursBody {
    /// The hours; null for none.
    hours: Option<Hours>,
}

/// Hours of every day. They may last beyond midnight.
#[derive(Debug, Serialize, ToSchema)]
pub struct Hours {
    /// When they begin, by the player's clock.
    #[schema(example = "22:00")]
    from: String,
    /// When they end, by the player's clock.
    #[schema(example = "07:30")]
    until: String,
    /// How many minutes the player's clock is ahead of UTC.
    #[schema(minimum = -840, maximum = 840, example = 60)]
    utc_offset_minutes: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Europe/Berlin")]
    time_zone: Option<String>,
}

/// Reads a time such as `22:00` as a minute of the day.
fn minute(time: &str) -> Option<u16> {
    let (hour, minute) = time.split_once(':')?;
    Some(hour.parse::<u16>().ok()? * HOUR_MINUTES + minute.parse::<u16>().ok()?)
}

impl WantedHours {
    fn read(self) -> Result<(QuietHours, Option<String>), Problem> {
        let (from, until) = (minute(&self.from), minute(&self.until));
        let hours =
            from.zip(until).and_then(|(from, until)| QuietHours::new(from, until, self.utc_offset_minutes));
        hours
            .map(|hours| (hours, self.time_zone))
            .ok_or_else(|| Problem::validation(vec![Fault::at("/hours/until", "must differ from `from`")]))
    }
}

impl From<Option<(QuietHours, Option<String>)>> for QuietHoursBody {
    fn from(hours: Option<(QuietHours, Option<String>)>) -> Self {
        let text = |minute: u16| format!("{:02}:{:02}", minute / HOUR_MINUTES, minute % HOUR_MINUTES);
        let hours = hours.map(|(hours, time_zone)| {
            let (from, until, utc_offset_minutes) = hours.parts();
            Hours { from: text(from), until: text(until), utc_offset_minutes, time_zone }
        });
        QuietHoursBody { hours }
    }
}

/// Get my quiet hours
///
/// In these hours the caller is told nothing that waits for them.
#[operation(get "/v1/me/quiet-hours", tag = "alerts", returns = "The hours")]
pub async fn get_quiet_hours(
    alerts: web::Data<Alerts>,
    caller: LiveCaller,
) -> Result<web::Json<QuietHoursBody>, Problem> {
    Ok(web::Json(QuietHoursBody::from(alerts.quiet_hours(&caller).await?)))
}

/// Set my quiet hours
///
/// What still waits for the caller when the hours end is told then.
#[operation(put "/v1/me/quiet-hours", tag = "alerts", returns = "The hours")]
pub async fn set_quiet_hours(
    alerts: web::Data<Alerts>,
    caller: LiveCaller,
    Valid(body): Valid<SetQuietHours>,
) -> Result<web::Json<QuietHoursBody>, Problem> {
    let hours = body.hours.map(|hours| hours.read()).transpose()?;
    alerts.set_quiet_hours(&caller, hours).await?;
    Ok(web::Json(QuietHoursBody::from(alerts.quiet_hours(&caller).await?)))
}
