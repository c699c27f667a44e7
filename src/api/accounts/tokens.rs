//! The API tokens of the caller and of the caller's bots.

use actix_web::web;
use chrono::TimeDelta;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Act, BotName, LiveCaller, Path, Valid};
use crate::http::outcome::{Created, NoContent, NoStore};
use crate::http::paging::{Page, whole_list_of};
use lapidary_model::api_token::TokenInfo;
use lapidary_model::auth::{Scope, SessionId};
use lapidary_operation::{body, operation};
use lapidary_service::Accounts;
use lapidary_service::api_tokens::{Holder, IssuedToken, NewToken};

/// An API token to issue.
#[body]
pub struct CreateToken {
    /// What the token is for. Only its owner sees the name.
    #[schema(format = "text", min_length = 1, max_length = 64, example = "laptop")]
    name: String,
    /// What the token allows.
    #[schema(min_items = 1, max_items = 16, example = json!(["read", "play"]))]
    scopes: Vec<Scope>,
    /// How long the token is valid, from a minute to ten years; without it, or with null, until it is
    /// revoked.
    #[schema(minimum = 60_000, maximum = 315_360_000_000_u64, nullable = true, example = 7_776_000_000_u64)]
    expires_in_ms: Option<u64>,
}

/// An API token that was just issued. Only this response contains the token.
#[derive(Serialize, ToSchema)]
#[schema(as = IssuedToken)]
pub struct IssuedTokenBody {
    #[serde(flatten)]
    info: TokenInfo,
    /// The token, for `Authorization: Bearer …`. The server does not store it.
    #[schema(pattern = "^lap_[0-9A-Za-z]{36}$", example = "lap_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp")]
    token: String,
}

whole_list_of! {
    TokenInfo, "ApiTokens", "API tokens.",
    "The tokens that are not revoked, the oldest first."
}

impl From<CreateToken> for NewToken {
    fn from(body: CreateToken) -> Self {
        NewToken {
            name: body.name,
            scopes: body.scopes.into_iter().collect(),
            expires_in: body.expires_in_ms.map(|lifetime| TimeDelta::milliseconds(lifetime.cast_signed())),
        }
    }
}

impl From<IssuedToken> for IssuedTokenBody {
    fn from(IssuedToken { token, info }: IssuedToken) -> Self {
        IssuedTokenBody { info, token: token.as_text().to_owned() }
    }
}

/// Create an API token
///
/// The token is shown once, in this response; the server stores only its digest. If the response is lost,
/// revoke the token that the list shows, and create another one; an `Idempotency-Key` is ignored. Needs the
/// access token of a login.
#[operation(post "/v1/me/tokens", tag = "access", returns = "The token")]
pub async fn create_token(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    Valid(body): Valid<CreateToken>,
) -> Result<NoStore<Created<IssuedTokenBody>>, Problem> {
    let issued = accounts.issue_token(&caller, Holder::Caller, body.into()).await?;
    Ok(NoStore(Created(issued.into())))
}

/// List my API tokens
///
/// Expired tokens stay in the list until they are revoked or the next token is created.
#[operation(get "/v1/me/tokens", tag = "access", returns = "The tokens")]
pub async fn list_tokens(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
) -> Result<web::Json<Page<TokenInfo>>, Problem> {
    Ok(web::Json(Page::whole(accounts.tokens(&caller, Holder::Caller).await?)))
}

/// Revoke an API token
///
/// From now on the token cannot do anything that needs a token, and its waits end. Other servers of the same
/// installation may serve public data to it for up to a minute. Revoking a token again changes nothing.
#[operation(delete "/v1/me/tokens/{id}", tag = "access",
    returns = "The token is revoked, or the account has no such token")]
pub async fn revoke_token(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    Path(id): Path<SessionId>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.revoke_token(&caller, Holder::Caller, id)).await
}

/// Create an API token of a bot
///
/// The token is shown once, in this response. Needs the access token of a login of the bot's owner.
#[operation(post "/v1/me/bots/{username}/tokens", tag = "access", returns = "The token")]
pub async fn create_bot_token(
    Act(accounts, caller, username): Act<Accounts, BotName>,
    Valid(body): Valid<CreateToken>,
) -> Result<NoStore<Created<IssuedTokenBody>>, Problem> {
    let issued = accounts.issue_token(&caller, Holder::Bot(&username), body.into()).await?;
    Ok(NoStore(Created(issued.into())))
}

/// List the API tokens of a bot
///
/// Expired tokens stay in the list until they are revoked or the next token is created.
#[operation(get "/v1/me/bots/{username}/tokens", tag = "access", returns = "The tokens")]
pub async fn list_bot_tokens(
    Act(accounts, caller, username): Act<Accounts, BotName>,
) -> Result<web::Json<Page<TokenInfo>>, Problem> {
    Ok(web::Json(Page::whole(accounts.tokens(&caller, Holder::Bot(&username)).await?)))
}

/// Revoke an API token of a bot
///
/// It has the same effect as revoking a token of the account.
#[operation(delete "/v1/me/bots/{username}/tokens/{id}", tag = "access",
    returns = "The token is revoked, or the bot has no such token")]
pub async fn revoke_bot_token(
    Act(accounts, caller, username): Act<Accounts, BotName>,
    Path(id): Path<SessionId>,
) -> Result<NoContent, Problem> {
    NoContent::after(accounts.revoke_token(&caller, Holder::Bot(&username), id)).await
}
