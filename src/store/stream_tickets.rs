//! Tickets for event streams: each opens one path for one session.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Binary, Double, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::clearing::{BY_ONE_ROW, clear};
use super::{Failure, Postgres, unreadable};
use crate::by_hand::row;
use crate::makers::maker_is_open;
use crate::run::Run;
use lapidary_model::auth::secret_token::TokenDigest;
use lapidary_model::auth::{Identity, PlayerId, Scope, SessionId, SessionKind};
use lapidary_model::ticket::{OPEN_WITHIN, TICKETS_MAX, TicketTimes, USABLE_FOR};

/// The condition that the session that made the ticket `t` has not ended.
const SESSION_IS_OPEN: &str = maker_is_open!("t.session_id");

row! {
    struct Times {
        open_before: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    }
}

/// Stores a ticket of a session. Deletes expired tickets, and the oldest ones of the session if it has too
/// many. The caller must hold the session.
pub async fn insert(
    connection: &mut Postgres,
    session: SessionId,
    path: &str,
    digest: &TokenDigest,
) -> Result<TicketTimes, Failure> {
    make_room(connection, session).await?;
    let times: Times = diesel::sql_query(
        "INSERT INTO stream_tickets (digest, session_id, path, open_before, expires_at) \
         SELECT $1, s.id, $2, now() + $3 * interval '1 second', \
         least(now() + $4 * interval '1 second', s.expires_at) \
         FROM sessions s WHERE s.id = $5 RETURNING open_before, expires_at",
    )
    .bind::<Binary, _>(digest.as_slice())
    .bind::<Text, _>(path)
    .bind::<Double, _>(OPEN_WITHIN.as_secs_f64())
    .bind::<Double, _>(USABLE_FOR.as_secs_f64())
    .bind::<SqlUuid, _>(session.0)
    .get_result(connection)
    .await?;
    Ok(TicketTimes { open_before: times.open_before, expires_at: times.expires_at })
}

async fn make_room(connection: &mut Postgres, session: SessionId) -> Result<(), Failure> {
    clear(connection, "stream_tickets", "expires_at", Duration::ZERO, BY_ONE_ROW).await?;
    diesel::sql_query(
        "DELETE FROM stream_tickets WHERE digest IN (SELECT digest FROM stream_tickets \
         WHERE session_id = $1 ORDER BY created_at DESC OFFSET $2)",
    )
    .bind::<SqlUuid, _>(session.0)
    .bind::<BigInt, _>(TICKETS_MAX - 1)
    .run(connection)
    .await
}

row! {
    struct TicketHolder {
        session: Uuid,
        player: Uuid,
        kind: String,
    }
}

/// Returns who may open this path with a ticket, if the ticket is valid now, and notes that it was used.
///
/// A ticket allows its holder only to read.
pub async fn open(
    connection: &mut Postgres,
    digest: &TokenDigest,
    path: &str,
) -> Result<Option<Identity>, Failure> {
    let holder: Option<TicketHolder> = diesel::sql_query(format!(
        "UPDATE stream_tickets t SET opened_at = coalesce(t.opened_at, now()) FROM sessions s \
         WHERE t.digest = $1 AND t.path = $2 AND t.expires_at > now() \
         AND (t.opened_at IS NOT NULL OR t.open_before > now()) \
         AND s.id = t.session_id AND {SESSION_IS_OPEN} \
         RETURNING s.id AS session, s.player_id AS player, s.kind AS kind",
    ))
    .bind::<Binary, _>(digest.as_slice())
    .bind::<Text, _>(path)
    .returned_row(connection)
    .await?;
    let Some(holder) = holder else { return Ok(None) };
    let kind = SessionKind::named(&holder.kind);
    Ok(Some(Identity {
        player: PlayerId(holder.player),
        session: SessionId(holder.session),
        kind: kind.ok_or_else(|| unreadable("the kind of a session"))?,
        scopes: Scope::Read.into(),
    }))
}
