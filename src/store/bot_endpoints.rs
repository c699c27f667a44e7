//! The endpoints of bots, and which server asks them.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{bot_endpoints, bots};
use super::{Failure, Postgres, unreadable};
use crate::by_hand::row;
use crate::makers::maker_is_open;
use crate::run::Run;
use lapidary_model::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind, WebhookSecret};
use lapidary_model::bot_endpoint::{
    BOTS_PER_SERVER_MAX, Endpoint, EndpointEnd, EndpointFault, FAILING_MAX, HELD_FOR, HeldEndpoint,
};
use lapidary_model::excerpt::Excerpt;

/// How accurate the time of the last answer is.
const LAST_ANSWER: chrono::TimeDelta = chrono::TimeDelta::minutes(1);

/// The condition that neither the session of the endpoint nor the session that has set it has ended.
pub(super) const SESSIONS_ARE_OPEN: &str =
    concat!(maker_is_open!("bot_endpoints.session_id"), " AND ", maker_is_open!("bot_endpoints.made_by"));

/// An endpoint to set.
pub struct NewEndpoint<'a> {
    /// The session in which the server plays for the bot.
    pub session: SessionId,
    /// What sets it, unless it is a login.
    pub made_by: Option<SessionId>,
    pub url: &'a str,
    /// Whether the server matches the bot by itself.
    pub ladder: bool,
    pub secret: &'a WebhookSecret,
    pub created_at: DateTime<Utc>,
}

/// Sets the endpoint of a bot, and returns the session of the one before. The caller must hold the lock of
/// the bot.
pub async fn put(
    connection: &mut Postgres,
    bot: PlayerId,
    new: &NewEndpoint<'_>,
) -> Result<Option<SessionId>, Failure> {
    let before = delete(connection, bot).await?;
    diesel::insert_into(bot_endpoints::table)
        .values((
            bot_endpoints::bot_id.eq(bot.0),
            bot_endpoints::url.eq(new.url),
            bot_endpoints::ladder.eq(new.ladder),
            bot_endpoints::secret.eq(new.secret.as_bytes()),
            bot_endpoints::session_id.eq(new.session.0),
            bot_endpoints::made_by.eq(new.made_by.map(|session| session.0)),
            bot_endpoints::created_at.eq(new.created_at),
        ))
        .execute(connection)
        .await?;
    Ok(before)
}

/// Deletes the endpoint of a bot, and returns its session.
pub async fn delete(connection: &mut Postgres, bot: PlayerId) -> Result<Option<SessionId>, Failure> {
    let session: Option<Uuid> = diesel::delete(bot_endpoints::table.find(bot.0))
        .returning(bot_endpoints::session_id)
        .returned_row(connection)
        .await?;
    Ok(session.map(SessionId))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = bot_endpoints)]
struct Row {
    url: String,
    ladder: bool,
    created_at: DateTime<Utc>,
    ended: Option<String>,
    answered_at: Option<DateTime<Utc>>,
    fault: Option<String>,
    fault_detail: Option<String>,
    fault_at: Option<DateTime<Utc>>,
}

/// Returns the endpoint of a bot.
pub async fn find(connection: &mut Postgres, bot: PlayerId) -> Result<Option<Endpoint>, Failure> {
    let row: Option<Row> =
        bot_endpoints::table.find(bot.0).select(Row::as_select()).first_row(connection).await?;
    let Some(row) = row else { return Ok(None) };
    let open = bot_endpoints::table.find(bot.0).filter(sql::<Bool>(SESSIONS_ARE_OPEN));
    let is_open: bool = diesel::select(diesel::dsl::exists(open)).get_result(connection).await?;
    let disabled_reason = match row.ended {
        Some(name) => Some(EndpointEnd::named(&name).ok_or_else(|| unreadable("an endpoint"))?),
        None if !is_open => Some(EndpointEnd::SessionEnded),
        None => None,
    };
    let last_fault = row.fault.zip(row.fault_at).map(|(kind, at)| EndpointFault {
        kind,
        detail: Excerpt::of(row.fault_detail.unwrap_or_default()),
        at,
    });
    Ok(Some(Endpoint {
        url: row.url,
        ladder: row.ladder,
        enabled: disabled_reason.is_none(),
        disabled_reason,
        created_at: row.created_at,
        last_answered_at: row.answered_at,
        last_fault,
    }))
}

row! {
    struct EndpointRow {
        bot_id: Uuid,
        owner_id: Option<Uuid>,
        url: String,
        secret: Vec<u8>,
        session_id: Uuid,
        scopes: String,
    }
}

