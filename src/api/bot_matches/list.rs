//! Listing bot matches.

use actix_web::web;

use super::body::BotMatchItem;
use crate::Problem;
use crate::extract::LiveCaller;
use crate::http::paging::PageQuery;
use crate::http::paging::{Page, page_items, page_of};

use lapidary_model::bot_match::BotMatchId;
use lapidary_operation::operation;
use lapidary_service::games::BotMatches;

page_of!(BotMatchItem, "BotMatchPage", "A page of bot matches.", "The matches, the newest first.");

/// List bot matches
///
/// Returns the matches that the caller created, and those in which the caller or a bot of the caller plays.
/// Matches that wait for the caller are left out if the caller has blocked their creator.
#[operation(get "/v1/bot-matches", tag = "bot-matches", returns = "A page of matches")]
pub async fn list_bot_matches(
    matches: web::Data<BotMatches>,
    caller: LiveCaller,
    query: web::Query<PageQuery>,
) -> Result<Page<BotMatchItem>, Problem> {
    let limit = page_items(query.limit)?;
    let found = matches.page(&caller, query.cursor.map(BotMatchId), limit + 1).await?;
    Ok(Page::cut(found, limit, |series| series.id.0).shown())
}
