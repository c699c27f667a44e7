//! Pictures of players, drawn from their ids: nobody uploads one.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};

use crate::http::tag::tagged_bytes;
use crate::{Code, Problem};
use lapidary_operation::query;
use lapidary_picture::{AVATARS, avatar};
use lapidary_service::Accounts;

/// For pictures of players. A player can choose another one, so caches ask again after some minutes.
const LASTING: &str = "public, max-age=300";

/// Which picture of a player.
#[query]
pub struct AvatarQuery {
    /// The number of the picture, of 16; without it, the one that the player has chosen.
    #[param(minimum = 0, maximum = 15, nullable = false)]
    variant: Option<u8>,
}

/// Get a picture of a player
///
/// Returns a picture as SVG that is drawn from the id of the player: the same player has the same pictures.
/// The name is case-insensitive.
#[utoipa::path(tag = "accounts",
    params(("username" = String, Path, description = "The name", example = "ada"), AvatarQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the picture that the client has")), responses(
    (status = 200, description = "The picture", content((String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")),
        headers(("ETag" = String, description = "The tag of this picture"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/players/{username}/avatar.svg")]
pub async fn get_avatar(
    request: HttpRequest,
    accounts: web::Data<Accounts>,
    username: web::Path<String>,
    query: web::Query<AvatarQuery>,
) -> Result<HttpResponse, Problem> {
    if query.variant.is_some_and(|variant| variant >= AVATARS) {
        return Err(Problem::new(Code::Malformed, "`variant` must be from 0 to 15."));
    }
    let player = accounts.find(&username).await?.ok_or_else(|| Problem::no_player(&username))?;
    let picture = avatar(player.id.0.into_bytes(), query.variant.unwrap_or(player.avatar));
    let mut response = tagged_bytes(&request, LASTING, "image/svg+xml", picture.into_bytes());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(response)
}
