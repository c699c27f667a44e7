//! Loading a game with everything that a turn needs, in one statement.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Bool, Nullable, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use futures_util::future::join;
use uuid::Uuid;

use super::record::GameRecord;
use super::terms_row::{TermsRow, read_terms};
use crate::by_hand::{Column, Sql, bind, columns, push_sql};
use crate::database::sharding::{Placement, placement};
use crate::run::Run;
use crate::{Failure, Pool, Postgres, clocks, unreadable};
use lapidary_engine::deal::DealId;
use lapidary_engine::game::Game;
use lapidary_engine::seat::Seat;

use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::built_in::Strength;
use lapidary_model::game::{GameId, Status, Version, Visibility};
use lapidary_model::player::Occupant;
use lapidary_model::stamp::{Stamp, Writer};
use lapidary_model::stored::origin::read_origin;

/// A game, with what identifies this state of it. It contains hidden cards, so `Debug` shows none of it.
pub struct StoredGame {
    /// The game.
    pub record: GameRecord,
    /// Identifies the stored state of the game, if that is known.
    pub stamp: Option<Stamp>,
}

impl std::fmt::Debug for StoredGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StoredGame")
    }
}

/// Why a caller gets no game.
#[derive(Debug, thiserror::Error)]
pub enum NoGame {
    /// There is none with this id, or the caller may not see it.
    #[error("there is no such game, or the caller may not see it")]
    NotFound,
    /// The caller could see it, but their session is not open or belongs to somebody else.
    #[error("the session has ended")]
    SessionEnded,
    /// The database gave no answer.
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for NoGame {
    fn from(error: diesel::result::Error) -> NoGame {
        Failure::from(error).into()
    }
}

/// Returns the game with this id, if this caller may see it.
///
/// The statement itself checks access, so that a private game takes no longer than a game that does not
/// exist.
pub async fn load(
    connection: &Postgres,
    id: GameId,
    caller: Option<&Identity>,
) -> Result<StoredGame, NoGame> {
    find(connection, id, Bound::of(id, caller)).await
}

/// Returns the same on connections of a pool; where games are sharded, the worker of the game is asked
/// itself, and tells the stamp.
pub async fn load_near(pool: &Pool, id: GameId, caller: Option<&Identity>) -> Result<StoredGame, NoGame> {
    if placement() == Placement::OneNode {
        return load(&*pool.get().await?, id, caller).await;
    }
    let bound = Bound::of(id, caller);
    let mut worker = pool.near(id).await?;
    let found = FindOnShard(bound).get_result(&mut worker).await.optional().map_err(Failure::from)?;
    drop(worker);
    let found = complete(&*pool.get().await?, bound, found).await?;
    let (row, stamp) = found.ok_or(NoGame::NotFound)?;
    Ok(StoredGame { record: read_row(id, bound.session, row)?, stamp: Some(stamp) })
}

/// Returns the game with this id as its creator may see it, even if only its seats may. The caller must have
/// checked access.
pub async fn load_for(
    connection: &Postgres,
    id: GameId,
    creator: PlayerId,
) -> Result<Option<GameRecord>, Failure> {
    let bound = Bound { game: id.0, player: Some(creator.0), session: None, sealed: true };
    match find(connection, id, bound).await {
        Ok(stored) => Ok(Some(stored.record)),
        Err(NoGame::Storage(failure)) => Err(failure),
        Err(NoGame::NotFound | NoGame::SessionEnded) => Ok(None),
    }
}

async fn find(mut connection: &Postgres, id: GameId, bound: Bound) -> Result<StoredGame, NoGame> {
    let session = bound.session;
    let row: Option<Row> = match placement() {
        Placement::OneNode => FindGame(bound).get_result(&mut connection).await.optional()?,
        Placement::Sharded => find_sharded(connection, bound).await?.map(|(row, _)| row),
    };
    let record = read_row(id, session, row.ok_or(NoGame::NotFound)?)?;
    Ok(StoredGame { record, stamp: None })
}

/// Returns the same row where games are sharded, with the stamp of the game: a worker reads the game, then
/// the coordinator the players, the session and the deal. A game that is hidden from the caller takes the
/// same two statements as one that does not exist.
async fn find_sharded(connection: &Postgres, bound: Bound) -> Result<Option<(Row, Stamp)>, Failure> {
    let found = FindOnShard(bound).returned_row(connection).await?;
    complete(connection, bound, found).await
}

/// Adds what the coordinator knows to what a worker has found.
async fn complete(
    mut coordinator: &Postgres,
    bound: Bound,
    found: Option<GameShardRow>,
) -> Result<Option<(Row, Stamp)>, Failure> {
    let Bound { player, session, sealed: sealed_too, .. } = bound;
    let (ids, shared_deal) = match &found {
        Some(row) => (row.players.clone(), row.state.shared_deal),
        None => (Vec::new(), None),
    };
    let beside = FindBeside { ids, shared_deal, session, player };
    let BesideRow { names, bots, sealed, session_open } = beside.get_result(&mut coordinator).await?;
    let Some(GameShardRow { terms, state, players: ids, strengths, sits, invited, clocks, stamp }) = found
    else {
        return Ok(None);
    };
    let part = sits || invited || player == Some(state.creator_id);
    if (sealed && !sealed_too && !sits) || (terms.visibility == Visibility::Private.name() && !part) {
        return Ok(None);
    }
    let ShardStampRow { game, updated_at, clocks: clocks_by } = stamp;
    let stamp = Stamp { game, updated_at, clocks: clocks_by };
    let players = PlayersRow { ids, names, bots };
    Ok(Some((Row { terms, state, sealed, players, strengths, session_open, clocks }, stamp)))
}

/// Returns the same, and locks the game until the transaction ends.
pub async fn lock(connection: &Postgres, id: GameId, caller: &Identity) -> Result<StoredGame, NoGame> {
    // The lock needs a statement of its own: a single statement would see the seats from before it waited for
    // the lock. It checks access too, so that nobody can lock a game that is hidden from them.
    let lock = LockGame(Bound { game: id.0, player: Some(caller.player.0), session: None, sealed: false });
    let (locked, loaded): (_, _) =
        join(lock.returned_row(connection), load(connection, id, Some(caller))).await;
    let locked: Option<Uuid> = locked?;
    match locked {
        Some(_) => loaded,
        None => Err(NoGame::NotFound),
    }
}

/// Locks the game until the transaction ends, and returns what [`load_for`] returns.
pub async fn lock_for(
    connection: &mut Postgres,
    id: GameId,
    creator: PlayerId,
) -> Result<Option<GameRecord>, Failure> {
    let lock = LockGame(Bound { game: id.0, player: Some(creator.0), session: None, sealed: true });
    let locked: Option<Uuid> = lock.returned_row(connection).await?;
    match locked {
        Some(_) => load_for(connection, id, creator).await,
        None => Ok(None),
    }
}

/// Whether the game `g` shares its deal with others, and one of those is not over.
const SEALED: &str = "(g.shared_deal IS NOT NULL \
     AND (SELECT d.revealed_at FROM shared_deals d WHERE d.id = g.shared_deal) IS NULL)";

/// What a statement looks for: values that are bound, or columns of a list.
pub(super) trait Lookup {
    /// Adds the list to the tables, joined with the game `g`; nothing if all values are bound.
    fn push_list<'b>(&'b self, _: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        Ok(())
    }
    /// Adds the id of the game.
    fn push_game<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>;
    /// Adds the id of the caller; null for nobody.
    fn push_player<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>;
    /// Adds the id of the caller's session; null for nobody.
    fn push_session<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>;
    /// Adds whether the caller has a seat in the game.
    fn push_sits<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>;
    /// Adds whether the caller is invited to the game.
    fn push_invited<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>;
    /// Adds whether to find a game that only its seats may see.
    fn push_sealed<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>;
}

