//! The queue of analyses, and the analyses that are finished.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::pg::data_types::PgInterval;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Interval, Nullable, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::game_analyses;
use super::{Failure, Postgres, stored, unreadable};
use crate::by_hand::{One, interval};
use crate::run::Run;
use lapidary_model::analysis::AnalysisStatus;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::own::{OWN_ANALYSES_MAX, OwnAnalysis};

/// The number of games that a claim looks at: other servers may claim some of them at the same moment.
const CANDIDATES: i64 = 8;
/// The condition of the index `game_analyses_open`, word for word.
const IS_OPEN: &str = "status IN ('queued', 'running')";
/// Nobody works on it.
const IS_FREE: &str = "(claimed_until IS NULL OR claimed_until < now())";
/// It has failed for so long that it may be asked for again: an hour after the last server had it.
const MAY_BE_TRIED_AGAIN: &str =
    "(status = 'failed' AND claimed_until IS NOT NULL AND claimed_until < now() - interval '1 hour')";

/// An analysis as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnalysis {
    pub status: AnalysisStatus,
    /// The choices that were judged.
    pub done: u32,
    /// All choices; 0 while nobody has counted them.
    pub total: u32,
    /// The text of a finished analysis.
    pub result: Option<String>,
    /// The version of the judge who made it.
    pub judge: i16,
    /// Whether it has failed for so long that asking again gives it another try.
    pub may_be_tried_again: bool,
}

/// Who has made an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedBy {
    /// The version of the judge.
    pub judge: i16,
    /// The simulations of each search.
    pub simulations: u32,
}

/// A claim of this server on an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisClaim {
    pub game: GameId,
    /// Who asked for it.
    pub requested_by: PlayerId,
    /// How often a server has begun. It tells this claim from earlier ones.
    pub number: i16,
    /// The number of choices that were judged when the last server died; 0 if none has.
    pub reached: i32,
    /// How many servers in a row have died at the next choice. Only these may be the fault of the game,
    /// because an analysis does the same each time; all others were stopped or killed at any moment.
    pub deaths: i16,
}

/// What an account has asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisCounts {
    /// The analyses that are not finished.
    pub open: i64,
    /// Those of the last 24 hours.
    pub in_a_day: i64,
}

type Row = (String, i32, i32, Option<String>, i16, bool);

/// Returns the analysis of a game, if somebody has asked for it.
pub async fn find(connection: &mut Postgres, game: GameId) -> Result<Option<StoredAnalysis>, Failure> {
    let row: Option<Row> = game_analyses::table
        .find(game.0)
        .select((
            game_analyses::status,
            game_analyses::done,
            game_analyses::total,
            game_analyses::result,
            game_analyses::judge,
            sql::<Bool>(MAY_BE_TRIED_AGAIN),
        ))
        .first_row(connection)
        .await?;
    row.map(|(status, done, total, result, judge, may_be_tried_again)| {
        let status = AnalysisStatus::named(&status).ok_or_else(|| unreadable("an analysis"))?;
        let (done, total) = (stored(done, "an analysis")?, stored(total, "an analysis")?);
        Ok(StoredAnalysis { status, done, total, result, judge, may_be_tried_again })
    })
    .transpose()
}

/// Returns the texts of the finished analyses of these games that this judge has made.
pub async fn results(
    connection: &mut Postgres,
    games: impl IntoIterator<Item = GameId>,
    judge: i16,
) -> Result<Vec<(GameId, String)>, Failure> {
    let games: Vec<Uuid> = games.into_iter().map(|game| game.0).collect();
    let rows: Vec<(Uuid, String)> = game_analyses::table
        .filter(game_analyses::game_id.eq_any(games).and(game_analyses::judge.eq(judge)))
        .filter(game_analyses::result.is_not_null())
        .select((game_analyses::game_id, game_analyses::result.assume_not_null()))
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|(game, text)| (GameId(game), text)).collect())
}

