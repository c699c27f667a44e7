//! The write of many turns: the rows of several games and their new log entries, in one statement and one
//! commit.
//!
//! Each turn is stored or refused by its own version and premise. The statement has no columns for a result,
//! so it stores only turns after which the game goes on. This module does not decide which turns are written
//! together.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::advance::{Advance, Condition, Position, count};
use super::entry_columns::EntryColumns;
use crate::by_hand::push_sql;
use crate::writer_column::Xid;
use crate::{Failure, Postgres};
use lapidary_model::counters::Counters;
use lapidary_model::game::GameId;
use lapidary_model::stamp::{Stamp, Writer};

/// Stores changes of different games and returns the games whose change is stored, with the stamp of each;
/// its time is on the new entries. A change that [cannot share](Advance::can_share) a statement is not
/// stored.
///
/// The rows are written in the order of `changes`. Sort them by id: then two servers that write to the same
/// games wait for each other and cannot deadlock. After [`Failure::Away`] only the log shows what is stored;
/// after any other failure nothing is.
pub async fn advance_many(
    mut connection: &Postgres,
    changes: &[&Advance],
) -> Result<Vec<(GameId, Stamp)>, Failure> {
    let stored: Vec<(Uuid, Writer, DateTime<Utc>)> = AdvanceMany::of(changes).load(&mut connection).await?;
    Counters::shared().turn_batches.inc();
    Counters::shared().turns_in_batches.inc_by(changes.len() as u64);
    let stamped = |(id, game, updated_at)| (GameId(id), Stamp { game, updated_at, clocks: None });
    let stored: Vec<_> = stored.into_iter().map(stamped).collect();
    for change in changes.iter().filter(|change| stored.iter().any(|(id, _)| *id == change.id)) {
        count(change);
    }
    Ok(stored)
}

/// The statement: a list for each column. It is written by hand, and prepared once for each connection.
#[derive(QueryId, Default)]
struct AdvanceMany {
    ids: Vec<Uuid>,
    befores: Vec<i32>,
    afters: Vec<i32>,
    snapshots: Vec<Option<Vec<u8>>>,
    writers: Vec<Option<Writer>>,
    times: Vec<Option<DateTime<Utc>>>,
    sessions: Vec<Uuid>,
    owners: Vec<Uuid>,
    /// The players whose names are remembered.
    named: Vec<Uuid>,
    /// The game of each entry.
    games: Vec<Uuid>,
    entries: EntryColumns,
}

impl AdvanceMany {
    fn of(changes: &[&Advance]) -> AdvanceMany {
        let mut statement = AdvanceMany::default();
        for change in changes.iter().filter(|change| change.can_share()) {
            statement.push(change);
        }
        statement
    }

    fn push(&mut self, change: &Advance) {
        let Some(Condition { judged, session, owner, players }) = &change.condition else { return };
        let stamp = match judged {
            Position::Stamped(stamp) => Some(stamp),
            Position::Loaded | Position::At(_) => None,
        };
        self.ids.push(change.id.0);
        self.befores.push(change.from.0.cast_signed());
        self.afters.push(change.to().0.cast_signed());
        self.snapshots.push(change.snapshot.clone());
        self.writers.push(stamp.map(|stamp| stamp.game));
        self.times.push(stamp.map(|stamp| stamp.updated_at));
        self.sessions.push(*session);
        self.owners.push(*owner);
        self.named.extend(players);
        self.games.extend(change.entries.iter().map(|_| change.id.0));
        self.entries.push(change.from, &change.entries);
    }
}

impl Query for AdvanceMany {
    type SqlType = (SqlUuid, Xid, Timestamptz);
}

/// If the owner were compared with `=`, the planner would look for a session among all of its owner's;
/// without the limit, it might read all sessions.
///
/// One look for erased players is enough for all turns: if it finds one, none of the turns is stored, and
/// each is tried alone.
impl QueryFragment<Pg> for AdvanceMany {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "WITH game AS (UPDATE games g SET version = turn.after, snapshot = turn.snapshot, abort_agreed = '{}', \
             updated_at = now() FROM unnest(",
            bind(self.ids, self.befores, self.afters, self.snapshots),
            ", ",
            bind(self.writers, self.times, self.sessions, self.owners),
            ") AS turn (id, before, after, snapshot, writer, time, session, owner) \
             CROSS JOIN LATERAL (SELECT FROM sessions WHERE id = turn.session \
             AND player_id IS NOT DISTINCT FROM turn.owner AND revoked_at IS NULL \
             AND (expires_at IS NULL OR expires_at > now()) LIMIT 1) AS open \
             WHERE g.id = turn.id AND g.version = turn.before AND g.status = 'active' \
             AND g.xmin = coalesce(turn.writer, g.xmin) AND g.updated_at = coalesce(turn.time, g.updated_at) \
             AND NOT EXISTS (SELECT FROM players p WHERE p.erased_at IS NOT NULL AND p.id = ANY (",
            bind(self.named),
            ")) RETURNING g.id, g.xmin AS writer), logged AS (INSERT INTO game_log (game_id, seq, seat, by, kind, action) \
             SELECT entry.* FROM unnest(",
            bind(self.games),
            ", ",
        );
        self.entries.walk_ast(out.reborrow())?;
        out.push_sql(
            ") AS entry (game_id, seq, seat, by, kind, action) JOIN game ON game.id = entry.game_id) \
             SELECT game.id, game.writer, now() FROM game",
        );
        Ok(())
    }
}