/// One game and who looks for it, as bound values.
#[derive(QueryId, Clone, Copy)]
struct Bound {
    game: Uuid,
    player: Option<Uuid>,
    session: Option<Uuid>,
    /// Whether to find a game that only its seats may see.
    sealed: bool,
}

impl Bound {
    /// The game with this id, for this caller.
    fn of(id: GameId, caller: Option<&Identity>) -> Bound {
        Bound {
            game: id.0,
            player: caller.map(|caller| caller.player.0),
            session: caller.map(|caller| caller.session.0),
            sealed: false,
        }
    }

    /// Adds whether this table has a row for the game and the caller.
    fn push_exists<'b>(&'b self, table: &'static str, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(out, "EXISTS (SELECT FROM ", table, " m WHERE m.game_id = ", bind(self.game));
        push_sql!(out, " AND m.player_id = ", bind(self.player), ")");
        Ok(())
    }
}

impl Lookup for Bound {
    fn push_game<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        bind(out, &self.game)
    }

    fn push_player<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        bind(out, &self.player)
    }

    fn push_session<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        bind(out, &self.session)
    }

    fn push_sits<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.push_exists("game_seats", out)
    }

    fn push_invited<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.push_exists("invitations", out)
    }

    fn push_sealed<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        bind(out, &self.sealed)
    }
}

