//! Web Push: the subscriptions of browsers, and their messages, which any server sends.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, BigInt, Binary, Integer, Interval, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::clearing::BY_A_JOB;
use super::outbox::{Closed, Next, Outbox, Rest};
use super::{Failure, Postgres, unreadable};
use crate::by_hand::{interval, row};
use crate::makers::maker_is_open;
use crate::run::Run;
use lapidary_model::auth::push_encryption::BrowserKeys;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::counters::PushOutcome;
use lapidary_model::outbox::Receiver;
use lapidary_model::push::{
    DEAD_AFTER, DuePush, REFUSALS_MAX, SUBSCRIPTIONS_MAX, Subscription, SubscriptionId,
};

/// The messages to browsers.
pub const PUSH: Outbox = Outbox {
    receivers: "push_subscriptions",
    messages: "push_messages",
    named_by: "subscription_id",
    sendable: maker_is_open!("receiver.session_id"),
    columns: "receiver.endpoint, receiver.p256dh, receiver.auth, message.body, message.topic",
};

/// The condition that the session that made the subscription `p` has not ended. It may be a login, because a
/// browser gets messages only while somebody is logged in there.
const SESSION_IS_OPEN: &str = maker_is_open!("p.session_id");

/// Returns the key with which the servers introduce themselves, in PKCS #8; if there is none yet, stores
/// `fresh` as the key.
pub async fn key_or_insert(connection: &mut Postgres, fresh: &[u8]) -> Result<Vec<u8>, Failure> {
    row! {
        struct KeyRow {
            key: Vec<u8>,
        }
    }
    diesel::sql_query("INSERT INTO push_keys (name, key) VALUES ('vapid', $1) ON CONFLICT DO NOTHING")
        .bind::<Binary, _>(fresh)
        .execute(connection)
        .await?;
    let row: KeyRow =
        diesel::sql_query("SELECT key FROM push_keys WHERE name = 'vapid'").get_result(connection).await?;
    Ok(row.key)
}

row! {
    struct SubscriptionRow {
        id: Uuid,
        endpoint: String,
        of_session: bool,
        created_at: DateTime<Utc>,
        accepted_at: Option<DateTime<Utc>>,
    }
}

fn read(row: SubscriptionRow) -> Subscription {
    Subscription {
        id: SubscriptionId(row.id),
        endpoint: row.endpoint,
        is_own_session: row.of_session,
        created_at: row.created_at,
        last_accepted_at: row.accepted_at,
    }
}

/// Returns the subscriptions of the caller's account, the oldest first. Those whose sessions have ended are
/// left out.
pub async fn list(connection: &mut Postgres, caller: &Identity) -> Result<Vec<Subscription>, Failure> {
    let rows: Vec<SubscriptionRow> = diesel::sql_query(format!(
        "SELECT p.id, p.endpoint, p.session_id = $2 AS of_session, p.created_at, p.accepted_at \
         FROM push_subscriptions p WHERE p.player_id = $1 AND {SESSION_IS_OPEN} \
         ORDER BY p.created_at, p.id LIMIT $3",
    ))
    .bind::<SqlUuid, _>(caller.player.0)
    .bind::<SqlUuid, _>(caller.session.0)
    .bind::<BigInt, _>(SUBSCRIPTIONS_MAX)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(read).collect())
}

/// Returns the open subscriptions of a player.
pub async fn of_player(connection: &mut Postgres, player: PlayerId) -> Result<Vec<SubscriptionId>, Failure> {
    row! {
        struct IdRow {
            id: Uuid,
        }
    }
    let rows: Vec<IdRow> = diesel::sql_query(format!(
        "SELECT p.id FROM push_subscriptions p WHERE p.player_id = $1 AND {SESSION_IS_OPEN} \
         ORDER BY p.created_at, p.id LIMIT $2",
    ))
    .bind::<SqlUuid, _>(player.0)
    .bind::<BigInt, _>(SUBSCRIPTIONS_MAX)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| SubscriptionId(row.id)).collect())
}

/// Adds a subscription of the caller's session, or gives it new keys and this session, and deletes those of
/// the account whose sessions have ended. Returns false, and adds nothing, if the account has too many
/// others. The caller must hold the lock of the account.
pub async fn put(
    connection: &mut Postgres,
    caller: &Identity,
    endpoint: &str,
    keys: &BrowserKeys,
) -> Result<bool, Failure> {
    diesel::sql_query(format!(
        "DELETE FROM push_subscriptions p WHERE p.player_id = $1 AND NOT {SESSION_IS_OPEN}"
    ))
    .bind::<SqlUuid, _>(caller.player.0)
    .execute(connection)
    .await?;
    let put = diesel::sql_query(
        "INSERT INTO push_subscriptions (id, player_id, session_id, endpoint, p256dh, auth) \
         SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM push_subscriptions p \
         WHERE p.player_id = $2 AND p.endpoint <> $4) < $7 \
         ON CONFLICT (player_id, endpoint) DO UPDATE SET session_id = excluded.session_id, \
         p256dh = excluded.p256dh, auth = excluded.auth, refusals = 0",
    )
    .bind::<SqlUuid, _>(Uuid::now_v7())
    .bind::<SqlUuid, _>(caller.player.0)
    .bind::<SqlUuid, _>(caller.session.0)
    .bind::<Text, _>(endpoint)
    .bind::<Binary, _>(keys.public.as_slice())
    .bind::<Binary, _>(keys.auth.as_slice())
    .bind::<BigInt, _>(SUBSCRIPTIONS_MAX)
    .execute(connection)
    .await?;
    Ok(put > 0)
}

