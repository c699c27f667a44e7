//! When games began, which decides how often two players have met: what begins later, when a result may be
//! known, does not count for it, and what began before counts, whatever becomes of it.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::{One, Sql, columns, push_sql, row};
use crate::games::{TermsRow, read_terms};
use crate::run::Run;
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::rating::conditions::Unrated;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::rating::is_rated_in;
use lapidary_model::season::SeasonId;

/// A table at which players of a result sat, too.
#[derive(Debug, Clone)]
pub struct Sitting {
    /// The players of the result who sat there.
    pub players: Vec<PlayerId>,
    /// When it began.
    pub began_at: DateTime<Utc>,
}

row! {
    pub(crate) struct SittingRow {
        pub players: Vec<Uuid>,
        pub began_at: DateTime<Utc>,
    }
}

impl From<SittingRow> for Sitting {
    fn from(row: SittingRow) -> Self {
        Sitting { players: row.players.into_iter().map(PlayerId).collect(), began_at: row.began_at }
    }
}

/// Returns when a game of the server began.
pub async fn began_at(connection: &Postgres, game: GameId) -> Result<DateTime<Utc>, Failure> {
    let One(began_at) =
        diesel::sql_query("SELECT l.at FROM game_log l WHERE l.game_id = $1 AND l.kind = 'started'")
            .bind::<SqlUuid, _>(game.0)
            .prepared()
            .only_row(connection)
            .await?;
    Ok(began_at)
}

/// Returns the games of a pool that are over since a time, at which at least two of these players sat: logged
/// ones, and those that were not rated for another reason than that two players have met too often. The
/// caller must hold the pool.
pub async fn ended_sittings(
    mut connection: &Postgres,
    pool: &Pool,
    players: &[PlayerId],
    since: DateTime<Utc>,
) -> Result<Vec<Sitting>, Failure> {
    let rows: Vec<SittingRow> = diesel::sql_query(
        "WITH RECURSIVE line AS (SELECT $1 AS pool, $4 AS season, NULL::bigint AS games UNION ALL \
         SELECT e.pool, e.id, s.carried_games FROM line l JOIN club_seasons s ON s.id = l.season \
         JOIN club_seasons e ON e.id = s.earlier_id WHERE s.reset = 'soft' AND s.started_at > $3) \
         SELECT array_agg(e.player_id) AS players, min(coalesce(e.began_at, e.finished_at)) AS began_at \
         FROM line l JOIN rating_events e ON e.pool = l.pool AND (l.games IS NULL OR e.pool_seq <= l.games) \
         WHERE e.player_id = ANY ($2) AND e.finished_at > $3 AND NOT (e.annulled AND \
         coalesce((SELECT n.replaced FROM annulments n WHERE n.game_id = e.game_id), false)) \
         GROUP BY e.pool, e.pool_seq HAVING count(*) > 1 UNION ALL \
         SELECT array_agg(p.id), u.began_at FROM unrated u JOIN unnest(u.players) AS p (id) ON p.id = ANY ($2) \
         WHERE u.pool = $1 AND u.began_at > $3 AND u.reason <> $5 GROUP BY u.game_id HAVING count(*) > 1",
    )
    .bind::<Text, _>(pool.to_string())
    .bind::<Array<SqlUuid>, _>(ids(players))
    .bind::<Timestamptz, _>(since)
    .bind::<Nullable<SqlUuid>, _>(SeasonId::of(pool).map(|season| season.0))
    .bind::<Text, _>(Unrated::PairLimit.name())
    .prepared()
    .load(&mut connection)
    .await?;
    Ok(rows.into_iter().map(Sitting::from).collect())
}

columns! {
    /// The players `met` who sit together in a game whose entry `l` of its log is its start.
    struct TogetherRow {
        players: Vec<Uuid> = "met.players",
        began_at: DateTime<Utc> = "l.at",
    }
}

/// The statement.
#[derive(QueryId)]
struct OpenGames {
    players: Vec<Uuid>,
    except: Uuid,
}

impl Query for OpenGames {
    type SqlType = Sql<(TermsRow, TogetherRow)>;
}

impl QueryFragment<Pg> for OpenGames {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(
            &mut out,
            "SELECT ",
            TermsRow::COLUMNS,
            ", ",
            TogetherRow::COLUMNS,
            " FROM (SELECT s.game_id, array_agg(s.player_id) AS players FROM game_seats s WHERE s.player_id = ANY (",
            bind(self.players),
            ") AND NOT s.over AND s.game_id <> ",
            bind(self.except),
            " GROUP BY s.game_id HAVING count(*) > 1) AS met JOIN games g ON g.id = met.game_id AND g.status = 'active' \
             JOIN game_log l ON l.game_id = g.id AND l.kind = 'started'",
        );
        Ok(())
    }
}

/// Returns the games of a pool under way, except this one, at which at least two of these players sit.
pub async fn open_games(
    mut connection: &Postgres,
    pool: &Pool,
    players: &[PlayerId],
    except: GameId,
) -> Result<Vec<Sitting>, Failure> {
    let query = OpenGames { players: ids(players), except: except.0 };
    let rows: Vec<(TermsRow, TogetherRow)> = query.load(&mut connection).await?;
    let mut sittings = Vec::new();
    for (terms, TogetherRow { players, began_at }) in rows {
        let terms = read_terms(terms).ok_or_else(|| unreadable("the terms of a game"))?;
        if is_rated_in(&terms, pool) {
            sittings.push(Sitting::from(SittingRow { players, began_at }));
        }
    }
    Ok(sittings)
}

fn ids(players: &[PlayerId]) -> Vec<Uuid> {
    players.iter().map(|player| player.0).collect()
}
