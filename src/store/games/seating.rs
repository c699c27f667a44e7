//! The players of a game: joining, leaving, and the seats that the deal assigns.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Nullable, SmallInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::run::Run;
use crate::schema::{game_seats, games};
use crate::{Failure, Postgres, unreadable};
use lapidary_engine::seat::SEATS_MAX;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status};

/// The condition of the index of the seats whose games are not over, word for word.
pub(super) const OPEN_SEATS: &str = "NOT game_seats.over";

/// Adds a player at a place in the order of joining, which nobody has. The caller must hold the lock of the
/// game.
pub async fn seat(connection: &Postgres, game: GameId, player: PlayerId, place: i16) -> Result<(), Failure> {
    diesel::insert_into(game_seats::table)
        .values((
            game_seats::game_id.eq(game.0),
            game_seats::join_order.eq(place),
            game_seats::player_id.eq(player.0),
        ))
        .run(connection)
        .await
}

/// Somebody who sits in a game that starts at once.
pub struct NewSeat {
    pub game: GameId,
    /// The place in the order of joining.
    pub place: usize,
    pub player: PlayerId,
    /// The seat that the deal assigns.
    pub seat: usize,
}

/// Adds all players of games that start at once.
pub async fn seat_all(connection: &Postgres, seats: &[NewSeat]) -> Result<(), Failure> {
    let row = |new: &NewSeat| {
        (
            game_seats::game_id.eq(new.game.0),
            game_seats::join_order.eq(new.place as i16),
            game_seats::player_id.eq(new.player.0),
            game_seats::seat.eq(new.seat as i16),
        )
    };
    let rows: Vec<_> = seats.iter().map(row).collect();
    let is_one_table = rows.len() <= SEATS_MAX;
    diesel::insert_into(game_seats::table).values(rows).prepared_if(is_one_table).run(connection).await
}

/// Removes a player from a game that waits for players, and empties the list of seats that agree to abort it.
pub async fn unseat(connection: &mut Postgres, game: GameId, player: PlayerId) -> Result<(), Failure> {
    let own = game_seats::game_id.eq(game.0).and(game_seats::player_id.eq(player.0));
    diesel::delete(game_seats::table.filter(own)).execute(connection).await?;
    // The players who joined later move up, so the stored places no longer name the same players.
    diesel::update(games::table.find(game.0))
        .set(games::abort_agreed.eq(Vec::<i16>::new()))
        .run(connection)
        .await
}

/// Assigns a seat to every player: the first player in the list gets seat 0.
pub async fn assign(connection: &Postgres, game: GameId, by_seat: &[PlayerId]) -> Result<(), Failure> {
    let players: Vec<Uuid> = by_seat.iter().map(|player| player.0).collect();
    let seat = sql::<Nullable<SmallInt>>("(array_position(")
        .bind::<Array<SqlUuid>, _>(players.clone())
        .sql(", player_id) - 1)::smallint");
    diesel::update(game_seats::table.filter(game_seats::game_id.eq(game.0)))
        .filter(game_seats::player_id.eq_any(players))
        .set(game_seats::seat.eq(seat))
        .prepared()
        .run(connection)
        .await
}

/// Returns the unfinished games in which a player has a seat, the oldest first, after `after`.
pub async fn unfinished(
    connection: &mut Postgres,
    player: PlayerId,
    after: Option<GameId>,
    limit: i64,
) -> Result<Vec<(GameId, Status)>, Failure> {
    let mut query = game_seats::table
        .inner_join(games::table.on(games::id.eq(game_seats::game_id)))
        .filter(game_seats::player_id.eq(player.0))
        .filter(sql::<Bool>(OPEN_SEATS))
        .filter(games::status.eq_any([Status::Waiting.name(), Status::Active.name()]))
        .select((games::id, games::status))
        .order(game_seats::game_id)
        .limit(limit)
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(game_seats::game_id.gt(after.0));
    }
    let rows: Vec<(Uuid, String)> = query.load(connection).await?;
    let known = |(id, status): (Uuid, String)| Some((GameId(id), Status::named(&status)?));
    rows.into_iter().map(|row| known(row).ok_or_else(|| unreadable("an unfinished game"))).collect()
}
