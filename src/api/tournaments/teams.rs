//! Teams of a tournament: making, changing and listing them, and their members.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::list::EntriesQuery;
use super::round::{EntryRef, refs};
use crate::contract::items::EntryNumber;
use crate::extract::{Act, LiveViewer, Path, Valid};
use crate::http::outcome::{Created, NoContent, returned, shown};
use crate::http::paging::{Page, page_items, page_of};
use crate::{Code, Problem};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{TeamChange, TeamKey, TeamView};

/// A team to make.
#[body]
#[schema(example = json!({"name": "Rubies"}))]
pub struct CreateTeam {
    /// The name, which no other team of the tournament has.
    #[schema(format = "text", min_length = 1, max_length = 60, example = "Rubies")]
    name: String,
    /// The number of the entry that leads it and is its first member. If left out, the entry of a player who
    /// makes it, and nobody for an organizer.
    #[schema(minimum = 1, maximum = 2048, nullable = false)]
    captain: Option<u32>,
}

/// A change of a team; a field that is left out keeps its value.
#[body]
#[schema(example = json!({"name": "Red rubies"}))]
pub struct UpdateTeam {
    /// The name, which no other team of the tournament has.
    #[schema(format = "text", min_length = 1, max_length = 60, nullable = false, example = "Red rubies")]
    name: Option<String>,
    /// The number of the member that leads it.
    #[schema(minimum = 1, maximum = 2048, nullable = false)]
    captain: Option<u32>,
    /// The numbers of all members who have not left the tournament, board 1 first; only with `boards` of
    /// `teams`, and before the start.
    #[schema(value_type = Option<Vec<EntryNumber>>, inline, min_items = 1, max_items = 8, nullable = false)]
    members: Option<Vec<u32>>,
}

/// The team of an entry.
#[body]
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
    /// Its members in the order of boards, which is that of numbers unless another one was chosen; also those
    /// that have left the tournament.
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
#[operation(post "/v1/tournaments/{id}/teams", tag = "tournaments", returns = "The team")]
pub async fn create_team(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Valid(body): Valid<CreateTeam>,
) -> Result<Created<TeamBody>, Problem> {
    let captain = body.captain.map(EntryId);
    let team = tournaments.make_team(id, &caller, &body.name, captain).await?;
    Ok(Created(TeamBody::from(&team)))
}

page_of!(TeamBody, "TeamPage", "A page of teams.", "The teams in the order of their numbers.");

/// List teams
///
/// Returns the teams in the order of their numbers, with their members. A tournament without `teams` has
/// none.
#[operation(get "/v1/tournaments/{id}/teams", tag = "tournaments", returns = "A page of teams")]
pub async fn list_teams(
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<EntriesQuery>,
) -> Result<Page<TeamBody>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.unwrap_or_default();
    if after > i32::MAX.cast_unsigned() {
        return Err(Problem::new(Code::Malformed, "`cursor` must be the `next_cursor` of another page."));
    }
    let found = tournaments.teams(id, viewer.0.as_ref(), after, limit + 1).await?;
    Ok(Page::cut(found, limit, |one| one.team.id).shown())
}

/// Change a team
///
/// Its captain changes the name and the captain before the start, organizers the captain until the end and
/// the name also later. Both change the order of boards (`members`) before the start; late entries come last.
#[operation(patch "/v1/tournaments/{id}/teams/{n}", tag = "tournaments", returns = "The team")]
pub async fn update_team(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<TeamId>,
    Valid(body): Valid<UpdateTeam>,
) -> Result<web::Json<TeamBody>, Problem> {
    let change = TeamChange {
        name: body.name,
        captain: body.captain.map(EntryId),
        order: body.members.map(|all| all.into_iter().map(EntryId).collect()),
    };
    shown(tournaments.change_team(id, &caller, number, &change)).await
}

/// Delete a team
///
/// For its captain and for organizers, before the start. Its members stay in the tournament, without a team.
#[operation(delete "/v1/tournaments/{id}/teams/{n}", tag = "tournaments", returns = "The team is deleted")]
pub async fn delete_team(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<TeamId>,
) -> Result<NoContent, Problem> {
    NoContent::after(tournaments.delete_team(id, &caller, number)).await
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
#[operation(post "/v1/tournaments/{id}/teams/{n}/code", tag = "tournaments", returns = "The code")]
pub async fn create_team_code(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<TeamId>,
) -> Result<Created<TeamCode>, Problem> {
    let code = tournaments.make_team_code(id, &caller, number).await?;
    Ok(Created(TeamCode { team: number.0, code: code.to_string() }))
}

/// Put an entry into a team
///
/// Before the start, organizers do it with any entry, and players with their own one and the `code` of the
/// team; the entry leaves an earlier team. A player who leaves a team as its last member deletes it. Once the
/// tournament runs, organizers do it with entries that have no team. Repeating the request changes nothing.
#[operation(put "/v1/tournaments/{id}/entries/{n}/team", tag = "tournaments", returns = "The entry")]
pub async fn set_entry_team(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
    Valid(body): Valid<SetEntryTeam>,
) -> Result<web::Json<Entry>, Problem> {
    let key = TeamKey { team: TeamId(body.team), code: body.code };
    returned(tournaments.set_team(id, &caller, number, &key)).await
}

/// Take an entry out of its team
///
/// For organizers, the captain of the team and the player, before the start. The entry stays in the
/// tournament. A player who leaves a team as its last member deletes it. Without a team, nothing changes.
#[operation(delete "/v1/tournaments/{id}/entries/{n}/team", tag = "tournaments", returns = "The entry")]
pub async fn leave_team(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(number): Path<EntryId>,
) -> Result<web::Json<Entry>, Problem> {
    returned(tournaments.leave_team(id, &caller, number)).await
}
