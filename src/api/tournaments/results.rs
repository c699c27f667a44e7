//! The results of many tables of a round at once.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;

use super::result_list::read_results;
use super::sent_list::{LIST_BYTES_MAX, all_read, arriving, arriving_lines, is_list};
use crate::Problem;
use crate::contract::describe::{Argument, Description};
use crate::contract::items::{Measure, SeatIndex, TablePlace};
use crate::extract::{
    Act, BODY_BYTES_MAX, Path, RoundNumber, arrived, declared_bytes, head_is_acceptable, read_list, refuse,
};
use crate::http::outcome::NoContent;
use crate::problems::problem::Fault;
use lapidary_model::tournament::TournamentId;
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{NewResult, ResultBySeat, TableName};

/// The maximum number of values of a JSON list: the results of the largest round with all fields.
const LIST_VALUES_MAX: usize = 32 * 1024;
/// The reason in the audit for a list in CSV.
const LIST_REASON: &str = "sent as a list";

/// The result of a table of the round: either `table` or `number_in_round` names it.
#[body]
#[schema(example = json!({"number_in_round": 1, "places": [1, 2]}))]
pub struct RoundResult {
    /// The number of the table in the tournament.
    #[schema(minimum = 1, maximum = 2147483647, nullable = false)]
    table: Option<u32>,
    /// The number of the table in the round; in a match the last game is meant.
    #[schema(minimum = 1, maximum = 32767, nullable = false)]
    number_in_round: Option<u16>,
    /// The place of each seat, seat 0 first. Equal places are shared and leave the next ones free: 1, 1, 3.
    #[schema(value_type = Vec<TablePlace>, inline, min_items = 2, max_items = 4)]
    places: Vec<u8>,
    /// The prestige of each seat, as for a single table.
    #[schema(value_type = Option<Vec<Measure>>, inline, max_items = 4, nullable = false)]
    prestige: Option<Vec<u8>>,
    /// The number of bought cards of each seat, as for a single table.
    #[schema(value_type = Option<Vec<Measure>>, inline, max_items = 4, nullable = false)]
    cards: Option<Vec<u8>>,
    /// The seats that forfeit, from 0, as for a single table.
    #[serde(default)]
    #[schema(value_type = Vec<SeatIndex>, inline, max_items = 4, required = false)]
    forfeits: Vec<u8>,
    /// The `version` of the table that the result is for. If the table has another one and another result,
    /// nothing is stored (`table_changed`); without it, the result is for whatever stands there.
    #[schema(maximum = 2147483647, nullable = false)]
    version: Option<u32>,
}

/// The results of tables of a round.
#[body]
#[schema(example = json!({"results": [{"number_in_round": 1, "places": [1, 2]}], "reason": "slips of the round"}))]
pub struct SetRoundResults {
    /// The results, each of another table.
    #[schema(min_items = 1, max_items = 1024)]
    results: Vec<RoundResult>,
    /// Why. Everybody reads it in the audit.
    #[schema(format = "text", min_length = 1, max_length = 200, example = "slips of the round")]
    reason: String,
}

/// The results of a request: as JSON, or as CSV.
pub struct SentResults {
    results: Vec<NewResult>,
    reason: String,
}

impl TryFrom<SetRoundResults> for SentResults {
    type Error = Problem;

    fn try_from(body: SetRoundResults) -> Result<SentResults, Problem> {
        let (mut results, mut faults) = (Vec::with_capacity(body.results.len()), Vec::new());
        for (at, own) in body.results.into_iter().enumerate() {
            let pointer = format!("/results/{at}");
            let table = match (own.table, own.number_in_round) {
                (Some(table), None) => TableName::Number(table),
                (None, Some(number)) => TableName::InRound(number),
                _ => {
                    faults.push(Fault::at(pointer, "must have either `table` or `number_in_round`"));
                    continue;
                }
            };
            let RoundResult { places, prestige, cards, forfeits, version, .. } = own;
            let result = ResultBySeat { places, prestige, cards, forfeits };
            results.push(NewResult { pointer, table, in_round: None, version, seats: None, result });
        }
        Ok(SentResults { results: all_read(results, faults)?, reason: body.reason })
    }
}

impl FromRequest for SentResults {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if is_list(request) {
            let lines = arriving_lines(request.clone(), payload.take());
            return Box::pin(async move {
                let results = read_results(&lines.await?)?;
                Ok(SentResults { results, reason: LIST_REASON.to_owned() })
            });
        }
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            head_is_acceptable(&request, LIST_BYTES_MAX)?;
            let is_large = declared_bytes(&request).is_some_and(|bytes| bytes > BODY_BYTES_MAX);
            let bytes = if is_large { arriving(request, payload).await? } else { arrived(payload).await? };
            read_list::<SetRoundResults>(&bytes, LIST_VALUES_MAX)?.try_into()
        })
    }
}

impl Argument for SentResults {
    fn describe(description: &mut Description) {
        description.request_body::<SetRoundResults>(true, refuse::<SetRoundResults>);
        description.request_csv("number_in_round,seat,place\n1,0,2\n1,1,1");
    }
}

/// Set the results of a round
///
/// For organizers, in the last round, also after it has closed: the results of many tables, all set or
/// none. Each is what `tables/{n}/result` sets; a table that has the same result stays as it is,
/// so a list can be sent again, of up to 512 KiB. As `text/csv`, it is the file of `rounds/{n}?format=csv`,
/// filled in: the columns `table` or `number_in_round`, `seat` and `place`, and if wanted `prestige`,
/// `cards`, `forfeit` (`yes`), `version`, and `entry`, which must be the one that sits there. Tables without
/// a place are left out. Cells are separated by commas, semicolons or tabs. The `pointer` of a fault has the
/// result or the first line of its table, such as `/results/3/places` or `/lines/7/places`.
#[operation(post "/v1/tournaments/{id}/rounds/{n}/results", tag = "tournaments", returns = "All results are set")]
pub async fn set_round_results(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(RoundNumber(number)): Path<RoundNumber>,
    body: SentResults,
) -> Result<NoContent, Problem> {
    NoContent::after(tournaments.set_results(id, &caller, Some(number), &body.results, &body.reason)).await
}
