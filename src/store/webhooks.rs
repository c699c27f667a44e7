//! Webhooks: their rows, and which of them are to be told of an event.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Interval, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::webhooks;
use super::{Failure, Postgres, unreadable};
use crate::by_hand::{interval, row};
use crate::makers::{bound_to, maker_is_open};
use crate::run::Run;
use lapidary_model::auth::{Identity, PlayerId, SessionId, WebhookSecret};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::webhook::{
    DisabledReason, OLD_SECRET_FOR, Subject, WEBHOOKS_MAX, Webhook, WebhookEvent, WebhookId, WebhookNews,
};

/// The condition that what made the webhook `w` has not ended.
pub(super) const SESSION_IS_OPEN: &str = maker_is_open!("w.session_id");

row! {
    struct WebhookRow {
        id: Uuid,
        url: String,
        events: Vec<String>,
        game_id: Option<Uuid>,
        tournament_id: Option<Uuid>,
        enabled: bool,
        disabled_reason: Option<String>,
        session_is_open: bool,
        created_at: DateTime<Utc>,
        accepted_at: Option<DateTime<Utc>>,
    }
}

fn read(row: WebhookRow) -> Result<Webhook, Failure> {
    let events: Option<Vec<WebhookEvent>> = row.events.iter().map(|name| WebhookEvent::named(name)).collect();
    let known =
        |name: String| DisabledReason::named(&name).ok_or_else(|| unreadable("why a webhook is disabled"));
    let has_ended = row.enabled && !row.session_is_open;
    Ok(Webhook {
        id: WebhookId(row.id),
        url: row.url,
        events: events.ok_or_else(|| unreadable("the events of a webhook"))?,
        game: row.game_id.map(GameId),
        tournament: row.tournament_id.map(TournamentId),
        enabled: row.enabled && !has_ended,
        disabled_reason: match has_ended {
            true => Some(DisabledReason::SessionEnded),
            false => row.disabled_reason.map(known).transpose()?,
        },
        created_at: row.created_at,
        last_accepted_at: row.accepted_at,
    })
}

/// Returns the webhooks of a player, the oldest first; only one of them, if an id is given.
async fn load(
    connection: &mut Postgres,
    player: PlayerId,
    id: Option<WebhookId>,
) -> Result<Vec<Webhook>, Failure> {
    let rows: Vec<WebhookRow> = diesel::sql_query(format!(
        "SELECT w.id, w.url, w.events, w.game_id, w.tournament_id, w.enabled, w.disabled_reason, \
         {SESSION_IS_OPEN} AS session_is_open, w.created_at, w.accepted_at FROM webhooks w \
         WHERE w.player_id = $1 AND ($2 IS NULL OR w.id = $2) ORDER BY w.created_at, w.id LIMIT $3",
    ))
    .bind::<SqlUuid, _>(player.0)
    .bind::<Nullable<SqlUuid>, _>(id.map(|id| id.0))
    .bind::<BigInt, _>(WEBHOOKS_MAX)
    .load(connection)
    .await?;
    rows.into_iter().map(read).collect()
}

fn names(events: &[WebhookEvent]) -> Vec<&'static str> {
    events.iter().map(|event| event.name()).collect()
}

/// A webhook to add.
pub struct NewWebhook<'a> {
    pub id: WebhookId,
    pub player: PlayerId,
    pub url: &'a str,
    pub events: &'a [WebhookEvent],
    pub filter: Subject,
    pub secret: &'a WebhookSecret,
    /// What makes it, unless it is a login.
    pub session: Option<SessionId>,
}

/// Adds a webhook.
pub async fn insert(connection: &mut Postgres, new: &NewWebhook<'_>) -> Result<(), Failure> {
    diesel::insert_into(webhooks::table)
        .values((
            webhooks::id.eq(new.id.0),
            webhooks::player_id.eq(new.player.0),
            webhooks::url.eq(new.url),
            webhooks::events.eq(names(new.events)),
            webhooks::game_id.eq(new.filter.game.map(|game| game.0)),
            webhooks::tournament_id.eq(new.filter.tournament.map(|tournament| tournament.0)),
            webhooks::secret.eq(new.secret.as_bytes()),
            webhooks::session_id.eq(new.session.map(|session| session.0)),
        ))
        .run(connection)
        .await
}

