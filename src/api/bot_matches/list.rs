//! Listing bot matches.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::body::ItemBody;
use crate::Problem;
use crate::extract::LiveCaller;
use crate::http::paging::{cursor, cut, page, page_items};
use lapidary_model::bot_match::BotMatchId;
use lapidary_service::games::BotMatches;

/// A page of bot matches.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotMatchPage {
    /// The matches, the newest first.
    items: Vec<ItemBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Which bot matches are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BotMatchesQuery {
    /// The maximum number of matches on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// List bot matches
///
/// Returns the matches that the caller created, and those in which the caller or a bot of the caller plays.
/// Matches that wait for the caller are left out if the caller has blocked their creator.
#[utoipa::path(tag = "bot-matches", params(BotMatchesQuery), responses(
    (status = 200, description = "A page of matches", body = BotMatchPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/bot-matches")]
pub async fn list_bot_matches(
    request: HttpRequest,
    matches: web::Data<BotMatches>,
    caller: LiveCaller,
    query: web::Query<BotMatchesQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let mut found = matches.page(&caller, query.cursor.map(BotMatchId), limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |series| series.id.0);
    let items = found.iter().map(ItemBody::from).collect();
    let body = BotMatchPage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, "/v1/bot-matches", next_cursor.as_deref(), body))
}
