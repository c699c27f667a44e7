//! Deleting what is stored about an account that is erased. What stays, such as games and entries, keeps the
//! row of the player, which has no name any more.

use diesel::sql_types::Uuid;
use diesel_async::RunQueryDsl;

use super::{Failure, Postgres};
use lapidary_model::auth::PlayerId;

/// The condition of the rows that belong to a player.
const OWN: &str = "player_id = $1";

/// The tables, each with the condition of the rows that are deleted.
const ROWS: [(&str, &str); 23] = [
    ("player_totals", OWN),
    ("finished_seats", OWN),
    ("idempotency_keys", OWN),
    ("club_requests", "player_id = $1 OR asked_by = $1"),
    ("club_bans", OWN),
    ("invitations", OWN),
    ("blocks", "blocker_id = $1 OR blocked_id = $1"),
    // Other texts outlive the account.
    ("player_reports", "player_id = $1 AND target ~ '^(account|username|display_name) '"),
    ("reporters", OWN),
    ("puzzle_answers", OWN),
    ("puzzle_solvers", OWN),
    ("seeks", OWN),
    // Before the means by which they are told, in the order in which others lock them.
    ("alerts", OWN),
    ("alerts_told", OWN),
    ("mail_digests", OWN),
    ("mail_digests_told", OWN),
    ("webhooks", OWN),
    ("push_subscriptions", OWN),
    ("password_resets", OWN),
    ("oauth_codes", OWN),
    ("device_codes", OWN),
    // All transactions lock tokens before sessions.
    ("refresh_tokens", "session_id IN (SELECT id FROM sessions WHERE player_id = $1)"),
    ("sessions", OWN),
];

/// Deletes the rows of a player, whose account the caller holds alone.
pub async fn delete_rows(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    for (table, rows) in ROWS {
        let statement = diesel::sql_query(format!("DELETE FROM {table} WHERE {rows}"));
        statement.bind::<Uuid, _>(player.0).execute(connection).await?;
    }
    Ok(())
}
