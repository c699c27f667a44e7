//! The rows of seeks: making, listing, withdrawing and clearing them.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{
    BigInt, Binary, Bool, Interval, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use futures_util::future::try_join3;
use uuid::Uuid;

use super::lock::{OPEN, lock};
use crate::by_hand::{interval, row};
use crate::clearing::{BY_ONE_ROW, clear};
use crate::games::{TermsRow, read_terms};
use crate::run::Run;
use crate::schema::{seek_secrets, seeks};
use crate::{Failure, Postgres, unreadable};
use lapidary_engine::deal::{DealId, Entropy, ServerSeed};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Terms, Visibility};
use lapidary_model::player::Occupant;
use lapidary_model::season::SeasonId;
use lapidary_model::seek::{RatingRange, Seek, SeekId, SeekStatus};
use lapidary_model::stored::terms::options_text;

/// How long after its time a seek is still stored, so that its owner learns what became of it.
const STORED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

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
    /// When the newest seek that could be read before this one was sent was made.
    pub seen_until: Option<DateTime<Utc>>,
    /// The ratings of acceptable opponents, if it is rated.
    pub range: RatingRange,
}

/// Locks the seeks of a player against additions until the transaction ends, so that their count stays true.
pub async fn lock_owner(connection: &Postgres, player: PlayerId) -> Result<(), Failure> {
    lock(connection, format!("seeks of {player}")).await
}

/// Counts the open seeks of a player.
pub async fn count_open(mut connection: &Postgres, player: PlayerId) -> Result<i64, Failure> {
    Ok(seeks::table
        .filter(seeks::player_id.eq(player.0).and(seeks::status.eq(OPEN)))
        .filter(sql::<Bool>("expires_at > now()"))
        .select(count_star())
        .prepared()
        .get_result(&mut connection)
        .await?)
}

/// Adds a seek, and deletes some that ended long ago. The caller must hold the lock of its terms, so that the
/// times of seeks on the same terms are in the order in which they can be read.
pub async fn insert(connection: &Postgres, new: &NewSeek<'_>) -> Result<(), Failure> {
    let cleared = clear(connection, "seeks", "expires_at", STORED_AFTER, BY_ONE_ROW);
    let seek = diesel::sql_query(
        "INSERT INTO seeks (id, player_id, ruleset, options, seats, clock, commitment, created_at, expires_at, seen_until, \
         rated, rating_min, rating_max, season_id) \
         SELECT $1, $2, $3, $4, $5, $6, $7, now, now + $8, $9, $10, $11, $12, $13 FROM clock_timestamp() now",
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
    .bind::<Bool, _>(new.terms.rated)
    .bind::<Nullable<SmallInt>, _>(new.range.min)
    .bind::<Nullable<SmallInt>, _>(new.range.max)
    .bind::<Nullable<SqlUuid>, _>(new.terms.season.map(|season| season.0))
    .prepared()
    .run(connection);
    let secret = diesel::insert_into(seek_secrets::table)
        .values((
            seek_secrets::seek_id.eq(new.id.0),
            seek_secrets::deal_id.eq(Uuid::from_bytes(new.deal_id.0)),
            seek_secrets::server_seed.eq(new.server_seed.reveal().as_slice()),
            seek_secrets::entropy.eq(new.entropy.map(Entropy::as_bytes)),
        ))
        .run(connection);
    try_join3(cleared, seek, secret).await.map(|_| ())
}

/// Withdraws an open seek of a player; returns false if the player has no such open seek.
pub async fn withdraw(connection: &mut Postgres, id: SeekId, player: PlayerId) -> Result<bool, Failure> {
    let own = seeks::table.find(id.0).filter(seeks::player_id.eq(player.0).and(seeks::status.eq(OPEN)));
    let changed =
        diesel::update(own).set(seeks::status.eq(SeekStatus::Withdrawn.name())).execute(connection).await?;
    Ok(changed > 0)
}

/// Withdraws the open seeks of these players, whose accounts the caller holds alone.
pub async fn withdraw_all(connection: &mut Postgres, players: &[PlayerId]) -> Result<(), Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    diesel::update(seeks::table.filter(seeks::player_id.eq_any(ids).and(seeks::status.eq(OPEN))))
        .set(seeks::status.eq(SeekStatus::Withdrawn.name()))
        .run(connection)
        .await
}

