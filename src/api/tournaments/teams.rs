//! Teams of a tournament: making, changing and listing them, and who belongs to them.

use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::body::EntryBody;
use super::number::NumberPath;
use super::round::{EntryRef, refs};
use crate::extract::{LiveCaller, LiveViewer, TournamentPath, Valid};
use crate::http::paging::{page, page_items};
use crate::{Code, Problem};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{TeamChange, TeamKey, TeamView};

/// A team to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Rubies"}))]
pub struct CreateTeam {
    /// The name, which no other team of the tournament has.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 60,
        example = "Rubies"
    )]
    name: String,
    /// The number of the entry that leads it and is its first member. If left out, the entry of a player who
    /// makes it, and nobody for an organizer.
    #[schema(minimum = 1, maximum = 2048, nullable = false)]
    captain: Option<u32>,
}

/// A change of a team; a field that is left out keeps its value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Red rubies"}))]
pub struct UpdateTeam {
    /// The name, which no other team of the tournament has.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 60,
        nullable = false,
        example = "Red rubies"
    )]
    name: Option<String>,
    /// The number of the member that leads it.
    #[schema(minimum = 1, maximum = 2048, nullable = false)]
    captain: Option<u32>,
}

/// The team of an entry.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"team": 1}))]
pub struct SetEntryTeam {
    /// The number of the team.
    #[schema(minimum = 1, maximum = 2_147_483_647, example = 1)]
    team: u32,
    /// The code of the team, which its captain hands out. Organizers need none.
    #[schema(pattern = "^[A-Za-z0-9_-]*$", min_length = 12, max_length = 20, nullable = false)]
    code: Option<String>,
}

/// A member of a team.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamMember {
    #[serde(flatten)]
    entry: EntryRef,
    /// Whether the entry takes part; values may be added.
    status: EntryStatus,
}

/// A team.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentTeam)]
pub struct TeamBody {
    /// The number of the team in the tournament.
    #[schema(example = 1)]
    team: u32,
    /// The name.
    #[schema(example = "Rubies")]
    name: String,
    /// The number of the entry that leads it: who was chosen, or the first member if that one has left; null
    /// without members.
    #[schema(example = 1)]
    captain: Option<u32>,
    /// Its members in the order of numbers, also those that have left the tournament.
    members: Vec<TeamMember>,
}

impl From<&TeamView> for TeamBody {
    fn from(view: &TeamView) -> Self {
        let member = |entry: &Entry| {
            let reference = refs(&view.members, &[entry.id]).pop()?;
            Some(TeamMember { entry: reference, status: entry.status })
        };
        TeamBody {
            team: view.team.id.0,
            name: view.team.name.clone(),
            captain: view.team.captain(&view.members).map(|captain| captain.id.0),
            members: view.members.iter().filter_map(member).collect(),
        }
    }
}

/// Create a team
///
/// In a tournament with `teams`, before the start. A player who has entered and has no team makes one and
/// leads it; organizers make teams for others, with `captain`, or without members.
#[utoipa::path(tag = "tournaments", request_body = CreateTeam,
    params(("id" = Uuid, Path, description = "The tournament")), responses(
    (status = 201, description = "The team", body = TeamBody)
))]
#[post("/v1/tournaments/{id}/teams")]
pub async fn create_team(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    Valid(body): Valid<CreateTeam>,
) -> Result<HttpResponse, Problem> {
    let captain = body.captain.map(EntryId);
    let team = tournaments.make_team(TournamentId(*id), &caller, &body.name, captain).await?;
    Ok(HttpResponse::Created().json(TeamBody::from(&team)))
}

/// A page of teams.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TeamsQuery {
    /// The maximum number of teams on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[param(minimum = 0, maximum = 2_147_483_647, nullable = false)]
    cursor: Option<u32>,
}

/// A page of teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamPage {
    /// The teams in the order of their numbers.
    items: Vec<TeamBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List teams
