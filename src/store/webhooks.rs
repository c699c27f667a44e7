//! Webhooks: their rows, and which of them are to be told of an event.

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Interval, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::games::interval;
use super::schema::webhooks;
use super::{Failure, unreadable};
use lapidary_model::auth::{PlayerId, WebhookSecret};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::webhook::{
    DisabledReason, Event, News, OLD_SECRET_FOR, Subject, WEBHOOKS_MAX, Webhook, WebhookId,
};

type Row = (
    Uuid,
    String,
    Vec<String>,
    (Option<Uuid>, Option<Uuid>),
    (bool, Option<String>),
    DateTime<Utc>,
    Option<DateTime<Utc>>,
);

type Columns = (
    webhooks::id,
    webhooks::url,
    webhooks::events,
    (webhooks::game_id, webhooks::tournament_id),
    (webhooks::enabled, webhooks::disabled_reason),
    webhooks::created_at,
    webhooks::accepted_at,
);

const COLUMNS: Columns = (
    webhooks::id,
    webhooks::url,
    webhooks::events,
    (webhooks::game_id, webhooks::tournament_id),
    (webhooks::enabled, webhooks::disabled_reason),
    webhooks::created_at,
    webhooks::accepted_at,
);

fn read(row: Row) -> Result<Webhook, Failure> {
    let (id, url, events, (game, tournament), (enabled, reason), created_at, accepted_at) = row;
    let events: Option<Vec<Event>> = events.iter().map(|name| Event::named(name)).collect();
    let known = |name: String| DisabledReason::ALL.into_iter().find(|reason| reason.name() == name);
    Ok(Webhook {
        id: WebhookId(id),
        url,
        events: events.ok_or_else(|| unreadable("the events of a webhook"))?,
        filter: Subject {
            game: game.map(GameId),
            tournament: tournament.map(TournamentId),
            ..Subject::default()
        },
        enabled,
        disabled_reason: reason.and_then(known),
        created_at,
        accepted_at,
    })
}

fn names(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(|event| event.name()).collect()
}

/// A webhook to add.
pub struct NewWebhook<'a> {
    pub id: WebhookId,
    pub player: PlayerId,
    pub url: &'a str,
    pub events: &'a [Event],
    pub filter: Subject,
    pub secret: &'a WebhookSecret,
}

/// Adds a webhook.
///
/// # Errors
/// If the database fails.
pub async fn insert(connection: &mut AsyncPgConnection, new: &NewWebhook<'_>) -> Result<Webhook, Failure> {
    let row: Row = diesel::insert_into(webhooks::table)
        .values((
            webhooks::id.eq(new.id.0),
            webhooks::player_id.eq(new.player.0),
            webhooks::url.eq(new.url),
            webhooks::events.eq(names(new.events)),
            webhooks::game_id.eq(new.filter.game.map(|game| game.0)),
            webhooks::tournament_id.eq(new.filter.tournament.map(|tournament| tournament.0)),
            webhooks::secret.eq(new.secret.as_bytes()),
        ))
        .returning(COLUMNS)
        .get_result(connection)
        .await?;
    read(row)
}

/// Returns the webhooks of a player, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<Vec<Webhook>, Failure> {
    let rows: Vec<Row> = webhooks::table
        .filter(webhooks::player_id.eq(player.0))
        .order((webhooks::created_at, webhooks::id))
        .limit(WEBHOOKS_MAX)
        .select(COLUMNS)
        .load(connection)
        .await?;
    rows.into_iter().map(read).collect()
}

/// Returns a webhook of a player.
///
/// # Errors
/// If the database fails.
pub async fn find(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    id: WebhookId,
) -> Result<Option<Webhook>, Failure> {
    let own = webhooks::table.find(id.0).filter(webhooks::player_id.eq(player.0));
    let row: Option<Row> = own.select(COLUMNS).first(connection).await.optional()?;
    row.map(read).transpose()
}

/// Counts the webhooks of a player.
///
/// # Errors
/// If the database fails.
pub async fn count(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<i64, Failure> {
    let own = webhooks::table.filter(webhooks::player_id.eq(player.0));
    Ok(own.select(count_star()).first(connection).await?)
}

/// What to change of a webhook.
pub struct WebhookChange<'a> {
    pub enabled: Option<bool>,
    pub events: Option<&'a [Event]>,
    /// A new secret. The old one also signs for a while.
    pub secret: Option<&'a WebhookSecret>,
}

/// Changes a webhook of a player.
///
/// # Errors
/// If the database fails.
pub async fn update(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    id: WebhookId,
    change: &WebhookChange<'_>,
) -> Result<(), Failure> {
    let own = || webhooks::table.find(id.0).filter(webhooks::player_id.eq(player.0));
    if let Some(enabled) = change.enabled {
        let reason = (!enabled).then_some(DisabledReason::Requested.name());
        diesel::update(own())
            .set((webhooks::enabled.eq(enabled), webhooks::disabled_reason.eq(reason)))
            .execute(connection)
            .await?;
    }
    if let Some(events) = change.events {
        diesel::update(own()).set(webhooks::events.eq(names(events))).execute(connection).await?;
    }
    if let Some(secret) = change.secret {
        diesel::update(own())
            .set((
                webhooks::old_secret.eq(webhooks::secret.nullable()),
                webhooks::old_until.eq(sql::<Nullable<diesel::sql_types::Timestamptz>>("now() + ")
                    .bind::<Interval, _>(interval(OLD_SECRET_FOR))),
                webhooks::secret.eq(secret.as_bytes()),
            ))
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Deletes a webhook of a player, with its messages.
///
/// # Errors
/// If the database fails.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    id: WebhookId,
) -> Result<(), Failure> {
    let own = webhooks::table.find(id.0).filter(webhooks::player_id.eq(player.0));
    diesel::delete(own).execute(connection).await?;
    Ok(())
}

/// Deletes every webhook of a player.
///
/// # Errors
/// If the database fails.
pub async fn delete_all(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<(), Failure> {
    let own = webhooks::table.filter(webhooks::player_id.eq(player.0));
    diesel::delete(own).execute(connection).await?;
    Ok(())
}

#[derive(QueryableByName)]
struct Listener {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Bool)]
    at_once: bool,
}

/// Returns the webhooks that are to be told of an event, each with whether it is told at once.
///
/// # Errors
/// If the database fails.
pub async fn listeners(
    connection: &mut AsyncPgConnection,
    news: &News,
) -> Result<Vec<(WebhookId, bool)>, Failure> {
    let ids = |players: &[PlayerId]| players.iter().map(|player| player.0).collect::<Vec<Uuid>>();
    let rows: Vec<Listener> = diesel::sql_query(
        "SELECT w.id, w.player_id = ANY ($1) AS at_once FROM webhooks w \
         WHERE (w.player_id = ANY ($1 || $2) OR ($3 AND (w.game_id = $4 OR w.tournament_id = $5))) \
         AND w.enabled AND $6 = ANY (w.events) \
         AND (w.game_id IS NULL OR w.game_id = $4) AND (w.tournament_id IS NULL OR w.tournament_id = $5)",
    )
    .bind::<Array<SqlUuid>, _>(ids(&news.at_once))
    .bind::<Array<SqlUuid>, _>(ids(&news.later))
    .bind::<Bool, _>(news.is_public)
    .bind::<Nullable<SqlUuid>, _>(news.subject.game.map(|game| game.0))
    .bind::<Nullable<SqlUuid>, _>(news.subject.tournament.map(|tournament| tournament.0))
    .bind::<Text, _>(news.event.name())
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (WebhookId(row.id), row.at_once)).collect())
}
