//! Reading statistics.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::body::{OpeningsBody, StatisticsBody};
use crate::http::tag::{ASK_AGAIN, json, tagged_bytes};
use crate::play::rulesets::played;
use crate::{Code, Problem};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::card::CardId;
use lapidary_model::statistics::StatisticsFilter;
use lapidary_service::Statistics;

/// Which games are counted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StatisticsQuery {
    /// Only games with exactly these modules, separated by commas; an empty value stands for none.
    #[param(nullable = false, example = "orient,cities")]
    modules: Option<String>,
    /// Only games with this many seats.
    #[param(minimum = 2, maximum = 4, nullable = false)]
    seats: Option<u8>,
    /// Only games whose results change ratings, or only others.
    #[param(nullable = false)]
    rated: Option<bool>,
}

/// Which games are counted, and which purchases.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OpeningsQuery {
    /// The id of a card: the second purchases of seats that bought this card first. Without it, the first
    /// purchases.
    #[param(nullable = false, example = "base-1-white-8")]
    first: Option<String>,
    /// Only games with exactly these modules, separated by commas; an empty value stands for none.
    #[param(nullable = false, example = "orient,cities")]
    modules: Option<String>,
    /// Only games with this many seats.
    #[param(minimum = 2, maximum = 4, nullable = false)]
    seats: Option<u8>,
    /// Only games whose results change ratings, or only others.
    #[param(nullable = false)]
    rated: Option<bool>,
}

/// Returns the filter.
///
/// # Errors
/// `not_found` if there is no such ruleset, `malformed` if it has no such modules, or `seats` is out of
/// bounds.
fn filter(
    ruleset: &str,
    modules: Option<&str>,
    seats: Option<u8>,
    rated: Option<bool>,
) -> Result<StatisticsFilter, Problem> {
    let ruleset = Ruleset::IDS.into_iter().find(|id| *id == ruleset).ok_or_else(Problem::not_found)?;
    let played = modules.map(|modules| played(ruleset, modules)).transpose()?;
    let seats = seats.map(|seats| {
        SeatCount::new(seats).ok_or_else(|| Problem::new(Code::Malformed, "`seats` must be from 2 to 4."))
    });
    Ok(StatisticsFilter { ruleset, played, seats: seats.transpose()?, rated })
}

/// Get the statistics of a ruleset
///
/// Says how often each seat has won and how long games last, by number of seats and by set of modules. A
/// public game with a result is counted once, about a day after its end. Forks, and games that share their
/// deal with others, are not counted.
#[utoipa::path(tag = "statistics",
    params(("ruleset" = String, Path, description = "The id of the ruleset", example = "splendor"), StatisticsQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The statistics", body = StatisticsBody,
        headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/statistics/{ruleset}")]
pub async fn get_statistics(
    request: HttpRequest,
    statistics: web::Data<Statistics>,
    ruleset: web::Path<String>,
    query: web::Query<StatisticsQuery>,
) -> Result<HttpResponse, Problem> {
    let filter = filter(&ruleset, query.modules.as_deref(), query.seats, query.rated)?;
    let ruleset = filter.ruleset;
    let body = StatisticsBody::new(ruleset, &statistics.tables(filter).await?);
    Ok(tagged_bytes(&request, ASK_AGAIN, "application/json", json(&body)?))
}

/// Get the openings of a ruleset
///
/// Lists the cards that seats have bought first, with what these seats have won; with `first`, those that
/// were bought second after that card. Cards that came at no cost are not bought. A ruleset without purchases
/// has no openings.
#[utoipa::path(tag = "statistics",
    params(("ruleset" = String, Path, description = "The id of the ruleset", example = "splendor"), OpeningsQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The openings", body = OpeningsBody,
        headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/statistics/{ruleset}/openings")]
pub async fn get_openings(
    request: HttpRequest,
    statistics: web::Data<Statistics>,
    ruleset: web::Path<String>,
    query: web::Query<OpeningsQuery>,
) -> Result<HttpResponse, Problem> {
    let filter = filter(&ruleset, query.modules.as_deref(), query.seats, query.rated)?;
    let first = query.first.as_deref().map(card).transpose()?;
    let ruleset = filter.ruleset;
    let body =
        OpeningsBody::new(ruleset, first.map(CardId::name), &statistics.openings(filter, first).await?);
    Ok(tagged_bytes(&request, ASK_AGAIN, "application/json", json(&body)?))
}

/// Returns the card with this id.
///
/// # Errors
/// `malformed` if there is none.
fn card(id: &str) -> Result<CardId, Problem> {
    CardId::from_name(id).ok_or_else(|| {
        let refusal = "`first` must be the id of a card of `GET /v1/rulesets/{id}/catalogue`.";
        Problem::new(Code::Malformed, refusal)
    })
}