/// Deletes a subscription of a player, with its messages.
pub async fn delete(connection: &mut Postgres, player: PlayerId, id: SubscriptionId) -> Result<(), Failure> {
    diesel::sql_query("DELETE FROM push_subscriptions WHERE player_id = $1 AND id = $2")
        .bind::<SqlUuid, _>(player.0)
        .bind::<SqlUuid, _>(id.0)
        .run(connection)
        .await
}

/// Deletes the subscriptions that the caller's session has made.
pub async fn delete_of_session(connection: &mut Postgres, caller: &Identity) -> Result<(), Failure> {
    diesel::sql_query("DELETE FROM push_subscriptions WHERE player_id = $1 AND session_id = $2")
        .bind::<SqlUuid, _>(caller.player.0)
        .bind::<SqlUuid, _>(caller.session.0)
        .run(connection)
        .await
}

/// Adds a message for each of these subscriptions. Those that were deleted in the meantime are left out.
pub async fn enqueue(
    connection: &mut Postgres,
    subscriptions: &[SubscriptionId],
    body: &str,
    topic: Option<&str>,
) -> Result<(), Failure> {
    let ids: Vec<Uuid> = subscriptions.iter().map(|id| id.0).collect();
    let messages: Vec<Uuid> = ids.iter().map(|_| Uuid::now_v7()).collect();
    diesel::sql_query(
        "INSERT INTO push_messages (id, subscription_id, body, topic) \
         SELECT m.id, p.id, $3, $4 FROM unnest($1, $2) AS m (id, subscription_id) \
         JOIN push_subscriptions p ON p.id = m.subscription_id FOR KEY SHARE OF p",
    )
    .bind::<Array<SqlUuid>, _>(messages)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Text, _>(body)
    .bind::<Nullable<Text>, _>(topic)
    .run(connection)
    .await
}

row! {
    struct DuePushRow {
        id: Uuid,
        receiver_id: Uuid,
        player_id: Uuid,
        endpoint: String,
        host: String,
        slow: bool,
        p256dh: Vec<u8>,
        auth: Vec<u8>,
        body: String,
        topic: Option<String>,
        tries: i16,
        now: DateTime<Utc>,
    }
}

/// Returns the message to a browser to send next, if there is one: see `Outbox::claim`.
pub async fn claim(connection: &mut Postgres, closed: &Closed) -> Result<Option<DuePush>, Failure> {
    let row = PUSH.claim(connection, closed).await?;
    row.map(|row| due(row).ok_or_else(|| unreadable("a push message"))).transpose()
}

fn due(row: DuePushRow) -> Option<DuePush> {
    Some(DuePush {
        id: row.id,
        receiver: Receiver {
            id: row.receiver_id,
            owner: PlayerId(row.player_id),
            url: row.endpoint,
            host: row.host,
            slow: row.slow,
        },
        keys: BrowserKeys { public: row.p256dh.try_into().ok()?, auth: row.auth.try_into().ok()? },
        body: row.body,
        topic: row.topic,
        tries: row.tries,
        now: row.now,
    })
}

/// Counts the refusals of a subscription since its push service last accepted a message.
pub async fn count_refusals(
    connection: &mut Postgres,
    due: &DuePush,
    outcome: PushOutcome,
) -> Result<(), Failure> {
    let count = match outcome {
        PushOutcome::Accepted => "refusals = 0 WHERE refusals > 0 AND",
        PushOutcome::Refused => "refusals = refusals + 1 WHERE",
        PushOutcome::Again | PushOutcome::Gone | PushOutcome::Failed => return Ok(()),
    };
    diesel::sql_query(format!("UPDATE push_subscriptions SET {count} id = $1"))
        .bind::<SqlUuid, _>(due.receiver.id)
        .run(connection)
        .await
}

/// Records what became of an attempt and releases the subscription, or deletes it if its address is gone,
/// refuses everything, or has accepted nothing for long. The caller must have opened a transaction.
pub async fn record(connection: &mut Postgres, due: &DuePush, next: Next, rest: Rest) -> Result<(), Failure> {
    if next == Next::Gone {
        return delete(connection, due.receiver.owner, SubscriptionId(due.receiver.id)).await;
    }
    // The subscription first, as everywhere.
    PUSH.release(connection, due.receiver.id, rest, next == Next::Accepted).await?;
    if next == Next::Failed {
        diesel::sql_query(
            "DELETE FROM push_subscriptions WHERE id = $1 \
             AND (refusals >= $3 OR coalesce(accepted_at, created_at) < now() - $2)",
        )
        .bind::<SqlUuid, _>(due.receiver.id)
        .bind::<Interval, _>(interval(DEAD_AFTER))
        .bind::<Integer, _>(REFUSALS_MAX)
        .execute(connection)
        .await?;
    }
    let Next::Again(pause) = next else {
        diesel::sql_query("DELETE FROM push_messages WHERE id = $1")
            .bind::<SqlUuid, _>(due.id)
            .execute(connection)
            .await?;
        return Ok(());
    };
    diesel::sql_query("UPDATE push_messages SET tries = tries + 1, due_at = now() + $2 WHERE id = $1")
        .bind::<SqlUuid, _>(due.id)
        .bind::<Interval, _>(interval(pause))
        .run(connection)
        .await
}

/// Deletes some subscriptions whose sessions have ended.
pub async fn clear(connection: &mut Postgres) -> Result<(), Failure> {
    diesel::sql_query(format!(
        "DELETE FROM push_subscriptions WHERE id IN (SELECT p.id FROM push_subscriptions p \
         WHERE NOT {SESSION_IS_OPEN} LIMIT $1 FOR UPDATE OF p SKIP LOCKED)",
    ))
    .bind::<BigInt, _>(BY_A_JOB)
    .run(connection)
    .await
}
