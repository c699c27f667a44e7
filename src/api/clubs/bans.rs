//! Players whom a club does not admit.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Act, Optional, Path, Username};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, PageQuery, page_items, page_of};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{ClubBan, ClubId};
use lapidary_operation::operation;
use lapidary_service::Clubs;
use lapidary_service::clubs::AnnulGames;

/// What a ban brings with it; the whole body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BanFromClub {
    /// Games of the player that are annulled.
    #[schema(nullable = false)]
    annul: Option<AnnulGames>,
}

page_of!(ClubBan, "ClubBanPage", "A page of bans.", "Those whose accounts are oldest first.");

/// List bans
///
/// For the owner and managers: players who are banned, and those who were removed or declined within a day.
#[operation(get "/v1/clubs/{id}/bans", tag = "clubs", returns = "A page of bans")]
pub async fn list_club_bans(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    query: web::Query<PageQuery>,
) -> Result<Page<ClubBan>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let found = clubs.bans(id, &caller, after, limit + 1).await?;
    Ok(Page::cut(found, limit, |ban| ban.player.player.0))
}

/// Ban a player from a club
///
/// For the owner and managers, for managers only the owner. A member is removed, and an application or
/// invitation deleted; the player neither joins nor applies any more, whoever invites them. Banning again
/// changes nothing of the ban. With `annul`, the owner annuls the games of the player in a ladder, except
/// those in which they or their bots played. That needs the access token of a login of the last ten minutes
/// (`fresh_login_needed`), and the season must not be over, nor another one begun.
#[operation(put "/v1/clubs/{id}/bans/{username}", tag = "clubs", returns = "The player is banned")]
pub async fn ban_from_club(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
    Optional(body): Optional<BanFromClub>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.ban(id, &caller, &username, body.annul.as_ref())).await
}

/// Lift a ban
///
/// For the owner and managers. The player can join or apply again.
#[operation(delete "/v1/clubs/{id}/bans/{username}", tag = "clubs", returns = "The player is not banned")]
pub async fn lift_club_ban(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.lift_ban(id, &caller, &username)).await
}
