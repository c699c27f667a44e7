//! The comments of bots with an endpoint on a game, for their owners.

use actix_web::web;

use crate::Problem;
use crate::extract::Act;
use crate::http::paging::{Page, page_items, page_of};
use crate::ladders::cursor::NumberedPage;
use lapidary_model::bot_endpoint::BotComment;
use lapidary_model::game::{GameId, Version};
use lapidary_operation::operation;
use lapidary_service::games::Calling;

page_of! {
    BotComment, "BotCommentPage", "A page of what bots said about a game.",
    "The comments, in the order of the versions."
}

/// List the comments of my bots on a game
///
/// Returns what the caller's bots, or the caller, if it is a bot, said about a game: the `comment` of each
/// answer of an endpoint that was played. Comments are kept for 30 days. Nobody else sees them.
#[operation(get "/v1/games/{id}/comments", tag = "bot-matches", returns = "A page of comments")]
pub async fn list_comments(
    Act(calling, caller, id): Act<Calling, GameId>,
    query: web::Query<NumberedPage>,
) -> Result<Page<BotComment>, Problem> {
    let limit = page_items(query.limit)?;
    // No game has a higher version.
    let after = query.cursor.map(|version| Version(version.min(i32::MAX as u64) as u32));
    let found = calling.comments(&caller, id, after, limit + 1).await?;
    Ok(Page::cut(found, limit, |comment| comment.version))
}
