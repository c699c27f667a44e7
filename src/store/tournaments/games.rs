//! The games of a tournament.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::games;
use crate::{Failure, unreadable};
use lapidary_model::game::{GameId, Status};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::made_game::MadeGame;

/// Returns all games that were made for tables of a tournament, in the order in which they were made.
///
/// # Errors
/// If the database fails, or a row cannot be read.
pub async fn made(connection: &mut AsyncPgConnection, id: TournamentId) -> Result<Vec<MadeGame>, Failure> {
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
