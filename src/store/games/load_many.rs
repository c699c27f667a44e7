//! Loads many games in one statement, each for its own caller.
//!
//! Each game is found or hidden for its own caller, by the conditions of [`load`](super::load()). This module
//! does not decide which games are loaded together.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::load::{Lookup, NoGame, Row, StoredGame, lock_for, push_columns, push_tables, read_row};
use super::record::GameRecord;
use crate::by_hand::{Sql, columns, push_sql};
use crate::database::sharding::{Placement, placement};
use crate::schema::games;
use crate::{Failure, Postgres, unreadable};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::counters::Counters;
use lapidary_model::game::GameId;
use lapidary_model::stamp::{Stamp, Writer};

/// A game, and for whom it is loaded.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    game: Uuid,
    player: Option<Uuid>,
    session: Option<Uuid>,
}

impl Wanted {
    /// The game with this id, for this caller.
    pub fn new(id: GameId, caller: Option<&Identity>) -> Wanted {
        Wanted {
            game: id.0,
            player: caller.map(|caller| caller.player.0),
            session: caller.map(|caller| caller.session.0),
        }
    }
}

/// Returns for each wanted game, in the same order, what [`load`](super::load()) returns. A row that cannot
/// be read does not harm the others.
pub async fn load_many(
    connection: &mut Postgres,
    wanted: &[Wanted],
) -> Result<Vec<Result<StoredGame, NoGame>>, Failure> {
    Counters::shared().read_batches.inc();
    Counters::shared().reads_in_batches.inc_by(wanted.len() as u64);
    find_all(connection, FindGames::<false>::of(wanted), wanted).await
}

/// Locks games of one creator until the transaction ends, in the order of ids that all transactions share,
/// and returns each as [`lock_for`] does.
pub async fn lock_many_for(
    connection: &mut Postgres,
    mut ids: Vec<GameId>,
    creator: PlayerId,
) -> Result<Vec<GameRecord>, Failure> {
    ids.sort_unstable();
    ids.dedup();
    let mut held = Vec::with_capacity(ids.len());
    if ids.is_empty() {
        return Ok(held);
    }
    if placement() == Placement::Sharded {
        for id in ids {
            held.extend(lock_for(connection, id, creator).await?);
        }
        return Ok(held);
    }
    let uuids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    // The lock needs a statement of its own: a single one would see the games from before it waited.
    let locked: Vec<Uuid> = games::table
        .filter(games::id.eq_any(uuids).and(games::creator_id.eq(creator.0)))
        .order(games::id)
        .select(games::id)
        .for_update()
        .load(connection)
        .await?;
    let wanted = |game| Wanted { game, player: Some(creator.0), session: None };
    let wanted: Vec<Wanted> = locked.into_iter().map(wanted).collect();
    for found in find_all(connection, FindGames::<true>::of(&wanted), &wanted).await? {
        match found {
            Ok(stored) => held.push(stored.record),
            Err(NoGame::Storage(failure)) => return Err(failure),
            Err(NoGame::NotFound | NoGame::SessionEnded) => {}
        }
    }
    Ok(held)
}

async fn find_all<const SEALED: bool>(
    connection: &mut Postgres,
    find: FindGames<SEALED>,
    wanted: &[Wanted],
) -> Result<Vec<Result<StoredGame, NoGame>>, Failure> {
    let rows: Vec<(i64, StampRow, Row)> = find.load(connection).await?;
    let mut results: Vec<Result<StoredGame, NoGame>> = wanted.iter().map(|_| Err(NoGame::NotFound)).collect();
    // Places begin with 1.
    for (place, stamp, row) in rows {
        let index = usize::try_from(place - 1).unwrap_or(usize::MAX);
        let (Some(wanted), Some(result)) = (wanted.get(index), results.get_mut(index)) else {
            return Err(unreadable("a list of games"));
        };
        let StampRow { game, updated_at, clocks } = stamp;
        let stamp = Some(Stamp { game, updated_at, clocks });
        let record = read_row(GameId(wanted.game), wanted.session, row);
        *result = record.map(|record| StoredGame { record, stamp });
    }
    Ok(results)
}

/// The statement: a list for each value. It is written by hand, and prepared once for each connection.
/// `SEALED` says whether to find games that only their seats may see.
#[derive(QueryId)]
struct FindGames<const SEALED: bool> {
    games: Vec<Uuid>,
    players: Vec<Option<Uuid>>,
    sessions: Vec<Option<Uuid>>,
}

impl<const SEALED: bool> FindGames<SEALED> {
    fn of(wanted: &[Wanted]) -> Self {
        FindGames {
            games: wanted.iter().map(|wanted| wanted.game).collect(),
            players: wanted.iter().map(|wanted| wanted.player).collect(),
            sessions: wanted.iter().map(|wanted| wanted.session).collect(),
        }
    }
}

/// The end of the list of what is looked for.
///
/// `OFFSET 0` makes PostgreSQL complete each row before it looks for the game. So a game that is hidden from
/// the caller takes the same steps as a game that does not exist. As conditions with `EXISTS`, the two
/// lookups would be left out for a game that does not exist, and PostgreSQL would read all seats and all
/// invitations for one that does.
const LIST_END: &str =
    ") WITH ORDINALITY AS one (game, player, session, place) OFFSET 0) AS want ON want.game = g.id";

/// The values are columns of the row `want` of the list.
impl<const SEALED: bool> Lookup for FindGames<SEALED> {
    fn push_list<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            " JOIN (SELECT one.*, \
             (SELECT true FROM game_seats m WHERE m.game_id = one.game AND m.player_id = one.player LIMIT 1) IS TRUE AS sits, \
             (SELECT true FROM invitations i WHERE i.game_id = one.game AND i.player_id = one.player LIMIT 1) IS TRUE AS invited \
             FROM unnest(",
        );
        push_sql!(out, bind(self.games), ", ", bind(self.players), ", ", bind(self.sessions), LIST_END);
        Ok(())
    }

    fn push_game<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("want.game");
        Ok(())
    }

    fn push_player<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("want.player");
        Ok(())
    }

    fn push_session<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("want.session");
        Ok(())
    }

    fn push_sits<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("want.sits");
        Ok(())
    }

    fn push_invited<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("want.invited");
        Ok(())
    }

    fn push_sealed<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(if SEALED { "true" } else { "false" });
        Ok(())
    }
}

columns! {
    /// The stamp of the game `g`.
    struct StampRow {
        game: Writer = "g.xmin",
        updated_at: DateTime<Utc> = "g.updated_at",
        clocks: Option<Writer> =
            "(SELECT k.xmin FROM game_clocks k WHERE g.clock <> 'none' AND k.game_id = want.game)",
    }
}

impl<const SEALED: bool> Query for FindGames<SEALED> {
    type SqlType = Sql<(i64, StampRow, Row)>;
}

impl<const SEALED: bool> QueryFragment<Pg> for FindGames<SEALED> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(&mut out, "SELECT want.place, ", StampRow::COLUMNS, ", ");
        push_columns(&mut out, self)?;
        push_tables(&mut out, self)
    }
}
