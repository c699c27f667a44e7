//! The games of a tournament.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::run::Run;
use crate::schema::{games, invitations};
use crate::{Failure, Postgres, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status, Visibility};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::made_game::MadeGame;

/// Returns all games that were made for tables of a tournament, in the order in which they were made.
pub async fn made(connection: &mut Postgres, id: TournamentId) -> Result<Vec<MadeGame>, Failure> {
    let rows: Vec<(Uuid, String, bool)> = games::table
        .filter(games::tournament_id.eq(id.0))
        .order(games::id)
        .select((games::id, games::status, games::rated))
        .load(connection)
        .await?;
    let read = |(id, status, rated): (Uuid, String, bool)| {
        Some(MadeGame { id: GameId(id), status: Status::named(&status)?, rated })
    };
    rows.into_iter().map(|row| read(row).ok_or_else(|| unreadable("a game of a tournament"))).collect()
}

/// Shows a player the private games of a tournament.
pub async fn show_private(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
) -> Result<(), Failure> {
    let private = games::tournament_id.eq(id.0).and(games::visibility.eq(Visibility::Private.name()));
    games::table
        .filter(private)
        .select((games::id, player.0.into_sql::<diesel::sql_types::Uuid>()))
        .insert_into(invitations::table)
        .into_columns((invitations::game_id, invitations::player_id))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Hides the private games of a tournament from a player who has no seat in them.
pub async fn hide_private(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
) -> Result<(), Failure> {
    let made = games::table.filter(games::tournament_id.eq(id.0)).select(games::id);
    let theirs = invitations::player_id.eq(player.0).and(invitations::game_id.eq_any(made));
    diesel::delete(invitations::table.filter(theirs)).run(connection).await
}
