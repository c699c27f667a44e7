//! Where an entry sits in a hall.

use actix_web::web;

use crate::Problem;
use crate::extract::{Act, Path, Valid};
use crate::http::outcome::returned;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;

/// The table at which an entry sits.
#[body]
#[schema(example = json!({"table": 1}))]
pub struct FixTable {
    /// The `number_in_round` of the table; null to let the entry sit anywhere again.
    #[schema(minimum = 1, maximum = 2048, required = true)]
    table: Option<u16>,
}

/// Fix the table of an entry
///
/// For organizers, until the end: the table of the entry has this `number_in_round` from the next round on,
/// for somebody who needs a table that they can reach. No two entries have the same one. If two entries with
/// fixed tables meet, the table is that of the entry with the lower number; the preview of the round and the
/// `note` of `round_paired` in the audit say who sits elsewhere.
#[operation(put "/v1/tournaments/{id}/entries/{n}/fixed-table", tag = "tournaments", returns = "The entry")]
pub async fn fix_entry_table(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<FixTable>,
) -> Result<web::Json<Entry>, Problem> {
    returned(tournaments.fix_table(id, &caller, number, body.table)).await
}
