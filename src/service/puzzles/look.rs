//! Which puzzle a player gets, and what they see of it.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};

use super::all::{PuzzleView, Puzzles};
use super::refusal::PuzzleRefusal;
use super::set::first_rating;
use lapidary_analysis::puzzles::{Puzzle, Theme};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::puzzle::{PuzzleId, PuzzleRating, SolverRecord};
use lapidary_store::{Failure, puzzles};

#[boxed]
impl Puzzles {
    /// Returns the unanswered puzzle whose rating is closest to the caller's, after skipping some. With a
    /// theme, only puzzles with this theme are considered. Without a caller, the puzzle is random.
    pub async fn next(
        &self,
        caller: Option<&Identity>,
        theme: Option<Theme>,
        skip: u8,
    ) -> Result<PuzzleView, PuzzleRefusal> {
        let Some(caller) = caller else {
            let all: Vec<PuzzleId> = self.set.about(theme).map(|(id, _)| id).collect();
            let id = *fastrand::choice(&all).ok_or(PuzzleRefusal::NoneLeft)?;
            return self.look(id, None).await;
        };
        let mut connection = self.pool.get().await?;
        let answered = puzzles::answered(&mut connection, caller.player).await?;
        let solver = puzzles::find_solver(&mut connection, caller.player).await?;
        let ratings = puzzles::ratings(&mut connection).await?;
        let rated = |(id, puzzle): (PuzzleId, &Arc<Puzzle>)| {
            let rating = ratings.get(&id).copied().unwrap_or_else(|| first_rating(puzzle));
            (id, puzzle.clone(), rating)
        };
        let distance = |rating: &PuzzleRating| rating.rating.mu_micro.abs_diff(solver.rating.mu_micro);
        let open = self.set.about(theme).filter(|(id, _)| !answered.contains(id)).map(rated);
        let mut open: Vec<_> = open.collect();
        open.sort_by_key(|(id, _, rating)| (distance(rating), *id));
        let next = open.into_iter().nth(skip.into());
        let (id, puzzle, rating) = next.ok_or(PuzzleRefusal::NoneLeft)?;
        Ok(PuzzleView { id, puzzle, rating, given: None })
    }

    /// Returns the puzzle of the day, which is the same for everybody, and its day.
    pub async fn daily(
        &self,
        caller: Option<&Identity>,
        now: DateTime<Utc>,
    ) -> Result<(NaiveDate, PuzzleView), PuzzleRefusal> {
        let day = now.date_naive();
        let number = (day - NaiveDate::default()).num_days().unsigned_abs();
        let id = self.set.of_day(number).ok_or(PuzzleRefusal::NoneLeft)?;
        Ok((day, self.look(id, caller).await?))
    }

    /// Returns a puzzle, with the answer of the caller if they have answered.
    pub async fn look(&self, id: PuzzleId, caller: Option<&Identity>) -> Result<PuzzleView, PuzzleRefusal> {
        let puzzle = self.set.get(id).ok_or(PuzzleRefusal::NotFound)?.clone();
        let mut connection = self.pool.get().await?;
        let rating = puzzles::find_rating(&mut connection, id).await?;
        let given = match caller {
            Some(caller) => puzzles::find_answer(&mut connection, caller.player, id).await?,
            None => None,
        };
        let rating = rating.unwrap_or_else(|| first_rating(&puzzle));
        Ok(PuzzleView { id, puzzle, rating, given })
    }

    /// Returns the puzzle with this id, without a database query.
    pub fn find(&self, id: PuzzleId) -> Result<&Puzzle, PuzzleRefusal> {
        self.set.get(id).map(Arc::as_ref).ok_or(PuzzleRefusal::NotFound)
    }

    /// Returns the record of a player in the pool of puzzles.
    pub async fn record(&self, player: PlayerId) -> Result<SolverRecord, Failure> {
        puzzles::find_solver(&mut *self.pool.get().await?, player).await
    }
}
