//! What bots with an endpoint said about the games that they play.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::bots;
use super::clearing::{BY_ONE_ROW, clear};
use super::schema::{bot_comments, game_seats};
use super::{Failure, Postgres};
use crate::by_hand::row;
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::bot_endpoint::BotComment;
use lapidary_model::excerpt::Excerpt;
use lapidary_model::game::{GameId, Version};

/// How long comments are stored.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

/// Stores what a bot said with its answer about this version of a game. The answer was played.
pub async fn insert(
    connection: &mut Postgres,
    game: GameId,
    version: Version,
    bot: PlayerId,
    comment: &Excerpt,
) -> Result<(), Failure> {
    clear(connection, "bot_comments", "created_at", KEPT, BY_ONE_ROW).await?;
    diesel::insert_into(bot_comments::table)
        .values((
            bot_comments::game_id.eq(game.0),
            bot_comments::version.eq(version.0.cast_signed()),
            bot_comments::bot_id.eq(bot.0),
            bot_comments::comment.eq(comment.as_str()),
        ))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

row! {
    struct CommentRow {
        version: i32,
        bot: Option<String>,
        comment: String,
        created_at: DateTime<Utc>,
    }
}

/// Returns what a player and their bots said about a game after this version, in the order of the versions;
/// none if none of them has a seat.
pub async fn page(
    connection: &mut Postgres,
    game: GameId,
    player: PlayerId,
    after: Option<Version>,
    limit: i64,
) -> Result<Option<Vec<BotComment>>, Failure> {
    let mut own = bots::owned(connection, player).await?;
    own.push(player);
    let own: Vec<Uuid> = own.into_iter().map(|player| player.0).collect();
    if !is_seated(connection, game, &own).await? {
        return Ok(None);
    }
    let rows: Vec<CommentRow> = diesel::sql_query(
        "SELECT c.version, p.username AS bot, c.comment, c.created_at \
         FROM bot_comments c JOIN players p ON p.id = c.bot_id \
         WHERE c.game_id = $1 AND c.version > $2 AND c.bot_id = ANY ($3) ORDER BY c.version LIMIT $4",
    )
    .bind::<SqlUuid, _>(game.0)
    .bind::<Integer, _>(after.map_or(-1, |version| version.0.cast_signed()))
    .bind::<Array<SqlUuid>, _>(own)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    let read = |row: CommentRow| BotComment {
        version: row.version.cast_unsigned(),
        bot: row.bot,
        comment: Excerpt::of(row.comment),
        created_at: row.created_at,
    };
    Ok(Some(rows.into_iter().map(read).collect()))
}

/// Returns whether one of these players has a seat in a game.
async fn is_seated(connection: &mut Postgres, game: GameId, players: &[Uuid]) -> Result<bool, Failure> {
    let seats =
        game_seats::table.filter(game_seats::game_id.eq(game.0).and(game_seats::player_id.eq_any(players)));
    Ok(diesel::select(diesel::dsl::exists(seats)).get_result(connection).await?)
}
