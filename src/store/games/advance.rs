//! The write of one turn: the row of a game, its new log entries and, at its end, a mark on its seats, in one
//! statement.
//!
//! Outside a transaction the statement is a transaction of its own, so the game and its log always change
//! together.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Bool, Nullable, Timestamptz};
use diesel_async::RunQueryDsl;
use futures_util::future::try_join;
use uuid::Uuid;

use super::entry_columns::EntryColumns;
use crate::by_hand::{bind, push_sql};
use crate::database::sharding::{Placement, placement};
use crate::schema::games;
use crate::writer_column::Xid;
use crate::{Failure, Postgres, clocks};
use lapidary_engine::game::Game;
use lapidary_engine::outcome::Outcome;
use lapidary_model::auth::Identity;
use lapidary_model::clocks::Clocks;
use lapidary_model::counters::Counters;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::{Author, EntryKind, NewEntry};
use lapidary_model::player::Occupant;
use lapidary_model::stamp::{Stamp, Writer};

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
    /// Encodes a change that is stored if the game still has version `from`. With a result, the game ends.
    pub fn new(
        id: GameId,
        from: Version,
        game: Option<&Game>,
        result: Option<Outcome>,
        entries: Vec<NewEntry>,
    ) -> Advance {
        let status = if result.is_some() { Status::Finished } else { Status::Active };
        let columns = |outcome: Outcome| {
            (outcome.reason.name(), outcome.ranks.iter().map(|&rank| rank.into()).collect())
        };
        let (snapshot, result) = (game.map(Game::encode), result.map(columns));
        Advance { id, from, status, snapshot, result, entries, condition: None }
    }

    /// Returns the same change, which is stored only if the premise holds as well.
    #[must_use]
    pub fn on(self, premise: &Premise<'_>) -> Advance {
        Advance { condition: Some(Condition::of(premise)), ..self }
    }

    /// Whether one statement can store the change together with those of other games: the game goes on, and
    /// the premise compares no position.
    pub fn can_share(&self) -> bool {
        let is_light = |condition: &Condition| !matches!(condition.judged, Position::At(_));
        self.status == Status::Active
            && self.snapshot.is_some()
            && self.condition.as_ref().is_some_and(is_light)
    }

    /// Returns the version after the change.
    pub fn to(&self) -> Version {
        self.from.plus(self.entries.len())
    }

    /// Returns the ids that must not have ended: of the session, and of the players.
    pub(super) fn proofs(&self) -> Vec<Uuid> {
        let condition = self.condition.as_ref();
        condition.map_or_else(Vec::new, |known| [&[known.session], known.players.as_slice()].concat())
    }
}

/// The outcome of storing a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It is stored, with this time on every entry. The stamp identifies the game after it, if the statement
    /// tells it.
    At(DateTime<Utc>, Option<Stamp>),
    /// The game has another version or the premise is false. Nothing is stored.
    Conflict,
}

/// The game by which a change was judged.
#[derive(Clone, Copy)]
pub enum Judged<'a> {
    /// The one that was loaded for it.
    Loaded,
    /// A remembered one with this stamp.
    Stamped(Stamp),
    /// A remembered one with this position, byte for byte.
    At(&'a Game),
}

/// What must be true in the database at the moment in which the change of a caller is stored.
pub struct Premise<'a> {
    /// The game by which the change was judged. A remembered game must be unchanged.
    pub judged: Judged<'a>,
    /// The caller. Their session is open and belongs to them.
    pub caller: &'a Identity,
    /// The players. None of their accounts was erased.
    pub occupants: &'a [Occupant],
}

impl<'a> Premise<'a> {
    /// The premise of a change that was judged by the position that was loaded for it.
    pub fn of(caller: &'a Identity, occupants: &'a [Occupant]) -> Premise<'a> {
        Premise { judged: Judged::Loaded, caller, occupants }
    }

    /// The premise of the same change, judged by this game.
    #[must_use]
    pub fn judged(self, judged: Judged<'a>) -> Premise<'a> {
        Premise { judged, ..self }
    }
}

/// Stores a change if the game still has the version it was made for and the premise holds. After
/// [`Failure::Away`] only the log shows whether the change is stored.
pub async fn advance(connection: &Postgres, change: &Advance) -> Result<Appended, Failure> {
    store(connection, Statement::of(change, Returning::Time)).await
}

