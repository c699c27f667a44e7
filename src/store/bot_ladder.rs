//! The ladder of bots: which bots can play, and what was played lately.

use std::collections::HashMap;

use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, SmallInt, Text};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::bot_endpoints::SESSIONS_ARE_OPEN;
use super::by_hand::row;
use super::ratings::ratings_among;
use super::schema::{bot_endpoints, bot_matches};
use super::{Failure, Postgres};
use lapidary_contest::rating::pool::Pool;
use lapidary_model::auth::PlayerId;
use lapidary_model::bot_ladder::{LadderBot, Met, OWNER_GAMES_AT_ONCE_MAX};
use lapidary_model::game::Terms;

/// The maximum number of bots that are considered for a game.
const BOTS_MAX: i64 = 500;

/// Takes the search for games of the ladder until the transaction ends; returns false if another server has
/// it.
pub async fn try_lock(connection: &mut Postgres) -> Result<bool, Failure> {
    let held = sql::<Bool>("pg_try_advisory_xact_lock(hashtextextended('ladder of bots', 0))");
    Ok(diesel::select(held).get_result(connection).await?)
}

/// Returns whether two bots are on the ladder, which most servers do not have. It takes no lock.
pub async fn has_pair(connection: &mut Postgres) -> Result<bool, Failure> {
    let on = bot_endpoints::table.filter(bot_endpoints::ladder.and(bot_endpoints::ended.is_null()));
    let second = on.select(bot_endpoints::bot_id).order(bot_endpoints::bot_id).offset(1);
    Ok(diesel::select(diesel::dsl::exists(second)).get_result(connection).await?)
}

/// Counts the games of the ladder that are played now.
pub async fn running(connection: &mut Postgres) -> Result<i64, Failure> {
    let played = bot_matches::table.filter(bot_matches::ladder.and(bot_matches::ended_at.is_null()));
    Ok(played.select(count_star()).first(connection).await?)
}

/// Returns whether a bot is still on the ladder.
pub async fn is_on(connection: &mut Postgres, bot: PlayerId) -> Result<bool, Failure> {
    let on = bot_endpoints::table
        .find(bot.0)
        .filter(bot_endpoints::ladder.and(bot_endpoints::ended.is_null()))
        .filter(sql::<Bool>(SESSIONS_ARE_OPEN));
    Ok(diesel::select(diesel::dsl::exists(on)).get_result(connection).await?)
}

row! {
    struct LadderBotRow {
        bot_id: Uuid,
        owner_id: Uuid,
        is_idle: bool,
    }
}

row! {
    struct BotsMetRow {
        one: Uuid,
        two: Uuid,
        games: i64,
    }
}

/// Returns the bots of the ladder that can play a game on these terms: they answer, accept such games, play
/// no game of the ladder now, and have started fewer than this in the last hour. A bot whose last answer was
/// a fault is left out for an hour. The bots of the owner who has waited longest come first, so no group of
/// accounts keeps others out. An owner waits since their last game began or, without one, since their first
/// bot entered.
pub async fn ready(
    connection: &mut Postgres,
    terms: &Terms,
    pool: &Pool,
    games_per_hour: u32,
) -> Result<Vec<LadderBot>, Failure> {
    let rows: Vec<LadderBotRow> = diesel::sql_query(format!(
        "WITH recent AS MATERIALIZED (SELECT p.player_id, b.owner_id, m.created_at, m.ended_at FROM bot_matches m \
         JOIN bot_match_bots p ON p.match_id = m.id LEFT JOIN bots b ON b.player_id = p.player_id \
         WHERE m.ladder AND m.created_at > now() - interval '7 days'), \
         served AS MATERIALIZED (SELECT b.owner_id, coalesce(max(r.created_at), min(e.created_at)) AS last_at \
         FROM bot_endpoints e JOIN bots b ON b.player_id = e.bot_id LEFT JOIN recent r ON r.owner_id = b.owner_id \
         WHERE e.ladder GROUP BY b.owner_id) \
         SELECT bot_endpoints.bot_id, b.owner_id, \
         NOT EXISTS (SELECT FROM recent r WHERE r.player_id = b.player_id) AS is_idle \
         FROM bot_endpoints JOIN bots b ON b.player_id = bot_endpoints.bot_id \
         JOIN served ON served.owner_id = b.owner_id WHERE bot_endpoints.ladder AND bot_endpoints.ended IS NULL AND {SESSIONS_ARE_OPEN} \
         AND (failing_since IS NULL OR fault_at < now() - interval '1 hour') \
         AND $1 = ANY (b.rulesets) AND $2 = ANY (b.seats) AND $3 = ANY (b.clocks) \
         AND NOT EXISTS (SELECT FROM recent r WHERE r.player_id = b.player_id AND r.ended_at IS NULL) \
         AND (SELECT count(*) FROM recent r WHERE r.player_id = b.player_id \
         AND r.created_at > now() - interval '1 hour') < $4 \
         AND (SELECT count(*) FROM recent r WHERE r.owner_id = b.owner_id AND r.ended_at IS NULL) < $5 \
         ORDER BY served.last_at, b.owner_id, \
         (SELECT max(r.created_at) FROM recent r WHERE r.player_id = b.player_id) NULLS FIRST, b.player_id LIMIT $6",
    ))
    .bind::<Text, _>(terms.ruleset.id())
    .bind::<SmallInt, _>(terms.seats.get() as i16)
    .bind::<Text, _>(terms.clock.kind())
    .bind::<BigInt, _>(i64::from(games_per_hour))
    .bind::<BigInt, _>(OWNER_GAMES_AT_ONCE_MAX)
    .bind::<BigInt, _>(BOTS_MAX)
    .load(connection)
    .await?;
    let bots: Vec<PlayerId> = rows.iter().map(|row| PlayerId(row.bot_id)).collect();
    let ratings = ratings_among(connection, &pool.to_string(), &bots).await?;
    let read = |row: LadderBotRow| LadderBot {
        bot: PlayerId(row.bot_id),
        owner: PlayerId(row.owner_id),
        is_idle: row.is_idle,
        rating: ratings.get(&PlayerId(row.bot_id)).copied().unwrap_or_default(),
    };
    Ok(rows.into_iter().map(read).collect())
}

/// Returns how many games of the ladder two bots, and the bots of two owners, started with each other in the
/// last day.
pub async fn met(connection: &mut Postgres) -> Result<Met, Failure> {
    let rows: Vec<BotsMetRow> = diesel::sql_query(
        "SELECT least(x, y) AS one, greatest(x, y) AS two, count(*) AS games \
         FROM bot_matches m JOIN bot_match_bots p ON p.match_id = m.id AND p.place = 0 \
         JOIN bot_match_bots q ON q.match_id = m.id AND q.place = 1 \
         JOIN bots a ON a.player_id = p.player_id JOIN bots b ON b.player_id = q.player_id \
         CROSS JOIN LATERAL (VALUES (p.player_id, q.player_id), (a.owner_id, b.owner_id)) AS pair (x, y) \
         WHERE m.ladder AND m.created_at > now() - interval '1 day' GROUP BY one, two",
    )
    .load(connection)
    .await?;
    let met = rows.into_iter().map(|row| ((PlayerId(row.one), PlayerId(row.two)), row.games));
    Ok(met.collect::<HashMap<_, _>>())
}
