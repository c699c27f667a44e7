//! Inviting players to a game.

use actix_web::web;

use crate::Problem;
use crate::extract::{Act, Caller, Path, Username, Valid};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, whole_list_of};
use crate::problems::problem::{self, Fault};
use lapidary_model::game::GameId;
use lapidary_model::invitation::Invitation;
use lapidary_operation::{body, operation};
use lapidary_service::games::{GuestRefusal, Opening};

/// The player to invite.
#[body]
pub struct Invite {
    /// The name of a player.
    #[schema(min_length = 3, max_length = 20, example = "ada")]
    username: String,
}

whole_list_of! {
    Invitation, "Invitations", "The invitations of a game.",
    "The invitations, the oldest first."
}

/// List the invitations of a game
///
/// Only players with a seat in the game can see them.
#[operation(get "/v1/games/{id}/invitations", tag = "games", returns = "The invitations")]
pub async fn list_invitations(
    games: web::Data<Opening>,
    caller: Caller,
    Path(id): Path<GameId>,
) -> Result<web::Json<Page<Invitation>>, Problem> {
    let invitations = games.invitations(id, &caller).await?;
    Ok(web::Json(Page::whole(invitations)))
}

/// Invite a player to a game
///
/// Only the creator can invite, and only while the game waits for players. Only invited players can see and
/// join a private game. Inviting the same player again changes nothing.
#[operation(post "/v1/games/{id}/invitations", tag = "games", returns = "The invitations")]
pub async fn invite_player(
    Act(games, caller, id): Act<Opening, GameId>,
    Valid(body): Valid<Invite>,
) -> Result<web::Json<Page<Invitation>>, Problem> {
    let invited = games.invite(id, &caller, &body.username).await;
    let invitations = invited.map_err(|refusal| match refusal {
        GuestRefusal::UnknownPlayer => {
            Problem::validation(vec![Fault::at("/username", problem::no_player(&body.username))])
        }
        other => other.into(),
    })?;
    Ok(web::Json(Page::whole(invitations)))
}

/// Withdraw an invitation
///
/// A player who already has a seat keeps it; kick them to free it. Repeating the request changes nothing.
#[operation(delete "/v1/games/{id}/invitations/{username}", tag = "games",
    returns = "The invitation is withdrawn")]
pub async fn take_invitation_back(
    Act(games, caller, id): Act<Opening, GameId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(games.uninvite(id, &caller, &username)).await
}
