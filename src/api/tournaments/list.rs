//! Looking at tournaments, their entries, and what has happened in them.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::body::{EntryBody, TournamentBody, TournamentItem};
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{LiveCaller, LiveViewer, Path, SearchedName};
use crate::http::outcome::Tagged;
use crate::http::paging::{Page, PageQuery, cursor, page_items, page_of};
use crate::instant;
use crate::{Code, Problem};
use lapidary_model::club::ClubId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditKind, FieldChange, StoredAuditEntry};
use lapidary_model::tournaments::listing::PublicFilter;
use lapidary_model::tournaments::settings::Status;
use lapidary_operation::operation;
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

page_of!(EntryBody, "EntryPage", "A page of entries.", "The entries in the order of their numbers.");

/// List entries
///
/// Returns the entries in the order of their numbers.
#[operation(get "/v1/tournaments/{id}/entries", tag = "tournaments", returns = "A page of entries")]
pub async fn list_entries(
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<EntriesQuery>,
) -> Result<Page<EntryBody>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.unwrap_or_default();
    if after > i32::MAX.cast_unsigned() {
        return Err(Problem::new(Code::Malformed, "`cursor` must be the `next_cursor` of another page."));
    }
    let found = tournaments.entries(id, viewer.0.as_ref(), after, limit + 1).await?;
    Ok(Page::cut(found, limit, |entry| entry.id).shown())
}

/// A field that an act has changed, of a result or of the settings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditChange)]
pub struct FieldChangeBody {
    /// The name of the field, in the settings or in the result of a table.
    #[schema(example = "places")]
    field: String,
    /// Its value before, as text; null without one.
    #[schema(example = "1, 2")]
    before: Option<String>,
    /// Its value after, as text; null without one.
    #[schema(example = "2, 1")]
    after: Option<String>,
}

impl From<&FieldChange> for FieldChangeBody {
    fn from(difference: &FieldChange) -> Self {
        let FieldChange { field, before, after } = difference.clone();
        FieldChangeBody { field, before, after }
    }
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
    /// What the act has changed of a result or of the settings; absent if nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    changes: Vec<FieldChangeBody>,
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
            changes: news.changes.iter().map(FieldChangeBody::from).collect(),
        }
    }
}

page_of!(EventBody, "AuditPage", "A page of the audit.", "What has happened, the newest first.");

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
