//! Ratings of puzzles and of those who solve them, and the answers that counted.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{puzzle_answers, puzzle_ratings, puzzle_solvers};
use super::{Failure, Postgres, stored};
use crate::run::Run;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::puzzle::{GivenAnswer, PuzzleId, PuzzleRating, SolverRecord};

/// The maximum number of puzzles whose ratings, or whose answers by one player, are read: more than any set
/// has.
const PUZZLES_MAX: i64 = 100_000;

/// The columns of a [`PuzzleRating`].
type PuzzleColumns =
    (puzzle_ratings::mu_micro, puzzle_ratings::sigma_micro, puzzle_ratings::answers, puzzle_ratings::solved);

/// The columns of a [`SolverRecord`].
type SolverColumns = (
    puzzle_solvers::mu_micro,
    puzzle_solvers::sigma_micro,
    puzzle_solvers::answers,
    puzzle_solvers::solved,
    puzzle_solvers::last_answer_at,
);

const fn rating(mu_micro: i64, sigma_micro: i64) -> Rating {
    Rating { mu_micro, sigma_micro }
}

fn count(number: i32) -> Result<u32, Failure> {
    stored(number, "a count of answers to puzzles")
}

fn puzzle((mu, sigma, answers, solved): (i64, i64, i32, i32)) -> Result<PuzzleRating, Failure> {
    Ok(PuzzleRating { rating: rating(mu, sigma), answers: count(answers)?, solved: count(solved)? })
}

type SolverRow = (i64, i64, i32, i32, Option<DateTime<Utc>>);

fn solver((mu, sigma, answers, solved, last_answer_at): SolverRow) -> Result<SolverRecord, Failure> {
    let (answers, solved) = (count(answers)?, count(solved)?);
    Ok(SolverRecord { rating: rating(mu, sigma), answers, solved, last_answer_at })
}

/// Returns the ratings of all puzzles that somebody has answered.
pub async fn ratings(connection: &mut Postgres) -> Result<HashMap<PuzzleId, PuzzleRating>, Failure> {
    let rows: Vec<(Uuid, (i64, i64, i32, i32))> = puzzle_ratings::table
        .limit(PUZZLES_MAX)
        .select((puzzle_ratings::puzzle_id, PuzzleColumns::default()))
        .load(connection)
        .await?;
    rows.into_iter().map(|(id, row)| Ok((PuzzleId(id), puzzle(row)?))).collect()
}

/// Returns the rating of a puzzle, if somebody has answered it.
pub async fn find_rating(connection: &mut Postgres, id: PuzzleId) -> Result<Option<PuzzleRating>, Failure> {
    let row = puzzle_ratings::table.find(id.0).select(PuzzleColumns::default()).first_row(connection).await?;
    row.map(puzzle).transpose()
}

/// Returns what a player has reached in the pool of puzzles; without an answer, what a new player begins
/// with.
pub async fn find_solver(connection: &mut Postgres, player: PlayerId) -> Result<SolverRecord, Failure> {
    let row =
        puzzle_solvers::table.find(player.0).select(SolverColumns::default()).first_row(connection).await?;
    Ok(row.map(solver).transpose()?.unwrap_or_default())
}

/// Returns the puzzles that a player has answered.
pub async fn answered(connection: &mut Postgres, player: PlayerId) -> Result<HashSet<PuzzleId>, Failure> {
    let ids: Vec<Uuid> = puzzle_answers::table
        .filter(puzzle_answers::player_id.eq(player.0))
        .limit(PUZZLES_MAX)
        .select(puzzle_answers::puzzle_id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(PuzzleId).collect())
}

/// The columns of an answer: the turn, whether it was right, and mu and sigma before and after it.
type AnswerRow = (String, bool, (i64, i64, i64, i64));

