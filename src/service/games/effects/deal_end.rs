//! The effect of the ends of games on the deals that they share: the last end reveals the deal.

use crate::audit::record_all;
use crate::games::GameRefusal;
use lapidary_engine::deal::DealId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_store::Postgres;
use lapidary_store::games::GameRecord;
use lapidary_store::tournaments::shared_deals;

/// Records the ends of games in the deals that they share. The last game of a deal reveals the secret for all
/// of them. Returns whether one of these games stays hidden from all but its seats, because others of its
/// deal go on.
pub(in crate::games) async fn settle_deals(
    connection: &mut Postgres,
    tournament: TournamentId,
    records: &[&GameRecord],
) -> Result<bool, GameRefusal> {
    let deals: Vec<DealId> = records.iter().filter_map(|record| record.shared_deal).collect();
    if deals.is_empty() {
        return Ok(false);
    }
    let games: Vec<GameId> = records.iter().map(|record| record.id).collect();
    let after = shared_deals::games_ended(connection, &deals, &games).await?;
    let revealed = after.iter().filter(|deal| deal.is_revealed);
    let audit = |round| AuditEntry::new(tournament, AuditKind::DealRevealed).round(round);
    record_all(connection, &revealed.map(|deal| audit(deal.round)).collect::<Vec<_>>()).await?;
    let stays_hidden = |record: &&GameRecord| {
        let deal = after.iter().find(|deal| record.shared_deal == Some(deal.id));
        record.shared_deal.is_some() && deal.map_or(record.sealed, |deal| !deal.is_revealed)
    };
    Ok(records.iter().any(stays_hidden))
}
