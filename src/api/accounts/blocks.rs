//! The block list of the caller.

use actix_web::web;

use crate::Problem;
use crate::extract::{LiveCaller, Path, Username};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, whole_list_of};
use lapidary_model::block::Block;
use lapidary_operation::operation;
use lapidary_service::Accounts;

whole_list_of! {
    Block, "Blocks", "The block list of the caller.",
    "The blocked players, the earliest block first."
}

/// List blocked players
///
/// Only the caller sees this list.
#[operation(get "/v1/me/blocks", tag = "accounts", returns = "The blocked players")]
pub async fn list_blocks(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
) -> Result<web::Json<Page<Block>>, Problem> {
    Ok(web::Json(Page::whole(accounts.blocked(&caller).await?)))
}

/// Block a player
///
/// A blocked player cannot join a game that the caller creates, and gets the same response as for a game
/// without a free seat. A player who already has a seat keeps it; kick them to free it. Blocking a player
/// again changes nothing.
#[operation(put "/v1/me/blocks/{username}", tag = "accounts",
    returns = "The player is blocked")]
pub async fn block_player(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.block(&caller, &username)).await
}

/// Unblock a player
///
/// Unblocking a player who is not blocked changes nothing.
#[operation(delete "/v1/me/blocks/{username}", tag = "accounts",
    returns = "The player is not blocked")]
pub async fn unblock_player(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.unblock(&caller, &username)).await
}
