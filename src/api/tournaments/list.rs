//! Looking at tournaments, their entries, and their past events.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::{TournamentBody, TournamentItem};
use crate::audit::EventBody;
use crate::extract::{LiveCaller, LiveViewer, Path, SearchedName};
use crate::http::outcome::Tagged;
use crate::http::paging::{Page, PageQuery, cursor, page_items, page_of};
use crate::{Code, Problem};
use lapidary_model::club::ClubId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::listing::PublicFilter;
use lapidary_model::tournaments::settings::Status;
use lapidary_operation::{operation, query};
use lapidary_service::{Accounts, Tournaments};

/// Which tournaments are listed.
#[query]
pub struct TournamentsQuery {
    /// Only tournaments with this status.
    #[param(inline, nullable = false)]
    status: Option<TournamentStatusQuery>,
    /// Only tournaments of this club.
    #[param(nullable = false)]
    club: Option<Uuid>,
    /// Only tournaments whose name has words that begin with these words, in any order, ignoring case and the
    /// width of letters. Anything but letters and digits separates words, and each ideograph is a word of its
    /// own. Without a word, nothing is found.
    #[serde(default)]
    #[param(value_type = Option<String>, min_length = 1, max_length = 80, nullable = false, example = "fri swi")]
    name: SearchedName,
    /// Only tournaments of the ruleset with this id, with any modules.
    #[param(nullable = false, example = "splendor")]
    ruleset: Option<String>,
    /// Only tournaments that the player with this name organizes.
    #[param(nullable = false)]
    organizer: Option<String>,
    /// Only tournaments that the player with this name has entered, past and coming ones.
    #[param(nullable = false)]
    player: Option<String>,
    /// The maximum number of tournaments on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// The status of the listed tournaments.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentStatusQuery {
    Registration,
    Running,
    Finished,
    Cancelled,
}

impl From<TournamentStatusQuery> for Status {
    fn from(query: TournamentStatusQuery) -> Self {
        match query {
            TournamentStatusQuery::Registration => Status::Registration,
            TournamentStatusQuery::Running => Status::Running,
            TournamentStatusQuery::Finished => Status::Finished,
            TournamentStatusQuery::Cancelled => Status::Cancelled,
        }
    }
}

impl TournamentsQuery {
    /// Returns the filter. None if a named player does not exist, because then nothing matches.
    async fn filter(&self, accounts: &Accounts) -> Result<Option<PublicFilter>, Problem> {
        let name = self.name.text()?.map(str::to_owned);
        let mut players = [None; 2];
        for (name, found) in [&self.organizer, &self.player].into_iter().zip(&mut players) {
            let Some(name) = name else { continue };
            match accounts.find(name).await? {
                Some(player) => *found = Some(player.id),
                None => return Ok(None),
            }
        }
        let [organizer, player] = players;
        Ok(Some(PublicFilter {
            status: self.status.map(Status::from),
            club: self.club.map(ClubId),
            name,
            ruleset: self.ruleset.clone(),
            organizer,
            player,
        }))
    }
}

page_of!(TournamentItem, "TournamentPage", "A page of tournaments.", "The tournaments, the newest first.");

/// List tournaments
///
/// Returns the public tournaments that are not drafts, the newest first. `player` lists the tournaments of a
/// player: with `status` `registration`, `running` or `finished`, the coming, present or past ones.
#[operation(get "/v1/tournaments", tag = "tournaments", returns = "A page of tournaments")]
pub async fn list_tournaments(
    tournaments: web::Data<Tournaments>,
    accounts: web::Data<Accounts>,
    query: web::Query<TournamentsQuery>,
) -> Result<Page<TournamentItem>, Problem> {
    let limit = page_items(query.limit)?;
    let found = match query.filter(&accounts).await? {
        Some(filter) => tournaments.list(&filter, query.cursor.map(TournamentId), limit + 1).await?,
        None => Vec::new(),
    };
    Ok(Page::cut(found, limit, |listed| listed.tournament.id).shown())
}

/// List my tournaments
///
/// Returns the tournaments that the caller organizes, has entered or is invited to, the newest first.
#[operation(get "/v1/me/tournaments", tag = "tournaments", returns = "A page of tournaments")]
pub async fn list_my_tournaments(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    query: web::Query<PageQuery>,
) -> Result<Page<TournamentItem>, Problem> {
    let limit = page_items(query.limit)?;
    let found = tournaments.mine(&caller, query.cursor.map(TournamentId), limit + 1).await?;
    Ok(Page::cut(found, limit, |listed| listed.tournament.id).shown())
}

/// Get a tournament
///
/// A draft is visible to its organizers; a private tournament to its organizers, its entries and those who
/// are invited.
#[operation(get "/v1/tournaments/{id}", tag = "tournaments", returns = "The tournament")]
pub async fn get_tournament(
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
) -> Result<Tagged<TournamentBody>, Problem> {
    let view = tournaments.look(id, viewer.0.as_ref()).await?;
    Ok(Tagged(TournamentBody::from(&view)))
}

/// A page of a list that is in the order of numbers.
#[query]
pub struct EntriesQuery {
    /// The most items, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    pub(super) limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[param(minimum = 0, maximum = 2_147_483_647, nullable = false)]
    pub(super) cursor: Option<u32>,
}

page_of!(Entry, "EntryPage", "A page of entries.", "The entries in the order of their numbers.");

/// List entries
///
/// Returns the entries in the order of their numbers.
#[operation(get "/v1/tournaments/{id}/entries", tag = "tournaments", returns = "A page of entries")]
pub async fn list_entries(
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<EntriesQuery>,
) -> Result<Page<Entry>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.unwrap_or_default();
    if after > i32::MAX.cast_unsigned() {
        return Err(Problem::new(Code::Malformed, "`cursor` must be the `next_cursor` of another page."));
    }
    let found = tournaments.entries(id, viewer.0.as_ref(), after, limit + 1).await?;
    Ok(Page::cut(found, limit, |entry| entry.id))
}

/// Read the audit
///
/// Everything that has happened in the tournament, with who has done it and why, the newest first, for
/// everybody who sees the tournament.
#[operation(get "/v1/tournaments/{id}/audit", tag = "tournaments", returns = "A page of what has happened")]
pub async fn get_audit(
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<PageQuery>,
) -> Result<Page<EventBody>, Problem> {
    let limit = page_items(query.limit)?;
    let found = tournaments.audit(id, viewer.0.as_ref(), query.cursor, limit + 1).await?;
    Ok(Page::cut(found, limit, |news| news.id).shown())
}
