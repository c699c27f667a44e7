//! Ratings of players: leaderboards, and the ratings of one player in all pools.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::settle::RecordRow;
use crate::run::Run;
use crate::{Failure, Postgres};
use lapidary_contest::rating::leaderboard::{ListingRules, sigma_end};
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::player::Occupant;
use lapidary_model::rating::{Record, Standing, StandingKey};

#[derive(QueryableByName)]
struct StandingRow {
    #[diesel(embed)]
    record: RecordRow,
    #[diesel(sql_type = Nullable<Text>)]
    username: Option<String>,
    #[diesel(sql_type = Bool)]
    bot: bool,
}

/// Which leaderboard is read, with what a player needs to be listed.
pub enum Board {
    /// That of a pool of the server.
    Server(ListingRules),
    /// That of a season of a club, and when the season ended: from then on it only changes by its last games.
    Season(ListingRules, Option<DateTime<Utc>>),
}

/// Reads these columns of the listed players whose key stands in this relation to another one. The rules of
/// the board say who is listed: players with a certain rating, enough opponents, and a recent rated game.
/// Erased players are left out, except of a season that has ended, which keeps their places. Each kind of
/// board has an index of all players whom any rules list.
async fn listed<Row: QueryableByName<Pg> + Send + 'static>(
    connection: &mut Postgres,
    (pool, board): (&str, &Board),
    (relation, key): (&str, StandingKey),
    (columns, order, limit): (&str, &str, i64),
) -> Result<Vec<Row>, Failure> {
    // Each player is looked up in the order of an index, however many there are.
    let (rules, ended_at, indexed) = match board {
        Board::Server(rules) => (rules, None, format!("r.sigma < {}", sigma_end(ListingRules::RD_MAX))),
        Board::Season(rules, ended_at) => (rules, *ended_at, "split_part(r.pool, '.', 5) <> ''".to_owned()),
    };
    let sql = format!(
        "SELECT {columns} FROM ratings r \
         CROSS JOIN LATERAL (SELECT * FROM players WHERE id = r.player_id LIMIT 1) AS p \
         WHERE r.pool = $1 AND {indexed} AND r.sigma < $6 AND r.opponents >= $7 \
         AND r.last_at > coalesce($8, now()) - make_interval(days => $2 + 1) \
         AND (p.erased_at IS NULL OR $8 IS NOT NULL) \
         AND (2 * r.sigma - r.mu, r.player_id) {relation} ($3, $4) {order} LIMIT $5"
    );
    Ok(diesel::sql_query(sql)
        .bind::<Text, _>(pool)
        .bind::<Integer, _>(rules.days_idle_max.cast_signed())
        .bind::<BigInt, _>(key.order)
        .bind::<SqlUuid, _>(key.player.0)
        .bind::<BigInt, _>(limit)
        .bind::<BigInt, _>(rules.sigma_end())
        .bind::<BigInt, _>(i64::from(rules.opponents_min))
        .bind::<Nullable<Timestamptz>, _>(ended_at)
        .load(connection)
        .await?)
}

/// The order of a leaderboard, and its reverse.
const BEST_FIRST: &str = "ORDER BY r.pool, 2 * r.sigma - r.mu, r.player_id";
const BEST_LAST: &str = "ORDER BY r.pool DESC, 2 * r.sigma - r.mu DESC, r.player_id DESC";

/// Returns a page of the leaderboard of a pool, the best first.
pub async fn standings(
    connection: &mut Postgres,
    pool: &str,
    board: &Board,
    after: Option<StandingKey>,
    limit: i64,
) -> Result<Vec<Standing>, Failure> {
    let after = after.unwrap_or(StandingKey { order: i64::MIN, player: PlayerId(Uuid::nil()) });
    let columns = "r.player_id, r.mu, r.sigma, r.games, r.opponents, r.last_at, p.username, p.bot";
    let rows = listed(connection, (pool, board), (">", after), (columns, BEST_FIRST, limit)).await?;
    let standing = |row: StandingRow| {
        let (player, record) = row.record.named()?;
        Ok(Standing { player: Occupant { player, username: row.username, bot: row.bot }, record })
    };
    rows.into_iter().map(standing).collect()
}

/// The last player before a page of a leaderboard, with their place and the number of players up to them.
pub type PageStart = (StandingKey, u64, u64);

