//! What follows in an arena from the end of a game: its players wait for the next table, and whoever did not
//! play is paused.

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::AsyncPgConnection;

use crate::audit::record_audit;
use crate::games::GameRefusal;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_store::log;
use lapidary_store::tournaments::arena;

/// How long players of an arena rest after a game before they wait for the next table.
const REST: TimeDelta = TimeDelta::seconds(5);

/// Lets the players of a game that has ended wait for the next table of their arena. Whoever ran out of time
/// without a decision is paused, so that nobody is paired with the absent. In other formats nothing happens.
///
/// # Errors
/// If the database fails. Then the game has not ended.
pub(in crate::games) async fn next_table(
    connection: &mut AsyncPgConnection,
    tournament: TournamentId,
    game: GameId,
    ended_at: DateTime<Utc>,
) -> Result<(), GameRefusal> {
    let players = arena::release(connection, tournament, game, ended_at + REST).await?;
    if players.is_empty() {
        return Ok(());
    }
    for seat in log::absent(connection, game).await? {
        let Some(&entry) = players.get(seat.index()) else { continue };
        if arena::pause(connection, tournament, entry).await? {
            record_audit(connection, &AuditEntry::new(tournament, AuditKind::NoShow).entry(entry)).await?;
        }
    }
    Ok(())
}
