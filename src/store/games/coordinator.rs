//! What plain tables say about games, for the statements that workers run where games are sharded: a worker
//! has neither plain tables nor a clock that all share. Also the names of players, which workers do not know.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::AstPass;
use diesel::sql_types::{Bool, Nullable, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::{bind, push_sql, row};
use crate::database::sharding::{Placement, placement};
use crate::schema::players;
use crate::{Failure, Postgres};
use lapidary_model::auth::PlayerId;

row! {
    /// The time of the coordinator, and what it knows of deals and blocks.
    #[derive(Clone)]
    pub(super) struct CoordinatorFacts {
        now: DateTime<Utc>,
        /// The shared deals that are not revealed.
        sealed: Vec<Uuid>,
        /// Whom a player has blocked.
        blocked: Vec<Uuid>,
        /// All bots, if they are asked for.
        bots: Vec<Uuid>,
    }
}

impl CoordinatorFacts {
    /// Reads them, with the players whom one has blocked and, if `with_bots`, all bots. On one node it reads
    /// nothing, because the statements do it themselves.
    pub(super) async fn read_if_sharded(
        connection: &mut Postgres,
        blocker: Option<PlayerId>,
        with_bots: bool,
    ) -> Result<Option<CoordinatorFacts>, Failure> {
        if placement() == Placement::OneNode {
            return Ok(None);
        }
        let beside = diesel::sql_query(
            "SELECT now() AS now, ARRAY(SELECT d.id FROM shared_deals d WHERE d.revealed_at IS NULL) AS sealed, \
             ARRAY(SELECT b.blocked_id FROM blocks b WHERE b.blocker_id = $1) AS blocked, \
             ARRAY(SELECT p.id FROM players p WHERE p.bot AND $2) AS bots",
        );
        let beside =
            beside.bind::<Nullable<SqlUuid>, _>(blocker.map(|player| player.0)).bind::<Bool, _>(with_bots);
        Ok(Some(beside.get_result(connection).await?))
    }

    /// Adds the time.
    pub(super) fn push_now<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        bind(out, &self.now)
    }

    /// Adds the list of the deals that are not revealed.
    pub(super) fn push_sealed<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        bind(out, &self.sealed)
    }

    /// Adds the list of all bots.
    pub(super) fn push_bots<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        bind(out, &self.bots)
    }

    /// Adds the condition that the creator of the game `g` is not blocked.
    pub(super) fn push_reachable<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(out, " AND g.creator_id <> ALL (", bind(self.blocked), ")");
        Ok(())
    }
}

/// Returns the names of these players, and whether they are bots.
pub(super) async fn names_of(
    connection: &mut Postgres,
    players: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, (Option<String>, bool)>, Failure> {
    let mut ids: Vec<Uuid> = players.collect();
    ids.sort_unstable();
    ids.dedup();
    let named: Vec<(Uuid, (Option<String>, bool))> = players::table
        .filter(players::id.eq_any(ids))
        .select((players::id, (players::username, players::bot)))
        .load(connection)
        .await?;
    Ok(named.into_iter().collect())
}
