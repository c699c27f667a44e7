//! Tables of many lines as JSON or comma-separated values. The query or the header `Accept` chooses.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accept;
use super::csv::CSV;
use super::outcome::{As, Tagged};
use super::tag::{PRIVATE, tagged, tagged_bytes};
use crate::Problem;

/// The format of standings, and of a round.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableFormat {
    Json,
    Csv,
}

/// The formats in the order of [`TableFormat`].
const MEDIA_TYPES: [&str; 2] = ["application/json", "text/csv"];

/// Returns a table in the requested format with its tag, or 304 if the client already has it.
pub fn json_or_csv<T: Serialize>(
    request: &HttpRequest,
    format: Option<TableFormat>,
    json: impl FnOnce() -> T,
    csv: impl FnOnce() -> String,
) -> Result<As<Tagged<T>>, Problem> {
    let format = match format {
        Some(format) => format as usize,
        // Earlier versions returned only JSON, whatever a client accepted.
        None => accept::choose(request, &MEDIA_TYPES).unwrap_or_default(),
    };
    let mut response: HttpResponse = match format {
        1 => tagged_bytes(request, PRIVATE, CSV, csv()),
        _ => tagged(request, &json())?,
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(response.into())
}
