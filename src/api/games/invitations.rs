//! Inviting players to a game.

use actix_web::{HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{Caller, GamePath, LiveCaller, Valid};
use crate::instant;
use crate::problems::problem::{self, Fault};
use lapidary_model::game::GameId;
use lapidary_model::invitation::Invitation;
use lapidary_service::games::{GuestRefusal, Opening};

/// The player to invite.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The name of a player.
    #[schema(min_length = 3, max_length = 20, example = "ada")]
    username: String,
}

/// The invitations of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitations)]
pub struct InvitationsBody {
    /// The invitations, the oldest first.
    items: Vec<InvitationBody>,
    /// Always null: the list is complete.
    next_cursor: Option<String>,
}

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationBody {
    player: PlayerRef,
    #[serde(serialize_with = "instant::serialize")]
    invited_at: DateTime<Utc>,
}

impl From<Vec<Invitation>> for InvitationsBody {
    fn from(invitations: Vec<Invitation>) -> Self {
        let item = |invitation: Invitation| InvitationBody {
            player: (&invitation.player).into(),
            invited_at: invitation.invited_at,
        };
        InvitationsBody { items: invitations.into_iter().map(item).collect(), next_cursor: None }
    }
}

/// List the invitations of a game
///
/// Only players with a seat in the game can see them.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The invitations", body = InvitationsBody)
))]
#[get("/v1/games/{id}/invitations")]
pub async fn list_invitations(
    games: web::Data<Opening>,
    caller: Caller,
    id: GamePath,
) -> Result<HttpResponse, Problem> {
    let invitations = games.invitations(GameId(*id), &caller).await?;
    Ok(HttpResponse::Ok().json(InvitationsBody::from(invitations)))
}

/// Invite a player to a game
///
/// Only the creator can invite, and only while the game waits for players. Only invited players can see and
/// join a private game. Inviting the same player again changes nothing.
#[utoipa::path(tag = "games", request_body = Invite,
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The invitations", body = InvitationsBody)
))]
#[post("/v1/games/{id}/invitations")]
pub async fn invite_player(
    games: web::Data<Opening>,
    caller: LiveCaller,
    id: GamePath,
    Valid(body): Valid<Invite>,
) -> Result<HttpResponse, Problem> {
    let invited = games.invite(GameId(*id), &caller, &body.username).await;
    let invitations = invited.map_err(|refusal| match refusal {
        GuestRefusal::UnknownPlayer => {
            Problem::validation(vec![Fault::at("/username", problem::no_player(&body.username))])
        }
        other => other.into(),
    })?;
    Ok(HttpResponse::Ok().json(InvitationsBody::from(invitations)))
}

/// Withdraw an invitation
///
/// A player who already has a seat keeps it; kick them to free it. Repeating the request changes nothing.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game"), ("username" = String, Path, description = "The player's name", example = "ada")),
    responses(
    (status = 204, description = "The invitation is withdrawn")
))]
#[delete("/v1/games/{id}/invitations/{username}")]
pub async fn take_invitation_back(
    games: web::Data<Opening>,
    caller: LiveCaller,
    id: GamePath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    games.uninvite(GameId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}
