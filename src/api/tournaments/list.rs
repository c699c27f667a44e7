//! Looking at tournaments, their entries, and what has happened in them.

use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::body::{EntryBody, TournamentBody, TournamentItem};
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{LiveCaller, LiveViewer, SearchedName, TournamentPath};
use crate::http::paging::{cursor, cut, page, page_items};
use crate::http::tag::tagged;
use crate::instant;
use crate::{Code, Problem};
use lapidary_model::club::ClubId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditKind, StoredAuditEntry};
use lapidary_model::tournaments::listing::{ListedTournament, PublicFilter};
use lapidary_model::tournaments::settings::Status;
use lapidary_service::{Accounts, Tournaments};

/// Which tournaments are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
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
    /// Returns the filter; none if nothing can pass it, because a player does not exist.
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

/// A page of tournaments.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentPage {
    /// The tournaments, the newest first.
    items: Vec<TournamentItem>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

fn tournament_page(
    request: &HttpRequest,
    path: &str,
    mut found: Vec<ListedTournament>,
    limit: u8,
) -> HttpResponse {
    let next_cursor = cut(&mut found, limit, |listed| listed.tournament.id.0);
    let items = found.iter().map(TournamentItem::from).collect();
    let body = TournamentPage { items, next_cursor: next_cursor.clone() };
    page(request, path, next_cursor.as_deref(), body)
}

/// List tournaments
///
/// Returns the public tournaments that are not drafts, the newest first. `player` lists the tournaments of a
/// player: with `status` `registration`, `running` or `finished`, the coming, present or past ones.
#[utoipa::path(tag = "tournaments", params(TournamentsQuery), responses(
    (status = 200, description = "A page of tournaments", body = TournamentPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/tournaments")]
pub async fn list_tournaments(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    accounts: web::Data<Accounts>,
    query: web::Query<TournamentsQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let found = match query.filter(&accounts).await? {
        Some(filter) => tournaments.list(&filter, query.cursor.map(TournamentId), limit + 1).await?,
        None => Vec::new(),
    };
    Ok(tournament_page(&request, "/v1/tournaments", found, limit))
}

/// A page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// The maximum number of items on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    pub(crate) limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    pub(crate) cursor: Option<Uuid>,
}

/// List my tournaments
///
/// Returns the tournaments that the caller organizes, has entered or is invited to, the newest first.
#[utoipa::path(tag = "tournaments", params(PageQuery), responses(
    (status = 200, description = "A page of tournaments", body = TournamentPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/me/tournaments")]
pub async fn list_my_tournaments(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let found = tournaments.mine(&caller, query.cursor.map(TournamentId), limit + 1).await?;
    Ok(tournament_page(&request, "/v1/me/tournaments", found, limit))
}

/// Get a tournament
///
/// A draft is visible to its organizers; a private tournament to its organizers, its entries and those who
/// are invited.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The tournament", body = TournamentBody, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/tournaments/{id}")]
pub async fn get_tournament(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    id: TournamentPath,
) -> Result<HttpResponse, Problem> {
    let view = tournaments.look(TournamentId(*id), viewer.0.as_ref()).await?;
    tagged(&request, &TournamentBody::from(&view))
}

/// A page of entries.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EntriesQuery {
    /// The maximum number of entries on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[param(minimum = 0, maximum = 2_147_483_647, nullable = false)]
    cursor: Option<u32>,
}

/// A page of entries.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryPage {
    /// The entries in the order of their numbers.
    items: Vec<EntryBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List entries
///
/// Returns the entries in the order of their numbers.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), EntriesQuery), responses(
    (status = 200, description = "A page of entries", body = EntryPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/tournaments/{id}/entries")]
pub async fn list_entries(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    id: TournamentPath,
    query: web::Query<EntriesQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.unwrap_or_default();
    if after > i32::MAX.cast_unsigned() {
        return Err(Problem::new(Code::Malformed, "`cursor` must be the `next_cursor` of another page."));
    }
    let mut found = tournaments.entries(TournamentId(*id), viewer.0.as_ref(), after, limit + 1).await?;
    let more = found.len() > usize::from(limit);
    found.truncate(limit.into());
    let next_cursor = found.last().filter(|_| more).map(|last| last.id.to_string());
    let items = found.iter().map(EntryBody::from).collect();
    let body = EntryPage { items, next_cursor: next_cursor.clone() };
    let path = format!("/v1/tournaments/{}/entries", *id);
    Ok(page(&request, &path, next_cursor.as_deref(), body))
}

/// Something that has happened in a tournament.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentEvent)]
pub struct EventBody {
    id: Uuid,
    #[serde(serialize_with = "instant::serialize")]
    at: DateTime<Utc>,
    /// What has happened; values may be added.
    kind: AuditKind,
    /// Who has done it; null for the server.
    by: Option<PlayerRef>,
    /// The round; null if it is about none.
    round: Option<u16>,
    /// The table; null if it is about none.
    table: Option<u32>,
    /// The number of the entry; null if it is about none.
    entry: Option<u32>,
    /// Details, or the reason that was given; null if there is none.
    note: Option<String>,
}

impl From<&StoredAuditEntry> for EventBody {
    fn from(news: &StoredAuditEntry) -> Self {
        EventBody {
            id: news.id,
            at: news.at,
            kind: news.kind,
            by: news.by.as_ref().map(PlayerRef::from),
            round: news.round,
            table: news.table,
            entry: news.entry.map(|entry| entry.0),
            note: news.note.clone(),
        }
    }
}

/// A page of the audit.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditPage {
    /// What has happened, the newest first.
    items: Vec<EventBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Read the audit
///
/// Everything that has happened in the tournament, with who has done it and why, the newest first, for
/// everybody who sees the tournament.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), PageQuery), responses(
    (status = 200, description = "A page of what has happened", body = AuditPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/tournaments/{id}/audit")]
pub async fn get_audit(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    id: TournamentPath,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let mut found = tournaments.audit(TournamentId(*id), viewer.0.as_ref(), query.cursor, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |news| news.id);
    let items = found.iter().map(EventBody::from).collect();
    let body = AuditPage { items, next_cursor: next_cursor.clone() };
    let path = format!("/v1/tournaments/{}/audit", *id);
    Ok(page(&request, &path, next_cursor.as_deref(), body))
}
