//! Results that the players of a table report over the board.

use actix_web::web;

use super::round::TableBody;
use crate::contract::items::{Measure, TablePlace};
use crate::extract::{Act, Path, TableNumber, Valid};
use crate::{Code, Problem};
use lapidary_model::tournament::TournamentId;
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::ResultBySeat;

/// The result of a table as one of its players reports it.
#[body]
#[schema(example = json!({"places": [1, 2], "prestige": [15, 11]}))]
pub struct ReportResult {
    /// The place of each seat, seat 0 first. Equal places are shared and leave the next ones free: 1, 1, 3.
    #[schema(value_type = Vec<TablePlace>, inline, min_items = 2, max_items = 4)]
    places: Vec<u8>,
    /// The prestige of each seat, seat 0 first; in Kids the Treasures. It may be left out.
    #[schema(value_type = Option<Vec<Measure>>, inline, max_items = 4, nullable = false)]
    prestige: Option<Vec<u8>>,
    /// The number of bought cards of each seat, seat 0 first; refused in Kids. It may be left out.
    #[schema(value_type = Option<Vec<Measure>>, inline, max_items = 4, nullable = false)]
    cards: Option<Vec<u8>>,
}

/// Report the result of my table
///
/// For players of a tournament over the board, at a table that is `playing`. Once all players of the table
/// have reported the same, the table has the result (`decided_by` is `players`). At a table of three or four
/// without a guest it has it also 15 minutes after all players but one have reported the same (`final_at`),
/// unless somebody reports something else before. Until then `reports` of the table shows what waits; a
/// player's later report replaces their earlier one. If reports contradict each other (`disputed`),
/// organizers are told, and the table has no result until one of them sets it or the players report the same.
/// Organizers can set and replace the result until the next round is paired.
#[operation(post "/v1/tournaments/{id}/tables/{n}/report", tag = "tournaments", returns = "The table")]
pub async fn report_result(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    Valid(body): Valid<ReportResult>,
) -> Result<web::Json<TableBody>, Problem> {
    let set = ResultBySeat {
        places: body.places,
        prestige: body.prestige,
        cards: body.cards,
        forfeits: Vec::new(),
    };
    let view = Box::pin(tournaments.report_result(id, &caller, number, &set)).await?;
    let table = view.round.tables.iter().find(|table| table.number == number);
    let table =
        table.ok_or_else(|| Problem::new(Code::NotFound, "The table is gone: its round was taken back."))?;
    Ok(web::Json(TableBody::new(table, &view.entries, &view.points)))
}
