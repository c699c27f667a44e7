//! The block list of the caller.

use actix_web::{HttpResponse, delete, get, put, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::player_ref::PlayerRef;
use crate::Problem;
use crate::extract::LiveCaller;
use crate::instant;
use lapidary_model::block::Block;
use lapidary_service::Accounts;

/// The block list of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Blocks)]
pub struct BlocksBody {
    /// The blocked players, the earliest block first.
    items: Vec<BlockBody>,
    /// Always null: the list is complete.
    next_cursor: Option<String>,
}

/// A blocked player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Block)]
pub struct BlockBody {
    player: PlayerRef,
    #[serde(serialize_with = "instant::serialize")]
    blocked_at: DateTime<Utc>,
}

impl From<Vec<Block>> for BlocksBody {
    fn from(blocks: Vec<Block>) -> Self {
        let item = |block: Block| BlockBody { player: (&block.player).into(), blocked_at: block.blocked_at };
        BlocksBody { items: blocks.into_iter().map(item).collect(), next_cursor: None }
    }
}

/// List blocked players
///
/// Only the caller sees this list.
#[utoipa::path(tag = "accounts", responses(
    (status = 200, description = "The blocked players", body = BlocksBody)
))]
#[get("/v1/me/blocks")]
pub async fn list_blocks(accounts: web::Data<Accounts>, caller: LiveCaller) -> Result<HttpResponse, Problem> {
    let blocked = accounts.blocked(&caller).await?;
    Ok(HttpResponse::Ok().json(BlocksBody::from(blocked)))
}

/// Block a player
///
/// A blocked player cannot join a game that the caller creates, and gets the same response as for a game
/// without a free seat. A player who already has a seat keeps it; kick them to free it. Blocking a player
/// again changes nothing.
#[utoipa::path(tag = "accounts",
    params(("username" = String, Path, description = "The player's name", example = "ada")), responses(
    (status = 204, description = "The player is blocked")
))]
#[put("/v1/me/blocks/{username}")]
pub async fn block_player(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    accounts.block(&caller, &username).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Unblock a player
///
/// Unblocking a player who is not blocked changes nothing.
#[utoipa::path(tag = "accounts",
    params(("username" = String, Path, description = "The player's name", example = "ada")), responses(
    (status = 204, description = "The player is not blocked")
))]
#[delete("/v1/me/blocks/{username}")]
pub async fn unblock_player(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    accounts.unblock(&caller, &username).await?;
    Ok(HttpResponse::NoContent().finish())
}
