//! The messages of webhooks: written with what happened, sent by any server, and kept for a while as a log.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::now as database_now;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Interval, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::outbox::{Closed, Next, Outbox, Rest};
use super::schema::{webhook_attempts, webhook_deliveries as deliveries, webhooks};
use super::{Failure, Postgres, unreadable};
use crate::by_hand::{interval, row};
use crate::makers::maker_is_open;
use crate::run::Run;
use lapidary_model::auth::{PlayerId, WebhookSecret};
use lapidary_model::game::GameId;
use lapidary_model::outbox::Receiver;
use lapidary_model::tournament::TournamentId;
use lapidary_model::webhook::{
    ATTEMPTS_SHOWN_MAX, Delivery, DeliveryAttempt, DeliveryStatus, DisabledReason, DueDelivery, Message,
    MessageId, Subject, WebhookEvent, WebhookId,
};

/// The maximum number of messages that one statement adds: it has ten parameters for each, and PostgreSQL
/// allows 65,535.
const MESSAGES_AT_ONCE: usize = 5_000;

/// The messages of webhooks. A test message is sent although its webhook is disabled.
pub const WEBHOOKS: Outbox = Outbox {
    receivers: "webhooks",
    messages: "webhook_deliveries",
    named_by: "webhook_id",
    sendable: concat!(
        "message.status = 'pending' AND ((receiver.enabled AND ",
        maker_is_open!("receiver.session_id"),
        ") OR message.event = 'webhook.test')"
    ),
    columns: "receiver.url, receiver.secret, \
              CASE WHEN receiver.old_until > now() THEN receiver.old_secret END AS old_secret, \
              CASE WHEN receiver.older_until > now() THEN receiver.older_secret END AS older_secret, \
              message.event, message.game_id, message.tournament_id, message.round, message.table_number, \
              message.games, message.happened_at",
};

/// Adds messages, each for a webhook, which are sent after their delays. If a webhook was deleted in the
/// meantime, its messages are not added: the game must not fail for that.
pub async fn insert(
    mut connection: &Postgres,
    messages: &[(WebhookId, Message, Duration)],
) -> Result<(), Failure> {
    let named: BTreeSet<Uuid> = messages.iter().map(|(webhook, ..)| webhook.0).collect();
    let there: Vec<Uuid> = webhooks::table
        .filter(webhooks::id.eq_any(named))
        .select(webhooks::id)
        .for_key_share()
        .load(&mut connection)
        .await?;
    let row = |(webhook, message, delay): &(WebhookId, Message, Duration)| {
        let subject = &message.subject;
        let games: Vec<Uuid> = message.games.iter().map(|game| game.0).collect();
        (
            deliveries::id.eq(message.id.0),
            deliveries::webhook_id.eq(webhook.0),
            deliveries::event.eq(message.event.name()),
            deliveries::game_id.eq(subject.game.map(|game| game.0)),
            deliveries::tournament_id.eq(subject.tournament.map(|tournament| tournament.0)),
            deliveries::round.eq(subject.round),
            deliveries::table_number.eq(subject.table),
            deliveries::happened_at.eq(message.happened_at),
            deliveries::due_at
                .eq(database_now.into_sql::<Timestamptz>() + interval(*delay).into_sql::<Interval>()),
            deliveries::games.eq((!games.is_empty()).then_some(games)),
        )
    };
    let rows: Vec<_> = messages.iter().filter(|(webhook, ..)| there.contains(&webhook.0)).map(row).collect();
    for rows in rows.chunks(MESSAGES_AT_ONCE) {
        diesel::insert_into(deliveries::table).values(rows).execute(&mut connection).await?;
    }
    Ok(())
}

row! {
    struct DueDeliveryRow {
        receiver_id: Uuid,
        player_id: Uuid,
        url: String,
        host: String,
        slow: bool,
        secret: Vec<u8>,
        old_secret: Option<Vec<u8>>,
        older_secret: Option<Vec<u8>>,
        id: Uuid,
        event: String,
        game_id: Option<Uuid>,
        tournament_id: Option<Uuid>,
        round: Option<i16>,
        table_number: Option<i16>,
        games: Option<Vec<Uuid>>,
        happened_at: DateTime<Utc>,
        tries: i16,
        now: DateTime<Utc>,
    }
}

