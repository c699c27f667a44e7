//! Seeks: their rows, their secrets, and the locks under which they are paired.
//!
//! A transaction that pairs seeks locks, in this order: its caller, the terms, the players of the group in the order of their
//! ids, their accounts in the same order, and the rows of their seeks.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{
    BigInt, Binary, Bool, Interval, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::games::{interval, options_text, read_terms};
use super::schema::{blocks, seek_secrets, seeks};
use super::{Failure, unreadable};
use crate::auth::PlayerId;
use crate::engine::deal::{DealId, Entropy, ServerSeed};
use crate::model::clock::Clock;
use crate::model::game::{GameId, Terms, Visibility};
use crate::model::player::Occupant;
use crate::model::seek::{Blocks, Candidate, Seek, SeekId, Standing};

/// The maximum number of old seeks that one request deletes.
const CLEARED_MAX: i64 = 100;
/// How long after its time a seek is still stored, so that its owner learns what became of it.
const STORED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// The words of the status that the database stores; a seek expires without a change of its row.
const OPEN: &str = Standing::Open.name();

/// A seek to add.
pub struct NewSeek<'a> {
    pub id: SeekId,
    pub player: PlayerId,
    pub terms: Terms,
    pub lifetime: Duration,
    pub deal_id: DealId,
    pub server_seed: &'a ServerSeed,
    pub commitment: [u8; 32],
    pub entropy: Option<&'a Entropy>,
    /// When the newest seek was made that could be read before this one was sent.
    pub seen_until: Option<DateTime<Utc>>,
}

/// The secret part of a seek.
pub struct Secret {
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
    pub entropy: Option<Entropy>,
}

/// The text that equal terms share, and no others.
fn key(terms: &Terms) -> String {
    let ruleset = terms.ruleset;
    format!("{} {} {} {}", ruleset.deal_name(), options_text(ruleset), terms.seats.get(), terms.clock)
}

async fn hold(connection: &mut AsyncPgConnection, name: String) -> Result<(), Failure> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(name)
        .execute(connection)
        .await?;
    Ok(())
}

