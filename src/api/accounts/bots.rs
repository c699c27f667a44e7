//! Bots: the caller's own bots, and the public list of all.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::Problem;
use crate::extract::{Act, BotName, LiveCaller, Valid};
use crate::http::outcome::{CreatedAt, NoContent};
use crate::http::paging::{Page, cursor, page_items, page_of};
use crate::instant;
use crate::problems::problem::Fault;
use lapidary_model::auth::{PlayerId, Username};
use lapidary_model::bot::{Accepts, AcceptsChange, Bot};
use lapidary_model::player::Occupant;
use lapidary_operation::{body, operation};
use lapidary_service::Accounts;

/// A bot to create.
#[body]
pub struct CreateBot {
    /// The name. It is unique among players and bots; names that differ only in case are the same name.
    #[schema(pattern = "^[A-Za-z0-9_-]{3,20}$", min_length = 3, max_length = 20, example = "ada-bot")]
    username: String,
    /// What the bot accepts.
    #[serde(default)]
    #[schema(example = json!({"modules": ["orient"]}))]
    accepts: AcceptsChange,
}

/// The fields to change; a field that is left out keeps its value.
#[body]
pub struct UpdateBot {
    /// What the bot accepts.
    #[serde(default)]
    #[schema(example = json!({"seats": [2, 3]}))]
    accepts: AcceptsChange,
}

/// A bot: a player that is a program.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bot)]
pub struct BotBody {
    /// Its id as a player. It stays when the bot is erased.
    id: PlayerId,
    /// Its name.
    #[schema(example = "ada-bot")]
    username: String,
    /// Always true.
    bot: bool,
    /// The player who owns it; null if it is part of the server.
    owner: Option<Occupant>,
    accepts: Accepts,
    /// Whether one of its tokens was used within five minutes. A built-in opponent is online as long as a
    /// server plays its turns.
    online: bool,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
}

page_of!(BotBody, "Bots", "A page of bots.", "The bots, the newest first.");

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
            id: bot.id,
            username: bot.username,
            bot: true,
            owner: bot.owner,
            accepts: bot.accepts,
            online: bot.online,
            created_at: bot.created_at,
        }
    }
}

/// Create a bot
///
/// A bot is a player that is a program: it has no password, and plays with API tokens that its owner creates.
/// Everybody sees that it is a bot, and whose. Needs the access token of a login.
#[operation(post "/v1/me/bots", tag = "access", returns = "The bot", location = "The player")]
pub async fn create_bot(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    Valid(body): Valid<CreateBot>,
) -> Result<CreatedAt<BotBody>, Problem> {
    let username = Username::try_from(body.username)
        .map_err(|refusal| Problem::validation(vec![Fault::at("/username", refusal.to_string())]))?;
    let bot = accounts.create_bot(&caller, username, body.accepts).await?;
    let location = format!("/v1/players/{}", bot.username);
    Ok(CreatedAt(location, BotBody::from(bot)))
}

/// List my bots
///
/// The list is complete, because an account can own only a few bots.
#[operation(get "/v1/me/bots", tag = "access", returns = "The bots")]
pub async fn list_own_bots(
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
) -> Result<web::Json<Page<BotBody>>, Problem> {
    Ok(web::Json(Page::whole(accounts.own_bots(&caller).await?)))
}

/// Change a bot
///
/// The owner of a bot can call this, and the bot itself. A field that is left out keeps its value.
#[operation(patch "/v1/me/bots/{username}", tag = "access", returns = "The changed bot")]
pub async fn update_bot(
    Act(accounts, caller, username): Act<Accounts, BotName>,
    Valid(body): Valid<UpdateBot>,
) -> Result<web::Json<BotBody>, Problem> {
    let bot = accounts.update_bot(&caller, &username, body.accepts).await?;
    Ok(web::Json(BotBody::from(bot)))
}

/// Erase a bot
///
/// Its tokens end at once. The bot leaves its waiting games and resigns from its running games, so that no
/// other player waits for it. Then its name is deleted. The games stay, with the id but without the name.
/// Needs the access token of a login of the last ten minutes (`fresh_login_needed`).
#[operation(delete "/v1/me/bots/{username}", tag = "access", returns = "The bot is erased")]
pub async fn erase_bot(
    Act(accounts, caller, username): Act<Accounts, BotName>,
) -> Result<NoContent, Problem> {
    // What an erasure touches is more than a stack should hold.
    NoContent::after(accounts.erase_bot(&caller, &username)).await
}

/// List bots
///
/// Returns the bots of all owners, the newest first, with what they accept. The built-in opponents are the
/// last ones; they accept a challenge or an invitation at once.
#[operation(get "/v1/bots", tag = "access", returns = "A page of bots")]
pub async fn list_bots(
    accounts: web::Data<Accounts>,
    query: web::Query<BotsQuery>,
) -> Result<Page<BotBody>, Problem> {
    let limit = page_items(query.limit)?;
    let bots = accounts.bots(query.online, query.cursor.map(PlayerId), limit + 1).await?;
    Ok(Page::cut(bots, limit, |bot| bot.id).converted())
}
