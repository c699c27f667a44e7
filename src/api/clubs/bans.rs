//! Players whom a club does not admit.

use actix_web::{HttpRequest, HttpResponse, delete, get, put, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{ClubPath, LiveCaller};
use crate::http::paging::{cut, page, page_items};
use crate::instant;
use crate::tournaments::list::PageQuery;
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{ClubBan, ClubId};
use lapidary_service::Clubs;

/// A player whom a club does not admit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClubBan)]
pub struct BanBody {
    player: PlayerRef,
    #[serde(serialize_with = "instant::serialize")]
    since: DateTime<Utc>,
    /// When it ends by itself, for a player who was removed or whose application was declined; null until a
    /// manager lifts it.
    #[serde(serialize_with = "instant::serialize_option")]
    ends_at: Option<DateTime<Utc>>,
}

impl From<&ClubBan> for BanBody {
    fn from(ban: &ClubBan) -> Self {
        BanBody { player: (&ban.player).into(), since: ban.since, ends_at: ban.ends_at }
    }
}

/// A page of bans.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubBanPage {
    /// Those whose accounts are oldest first.
    items: Vec<BanBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List bans
///
/// For the owner and managers: players who are banned, and those who were removed or declined within a day.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), PageQuery), responses(
    (status = 200, description = "A page of bans", body = ClubBanPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/clubs/{id}/bans")]
pub async fn list_club_bans(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let mut found = clubs.bans(ClubId(*id), &caller, after, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |ban| ban.player.player.0);
    let items = found.iter().map(BanBody::from).collect();
    let body = ClubBanPage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, &format!("/v1/clubs/{}/bans", *id), next_cursor.as_deref(), body))
}

/// Ban a player from a club
///
/// For the owner and managers, for managers only the owner. A member is removed, and an application or
/// invitation deleted; the player neither joins nor applies any more, whoever invites them. Banning again
/// changes nothing.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the player")), responses(
    (status = 204, description = "The player is banned")
))]
#[put("/v1/clubs/{id}/bans/{username}")]
pub async fn ban_from_club(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    clubs.ban(ClubId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Lift a ban
///
/// For the owner and managers. The player can join or apply again.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the player")), responses(
    (status = 204, description = "The player is not banned")
))]
#[delete("/v1/clubs/{id}/bans/{username}")]
pub async fn lift_club_ban(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    clubs.lift_ban(ClubId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}
