//! A whole game to take away, over HTTP. It knows the two forms by their media types, not what stands in them.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use uuid::Uuid;

use super::history::shown;
use crate::api::events::{ContributionBody, SeatedBody};
use crate::api::export::{DealBody, ExportBody, ExportedGameBody, FORMAT, SeatingBody};
use crate::api::player_ref::PlayerRef;
use crate::api::view::ResultBody;
use crate::api::{Problem, extract};
use crate::engine::deal::Seating;
use crate::service::games::{self, Export};
use crate::store::Pool;
use crate::store::games::{GameId, Occupant, Status};

impl From<&Export> for ExportBody {
    fn from(export: &Export) -> Self {
        let record = &export.record;
        let seated = |(seat, occupant): (u8, &Occupant)| SeatedBody { seat, player: occupant.into() };
        let outcome = export.ended.as_ref().and_then(|ended| ended.outcome.as_ref());
        ExportBody {
            format: FORMAT,
            game: ExportedGameBody {
                id: record.id.0,
                played: record.terms.ruleset.into(),
                seats: (0_u8..).zip(&record.occupants).map(seated).collect(),
            },
            deal: DealBody::from(export),
            events: export.events.iter().map(|event| shown(event, export.viewer)).collect(),
            result: outcome.filter(|_| record.status == Status::Finished).map(ResultBody::from),
        }
    }
}

impl From<&Export> for DealBody {
    fn from(export: &Export) -> Self {
        let terms = &export.record.terms;
        let seed = |ended: &games::Ended| hex::encode(ended.server_seed.reveal());
        DealBody {
            deal_id: hex::encode(export.deal_id.0),
            commitment: hex::encode(export.record.commitment),
            server_seed: export.ended.as_ref().map(seed),
            deal_ruleset: terms.ruleset.deal_name(),
            players: terms.seats.get() as u8,
            contributions: export.contributions.iter().map(ContributionBody::from).collect(),
            beacon: String::new(),
            seating: match terms.seating {
                Seating::Random => SeatingBody::Random,
                Seating::JoinOrder => SeatingBody::JoinOrder,
            },
            join_order: export.contributions.iter().map(|(occupant, _)| PlayerRef::from(occupant)).collect(),
        }
    }
}

/// Take a whole game away
///
/// The log as the caller may see it, with all that the deal was made of. After the end it holds everything, so that the
/// deal and every action can be checked offline. With `Accept: text/plain` the same game as text, one turn a line.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The game", content(
        (ExportBody = "application/json"),
        (String = "text/plain", example = "format: lapidary-text-1")
    ))
))]
#[get("/v1/games/{id}/export")]
pub async fn export_game(
    pool: web::Data<Pool>,
    viewer: extract::Viewer,
    id: web::Path<Uuid>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let export = games::export(&pool, GameId(*id), viewer.0.as_ref()).await?;
    let body = ExportBody::from(&export);
    let accept = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::VARY, "accept, authorization"));
    Ok(match accept.is_some_and(|accept| accept.starts_with("text/plain")) {
        true => answer.content_type("text/plain; charset=utf-8").body(body.transcript().to_string()),
        false => answer.json(body),
    })
}
