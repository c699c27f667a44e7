//! The apps that may act for the caller.

use actix_web::{HttpResponse, delete, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::extract::{LiveCaller, hyphenated};
use crate::http::paging::{Page, whole_list_of};
use crate::instant;
use lapidary_model::auth::SessionId;
use lapidary_model::grant::Grant;
use lapidary_operation::operation;
use lapidary_service::OAuth;

whole_list_of!(GrantBody, "Grants", "The apps that may act for the caller.", "The grants, the newest first.");

/// The access of an app to the account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Grant)]
pub struct GrantBody {
    id: Uuid,
    /// The name that the app gives itself. Nobody has checked it.
    #[schema(example = "board")]
    client_id: String,
    /// The origin of the app, which the player has seen; null if a device has asked for access.
    #[schema(example = "https://app.example")]
    origin: Option<String>,
    /// What the app may do, separated by spaces.
    #[schema(example = "read play")]
    scope: String,
    /// When the player allowed it.
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When the app last got new tokens or first used an access token; null if it only got the first ones.
    #[serde(serialize_with = "instant::serialize_option")]
    last_used_at: Option<DateTime<Utc>>,
}

impl From<Grant> for GrantBody {
    fn from(grant: Grant) -> Self {
        GrantBody {
            id: grant.session.0,
            client_id: grant.client_id,
            origin: grant.redirect_origin,
            scope: grant.scopes.to_string(),
            created_at: grant.created_at,
            last_used_at: grant.last_used_at,
        }
    }
}

/// List the apps with access
///
/// The apps and devices that the player has allowed to act for them. An account has at most 50 grants; one
/// more ends the one that was not used for the longest time.
#[operation(get "/v1/me/grants", tag = "access", returns = "The grants")]
pub async fn list_grants(
    oauth: web::Data<OAuth>,
    caller: LiveCaller,
) -> Result<web::Json<Page<GrantBody>>, Problem> {
    Ok(web::Json(Page::whole(oauth.list(&caller).await?)))
}

/// End the access of an app
///
/// The tokens of the grant end at once. Ending it again changes nothing.
#[utoipa::path(tag = "access",
    params(("id" = Uuid, description = "The id of the grant")),
    responses((status = 204, description = "The app has no access"))
)]
#[delete("/v1/me/grants/{id}")]
pub async fn end_grant(
    oauth: web::Data<OAuth>,
    caller: LiveCaller,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = hyphenated(&id).ok_or_else(Problem::not_found)?;
    match oauth.end(&caller, SessionId(id)).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(Problem::not_found()),
    }
}
