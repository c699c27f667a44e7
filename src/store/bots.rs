//! The bots that are not erased: who owns them, and what they accept.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::accounts::IS_NAMED;
use super::schema::{bots, players};
use super::{Failure, Postgres, accounts, unreadable};
use crate::by_hand::row;
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::bot::{Accepts, BOTS_MAX, Bot, ONLINE_WITHIN};
use lapidary_model::player::Occupant;

/// Which bots a list holds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Only bots of this owner.
    pub owner: Option<PlayerId>,
    /// Only this bot.
    pub bot: Option<PlayerId>,
    /// Only bots that are online, or only bots that are not.
    pub online: Option<bool>,
    /// Only bots that were created before this one.
    pub after: Option<PlayerId>,
}

/// Makes a player a bot of this owner.
pub async fn insert(
    connection: &mut Postgres,
    bot: PlayerId,
    owner: Option<PlayerId>,
    accepts: &Accepts,
) -> Result<(), Failure> {
    let row = (
        bots::player_id.eq(bot.0),
        bots::owner_id.eq(owner.map(|owner| owner.0)),
        AcceptsColumns::of(accepts),
    );
    diesel::insert_into(bots::table).values(row).run(connection).await
}

/// Replaces what a bot accepts.
pub async fn set_accepts(connection: &mut Postgres, bot: PlayerId, accepts: &Accepts) -> Result<(), Failure> {
    diesel::update(bots::table.find(bot.0)).set(AcceptsColumns::of(accepts)).run(connection).await
}

/// The columns that say what a bot accepts.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = bots)]
struct AcceptsColumns<'a> {
    rulesets: &'a [String],
    modules: &'a [String],
    seats: Vec<i16>,
    clocks: &'a [String],
    concurrent_games: i32,
}

impl<'a> AcceptsColumns<'a> {
    fn of(accepts: &'a Accepts) -> Self {
        AcceptsColumns {
            rulesets: &accepts.rulesets,
            modules: &accepts.modules,
            seats: accepts.seats.iter().map(|seats| i16::from(*seats)).collect(),
            clocks: &accepts.clocks,
            concurrent_games: accepts.concurrent_games.cast_signed(),
        }
    }
}

/// Deletes the row of a bot that is erased; its player stays.
pub async fn delete(connection: &mut Postgres, bot: PlayerId) -> Result<(), Failure> {
    diesel::delete(bots::table.find(bot.0)).run(connection).await
}

/// Records that a server plays the turns of the built-in bots, which are online then. It is accurate to a
/// minute.
pub async fn mark_built_in_online(connection: &mut Postgres) -> Result<(), Failure> {
    let sql = "UPDATE bots SET seen_at = now() \
         WHERE owner_id IS NULL AND (seen_at IS NULL OR seen_at < now() - interval '1 minute')";
    diesel::sql_query(sql).run(connection).await
}

/// Whether a server plays the turns of the bots that are part of it.
pub async fn is_built_in_online(connection: &mut Postgres) -> Result<bool, Failure> {
    let online =
        bots::table.filter(bots::owner_id.is_null().and(bots::seen_at.gt(Utc::now() - ONLINE_WITHIN)));
    Ok(diesel::select(diesel::dsl::exists(online)).get_result(connection).await?)
}

/// Counts the bots of an owner.
pub async fn count(connection: &mut Postgres, owner: PlayerId) -> Result<i64, Failure> {
    let theirs = bots::table.filter(bots::owner_id.eq(owner.0));
    Ok(theirs.select(count_star()).first(connection).await?)
}

/// Returns the maximum number of games that a player plays at the same time by its own declaration, if it is
/// a bot.
pub async fn concurrent_games(connection: &Postgres, player: PlayerId) -> Result<Option<u32>, Failure> {
    let declared: Option<i32> =
        bots::table.find(player.0).select(bots::concurrent_games).first_row(connection).await?;
    Ok(declared.map(i32::cast_unsigned))
}

/// A bot's declaration: rulesets, modules, numbers of seats, clocks and the number of games.
type AcceptsRow = (Vec<String>, Vec<String>, Vec<i16>, Vec<String>, i32);

/// Returns what a player accepts, if it is a bot.
pub async fn accepts(connection: &Postgres, player: PlayerId) -> Result<Option<Accepts>, Failure> {
    let row: Option<AcceptsRow> = bots::table
        .find(player.0)
        .select((bots::rulesets, bots::modules, bots::seats, bots::clocks, bots::concurrent_games))
        .first_row(connection)
        .await?;
    row.map(|row| declared(row).ok_or_else(|| unreadable("what a bot accepts"))).transpose()
}

fn declared((rulesets, modules, seats, clocks, games): AcceptsRow) -> Option<Accepts> {
    let seats: Result<Vec<u8>, _> = seats.into_iter().map(u8::try_from).collect();
    Some(Accepts { rulesets, modules, seats: seats.ok()?, clocks, concurrent_games: games.try_into().ok()? })
}