/// Returns whether the bot is still to be asked, and may do what it answers.
pub async fn is_asked(connection: &mut Postgres, bot: &Identity) -> Result<bool, Failure> {
    let asked = bot_endpoints::table
        .find(bot.player.0)
        .filter(bot_endpoints::session_id.eq(bot.session.0).and(bot_endpoints::ended.is_null()))
        .filter(sql::<Bool>(SESSIONS_ARE_OPEN));
    Ok(diesel::select(diesel::dsl::exists(asked)).get_result(connection).await?)
}

/// Takes the bots that no server asks, keeps those that this server asks, and returns both.
pub async fn hold(
    connection: &mut Postgres,
    server: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<HeldEndpoint>, Failure> {
    let rows: Vec<EndpointRow> = diesel::sql_query(format!(
        "WITH free AS (SELECT bot_id FROM bot_endpoints WHERE ended IS NULL AND {SESSIONS_ARE_OPEN} \
         AND (held_until IS NULL OR held_until < $2 OR server_id = $1) \
         ORDER BY (server_id = $1) DESC NULLS LAST, bot_id LIMIT $4 FOR UPDATE) \
         UPDATE bot_endpoints e SET server_id = $1, held_until = $3 FROM free, bots b, sessions s \
         WHERE e.bot_id = free.bot_id AND b.player_id = e.bot_id AND s.id = e.session_id \
         RETURNING e.bot_id, b.owner_id, e.url, e.secret, e.session_id, s.scopes",
    ))
    .bind::<SqlUuid, _>(server)
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + HELD_FOR)
    .bind::<BigInt, _>(BOTS_PER_SERVER_MAX)
    .load(connection)
    .await?;
    let read = |row: EndpointRow| {
        let scopes: Scopes = row.scopes.parse().ok()?;
        Some(HeldEndpoint {
            bot: Identity {
                player: PlayerId(row.bot_id),
                session: SessionId(row.session_id),
                kind: SessionKind::Token,
                scopes,
            },
            owner: PlayerId(row.owner_id?),
            url: row.url,
            secret: WebhookSecret::read(&row.secret)?,
        })
    };
    rows.into_iter().map(|row| read(row).ok_or_else(|| unreadable("an endpoint"))).collect()
}

/// Lets other servers take the bots that this server asks.
pub async fn release(connection: &mut Postgres, server: Uuid) -> Result<(), Failure> {
    diesel::update(bot_endpoints::table.filter(bot_endpoints::server_id.eq(server)))
        .set(bot_endpoints::held_until.eq(None::<DateTime<Utc>>))
        .run(connection)
        .await
}

/// Records that a bot has given an answer that was played: it is online, and does not fail.
pub async fn note_answer(
    connection: &mut Postgres,
    bot: &Identity,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let own = bot_endpoints::table.find(bot.player.0).filter(bot_endpoints::session_id.eq(bot.session.0));
    let is_news = bot_endpoints::answered_at
        .is_null()
        .or(bot_endpoints::answered_at.lt(now - LAST_ANSWER))
        .or(bot_endpoints::failing_since.is_not_null());
    let noted = diesel::update(own.filter(is_news))
        .set((bot_endpoints::answered_at.eq(now), bot_endpoints::failing_since.eq(None::<DateTime<Utc>>)))
        .execute(connection)
        .await?;
    if noted > 0 {
        diesel::update(bots::table.find(bot.player.0)).set(bots::seen_at.eq(now)).execute(connection).await?;
    }
    Ok(())
}

/// Records a fault of a bot, and ends the endpoint if its address is gone or every answer was a fault for too
/// long. Returns why it has ended.
pub async fn note_fault(
    connection: &mut Postgres,
    bot: &Identity,
    fault: &EndpointFault,
    is_gone: bool,
) -> Result<Option<EndpointEnd>, Failure> {
    let own = || bot_endpoints::table.find(bot.player.0).filter(bot_endpoints::session_id.eq(bot.session.0));
    let since: Option<Option<DateTime<Utc>>> =
        own().select(bot_endpoints::failing_since).for_update().first_row(connection).await?;
    let Some(since) = since else { return Ok(None) };
    let since = since.unwrap_or(fault.at);
    let ended = match is_gone {
        true => Some(EndpointEnd::Gone),
        false => (fault.at - since >= FAILING_MAX).then_some(EndpointEnd::Failing),
    };
    diesel::update(own())
        .set((
            bot_endpoints::failing_since.eq(since),
            bot_endpoints::fault.eq(&fault.kind),
            bot_endpoints::fault_detail.eq(fault.detail.as_str()),
            bot_endpoints::fault_at.eq(fault.at),
            bot_endpoints::ended.eq(ended.map(EndpointEnd::name)),
        ))
        .execute(connection)
        .await?;
    Ok(ended)
}