/// Locks the seeks of a player against additions until the transaction ends, so that their count stays true.
///
/// # Errors
/// If the database fails.
pub async fn hold_owner(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<(), Failure> {
    hold(connection, format!("seeks of {player}")).await
}

/// Locks the terms until the transaction ends: on every server together, one seek on these terms is paired at a time.
///
/// # Errors
/// If the database fails.
pub async fn hold_terms(connection: &mut AsyncPgConnection, terms: &Terms) -> Result<(), Failure> {
    hold(connection, format!("seeks on {}", key(terms))).await
}

/// Counts the open seeks of a player.
///
/// # Errors
/// If the database fails.
pub async fn count_open(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<i64, Failure> {
    Ok(seeks::table
        .filter(seeks::player_id.eq(player.0).and(seeks::status.eq(OPEN)))
        .filter(sql::<Bool>("expires_at > now()"))
        .select(count_star())
        .first(connection)
        .await?)
}

/// Adds a seek, and deletes some that ended long ago. The caller must hold the lock of its terms, so that the times of seeks on
/// the same terms are in the order in which they can be read.
///
/// # Errors
/// If the database fails.
pub async fn insert(connection: &mut AsyncPgConnection, new: &NewSeek<'_>) -> Result<(), Failure> {
    clear(connection).await?;
    diesel::sql_query(
        "INSERT INTO seeks (id, player_id, ruleset, options, seats, clock, commitment, created_at, expires_at, seen_until) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp() + $8, $9)",
    )
    .bind::<SqlUuid, _>(new.id.0)
    .bind::<SqlUuid, _>(new.player.0)
    .bind::<Text, _>(new.terms.ruleset.deal_name())
    .bind::<Text, _>(options_text(new.terms.ruleset))
    .bind::<SmallInt, _>(new.terms.seats.get() as i16)
    .bind::<Text, _>(new.terms.clock.to_string())
    .bind::<Binary, _>(new.commitment.as_slice())
    .bind::<Interval, _>(interval(new.lifetime))
    .bind::<Nullable<Timestamptz>, _>(new.seen_until)
    .execute(connection)
    .await?;
    diesel::insert_into(seek_secrets::table)
        .values((
            seek_secrets::seek_id.eq(new.id.0),
            seek_secrets::deal_id.eq(Uuid::from_bytes(new.deal_id.0)),
            seek_secrets::server_seed.eq(new.server_seed.reveal().as_slice()),
            seek_secrets::entropy.eq(new.entropy.map(Entropy::as_bytes)),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

async fn clear(connection: &mut AsyncPgConnection) -> Result<(), Failure> {
    diesel::sql_query(
        "DELETE FROM seeks WHERE id IN (SELECT id FROM seeks WHERE expires_at < now() - $1 \
         ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .bind::<Interval, _>(interval(STORED_AFTER))
    .bind::<BigInt, _>(CLEARED_MAX)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the open seeks on these terms, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn candidates(
    connection: &mut AsyncPgConnection,
    terms: &Terms,
    limit: i64,
) -> Result<Vec<Candidate>, Failure> {
    let rows: Vec<CandidateRow> = diesel::sql_query(format!(
        "{CANDIDATES} WHERE s.ruleset = $1 AND s.options = $2 AND s.seats = $3 AND s.clock = $4 AND s.status = 'open' \
         AND s.expires_at > now() ORDER BY s.created_at, s.id LIMIT $5",
    ))
    .bind::<Text, _>(terms.ruleset.deal_name())
    .bind::<Text, _>(options_text(terms.ruleset))
    .bind::<SmallInt, _>(terms.seats.get() as i16)
    .bind::<Text, _>(terms.clock.to_string())
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(Candidate::from).collect())
}

/// Returns one open seek as it is paired.
///
/// # Errors
/// If the database fails.
pub async fn candidate(connection: &mut AsyncPgConnection, id: SeekId) -> Result<Option<Candidate>, Failure> {
    let row: Option<CandidateRow> =
        diesel::sql_query(format!("{CANDIDATES} WHERE s.id = $1 AND s.status = 'open'"))
            .bind::<SqlUuid, _>(id.0)
            .get_result(connection)
            .await
            .optional()?;
    Ok(row.map(Candidate::from))
}

/// Returns when the newest seek on these terms was made that can be read now.
///
/// # Errors
/// If the database fails.
pub async fn newest(
    connection: &mut AsyncPgConnection,
    terms: &Terms,
) -> Result<Option<DateTime<Utc>>, Failure> {
    let ruleset = terms.ruleset;
    Ok(seeks::table
        .filter(seeks::ruleset.eq(ruleset.deal_name()).and(seeks::options.eq(options_text(ruleset))))
        .filter(seeks::seats.eq(terms.seats.get() as i16).and(seeks::clock.eq(terms.clock.to_string())))
        .filter(sql::<Bool>("status = 'open'"))
        .order((seeks::created_at.desc(), seeks::id.desc()))
        .select(seeks::created_at)
        .first(connection)
        .await
        .optional()?)
}

const CANDIDATES: &str = "SELECT s.id, s.player_id, coalesce(b.owner_id, s.player_id) AS owner_id, s.created_at, \
    s.seen_until FROM seeks s LEFT JOIN bots b ON b.player_id = s.player_id";

#[derive(QueryableByName)]
struct CandidateRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    player_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    owner_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    seen_until: Option<DateTime<Utc>>,
}

impl From<CandidateRow> for Candidate {
    fn from(row: CandidateRow) -> Self {
        Candidate {
            id: SeekId(row.id),
            player: PlayerId(row.player_id),
            owner: PlayerId(row.owner_id),
            created_at: row.created_at,
            seen_until: row.seen_until,
        }
    }
}

/// Returns who of these players has blocked whom of them.
///
/// # Errors
/// If the database fails.
pub async fn blocks_among(
    connection: &mut AsyncPgConnection,
    players: &[PlayerId],
) -> Result<Blocks, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<(Uuid, Uuid)> = blocks::table
        .filter(blocks::blocker_id.eq_any(&ids).and(blocks::blocked_id.eq_any(&ids)))
        .select((blocks::blocker_id, blocks::blocked_id))
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|(blocker, blocked)| (PlayerId(blocker), PlayerId(blocked))).collect())
}

/// Locks these seeks until the transaction ends, and returns those that are still open.
///
/// # Errors
/// If the database fails.
pub async fn lock_open(connection: &mut AsyncPgConnection, ids: &[SeekId]) -> Result<Vec<SeekId>, Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let open: Vec<Uuid> = seeks::table
        .filter(seeks::id.eq_any(&ids).and(seeks::status.eq(OPEN)))
        .order(seeks::id)
        .select(seeks::id)
        .for_update()
        .load(connection)
        .await?;
    Ok(open.into_iter().map(SeekId).collect())
}

/// Returns the secret part of a seek.
///
/// # Errors
/// If the database fails, or there is none.
pub async fn secret(connection: &mut AsyncPgConnection, id: SeekId) -> Result<Secret, Failure> {
    let (deal_id, seed, entropy): (Uuid, Vec<u8>, Option<Vec<u8>>) = seek_secrets::table
        .find(id.0)
        .select((seek_secrets::deal_id, seek_secrets::server_seed, seek_secrets::entropy))
        .first(connection)
        .await?;
    let seed = seed.try_into().map_err(|_| unreadable("a seed"))?;
    let entropy = entropy.map(Entropy::try_from).transpose().map_err(|_| unreadable("a contribution"))?;
    Ok(Secret { deal_id: DealId(deal_id.into_bytes()), server_seed: ServerSeed::new(seed), entropy })
}

/// Marks seeks as paired in a game, and deletes their secrets: the one that is used is now a secret of the game.
///
/// # Errors
/// If the database fails.
pub async fn pair(connection: &mut AsyncPgConnection, ids: &[SeekId], game: GameId) -> Result<(), Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    diesel::update(seeks::table.filter(seeks::id.eq_any(&ids)))
        .set((seeks::status.eq(Standing::Paired.name()), seeks::game_id.eq(game.0)))
        .execute(connection)
        .await?;
    diesel::delete(seek_secrets::table.filter(seek_secrets::seek_id.eq_any(&ids)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Withdraws the open seeks of these players for games with a live clock: nobody can give attention to two of them. The caller
/// must hold the locks of their accounts.
///
/// # Errors
/// If the database fails.
pub async fn withdraw_live(connection: &mut AsyncPgConnection, players: &[PlayerId]) -> Result<(), Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let open = seeks::table.filter(seeks::player_id.eq_any(&ids).and(seeks::status.eq(OPEN)));
    diesel::update(open.filter(seeks::clock.like(format!("{} %", Clock::LIVE))))
        .set(seeks::status.eq(Standing::Withdrawn.name()))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns some open seeks with their players, the oldest first, after `after`.
///
/// # Errors
/// If the database fails.
pub async fn open(
    connection: &mut AsyncPgConnection,
    after: Option<SeekId>,
    limit: i64,
) -> Result<Vec<(SeekId, PlayerId)>, Failure> {
    let mut query = seeks::table
        .filter(sql::<Bool>("status = 'open' AND expires_at > now()"))
        .order(seeks::id)
        .limit(limit)
        .select((seeks::id, seeks::player_id))
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(seeks::id.gt(after.0));
    }
    let rows: Vec<(Uuid, Uuid)> = query.load(connection).await?;
    Ok(rows.into_iter().map(|(id, player)| (SeekId(id), PlayerId(player))).collect())
}

/// Withdraws an open seek of a player; returns false if the player has no such open seek.
///
/// # Errors
/// If the database fails.
pub async fn withdraw(
    connection: &mut AsyncPgConnection,
    id: SeekId,
    player: PlayerId,
) -> Result<bool, Failure> {
    let own = seeks::table.find(id.0).filter(seeks::player_id.eq(player.0).and(seeks::status.eq(OPEN)));
    let changed =
        diesel::update(own).set(seeks::status.eq(Standing::Withdrawn.name())).execute(connection).await?;
    Ok(changed > 0)
}

/// Deletes the seeks of a player.
///
/// # Errors
/// If the database fails.
pub async fn delete_all(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<(), Failure> {
    diesel::delete(seeks::table.filter(seeks::player_id.eq(player.0))).execute(connection).await?;
    Ok(())
}

/// Which seeks a list holds.
#[derive(Debug, Clone, Copy)]
pub enum Whose {
    /// Open seeks of all players.
    Anybody,
    /// Those of the caller, whatever has become of them.
    Own,
}

const COLUMNS: &str = "SELECT s.id, s.player_id, p.username, p.bot, s.ruleset, s.options, s.seats, s.clock, \
    CASE WHEN s.status = 'open' AND s.expires_at <= now() THEN 'expired' ELSE s.status END AS status, \
    s.commitment, s.game_id, s.created_at, s.expires_at FROM seeks s \
    CROSS JOIN LATERAL (SELECT * FROM players WHERE id = s.player_id LIMIT 1) AS p";

/// The condition for the seeks of others: open ones, of players who have not blocked the caller and whom the caller has not
/// blocked, because those two are never paired.
const OF_OTHERS: &str = "s.status = 'open' AND s.expires_at > now() \
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = s.player_id AND b.blocked_id = $1) \
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = s.player_id)";

/// Returns the seek with this id, as far as this player may see it.
///
/// # Errors
/// If the database fails, or the row cannot be read.
pub async fn find(
    connection: &mut AsyncPgConnection,
    id: SeekId,
    caller: PlayerId,
) -> Result<Option<Seek>, Failure> {
    let sql = format!("{COLUMNS} WHERE s.id = $2 AND (s.player_id = $1 OR ({OF_OTHERS}))");
    let row: Option<Row> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(caller.0)
        .bind::<SqlUuid, _>(id.0)
        .get_result(connection)
        .await
        .optional()?;
    row.map(|row| seek(row, caller).ok_or_else(|| unreadable("a seek"))).transpose()
}

/// Returns a page of seeks as this player may see them, the newest first.
///
/// # Errors
/// If the database fails, or a row cannot be read.
pub async fn list(
    connection: &mut AsyncPgConnection,
    whose: Whose,
    caller: PlayerId,
    after: Option<SeekId>,
    limit: i64,
) -> Result<Vec<Seek>, Failure> {
    let condition = match whose {
        Whose::Anybody => OF_OTHERS,
        Whose::Own => "s.player_id = $1",
    };
    let sql =
        format!("{COLUMNS} WHERE {condition} AND ($2 IS NULL OR s.id < $2) ORDER BY s.id DESC LIMIT $3");
    let rows: Vec<Row> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(caller.0)
        .bind::<Nullable<SqlUuid>, _>(after.map(|seek| seek.0))
        .bind::<BigInt, _>(limit)
        .load(connection)
        .await?;
    rows.into_iter().map(|row| seek(row, caller).ok_or_else(|| unreadable("a seek"))).collect()
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    player_id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    username: Option<String>,
    #[diesel(sql_type = Bool)]
    bot: bool,
    #[diesel(sql_type = Text)]
    ruleset: String,
    #[diesel(sql_type = Text)]
    options: String,
    #[diesel(sql_type = SmallInt)]
    seats: i16,
    #[diesel(sql_type = Text)]
    clock: String,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Binary)]
    commitment: Vec<u8>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    game_id: Option<Uuid>,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    expires_at: DateTime<Utc>,
}

/// The games of seeks are public, their seats are random, and spectators see them at once.
fn seek(row: Row, caller: PlayerId) -> Option<Seek> {
    let public = Visibility::Public.name().to_owned();
    let columns = (row.ruleset, row.options, row.seats, public, "random".to_owned(), row.clock, 0, 0);
    let player = PlayerId(row.player_id);
    Some(Seek {
        id: SeekId(row.id),
        player: Occupant { player, username: row.username, bot: row.bot },
        terms: read_terms(columns)?,
        standing: Standing::named(&row.status)?,
        game: row.game_id.filter(|_| player == caller).map(GameId),
        commitment: row.commitment.try_into().ok()?,
        created_at: row.created_at,
        expires_at: row.expires_at,
    })
}
