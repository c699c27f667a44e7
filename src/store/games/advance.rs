//! The write of one turn: the row of a game, its new log entries and, at its end, a mark on its seats, in one statement.
//!
//! Outside a transaction the statement is a transaction of its own, so the game and its log always change together.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Binary, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::entry_columns::EntryColumns;
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

/// A change of a game, encoded and ready to be stored.
pub struct Advance {
    /// The game.
    pub id: GameId,
    /// The version it must have. Otherwise nothing is stored.
    pub from: Version,
    /// The status after the change.
    pub status: Status,
    /// The position after the change. A game that never started has none.
    pub(super) snapshot: Option<Vec<u8>>,
    /// The reason and the ranks of a result.
    pub(super) result: Option<(&'static str, Vec<i16>)>,
    /// The entries that are added to the log.
    pub(super) entries: Vec<NewEntry>,
    /// What else must be true.
    pub(super) condition: Option<Condition>,
}

impl Advance {
    /// Encodes a change that is stored if the game still has version `from`.
    pub fn new(
        id: GameId,
        from: Version,
        game: Option<&Game>,
        ending: Ending,
        entries: Vec<NewEntry>,
    ) -> Advance {
        let (status, result) = match ending {
            Ending::None => (Status::Active, None),
            Ending::Aborted => (Status::Aborted, None),
            Ending::Finished(outcome) => {
                let ranks = outcome.ranks.iter().map(|&rank| rank.into()).collect();
                (Status::Finished, Some((outcome.reason.name(), ranks)))
            }
        };
        Advance { id, from, status, snapshot: game.map(Game::encode), result, entries, condition: None }
    }

    /// Returns the same change, which is stored only if the premise holds as well.
    #[must_use]
    pub fn on(self, premise: &Premise<'_>) -> Advance {
        Advance { condition: Some(Condition::of(premise)), ..self }
    }

    /// Whether the game goes on after the change.
    pub fn goes_on(&self) -> bool {
        self.status == Status::Active && self.snapshot.is_some()
    }

    /// Returns the version after the change.
    pub fn to(&self) -> Version {
        self.from.plus(self.entries.len())
    }
}

/// The outcome of storing a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It is stored, with this time on every entry.
    At(DateTime<Utc>),
    /// The game has another version or the premise is false. Nothing is stored.
    Conflict,
}

/// What must be true in the database for a change that a caller makes, in the moment in which it is stored.
pub struct Premise<'a> {
    /// The position before the change, byte for byte; `None` if the change was judged by the position that was loaded for it.
    pub position: Option<&'a Game>,
    /// The caller. Their session is open and belongs to them.
    pub caller: &'a Identity,
    /// The players. None of their accounts was erased.
    pub occupants: &'a [Occupant],
}

impl<'a> Premise<'a> {
    /// The premise of a change that was judged by the position that was loaded for it.
    pub fn of(caller: &'a Identity, occupants: &'a [Occupant]) -> Premise<'a> {
        Premise { position: None, caller, occupants }
    }

    /// The premise of the same change, judged by this remembered position.
    #[must_use]
    pub fn at(self, position: &'a Game) -> Premise<'a> {
        Premise { position: Some(position), ..self }
    }
}

/// Stores a change if the game still has the version it was made for and the premise holds.
///
/// # Errors
/// If the database fails. After [`Failure::Away`] only the log shows whether the change is stored.
pub async fn advance(mut connection: &AsyncPgConnection, change: &Advance) -> Result<Appended, Failure> {
    let is_over = matches!(change.status, Status::Finished | Status::Aborted);
    let stamps: Vec<DateTime<Utc>> = match (change.condition.clone(), is_over) {
        (Some(condition), false) => Statement::of(change, condition, Nothing).load(&mut connection).await?,
        (Some(condition), true) => {
            Statement::of(change, condition, Over(change.id.0)).load(&mut connection).await?
        }
        (None, false) => Statement::of(change, Nothing, Nothing).load(&mut connection).await?,
        (None, true) => Statement::of(change, Nothing, Over(change.id.0)).load(&mut connection).await?,
    };
    let Some(at) = stamps.into_iter().next() else { return Ok(Appended::Conflict) };
    count(change);
    Ok(Appended::At(at))
}

