//! Asks for many games in one statement whether they are still as a server remembers them.
//!
//! It does not decide who may see a game, nor which games are asked for together.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::push_sql;
use crate::writer_column::Xid;
use crate::{Failure, Postgres};
use lapidary_engine::seat::SEATS_MAX;
use lapidary_model::auth::Identity;
use lapidary_model::counters::Counters;
use lapidary_model::game::GameId;
use lapidary_model::player::Occupant;
use lapidary_model::stamp::{Stamp, Writer};

/// A game as it is remembered, and for whom it is read.
#[derive(Debug, Clone, Copy)]
pub struct Remembered {
    pub(super) game: Uuid,
    pub(super) stamp: Stamp,
    /// The session and its owner; none for a read without a token.
    pub(super) caller: Option<(Uuid, Uuid)>,
    /// The players whose names are remembered.
    named: [Option<Uuid>; SEATS_MAX],
}

impl Remembered {
    /// The game with this id and these players, which has this stamp, for this caller.
    pub fn new(id: GameId, stamp: Stamp, occupants: &[Occupant], caller: Option<&Identity>) -> Remembered {
        let mut named = [None; SEATS_MAX];
        for (place, occupant) in named.iter_mut().zip(occupants) {
            *place = occupant.username.as_ref().map(|_| occupant.player.0);
        }
        let caller = caller.map(|caller| (caller.session.0, caller.player.0));
        Remembered { game: id.0, stamp, caller, named }
    }

    /// Returns the ids that must not have ended: of the session, and of the players.
    pub(super) fn proofs(&self) -> impl Iterator<Item = Uuid> {
        let session = self.caller.map(|(session, _)| session);
        session.into_iter().chain(self.named.into_iter().flatten())
    }

    /// Returns the id of the game.
    pub(super) fn id(&self) -> GameId {
        GameId(self.game)
    }
}

/// Returns for each remembered game, in the same order, whether it is confirmed: the game and its clocks have
/// the stamp, no player whose name is remembered was erased, and the session of the caller is open and
/// belongs to the caller.
pub async fn confirm(connection: &mut Postgres, remembered: &[Remembered]) -> Result<Vec<bool>, Failure> {
    let facts = StoredFacts(ConfirmMany::of(remembered).load(connection).await?);
    let confirmed: Vec<bool> = remembered.iter().map(|game| facts.confirm(game)).collect();
    Counters::shared().reads_confirmed.inc_by(confirmed.iter().filter(|is_same| **is_same).count() as u64);
    Ok(confirmed)
}

/// A row of the statement: an id, the transaction that wrote a row about it, and what else is known of it.
///
/// | of | id | writer | time | owner |
/// |---|---|---|---|---|
/// | a game | its id | its writer | of the last change | |
/// | the clocks of a game | the id of the game | their writer | | |
/// | an open session | its id | | | its player |
/// | an erased player | their id | | | |
type Fact = (Uuid, Option<Writer>, Option<DateTime<Utc>>, Option<Uuid>);

/// What is stored about some games, sessions and players. Their ids differ, as all ids do.
struct StoredFacts(Vec<Fact>);

impl StoredFacts {
    fn confirm(&self, remembered: &Remembered) -> bool {
        let Remembered { game, stamp, caller, named } = *remembered;
        let is_same = self.has((game, Some(stamp.game), Some(stamp.updated_at), None));
        let has_clocks = stamp.clocks.is_none_or(|clocks| self.has((game, Some(clocks), None, None)));
        let is_open = caller.is_none_or(|(session, owner)| self.has((session, None, None, Some(owner))));
        let is_erased = |player: Uuid| self.has((player, None, None, None));
        is_same && has_clocks && is_open && !named.into_iter().flatten().any(is_erased)
    }

    fn has(&self, fact: Fact) -> bool {
        self.0.contains(&fact)
    }
}

/// The statement: lists of ids. It is written by hand, and prepared once for each connection.
///
/// Each part is a scan of one index. A statement that joins the tables for each game was measured too: for
/// eight games it took PostgreSQL half as long again.
#[derive(QueryId, Default)]
struct ConfirmMany {
    games: Vec<Uuid>,
    clocks: Vec<Uuid>,
    sessions: Vec<Uuid>,
    players: Vec<Uuid>,
}

impl ConfirmMany {
    fn of(remembered: &[Remembered]) -> ConfirmMany {
        let mut statement = ConfirmMany::default();
        for game in remembered {
            statement.games.push(game.game);
            statement.clocks.extend(game.stamp.clocks.map(|_| game.game));
            statement.sessions.extend(game.caller.map(|(session, _)| session));
            statement.players.extend(game.named.into_iter().flatten());
        }
        for ids in
            [&mut statement.games, &mut statement.clocks, &mut statement.sessions, &mut statement.players]
        {
            ids.sort_unstable();
            ids.dedup();
        }
        statement
    }
}

impl Query for ConfirmMany {
    type SqlType = (SqlUuid, Nullable<Xid>, Nullable<Timestamptz>, Nullable<SqlUuid>);
}

impl QueryFragment<Pg> for ConfirmMany {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT id, xmin, updated_at, NULL::uuid FROM games WHERE id = ANY (",
            bind(self.games),
            ") UNION ALL SELECT game_id, xmin, NULL::timestamptz, NULL::uuid FROM game_clocks WHERE game_id = ANY (",
            bind(self.clocks),
            ") UNION ALL SELECT id, NULL::xid, NULL::timestamptz, player_id FROM sessions \
             WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AND id = ANY (",
            bind(self.sessions),
            ") UNION ALL SELECT id, NULL::xid, NULL::timestamptz, NULL::uuid FROM players \
             WHERE erased_at IS NOT NULL AND id = ANY (",
            bind(self.players),
            ")",
        );
        Ok(())
    }
}
