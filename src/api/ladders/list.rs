//! The list of ladders.

use actix_web::web;
use uuid::Uuid;

use crate::Problem;
use crate::http::outcome::Public;
use crate::http::paging::{Page, whole_list_of};
use lapidary_model::club::ClubId;
use lapidary_operation::{operation, query};
use lapidary_service::Ratings;
use lapidary_service::ratings::ListedLadder;

/// Whose ladders are listed.
#[query]
pub struct LaddersQuery {
    /// The club whose seasons are listed.
    #[param(nullable = false)]
    club: Option<Uuid>,
}

whole_list_of! {
    ListedLadder, "LadderPage", "All ladders.",
    "The ladders, in the order of their pools; those of a club, the newest first."
}

/// List ladders
///
/// Returns every pool of the server with a rated game, and what a player needs to be listed on its
/// leaderboard. With `club`, the pools of the seasons of that club, the newest seasons first.
#[operation(get "/v1/ladders", tag = "ladders", returns = "The ladders")]
pub async fn list_ladders(
    ratings: web::Data<Ratings>,
    query: web::Query<LaddersQuery>,
) -> Result<Public<Page<ListedLadder>>, Problem> {
    let found = match query.club {
        Some(club) => ratings.ladders_of_club(ClubId(club)).await?,
        None => ratings.ladders().await?,
    };
    Ok(Public(Page::whole(found)))
}