/// Stores a change of a game together with the clocks after it, which the caller must hold.
pub async fn advance_with_clocks(
    connection: &Postgres,
    change: &Advance,
    next: &Clocks,
) -> Result<Appended, Failure> {
    match placement() {
        Placement::OneNode => {
            let clocks = clocks::update_at(connection, change.id, change.to(), next);
            let (appended, ()) = try_join(advance(connection, change), clocks).await?;
            Ok(appended)
        }
        // There the change is two statements, and the second one must come before the clocks.
        Placement::Sharded => {
            let appended = advance(connection, change).await?;
            if let Appended::At(..) = appended {
                clocks::update(connection, change.id, next).await?;
            }
            Ok(appended)
        }
    }
}

/// Stores a change as [`advance`] does, and returns the stamp of the game after it as well. Not for a
/// transaction that changes the game once more, nor where games are sharded.
pub async fn advance_stamped(connection: &Postgres, change: &Advance) -> Result<Appended, Failure> {
    store(connection, Statement::of(change, Returning::TimeAndWriter)).await
}

async fn store(mut connection: &Postgres, statement: Statement<'_>) -> Result<Appended, Failure> {
    let change = statement.change;
    if placement() == Placement::Sharded {
        return store_on_shard(connection, &statement).await;
    }
    let told: Vec<(DateTime<Utc>, Option<Writer>)> = statement.load(&mut connection).await?;
    let Some((at, writer)) = told.into_iter().next() else { return Ok(Appended::Conflict) };
    count(change);
    Ok(Appended::At(at, writer.map(|game| Stamp { game, updated_at: at, clocks: None })))
}

/// Stores a change where games are sharded, as part of a transaction of the coordinator. The coordinator
/// reads the time, the session and the players; then the worker of the game stores the change in one
/// statement.
///
/// If a session ends or an account is erased between the two statements, the worker knows.
async fn store_on_shard(mut connection: &Postgres, statement: &Statement<'_>) -> Result<Appended, Failure> {
    let change = statement.change;
    let (at, holds): (DateTime<Utc>, bool) =
        Premises(change.condition.as_ref()).get_result(&mut connection).await?;
    let call = StoreTurn { statement, at, proofs: change.proofs() };
    if !holds || !call.get_result::<bool>(&mut connection).await? {
        return Ok(Appended::Conflict);
    }
    count(change);
    Ok(Appended::At(at, None))
}

/// The time, and whether what a premise says about plain tables holds.
struct Premises<'a>(Option<&'a Condition>);

impl QueryId for Premises<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Premises<'_> {
    type SqlType = (Timestamptz, Bool);
}

impl QueryFragment<Pg> for Premises<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT now(), true");
        self.0.map_or(Ok(()), |condition| condition.push_plain(&mut out))
    }
}

/// The call of the function that stores a turn on the worker of its game.
struct StoreTurn<'a> {
    statement: &'a Statement<'a>,
    at: DateTime<Utc>,
    proofs: Vec<Uuid>,
}

impl QueryId for StoreTurn<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for StoreTurn<'_> {
    type SqlType = Bool;
}

impl QueryFragment<Pg> for StoreTurn<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Statement { change, from, to, status, reason, ranks, entries, .. } = self.statement;
        push_sql!(&mut out, "SELECT store_turn(", bind(change.id.0, *from, *to), ", ");
        match change.condition.as_ref().map(|condition| &condition.judged) {
            Some(Position::At(snapshot)) => bind(&mut out, snapshot)?,
            _ => out.push_sql("NULL"),
        }
        push_sql!(&mut out, ", ", bind(change.snapshot, *status, *reason, *ranks, self.at), ", ");
        entries.walk_ast(out.reborrow())?;
        match change.condition.as_ref().map(|condition| &condition.judged) {
            Some(Position::Stamped(stamp)) => {
                push_sql!(&mut out, ", ", bind(stamp.game), ", ", bind(stamp.updated_at));
            }
            _ => out.push_sql(", NULL, NULL"),
        }
        push_sql!(&mut out, ", ", bind(self.proofs), ")");
        Ok(())
    }
}

/// Counts a change that is stored.
pub(super) fn count(change: &Advance) {
    let counters = Counters::shared();
    let decision = |entry: &NewEntry| entry.kind == EntryKind::Action && entry.by == Author::Player;
    if change.entries.iter().any(decision) {
        counters.turns_accepted.inc();
    }
    if change.status != Status::Active {
        counters.games_ended.with_label_values(&[change.status.name()]).inc();
    }
}

/// Stops a game whose log and position disagree.
pub async fn freeze(connection: &mut Postgres, id: GameId) -> Result<(), Failure> {
    diesel::update(games::table.find(id.0).filter(games::status.eq(Status::Active.name())))
        .set(games::status.eq(Status::Frozen.name()))
        .execute(connection)
        .await?;
    Counters::shared().games_frozen.inc();
    Ok(())
}