/// Returns the webhooks of a player, the oldest first.
pub async fn list(connection: &mut Postgres, player: PlayerId) -> Result<Vec<Webhook>, Failure> {
    load(connection, player, None).await
}

/// Returns a webhook of a player.
pub async fn find(
    connection: &mut Postgres,
    player: PlayerId,
    id: WebhookId,
) -> Result<Option<Webhook>, Failure> {
    Ok(load(connection, player, Some(id)).await?.pop())
}

/// Counts the webhooks of a player.
pub async fn count(connection: &mut Postgres, player: PlayerId) -> Result<i64, Failure> {
    let own = webhooks::table.filter(webhooks::player_id.eq(player.0));
    Ok(own.select(count_star()).first(connection).await?)
}

/// What to change of a webhook.
pub struct WebhookChange<'a> {
    pub enabled: Option<bool>,
    pub events: Option<&'a [WebhookEvent]>,
    /// Who changes it.
    pub by: &'a Identity,
}

/// Changes a webhook of a player.
pub async fn update(
    connection: &mut Postgres,
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
        if enabled {
            adopt(connection, id, change.by).await?;
        }
    }
    if let Some(events) = change.events {
        diesel::update(own()).set(webhooks::events.eq(names(events))).execute(connection).await?;
    }
    Ok(())
}

/// Binds a webhook of the caller to the caller's session. With a login, it belongs to the account from now
/// on. With a token, this is possible only if the session that made it has ended, so no app takes over what
/// somebody else has made.
async fn adopt(connection: &mut Postgres, id: WebhookId, by: &Identity) -> Result<(), Failure> {
    let session = bound_to(by).map(|session| session.0);
    diesel::sql_query(format!(
        "UPDATE webhooks w SET session_id = $1 WHERE w.id = $2 AND w.player_id = $3 \
         AND ($1 IS NULL OR NOT {SESSION_IS_OPEN})",
    ))
    .bind::<Nullable<SqlUuid>, _>(session)
    .bind::<SqlUuid, _>(id.0)
    .bind::<SqlUuid, _>(by.player.0)
    .run(connection)
    .await
}

/// Replaces the secret of a webhook of a player. The previous secret also signs for a while, and the one
/// before that for the rest of its time. Returns false if both still sign, because one of them would be lost.
pub async fn rotate_secret(
    connection: &mut Postgres,
    player: PlayerId,
    id: WebhookId,
    secret: &WebhookSecret,
) -> Result<bool, Failure> {
    let rotated = diesel::sql_query(
        "UPDATE webhooks SET secret = $1, old_secret = secret, old_until = now() + $2, \
         older_secret = CASE WHEN old_until > now() THEN old_secret END, \
         older_until = CASE WHEN old_until > now() THEN old_until END \
         WHERE id = $3 AND player_id = $4 AND (older_until > now()) IS NOT TRUE",
    )
    .bind::<Binary, _>(secret.as_bytes())
    .bind::<Interval, _>(interval(OLD_SECRET_FOR))
    .bind::<SqlUuid, _>(id.0)
    .bind::<SqlUuid, _>(player.0)
    .execute(connection)
    .await?;
    Ok(rotated > 0)
}

/// Deletes a webhook of a player, with its messages.
pub async fn delete(connection: &mut Postgres, player: PlayerId, id: WebhookId) -> Result<(), Failure> {
    let own = webhooks::table.find(id.0).filter(webhooks::player_id.eq(player.0));
    diesel::delete(own).run(connection).await
}

row! {
    struct ListenerRow {
        id: Uuid,
        player_id: Uuid,
        game_id: Option<Uuid>,
        tournament_id: Option<Uuid>,
    }
}

/// A webhook of a player that is told of what waits for them.
pub struct PersonalWebhook {
    pub id: WebhookId,
    pub events: Vec<WebhookEvent>,
    /// Only what belongs to this game or to this tournament.
    pub filter: Subject,
}

