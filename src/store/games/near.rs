//! Where games are sharded: a turn, and reads of a game, on a connection to the worker that has the game.
//! With clocks, the turn is part of a transaction there.
//!
//! A worker has no sessions and no players; it knows which of them have ended. So the coordinator is asked
//! once whether a session is open, and that is remembered: the worker says in each statement whether the
//! session has ended since. A remembered game that is unchanged needs nothing of the coordinator.
//!
//! The functions are in `database/near.sql`.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Nullable, Timestamptz};
use diesel_async::RunQueryDsl;
use quick_cache::sync::Cache;
use uuid::Uuid;

use super::advance::{Advance, Appended, Condition, Position, count};
use super::confirm::Remembered;
use super::entry_columns::EntryColumns;
use crate::by_hand::push_sql;
use crate::database::sharding::{Placement, placement};
use crate::writer_column::Xid;
use crate::{Connection, Failure, Pool, Postgres, sessions};
use lapidary_model::auth::{PlayerId, SessionId};
use lapidary_model::counters::Counters;
use lapidary_model::game::Status;
use lapidary_model::stamp::{Stamp, Writer};

/// How many open sessions are remembered.
const SESSIONS_MAX: usize = 65_536;
/// How long a session is remembered to be open. The workers know for much longer that it has ended.
const OPEN_FOR_MAX: Duration = Duration::from_secs(3_600);

/// The sessions that the coordinator knew to be open, with their owners, and until when they are remembered.
/// Only the workers know that one of them has ended since.
struct OpenSessions(Cache<Uuid, (Uuid, Instant)>);

/// Those of this process.
static OPEN_SESSIONS: LazyLock<OpenSessions> = LazyLock::new(|| OpenSessions(Cache::new(SESSIONS_MAX)));

impl OpenSessions {
    fn has(&self, session: Uuid, owner: Uuid) -> bool {
        self.0.get(&session).is_some_and(|(player, until)| player == owner && Instant::now() < until)
    }
}

/// Returns whether the session was open when the coordinator was asked, now or lately.
async fn is_open(pool: &Pool, session: Uuid, owner: Uuid) -> Result<bool, Failure> {
    if OPEN_SESSIONS.has(session, owner) {
        return Ok(true);
    }
    let asked_at = Instant::now();
    let mut connection = pool.get().await?;
    let left = sessions::open_for(&mut connection, SessionId(session), PlayerId(owner)).await?;
    if let Some(left) = left {
        OPEN_SESSIONS.0.insert(session, (owner, asked_at + left.min(OPEN_FOR_MAX)));
    }
    Ok(left.is_some())
}

/// Borrows a connection to the worker of a game, for a change that the worker can store by itself: its game
/// goes on, and the session of the caller was open lately. None for other changes, which the coordinator
/// leads, and on one node.
pub async fn worker_for(pool: &Pool, change: &Advance) -> Result<Option<Connection>, Failure> {
    if placement() == Placement::OneNode || change.status != Status::Active || change.snapshot.is_none() {
        return Ok(None);
    }
    match change.condition {
        Some(Condition { session, owner, .. }) if !is_open(pool, session, owner).await? => Ok(None),
        _ => pool.near(change.id).await.map(Some),
    }
}

/// Stores a change on a connection of [`worker_for`], if the premise holds; with the stamp of the game after
/// it. [`Failure::Contended`] also says that the session or an account has ended, or that the worker lacks
/// the function: the coordinator decides. After [`Failure::Away`] only the log shows whether the change is
/// stored.
pub async fn advance_on_worker(mut worker: &Postgres, change: &Advance) -> Result<Appended, Failure> {
    // PostgreSQL sends the row before it commits, and a `get_result` would end with the row.
    let here = PlayNear::<true>::of(change).load(&mut worker).await;
    let mut stored: Vec<StoredAt> = here.map_err(Failure::of_worker)?;
    if let [(None, _)] = stored.as_slice() {
        let passed_on = PlayNear::<false>::of(change).load(&mut worker).await;
        stored = passed_on.map_err(Failure::of_worker)?;
    }
    let [(Some(updated_at), Some(game)), ..] = stored[..] else { return Ok(Appended::Conflict) };
    count(change);
    Ok(Appended::At(updated_at, Some(Stamp { game, updated_at, clocks: None })))
}

