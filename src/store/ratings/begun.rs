//! Which games began as rated ones, and who sat there: a row for each seat, written when the game or its
//! table over the board begins. Rows stay as they are, whatever becomes of the game, unless its table is
//! paired again before a move: so nobody who knows a result changes how often two players have met.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::{interval, row};
use crate::run::Run;
use crate::schema::rated_starts;
use crate::{Failure, Postgres};
use lapidary_contest::rating::conditions::MEETINGS_SINCE;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::season::SeasonId;

/// The begin of a game that is to be rated.
#[derive(Debug, Clone)]
pub struct RatedStart {
    /// The pool by which meetings are counted.
    pub key: Pool,
    /// The game; a new id for a table over the board.
    pub game: GameId,
    pub players: Vec<PlayerId>,
}

/// Records that these games begin now. The caller must have opened a transaction.
pub async fn note_starts(
    connection: &Postgres,
    starts: &[RatedStart],
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    if starts.is_empty() {
        return Ok(());
    }
    let seats = starts.iter().flat_map(|start| start.players.iter().map(move |player| (start, player)));
    let row = |(start, player): (&RatedStart, &PlayerId)| {
        (
            rated_starts::game_id.eq(start.game.0),
            rated_starts::player_id.eq(player.0),
            rated_starts::pool.eq(start.key.to_string()),
            rated_starts::began_at.eq(at),
        )
    };
    let rows: Vec<_> = seats.map(row).collect();
    let is_one = starts.len() == 1;
    diesel::insert_into(rated_starts::table).values(rows).prepared_if(is_one).run(connection).await
}

/// Removes the begins of unrated games, and of tables over the board, each given by a player and when it
/// began, which are paired again. One after which two of its players have met again stays, whatever the
/// pool, as seasons go on: so nobody who knows the result of a later game changes how many came before it.
pub async fn take_back_starts(
    connection: &Postgres,
    games: &[GameId],
    seats: &[(PlayerId, DateTime<Utc>)],
) -> Result<(), Failure> {
    let (players, begins): (Vec<Uuid>, Vec<DateTime<Utc>>) = seats.iter().map(|(id, at)| (id.0, *at)).unzip();
    diesel::sql_query(
        "WITH asked AS (SELECT game_id, player_id FROM rated_starts WHERE game_id = ANY ($1) UNION \
         SELECT r.game_id, r.player_id FROM unnest($2, $3) AS a (player_id, began_at) JOIN rated_starts r USING (player_id, began_at)) \
         DELETE FROM rated_starts r USING asked WHERE r.game_id = asked.game_id AND r.player_id = asked.player_id \
         AND NOT EXISTS (SELECT FROM rating_events e WHERE e.game_id = r.game_id) \
         AND NOT EXISTS (SELECT FROM rated_starts other JOIN rated_starts own ON own.player_id = r.player_id \
         AND own.began_at > r.began_at JOIN rated_starts met ON met.game_id = own.game_id AND met.player_id = other.player_id \
         WHERE other.game_id = r.game_id AND other.player_id <> r.player_id)",
    )
    .bind::<Array<SqlUuid>, _>(games.iter().map(|game| game.0).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(players)
    .bind::<Array<Timestamptz>, _>(begins)
    .run(connection)
    .await
}

/// A game at which players of another one sat, before that one began.
#[derive(Debug, Clone)]
pub struct Sitting {
    /// Those of the players who sat there.
    pub players: Vec<PlayerId>,
    /// How long before the other game it began.
    pub before: chrono::TimeDelta,
}

row! {
    struct SittingRow {
        players: Vec<Uuid>,
        began_at: DateTime<Utc>,
        own_at: DateTime<Utc>,
    }
}

/// Returns the games of a pool at which at least two of these players sat, and which began before the game
/// with this id; without one, before the time `made_at`. A season with a soft reset goes on with the one
/// before.
pub async fn sittings_before(
    mut connection: &Postgres,
    key: &Pool,
    players: &[PlayerId],
    (game, made_at): (Option<GameId>, DateTime<Utc>),
) -> Result<Vec<Sitting>, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<SittingRow> = diesel::sql_query(
        "WITH RECURSIVE own AS MATERIALIZED (SELECT coalesce((SELECT min(began_at) FROM rated_starts WHERE game_id = $3), $4) AS at), \
         line AS (SELECT $1 AS pool, $6 AS season UNION ALL SELECT e.pool, e.id FROM line l JOIN club_seasons s ON s.id = l.season \
         JOIN club_seasons e ON e.id = s.earlier_id \
         WHERE s.reset = 'soft' AND s.started_at > (SELECT at FROM own) - $5) \
         SELECT array_agg(r.player_id) AS players, min(r.began_at) AS began_at, (SELECT at FROM own) AS own_at \
         FROM line l JOIN rated_starts r ON r.pool = l.pool WHERE r.player_id = ANY ($2) \
         AND r.began_at < (SELECT at FROM own) AND r.began_at > (SELECT at FROM own) - $5 \
         GROUP BY r.game_id HAVING count(*) > 1",
    )
    .bind::<Text, _>(key.to_string())
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Nullable<SqlUuid>, _>(game.map(|game| game.0))
    .bind::<Timestamptz, _>(made_at)
    .bind::<Interval, _>(interval(MEETINGS_SINCE))
    .bind::<Nullable<SqlUuid>, _>(SeasonId::of(key).map(|season| season.0))
    .prepared()
    .load(&mut connection)
    .await?;
    let sitting = |row: SittingRow| Sitting {
        players: row.players.into_iter().map(PlayerId).collect(),
        before: row.own_at - row.began_at,
    };
    Ok(rows.into_iter().map(sitting).collect())
}