/// Counts a change that is stored.
pub(super) fn count(change: &Advance) {
    let counters = Counters::shared();
    let decision = |entry: &NewEntry| entry.kind == Kind::Action && entry.by == Author::Player;
    if change.entries.iter().any(decision) {
        counters.turns_accepted.inc();
    }
    if change.status != Status::Active {
        counters.games_ended.with_label_values(&[change.status.name()]).inc();
    }
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

/// The statement, written by hand; prepared once for each connection, kind of condition and kind of consequence.
#[derive(QueryId)]
struct Statement<C, T> {
    condition: C,
    consequence: T,
    id: Uuid,
    from: i32,
    to: i32,
    snapshot: Option<Vec<u8>>,
    status: &'static str,
    reason: Option<&'static str>,
    ranks: Option<Vec<i16>>,
    entries: EntryColumns,
}

/// The game with this id is over: its seats are marked.
#[derive(QueryId)]
struct Over(Uuid);

/// No condition in addition to the version, or no consequence because the game goes on.
#[derive(QueryId)]
struct Nothing;

/// A [`Premise`], encoded as parameters of the statement.
#[derive(QueryId, Clone)]
pub(super) struct Condition {
    pub(super) snapshot: Option<Vec<u8>>,
    pub(super) session: Uuid,
    pub(super) owner: Uuid,
    pub(super) players: Vec<Uuid>,
}

impl Condition {
    fn of(premise: &Premise<'_>) -> Condition {
        let named = premise.occupants.iter().filter(|occupant| occupant.username.is_some());
        Condition {
            snapshot: premise.position.map(Game::encode),
            session: premise.caller.session.0,
            owner: premise.caller.player.0,
            players: named.map(|occupant| occupant.player.0).collect(),
        }
    }
}

impl QueryFragment<Pg> for Over {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(", marked AS (UPDATE game_seats s SET over = true FROM game WHERE s.game_id = ");
        out.push_bind_param::<SqlUuid, _>(&self.0)?;
        out.push_sql(")");
        Ok(())
    }
}

impl QueryFragment<Pg> for Nothing {
    fn walk_ast<'b>(&'b self, _: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        Ok(())
    }
}

impl QueryFragment<Pg> for Condition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(" AND snapshot = coalesce(");
        out.push_bind_param::<Nullable<Binary>, _>(&self.snapshot)?;
        out.push_sql(
            ", snapshot) AND EXISTS (SELECT FROM sessions s WHERE s.revoked_at IS NULL \
             AND (s.expires_at IS NULL OR s.expires_at > now()) AND s.id = ",
        );
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

impl<C, T> Statement<C, T> {
    fn of(change: &Advance, condition: C, consequence: T) -> Statement<C, T> {
        let mut entries = EntryColumns::default();
        entries.push(change.from, &change.entries);
        Statement {
            condition,
            consequence,
            id: change.id.0,
            from: change.from.0.cast_signed(),
            to: change.to().0.cast_signed(),
            snapshot: change.snapshot.clone(),
            status: change.status.name(),
            reason: change.result.as_ref().map(|(reason, _)| *reason),
            ranks: change.result.as_ref().map(|(_, ranks)| ranks.clone()),
            entries,
        }
    }
}

impl<C, T> Query for Statement<C, T> {
    type SqlType = Timestamptz;
}

impl<C: QueryFragment<Pg>, T: QueryFragment<Pg>> QueryFragment<Pg> for Statement<C, T> {
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
        out.push_sql(" RETURNING id)");
        self.consequence.walk_ast(out.reborrow())?;
        out.push_sql(
            " INSERT INTO game_log (game_id, seq, seat, by, kind, action) \
             SELECT game.id, entry.* FROM game, unnest(",
        );
        self.entries.walk_ast(out.reborrow())?;
        out.push_sql(") AS entry RETURNING at");
        Ok(())
    }
}
