//! What waits for the caller: their games and received invitations.

use std::time::Duration;

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::LiveCaller;
use crate::games::filter::query_of_games;
use crate::games::list::GameItem;
use crate::http::paging::{Page, PageQuery, cursor, page_items, page_of};
use crate::instant;
use crate::{Code, Problem};
use lapidary_model::text;

use lapidary_model::game::{GameId, Status};
use lapidary_model::invitation::{InvitedTo, Received};
use lapidary_model::listing::Filter;
use lapidary_operation::{operation, query};
use lapidary_service::Accounts;
use lapidary_service::games::Reading;

/// The maximum time without a change in a filter, in milliseconds: a year.
const STALLED_FOR_MS_MAX: u64 = 31_536_000_000;

query_of_games! {
    /// Which of the caller's games are listed.
    pub struct MyGamesQuery {
        /// `me`: only games that wait for a decision of the caller.
        #[param(inline, nullable = false)]
        to_act: Option<ToActQuery>,
    }
}

/// Whom the listed games wait for.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToActQuery {
    Me,
}

/// List my games
///
/// Returns the games in which the caller has a seat, whoever may see them, the newest first unless `sort`
/// says otherwise. With `to_act=me`, only those that wait for a decision of the caller.
#[operation(get "/v1/me/games", tag = "finding", returns = "A page of games")]
pub async fn list_my_games(
    games: web::Data<Reading>,
    accounts: web::Data<Accounts>,
    caller: LiveCaller,
    query: web::Query<MyGamesQuery>,
) -> Result<Page<GameItem>, Problem> {
    let (limit, after) = (page_items(query.limit)?, query.cursor.map(GameId));
    let filter = query.shared().filter(&accounts).await?;
    let filter = filter.map(|filter| Filter { player: Some(caller.player), ..filter });
    let found = match (filter, query.to_act) {
        (None, _) => Vec::new(),
        (Some(filter), Some(ToActQuery::Me)) => games.to_move(filter, &caller, after, limit + 1).await?,
        (Some(filter), None) => games.list(&filter, Some(&caller), after, limit + 1).await?,
    };
    Ok(Page::cut(found, limit, |game| game.id.0).shown())
}

/// Which of the games that the caller organizes are listed.
#[query]
pub struct OrganizedGamesQuery {
    /// Only games with this status.
    #[param(inline, nullable = false)]
    status: Option<Status>,
    /// Only games with this label.
    #[param(nullable = false, example = "Spring Cup")]
    label: Option<String>,
    /// Only games that have not changed for so many milliseconds. With `status=active`: the games that may
    /// have stalled.
    #[param(maximum = 31_536_000_000_u64, nullable = false)]
    stalled_for_ms: Option<u64>,
    /// The maximum number of games on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// List the games that I organize
///
/// Returns the games that the caller created for others, private games included, the newest first: with
/// status, result, the seat that each waits for, and when it last changed.
#[operation(get "/v1/me/organized-games", tag = "finding", returns = "A page of games")]
pub async fn list_organized_games(
    games: web::Data<Reading>,
    caller: LiveCaller,
    query: web::Query<OrganizedGamesQuery>,
) -> Result<Page<GameItem>, Problem> {
    let stalled_for = query.stalled_for_ms;
    if stalled_for.is_some_and(|time| time > STALLED_FOR_MS_MAX) {
        return Err(Problem::new(Code::Malformed, "`stalled_for_ms` must be at most 31536000000, a year."));
    }
    let (limit, after) = (page_items(query.limit)?, query.cursor.map(GameId));
    let filter = Filter {
        organizer: Some(caller.player),
        status: query.status,
        label: query.label.as_deref().map(text::normal),
        stalled_for: stalled_for.map(Duration::from_millis),
        ..Filter::default()
    };
    let found = games.list(&filter, Some(&caller), after, limit + 1).await?;
    Ok(Page::cut(found, limit, |game| game.id.0).shown())
}

page_of! {
    ReceivedInvitation, "ReceivedInvitationPage", "A page of invitations that the caller received.",
    "The invitations, the newest game first."
}

/// An invitation that the caller received.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceivedInvitation {
    /// To what the caller is invited: `game` to a game that waits for players, `challenge` or `rematch` to a
    /// challenge. Values may be added.
    kind: InvitedTo,
    /// The id of the challenge; null if it is an invitation to a game.
    challenge: Option<Uuid>,
    #[serde(serialize_with = "instant::serialize")]
    invited_at: DateTime<Utc>,
    /// The game. To accept an invitation, join it; to accept a challenge, use the challenge.
    game: GameItem,
}

impl From<&Received> for ReceivedInvitation {
    fn from(received: &Received) -> Self {
        ReceivedInvitation {
            kind: received.to,
            challenge: (received.to != InvitedTo::Game).then_some(received.game.id.0),
            invited_at: received.invited_at,
            game: (&received.game).into(),
        }
    }
}

/// List my invitations
///
/// Returns the games that wait for players to which the caller is invited and in which they have no seat, and
/// the open challenges to the caller. Invitations of players whom the caller has blocked are left out.
#[operation(get "/v1/me/invitations", tag = "finding", returns = "A page of invitations")]
pub async fn list_my_invitations(
    games: web::Data<Reading>,
    caller: LiveCaller,
    query: web::Query<PageQuery>,
) -> Result<Page<ReceivedInvitation>, Problem> {
    let limit = page_items(query.limit)?;
    let (received, next) = games.received_invitations(&caller, query.cursor.map(GameId), limit).await?;
    let items = received.iter().map(ReceivedInvitation::from).collect();
    Ok(Page::new(items, next.map(|next| next.to_string())))
}
