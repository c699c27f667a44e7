//! The games of tables that an organizer decides: they end with the decision.

use crate::games::{GameRefusal, HeldGames};
use crate::tournaments::Tournaments;
use crate::tournaments::act::LockedEvent;
use crate::tournaments::ranking::matches::goes_on;
use lapidary_model::audit::AuditKind;
use lapidary_model::game::GameId;
use lapidary_model::tournaments::round::{DecidedBy, RoundStatus, TournamentTable};

impl Tournaments {
    /// Locks the games of tables, except games that have already decided their table. They are locked before
    /// the tables.
    pub(in crate::tournaments) async fn lock_games_of(
        &self,
        act: &mut LockedEvent<'_>,
        tables: &[TournamentTable],
    ) -> Result<HeldGames, GameRefusal> {
        let ids: Vec<GameId> = tables.iter().filter_map(undecided).collect();
        self.games.lock_games(&mut act.db, ids, act.event.tournament.creator.player).await
    }

    /// Locks the games of all tables that end with a tournament. Ending the tournament must not spare anybody
    /// a loss: a rated game that has begun is played to its end.
    pub(in crate::tournaments) async fn lock_undecided_games(
        &self,
        act: &mut LockedEvent<'_>,
    ) -> Result<HeldGames, GameRefusal> {
        let tables = act.event.rounds.iter().flat_map(|round| &round.tables);
        let ids: Vec<GameId> = tables.filter_map(undecided).collect();
        self.games.lock_games_to_end(&mut act.db, ids, act.event.tournament.creator.player).await
    }
}

/// Returns the game of a table, unless it has decided the table itself.
pub(in crate::tournaments) fn undecided(table: &TournamentTable) -> Option<GameId> {
    table.game.filter(|_| table.decided_by != Some(DecidedBy::Game))
}

/// Opens the last round again if it is closed and an organizer's decision makes a match go on. The next game
/// starts as after every game of a match.
pub(in crate::tournaments) fn reopen_if_undecided(act: &mut LockedEvent<'_>) {
    let closed = act.event.last_round().filter(|round| round.status == RoundStatus::Closed);
    if !closed.is_some_and(|round| goes_on(&act.event, round)) {
        return;
    }
    let Some(round) = act.event.rounds.last_mut() else { return };
    round.status = RoundStatus::Open;
    round.closed_at = None;
    round.next_round_at = None;
    round.absent = None;
    let number = round.number;
    act.record(act.audit(AuditKind::RoundReopened).round(number));
}
