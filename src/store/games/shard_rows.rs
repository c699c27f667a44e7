//! What a list shows of a game, in two steps where games are sharded: workers know the players by their ids,
//! the coordinator knows their names.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::AstPass;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::AsyncPgConnection;
use uuid::Uuid;

use super::beside::names_of;
use super::list::{ClockRow, Row, StateRow};
use super::load::{PlayersRow, TermsRow};
use crate::Failure;
use crate::by_hand::{Column, Sql, push_sql};

/// The columns that [`push_shard_columns`] adds.
#[derive(Queryable)]
pub(super) struct ShardRow {
    id: Uuid,
    terms: TermsRow,
    state: StateRow,
    players: Vec<Uuid>,
    clock: ClockRow,
}

impl Column for ShardRow {
    type Sql = (SqlUuid, Sql<TermsRow>, Sql<StateRow>, Sql<Vec<Uuid>>, Sql<ClockRow>);
}

/// Where games are sharded: adds what the workers read of the game `g`, with the players in the order of
/// their seats.
pub(super) fn push_shard_columns(out: &mut AstPass<'_, '_, Pg>) {
    push_sql!(out, "g.id, ", TermsRow::COLUMNS, ", ", StateRow::COLUMNS);
    out.push_sql(
        ", (SELECT coalesce(array_agg(s.player_id ORDER BY s.seat, s.join_order), '{}') FROM game_seats s \
         WHERE s.game_id = g.id), ",
    );
    out.push_sql(ClockRow::COLUMNS);
}

/// Where games are sharded: adds the names of the players, which the coordinator knows, to rows of workers.
pub(super) async fn named(
    connection: &mut AsyncPgConnection,
    rows: Vec<ShardRow>,
) -> Result<Vec<Row>, Failure> {
    let known = names_of(connection, rows.iter().flat_map(|row| row.players.iter().copied())).await?;
    let named = |ShardRow { id, terms, state, players: ids, clock }: ShardRow| {
        let (names, bots) = ids.iter().map(|player| known.get(player).cloned().unwrap_or_default()).unzip();
        Row { id, terms, state, players: PlayersRow { ids, names, bots }, clock }
    };
    Ok(rows.into_iter().map(named).collect())
}