/// Returns the message of a webhook to send next, if there is one: see `Outbox::claim`.
pub async fn claim(connection: &mut Postgres, closed: &Closed) -> Result<Option<DueDelivery>, Failure> {
    let row = WEBHOOKS.claim(connection, closed).await?;
    row.map(|row| due(row).ok_or_else(|| unreadable("a message of a webhook"))).transpose()
}

fn due(row: DueDeliveryRow) -> Option<DueDelivery> {
    let old = [row.old_secret, row.older_secret].into_iter().flatten();
    Some(DueDelivery {
        receiver: Receiver {
            id: row.receiver_id,
            owner: PlayerId(row.player_id),
            url: row.url,
            host: row.host,
            slow: row.slow,
        },
        secret: WebhookSecret::read(&row.secret)?,
        old_secrets: old.map(|bytes| WebhookSecret::read(&bytes)).collect::<Option<_>>()?,
        message: Message {
            id: MessageId(row.id),
            event: WebhookEvent::named(&row.event)?,
            subject: subject(row.game_id, row.tournament_id, row.round, row.table_number),
            games: games(row.games),
            happened_at: row.happened_at,
        },
        tries: row.tries,
        now: row.now,
    })
}

fn games(ids: Option<Vec<Uuid>>) -> Vec<GameId> {
    ids.unwrap_or_default().into_iter().map(GameId).collect()
}

fn subject(game: Option<Uuid>, tournament: Option<Uuid>, round: Option<i16>, table: Option<i16>) -> Subject {
    Subject { game: game.map(GameId), tournament: tournament.map(TournamentId), round, table }
}

/// Records an attempt and releases the webhook. The caller must have opened a transaction.
pub async fn record(
    connection: &mut Postgres,
    due: &DueDelivery,
    attempt: &DeliveryAttempt,
    next: Next,
    rest: Rest,
) -> Result<(), Failure> {
    let id = due.message.id.0;
    let (status, pause) = match next {
        Next::Accepted => (DeliveryStatus::Accepted, Duration::ZERO),
        Next::Again(pause) => (DeliveryStatus::Pending, pause),
        Next::Failed | Next::Gone => (DeliveryStatus::Failed, Duration::ZERO),
    };
    // The webhook first, as everywhere. If it was deleted, so were its messages.
    WEBHOOKS.release(connection, due.receiver.id, rest, next == Next::Accepted).await?;
    diesel::sql_query(
        "WITH message AS (UPDATE webhook_deliveries SET attempts = attempts + 1, tries = tries + 1, status = $1, \
         due_at = now() + $2 WHERE id = $3 RETURNING id, attempts) \
         INSERT INTO webhook_attempts (delivery_id, number, at, response_status, failure, duration_ms) \
         SELECT id, attempts, $4, $5, $6, $7 FROM message",
    )
    .bind::<Text, _>(status.name())
    .bind::<Interval, _>(interval(pause))
    .bind::<SqlUuid, _>(id)
    .bind::<Timestamptz, _>(attempt.at)
    .bind::<Nullable<SmallInt>, _>(attempt.status.map(u16::cast_signed))
    .bind::<Nullable<Text>, _>(attempt.failure.as_deref())
    .bind::<Integer, _>(i32::try_from(attempt.duration.as_millis()).unwrap_or(i32::MAX))
    .execute(connection)
    .await?;
    diesel::sql_query(
        "DELETE FROM webhook_attempts a USING webhook_deliveries d \
         WHERE d.id = $1 AND a.delivery_id = d.id AND a.number <= d.attempts - $2",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<Integer, _>(ATTEMPTS_SHOWN_MAX)
    .run(connection)
    .await
}

/// Disables a webhook; for [`DisabledReason::Failing`] only if it has accepted nothing since the message was
/// made.
pub async fn disable(
    connection: &mut Postgres,
    due: &DueDelivery,
    reason: DisabledReason,
) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE webhooks w SET enabled = false, disabled_reason = $1 WHERE w.id = $2 AND w.enabled \
         AND ($3 OR w.accepted_at IS NULL \
         OR w.accepted_at < (SELECT d.created_at FROM webhook_deliveries d WHERE d.id = $4))",
    )
    .bind::<Text, _>(reason.name())
    .bind::<SqlUuid, _>(due.receiver.id)
    .bind::<Bool, _>(reason != DisabledReason::Failing)
    .bind::<SqlUuid, _>(due.message.id.0)
    .run(connection)
    .await
}

