//! Byes that players request.

use actix_web::{HttpResponse, delete, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::EntryBody;
use super::number::NumberPath;
use crate::extract::{LiveCaller, TournamentPath, Valid};
use crate::{Code, Problem};
use lapidary_model::tournament::TournamentId;
use lapidary_service::Tournaments;

/// A bye to request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
#[utoipa::path(tag = "tournaments", request_body = RequestBye,
    params(("id" = Uuid, Path, description = "The tournament")), responses(
    (status = 200, description = "The entry", body = EntryBody)
))]
#[post("/v1/tournaments/{id}/byes")]
pub async fn request_bye(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    Valid(body): Valid<RequestBye>,
) -> Result<HttpResponse, Problem> {
    let entry = tournaments.request_bye(TournamentId(*id), &caller, body.round).await?;
    Ok(HttpResponse::Ok().json(EntryBody::from(&entry)))
}

/// Take back a bye
///
/// The caller plays in the round after all, if it is not paired. Without a request for it, nothing changes.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the round")), responses(
    (status = 200, description = "The entry", body = EntryBody)
))]
#[delete("/v1/tournaments/{id}/byes/{n}")]
pub async fn take_back_bye(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
) -> Result<HttpResponse, Problem> {
    let round = u16::try_from(n.0).map_err(|_| Problem::new(Code::NotFound, "There is no such round."))?;
    let entry = tournaments.take_back_bye(TournamentId(*id), &caller, round).await?;
    Ok(HttpResponse::Ok().json(EntryBody::from(&entry)))
}
