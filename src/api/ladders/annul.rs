//! Annulled games: the act of an administrator or of the owner of a club, and the public record.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::cursor::NumberedPage;
use super::cursor::pool;
use crate::Problem;
use crate::extract::{Act, GameOfClub, Path, PoolName, Valid};
use crate::http::paging::{PAGE_ITEMS_MAX, Page, page_items, page_of};
use lapidary_model::auth::Identity;
use lapidary_model::club::ClubId;
use lapidary_model::game::GameId;
use lapidary_model::rating::{Annulment, RatingCorrection};
use lapidary_operation::{body, operation};
use lapidary_service::Ratings;
use lapidary_service::ratings::Capacity;

/// Why a game is annulled.
#[body]
pub struct AnnulGame {
    /// The reason, which is public: one line of up to 500 characters.
    #[schema(
        min_length = 1,
        max_length = 500,
        format = "text",
        example = "Two of the players were one person"
    )]
    reason: String,
}

/// An annulled game, and what this has changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnulledGame {
    #[serde(flatten)]
    annulment: Annulment,
    /// The changes of current ratings, the largest first: up to 100 of them.
    changes: Vec<RatingCorrection>,
}

page_of! {
    Annulment, "AnnulmentPage", "A page of annulled games.",
    "The games in the order of their numbers."
}

/// Annul a game
///
/// For administrators. The game stays in the log of its pool under its number, marked as annulled, and
/// changes no rating: all later ratings of the pool are recomputed. Annulling a game again returns the first
/// annulment.
#[operation(post "/v1/admin/games/{id}/annul", tag = "ladders",
    returns = "The annulled game, and what this has changed")]
pub async fn annul_game(
    Act(ratings, caller, id): Act<Ratings, GameId>,
    Valid(body): Valid<AnnulGame>,
) -> Result<web::Json<AnnulledGame>, Problem> {
    annul(&ratings, &caller, Capacity::Administrator, id, &body.reason).await
}

/// Annul a game in a season of a club
///
/// For the owner of the club, unless an owner during the season or their bot played, while the season is not
/// over and no other one has begun. The game stays in the log of its pool under its number, marked as
/// annulled, and changes no rating: all later ratings of the pool are recomputed. Annulling a game again
/// returns the first annulment. Needs the access token of a login of the last ten minutes
/// (`fresh_login_needed`).
#[operation(post "/v1/clubs/{id}/games/{game_id}/annul", tag = "clubs",
    returns = "The annulled game, and what this has changed")]
pub async fn annul_club_game(
    Act(ratings, caller, id): Act<Ratings, ClubId>,
    Path(GameOfClub(game)): Path<GameOfClub>,
    Valid(body): Valid<AnnulGame>,
) -> Result<web::Json<AnnulledGame>, Problem> {
    annul(&ratings, &caller, Capacity::Owner(id), game, &body.reason).await
}

async fn annul(
    ratings: &Ratings,
    caller: &Identity,
    capacity: Capacity,
    game: GameId,
    reason: &str,
) -> Result<web::Json<AnnulledGame>, Problem> {
    let annulment = ratings.annul(caller, capacity, game, reason).await?;
    Ok(web::Json(AnnulledGame { annulment, changes: ratings.corrections(game, PAGE_ITEMS_MAX).await? }))
}

/// List the annulled games of a ladder
///
/// Everybody can see which games administrators, or the owner of the club of a season, have annulled, when
/// and why.
#[operation(get "/v1/ladders/{pool}/annulments", tag = "ladders", returns = "A page of annulled games")]
pub async fn list_annulments(
    ratings: web::Data<Ratings>,
    Path(name): Path<PoolName>,
    query: web::Query<NumberedPage>,
) -> Result<Page<Annulment>, Problem> {
    let (name, limit) = (pool(&name)?, page_items(query.limit)?);
    let found = ratings.annulments(&name, query.cursor.unwrap_or_default(), limit + 1).await?;
    Ok(Page::cut(found, limit, |annulment| annulment.pool_seq))
}
