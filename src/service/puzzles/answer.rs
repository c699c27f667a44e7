//! Answering a puzzle: a player's first legal answer counts, once.

use diesel_async::AsyncConnection;

use super::all::{PuzzleView, Puzzles};
use super::refusal::PuzzleRefusal;
use super::set::first_rating;
use lapidary_analysis::puzzles::Answer;
use lapidary_contest::rating::update::{Rated, update};
use lapidary_engine::game::Proposal;
use lapidary_model::auth::Identity;
use lapidary_model::puzzle::{GivenAnswer, PuzzleId, PuzzleRating};
use lapidary_store::Postgres;
use lapidary_store::{accounts, puzzles, sessions};

/// The places in the game of a player against a puzzle.
const FIRST: u8 = 1;
const SECOND: u8 = 2;

#[boxed]
impl Puzzles {
    /// Judges a turn as the answer of the caller. The first legal one counts: it changes the ratings of the
    /// player and of the puzzle. Later ones change nothing and return the same result.
    pub async fn answer(
        &self,
        id: PuzzleId,
        caller: &Identity,
        turn: &[Proposal],
    ) -> Result<PuzzleView, PuzzleRefusal> {
        let puzzle = self.set.get(id).ok_or(PuzzleRefusal::NotFound)?.clone();
        let answer = puzzle.judge(turn)?;
        let first = first_rating(&puzzle);
        let (given, rating) = self
            .pool
            .get()
            .await?
            .transaction(async |connection| count(connection, (id, first), caller, &answer).await)
            .await?;
        Ok(PuzzleView { id, puzzle, rating, given: Some(given) })
    }
}

/// Counts the answer, unless the caller has answered before. Returns the answer that counts.
async fn count(
    connection: &mut Postgres,
    (id, first): (PuzzleId, PuzzleRating),
    caller: &Identity,
    answer: &Answer,
) -> Result<(GivenAnswer, PuzzleRating), PuzzleRefusal> {
    sessions::lock(connection, caller).await??;
    if accounts::by_id(connection, caller.player).await?.is_none_or(|player| player.bot) {
        return Err(PuzzleRefusal::Bot);
    }
    let (solver, now) = puzzles::lock_solver(connection, caller.player).await?;
    if let Some(given) = puzzles::find_answer(connection, caller.player, id).await? {
        let rating = puzzles::find_rating(connection, id).await?.unwrap_or(first);
        return Ok((given, rating));
    }
    let puzzle = puzzles::lock_rating(connection, id, first.rating).await?;
    let (place, of_puzzle) = if answer.is_right { (FIRST, SECOND) } else { (SECOND, FIRST) };
    // The rating of a puzzle does not become uncertain with time.
    let rated = [
        Rated { rating: solver.rating, place, days_idle: solver.days_idle(now) },
        Rated { rating: puzzle.rating, place: of_puzzle, days_idle: 0 },
    ];
    let (mut after, mut puzzle_after) = (solver.rating, puzzle.rating);
    for (rating, updated) in [&mut after, &mut puzzle_after].into_iter().zip(update(&rated)) {
        *rating = updated;
    }
    let given = GivenAnswer {
        turn: answer.notation.clone(),
        is_right: answer.is_right,
        before: solver.rating,
        after,
    };
    puzzles::insert_answer(connection, (caller.player, id), &given, puzzle_after, now).await?;
    let rating = PuzzleRating {
        rating: puzzle_after,
        answers: puzzle.answers + 1,
        solved: puzzle.solved + u32::from(given.is_right),
    };
    Ok((given, rating))
}