/// Returns the start of the page with this many players before the given one; none if the player is not
/// listed, and no start for the first page.
pub async fn start_around(
    connection: &mut Postgres,
    pool: &str,
    board: &Board,
    player: PlayerId,
    before: u8,
) -> Result<Option<Option<PageStart>>, Failure> {
    let key =
        |row: &RatingRow| StandingKey { order: 2 * row.sigma - row.mu, player: PlayerId(row.player_id) };
    let Some(own) = ratings_among(connection, pool, &[player]).await?.remove(&player) else {
        return Ok(None);
    };
    let own = StandingKey { order: 2 * own.sigma_micro - own.mu_micro, player };
    let span = ("r.player_id, r.mu, r.sigma", BEST_LAST, i64::from(before) + 2);
    let rows: Vec<RatingRow> = listed(connection, (pool, board), ("<=", own), span).await?;
    if rows.as_slice().first().map(key) != Some(own) {
        return Ok(None);
    }
    let Some(last) = rows.get(usize::from(before) + 1).map(key) else { return Ok(Some(None)) };
    let columns = "count(*) AS listed, count(*) FILTER (WHERE 2 * r.sigma - r.mu < $3) AS better";
    let counts: Vec<PlacesBeforeRow> =
        listed(connection, (pool, board), ("<=", last), (columns, "", 1)).await?;
    let count = |number: i64| u64::try_from(number).unwrap_or_default();
    Ok(Some(counts.into_iter().next().map(|row| (last, count(row.better) + 1, count(row.listed)))))
}

#[derive(QueryableByName)]
struct PlacesBeforeRow {
    #[diesel(sql_type = BigInt)]
    listed: i64,
    #[diesel(sql_type = BigInt)]
    better: i64,
}

#[derive(QueryableByName)]
struct OwnRow {
    #[diesel(sql_type = Text)]
    pool: String,
    #[diesel(embed)]
    record: RecordRow,
}

/// Returns the ratings of a player in all pools of the server, in the order of their names.
pub async fn of_player(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<Vec<(String, Record)>, Failure> {
    let rows: Vec<OwnRow> = diesel::sql_query(
        "SELECT pool, player_id, mu, sigma, games, opponents, last_at FROM ratings WHERE player_id = $1 \
         AND split_part(pool, '.', 5) = '' ORDER BY pool COLLATE \"C\"",
    )
    .bind::<SqlUuid, _>(player.0)
    .load(connection)
    .await?;
    rows.into_iter().map(|row| Ok((row.pool, row.record.named()?.1))).collect()
}

/// Returns the ratings of a player in the seasons of a club, the newest seasons first.
pub async fn of_player_in_club(
    connection: &mut Postgres,
    player: PlayerId,
    club: ClubId,
) -> Result<Vec<(String, Record)>, Failure> {
    let rows: Vec<OwnRow> = diesel::sql_query(
        "SELECT r.pool, r.player_id, r.mu, r.sigma, r.games, r.opponents, r.last_at FROM club_ladders l \
         JOIN club_seasons s ON s.ladder_id = l.id JOIN ratings r ON r.pool = s.pool AND r.player_id = $1 \
         WHERE l.club_id = $2 ORDER BY s.id DESC",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<SqlUuid, _>(club.0)
    .load(connection)
    .await?;
    rows.into_iter().map(|row| Ok((row.pool, row.record.named()?.1))).collect()
}

/// Returns the rating of a player in a pool with the highest mean of the last days; none without a rated game
/// in the pool. The rating at the beginning of these days counts; annulled games do not.
pub async fn highest(
    connection: &mut Postgres,
    pool: &str,
    player: PlayerId,
    days: u16,
) -> Result<Option<Rating>, Failure> {
    let row: Option<RatingRow> = diesel::sql_query(
        "SELECT player_id, mu, sigma FROM (SELECT player_id, mu, sigma FROM ratings WHERE player_id = $1 AND pool = $2 \
         UNION ALL SELECT player_id, mu_before, sigma_before FROM rating_events WHERE player_id = $1 AND pool = $2 \
         AND finished_at > now() - make_interval(days => $3) AND NOT annulled) AS had ORDER BY mu DESC LIMIT 1",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Text, _>(pool)
    .bind::<Integer, _>(i32::from(days))
    .returned_row(connection)
    .await?;
    Ok(row.map(|row| Rating { mu_micro: row.mu, sigma_micro: row.sigma }))
}

#[derive(QueryableByName)]
struct RatingRow {
    #[diesel(sql_type = SqlUuid)]
    player_id: Uuid,
    #[diesel(sql_type = BigInt)]
    mu: i64,
    #[diesel(sql_type = BigInt)]
    sigma: i64,
}

/// Returns the ratings of these players in a pool; players without a rated game are left out.
pub async fn ratings_among(
    mut connection: &Postgres,
    pool: &str,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, Rating>, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<RatingRow> = diesel::sql_query(
        "SELECT player_id, mu, sigma FROM ratings WHERE pool = $1 AND player_id = ANY ($2)",
    )
    .bind::<Text, _>(pool)
    .bind::<Array<SqlUuid>, _>(ids)
    .prepared()
    .load(&mut connection)
    .await?;
    let rating =
        |row: RatingRow| (PlayerId(row.player_id), Rating { mu_micro: row.mu, sigma_micro: row.sigma });
    Ok(rows.into_iter().map(rating).collect())
}
