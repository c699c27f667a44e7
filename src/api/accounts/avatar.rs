//! Pictures of players, drawn from their ids. Nobody uploads pictures.

use actix_web::{HttpRequest, web};

use crate::extract::{Path, Username};
use crate::http::outcome::{As, Picture, SVG};
use crate::http::tag::tagged_bytes;
use crate::{Code, Problem};
use lapidary_operation::{operation, query};
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
#[operation(get "/v1/players/{username}/avatar.svg", tag = "accounts", returns = "The picture",
    "image/svg+xml" = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")]
pub async fn get_avatar(
    request: HttpRequest,
    accounts: web::Data<Accounts>,
    Path(username): Path<Username>,
    query: web::Query<AvatarQuery>,
) -> Result<As<Picture>, Problem> {
    if query.variant.is_some_and(|variant| variant >= AVATARS) {
        return Err(Problem::new(Code::Malformed, "`variant` must be from 0 to 15."));
    }
    let player = accounts.find(&username).await?.ok_or_else(|| Problem::no_player(&username))?;
    let picture = avatar(player.id.0.into_bytes(), query.variant.unwrap_or(player.avatar));
    Ok(Picture::secured(tagged_bytes(&request, LASTING, SVG, picture.into_bytes())))
}
