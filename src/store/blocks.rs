//! Block lists: blocked players cannot join games that the player creates.

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{blocks, players};
use super::{Failure, Postgres};
use crate::occupant::OccupantRow;
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::block::{BLOCKS_MAX, Block};

/// The maximum number of players whose blocks of one player are read.
const BLOCKERS_MAX: i64 = 10_000;

/// Blocks a player; blocking again changes nothing.
pub async fn insert(connection: &mut Postgres, blocker: PlayerId, blocked: PlayerId) -> Result<(), Failure> {
    diesel::insert_into(blocks::table)
        .values((blocks::blocker_id.eq(blocker.0), blocks::blocked_id.eq(blocked.0)))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Unblocks a player.
pub async fn delete(connection: &mut Postgres, blocker: PlayerId, blocked: PlayerId) -> Result<(), Failure> {
    diesel::delete(blocks::table.find((blocker.0, blocked.0))).run(connection).await
}

/// Counts the players that an account blocks.
pub async fn count(connection: &mut Postgres, blocker: PlayerId) -> Result<i64, Failure> {
    let all = blocks::table.filter(blocks::blocker_id.eq(blocker.0));
    Ok(all.select(count_star()).first(connection).await?)
}

/// Returns the players that an account blocks, the earliest block first.
pub async fn list(connection: &mut Postgres, blocker: PlayerId) -> Result<Vec<Block>, Failure> {
    let rows: Vec<(OccupantRow, DateTime<Utc>)> = blocks::table
        .inner_join(players::table.on(players::id.eq(blocks::blocked_id)))
        .filter(blocks::blocker_id.eq(blocker.0))
        .order((blocks::blocked_at, blocks::blocked_id))
        .limit(BLOCKS_MAX)
        .select((OccupantRow::as_select(), blocks::blocked_at))
        .load(connection)
        .await?;
    let block =
        |(player, blocked_at): (OccupantRow, DateTime<Utc>)| Block { player: player.into(), blocked_at };
    Ok(rows.into_iter().map(block).collect())
}

/// Returns the players who block a player, up to a limit.
pub async fn blockers(connection: &mut Postgres, blocked: PlayerId) -> Result<Vec<PlayerId>, Failure> {
    let ids: Vec<Uuid> = blocks::table
        .filter(blocks::blocked_id.eq(blocked.0))
        .limit(BLOCKERS_MAX)
        .select(blocks::blocker_id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(PlayerId).collect())
}
