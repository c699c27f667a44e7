//! Inviting players to a game.

use actix_web::{HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::Problem;
use crate::api::accounts::player_ref::PlayerRef;
use crate::api::contract::bounded;
use crate::api::extract::{Caller, GamePath, LiveCaller, Valid};
use crate::api::problems::problem::{self, Fault};
use crate::model::game::GameId;
use crate::model::invitation::Invitation;
use crate::service::Games;
use crate::service::games::GameRefusal;

/// Who is to be invited.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The name of a player.
    #[schema(min_length = 3, max_length = 20, example = "ada")]
    #[serde(deserialize_with = "bounded::text::<_, 3, 20>")]
    username: String,
}

/// The invitations of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitations)]
pub struct InvitationsBody {
    /// The oldest first.
    items: Vec<InvitationBody>,
    /// Always null: all are told at once.
    next_cursor: Option<String>,
}

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationBody {
    player: PlayerRef,
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
/// For those who sit in it.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The invitations", body = InvitationsBody)
))]
#[get("/v1/games/{id}/invitations")]
pub async fn list_invitations(
    games: web::Data<Games>,
    caller: Caller,
    id: GamePath,
) -> Result<HttpResponse, Problem> {
    let invitations = games.invitations(GameId(*id), &caller).await?;
    Ok(HttpResponse::Ok().json(InvitationsBody::from(invitations)))
}

/// Invite a player to a game
///
/// The creator invites, while the game waits. Only the invited can see and join a private game. Inviting again changes
/// nothing.
#[utoipa::path(tag = "games", request_body = Invite,
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The invitations", body = InvitationsBody)
))]
#[post("/v1/games/{id}/invitations")]
pub async fn invite_player(
    games: web::Data<Games>,
    caller: LiveCaller,
    id: GamePath,
    Valid(body): Valid<Invite>,
) -> Result<HttpResponse, Problem> {
    let invited = games.invite(GameId(*id), &caller, &body.username).await;
    let invitations = invited.map_err(|refusal| match refusal {
        GameRefusal::UnknownPlayer => {
            Problem::validation(vec![Fault::at("/username", problem::no_player(&body.username))])
        }
        other => other.into(),
    })?;
    Ok(HttpResponse::Ok().json(InvitationsBody::from(invitations)))
}

/// Take an invitation back
///
/// A player who sits in the game already keeps the seat; kick them to free it. Repeating it changes nothing.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game"), ("username" = String, Path, description = "The player's name", example = "ada")),
    responses(
    (status = 204, description = "There is no such invitation any more")
))]
#[delete("/v1/games/{id}/invitations/{username}")]
pub async fn take_invitation_back(
    games: web::Data<Games>,
    caller: LiveCaller,
    id: GamePath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (_, username) = path.into_inner();
    // PostgreSQL takes no NUL, and no name contains one.
    let username = username.replace('\0', "");
    games.uninvite(GameId(*id), &caller, &username).await?;
    Ok(HttpResponse::NoContent().finish())
}
