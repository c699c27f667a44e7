//! The dates of a tournament and its rounds in requests.

use chrono::{DateTime, TimeDelta, Utc};

use crate::Problem;
use crate::instant;
use crate::problems::problem::Fault;

/// How far in the future the server can start a tournament or pair its rounds.
const STARTS_WITHIN: TimeDelta = TimeDelta::days(366);

/// Returns the dates in these texts. The database decides whether they are in the future.
pub fn round_dates(texts: &[String]) -> Result<Vec<DateTime<Utc>>, Problem> {
    let latest = Utc::now() + STARTS_WITHIN;
    let mut dates: Vec<DateTime<Utc>> = Vec::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        let fault = |detail| Problem::validation(vec![Fault::at(format!("/round_dates/{place}"), detail)]);
        let date = instant::parse(text).filter(|&date| date <= latest).ok_or_else(|| {
            fault("must be a time within the next 366 days (RFC 3339), such as `2027-01-30T18:00:00Z`")
        })?;
        if dates.last().is_some_and(|&before| date <= before) {
            return Err(fault("must be after the date of the round before"));
        }
        dates.push(date);
    }
    Ok(dates)
}

/// Returns when a tournament starts.
pub fn starts_at(text: Option<&str>) -> Result<Option<DateTime<Utc>>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let now = Utc::now();
    let at = instant::parse(text).filter(|&at| at > now && at - now <= STARTS_WITHIN);
    at.map(Some).ok_or_else(|| {
        Problem::validation(vec![Fault::at(
            "/starts_at",
            "must be a time within the next 366 days (RFC 3339), such as `2027-01-30T18:00:00Z`",
        )])
    })
}

/// Returns when a registration closes that stays open for this many milliseconds.
pub fn closes_at(ms: u64) -> Option<DateTime<Utc>> {
    Utc::now().checked_add_signed(TimeDelta::milliseconds(i64::try_from(ms).unwrap_or(i64::MAX)))
}
