//! Why a request about a club is refused.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::outdated::Outdated;
use crate::ratings::RatingRefusal;
use crate::refusal::{Code, Explanation, refusals};
use lapidary_model::club::ClubRole;
use lapidary_store::Failure;

refusals! {
    /// Why a request about a club is refused.
    pub enum ClubRefusal {
        NotFound = NotFound, "There is no such club, or you may not see it.";
        UnknownPlayer = NotFound, "No player has this name.";
        NotMember = NotFound, "No member of the club has this name.";
        NotApplied = NotFound,
            "The player has not applied to the club. Invite them with `PUT …/invitations/{{username}}`.";
        NotInvited = NotFound, "The club has not invited this player.";
        WrongCode = NotFound,
            "There is no such club, or this is not its code. A new code replaces it: ask a manager for another one.";
        /// What the caller would have to be.
        Role(needed: ClubRole) => Explanation::new(Code::ClubRole, match needed {
            ClubRole::Owner => "Only the owner of the club can do this, with a token that has the scope `organize`. The owner names managers and hands the club over with `PATCH …/members/{username}`.",
            _ => "Only the owner and managers of the club can do this, with a token that has the scope `organize`. The owner names managers with `PATCH …/members/{username}`.",
        });
        InvitationRequired = InvitationRequired,
            "Only players who are invited join this club. Ask a manager for an invitation or for a code.";
        Blocked = Forbidden,
            "You have blocked this player. Unblock them with `DELETE /v1/me/blocks/{{username}}` first.";
        /// The club has banned the caller, or its owner has blocked them. A ban after a removal or a declined
        /// request ends by itself.
        Banned { until: Option<DateTime<Utc>> } => match until {
            None => Explanation::new(
                Code::ClubBanned,
                "This club does not admit you. Only its owner and managers can change that.",
            ),
            Some(until) => Explanation::new(
                Code::ClubBanned,
                format!(
                    "You were removed from this club, or it has declined your application. Join or apply again after {}, or when a manager \
                     has invited you.",
                    until.to_rfc3339_opts(SecondsFormat::Millis, true)
                ),
            ),
        };
        PlayerBanned = ClubBanned,
            "The club has banned this player, or its owner has blocked them. Lift the ban with `DELETE …/bans/{{username}}` first.";
        NotBanned = NotFound, "The club has not banned this player.";
        TooManyBans(most: i64) = ClubFull,
            "The club has banned {most} players, the most that a club can. Lift other bans first.";
        Full(most: i64) = ClubFull, "The club has {most} members, the most that a club can have.";
        TooManyRequests(most: i64) = ClubFull,
            "{most} invitations or applications of the club wait for an answer, the most that a club can have. A manager answers \
             some or takes some back first.";
        TooManyOwned(most: i64) = TooManyClubs,
            "A player can own at most {most} clubs. Hand one over or close one first.";
        TooManyJoined(most: i64) = TooManyClubs,
            "You are in {most} clubs or wait for them, the most that a player can have. Leave one first.";
        OwnerNeeded = OwnerNeeded,
            "A club has one owner. Make another member the owner with `PATCH …/members/{{username}}` and `role: \"owner\"`; the last member \
             can leave, and the club closes.";
        NoLadder = NotFound, "The club has no such ladder.";
        NoSeason = NotFound, "The club has no such season.";
        Private = ClubPrivate,
            "The log of a ladder is public, so private clubs have none. Make the club public first: `PATCH /v1/clubs/{{id}}`.";
        HasLadders = ClubPrivate, "The club has ladders, whose logs are public, so it stays public.";
        TooManyLadders(most: i64) = TooManyLadders,
            "The club has {most} ladders, the most that a club can have: 10 at the same time, 100 with those that are closed.";
        LadderClosed = LadderClosed, "The ladder is closed. Create another one.";
        ConditionsFixed = ValidationFailed at "",
            "for whom games count stays as it is while a rated tournament of the ladder runs";
        SeasonRunning = SeasonRunning,
            "A season of the ladder runs. End it with `POST …/seasons/{{season_id}}/end` first.";
        RoundsUnrated = SeasonRunning,
            "A tournament over the board has rounds of the last season, which are rated when it ends. A `soft` reset waits for them; \
             `hard` does not.";
        /// Games of a player are not annulled.
        Annulment(refusal: RatingRefusal) => refusal.explain();
        TooManySeasons(most: i64) = TooManyLadders,
            "The ladder has had {most} seasons, the most that a ladder can have. Create another one.";
    } from sessions { SessionEnded, FreshLoginNeeded } contains {
        Outdated(Outdated),
        Randomness(getrandom::Error),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<RatingRefusal> for ClubRefusal {
    fn from(refusal: RatingRefusal) -> Self {
        match refusal {
            RatingRefusal::Storage(failure) => failure.into(),
            refused => ClubRefusal::Annulment(refused),
        }
    }
}