/// Adds the condition that the caller may see the game `g`. Everybody may see a game that is not private; its
/// creator, its players and the invited players may see a private one. Only its players may see a sealed one,
/// unless `sealed` says that others may.
fn push_visible<'b>(out: &mut AstPass<'_, 'b, Pg>, sought: &'b impl Lookup) -> QueryResult<()> {
    push_sql!(out, " AND (NOT ", SEALED, " OR ");
    sought.push_sealed(out)?;
    out.push_sql(" OR ");
    sought.push_sits(out)?;
    out.push_sql(")");
    push_not_private(out, sought)
}

/// Adds the condition that the game `g` is not private, or its creator, a player or somebody invited asks.
fn push_not_private<'b>(out: &mut AstPass<'_, 'b, Pg>, sought: &'b impl Lookup) -> QueryResult<()> {
    out.push_sql(" AND (g.visibility <> 'private' OR g.creator_id = ");
    sought.push_player(out)?;
    out.push_sql(" OR ");
    sought.push_sits(out)?;
    out.push_sql(" OR ");
    sought.push_invited(out)?;
    out.push_sql(")");
    Ok(())
}

/// The statement that locks a game's row, for a caller who may see the game.
#[derive(QueryId)]
struct LockGame(Bound);

impl Query for LockGame {
    type SqlType = SqlUuid;
}

impl QueryFragment<Pg> for LockGame {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(&mut out, "SELECT g.id FROM games g WHERE g.id = ", bind(self.0.game));
        match placement() {
            Placement::OneNode => push_visible(&mut out, &self.0)?,
            // Whether it is sealed is known to the coordinator, and checked when it is loaded.
            Placement::Sharded => push_not_private(&mut out, &self.0)?,
        }
        out.push_sql(" FOR UPDATE OF g");
        Ok(())
    }
}

/// The statement, written by hand because of its lists; prepared once for each connection.
#[derive(QueryId)]
struct FindGame(Bound);

columns! {
    /// What else the row of the game `g` has.
    pub(super) struct SnapshotRow {
        status: String = "g.status",
        version: i32 = "g.version",
        snapshot: Option<Vec<u8>> = "g.snapshot",
        commitment: Vec<u8> = "g.commitment",
        creator_id: Uuid = "g.creator_id",
        created_at: DateTime<Utc> = "g.created_at",
        abort_agreed: Vec<i16> = "g.abort_agreed",
        label: Option<String> = "g.label",
        organized: bool = "g.organized",
        origin_id: Option<Uuid> = "g.origin_id",
        origin_version: Option<i32> = "g.origin_version",
        shared_deal: Option<Uuid> = "g.shared_deal",
    }
}

columns! {
    /// The players of a game, in the order of seats; before the start in that of joining.
    pub(super) struct PlayersRow {
        pub(super) ids: Vec<Uuid> = "at_table.ids",
        pub(super) names: Vec<Option<String>> = "at_table.names",
        pub(super) bots: Vec<bool> = "at_table.bots",
    }
}

/// How strong the players play in percent, in the same order; null unless it was said of a built-in opponent.
const STRENGTHS: &str = "at_table.strengths";

/// The columns that [`push_columns`] adds.
#[derive(Queryable)]
pub(super) struct Row {
    terms: TermsRow,
    state: SnapshotRow,
    sealed: bool,
    players: PlayersRow,
    strengths: Vec<Option<i16>>,
    session_open: bool,
    clocks: Option<clocks::Row>,
}

impl Column for Row {
    type Sql = (
        Sql<TermsRow>,
        Sql<SnapshotRow>,
        Bool,
        Sql<PlayersRow>,
        Sql<Vec<Option<i16>>>,
        Bool,
        Nullable<Sql<clocks::Row>>,
    );
}

impl Query for FindGame {
    type SqlType = Sql<Row>;
}

impl QueryFragment<Pg> for FindGame {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT ");
        push_columns(&mut out, &self.0)?;
        push_tables(&mut out, &self.0)
    }
}

