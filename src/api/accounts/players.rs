//! Players as others see them.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::{Path, Username};
use crate::http::paging::{Page, page_items, page_of};
use crate::instant;
use crate::{Code, Problem};

use lapidary_model::player::{Player, PlayerTotal};
use lapidary_operation::{operation, query};
use lapidary_service::Accounts;

/// The minimum length of a prefix in characters: a shorter one matches too many players.
const PREFIX_LENGTH_MIN: usize = 2;
/// The maximum length of a prefix in characters: that of a name.
const PREFIX_LENGTH_MAX: usize = 20;

/// The public profile of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerBody {
    /// The id. It stays when the account is erased.
    id: Uuid,
    /// The name; null when the account was erased.
    #[schema(example = "ada")]
    username: Option<String>,
    /// Whether a program plays under this name. It stays when the account is erased.
    bot: bool,
    /// When the account was created.
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// The name that the player has chosen to be shown beside the username; left out if there is none.
    /// Several players can have the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Ada Lovelace")]
    display_name: Option<String>,
    /// The number of the picture that the player has chosen, among the 16 of
    /// `GET /v1/players/{username}/avatar.svg`.
    #[schema(minimum = 0, maximum = 15, example = 3)]
    avatar: u8,
}

/// The public profile of a player, with what they have played.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerProfile {
    #[serde(flatten)]
    player: PlayerBody,
    /// What the player has finished, for each ruleset and number of seats with at least one game. Games that
    /// are not public, or that ended with a spectator delay or a deal that others still played, are left out.
    totals: Vec<PlayerTotal>,
    /// The address of the player's games that are over, newest first, as a list of games.
    #[schema(example = "/v1/games?player=ada&status=finished")]
    history: String,
}

impl From<(Player, Vec<PlayerTotal>)> for PlayerProfile {
    fn from((player, totals): (Player, Vec<PlayerTotal>)) -> Self {
        let name = player.username.as_deref().unwrap_or_default();
        let history = format!("/v1/games?player={name}&status=finished");
        PlayerProfile { player: player.into(), totals, history }
    }
}

impl From<Player> for PlayerBody {
    fn from(player: Player) -> Self {
        PlayerBody {
            id: player.id.0,
            username: player.username,
            bot: player.bot,
            created_at: player.created_at,
            display_name: player.display_name,
            avatar: player.avatar,
        }
    }
}

/// The beginning of the names that are searched.
#[query]
pub struct PrefixQuery {
    /// The beginning of the names, 2 to 20 characters, case-insensitive. No character stands for others.
    #[param(min_length = 2, max_length = 20, example = "ad")]
    prefix: String,
    /// The maximum number of players on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[param(min_length = 1, max_length = 20, nullable = false)]
    cursor: Option<String>,
}

page_of! {
    PlayerBody, "PlayerPage", "A page of players.",
    "The players, in the order of their names in lower case."
}

/// Find players by the beginning of their names
///
/// Returns the players whose names begin with `prefix`, in the order of their names. `If-None-Match`, with
/// the tag of an earlier response, returns 304 while the page is the same.
#[operation(get "/v1/players", tag = "accounts",
    returns = "A page of players")]
pub async fn find_players(
    accounts: web::Data<Accounts>,
    query: web::Query<PrefixQuery>,
) -> Result<Page<PlayerBody>, Problem> {
    let limit = page_items(query.limit)?;
    let fits = |text: &str| text.chars().count() <= PREFIX_LENGTH_MAX;
    if query.prefix.chars().count() < PREFIX_LENGTH_MIN || !fits(&query.prefix) {
        return Err(Problem::new(Code::Malformed, "`prefix` must have 2 to 20 characters."));
    }
    if !query.cursor.as_deref().is_none_or(|cursor| !cursor.is_empty() && fits(cursor)) {
        return Err(Problem::new(Code::Malformed, "`cursor` must be the `next_cursor` of a page."));
    }
    let found = accounts.find_by_prefix(&query.prefix, query.cursor.as_deref(), limit + 1).await?;
    let name =
        |player: &Player| player.username.as_ref().map_or_else(String::new, |name| name.to_ascii_lowercase());
    Ok(Page::cut(found, limit, name).converted())
}

/// Get the profile of a player
///
/// Returns what the player shows to others, and how many games they have finished and won. `history` is
/// the address of the games. The name is case-insensitive.
#[operation(get "/v1/players/{username}", tag = "accounts", returns = "The player")]
pub async fn get_player(
    accounts: web::Data<Accounts>,
    Path(username): Path<Username>,
) -> Result<web::Json<PlayerProfile>, Problem> {
    let profile = accounts.profile(&username).await?.ok_or_else(|| Problem::no_player(&username))?;
    Ok(web::Json(PlayerProfile::from(profile)))
}
