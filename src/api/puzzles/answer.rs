//! Answering puzzles.

use actix_web::web;

use super::body::{AnswerPuzzle, PuzzleBody};
use crate::Problem;
use crate::extract::{Act, Valid};
use crate::http::outcome::shown;
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::puzzle::PuzzleId;
use lapidary_operation::operation;
use lapidary_service::puzzles::Puzzles;

/// Answer a puzzle
///
/// Judges a complete turn of the seat to move: `result` of the response says whether it solves the puzzle,
/// with the solution. The first legal answer of a player counts, and changes the ratings of the player and of
/// the puzzle; later ones change nothing and return the result of the first. An illegal turn is refused as in
/// a game, and does not count.
#[operation(post "/v1/puzzles/{id}/answer", tag = "puzzles",
    returns = "The puzzle with the result of the answer that counts")]
pub async fn answer_puzzle(
    Act(puzzles, caller, id): Act<Puzzles, PuzzleId>,
    Valid(body): Valid<AnswerPuzzle>,
) -> Result<web::Json<PuzzleBody>, Problem> {
    let ruleset = Ruleset::Splendor(puzzles.find(id)?.position.modules());
    let turn = body.proposals(ruleset).map_err(Problem::validation)?;
    shown(puzzles.answer(id, &caller, &turn)).await
}