/// What a worker knows of a game, with the players in the order of their seats, and whether the caller sits
/// or is invited.
#[derive(Queryable)]
struct GameShardRow {
    terms: TermsRow,
    state: SnapshotRow,
    players: Vec<Uuid>,
    strengths: Vec<Option<i16>>,
    sits: bool,
    invited: bool,
    clocks: Option<clocks::Row>,
    stamp: ShardStampRow,
}

columns! {
    /// The stamp of the game `g` with the clocks `c`.
    struct ShardStampRow {
        game: Writer = "g.xmin",
        updated_at: DateTime<Utc> = "g.updated_at",
        clocks: Option<Writer> = "c.xmin",
    }
}

impl Column for GameShardRow {
    type Sql = (
        Sql<TermsRow>,
        Sql<SnapshotRow>,
        Sql<Vec<Uuid>>,
        Sql<Vec<Option<i16>>>,
        Bool,
        Bool,
        Nullable<Sql<clocks::Row>>,
        Sql<ShardStampRow>,
    );
}

/// The statement for the worker of a game.
#[derive(QueryId)]
struct FindOnShard(Bound);

impl Query for FindOnShard {
    type SqlType = Sql<GameShardRow>;
}

impl QueryFragment<Pg> for FindOnShard {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT ",
            TermsRow::COLUMNS,
            ", ",
            SnapshotRow::COLUMNS,
            ", ARRAY(SELECT s.player_id FROM game_seats s WHERE s.game_id = ",
            bind(self.0.game),
            " ORDER BY s.seat, s.join_order), ARRAY(SELECT s.strength FROM game_seats s WHERE s.game_id = ",
            bind(self.0.game),
            " ORDER BY s.seat, s.join_order), ",
        );
        self.0.push_sits(&mut out)?;
        out.push_sql(", ");
        self.0.push_invited(&mut out)?;
        push_sql!(
            &mut out,
            ", ",
            clocks::Row::COLUMNS,
            ", ",
            ShardStampRow::COLUMNS,
            " FROM games g LEFT JOIN game_clocks c ON g.clock <> 'none' AND c.game_id = ",
            bind(self.0.game),
            " WHERE g.id = ",
            bind(self.0.game),
        );
        Ok(())
    }
}

/// What the coordinator knows of a game that a worker has found.
#[derive(Queryable)]
struct BesideRow {
    names: Vec<Option<String>>,
    bots: Vec<bool>,
    sealed: bool,
    session_open: bool,
}

impl Column for BesideRow {
    type Sql = (Sql<Vec<Option<String>>>, Sql<Vec<bool>>, Bool, Bool);
}

/// The statement for the coordinator.
#[derive(QueryId)]
struct FindBeside {
    ids: Vec<Uuid>,
    shared_deal: Option<Uuid>,
    session: Option<Uuid>,
    player: Option<Uuid>,
}

impl Query for FindBeside {
    type SqlType = Sql<BesideRow>;
}

impl QueryFragment<Pg> for FindBeside {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT coalesce(array_agg(p.username ORDER BY s.place), '{}'), \
             coalesce(array_agg(p.bot ORDER BY s.place), '{}'), (",
            bind(self.shared_deal),
            "::uuid IS NOT NULL AND (SELECT d.revealed_at FROM shared_deals d WHERE d.id = ",
            bind(self.shared_deal),
            ") IS NULL), ",
            OPEN_SESSION,
            bind(self.session),
            " AND s.player_id IS NOT DISTINCT FROM ",
            bind(self.player),
            ") FROM unnest(",
            bind(self.ids),
            ") WITH ORDINALITY AS s (id, place) \
             CROSS JOIN LATERAL (SELECT username, bot FROM players WHERE id = s.id LIMIT 1) AS p",
        );
        Ok(())
    }
}

/// The beginning of the condition that a session is open, before its id.
const OPEN_SESSION: &str = "EXISTS (SELECT FROM sessions s WHERE s.revoked_at IS NULL \
     AND (s.expires_at IS NULL OR s.expires_at > now()) AND s.id = ";