/// Returns the bot with this name that this player administers: a player administers the bots that they own,
/// and a bot administers itself.
pub async fn administered(
    connection: &mut Postgres,
    administrator: PlayerId,
    username: &str,
) -> Result<Option<PlayerId>, Failure> {
    let by = bots::owner_id.eq(administrator.0).or(bots::player_id.nullable().eq(administrator.0));
    let bot: Option<Uuid> = bots::table
        .inner_join(players::table)
        .filter(sql::<Bool>(IS_NAMED).bind::<Text, _>(username.to_ascii_lowercase()))
        .filter(by)
        .select(players::id)
        .first_row(connection)
        .await?;
    Ok(bot.map(PlayerId))
}

/// Locks a bot against changes and erasure until the transaction ends; returns false if it was erased.
pub async fn lock(connection: &mut Postgres, bot: PlayerId) -> Result<bool, Failure> {
    // The player is locked first, as in an erasure. The lock is shared, because a bot that changes itself has
    // it already.
    if accounts::lock(connection, bot).await?.is_none() {
        return Ok(false);
    }
    let row = bots::table.find(bot.0).select(bots::player_id).for_update();
    let held: Option<Uuid> = row.first_row(connection).await?;
    Ok(held.is_some())
}

/// Returns the owners of these players, as far as they are bots that somebody owns.
pub async fn owners(
    mut connection: &Postgres,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, PlayerId>, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<(Uuid, Option<Uuid>)> = bots::table
        .filter(bots::player_id.eq_any(ids))
        .select((bots::player_id, bots::owner_id))
        .load(&mut connection)
        .await?;
    Ok(rows.into_iter().filter_map(|(bot, owner)| Some((PlayerId(bot), PlayerId(owner?)))).collect())
}

/// Returns the ids of the bots of an owner.
pub async fn owned(connection: &mut Postgres, owner: PlayerId) -> Result<Vec<PlayerId>, Failure> {
    let theirs = bots::table.filter(bots::owner_id.eq(owner.0)).select(bots::player_id).limit(BOTS_MAX);
    let ids: Vec<Uuid> = theirs.load(connection).await?;
    Ok(ids.into_iter().map(PlayerId).collect())
}

row! {
    struct BotAccountRow {
        id: Uuid,
        username: Option<String>,
        created_at: DateTime<Utc>,
        owner_id: Option<Uuid>,
        owner: Option<String>,
        rulesets: Vec<String>,
        modules: Vec<String>,
        seats: Vec<i16>,
        clocks: Vec<String>,
        concurrent_games: i32,
        online: bool,
    }
}

/// The statement of all lists. It is planned for each call, so that a condition that is not given costs
/// nothing.
const LIST: &str = "SELECT b.player_id AS id, p.username, p.created_at, b.owner_id, o.username AS owner, \
    b.rulesets, b.modules, b.seats, b.clocks, b.concurrent_games, coalesce(b.seen_at > $5, false) AS online \
    FROM bots b JOIN players p ON p.id = b.player_id LEFT JOIN players o ON o.id = b.owner_id \
    WHERE ($1 IS NULL OR b.owner_id = $1) AND ($2 IS NULL OR b.player_id = $2) \
    AND ($3 IS NULL OR b.player_id < $3) \
    AND ($4 IS NULL OR ($4 AND b.seen_at > $5) OR (NOT $4 AND (b.seen_at IS NULL OR b.seen_at <= $5))) \
    ORDER BY b.player_id DESC LIMIT $6";

/// Returns bots, the newest first.
pub async fn list(connection: &mut Postgres, filter: &Filter, limit: i64) -> Result<Vec<Bot>, Failure> {
    let id = |id: Option<PlayerId>| id.map(|id| id.0);
    let rows: Vec<BotAccountRow> = diesel::sql_query(LIST)
        .bind::<Nullable<SqlUuid>, _>(id(filter.owner))
        .bind::<Nullable<SqlUuid>, _>(id(filter.bot))
        .bind::<Nullable<SqlUuid>, _>(id(filter.after))
        .bind::<Nullable<Bool>, _>(filter.online)
        .bind::<Timestamptz, _>(Utc::now() - ONLINE_WITHIN)
        .bind::<BigInt, _>(limit)
        .load(connection)
        .await?;
    rows.into_iter().map(|row| bot(row).ok_or_else(|| unreadable("a bot"))).collect()
}

fn bot(row: BotAccountRow) -> Option<Bot> {
    let owner = row.owner_id.map(|id| Occupant { player: PlayerId(id), username: row.owner, bot: false });
    Some(Bot {
        id: PlayerId(row.id),
        username: row.username?,
        owner,
        accepts: declared((row.rulesets, row.modules, row.seats, row.clocks, row.concurrent_games))?,
        online: row.online,
        created_at: row.created_at,
    })
}
