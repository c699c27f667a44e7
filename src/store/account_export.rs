//! All that is stored about an account, for its owner.
//!
//! This is a list of places, not of tables: a column with the id of an account that is not here is left out
//! on purpose, and a test names each of them with the reason.

use diesel::sql_types::{Array, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use futures_util::TryStreamExt;
use uuid::Uuid;

use crate::by_hand::One;
use crate::{Failure, Postgres, bots};
use lapidary_model::audit::Audience;
use lapidary_model::auth::PlayerId;

/// The tables and the columns that have the id of the account, or of one of its bots.
pub const PLACES: [(&str, &str); 40] = [
    ("players", "id"),
    ("bots", "player_id"),
    ("bot_endpoints", "bot_id"),
    ("bot_comments", "bot_id"),
    ("sessions", "player_id"),
    ("alerts", "player_id"),
    ("alerts_told", "player_id"),
    ("mail_digests", "player_id"),
    ("mail_digests_told", "player_id"),
    ("push_subscriptions", "player_id"),
    ("webhooks", "player_id"),
    ("blocks", "blocker_id"),
    ("reporters", "player_id"),
    ("presence", "player_id"),
    ("seeks", "player_id"),
    ("challenges", "challenger_id"),
    ("invitations", "player_id"),
    ("game_seats", "player_id"),
    ("game_contributions", "player_id"),
    ("game_analyses", "requested_by"),
    ("aborts", "player_id"),
    ("kicks", "player_id"),
    ("player_totals", "player_id"),
    ("finished_seats", "player_id"),
    ("ratings", "player_id"),
    ("rated_starts", "player_id"),
    ("rating_events", "player_id"),
    ("rating_corrections", "player_id"),
    ("puzzle_solvers", "player_id"),
    ("puzzle_answers", "player_id"),
    ("tournaments", "creator_id"),
    ("tournament_members", "player_id"),
    ("tournament_entries", "player_id"),
    ("tournament_events", "player_id"),
    ("tournament_events", "account_id"),
    ("club_members", "player_id"),
    ("club_requests", "player_id"),
    ("club_bans", "player_id"),
    ("series", "owner_id"),
    ("bot_match_bots", "player_id"),
];

/// Columns that nobody reads: what somebody could act with, and who has asked or decided.
pub const LEFT_OUT: [&str; 14] = [
    "password_hash",
    "secret",
    "old_secret",
    "older_secret",
    "token_digest",
    "confirm_digest",
    "claim_digest",
    "end_token",
    "p256dh",
    "auth",
    "endpoint",
    "asked_by",
    "server_id",
    "node",
];

/// Calls `line` with each row about an account and its bots, as JSON with the `table` and the `row`. Who has
/// acted on the account is left out.
pub async fn export<E: From<Failure>>(
    connection: &mut Postgres,
    player: PlayerId,
    mut line: impl FnMut(String) -> Result<(), E>,
) -> Result<(), E> {
    let mut ids = bots::owned(connection, player).await?;
    ids.push(player);
    let ids: Vec<Uuid> = ids.into_iter().map(|id| id.0).collect();
    for (table, column) in PLACES {
        let mut left_out = LEFT_OUT.to_vec();
        let shown = match (table, column) {
            ("tournament_events", "account_id") => {
                left_out.push("player_id");
                format!(" AND t.audience = {}", Audience::Everybody as i16)
            }
            // What administrators do to others is of those.
            ("tournament_events", _) => " AND t.account_id IS NULL".to_owned(),
            _ => String::new(),
        };
        let rows = diesel::sql_query(format!(
            "SELECT jsonb_build_object('table', '{table}', 'row', to_jsonb(t) - $2)::text FROM {table} t \
             WHERE {column} = ANY ($1){shown}"
        ))
        .bind::<Array<SqlUuid>, _>(&ids)
        .bind::<Array<Text>, _>(left_out);
        let mut rows = rows.load_stream::<One<String>>(&mut *connection).await.map_err(Failure::from)?;
        while let Some(One(row)) = rows.try_next().await.map_err(Failure::from)? {
            line(row)?;
        }
    }
    Ok(())
}
