//! Ending an app's access by the app itself (RFC 7009).

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use utoipa::ToSchema;

use super::error::OAuthError;
use super::form::Parameters;
use crate::Problem;
use lapidary_operation::operation;
use lapidary_service::OAuth;

/// The token of a grant that ends.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used: forms are read as their parameters")]
pub struct RevokeForm {
    /// An access token or a refresh token of the grant.
    token: String,
    /// Ignored: the kind of a token can be seen.
    #[schema(value_type = String, required = false, example = "refresh_token")]
    token_type_hint: Option<String>,
    /// The name of the app. Ignored: whoever holds a token may end its grant.
    #[schema(value_type = String, required = false, example = "board")]
    client_id: Option<String>,
}

/// End a grant by its token
///
/// Ends the whole grant of an access token or a refresh token, with all its tokens. A token that is unknown
/// or has expired changes nothing; the response is the same.
#[operation(post "/oauth/revoke", tag = "access", returns = "The token is not valid, or no longer",
    "400" = "`invalid_request`: there is no token")]
pub async fn revoke_access(
    oauth: web::Data<OAuth>,
    form: Parameters<RevokeForm>,
) -> Result<HttpResponse, OAuthError> {
    let token = form.need("token")?;
    oauth.revoke(token).await.map_err(Problem::from)?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).finish())
}
