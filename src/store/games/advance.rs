//! The write of every turn: the row of a game and its new log entries, in one statement.
//!
//! Standing alone, the statement is a transaction of its own: the game never moves without its log, nor the log without its game.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Binary, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::auth::Identity;
use crate::counters::Counters;
use crate::engine::game::Game;
use crate::engine::outcome::Outcome;
use crate::model::game::{GameId, Status, Version};
use crate::model::log::{Author, Kind, NewEntry};
use crate::model::player::Occupant;
use crate::store::Failure;
use crate::store::schema::games;

/// How a game ends with the entries that are added.
pub enum Ending {
    /// It goes on.
    None,
    /// It was played to its end.
    Finished(Outcome),
    /// It was aborted.
    Aborted,
}

/// What changes a game.
pub struct Advance<'a> {
    /// The game.
    pub id: GameId,
    /// The version it must have, else nothing happens.
    pub from: Version,
    /// The position afterwards; none for a game that never started.
    pub game: Option<&'a Game>,
    /// Whether it ends.
    pub ending: Ending,
    /// The entries that are added.
    pub entries: &'a [NewEntry],
}

impl Advance<'_> {
    /// Where the game stands afterwards.
    pub const fn status(&self) -> Status {
        match self.ending {
            Ending::None => Status::Active,
            Ending::Finished(_) => Status::Finished,
            Ending::Aborted => Status::Aborted,
        }
    }
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It is stored, with this time on every entry.
    At(DateTime<Utc>),
    /// The game does not have that version any more, and nothing happened.
    Conflict,
}

/// Stores a change, if the game still has the version it was made for.
///
/// # Errors
///
/// When the database gives no answer: whether the change is stored is then told by the log alone.
pub async fn advance(connection: &mut AsyncPgConnection, change: &Advance<'_>) -> Result<Appended, Failure> {
    let stamps: Vec<DateTime<Utc>> = Statement::on(Unconditional, change).load(connection).await?;
    Ok(appended(change, stamps))
}

/// Returns what became of the change, and counts it if it is stored.
fn appended(change: &Advance<'_>, stamps: Vec<DateTime<Utc>>) -> Appended {
    let Some(at) = stamps.into_iter().next() else { return Appended::Conflict };
    let counters = Counters::shared();
    let decision = |entry: &NewEntry| entry.kind == Kind::Action && entry.by == Author::Player;
    if change.entries.iter().any(decision) {
        counters.turns_accepted.inc();
    }
    if !matches!(change.ending, Ending::None) {
        counters.games_ended.with_label_values(&[change.status().name()]).inc();
    }
    Appended::At(at)
}

/// What must be true in the database for a change that was made without asking it.
pub struct Premise<'a> {
    /// The position before the change, byte for byte.
    pub position: &'a Game,
    /// The caller, whose session is open and belongs to them.
    pub caller: &'a Identity,
    /// The players, none of whose accounts was erased since.
    pub occupants: &'a [Occupant],
}

/// Stores a change, if the game still has the version it was made for and the premise holds.
///
/// # Errors
///
/// As [`advance`].
pub async fn advance_on(
    connection: &mut AsyncPgConnection,
    change: &Advance<'_>,
    premise: Premise<'_>,
) -> Result<Appended, Failure> {
    let named = premise.occupants.iter().filter(|occupant| occupant.username.is_some());
    let condition = Condition {
        snapshot: premise.position.encode(),
        session: premise.caller.session.0,
        owner: premise.caller.player.0,
        players: named.map(|occupant| occupant.player.0).collect(),
    };
    let stamps: Vec<DateTime<Utc>> = Statement::on(condition, change).load(connection).await?;
    Ok(appended(change, stamps))
}

/// Stops a game whose log and position disagree.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn freeze(connection: &mut AsyncPgConnection, id: GameId) -> Result<(), Failure> {
    diesel::update(games::table.find(id.0).filter(games::status.eq(Status::Active.name())))
        .set(games::status.eq(Status::Frozen.name()))
        .execute(connection)
        .await?;
    Counters::shared().games_frozen.inc();
    Ok(())
}

