//! What waits for a player: their games that are not over, and their invitations.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::coordinator::{CoordinatorFacts, names_of};
use super::list_rows::{AT_TABLE, Row, ShardRow, listed, named, push_columns, push_shard_columns};
use super::terms_row::{TermsRow, read_terms};
use crate::by_hand::{Sql, bind, columns, push_sql, row};
use crate::database::sharding::{Placement, placement};
use crate::{Failure, Postgres, unreadable};
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::own::{OWN_GAMES_MAX, OWN_INVITATIONS_MAX, OwnGame, OwnInvitation};
use lapidary_model::player::Occupant;

/// Returns the games of a player that are not over. With ids, returns only those of these games in which the
/// player sits, whether they are over or not.
pub async fn own_games(
    connection: &mut Postgres,
    player: PlayerId,
    ids: Option<&[GameId]>,
) -> Result<BTreeMap<GameId, OwnGame>, Failure> {
    let ids = ids.map(|ids| ids.iter().map(|id| id.0).collect());
    let query = OwnGames { player: player.0, ids, limit: OWN_GAMES_MAX };
    let rows: Vec<Row> = match placement() {
        Placement::OneNode => query.load(connection).await?,
        Placement::Sharded => {
            let rows = OwnOnShards(query).load(connection).await?;
            named(connection, rows).await?
        }
    };
    let games = rows.into_iter().map(|row| own(player, row).ok_or_else(|| unreadable("a game of a player")));
    games.map(|game| game.map(|game| (game.listed.id, game))).collect()
}

/// The statement.
#[derive(QueryId)]
struct OwnGames {
    player: Uuid,
    ids: Option<Vec<Uuid>>,
    limit: i64,
}

impl Query for OwnGames {
    type SqlType = Sql<Row>;
}

impl QueryFragment<Pg> for OwnGames {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        // It has two forms.
        out.unsafe_to_cache_prepared();
        out.push_sql("SELECT ");
        push_columns(&mut out);
        out.push_sql(
            " FROM game_seats m CROSS JOIN LATERAL (SELECT * FROM games WHERE id = m.game_id LIMIT 1) AS g",
        );
        out.push_sql(AT_TABLE);
        self.push_conditions(&mut out)
    }
}

/// The statement for the workers, where games are sharded.
#[derive(QueryId)]
struct OwnOnShards(OwnGames);

impl Query for OwnOnShards {
    type SqlType = Sql<ShardRow>;
}

impl QueryFragment<Pg> for OwnOnShards {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        out.push_sql("SELECT ");
        push_shard_columns(&mut out);
        out.push_sql(" FROM game_seats m JOIN games g ON g.id = m.game_id");
        self.0.push_conditions(&mut out)
    }
}

impl OwnGames {
    /// Adds the conditions and the order.
    fn push_conditions<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(out, " WHERE m.player_id = ", bind(self.player));
        match &self.ids {
            Some(ids) => {
                push_sql!(out, " AND m.game_id = ANY(", bind(*ids), ")");
            }
            None => out.push_sql(" AND NOT m.over AND g.status IN ('waiting', 'active')"),
        }
        push_sql!(out, " ORDER BY m.game_id DESC LIMIT ", bind(self.limit));
        Ok(())
    }
}

fn own(player: PlayerId, row: Row) -> Option<OwnGame> {
    let listed = listed(row)?;
    let place = listed.occupants.iter().position(|occupant| occupant.player == player)?;
    Some(OwnGame { listed, seat: Seat::new(place.try_into().ok()?) })
}

columns! {
    /// The game `g` and the invitation `i` to it.
    struct InvitedGameRow {
        game: Uuid = "g.id",
        invited_at: DateTime<Utc> = "i.invited_at",
    }
}

columns! {
    /// The player `p`.
    struct InviterRow {
        id: Uuid = "p.id",
        username: Option<String> = "p.username",
        bot: bool = "p.bot",
    }
}

/// The statement.
#[derive(QueryId)]
struct OwnInvitations {
    player: Uuid,
    limit: i64,
}

impl Query for OwnInvitations {
    type SqlType = Sql<(InvitedGameRow, TermsRow, InviterRow)>;
}

impl QueryFragment<Pg> for OwnInvitations {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT ",
            InvitedGameRow::COLUMNS,
            ", ",
            TermsRow::COLUMNS,
            ", ",
            InviterRow::COLUMNS
        );
        out.push_sql(
            " FROM invitations i JOIN games g ON g.id = i.game_id \
             JOIN players p ON p.id = g.creator_id WHERE g.status = 'waiting' AND i.player_id = ",
        );
        push_sql!(&mut out, bind(self.player), NOT_SEATED);
        out.push_sql(
            " AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = i.player_id AND b.blocked_id = g.creator_id) \
             ORDER BY i.invited_at DESC LIMIT ",
        );
        bind(&mut out, &self.limit)
    }
}

/// The statement for the workers, where games are sharded.
#[derive(QueryId)]
struct InvitationsOnShards(OwnInvitations, CoordinatorFacts);

impl Query for InvitationsOnShards {
    type SqlType = Sql<(InvitedGameRow, TermsRow, Uuid)>;
}

