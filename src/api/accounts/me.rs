//! The caller's own account.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::password::new_password;
use crate::Problem;
use crate::extract::{LiveCaller, Valid};
use crate::http::outcome::NoContent;
use crate::http::queued_client::QueuedClient;
use crate::instant;
use crate::problems::problem::Fault;
use lapidary_model::auth::{Identity, Scope};
use lapidary_model::player::{Player, Role};
use lapidary_operation::{body, operation};
use lapidary_service::Accounts;
use lapidary_service::profiles::ProfileChange;

/// The caller's own account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// The id. It stays when the account is erased.
    id: Uuid,
    /// The name; null when the account was erased.
    #[schema(example = "ada")]
    username: Option<String>,
    /// The e-mail address. Only the owner of the account sees it.
    #[schema(example = "ada@example.org")]
    email: Option<String>,
    /// The role; values may be added.
    role: RoleBody,
    /// Whether the account belongs to a bot.
    bot: bool,
    /// When the account was created.
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// The name that is shown beside the username; left out if there is none. Several
    /// players can have the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Ada Lovelace")]
    display_name: Option<String>,
    /// The number of the picture that the player has chosen, among the 16 of
    /// `GET /v1/players/{username}/avatar.svg`.
    #[schema(minimum = 0, maximum = 15, example = 3)]
    avatar: u8,
    /// The token of this request; only in the response of `GET /v1/me`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = OwnToken, required = false)]
    token: Option<OwnToken>,
}

/// What the token of a request is.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnToken {
    /// Whether it is the access token of a login, an API token, or the access token of a grant.
    #[schema(example = "grant")]
    kind: &'static str,
    /// What it allows.
    #[schema(example = json!(["read", "play"]))]
    scopes: Vec<Scope>,
}

impl From<&Identity> for OwnToken {
    fn from(identity: &Identity) -> Self {
        OwnToken { kind: identity.kind.word(), scopes: identity.scopes.iter().collect() }
    }
}

/// The permissions of a player besides playing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Role)]
pub enum RoleBody {
    Player,
    Administrator,
}

impl From<Player> for Me {
    fn from(player: Player) -> Self {
        let role = match player.role {
            Role::Player => RoleBody::Player,
            Role::Administrator => RoleBody::Administrator,
        };
        Me {
            id: player.id.0,
            username: player.username,
            email: player.email,
            role,
            bot: player.bot,
            created_at: player.created_at,
            display_name: player.display_name,
            avatar: player.avatar,
            token: None,
        }
    }
}

/// The fields to change; a field that is left out keeps its value.
#[body]
pub struct UpdateMe {
    /// The new e-mail address; null removes it.
    #[schema(value_type = Option<String>, required = false, format = "text", pattern = "^[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+@[^@\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb]+$", max_length = 254, example = "ada@example.org")]
    #[serde(default, deserialize_with = "present")]
    email: Option<Option<String>>,
    /// The name to show beside the username; null removes it. It need not be unique, so it never replaces the
    /// username.
    #[schema(value_type = Option<String>, required = false, format = "text", min_length = 1, max_length = 40, example = "Ada Lovelace")]
    #[serde(default, deserialize_with = "present")]
    display_name: Option<Option<String>>,
    /// The number of the picture, of the 16 of `GET /v1/players/{username}/avatar.svg`.
    #[schema(minimum = 0, maximum = 15, nullable = false, example = 3)]
    avatar: Option<u8>,
    /// The current password, which is needed with `email` and otherwise not read.
    #[schema(pattern = "^[^\\x00]*$", max_length = 128, format = Password, nullable = true, example = "correct horse battery")]
    password: Option<String>,
}

/// The password that confirms an erasure.
#[body]
pub struct EraseMe {
    /// The current password.
    #[schema(pattern = "^[^\\x00]*$", max_length = 128, format = Password, example = "correct horse battery")]
    password: String,
}

/// Distinguishes a null field from a missing one.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A change of password.
#[body]
pub struct ChangePassword {
    /// The current password.
    #[schema(pattern = "^[^\\x00]*$", max_length = 128, format = Password, example = "correct horse battery")]
    current: String,
    /// The new password.
    #[schema(pattern = "^[^\\x00]*$", min_length = 8, max_length = 128, format = Password, example = "staple horse battery")]
    new: String,
}

/// Get my account
///
/// Includes private fields, email and role, and what the token of the request is and allows.
#[operation(get "/v1/me", tag = "accounts", returns = "The account")]
pub async fn get_me(accounts: web::Data<Accounts>, caller: LiveCaller) -> Result<web::Json<Me>, Problem> {
    let player = accounts.get(&caller).await?;
    Ok(web::Json(Me { token: Some(OwnToken::from(&*caller)), ..Me::from(player) }))
}

/// Change my account
///
/// A field that is left out keeps its value. A new e-mail address, or none, needs the current `password` too,
/// because the address can be used to reset the password.
#[operation(patch "/v1/me", tag = "accounts", returns = "The changed account")]
pub async fn update_me(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    Valid(body): Valid<UpdateMe>,
) -> Result<web::Json<Me>, Problem> {
    let player = match body.email {
        Some(email) => {
            let needed = "must be the current password when `email` is sent";
            let password =
                body.password.ok_or_else(|| Problem::validation(vec![Fault::at("/password", needed)]))?;
            accounts.set_email(&caller, &client, password, email.as_deref()).await?
        }
        None => accounts.get(&caller).await?,
    };
    let change = ProfileChange { display_name: body.display_name, avatar: body.avatar };
    let player = match change.display_name.is_some() || change.avatar.is_some() {
        true => accounts.set_profile(&caller, change).await?,
        false => player,
    };
    Ok(web::Json(Me::from(player)))
}

/// Erase my account
///
/// The player leaves their waiting games and resigns from their running games, so that no other player waits
/// for them. Then the name, e-mail address, password and sessions are deleted. The games stay, with the id
/// but without the name. Needs the current password.
#[operation(delete "/v1/me", tag = "accounts", returns = "The account is erased")]
pub async fn erase_me(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    Valid(body): Valid<EraseMe>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.erase(&caller, &client, body.password)).await
}

/// Change my password
///
/// All other logins of the account and all grants of its apps end; the login of this request and API tokens
/// stay.
#[operation(put "/v1/me/password", tag = "accounts", returns = "The password is changed")]
pub async fn change_password(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    Valid(body): Valid<ChangePassword>,
) -> Result<NoContent, Problem> {
    let new = new_password(body.new, "/new")?;
    NoContent::after(accounts.change_password(&caller, &client, body.current, new)).await
}