/// Returns the answer of a player to a puzzle that counted, if there is one.
pub async fn find_answer(
    connection: &mut Postgres,
    player: PlayerId,
    id: PuzzleId,
) -> Result<Option<GivenAnswer>, Failure> {
    let row: Option<AnswerRow> = puzzle_answers::table
        .find((player.0, id.0))
        .select((
            puzzle_answers::turn,
            puzzle_answers::solved,
            (
                puzzle_answers::mu_micro_before,
                puzzle_answers::sigma_micro_before,
                puzzle_answers::mu_micro_after,
                puzzle_answers::sigma_micro_after,
            ),
        ))
        .first_row(connection)
        .await?;
    Ok(row.map(|(turn, is_right, (mu_before, sigma_before, mu_after, sigma_after))| GivenAnswer {
        turn,
        is_right,
        before: rating(mu_before, sigma_before),
        after: rating(mu_after, sigma_after),
    }))
}

/// Locks what a player has reached in the pool of puzzles, and returns it with the time of the database. A
/// player is locked before a puzzle.
pub async fn lock_solver(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<(SolverRecord, DateTime<Utc>), Failure> {
    diesel::insert_into(puzzle_solvers::table)
        .values((
            puzzle_solvers::player_id.eq(player.0),
            puzzle_solvers::mu_micro.eq(Rating::START.mu_micro),
            puzzle_solvers::sigma_micro.eq(Rating::START.sigma_micro),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    let (row, now): (SolverRow, DateTime<Utc>) = puzzle_solvers::table
        .find(player.0)
        .select((
            SolverColumns::default(),
            diesel::dsl::sql::<diesel::sql_types::Timestamptz>("clock_timestamp()"),
        ))
        .for_update()
        .first(connection)
        .await?;
    Ok((solver(row)?, now))
}

/// Locks the rating of a puzzle and returns it; one that nobody has answered begins with this rating.
pub async fn lock_rating(
    connection: &mut Postgres,
    id: PuzzleId,
    first: Rating,
) -> Result<PuzzleRating, Failure> {
    diesel::insert_into(puzzle_ratings::table)
        .values((
            puzzle_ratings::puzzle_id.eq(id.0),
            puzzle_ratings::mu_micro.eq(first.mu_micro),
            puzzle_ratings::sigma_micro.eq(first.sigma_micro),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    let row = puzzle_ratings::table
        .find(id.0)
        .select(PuzzleColumns::default())
        .for_update()
        .first(connection)
        .await?;
    puzzle(row)
}

/// Stores an answer that counts, with the ratings after it. The caller must hold the player and the puzzle,
/// and the player must not have answered the puzzle.
pub async fn insert_answer(
    connection: &mut Postgres,
    (player, id): (PlayerId, PuzzleId),
    answer: &GivenAnswer,
    puzzle_after: Rating,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    diesel::insert_into(puzzle_answers::table)
        .values((
            puzzle_answers::player_id.eq(player.0),
            puzzle_answers::puzzle_id.eq(id.0),
            puzzle_answers::answered_at.eq(now),
            puzzle_answers::turn.eq(&answer.turn),
            puzzle_answers::solved.eq(answer.is_right),
            puzzle_answers::mu_micro_before.eq(answer.before.mu_micro),
            puzzle_answers::sigma_micro_before.eq(answer.before.sigma_micro),
            puzzle_answers::mu_micro_after.eq(answer.after.mu_micro),
            puzzle_answers::sigma_micro_after.eq(answer.after.sigma_micro),
        ))
        .execute(connection)
        .await?;
    let solved = i32::from(answer.is_right);
    diesel::update(puzzle_solvers::table.find(player.0))
        .set((
            puzzle_solvers::mu_micro.eq(answer.after.mu_micro),
            puzzle_solvers::sigma_micro.eq(answer.after.sigma_micro),
            puzzle_solvers::answers.eq(puzzle_solvers::answers + 1),
            puzzle_solvers::solved.eq(puzzle_solvers::solved + solved),
            puzzle_solvers::last_answer_at.eq(now),
        ))
        .execute(connection)
        .await?;
    diesel::update(puzzle_ratings::table.find(id.0))
        .set((
            puzzle_ratings::mu_micro.eq(puzzle_after.mu_micro),
            puzzle_ratings::sigma_micro.eq(puzzle_after.sigma_micro),
            puzzle_ratings::answers.eq(puzzle_ratings::answers + 1),
            puzzle_ratings::solved.eq(puzzle_ratings::solved + solved),
        ))
        .run(connection)
        .await
}