impl QueryFragment<Pg> for InvitationsOnShards {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let InvitationsOnShards(query, beside) = self;
        push_sql!(&mut out, "SELECT ", InvitedGameRow::COLUMNS, ", ", TermsRow::COLUMNS);
        push_sql!(
            &mut out,
            ", g.creator_id FROM invitations i JOIN games g ON g.id = i.game_id \
             WHERE g.status = 'waiting' AND i.player_id = ",
            bind(query.player),
            NOT_SEATED,
        );
        beside.push_reachable(&mut out)?;
        push_sql!(&mut out, " ORDER BY i.invited_at DESC LIMIT ", bind(query.limit));
        Ok(())
    }
}

/// Reads the invitations from the workers, and adds the creators of their games, whom the coordinator knows.
async fn named_invitations(
    connection: &mut Postgres,
    query: InvitationsOnShards,
) -> Result<Vec<(InvitedGameRow, TermsRow, InviterRow)>, Failure> {
    let rows: Vec<(InvitedGameRow, TermsRow, Uuid)> = query.load(connection).await?;
    let names = names_of(connection, rows.iter().map(|(.., creator)| *creator)).await?;
    let named = |(invited, terms, id): (InvitedGameRow, TermsRow, Uuid)| {
        let (username, bot) = names.get(&id).cloned().unwrap_or_default();
        (invited, terms, InviterRow { id, username, bot })
    };
    Ok(rows.into_iter().map(named).collect())
}

/// The condition that the player of an invitation `i` has no seat in its game.
const NOT_SEATED: &str =
    " AND NOT EXISTS (SELECT FROM game_seats m WHERE m.game_id = i.game_id AND m.player_id = i.player_id)";

/// Returns the invitations of a player to games that wait for players. Games of players whom they have
/// blocked and games in which they sit are left out.
pub async fn own_invitations(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<BTreeMap<GameId, OwnInvitation>, Failure> {
    let query = OwnInvitations { player: player.0, limit: OWN_INVITATIONS_MAX };
    let rows: Vec<(InvitedGameRow, TermsRow, InviterRow)> =
        match CoordinatorFacts::read_if_sharded(connection, Some(player), false).await? {
            None => query.load(connection).await?,
            Some(beside) => named_invitations(connection, InvitationsOnShards(query, beside)).await?,
        };
    let invitation = |(invited, terms, creator): (InvitedGameRow, TermsRow, InviterRow)| {
        let (game, terms) =
            (GameId(invited.game), read_terms(terms).ok_or_else(|| unreadable("an invitation"))?);
        let InviterRow { id, username, bot } = creator;
        let creator = Occupant { player: PlayerId(id), username, bot };
        Ok((game, OwnInvitation { game, terms, creator, invited_at: invited.invited_at }))
    };
    rows.into_iter().map(invitation).collect()
}

row! {
    struct OwnMark {
        player: Uuid,
        mark: i64,
    }
}

/// Returns a number for each of these players. It changes when they get or lose a seat, an invitation or a
/// block, and when players come or go in a waiting game of theirs.
pub async fn own_marks(
    connection: &mut Postgres,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, i64>, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<OwnMark> = diesel::sql_query(MARKS).bind::<Array<SqlUuid>, _>(ids).load(connection).await?;
    Ok(rows.into_iter().map(|row| (PlayerId(row.player), row.mark)).collect())
}

/// Reads the seats, those beside them in waiting games, and the invitations, then sorts them by player.
const MARKS: &str = "WITH seated AS MATERIALIZED (SELECT m.player_id, m.game_id FROM game_seats m \
     WHERE m.player_id = ANY ($1) AND NOT m.over), \
     beside AS MATERIALIZED (SELECT m.player_id, o.game_id, o.player_id AS other, o.join_order \
     FROM game_seats m JOIN games g ON g.id = m.game_id JOIN game_seats o ON o.game_id = m.game_id \
     WHERE m.player_id = ANY ($1) AND NOT m.over AND g.status = 'waiting'), \
     invited AS MATERIALIZED (SELECT i.player_id, i.game_id FROM invitations i WHERE i.player_id = ANY ($1)) \
     SELECT p.id AS player, hashtextextended(concat_ws(';', s.games, o.others, i.games, b.blocked), 0) AS mark \
     FROM unnest($1) AS p (id) \
     LEFT JOIN (SELECT player_id, string_agg(game_id::text, ',' ORDER BY game_id) AS games \
     FROM seated GROUP BY player_id) AS s ON s.player_id = p.id \
     LEFT JOIN (SELECT player_id, string_agg(game_id::text || other::text, ',' ORDER BY game_id, join_order) AS others \
     FROM beside GROUP BY player_id) AS o ON o.player_id = p.id \
     LEFT JOIN (SELECT player_id, string_agg(game_id::text, ',' ORDER BY game_id) AS games \
     FROM invited GROUP BY player_id) AS i ON i.player_id = p.id \
     LEFT JOIN (SELECT blocker_id, string_agg(blocked_id::text, ',' ORDER BY blocked_id) AS blocked \
     FROM blocks WHERE blocker_id = ANY ($1) GROUP BY blocker_id) AS b ON b.blocker_id = p.id";
