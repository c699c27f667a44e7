//! Accepting a bot match, and stopping it.

use actix_web::web;

use super::body::MatchBody;
use crate::Problem;
use crate::extract::Act;
use crate::http::outcome::shown;
use lapidary_model::bot_match::BotMatchId;
use lapidary_operation::operation;
use lapidary_service::games::BotMatches;

/// Accept a bot match
///
/// For the bots that the creator does not own, and their owners: an owner accepts for all of their bots. The
/// match starts when all have accepted. Accepting again changes nothing.
#[operation(post "/v1/bot-matches/{id}/accept", tag = "bot-matches", returns = "The match")]
pub async fn accept_bot_match(
    Act(matches, caller, id): Act<BotMatches, BotMatchId>,
) -> Result<web::Json<MatchBody>, Problem> {
    matches.accept(id, &caller).await?;
    shown(matches.look(id, Some(&caller))).await
}

/// Stop a bot match
///
/// For its creator, its bots and their owners; before the start, this declines it. Games that are played are
/// aborted. The games that have a result count, and all deals are revealed. Repeating the request changes
/// nothing.
#[operation(post "/v1/bot-matches/{id}/cancel", tag = "bot-matches", returns = "The match")]
pub async fn cancel_bot_match(
    Act(matches, caller, id): Act<BotMatches, BotMatchId>,
) -> Result<web::Json<MatchBody>, Problem> {
    matches.cancel(id, &caller).await?;
    shown(matches.look(id, Some(&caller))).await
}
