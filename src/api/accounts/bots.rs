//! Bots: the caller's own, and the public list of all.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::accepts::{AcceptsBody, AcceptsChangeBody};
use super::player_ref::PlayerRef;
use crate::extract::{LiveCaller, Valid};
use crate::http::paging::{PAGE_ITEMS, PAGE_ITEMS_MAX, cursor, page};
use crate::instant;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_model::auth::{PlayerId, Username};
use lapidary_model::bot::Bot;
use lapidary_service::Accounts;

/// A bot to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateBot {
    /// The name. It is unique among players and bots; names that differ only in case are the same name.
    #[schema(pattern = "^[A-Za-z0-9_-]{3,20}$", min_length = 3, max_length = 20, example = "ada-bot")]
    username: String,
    /// What the bot accepts.
    #[serde(default)]
    #[schema(example = json!({"modules": ["orient"]}))]
    accepts: AcceptsChangeBody,
}

/// The fields to change; a field that is left out keeps its value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateBot {
    /// What the bot accepts.
    #[serde(default)]
    #[schema(example = json!({"seats": [2, 3]}))]
    accepts: AcceptsChangeBody,
}

/// A bot: a player that is a program.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bot)]
pub struct BotBody {
    /// Its id as a player. It stays when the bot is erased.
    id: Uuid,
    /// Its name.
    #[schema(example = "ada-bot")]
    username: String,
    /// Always true.
    bot: bool,
    /// The player who owns it; null if it is part of the server.
    owner: Option<PlayerRef>,
    accepts: AcceptsBody,
    /// Whether one of its tokens was used within five minutes. A built-in opponent is online as long as a
    /// server plays its turns.
    online: bool,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
}

/// A page of bots.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bots)]
pub struct BotsBody {
    /// The bots, the newest first.
    items: Vec<BotBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// The filter and the page of the list of bots.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BotsQuery {
    /// `true`: only bots that are online; `false`: only bots that are not.
    #[param(nullable = false)]
    online: Option<bool>,
    /// The maximum number of bots on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

impl From<Bot> for BotBody {
    fn from(bot: Bot) -> Self {
        BotBody {
            id: bot.id.0,
            username: bot.username,
            bot: true,
            owner: bot.owner.as_ref().map(PlayerRef::from),
            accepts: bot.accepts.into(),
            online: bot.online,
            created_at: bot.created_at,
        }
    }
}

/// Create a bot
///
/// A bot is a player that is a program: it has no password, and plays with API tokens that its owner creates.
/// Everybody sees that it is a bot, and whose. Needs the access token of a login.
#[utoipa::path(tag = "access", request_body = CreateBot, responses(
    (status = 201, description = "The bot", body = BotBody, headers(("Location" = String, description = "The player")))
))]
#[post("/v1/me/bots")]
pub async fn create_bot(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    Valid(body): Valid<CreateBot>,
) -> Result<HttpResponse, Problem> {
    let username = Username::try_from(body.username)
        .map_err(|refusal| Problem::validation(vec![Fault::at("/username", refusal.to_string())]))?;
    let bot = accounts.create_bot(&caller, username, body.accepts.into()).await?;
    let location = format!("/v1/players/{}", bot.username);
    Ok(HttpResponse::Created().insert_header((header::LOCATION, location)).json(BotBody::from(bot)))
}

/// List my bots
///
/// The list is complete, because an account can own only a few bots.
#[utoipa::path(tag = "access", responses(
    (status = 200, description = "The bots", body = BotsBody)
))]
#[get("/v1/me/bots")]
pub async fn list_own_bots(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
) -> Result<HttpResponse, Problem> {
    let items = accounts.own_bots(&caller).await?.into_iter().map(BotBody::from).collect();
    Ok(HttpResponse::Ok().json(BotsBody { items, next_cursor: None }))
}

/// Change a bot
///
/// The owner of a bot can call this, and the bot itself. A field that is left out keeps its value.
#[utoipa::path(tag = "access", request_body = UpdateBot,
    params(("username" = String, Path, description = "The bot's name", example = "ada-bot")), responses(
    (status = 200, description = "The changed bot", body = BotBody)
))]
#[patch("/v1/me/bots/{username}")]
pub async fn update_bot(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    username: web::Path<String>,
    Valid(body): Valid<UpdateBot>,
) -> Result<HttpResponse, Problem> {
    let bot = accounts.update_bot(&caller, &username, body.accepts.into()).await?;
    Ok(HttpResponse::Ok().json(BotBody::from(bot)))
}

/// Erase a bot
///
/// Its tokens end at once. The bot leaves its waiting games and resigns from its running games, so that no
/// other player waits for it. Then its name is deleted. The games stay, with the id but without the name.
/// Needs the access token of a login of the last ten minutes (`fresh_login_needed`).
#[utoipa::path(tag = "access",
    params(("username" = String, Path, description = "The bot's name", example = "ada-bot")), responses(
    (status = 204, description = "The bot is erased")
))]
#[delete("/v1/me/bots/{username}")]
pub async fn erase_bot(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    username: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    // What an erasure touches is more than a stack should hold.
    Box::pin(accounts.erase_bot(&caller, &username)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List bots
///
/// Returns the bots of all owners, the newest first, with what they accept. The built-in opponents are the
/// last ones; they accept a challenge or an invitation at once.
#[utoipa::path(tag = "access", params(BotsQuery), responses(
    (status = 200, description = "A page of bots", body = BotsBody,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/bots")]
pub async fn list_bots(
    request: HttpRequest,
    accounts: web::Data<Accounts>,
    query: web::Query<BotsQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = query.limit.unwrap_or(PAGE_ITEMS);
    if !(1..=PAGE_ITEMS_MAX).contains(&limit) {
        return Err(Problem::new(Code::Malformed, "`limit` must be from 1 to 100."));
    }
    // Loading one more than requested shows whether there is a next page.
    let mut bots = accounts.bots(query.online, query.cursor.map(PlayerId), limit + 1).await?;
    let more = bots.len() > usize::from(limit);
    bots.truncate(limit.into());
    let next_cursor = bots.last().filter(|_| more).map(|last| last.id.to_string());
    let items = bots.into_iter().map(BotBody::from).collect();
    let body = BotsBody { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, "/v1/bots", next_cursor.as_deref(), body))
}