/// Adds the columns of [`Row`].
///
/// The planner would look for a session among all of its player's if the player were compared with `=`.
pub(super) fn push_columns<'b>(out: &mut AstPass<'_, 'b, Pg>, sought: &'b impl Lookup) -> QueryResult<()> {
    push_sql!(out, TermsRow::COLUMNS, ", ", SnapshotRow::COLUMNS, ", ", SEALED, ", ", PlayersRow::COLUMNS);
    push_sql!(out, ", ", STRENGTHS, ", ", OPEN_SESSION);
    sought.push_session(out)?;
    out.push_sql(" AND s.player_id IS NOT DISTINCT FROM ");
    sought.push_player(out)?;
    push_sql!(out, "), ", clocks::Row::COLUMNS);
    Ok(())
}

/// Adds the game `g`, the list, the other tables of the game, and the conditions.
pub(super) fn push_tables<'b>(out: &mut AstPass<'_, 'b, Pg>, sought: &'b impl Lookup) -> QueryResult<()> {
    out.push_sql(" FROM games g");
    sought.push_list(out)?;
    // With the limit, the condition on the game is checked first: a game without a clock reads nothing. The
    // limit of the players makes PostgreSQL look up each of them, instead of reading many and sorting them.
    out.push_sql(" LEFT JOIN LATERAL (SELECT * FROM game_clocks WHERE g.clock <> 'none' AND game_id = ");
    sought.push_game(out)?;
    out.push_sql(
        " LIMIT 1) AS c ON true CROSS JOIN LATERAL ( \
         SELECT coalesce(array_agg(player_id), '{}') AS ids, coalesce(array_agg(username), '{}') AS names, \
         coalesce(array_agg(bot), '{}') AS bots, coalesce(array_agg(strength), '{}') AS strengths \
         FROM (SELECT s.player_id, s.strength, p.username, p.bot FROM game_seats s \
         CROSS JOIN LATERAL (SELECT username, bot FROM players WHERE id = s.player_id LIMIT 1) AS p \
         WHERE s.game_id = ",
    );
    sought.push_game(out)?;
    out.push_sql(" ORDER BY s.seat, s.join_order) AS seated) AS at_table WHERE g.id = ");
    sought.push_game(out)?;
    push_visible(out, sought)
}

/// Returns the game of a row that was found for this session, if any.
pub(super) fn read_row(id: GameId, session: Option<Uuid>, row: Row) -> Result<GameRecord, NoGame> {
    match session {
        Some(_) if !row.session_open => Err(NoGame::SessionEnded),
        _ => Ok(read_record(id, row).ok_or_else(|| unreadable("a game"))?),
    }
}

/// Returns the row as domain values, if it can be read.
fn read_record(id: GameId, row: Row) -> Option<GameRecord> {
    let Row { terms, state, sealed, players, strengths, session_open: _, clocks } = row;
    let terms = read_terms(terms)?;
    let game = match state.snapshot {
        Some(bytes) => Some(Game::decode(terms.ruleset, &bytes).ok()?),
        None => None,
    };
    let agreed = state.abort_agreed.into_iter().filter_map(|seat| Seat::new(seat.try_into().ok()?));
    Some(GameRecord {
        id,
        terms,
        status: Status::named(&state.status)?,
        version: Version(state.version.try_into().ok()?),
        game,
        commitment: state.commitment.try_into().ok()?,
        creator: PlayerId(state.creator_id),
        created_at: state.created_at,
        strengths: read_strengths(&players, strengths)?,
        occupants: occupants(players),
        label: state.label,
        organized: state.organized,
        origin: read_origin((state.origin_id, state.origin_version))?,
        shared_deal: state.shared_deal.map(|deal| DealId(deal.into_bytes())),
        sealed,
        abort_agreed: agreed.collect(),
        clocks: match clocks {
            Some(row) => Some(clocks::read(row)?),
            None => None,
        },
    })
}

/// Returns the strengths that were said, each with the player; none if one is no percentage.
fn read_strengths(players: &PlayersRow, strengths: Vec<Option<i16>>) -> Option<Vec<(PlayerId, Strength)>> {
    let said = players.ids.iter().zip(strengths).filter_map(|(&player, percent)| Some((player, percent?)));
    said.map(|(player, percent)| Some((PlayerId(player), Strength::new(percent.try_into().ok()?)?))).collect()
}

/// Joins the three lists into one.
pub(super) fn occupants(players: PlayersRow) -> Vec<Occupant> {
    let all = players.ids.into_iter().zip(players.names).zip(players.bots);
    all.map(|((player, username), bot)| Occupant { player: PlayerId(player), username, bot }).collect()
}
