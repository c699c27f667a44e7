//! Accepting a bot match, and stopping it.

use actix_web::{HttpResponse, post, web};

use super::body::MatchBody;
use crate::Problem;
use crate::extract::{BotMatchPath, LiveCaller};
use lapidary_model::bot_match::BotMatchId;
use lapidary_service::games::BotMatches;

/// Accept a bot match
///
/// For the bots that the creator does not own, and their owners: an owner accepts for all of their bots. The
/// match starts when all have accepted. Accepting again changes nothing.
#[utoipa::path(tag = "bot-matches",
    params(("id" = Uuid, Path, description = "The bot match")), responses(
    (status = 200, description = "The match", body = MatchBody)
))]
#[post("/v1/bot-matches/{id}/accept")]
pub async fn accept_bot_match(
    matches: web::Data<BotMatches>,
    caller: LiveCaller,
    id: BotMatchPath,
) -> Result<HttpResponse, Problem> {
    let id = BotMatchId(*id);
    matches.accept(id, &caller).await?;
    let view = matches.look(id, Some(&caller)).await?;
    Ok(HttpResponse::Ok().json(MatchBody::from(&view)))
}

/// Stop a bot match
///
/// For its creator, its bots and their owners; before the start, this declines it. Games that are played are
/// aborted. The games that have a result count, and all deals are revealed. Repeating the request changes
/// nothing.
#[utoipa::path(tag = "bot-matches",
    params(("id" = Uuid, Path, description = "The bot match")), responses(
    (status = 200, description = "The match", body = MatchBody)
))]
#[post("/v1/bot-matches/{id}/cancel")]
pub async fn cancel_bot_match(
    matches: web::Data<BotMatches>,
    caller: LiveCaller,
    id: BotMatchPath,
) -> Result<HttpResponse, Problem> {
    let id = BotMatchId(*id);
    matches.cancel(id, &caller).await?;
    let view = matches.look(id, Some(&caller)).await?;
    Ok(HttpResponse::Ok().json(MatchBody::from(&view)))
}
