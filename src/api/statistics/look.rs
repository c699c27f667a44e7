//! Reading statistics.

use actix_web::web;

use super::body::{OpeningsBody, StatisticsBody};
use crate::extract::{CountedRuleset, Path};
use crate::http::outcome::Public;
use crate::play::rulesets::played;
use crate::{Code, Problem};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::card::CardId;
use lapidary_model::statistics::StatisticsFilter;
use lapidary_operation::{operation, query};
use lapidary_service::Statistics;

/// Which games are counted.
#[query]
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
#[query]
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
#[operation(get "/v1/statistics/{ruleset}", tag = "statistics", returns = "The statistics")]
pub async fn get_statistics(
    statistics: web::Data<Statistics>,
    Path(ruleset): Path<CountedRuleset>,
    query: web::Query<StatisticsQuery>,
) -> Result<Public<StatisticsBody>, Problem> {
    let filter = filter(&ruleset, query.modules.as_deref(), query.seats, query.rated)?;
    let ruleset = filter.ruleset;
    Ok(Public(StatisticsBody::new(ruleset, &statistics.tables(filter).await?)))
}

/// Get the openings of a ruleset
///
/// Lists the cards that seats have bought first, with what these seats have won; with `first`, those that
/// were bought second after that card. Cards that came at no cost are not bought. A ruleset without purchases
/// has no openings.
#[operation(get "/v1/statistics/{ruleset}/openings", tag = "statistics", returns = "The openings")]
pub async fn get_openings(
    statistics: web::Data<Statistics>,
    Path(ruleset): Path<CountedRuleset>,
    query: web::Query<OpeningsQuery>,
) -> Result<Public<OpeningsBody>, Problem> {
    let filter = filter(&ruleset, query.modules.as_deref(), query.seats, query.rated)?;
    let first = query.first.as_deref().map(card).transpose()?;
    let ruleset = filter.ruleset;
    let openings = statistics.openings(filter, first).await?;
    Ok(Public(OpeningsBody::new(ruleset, first.map(CardId::name), &openings)))
}

/// Returns the card with this id.
fn card(id: &str) -> Result<CardId, Problem> {
    CardId::from_name(id).ok_or_else(|| {
        let refusal = "`first` must be the id of a card of `GET /v1/rulesets/{id}/catalogue`.";
        Problem::new(Code::Malformed, refusal)
    })
}