/// What the statement tells about the rows that it writes.
#[derive(Clone, Copy)]
enum Returning {
    Time,
    TimeAndWriter,
}

/// The statement, written by hand; prepared once for each connection and text.
struct Statement<'a> {
    change: &'a Advance,
    told: Returning,
    from: i32,
    to: i32,
    status: &'static str,
    reason: Option<&'static str>,
    ranks: Option<Vec<i16>>,
    entries: EntryColumns,
}

/// The text depends on the change, so it is the text that is remembered.
impl QueryId for Statement<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

/// A [`Premise`], encoded as parameters of the statement.
pub(super) struct Condition {
    pub(super) judged: Position,
    pub(super) session: Uuid,
    pub(super) owner: Uuid,
    pub(super) players: Vec<Uuid>,
}

/// The game by which a change was judged, encoded.
pub(super) enum Position {
    Loaded,
    Stamped(Stamp),
    At(Vec<u8>),
}

impl Condition {
    fn of(premise: &Premise<'_>) -> Condition {
        let named = premise.occupants.iter().filter(|occupant| occupant.username.is_some());
        Condition {
            judged: match premise.judged {
                Judged::Loaded => Position::Loaded,
                Judged::Stamped(stamp) => Position::Stamped(stamp),
                Judged::At(game) => Position::At(game.encode()),
            },
            session: premise.caller.session.0,
            owner: premise.caller.player.0,
            players: named.map(|occupant| occupant.player.0).collect(),
        }
    }
}

impl QueryFragment<Pg> for Condition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        match &self.judged {
            Position::Loaded => {}
            Position::Stamped(stamp) => {
                push_sql!(
                    &mut out,
                    " AND xmin = ",
                    bind(stamp.game),
                    " AND updated_at = ",
                    bind(stamp.updated_at),
                );
            }
            Position::At(snapshot) => {
                push_sql!(&mut out, " AND snapshot = ", bind(*snapshot));
            }
        }
        self.push_plain(&mut out)
    }
}

impl Condition {
    /// Adds the conditions about the session and the players, which are in plain tables.
    fn push_plain<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            out,
            " AND EXISTS (SELECT FROM sessions s WHERE s.revoked_at IS NULL \
             AND (s.expires_at IS NULL OR s.expires_at > now()) AND s.id = ",
            bind(self.session),
            " AND s.player_id = ",
            bind(self.owner),
            ") AND NOT EXISTS (SELECT FROM players p WHERE p.erased_at IS NOT NULL AND p.id = ANY (",
            bind(self.players),
            "))",
        );
        Ok(())
    }
}

impl<'a> Statement<'a> {
    fn of(change: &'a Advance, told: Returning) -> Statement<'a> {
        let mut entries = EntryColumns::default();
        entries.push(change.from, &change.entries);
        Statement {
            change,
            told,
            from: change.from.0.cast_signed(),
            to: change.to().0.cast_signed(),
            status: change.status.name(),
            reason: change.result.as_ref().map(|(reason, _)| *reason),
            ranks: change.result.as_ref().map(|(_, ranks)| ranks.clone()),
            entries,
        }
    }
}

impl Query for Statement<'_> {
    type SqlType = (Timestamptz, Nullable<Xid>);
}

impl QueryFragment<Pg> for Statement<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let change = self.change;
        push_sql!(
            &mut out,
            "WITH game AS (UPDATE games SET version = ",
            bind(self.to),
            ", snapshot = ",
            bind(change.snapshot),
            ", status = ",
            bind(self.status),
            ", reason = ",
            bind(self.reason),
            ", ranks = ",
            bind(self.ranks),
            ", abort_agreed = '{}', updated_at = now() WHERE id = ",
            bind(change.id.0),
            " AND status IN ('waiting', 'active') AND version = ",
            bind(self.from),
        );
        if let Some(condition) = &change.condition {
            condition.walk_ast(out.reborrow())?;
        }
        out.push_sql(" RETURNING id)");
        if change.status == Status::Finished {
            push_sql!(
                &mut out,
                ", marked AS (UPDATE game_seats s SET over = true FROM game WHERE s.game_id = ",
                bind(change.id.0),
                ")",
            );
        }
        out.push_sql(
            " INSERT INTO game_log (game_id, seq, seat, by, kind, action) \
             SELECT game.id, entry.* FROM game, unnest(",
        );
        self.entries.walk_ast(out.reborrow())?;
        // One statement writes both rows, so their transaction is the same.
        out.push_sql(match self.told {
            Returning::Time => ") AS entry RETURNING at, NULL::xid",
            Returning::TimeAndWriter => ") AS entry RETURNING at, xmin",
        });
        Ok(())
    }
}
