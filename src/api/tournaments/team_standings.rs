//! Standings of teams in JSON.

use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::csv;
use super::round::{EntryRef, number, refs};
use super::standings::StandingsQuery;
use crate::Problem;
use crate::extract::{LiveViewer, Path};
use crate::http::outcome::{As, Tagged};
use crate::http::table::json_or_csv;
use lapidary_contest::event::points::Points;
use lapidary_contest::standings::teams::{MemberScore, TeamStanding, TeamTieBreak};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::Event;
use lapidary_operation::operation;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::TeamStandings;

/// What a member of a team has scored.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamMemberStanding {
    #[serde(flatten)]
    entry: EntryRef,
    /// Whether the entry takes part now; values may be added.
    status: EntryStatus,
    /// The place in the standings of all entries.
    #[schema(example = 3)]
    place: u32,
    /// The points.
    #[schema(example = 12.5)]
    points: f64,
    /// The points in twelfths, exactly.
    #[schema(example = 150)]
    points_twelfths: i64,
    /// The wins in twelfths, exactly; a shared first place is a part of a win.
    #[schema(example = 36)]
    wins_twelfths: i64,
    /// Whether the member counts.
    counts: bool,
}

/// A line of the standings of teams.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TeamStanding)]
pub struct TeamLineBody {
    /// The place, from 1.
    #[schema(example = 1)]
    place: u32,
    /// The number of the team.
    #[schema(example = 1)]
    team: u32,
    /// Its name.
    #[schema(example = "Rubies")]
    name: String,
    /// The match points, where teams play matches: 2 for a won match and for a bye, 1 for a shared one;
    /// absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 5.0)]
    match_points: Option<f64>,
    /// The number of matches played; absent where teams play none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 3)]
    matches: Option<i64>,
    /// The match points of the teams that it has beaten, and half of those with which it has shared a match,
    /// in millionths; absent where teams play no matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sonneborn_berger: Option<i64>,
    /// The mean of the match points of its opponents in millionths; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    buchholz_average: Option<i64>,
    /// The sum of the points of the members that count; in matches the board points, those of all members.
    #[schema(example = 31.5)]
    points: f64,
    /// The same in twelfths, exactly.
    #[schema(example = 378)]
    points_twelfths: i64,
    /// The sum of their wins; a shared first place is a part of a win.
    #[schema(example = 7.0)]
    wins: f64,
    /// The same in twelfths, exactly.
    #[schema(example = 84)]
    wins_twelfths: i64,
    /// The place of the best member in the standings of all entries; null without members.
    #[schema(example = 1)]
    best_place: Option<u32>,
    /// Which criterion separates this team from the one above; null for the first one. Values may be added.
    decided_by: Option<TeamTieBreak>,
    /// The members, the best first, also those that have left. Whoever enters after the round is not among
    /// them.
    members: Vec<TeamMemberStanding>,
}

/// Returns the lines of standings of teams.
pub fn team_line_bodies(lines: &[TeamStanding], event: &Event) -> Vec<TeamLineBody> {
    let body = |line: &TeamStanding| {
        let wins = Points::of_twelfths(line.win_twelfths);
        let members = line.members.iter().enumerate();
        Some(TeamLineBody {
            place: line.place,
            team: line.team.0,
            name: event.team(line.team)?.name.clone(),
            match_points: line.matches.map(|own| number(own.points)),
            matches: line.matches.map(|own| own.played),
            sonneborn_berger: line.matches.and_then(|own| own.sonneborn_berger),
            buchholz_average: line.matches.and_then(|own| own.buchholz_average),
            points: number(line.points),
            points_twelfths: line.points.twelfths(),
            wins: number(wins),
            wins_twelfths: line.win_twelfths,
            best_place: line.best_place,
            decided_by: line.decided_by,
            members: members.filter_map(|(at, member)| body_of(member, at < line.counted, event)).collect(),
        })
    };
    lines.iter().filter_map(body).collect()
}

fn body_of(member: &MemberScore, counts: bool, event: &Event) -> Option<TeamMemberStanding> {
    Some(TeamMemberStanding {
        entry: refs(&event.entries, &[member.entry]).pop()?,
        status: event.entry(member.entry)?.status,
        place: member.place,
        points: number(member.points),
        points_twelfths: member.points.twelfths(),
        wins_twelfths: member.win_twelfths,
        counts,
    })
}

/// Standings of teams.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TeamStandings)]
pub struct TeamStandingsBody {
    /// The number of rounds that they contain.
    rounds: u16,
    /// Whether all of these rounds are over.
    complete: bool,
    /// The lines, the first place first.
    items: Vec<TeamLineBody>,
}

impl From<&TeamStandings> for TeamStandingsBody {
    fn from(standings: &TeamStandings) -> Self {
        TeamStandingsBody {
            rounds: standings.all.rounds,
            complete: standings.all.complete,
            items: team_line_bodies(&standings.lines, &standings.all.event),
        }
    }
}

/// Get the team standings
///
/// Returns the standings of teams after a round, or after everything that was played: where teams play
/// matches by match points, then by board points, Sonneborn-Berger and Buchholz; otherwise by the points of
/// the best members, as many as `counted` of `teams` says, then by the wins of these members, then by the
/// place of the best member in the standings of all entries, then by lot. Members keep what they have scored,
/// also if they have left or were removed. As CSV, a line for each team. Without `format`, the header
/// `Accept` chooses; if it accepts neither, the response is JSON.
#[operation(get "/v1/tournaments/{id}/standings/teams", tag = "tournaments",
    returns = "The standings of teams", "text/csv" = "place,team,name,points")]
pub async fn get_team_standings(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: LiveViewer,
    Path(id): Path<TournamentId>,
    query: web::Query<StandingsQuery>,
) -> Result<As<Tagged<TeamStandingsBody>>, Problem> {
    let standings = tournaments.team_standings(id, viewer.0.as_ref(), query.after).await?;
    let lines = || csv::team_standings(&standings.lines, &standings.all.event);
    json_or_csv(&request, query.format, || TeamStandingsBody::from(&standings), lines)
}
