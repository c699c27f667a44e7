//! Aborting many games in one statement.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::Timestamptz;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::advance::{Advance, Appended, advance, count};
use super::entry_columns::EntryColumns;
use crate::Failure;
use crate::by_hand::push_sql;
use crate::database::sharding::{Placement, placement};

/// Stores changes that abort different games, whose rows the caller has locked. If one of the games has
/// another version, it is a conflict, and the transaction must not be committed.
pub async fn abort_many(
    mut connection: &AsyncPgConnection,
    changes: &[Advance],
) -> Result<Appended, Failure> {
    if placement() == Placement::Sharded {
        let mut stored = Appended::Conflict;
        for change in changes {
            stored = advance(connection, change).await?;
            if stored == Appended::Conflict {
                break;
            }
        }
        return Ok(stored);
    }
    let times: Vec<DateTime<Utc>> = AbortMany::of(changes).load(&mut connection).await?;
    match times.as_slice() {
        [at, ..] if times.len() == changes.len() => {
            changes.iter().for_each(count);
            Ok(Appended::At(*at, None))
        }
        _ => Ok(Appended::Conflict),
    }
}

/// The statement: a list for each column. It is written by hand, and prepared once for each connection.
#[derive(QueryId, Default)]
struct AbortMany {
    ids: Vec<Uuid>,
    befores: Vec<i32>,
    afters: Vec<i32>,
    entries: EntryColumns,
}

impl AbortMany {
    /// Each change has one entry, which aborts the game.
    fn of(changes: &[Advance]) -> AbortMany {
        let mut statement = AbortMany::default();
        for change in changes {
            statement.ids.push(change.id.0);
            statement.befores.push(change.from.0.cast_signed());
            statement.afters.push(change.to().0.cast_signed());
            statement.entries.push(change.from, &change.entries);
        }
        statement
    }
}

impl Query for AbortMany {
    type SqlType = Timestamptz;
}

impl QueryFragment<Pg> for AbortMany {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "WITH game AS (UPDATE games g SET version = change.after, status = 'aborted', abort_agreed = '{}', \
             updated_at = now() FROM unnest(",
            bind(self.ids),
            ", ",
            bind(self.befores),
            ", ",
            bind(self.afters),
            ") AS change (id, before, after) WHERE g.id = change.id AND g.version = change.before \
             AND g.status IN ('waiting', 'active') RETURNING g.id), \
             marked AS (UPDATE game_seats s SET over = true FROM game WHERE s.game_id = game.id) \
             INSERT INTO game_log (game_id, seq, seat, by, kind, action) SELECT entry.* FROM unnest(",
            bind(self.ids),
            ", ",
        );
        self.entries.walk_ast(out.reborrow())?;
        out.push_sql(
            ") AS entry (game_id, seq, seat, by, kind, action) JOIN game ON game.id = entry.game_id RETURNING at",
        );
        Ok(())
    }
}
