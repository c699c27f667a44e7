//! The write of many turns: the rows of several games and their new log entries, in one statement and one commit.
//!
//! Each turn is stored or refused by its own version and premise. The statement has no columns for a result, so it stores only
//! turns after which the game goes on. This module does not decide which turns are written together.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Binary, Integer, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::advance::{Advance, count};
use super::entry_columns::EntryColumns;
use crate::counters::Counters;
use crate::engine::seat::SEATS_MAX;
use crate::model::game::GameId;
use crate::store::Failure;

/// Stores changes of different games and returns the games whose change is stored, with the time on the new entries. A change
/// that does not [go on](Advance::goes_on) is not stored.
///
/// The rows are written in the order of `changes`. Sort them by id: then two servers that write to the same games wait for
/// each other and cannot deadlock.
///
/// # Errors
/// If the database fails. After [`Failure::Away`] only the log shows what is stored. After any other failure nothing is.
pub async fn advance_many(
    mut connection: &AsyncPgConnection,
    changes: &[&Advance],
) -> Result<Vec<(GameId, DateTime<Utc>)>, Failure> {
    let stored: Vec<(Uuid, DateTime<Utc>)> = Statement::of(changes).load(&mut connection).await?;
    Counters::shared().turn_batches.inc();
    Counters::shared().turns_in_batches.inc_by(changes.len() as u64);
    let stored: Vec<_> = stored.into_iter().map(|(id, at)| (GameId(id), at)).collect();
    for change in changes.iter().filter(|change| stored.iter().any(|(id, _)| *id == change.id)) {
        count(change);
    }
    Ok(stored)
}

/// The statement: a list for each column. It is written by hand, and prepared once for each connection.
#[derive(QueryId, Default)]
struct Statement {
    ids: Vec<Uuid>,
    befores: Vec<i32>,
    afters: Vec<i32>,
    snapshots: Vec<Option<Vec<u8>>>,
    premises: Vec<Option<Vec<u8>>>,
    sessions: Vec<Option<Uuid>>,
    owners: Vec<Option<Uuid>>,
    players: [Vec<Option<Uuid>>; SEATS_MAX],
    /// The game of each entry.
    games: Vec<Uuid>,
    entries: EntryColumns,
}

impl Statement {
    fn of(changes: &[&Advance]) -> Statement {
        let mut statement = Statement::default();
        for change in changes.iter().filter(|change| change.goes_on()) {
            statement.push(change);
        }
        statement
    }

    fn push(&mut self, change: &Advance) {
        self.ids.push(change.id.0);
        self.befores.push(change.from.0.cast_signed());
        self.afters.push(change.to().0.cast_signed());
        self.snapshots.push(change.snapshot.clone());
        let condition = change.condition.as_ref();
        self.premises.push(condition.and_then(|condition| condition.snapshot.clone()));
        self.sessions.push(condition.map(|condition| condition.session));
        self.owners.push(condition.map(|condition| condition.owner));
        for (place, players) in self.players.iter_mut().enumerate() {
            players.push(condition.and_then(|condition| condition.players.get(place).copied()));
        }
        self.games.extend(change.entries.iter().map(|_| change.id.0));
        self.entries.push(change.from, &change.entries);
    }
}

impl Query for Statement {
    type SqlType = (SqlUuid, Timestamptz);
}

/// The planner would check the premise twice for each turn if it were an `OR`, and would look for a session among all of its
/// owner's if the owner were compared with `=`.
impl QueryFragment<Pg> for Statement {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "WITH game AS (UPDATE games g SET version = turn.after, snapshot = turn.snapshot, abort_agreed = '{}', \
             updated_at = now() FROM unnest(",
        );
        out.push_bind_param::<Array<SqlUuid>, _>(&self.ids)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Integer>, _>(&self.befores)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Integer>, _>(&self.afters)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Binary>>, _>(&self.snapshots)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Binary>>, _>(&self.premises)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<SqlUuid>>, _>(&self.sessions)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<SqlUuid>>, _>(&self.owners)?;
        for players in &self.players {
            out.push_sql(", ");
            out.push_bind_param::<Array<Nullable<SqlUuid>>, _>(players)?;
        }
        out.push_sql(
            ") AS turn (id, before, after, snapshot, premise, session, owner, a, b, c, d) \
             WHERE g.id = turn.id AND g.version = turn.before AND g.status = 'active' \
             AND CASE WHEN turn.session IS NULL THEN true ELSE g.snapshot = coalesce(turn.premise, g.snapshot) \
             AND EXISTS (SELECT FROM sessions s WHERE s.id = turn.session \
             AND s.player_id IS NOT DISTINCT FROM turn.owner AND s.revoked_at IS NULL \
             AND (s.expires_at IS NULL OR s.expires_at > now())) \
             AND NOT EXISTS (SELECT FROM players p \
             WHERE p.erased_at IS NOT NULL AND p.id = ANY (ARRAY[turn.a, turn.b, turn.c, turn.d])) END \
             RETURNING g.id), logged AS (INSERT INTO game_log (game_id, seq, seat, by, kind, action) \
             SELECT entry.* FROM unnest(",
        );
        out.push_bind_param::<Array<SqlUuid>, _>(&self.games)?;
        out.push_sql(", ");
        self.entries.walk_ast(out.reborrow())?;
        out.push_sql(
            ") AS entry (game_id, seq, seat, by, kind, action) JOIN game ON game.id = entry.game_id) \
             SELECT game.id, now() FROM game",
        );
        Ok(())
    }
}
