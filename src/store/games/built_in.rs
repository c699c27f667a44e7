//! The seats of built-in opponents, and the games that may wait for them.

use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Interval, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::interval;
use crate::run::Run;
use crate::schema::game_seats;
use crate::{Failure, Postgres, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::built_in::{BuiltIn, BuiltInSeat, Strength};
use lapidary_model::game::{GameId, Version};

/// Sets how strong a built-in opponent plays in the seat that it has in a game.
pub async fn set_strength(connection: &mut Postgres, game: GameId, seat: BuiltInSeat) -> Result<(), Failure> {
    let own = game_seats::game_id.eq(game.0).and(game_seats::player_id.eq(seat.opponent.player().0));
    diesel::update(game_seats::table.filter(own))
        .set(game_seats::strength.eq(i16::from(seat.strength.percent())))
        .run(connection)
        .await
}

/// Returns how strong a built-in opponent plays in its seat of a game; without a stored strength, as strong
/// as it can.
pub async fn strength(
    connection: &mut Postgres,
    game: GameId,
    opponent: BuiltIn,
) -> Result<Strength, Failure> {
    let own = game_seats::game_id.eq(game.0).and(game_seats::player_id.eq(opponent.player().0));
    let stored: Option<Option<i16>> =
        game_seats::table.filter(own).select(game_seats::strength).first_row(connection).await?;
    match stored.flatten() {
        None => Ok(Strength::FULL),
        Some(percent) => {
            let read = u8::try_from(percent).ok().and_then(Strength::new);
            read.ok_or_else(|| unreadable("the strength of an opponent"))
        }
    }
}

/// Takes the work on a decision of a built-in opponent until the transaction ends; returns false if another
/// server works on it.
pub async fn try_hold_decision(connection: &mut Postgres, game: GameId) -> Result<bool, Failure> {
    #[derive(QueryableByName)]
    struct Lock {
        #[diesel(sql_type = Bool)]
        held: bool,
    }
    let sql = "SELECT pg_try_advisory_xact_lock(hashtextextended('decision in ' || $1::text, 0)) AS held";
    let Lock { held } = diesel::sql_query(sql).bind::<SqlUuid, _>(game.0).get_result(connection).await?;
    Ok(held)
}

/// What tells whether something has changed in a game for which nothing is announced here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub version: Version,
    /// The number of seats that agree to abort the game.
    pub agreed: usize,
}

/// An active game with a built-in opponent in one of its seats.
#[derive(Debug, Clone, Copy)]
pub struct Attended {
    pub game: GameId,
    pub opponent: BuiltIn,
    /// What has happened in the game so far.
    pub mark: Mark,
}

#[derive(QueryableByName)]
struct BuiltInRow {
    #[diesel(sql_type = SqlUuid)]
    game_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    player_id: Uuid,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = Integer)]
    agreed: i32,
}

/// Returns a page of the active games with built-in opponents in which nothing has happened for this long, in
/// the order of ids, after `after`. A game occurs once for each of its built-in opponents.
pub async fn attended(
    connection: &mut Postgres,
    idle: Duration,
    after: Option<GameId>,
    limit: i64,
) -> Result<Vec<Attended>, Failure> {
    let players: Vec<Uuid> = BuiltIn::all().map(|opponent| opponent.player().0).collect();
    let sql = "SELECT s.game_id, s.player_id, g.version, cardinality(g.abort_agreed) AS agreed \
         FROM game_seats s JOIN games g ON g.id = s.game_id \
         WHERE s.player_id = ANY($1) AND NOT s.over AND s.game_id > $2 AND g.status = 'active' \
         AND g.updated_at < now() - $3 ORDER BY s.game_id LIMIT $4";
    let query = diesel::sql_query(sql)
        .bind::<Array<SqlUuid>, _>(players)
        .bind::<SqlUuid, _>(after.map_or(Uuid::nil(), |game| game.0))
        .bind::<Interval, _>(interval(idle))
        .bind::<BigInt, _>(limit);
    let rows: Vec<BuiltInRow> = query.prepared().load(connection).await?;
    let read = |row: BuiltInRow| {
        let mark = Mark {
            version: Version(u32::try_from(row.version).ok()?),
            agreed: usize::try_from(row.agreed).ok()?,
        };
        Some(Attended { game: GameId(row.game_id), opponent: BuiltIn::of(PlayerId(row.player_id))?, mark })
    };
    rows.into_iter().map(|row| read(row).ok_or_else(|| unreadable("an attended game"))).collect()
}
