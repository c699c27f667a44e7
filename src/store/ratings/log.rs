//! Reading the public log: by number, by game, and by player.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::row;
use crate::run::Run;
use crate::{Failure, Postgres, stored};
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::rating::{LoggedSeat, RatedGame, RatedTable};
use lapidary_model::tournament::TournamentId;

const COLUMNS: &str = "SELECT pool, pool_seq, seat, seats, game_id, player_id, place, mu_before, sigma_before, mu_after, \
    sigma_after, algorithm, finished_at, annulled, capped, tournament_id, table_number FROM rating_events";

row! {
    struct RatingLogRow {
        pool: String,
        pool_seq: i64,
        seat: i16,
        seats: i16,
        game_id: Uuid,
        player_id: Uuid,
        place: i16,
        mu_before: i64,
        sigma_before: i64,
        mu_after: i64,
        sigma_after: i64,
        algorithm: String,
        finished_at: DateTime<Utc>,
        annulled: bool,
        capped: bool,
        tournament_id: Option<Uuid>,
        table_number: Option<i32>,
    }
}

impl TryFrom<RatingLogRow> for LoggedSeat {
    type Error = Failure;

    fn try_from(row: RatingLogRow) -> Result<Self, Failure> {
        let small = |value: i16| stored(value, "a seat of a rated game");
        let table = match row.tournament_id.zip(row.table_number) {
            Some((tournament, table)) => Some(RatedTable {
                tournament: TournamentId(tournament),
                table: stored(table, "a rated table")?,
            }),
            None => None,
        };
        let game = RatedGame {
            pool_seq: stored(row.pool_seq, "the number of a rated game")?,
            game: GameId(row.game_id),
            table,
            place: small(row.place)?,
            seat: small(row.seat)?,
            seats: small(row.seats)?,
            before: Rating { mu_micro: row.mu_before, sigma_micro: row.sigma_before },
            after: Rating { mu_micro: row.mu_after, sigma_micro: row.sigma_after },
            finished_at: row.finished_at,
            annulled: row.annulled,
            capped: row.capped,
        };
        Ok(LoggedSeat { pool: row.pool, player: PlayerId(row.player_id), game, algorithm: row.algorithm })
    }
}

/// Returns the seats of this many games of a pool after the game with a number, in order.
pub async fn games_after(
    connection: &mut Postgres,
    pool: &str,
    number: u64,
    games: u32,
) -> Result<Vec<LoggedSeat>, Failure> {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let rows: Vec<RatingLogRow> = diesel::sql_query(format!(
        "{COLUMNS} WHERE pool = $1 AND pool_seq > $2 AND pool_seq <= $3 ORDER BY pool, pool_seq, seat",
    ))
    .bind::<Text, _>(pool)
    .bind::<BigInt, _>(number)
    .bind::<BigInt, _>(number.saturating_add(games.into()))
    .load(connection)
    .await?;
    rows.into_iter().map(LoggedSeat::try_from).collect()
}

/// Returns the seats of a game in order; none if it changed no rating.
pub async fn of_game(connection: &mut Postgres, game: GameId) -> Result<Vec<LoggedSeat>, Failure> {
    let rows: Vec<RatingLogRow> =
        diesel::sql_query(format!("{COLUMNS} WHERE game_id = $1 ORDER BY game_id, seat"))
            .bind::<SqlUuid, _>(game.0)
            .prepared()
            .load(connection)
            .await?;
    rows.into_iter().map(LoggedSeat::try_from).collect()
}

/// Returns the seats of some games, in the order of pools and of the games in them; none for games that
/// changed no rating.
pub async fn of_games(connection: &mut Postgres, games: &[GameId]) -> Result<Vec<LoggedSeat>, Failure> {
    let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
    let rows: Vec<RatingLogRow> =
        diesel::sql_query(format!("{COLUMNS} WHERE game_id = ANY ($1) ORDER BY pool, pool_seq, seat"))
            .bind::<Array<SqlUuid>, _>(ids)
            .load(connection)
            .await?;
    rows.into_iter().map(LoggedSeat::try_from).collect()
}

/// Returns the seats of the results of a tournament over the board, in the order of pools and of the results
/// in them.
pub async fn of_tournament(
    connection: &mut Postgres,
    tournament: TournamentId,
) -> Result<Vec<LoggedSeat>, Failure> {
    let rows: Vec<RatingLogRow> = diesel::sql_query(format!(
        "{COLUMNS} e WHERE tournament_id = $1 AND NOT EXISTS (SELECT FROM annulments a \
            WHERE a.game_id = e.game_id AND a.replaced) ORDER BY pool, pool_seq, seat"
    ))
    .bind::<SqlUuid, _>(tournament.0)
    .load(connection)
    .await?;
    rows.into_iter().map(LoggedSeat::try_from).collect()
}

/// Which games of a log to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Counts,
    Annulled,
}

/// Returns the seat of a player in each of their games of a pool with this fate, in order, without games in
/// which one of these others, or a bot of theirs, has played.
pub async fn of_player_without(
    connection: &mut Postgres,
    pool: &str,
    player: PlayerId,
    others: &[PlayerId],
    fate: Fate,
    limit: i64,
) -> Result<Vec<LoggedSeat>, Failure> {
    let rows: Vec<RatingLogRow> = diesel::sql_query(format!(
        "{COLUMNS} e WHERE player_id = $1 AND pool = $2 AND annulled = $5 AND NOT EXISTS (SELECT FROM rating_events o \
         LEFT JOIN bots b ON b.player_id = o.player_id WHERE o.pool = e.pool AND o.pool_seq = e.pool_seq \
         AND coalesce(b.owner_id, o.player_id) = ANY ($3)) ORDER BY player_id, pool, pool_seq LIMIT $4"
    ))
    .bind::<SqlUuid, _>(player.0)
    .bind::<Text, _>(pool)
    .bind::<Array<SqlUuid>, _>(others.iter().map(|other| other.0).collect::<Vec<_>>())
    .bind::<BigInt, _>(limit)
    .bind::<Bool, _>(fate == Fate::Annulled)
    .load(connection)
    .await?;
    rows.into_iter().map(LoggedSeat::try_from).collect()
}

/// Returns a page of the rated games of a player in a pool, the newest first, before the game with a number.
pub async fn history(
    connection: &mut Postgres,
    player: PlayerId,
    pool: &str,
    before: Option<u64>,
    limit: i64,
) -> Result<Vec<RatedGame>, Failure> {
    let before = before.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    let rows: Vec<RatingLogRow> = diesel::sql_query(format!(
        "{COLUMNS} WHERE player_id = $1 AND pool = $2 AND pool_seq < coalesce($3, {}) \
         ORDER BY player_id DESC, pool DESC, pool_seq DESC LIMIT $4",
        i64::MAX,
    ))
    .bind::<SqlUuid, _>(player.0)
    .bind::<Text, _>(pool)
    .bind::<Nullable<BigInt>, _>(before)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    rows.into_iter().map(|row| Ok(LoggedSeat::try_from(row)?.game)).collect()
}