/// The statement, written by hand; prepared once for each connection and kind of condition.
#[derive(QueryId)]
struct Statement<C> {
    condition: C,
    id: Uuid,
    from: i32,
    to: i32,
    snapshot: Option<Vec<u8>>,
    status: &'static str,
    reason: Option<&'static str>,
    ranks: Option<Vec<i16>>,
    seqs: Vec<i32>,
    seats: Vec<Option<i16>>,
    authors: Vec<&'static str>,
    kinds: Vec<&'static str>,
    actions: Vec<Option<String>>,
}

/// Nothing is asked beside the version.
#[derive(QueryId)]
struct Unconditional;

/// A [`Premise`] as it is asked for.
#[derive(QueryId)]
struct Condition {
    snapshot: Vec<u8>,
    session: Uuid,
    owner: Uuid,
    players: Vec<Uuid>,
}

impl QueryFragment<Pg> for Unconditional {
    fn walk_ast<'b>(&'b self, _: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        Ok(())
    }
}

impl QueryFragment<Pg> for Condition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(" AND snapshot = ");
        out.push_bind_param::<Binary, _>(&self.snapshot)?;
        out.push_sql(" AND EXISTS (SELECT FROM sessions s WHERE s.revoked_at IS NULL AND s.id = ");
        out.push_bind_param::<SqlUuid, _>(&self.session)?;
        out.push_sql(" AND s.player_id = ");
        out.push_bind_param::<SqlUuid, _>(&self.owner)?;
        out.push_sql(
            ") AND NOT EXISTS (SELECT FROM players p WHERE p.erased_at IS NOT NULL AND p.id = ANY (",
        );
        out.push_bind_param::<Array<SqlUuid>, _>(&self.players)?;
        out.push_sql("))");
        Ok(())
    }
}

impl<C> Statement<C> {
    fn on(condition: C, change: &Advance<'_>) -> Statement<C> {
        let from = change.from.0.cast_signed();
        let entries = change.entries;
        let outcome = match &change.ending {
            Ending::Finished(outcome) => Some(outcome),
            Ending::None | Ending::Aborted => None,
        };
        Statement {
            condition,
            id: change.id.0,
            from,
            to: change.from.plus(entries.len()).0.cast_signed(),
            snapshot: change.game.map(Game::encode),
            status: change.status().name(),
            reason: outcome.map(|outcome| outcome.reason.name()),
            ranks: outcome.map(|outcome| outcome.ranks.iter().map(|&rank| rank.into()).collect()),
            seqs: (from + 1..).take(entries.len()).collect(),
            seats: entries.iter().map(|entry| entry.seat.map(|seat| seat.number().into())).collect(),
            authors: entries.iter().map(|entry| entry.by.name()).collect(),
            kinds: entries.iter().map(|entry| entry.kind.name()).collect(),
            actions: entries.iter().map(|entry| entry.action.clone()).collect(),
        }
    }
}

impl<C> Query for Statement<C> {
    type SqlType = Timestamptz;
}

impl<C: QueryFragment<Pg>> QueryFragment<Pg> for Statement<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH game AS (UPDATE games SET version = ");
        out.push_bind_param::<Integer, _>(&self.to)?;
        out.push_sql(", snapshot = ");
        out.push_bind_param::<Nullable<Binary>, _>(&self.snapshot)?;
        out.push_sql(", status = ");
        out.push_bind_param::<Text, _>(&self.status)?;
        out.push_sql(", reason = ");
        out.push_bind_param::<Nullable<Text>, _>(&self.reason)?;
        out.push_sql(", ranks = ");
        out.push_bind_param::<Nullable<Array<SmallInt>>, _>(&self.ranks)?;
        out.push_sql(", abort_agreed = '{}', updated_at = now() WHERE id = ");
        out.push_bind_param::<SqlUuid, _>(&self.id)?;
        out.push_sql(" AND status IN ('waiting', 'active') AND version = ");
        out.push_bind_param::<Integer, _>(&self.from)?;
        self.condition.walk_ast(out.reborrow())?;
        out.push_sql(
            " RETURNING id) INSERT INTO game_log (game_id, seq, seat, by, kind, action) \
             SELECT game.id, entry.* FROM game, unnest(",
        );
        out.push_bind_param::<Array<Integer>, _>(&self.seqs)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<SmallInt>>, _>(&self.seats)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.authors)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.kinds)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.actions)?;
        out.push_sql(") AS entry RETURNING at");
        Ok(())
    }
}
