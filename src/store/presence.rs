//! Who is connected: the servers that run, and the players who follow their games on each.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use diesel::dsl::sql;
use diesel::pg::data_types::PgInterval;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::by_hand::interval;
use super::schema::{presence, presence_nodes};
use super::{Failure, Postgres};
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;

/// The maximum number of rows in one statement, which has a limited number of parameters.
const ROWS_MAX: usize = 10_000;

/// Records that a server runs, for at least this long. Returns false if the server was not known any more:
/// then its rows are gone too.
pub async fn keep_alive(connection: &mut Postgres, node: Uuid, life: Duration) -> Result<bool, Failure> {
    let expires_at =
        || sql::<Timestamptz>("clock_timestamp() + ").bind::<Interval, PgInterval>(interval(life));
    let keeping =
        diesel::update(presence_nodes::table.find(node)).set(presence_nodes::expires_at.eq(expires_at()));
    let kept = keeping.prepared().execute(connection).await?;
    if kept == 0 {
        diesel::insert_into(presence_nodes::table)
            .values((presence_nodes::node.eq(node), presence_nodes::expires_at.eq(expires_at())))
            .on_conflict_do_nothing()
            .execute(connection)
            .await?;
        // A server that comes removes those that died.
        diesel::delete(
            presence_nodes::table.filter(sql::<Bool>("expires_at < clock_timestamp() - interval '1 minute'")),
        )
        .execute(connection)
        .await?;
    }
    Ok(kept > 0)
}

/// Records that players have come to their games on a server.
pub async fn come(
    connection: &mut Postgres,
    node: Uuid,
    players: &[(GameId, PlayerId)],
) -> Result<(), Failure> {
    for some in players.chunks(ROWS_MAX) {
        let row = |(game, player): &(GameId, PlayerId)| {
            (presence::node.eq(node), presence::game_id.eq(game.0), presence::player_id.eq(player.0))
        };
        let rows: Vec<_> = some.iter().map(row).collect();
        diesel::insert_into(presence::table)
            .values(rows)
            .on_conflict_do_nothing()
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Records that players have left their games on a server.
pub async fn go(
    connection: &mut Postgres,
    node: Uuid,
    players: &[(GameId, PlayerId)],
) -> Result<(), Failure> {
    for (game, player) in players {
        diesel::delete(presence::table.find((game.0, player.0, node))).execute(connection).await?;
    }
    Ok(())
}

/// Records that a server stops: nobody is connected to it.
pub async fn stop(connection: &mut Postgres, node: Uuid) -> Result<(), Failure> {
    diesel::delete(presence_nodes::table.find(node)).run(connection).await
}

/// Returns the players who are connected to their games on other servers that run; none if no other server
/// runs. Their number is limited by the number of connections to these servers.
pub async fn elsewhere(
    connection: &mut Postgres,
    node: Uuid,
) -> Result<Option<HashMap<GameId, BTreeSet<PlayerId>>>, Failure> {
    let found = presence_nodes::table
        .left_join(presence::table)
        .filter(presence_nodes::node.ne(node))
        .filter(sql::<Bool>("presence_nodes.expires_at > clock_timestamp()"))
        .select((presence::game_id.nullable(), presence::player_id.nullable()));
    let rows: Vec<(Option<Uuid>, Option<Uuid>)> = found.prepared().load(connection).await?;
    // A server without players has a row too.
    if rows.is_empty() {
        return Ok(None);
    }
    let mut players: HashMap<GameId, BTreeSet<PlayerId>> = HashMap::new();
    for (game, player) in rows.into_iter().filter_map(|(game, player)| game.zip(player)) {
        players.entry(GameId(game)).or_default().insert(PlayerId(player));
    }
    Ok(Some(players))
}