/// Returns the last analyses that a player has asked for.
pub async fn own(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<BTreeMap<GameId, OwnAnalysis>, Failure> {
    let rows: Vec<(Uuid, String, DateTime<Utc>)> = game_analyses::table
        .filter(game_analyses::requested_by.eq(player.0))
        .order(game_analyses::requested_at.desc())
        .limit(OWN_ANALYSES_MAX)
        .select((game_analyses::game_id, game_analyses::status, game_analyses::requested_at))
        .load(connection)
        .await?;
    let read = |(game, status, requested_at): (Uuid, String, DateTime<Utc>)| {
        let status = AnalysisStatus::named(&status).ok_or_else(|| unreadable("an analysis"))?;
        Ok((GameId(game), OwnAnalysis { game: GameId(game), status, requested_at }))
    };
    rows.into_iter().map(read).collect()
}

/// Counts what an account has asked for. Hold the account, so that the counts stay the same.
pub async fn count(connection: &mut Postgres, player: PlayerId) -> Result<AnalysisCounts, Failure> {
    let own = || game_analyses::table.filter(game_analyses::requested_by.eq(player.0)).count();
    let open = own().filter(sql::<Bool>(IS_OPEN)).get_result(connection).await?;
    let day = sql::<Bool>("requested_at > now() - interval '1 day'");
    let in_a_day = own().filter(day).get_result(connection).await?;
    Ok(AnalysisCounts { open, in_a_day })
}

/// Puts a game into the queue, unless it has an analysis.
pub async fn insert(connection: &mut Postgres, game: GameId, player: PlayerId) -> Result<(), Failure> {
    diesel::insert_into(game_analyses::table)
        .values((game_analyses::game_id.eq(game.0), game_analyses::requested_by.eq(player.0)))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Puts a game into the queue again if its analysis was made by an earlier judge, or has failed for long
/// enough.
pub async fn renew(
    connection: &mut Postgres,
    game: GameId,
    player: PlayerId,
    judge: i16,
) -> Result<(), Failure> {
    let is_old = game_analyses::judge.lt(judge).and(game_analyses::result.is_not_null());
    let is_due = is_old.or(sql::<Bool>(MAY_BE_TRIED_AGAIN));
    diesel::update(game_analyses::table.find(game.0).filter(is_due))
        .set((
            game_analyses::status.eq(AnalysisStatus::Queued.name()),
            game_analyses::requested_by.eq(player.0),
            game_analyses::requested_at.eq(diesel::dsl::now),
            game_analyses::claimed_until.eq(None::<DateTime<Utc>>),
            // The number of the claim goes on.
            game_analyses::given_back.eq(game_analyses::attempts),
            game_analyses::done.eq(0),
            game_analyses::result.eq(None::<String>),
        ))
        .run(connection)
        .await
}

/// Returns the statement for the next analyses: the one of each account that has waited longest. The accounts
/// that were served least recently come first.
fn next() -> String {
    format!(
        "WITH first AS (SELECT DISTINCT ON (requested_by) requested_by, requested_at, game_id FROM game_analyses \
         WHERE {IS_OPEN} AND {IS_FREE} ORDER BY requested_by, requested_at, game_id) \
         SELECT game_id FROM first ORDER BY (SELECT max(begun_at) FROM game_analyses a \
         WHERE a.requested_by = first.requested_by AND a.begun_at IS NOT NULL) NULLS FIRST, requested_at, game_id LIMIT $1"
    )
}

/// Claims an analysis for this time, if there is one on which nobody works. Accounts take turns.
pub async fn claim(connection: &mut Postgres, lease: Duration) -> Result<Option<AnalysisClaim>, Failure> {
    let next = diesel::sql_query(next()).bind::<BigInt, _>(CANDIDATES);
    let candidates: Vec<One<Uuid>> = next.prepared().load(connection).await?;
    for One(game) in candidates {
        let until = sql::<Nullable<Timestamptz>>("now() + ").bind::<Interval, PgInterval>(interval(lease));
        let free = game_analyses::table.find(game).filter(sql::<Bool>(IS_OPEN)).filter(sql::<Bool>(IS_FREE));
        let claimed: Option<(Uuid, i16, i16, i32)> = diesel::update(free)
            .set((
                game_analyses::status.eq(AnalysisStatus::Running.name()),
                game_analyses::claimed_until.eq(until),
                game_analyses::attempts.eq(game_analyses::attempts + 1),
                game_analyses::given_back.eq(game_analyses::given_back + 1),
                game_analyses::begun_at.eq(sql::<Nullable<Timestamptz>>("now()")),
            ))
            .returning((
                game_analyses::requested_by,
                game_analyses::attempts,
                game_analyses::given_back,
                game_analyses::done,
            ))
            .returned_row(connection)
            .await?;
        if let Some((requested_by, number, given_back, reached)) = claimed {
            let (requested_by, deaths) = (PlayerId(requested_by), number.saturating_sub(given_back));
            return Ok(Some(AnalysisClaim { game: GameId(game), requested_by, number, reached, deaths }));
        }
    }
    Ok(None)
}

/// Renews a claim and notes how far the work is: at the choice at which the last server died, that this one
/// may die there too, and after it, that nobody has. Returns false if the claim is lost.
pub async fn note(
    connection: &mut Postgres,
    claim: &AnalysisClaim,
    done: usize,
    total: usize,
    lease: Duration,
) -> Result<bool, Failure> {
    let until = sql::<Nullable<Timestamptz>>("now() + ").bind::<Interval, PgInterval>(interval(lease));
    let [done, total] = [done, total].map(|count| i32::try_from(count).unwrap_or(i32::MAX));
    let deaths = match done.cmp(&claim.reached) {
        Ordering::Less => claim.deaths,
        Ordering::Equal => claim.deaths + i16::from(claim.number > 1),
        Ordering::Greater => 0,
    };
    let own = game_analyses::table
        .find(claim.game.0)
        .filter(game_analyses::attempts.eq(claim.number))
        .filter(sql::<Bool>(IS_OPEN));
    let changed = diesel::update(own)
        .set((
            game_analyses::claimed_until.eq(until),
            game_analyses::given_back.eq(claim.number.saturating_sub(deaths)),
            game_analyses::done.eq(done.max(claim.reached)),
            game_analyses::total.eq(total),
        ))
        .execute(connection)
        .await?;
    Ok(changed > 0)
}

/// Gives a claim back: another server may begin at once, and no server has died. Does nothing if another
/// server has claimed the analysis since.
pub async fn give_back(connection: &mut Postgres, claim: &AnalysisClaim) -> Result<(), Failure> {
    let open = game_analyses::table.find(claim.game.0).filter(sql::<Bool>(IS_OPEN));
    diesel::update(open.filter(game_analyses::attempts.eq(claim.number)))
        .set((
            game_analyses::status.eq(AnalysisStatus::Queued.name()),
            game_analyses::given_back.eq(game_analyses::attempts),
            game_analyses::done.eq(0),
            game_analyses::claimed_until.eq(None::<DateTime<Utc>>),
        ))
        .run(connection)
        .await
}

/// Stores the text of an analysis, or that it has failed. Returns false if it was finished already: then
/// nothing changes.
pub async fn finish(
    connection: &mut Postgres,
    claim: &AnalysisClaim,
    total: usize,
    result: Option<&str>,
    by: JudgedBy,
) -> Result<bool, Failure> {
    let status = if result.is_some() { AnalysisStatus::Finished } else { AnalysisStatus::Failed };
    let total = i32::try_from(total).unwrap_or(i32::MAX);
    let changed = diesel::update(game_analyses::table.find(claim.game.0).filter(sql::<Bool>(IS_OPEN)))
        .set((
            game_analyses::status.eq(status.name()),
            game_analyses::done.eq(total),
            game_analyses::total.eq(total),
            game_analyses::result.eq(result),
            game_analyses::judge.eq(by.judge),
            game_analyses::simulations.eq(i32::try_from(by.simulations).ok()),
        ))
        .execute(connection)
        .await?;
    Ok(changed > 0)
}