type Row = (
    Uuid,
    String,
    (Option<Uuid>, Option<Uuid>, Option<i16>, Option<i16>),
    DateTime<Utc>,
    String,
    DateTime<Utc>,
    Option<Vec<Uuid>>,
);

type AttemptRow = (Uuid, DateTime<Utc>, Option<i16>, Option<String>, i32);

/// Returns messages of a webhook, the newest first: those before a message, or only one message. Messages
/// that wait for the end of a spectator delay are left out.
pub async fn list(
    connection: &mut Postgres,
    webhook: WebhookId,
    which: Which,
) -> Result<Vec<Delivery>, Failure> {
    let mut query = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook.0))
        .filter(deliveries::attempts.gt(0).or(deliveries::due_at.le(database_now)))
        .order(deliveries::id.desc())
        .select((
            deliveries::id,
            deliveries::event,
            (deliveries::game_id, deliveries::tournament_id, deliveries::round, deliveries::table_number),
            deliveries::happened_at,
            deliveries::status,
            deliveries::due_at,
            deliveries::games,
        ))
        .into_boxed();
    query = match which {
        Which::Page { before, limit } => {
            let query = query.limit(limit);
            match before {
                Some(before) => query.filter(deliveries::id.lt(before.0)),
                None => query,
            }
        }
        Which::One(id) => query.filter(deliveries::id.eq(id.0)),
    };
    let rows: Vec<Row> = query.load(connection).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.0).collect();
    let attempts: Vec<AttemptRow> = webhook_attempts::table
        .filter(webhook_attempts::delivery_id.eq_any(&ids))
        .order((webhook_attempts::delivery_id, webhook_attempts::number))
        .select((
            webhook_attempts::delivery_id,
            webhook_attempts::at,
            webhook_attempts::response_status,
            webhook_attempts::failure,
            webhook_attempts::duration_ms,
        ))
        .load(connection)
        .await?;
    let read = |row| delivery(row, &attempts).ok_or_else(|| unreadable("a message of a webhook"));
    rows.into_iter().map(read).collect()
}

/// Which messages are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// So many older than this one.
    Page { before: Option<MessageId>, limit: i64 },
    /// This one.
    One(MessageId),
}

fn delivery(row: Row, attempts: &[AttemptRow]) -> Option<Delivery> {
    let (id, event, (game, tournament, round, table), happened_at, status, due_at, of_turns) = row;
    let own = attempts.iter().filter(|attempt| attempt.0 == id);
    Some(Delivery {
        message: Message {
            id: MessageId(id),
            event: WebhookEvent::named(&event)?,
            subject: subject(game, tournament, round, table),
            games: games(of_turns),
            happened_at,
        },
        status: DeliveryStatus::named(&status)?,
        attempts: own
            .map(|(_, at, status, failure, duration)| {
                Some(DeliveryAttempt {
                    at: *at,
                    status: status.map(i16::cast_unsigned),
                    failure: failure.clone(),
                    duration: Duration::from_millis(u64::try_from(*duration).ok()?),
                })
            })
            .collect::<Option<_>>()?,
        due_at,
    })
}

/// Makes a message due now, with the full number of tries. A message that is due already stays as it is.
pub async fn ask_again(connection: &mut Postgres, id: MessageId) -> Result<(), Failure> {
    let waits = deliveries::status.ne(DeliveryStatus::Pending.name()).or(deliveries::due_at.gt(database_now));
    diesel::update(deliveries::table.find(id.0).filter(waits))
        .set((
            deliveries::status.eq(DeliveryStatus::Pending.name()),
            deliveries::tries.eq(0_i16),
            deliveries::due_at.eq(database_now),
        ))
        .run(connection)
        .await
}

/// Returns the test message of a webhook that is still to be sent.
pub async fn pending_test(
    connection: &mut Postgres,
    webhook: WebhookId,
) -> Result<Option<MessageId>, Failure> {
    let id: Option<Uuid> = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook.0).and(deliveries::event.eq(WebhookEvent::Test.name())))
        .filter(deliveries::status.eq(DeliveryStatus::Pending.name()))
        .select(deliveries::id)
        .first_row(connection)
        .await?;
    Ok(id.map(MessageId))
}
