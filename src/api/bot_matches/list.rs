//! Listing bot matches.

use actix_web::web;
use uuid::Uuid;

use super::body::BotMatchItem;
use crate::Problem;
use crate::extract::LiveCaller;
use crate::http::paging::{Page, cursor, page_items, page_of};

use lapidary_model::bot_match::BotMatchId;
use lapidary_operation::{operation, query};
use lapidary_service::games::BotMatches;

page_of!(BotMatchItem, "BotMatchPage", "A page of bot matches.", "The matches, the newest first.");

/// Which bot matches are listed.
#[query]
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
#[operation(get "/v1/bot-matches", tag = "bot-matches", returns = "A page of matches")]
pub async fn list_bot_matches(
    matches: web::Data<BotMatches>,
    caller: LiveCaller,
    query: web::Query<BotMatchesQuery>,
) -> Result<Page<BotMatchItem>, Problem> {
    let limit = page_items(query.limit)?;
    let found = matches.page(&caller, query.cursor.map(BotMatchId), limit + 1).await?;
    Ok(Page::cut(found, limit, |series| series.id.0).shown())
}
