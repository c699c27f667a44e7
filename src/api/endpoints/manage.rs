//! The operations on endpoints of bots.

use actix_web::web;

use super::body::{BotEndpoint, SetEndpoint};
use crate::Problem;
use crate::extract::{Act, BotName, Valid};
use crate::http::outcome::{NoContent, NoStore};
use lapidary_operation::operation;
use lapidary_service::games::Calling;

/// Set the endpoint of a bot
///
/// From now on the server asks the bot for its decisions by `POST` requests to this address, and plays what
/// it answers. The questions are signed by the rules of [Standard Webhooks](https://www.standardwebhooks.com)
/// with the secret, which is shown once, in this response. The bot takes the seats to which it is invited.
/// Replaces the endpoint before, and enables one that was disabled. The owner of a bot can call this, and the
/// bot itself. An endpoint that an API token or a grant of an app has set ends with it.
#[operation(put "/v1/me/bots/{username}/endpoint", tag = "access", returns = "The endpoint with its secret")]
pub async fn set_endpoint(
    Act(calling, caller, username): Act<Calling, BotName>,
    Valid(body): Valid<SetEndpoint>,
) -> Result<NoStore<web::Json<BotEndpoint>>, Problem> {
    let (endpoint, secret) = calling.set_endpoint(&caller, &username, &body.url, body.ladder).await?;
    Ok(NoStore(web::Json(BotEndpoint::new(endpoint, Some(&secret)))))
}

/// Get the endpoint of a bot
///
/// Shows whether the bot is asked, when it last answered, and its last fault.
#[operation(get "/v1/me/bots/{username}/endpoint", tag = "access", returns = "The endpoint")]
pub async fn get_endpoint(
    Act(calling, caller, username): Act<Calling, BotName>,
) -> Result<web::Json<BotEndpoint>, Problem> {
    let endpoint = calling.endpoint(&caller, &username).await?;
    Ok(web::Json(BotEndpoint::new(endpoint, None)))
}

/// Delete the endpoint of a bot
///
/// The bot is not asked any more, and no answer is played any more. Deleting it again changes nothing.
#[operation(delete "/v1/me/bots/{username}/endpoint", tag = "access", returns = "The bot has no endpoint")]
pub async fn delete_endpoint(
    Act(calling, caller, username): Act<Calling, BotName>,
) -> Result<NoContent, Problem> {
    NoContent::after(calling.delete_endpoint(&caller, &username)).await
}
