//! Leaderboards.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::cursor::{StandingCursor, pool, standing};
use crate::extract::{Path, PoolName};
use crate::http::paging::{Page, page_items, page_of};
use crate::{Code, Problem};

use lapidary_model::rating::Standing;
use lapidary_operation::{operation, query};
use lapidary_service::{Accounts, Ratings};

/// The page of a leaderboard.
#[query]
pub struct StandingsQuery {
    /// The maximum number of players on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "standing")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<StandingCursor>,
    /// A listed player, in the middle of the page. Excludes `cursor`.
    #[param(nullable = false)]
    around: Option<String>,
}

/// A listed player.
#[derive(Debug, Serialize, ToSchema)]
pub struct LadderStanding {
    /// The place; players with equal values share one, and the next places are skipped.
    #[schema(example = 1)]
    place: u64,
    #[serde(flatten)]
    standing: Standing,
}

page_of!(LadderStanding, "LadderStandings", "A page of a leaderboard.", "The players, the best first.");

/// Numbers the players of a page after `cursor`, and returns the cursor of the next page.
fn placed(
    mut found: Vec<Standing>,
    cursor: Option<StandingCursor>,
    limit: u8,
) -> (Vec<LadderStanding>, Option<String>) {
    let more = found.len() > usize::from(limit);
    found.truncate(limit.into());
    let (mut last, mut items) = (cursor, Vec::with_capacity(found.len()));
    for standing in found {
        let key = standing.key();
        let listed = last.map_or(1, |last| last.listed.saturating_add(1));
        let shared = last.filter(|last| last.key.order == key.order).map(|last| last.place);
        let place = shared.unwrap_or(listed);
        last = Some(StandingCursor { key, place, listed });
        items.push(LadderStanding { place, standing });
    }
    (items, last.filter(|_| more).map(|last| last.text()))
}

/// Get a leaderboard
///
/// Lists the players of a pool whose `rd` is at most 60, who have met 10 distinct opponents, and who have
/// finished a rated game within 30 days, unless `listing` of the pool says otherwise. They are sorted by the
/// rating less twice the `rd`, the best first. Players who have erased their account are left out. The
/// leaderboard of a season of a club is final when the season is over, and keeps everybody's place then.
#[operation(get "/v1/ladders/{pool}/standings", tag = "ladders", returns = "A page of the leaderboard")]
pub async fn get_standings(
    ratings: web::Data<Ratings>,
    accounts: web::Data<Accounts>,
    Path(name): Path<PoolName>,
    query: web::Query<StandingsQuery>,
) -> Result<Page<LadderStanding>, Problem> {
    let (name, limit) = (pool(&name)?, page_items(query.limit)?);
    let start = match (&query.around, query.cursor) {
        (Some(_), Some(_)) => {
            return Err(Problem::new(Code::Malformed, "Send only one of `around` and `cursor`."));
        }
        (Some(around), None) => {
            let player = accounts.find(around).await?.ok_or_else(|| Problem::no_player(around))?;
            let start = ratings.start_around(&name, player.id, limit / 2).await?;
            start.map(|(key, place, listed)| StandingCursor { key, place, listed })
        }
        (None, cursor) => cursor,
    };
    let found = ratings.standings(&name, start.map(|start| start.key), limit + 1).await?;
    let (items, next_cursor) = placed(found, start, limit);
    Ok(Page::new(items, next_cursor).public())
}