row! {
    struct PersonalRow {
        id: Uuid,
        events: Vec<String>,
        game_id: Option<Uuid>,
        tournament_id: Option<Uuid>,
    }
}

/// Returns the webhooks of a player that are told of what waits for them, the oldest first.
pub async fn personal(connection: &mut Postgres, player: PlayerId) -> Result<Vec<PersonalWebhook>, Failure> {
    let rows: Vec<PersonalRow> = diesel::sql_query(format!(
        "SELECT w.id, w.events, w.game_id, w.tournament_id FROM webhooks w \
         WHERE w.player_id = $1 AND w.enabled AND w.events && $2 AND {SESSION_IS_OPEN} \
         ORDER BY w.created_at, w.id LIMIT $3",
    ))
    .bind::<SqlUuid, _>(player.0)
    .bind::<Array<Text>, _>(names(&WebhookEvent::PERSONAL))
    .bind::<BigInt, _>(WEBHOOKS_MAX)
    .load(connection)
    .await?;
    let read = |row: PersonalRow| PersonalWebhook {
        id: WebhookId(row.id),
        events: row.events.iter().filter_map(|name| WebhookEvent::named(name)).collect(),
        filter: Subject {
            game: row.game_id.map(GameId),
            tournament: row.tournament_id.map(TournamentId),
            ..Subject::default()
        },
    };
    Ok(rows.into_iter().map(read).collect())
}

/// A webhook that may be told of an event.
pub struct Listener {
    pub webhook: WebhookId,
    owner: PlayerId,
    /// The only game, and the only tournament, of which it is told.
    game: Option<GameId>,
    tournament: Option<TournamentId>,
}

impl Listener {
    /// Returns how long after an event it is told; none if it is not told.
    pub fn delay(&self, news: &WebhookNews) -> Option<Duration> {
        let (game, tournament) = (news.subject.game, news.subject.tournament);
        if self.game.is_some_and(|own| game != Some(own))
            || self.tournament.is_some_and(|own| tournament != Some(own))
        {
            return None;
        }
        let named = self.game.is_some() || self.tournament.is_some();
        match news.at_once.contains(&self.owner) {
            true => Some(Duration::ZERO),
            false => (news.later.contains(&self.owner) || (news.is_public && named)).then_some(news.delay),
        }
    }
}

/// Returns all webhooks that may be told of events of one kind.
pub async fn listeners(mut connection: &Postgres, news: &[WebhookNews]) -> Result<Vec<Listener>, Failure> {
    let Some(WebhookNews { event, .. }) = news.first() else { return Ok(Vec::new()) };
    let (mut players, mut games, mut tournaments) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for news in news {
        players.extend(news.at_once.iter().chain(&news.later).map(|player| player.0));
        if news.is_public {
            games.extend(news.subject.game.map(|game| game.0));
            tournaments.extend(news.subject.tournament.map(|tournament| tournament.0));
        }
    }
    let rows: Vec<ListenerRow> = diesel::sql_query(format!(
        "SELECT w.id, w.player_id, w.game_id, w.tournament_id FROM webhooks w \
         WHERE (w.player_id = ANY (ARRAY(SELECT unnest($1))) OR w.game_id = ANY (ARRAY(SELECT unnest($2))) \
         OR w.tournament_id = ANY (ARRAY(SELECT unnest($3)))) AND w.enabled AND $4 = ANY (w.events) AND {SESSION_IS_OPEN}",
    ))
    .bind::<Array<SqlUuid>, _>(Vec::from_iter(players))
    .bind::<Array<SqlUuid>, _>(Vec::from_iter(games))
    .bind::<Array<SqlUuid>, _>(Vec::from_iter(tournaments))
    .bind::<Text, _>(event.name())
    .prepared()
    .load(&mut connection)
    .await?;
    let read = |row: ListenerRow| Listener {
        webhook: WebhookId(row.id),
        owner: PlayerId(row.player_id),
        game: row.game_id.map(GameId),
        tournament: row.tournament_id.map(TournamentId),
    };
    Ok(rows.into_iter().map(read).collect())
}
