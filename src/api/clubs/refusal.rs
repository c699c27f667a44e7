//! The problems for refused requests about clubs. Each says what is wrong, and what can be done about it.

use crate::extract::{fresh_login_needed, session_ended};
use crate::{Code, Problem, instant};
use lapidary_model::club::ClubRole;
use lapidary_service::clubs::ClubRefusal;

impl From<ClubRefusal> for Problem {
    fn from(refusal: ClubRefusal) -> Self {
        use ClubRefusal as R;
        let missing = |detail| Problem::new(Code::NotFound, detail);
        match refusal {
            R::SessionEnded => session_ended(),
            R::FreshLoginNeeded => fresh_login_needed(),
            R::NotFound => missing("There is no such club, or you may not see it."),
            R::UnknownPlayer => missing("No player has this name."),
            R::NotMember => missing("No member of the club has this name."),
            R::NotApplied => missing(
                "The player has not applied to the club. Invite them with `PUT …/invitations/{username}`.",
            ),
            R::NotInvited => missing("The club has not invited this player."),
            R::WrongCode => missing(
                "There is no such club, or this is not its code. A new code replaces it: ask a manager for another one.",
            ),
            R::Role(ClubRole::Owner) => Problem::new(
                Code::ClubRole,
                "Only the owner of the club can do this, with a token that has the scope `organize`. The owner names managers and hands the club over with `PATCH …/members/{username}`.",
            ),
            R::Role(_) => Problem::new(
                Code::ClubRole,
                "Only the owner and managers of the club can do this, with a token that has the scope `organize`. The owner names managers with `PATCH …/members/{username}`.",
            ),
            R::InvitationRequired => Problem::new(
                Code::InvitationRequired,
                "Only players who are invited join this club. Ask a manager for an invitation or for a code.",
            ),
            R::Blocked => Problem::new(
                Code::Forbidden,
                "You have blocked this player. Unblock them with `DELETE /v1/me/blocks/{username}` first.",
            ),
            R::Banned { until: None } => Problem::new(
                Code::ClubBanned,
                "This club does not admit you. Only its owner and managers can change that.",
            ),
            R::Banned { until: Some(until) } => Problem::new(
                Code::ClubBanned,
                format!(
                    "You were removed from this club, or it has declined your application. Join or apply again after {}, or when a manager \
                     has invited you.",
                    instant::text(&until)
                ),
            ),
            R::PlayerBanned => Problem::new(
                Code::ClubBanned,
                "The club has banned this player, or its owner has blocked them. Lift the ban with `DELETE …/bans/{username}` first.",
            ),
            R::NotBanned => missing("The club has not banned this player."),
            R::TooManyBans(limit) => Problem::new(
                Code::ClubFull,
                format!(
                    "The club has banned {limit} players, the most that a club can. Lift other bans first."
                ),
            ),
            R::Full(limit) => Problem::new(
                Code::ClubFull,
                format!("The club has {limit} members, the most that a club can have."),
            ),
            R::TooManyRequests(limit) => Problem::new(
                Code::ClubFull,
                format!(
                    "{limit} invitations or applications of the club wait for an answer, the most that a club can have. A manager answers \
                     some or takes some back first."
                ),
            ),
            R::TooManyOwned(limit) => Problem::new(
                Code::TooManyClubs,
                format!("A player can own at most {limit} clubs. Hand one over or close one first."),
            ),
            R::TooManyJoined(limit) => Problem::new(
                Code::TooManyClubs,
                format!(
                    "You are in {limit} clubs or wait for them, the most that a player can have. Leave one first."
                ),
            ),
            R::OwnerNeeded => Problem::new(
                Code::OwnerNeeded,
                "A club has one owner. Make another member the owner with `PATCH …/members/{username}` and `role: \"owner\"`; the last member \
                 can leave, and the club closes.",
            ),
            R::NoLadder => missing("The club has no such ladder."),
            R::NoSeason => missing("The club has no such season."),
            R::Private => Problem::new(
                Code::ClubPrivate,
                "The log of a ladder is public, so private clubs have none. Make the club public first: `PATCH /v1/clubs/{id}`.",
            ),
            R::HasLadders => Problem::new(
                Code::ClubPrivate,
                "The club has ladders, whose logs are public, so it stays public.",
            ),
            R::TooManyLadders(limit) => Problem::new(
                Code::TooManyLadders,
                format!(
                    "The club has {limit} ladders, the most that a club can have: 10 at the same time, 100 with those that are closed."
                ),
            ),
            R::LadderClosed => Problem::new(Code::LadderClosed, "The ladder is closed. Create another one."),
            R::SeasonRunning => Problem::new(
                Code::SeasonRunning,
                "A season of the ladder runs. End it with `POST …/seasons/{season_id}/end` first.",
            ),
            R::TooManySeasons(limit) => Problem::new(
                Code::TooManyLadders,
                format!(
                    "The ladder has had {limit} seasons, the most that a ladder can have. Create another one."
                ),
            ),
            R::Storage(failure) => failure.into(),
            broken @ R::Randomness(_) => Problem::internal(broken),
        }
    }
}
