//! The games of tables that an organizer decides: they end with the decision.

use diesel_async::AsyncPgConnection;

use super::matches::goes_on;
use super::open::reload;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use crate::games::{GameRefusal, HeldGames};
use lapidary_model::game::GameId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{DecidedBy, RoundStatus, TournamentTable};
use lapidary_store::tournaments::rounds;

impl Tournaments {
    /// Locks the game of a table, unless it has decided the table. The caller must hold the lock of the
    /// tournament, and must not yet hold that of the table.
    pub(super) async fn lock_game_of(
        &self,
        connection: &mut AsyncPgConnection,
        event: &Event,
        table: &TournamentTable,
    ) -> Result<HeldGames, GameRefusal> {
        let ids: Vec<GameId> = undecided(table).into_iter().collect();
        self.games.lock_games(connection, ids, event.tournament.creator.player).await
    }

    /// Does the same for all tables of a tournament.
    pub(super) async fn lock_undecided_games(
        &self,
        connection: &mut AsyncPgConnection,
        event: &Event,
    ) -> Result<HeldGames, GameRefusal> {
        let tables = event.rounds.iter().flat_map(|round| &round.tables);
        let ids: Vec<GameId> = tables.filter_map(undecided).collect();
        self.games.lock_games(connection, ids, event.tournament.creator.player).await
    }
}

/// Returns the game of a table, unless it has ended by itself.
fn undecided(table: &TournamentTable) -> Option<GameId> {
    table.game.filter(|_| table.decided_by != Some(DecidedBy::Game))
}

/// Opens the last round again if it is closed and an organizer's decision lets a match go on. The next game
/// starts like that after every game of a match. The event must be up to date, and the caller must hold the
/// lock of the tournament.
pub(super) async fn reopen_if_undecided(
    connection: &mut AsyncPgConnection,
    event: &mut Event,
) -> Result<(), TournamentRefusal> {
    let Some(round) = event.last_round().filter(|round| round.status == RoundStatus::Closed) else {
        return Ok(());
    };
    if !goes_on(event, round) {
        return Ok(());
    }
    let (id, number) = (event.tournament.id, round.number);
    rounds::reopen(connection, id, number).await?;
    record_audit(connection, &AuditEntry::new(id, AuditKind::RoundReopened).round(number)).await?;
    Ok(reload(connection, event).await?)
}