/// Lets the open seeks in a season that has ended expire.
pub async fn expire_in_season(connection: &mut Postgres, season: SeasonId) -> Result<(), Failure> {
    let open = seeks::table.filter(seeks::season_id.eq(season.0).and(seeks::status.eq(OPEN)));
    let now = sql::<Timestamptz>("least(expires_at, clock_timestamp())");
    diesel::update(open).set(seeks::expires_at.eq(now)).run(connection).await
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
    s.commitment, s.game_id, s.created_at, s.expires_at, s.rated, s.rating_min, s.rating_max, \
    s.season_id FROM seeks s \
    CROSS JOIN LATERAL (SELECT * FROM players WHERE id = s.player_id LIMIT 1) AS p";

/// The condition for the seeks of others: open ones, without a block between their player and the caller,
/// because those two are never paired.
const OF_OTHERS: &str = "s.status = 'open' AND s.expires_at > now() \
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = s.player_id AND b.blocked_id = $1) \
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = s.player_id)";

/// Returns the seek with this id, as far as this player may see it.
pub async fn find(connection: &Postgres, id: SeekId, caller: PlayerId) -> Result<Option<Seek>, Failure> {
    let sql = format!("{COLUMNS} WHERE s.id = $2 AND (s.player_id = $1 OR ({OF_OTHERS}))");
    let row: Option<SeekRow> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(caller.0)
        .bind::<SqlUuid, _>(id.0)
        .prepared()
        .returned_row(connection)
        .await?;
    row.map(|row| seek(row, caller).ok_or_else(|| unreadable("a seek"))).transpose()
}

/// Returns a page of seeks as this player may see them, the newest first.
pub async fn list(
    connection: &mut Postgres,
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
    let rows: Vec<SeekRow> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(caller.0)
        .bind::<Nullable<SqlUuid>, _>(after.map(|seek| seek.0))
        .bind::<BigInt, _>(limit)
        .load(connection)
        .await?;
    rows.into_iter().map(|row| seek(row, caller).ok_or_else(|| unreadable("a seek"))).collect()
}

row! {
    struct SeekRow {
        id: Uuid,
        player_id: Uuid,
        username: Option<String>,
        bot: bool,
        ruleset: String,
        options: String,
        seats: i16,
        clock: String,
        status: String,
        commitment: Vec<u8>,
        game_id: Option<Uuid>,
        created_at: DateTime<Utc>,
        expires_at: DateTime<Utc>,
        rated: bool,
        rating_min: Option<i16>,
        rating_max: Option<i16>,
        season_id: Option<Uuid>,
    }
}

/// The games of seeks are public, their seats are random, and spectators see them at once.
fn seek(row: SeekRow, caller: PlayerId) -> Option<Seek> {
    let public = Visibility::Public.name().to_owned();
    let terms = TermsRow {
        ruleset: row.ruleset,
        options: row.options,
        seats: row.seats,
        visibility: public,
        seating: "random".to_owned(),
        clock: row.clock,
        spectator_turns: 0,
        spectator_ms: 0,
        rated: row.rated,
        ladder: false,
        tournament_id: None,
        season_id: row.season_id,
    };
    let player = PlayerId(row.player_id);
    Some(Seek {
        id: SeekId(row.id),
        player: Occupant { player, username: row.username, bot: row.bot },
        terms: read_terms(terms)?,
        range: RatingRange { min: row.rating_min, max: row.rating_max },
        status: SeekStatus::named(&row.status)?,
        game: row.game_id.filter(|_| player == caller).map(GameId),
        commitment: row.commitment.try_into().ok()?,
        created_at: row.created_at,
        expires_at: row.expires_at,
    })
}
