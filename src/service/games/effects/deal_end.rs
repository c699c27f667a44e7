//! What follows from the end of a game for the deal that it shares with others: the last one reveals it.

use diesel_async::AsyncPgConnection;

use crate::audit::record_audit;
use crate::games::GameRefusal;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::tournament::TournamentId;
use lapidary_store::games::GameRecord;
use lapidary_store::tournaments::shared_deals::{self, DealAfter};

/// Writes that a game is over to its deal, if it shares one. The last game of a deal reveals the secret for
/// all of them. Returns whether the game stays hidden from all but its seats, because it was not the last
/// one.
///
/// # Errors
/// If the database fails. Then the game has not ended.
pub(in crate::games) async fn settle_deal(
    connection: &mut AsyncPgConnection,
    tournament: TournamentId,
    record: &GameRecord,
) -> Result<bool, GameRefusal> {
    let Some(deal) = record.shared_deal else { return Ok(false) };
    Ok(match shared_deals::game_ended(connection, deal, record.id).await? {
        DealAfter::Sealed => true,
        DealAfter::Revealed { round } => {
            record_audit(connection, &AuditEntry::new(tournament, AuditKind::DealRevealed).round(round))
                .await?;
            false
        }
        DealAfter::Unchanged => record.sealed,
    })
}