///
/// Returns the teams in the order of their numbers, with their members. A tournament without `teams` has
/// none.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), TeamsQuery), responses(
    (status = 200, description = "A page of teams", body = TeamPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/tournaments/{id}/teams")]
pub async fn list_teams(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    id: TournamentPath,
    query: web::Query<TeamsQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.unwrap_or_default();
    if after > i32::MAX.cast_unsigned() {
        return Err(Problem::new(Code::Malformed, "`cursor` must be the `next_cursor` of another page."));
    }
    let mut found = tournaments.teams(TournamentId(*id), viewer.0.as_ref(), after, limit + 1).await?;
    let more = found.len() > usize::from(limit);
    found.truncate(limit.into());
    let next_cursor = found.last().filter(|_| more).map(|last| last.team.id.to_string());
    let items = found.iter().map(TeamBody::from).collect();
    let body = TeamPage { items, next_cursor: next_cursor.clone() };
    let path = format!("/v1/tournaments/{}/teams", *id);
    Ok(page(&request, &path, next_cursor.as_deref(), body))
}

/// Change a team
///
/// Its captain changes the name and the captain before the start, organizers the captain until the end and
/// the name also later.
#[utoipa::path(tag = "tournaments", request_body = UpdateTeam,
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the team")), responses(
    (status = 200, description = "The team", body = TeamBody)
))]
#[patch("/v1/tournaments/{id}/teams/{n}")]
pub async fn update_team(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
    Valid(body): Valid<UpdateTeam>,
) -> Result<HttpResponse, Problem> {
    let change = TeamChange { name: body.name, captain: body.captain.map(EntryId) };
    let team = tournaments.change_team(TournamentId(*id), &caller, TeamId(n.0), &change).await?;
    Ok(HttpResponse::Ok().json(TeamBody::from(&team)))
}

/// Delete a team
///
/// For its captain and for organizers, before the start. Its members stay in the tournament, without a team.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the team")), responses(
    (status = 204, description = "The team is deleted")
))]
#[delete("/v1/tournaments/{id}/teams/{n}")]
pub async fn delete_team(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
) -> Result<HttpResponse, Problem> {
    tournaments.delete_team(TournamentId(*id), &caller, TeamId(n.0)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A code with which players join a team.
#[derive(Serialize, ToSchema)]
pub struct TeamCode {
    /// The number of the team.
    #[schema(example = 1)]
    team: u32,
    /// The code. It is shown once. Small letters, dashes and spaces make no difference.
    #[schema(example = "BCDF-GHJK-LMNP")]
    code: String,
}

/// Create a team code
///
/// For the captain of the team and for organizers: players send the code with `POST …/enter`, or with
/// `PUT …/entries/{n}/team`. It can be used until the team is full, or another code replaces it. It lets
/// nobody into the tournament who may not enter it.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the team")), responses(
    (status = 201, description = "The code", body = TeamCode)
))]
#[post("/v1/tournaments/{id}/teams/{n}/code")]
pub async fn create_team_code(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
) -> Result<HttpResponse, Problem> {
    let code = tournaments.make_team_code(TournamentId(*id), &caller, TeamId(n.0)).await?;
    Ok(HttpResponse::Created().json(TeamCode { team: n.0, code: code.to_string() }))
}

/// Put an entry into a team
///
/// Before the start, organizers do it with any entry, and players with their own one and the `code` of the
/// team; the entry leaves an earlier team. A player who leaves a team as its last member deletes it. Once the
/// tournament runs, organizers do it with entries that have no team. Repeating the request changes nothing.
#[utoipa::path(tag = "tournaments", request_body = SetEntryTeam,
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the entry")), responses(
    (status = 200, description = "The entry", body = EntryBody)
))]
#[put("/v1/tournaments/{id}/entries/{n}/team")]
pub async fn set_entry_team(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
    Valid(body): Valid<SetEntryTeam>,
) -> Result<HttpResponse, Problem> {
    let key = TeamKey { team: TeamId(body.team), code: body.code };
    let entry = tournaments.set_team(TournamentId(*id), &caller, EntryId(n.0), &key).await?;
    Ok(HttpResponse::Ok().json(EntryBody::from(&entry)))
}

/// Take an entry out of its team
///
/// For organizers, the captain of the team and the player, before the start. The entry stays in the
/// tournament. A player who leaves a team as its last member deletes it. Without a team, nothing changes.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the entry")), responses(
    (status = 200, description = "The entry", body = EntryBody)
))]
#[delete("/v1/tournaments/{id}/entries/{n}/team")]
pub async fn leave_team(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
) -> Result<HttpResponse, Problem> {
    let entry = tournaments.leave_team(TournamentId(*id), &caller, EntryId(n.0)).await?;
    Ok(HttpResponse::Ok().json(EntryBody::from(&entry)))
}
