//! The number of games of an account, for its limits.

use std::collections::HashMap;

use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use diesel_async::RunQueryDsl;
use futures_util::try_join;
use uuid::Uuid;

use super::seating::OPEN_SEATS;
use crate::run::Run;
use crate::schema::{aborts, game_seats, games};
use crate::{Failure, Postgres};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status};

/// The numbers of games of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCounts {
    /// The games that it created and that wait for players.
    pub waiting: i64,
    /// The unfinished games in which it has a seat.
    pub unfinished: i64,
    /// The games that it created within an hour.
    pub created_in_an_hour: i64,
}

/// Locks the account until the transaction ends, so that no other request can give it a game and the counts
/// stay true.
pub async fn lock_account(connection: &Postgres, player: PlayerId) -> Result<(), Failure> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended('games of ' || $1::text, 0))")
        .bind::<diesel::sql_types::Uuid, _>(player.0)
        .prepared()
        .run(connection)
        .await
}

/// Counts the games of an account.
pub async fn count(connection: &Postgres, player: PlayerId) -> Result<GameCounts, Failure> {
    let created = games::table.filter(games::creator_id.eq(player.0));
    let recent = sql::<Bool>("created_at > now() - interval '1 hour'");
    let waiting = games::status.eq(Status::Waiting.name());
    let waiting = created.filter(waiting).select(count_star()).only_row(connection);
    let recent = created.filter(recent).select(count_star()).prepared().only_row(connection);
    let (waiting, unfinished, created_in_an_hour) =
        try_join!(waiting, unfinished_count(connection, player), recent)?;
    Ok(GameCounts { waiting, unfinished, created_in_an_hour })
}

/// Counts the unfinished games in which a player has a seat.
pub async fn unfinished_count(connection: &Postgres, player: PlayerId) -> Result<i64, Failure> {
    Ok(unfinished_counts(connection, &[player]).await?.get(&player).copied().unwrap_or_default())
}

/// Counts the same for several players in one statement, which every worker of a cluster answers. Players
/// without such games are left out.
pub async fn unfinished_counts(
    mut connection: &Postgres,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, i64>, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<(Uuid, i64)> = game_seats::table
        .inner_join(games::table)
        .filter(game_seats::player_id.eq_any(ids))
        .filter(sql::<Bool>(OPEN_SEATS))
        .filter(games::status.eq_any([Status::Waiting.name(), Status::Active.name()]))
        .group_by(game_seats::player_id)
        .select((game_seats::player_id, count_star()))
        .prepared()
        .load(&mut connection)
        .await?;
    Ok(rows.into_iter().map(|(player, count)| (PlayerId(player), count)).collect())
}

/// Records that a player aborted a game without the agreement of the others.
pub async fn note_abort(connection: &mut Postgres, game: GameId, player: PlayerId) -> Result<(), Failure> {
    diesel::insert_into(aborts::table)
        .values((aborts::game_id.eq(game.0), aborts::player_id.eq(player.0)))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Counts the games that a player aborted within a day without the agreement of the others.
pub async fn aborts_in_a_day(connection: &mut Postgres, player: PlayerId) -> Result<i64, Failure> {
    Ok(aborts::table
        .filter(aborts::player_id.eq(player.0))
        .filter(sql::<Bool>("aborted_at > now() - interval '24 hours'"))
        .select(sql::<BigInt>("count(*)"))
        .first(connection)
        .await?)
}
