//! The dates of rounds as requests send them.

use chrono::{DateTime, TimeDelta, Utc};

use crate::Problem;
use crate::instant;
use crate::problems::problem::Fault;
use lapidary_model::tournaments::settings::ROUND_DATES_MAX;

/// How far in the future a tournament can start, and its rounds can be paired, by the server.
pub const STARTS_WITHIN: TimeDelta = TimeDelta::days(366);
/// The maximum number of characters of a time.
const TIME_CHARS_MAX: usize = 40;

/// The schema of dates of rounds.
pub fn round_dates_schema() -> utoipa::openapi::schema::Array {
    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
    let date = ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some("^[^\\x00]*$"))
        .max_length(Some(TIME_CHARS_MAX))
        .examples([serde_json::json!("2027-01-10T18:00:00Z")]);
    ArrayBuilder::new().items(date).max_items(Some(ROUND_DATES_MAX)).build()
}

/// Returns the dates in these texts. Whether they are to come is for the database to say.
///
/// # Errors
/// `validation_failed` for a text that is no time, for one that is too far in the future, and for one that
/// does not follow the one before.
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
