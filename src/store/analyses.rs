//! The queue of analyses, and the analyses that are finished.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::pg::data_types::PgInterval;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::games::interval;
use super::schema::game_analyses;
use super::{Failure, unreadable};
use lapidary_model::analysis::AnalysisStatus;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::own::{OWN_ANALYSES_MAX, OwnAnalysis};

/// The games at which a claim looks: others may be claimed by other servers at the same moment.
const CANDIDATES: i64 = 8;
/// The condition of the index `game_analyses_open`, word for word.
const IS_OPEN: &str = "status IN ('queued', 'running')";
/// Nobody works on it.
const IS_FREE: &str = "(claimed_until IS NULL OR claimed_until < now())";

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
    pub attempts: i16,
}

/// What an account has asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisCounts {
    /// The analyses that are not finished.
    pub open: i64,
    /// Those of the last 24 hours.
    pub in_a_day: i64,
}

type Row = (String, i32, i32, Option<String>, i16);

/// Returns the analysis of a game, if somebody has asked for it.
pub async fn find(
    connection: &mut AsyncPgConnection,
    game: GameId,
) -> Result<Option<StoredAnalysis>, Failure> {
    let row: Option<Row> = game_analyses::table
        .find(game.0)
        .select((
            game_analyses::status,
            game_analyses::done,
            game_analyses::total,
            game_analyses::result,
            game_analyses::judge,
        ))
        .first(connection)
        .await
        .optional()?;
    row.map(|(status, done, total, result, judge)| {
        let status = AnalysisStatus::named(&status).ok_or_else(|| unreadable("an analysis"))?;
        let [done, total] = [done, total].map(|count| u32::try_from(count).unwrap_or_default());
        Ok(StoredAnalysis { status, done, total, result, judge })
    })
    .transpose()
}

/// Returns the last analyses that a player has asked for.
pub async fn own(
    connection: &mut AsyncPgConnection,
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
pub async fn count(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<AnalysisCounts, Failure> {
    let own = || game_analyses::table.filter(game_analyses::requested_by.eq(player.0)).count();
    let open = own().filter(sql::<Bool>(IS_OPEN)).get_result(connection).await?;
    let day = sql::<Bool>("requested_at > now() - interval '1 day'");
    let in_a_day = own().filter(day).get_result(connection).await?;
    Ok(AnalysisCounts { open, in_a_day })
}

/// Puts a game into the queue, unless it has an analysis.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    game: GameId,
    player: PlayerId,
) -> Result<(), Failure> {
    diesel::insert_into(game_analyses::table)
        .values((game_analyses::game_id.eq(game.0), game_analyses::requested_by.eq(player.0)))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}

/// Puts a game into the queue again whose analysis is of an earlier judge than this one.
pub async fn renew(
    connection: &mut AsyncPgConnection,
    game: GameId,
    player: PlayerId,
    judge: i16,
) -> Result<(), Failure> {
    let is_old = game_analyses::judge.lt(judge).and(game_analyses::result.is_not_null());
    diesel::update(game_analyses::table.find(game.0).filter(is_old))
        .set((
            game_analyses::status.eq(AnalysisStatus::Queued.name()),
            game_analyses::requested_by.eq(player.0),
            game_analyses::requested_at.eq(diesel::dsl::now),
            game_analyses::claimed_until.eq(None::<DateTime<Utc>>),
            game_analyses::attempts.eq(0),
            game_analyses::done.eq(0),
            game_analyses::result.eq(None::<String>),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Claims the analysis that has waited longest for this time, if there is one on which nobody works.
pub async fn claim(
    connection: &mut AsyncPgConnection,
    lease: Duration,
) -> Result<Option<AnalysisClaim>, Failure> {
    let candidates: Vec<Uuid> = game_analyses::table
        .filter(sql::<Bool>(IS_OPEN))
        .filter(sql::<Bool>(IS_FREE))
        .order((game_analyses::requested_at, game_analyses::game_id))
        .limit(CANDIDATES)
        .select(game_analyses::game_id)
        .load(connection)
        .await?;
    for game in candidates {
        let until = sql::<Nullable<Timestamptz>>("now() + ").bind::<Interval, PgInterval>(interval(lease));
        let free = game_analyses::table.find(game).filter(sql::<Bool>(IS_OPEN)).filter(sql::<Bool>(IS_FREE));
        let claimed: Option<(Uuid, i16)> = diesel::update(free)
            .set((
                game_analyses::status.eq(AnalysisStatus::Running.name()),
                game_analyses::claimed_until.eq(until),
                game_analyses::attempts.eq(game_analyses::attempts + 1),
            ))
            .returning((game_analyses::requested_by, game_analyses::attempts))
            .get_result(connection)
            .await
            .optional()?;
        if let Some((requested_by, attempts)) = claimed {
            let requested_by = PlayerId(requested_by);
            return Ok(Some(AnalysisClaim { game: GameId(game), requested_by, attempts }));
        }
    }
    Ok(None)
}

/// Renews a claim and notes how far the work is. Returns false if the claim is lost.
pub async fn note(
    connection: &mut AsyncPgConnection,
    claim: &AnalysisClaim,
    done: usize,
    total: usize,
    lease: Duration,
) -> Result<bool, Failure> {
    let until = sql::<Nullable<Timestamptz>>("now() + ").bind::<Interval, PgInterval>(interval(lease));
    let [done, total] = [done, total].map(|count| i32::try_from(count).unwrap_or(i32::MAX));
    let own = game_analyses::table
        .find(claim.game.0)
        .filter(game_analyses::attempts.eq(claim.attempts))
        .filter(sql::<Bool>(IS_OPEN));
    let changed = diesel::update(own)
        .set((
            game_analyses::claimed_until.eq(until),
            game_analyses::done.eq(done),
            game_analyses::total.eq(total),
        ))
        .execute(connection)
        .await?;
    Ok(changed > 0)
}

/// Stores the text of an analysis, or that it has failed. Returns false if it was finished already: then
/// nothing changes.
pub async fn finish(
    connection: &mut AsyncPgConnection,
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
