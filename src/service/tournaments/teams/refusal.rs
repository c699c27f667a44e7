//! Why a request about teams is refused.

use crate::refusal::refusals;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::refusal::{named, sentence};
use lapidary_contest::event::team::TeamId;
use lapidary_store::Failure;
use lapidary_store::sessions::{FreshLoginNeeded, SessionEnded};

refusals! {
    /// Why a request about teams is refused.
    pub enum TeamRefusal {
        AlreadyInTeam(team: TeamId) = AlreadyInTeam,
            "The entry belongs to team {team}. Take it out with `DELETE …/entries/{{n}}/team` first.";
        TooManyTeams(most: u16) = TournamentFull,
            "The tournament has {most} teams, as many as it can have entries. Delete one of them first.";
        NoTeam(team: TeamId) = NotFound, "There is no {} in this tournament.", named("team", team.0);
        NoTeams = NotAvailable,
            "This tournament has no teams: everybody plays alone. Until the start, an organizer can set `teams` by `PATCH`.";
        NotCaptain = NotCaptain,
            "Only the captain of the team can do this, organizers of the tournament with a token that has the scope `organize`, and with a member also \
             the member.";
        TeamLocked = EntryLocked,
            "Players join a team with its code, which the request does not have, or which another code has replaced. Ask the captain of the \
             team for the code.";
        /// The problem, with the entries and teams concerned.
        TeamsIncomplete(fault: String) = TeamsIncomplete,
            "{} Put entries into teams with `PUT …/entries/{{n}}/team`, remove them with `entries/{{n}}/remove`, delete teams, or \
             change `teams` by `PATCH`.", sentence(fault);
        TeamFull { team: TeamId, size_max: u8 } = TeamFull,
            "Team {team} has {size_max} members, the most in this tournament. Join another team.";
    } contains {
        Tournament(TournamentRefusal),
    } through TournamentRefusal: Failure, diesel::result::Error, getrandom::Error, SessionEnded, FreshLoginNeeded;
}
