//! The apps that may act for the caller.

use actix_web::web;

use crate::Problem;
use crate::extract::{LiveCaller, Path};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, whole_list_of};
use lapidary_model::auth::SessionId;
use lapidary_model::grant::Grant;
use lapidary_operation::operation;
use lapidary_service::OAuth;

whole_list_of!(Grant, "Grants", "The apps that may act for the caller.", "The grants, the newest first.");

/// List the apps with access
///
/// The apps and devices that the player has allowed to act for them. An account has at most 50 grants; one
/// more ends the one that was not used for the longest time.
#[operation(get "/v1/me/grants", tag = "access", returns = "The grants")]
pub async fn list_grants(
    oauth: web::Data<OAuth>,
    caller: LiveCaller,
) -> Result<web::Json<Page<Grant>>, Problem> {
    Ok(web::Json(Page::whole(oauth.list(&caller).await?)))
}

/// End the access of an app
///
/// The tokens of the grant end at once. Ending it again changes nothing.
#[operation(delete "/v1/me/grants/{id}", tag = "access", returns = "The app has no access", id = "The id of the grant")]
pub async fn end_grant(
    oauth: web::Data<OAuth>,
    caller: LiveCaller,
    id: Result<Path<SessionId>, Problem>,
) -> Result<NoContent, Problem> {
    let Path(id) = id.map_err(|_| Problem::not_found())?;
    oauth.end(&caller, id).await?.then_some(NoContent).ok_or_else(Problem::not_found)
}
