//! The operations of endpoints of bots.

use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, put, web};

use super::body::{EndpointBody, SetEndpoint};
use crate::Problem;
use crate::extract::{LiveCaller, Valid};
use lapidary_service::games::Calling;

/// Set the endpoint of a bot
///
/// From now on the server asks the bot for its decisions by `POST` requests to this address, and plays what
/// it answers. The questions are signed by the rules of [Standard Webhooks](https://www.standardwebhooks.com)
/// with the secret, which is shown once, in this response. The bot takes the seats to which it is invited.
/// Replaces the endpoint before, and enables one that was disabled. The owner of a bot can call this, and the
/// bot itself. An endpoint that an API token or a grant of an app has set ends with it.
#[utoipa::path(tag = "access", request_body = SetEndpoint,
    params(("username" = String, Path, description = "The bot's name", example = "ada-bot")), responses(
    (status = 200, description = "The endpoint with its secret", body = EndpointBody)
))]
#[put("/v1/me/bots/{username}/endpoint")]
pub async fn set_endpoint(
    calling: web::Data<Calling>,
    caller: LiveCaller,
    username: web::Path<String>,
    Valid(body): Valid<SetEndpoint>,
) -> Result<HttpResponse, Problem> {
    let (endpoint, secret) = calling.set_endpoint(&caller, &username, &body.url).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(EndpointBody::new(endpoint, Some(&secret))))
}

/// Get the endpoint of a bot
///
/// Shows whether the bot is asked, when it last answered, and its last fault.
#[utoipa::path(tag = "access",
    params(("username" = String, Path, description = "The bot's name", example = "ada-bot")), responses(
    (status = 200, description = "The endpoint", body = EndpointBody)
))]
#[get("/v1/me/bots/{username}/endpoint")]
pub async fn get_endpoint(
    calling: web::Data<Calling>,
    caller: LiveCaller,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let endpoint = calling.endpoint(&caller, &username).await?;
    Ok(HttpResponse::Ok().json(EndpointBody::new(endpoint, None)))
}

/// Delete the endpoint of a bot
///
/// The bot is not asked any more, and no answer is played any more. Deleting it again changes nothing.
#[utoipa::path(tag = "access",
    params(("username" = String, Path, description = "The bot's name", example = "ada-bot")), responses(
    (status = 204, description = "The bot has no endpoint")
))]
#[delete("/v1/me/bots/{username}/endpoint")]
pub async fn delete_endpoint(
    calling: web::Data<Calling>,
    caller: LiveCaller,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    calling.delete_endpoint(&caller, &username).await?;
    Ok(HttpResponse::NoContent().finish())
}