/// Returns whether a remembered game is confirmed by the worker that has it, as
/// [`confirm`](super::confirm()) does on one node. False there, and if the worker lacks the function.
pub async fn confirm_near(pool: &Pool, remembered: &Remembered) -> Result<bool, Failure> {
    if placement() == Placement::OneNode {
        return Ok(false);
    }
    if let Some((session, owner)) = remembered.caller
        && !is_open(pool, session, owner).await?
    {
        return Ok(false);
    }
    let stamp = remembered.stamp;
    let stored = match recognize(&*pool.near(remembered.id()).await?, remembered).await {
        Err(Failure::Contended(_)) => return Ok(false),
        stored => stored?,
    };
    let is_same = stored == Some((Some(stamp.game), Some(stamp.updated_at), stamp.clocks));
    Counters::shared().reads_confirmed.inc_by(is_same.into());
    Ok(is_same)
}

/// Returns how the worker knows a remembered game.
async fn recognize(mut worker: &Postgres, remembered: &Remembered) -> Result<Option<Recognized>, Failure> {
    let here = RecognizeGame::<true>::of(remembered).get_result(&mut worker).await.optional();
    let stored: Option<Recognized> = here.map_err(Failure::of_worker)?;
    if let Some((None, ..)) = stored {
        let passed_on = RecognizeGame::<false>::of(remembered).get_result(&mut worker).await.optional();
        return passed_on.map_err(Failure::of_worker);
    }
    Ok(stored)
}

/// When a turn was stored, and by which transaction; nulls if `HERE` and the node does not have the shard.
type StoredAt = (Option<DateTime<Utc>>, Option<Writer>);
/// Who changed a game last and when, and who its clocks; nulls in the same case.
type Recognized = (Option<Writer>, Option<DateTime<Utc>>, Option<Writer>);

/// The call of the function that stores a turn; its text is always the same. `HERE` is the function of the
/// shard of the node alone, which is asked first.
#[derive(QueryId)]
struct PlayNear<const HERE: bool> {
    game: Uuid,
    from: i32,
    to: i32,
    position_before: Option<Vec<u8>>,
    position_after: Option<Vec<u8>>,
    writer_before: Option<Writer>,
    changed_before: Option<DateTime<Utc>>,
    proofs: Vec<Uuid>,
    entries: EntryColumns,
}

impl<const HERE: bool> PlayNear<HERE> {
    fn of(change: &Advance) -> Self {
        let mut entries = EntryColumns::default();
        entries.push(change.from, &change.entries);
        let condition = change.condition.as_ref();
        let (stamp, position_before) = match condition.map(|condition| &condition.judged) {
            Some(Position::Stamped(stamp)) => (Some(stamp), None),
            Some(Position::At(snapshot)) => (None, Some(snapshot.clone())),
            Some(Position::Loaded) | None => (None, None),
        };
        PlayNear {
            game: change.id.0,
            from: change.from.0.cast_signed(),
            to: change.to().0.cast_signed(),
            position_before,
            position_after: change.snapshot.clone(),
            writer_before: stamp.map(|stamp| stamp.game),
            changed_before: stamp.map(|stamp| stamp.updated_at),
            proofs: change.proofs(),
            entries,
        }
    }
}

impl<const HERE: bool> Query for PlayNear<HERE> {
    type SqlType = (Nullable<Timestamptz>, Nullable<Xid>);
}

impl<const HERE: bool> QueryFragment<Pg> for PlayNear<HERE> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT stored_at, stored_by FROM play_turn",
            if HERE { "_here(" } else { "(" },
            bind(self.game, self.from, self.to, self.position_before),
            ", ",
            bind(self.position_after, self.writer_before, self.changed_before, self.proofs),
            ", ",
        );
        self.entries.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}

/// The call of the function that recognizes a game, as [`PlayNear`].
#[derive(QueryId)]
struct RecognizeGame<const HERE: bool> {
    game: Uuid,
    has_clocks: bool,
    proofs: Vec<Uuid>,
}

impl<const HERE: bool> RecognizeGame<HERE> {
    fn of(remembered: &Remembered) -> Self {
        let has_clocks = remembered.stamp.clocks.is_some();
        RecognizeGame { game: remembered.game, has_clocks, proofs: remembered.proofs().collect() }
    }
}

impl<const HERE: bool> Query for RecognizeGame<HERE> {
    type SqlType = (Nullable<Xid>, Nullable<Timestamptz>, Nullable<Xid>);
}

impl<const HERE: bool> QueryFragment<Pg> for RecognizeGame<HERE> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT changed_by, changed_at, clocks_by FROM recognize_game",
            if HERE { "_here(" } else { "(" },
            bind(self.game, self.has_clocks, self.proofs),
            ")",
        );
        Ok(())
    }
}
