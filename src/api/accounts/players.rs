//! Players as others see them.

use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::instant;
use lapidary_model::player::Player;
use lapidary_service::Accounts;

/// The public profile of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerBody {
    /// The id. It stays when the account is erased.
    id: Uuid,
    /// The name; null when the account was erased.
    #[schema(example = "ada")]
    username: Option<String>,
    /// Whether a program plays under this name. It stays when the account is erased.
    bot: bool,
    /// When the account was created.
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
}

impl From<Player> for PlayerBody {
    fn from(player: Player) -> Self {
        PlayerBody {
            id: player.id.0,
            username: player.username,
            bot: player.bot,
            created_at: player.created_at,
        }
    }
}

/// Find a player by name
///
/// The name is case-insensitive.
#[utoipa::path(
    tag = "accounts",
    params(("username" = String, Path, description = "The name", example = "ada")),
    responses(
        (status = 200, description = "The player", body = PlayerBody)
    )
)]
#[get("/v1/players/{username}")]
pub async fn get_player(
    accounts: web::Data<Accounts>,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let nobody = || Problem::no_player(&username);
    if username.contains('\0') {
        return Err(nobody());
    }
    let player = accounts.find(&username).await?.ok_or_else(nobody)?;
    Ok(HttpResponse::Ok().json(PlayerBody::from(player)))
}
