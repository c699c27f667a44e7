//! Answering puzzles.

use actix_web::{HttpResponse, post, web};

use super::body::{AnswerPuzzle, PuzzleBody};
use crate::Problem;
use crate::extract::{LiveCaller, PuzzlePath, Valid};
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::puzzle::PuzzleId;
use lapidary_service::puzzles::Puzzles;

/// Answer a puzzle
///
/// Judges a complete turn of the seat to move: `result` of the response says whether it solves the puzzle,
/// with the solution. The first legal answer of a player counts, and changes the ratings of the player and of
/// the puzzle; later ones change nothing and return the result of the first. An illegal turn is refused as in
/// a game, and does not count.
#[utoipa::path(tag = "puzzles", request_body = AnswerPuzzle,
    params(("id" = Uuid, Path, description = "The puzzle")), responses(
    (status = 200, description = "The puzzle with the result of the answer that counts", body = PuzzleBody)
))]
#[post("/v1/puzzles/{id}/answer")]
pub async fn answer_puzzle(
    puzzles: web::Data<Puzzles>,
    caller: LiveCaller,
    id: PuzzlePath,
    Valid(body): Valid<AnswerPuzzle>,
) -> Result<HttpResponse, Problem> {
    let id = PuzzleId(*id);
    let ruleset = Ruleset::Splendor(puzzles.find(id)?.position.modules());
    let turn = body.proposals(ruleset).map_err(Problem::validation)?;
    let view = puzzles.answer(id, &caller, &turn).await?;
    Ok(HttpResponse::Ok().json(PuzzleBody::from(&view)))
}
