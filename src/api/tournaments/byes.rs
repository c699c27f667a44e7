//! Byes requested by players, or by organizers for them.

use actix_web::web;

use crate::contract::items::RoundIndex;
use crate::extract::{Act, Path, RoundNumber, Valid};
use crate::http::outcome::returned;
use crate::{Code, Problem};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;

/// A bye to request.
#[body]
#[schema(example = json!({"round": 3}))]
pub struct RequestBye {
    /// The number of a round that is not paired.
    #[schema(minimum = 1, maximum = 50, example = 3)]
    round: u16,
}

/// Request a bye
///
/// For a player who does not want to play in a round that is not paired, in a tournament with `byes`: they
/// are not paired then, and have its points. Byes of the pairing count apart. Repeating the request changes
/// nothing.
#[operation(post "/v1/tournaments/{id}/byes", tag = "tournaments", returns = "The entry")]
pub async fn request_bye(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Valid(body): Valid<RequestBye>,
) -> Result<web::Json<Entry>, Problem> {
    returned(tournaments.request_bye(id, &caller, body.round, true)).await
}

/// Take back a bye
///
/// The caller plays in the round after all, if it is not paired. Without a request for it, nothing changes.
#[operation(delete "/v1/tournaments/{id}/byes/{n}", tag = "tournaments",
    returns = "The entry", n = "The number of the round")]
pub async fn take_back_bye(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(RoundNumber(number)): Path<RoundNumber>,
) -> Result<web::Json<Entry>, Problem> {
    let round = u16::try_from(number).map_err(|_| Problem::new(Code::NotFound, "There is no such round."))?;
    returned(tournaments.request_bye(id, &caller, round, false)).await
}

/// The byes of an entry.
#[body]
#[schema(example = json!({"rounds": [3]}))]
pub struct SetEntryByes {
    /// The numbers of rounds. Those of rounds that are paired stay, also if they are left out.
    #[schema(value_type = Vec<RoundIndex>, inline, max_items = 50)]
    rounds: Vec<u16>,
}

/// Set the byes of an entry
///
/// For organizers, in a tournament with `byes`: the rounds in which an entry is not paired and has the points
/// of a requested bye, as if the player had requested them. The list replaces those of rounds that are not
/// paired, so an empty one takes all of them back. `max` of `byes` holds here too.
#[operation(put "/v1/tournaments/{id}/entries/{n}/byes", tag = "tournaments", returns = "The entry")]
pub async fn set_entry_byes(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<SetEntryByes>,
) -> Result<web::Json<Entry>, Problem> {
    returned(tournaments.set_byes(id, &caller, number, &body.rounds)).await
}
