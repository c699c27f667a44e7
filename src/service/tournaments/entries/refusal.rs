//! Why a request about entries is refused.

use std::time::Duration;

use crate::refusal::{Code, Explanation, refusals, too_soon};
use crate::tournaments::TournamentRefusal;
use crate::tournaments::teams::refusal::TeamRefusal;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::settings::{EntryLock, HighestRating, Players};
use lapidary_store::Failure;
use lapidary_store::sessions::{FreshLoginNeeded, SessionEnded};

refusals! {
    /// A condition that a player does not meet.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Unmet {
        /// The account is younger than this number of days.
        AccountDays(days: u16) = ConditionUnmet,
            "`account_days_min` of `conditions`: the tournament is for accounts that are at least {days} days old.";
        /// The player has `played` rated games in the pool of the tournament, and needs `min`.
        Games { min: u32, played: u64 } = ConditionUnmet,
            "`games_min` of `conditions`: the tournament is for players with at least {min} rated games in its pool, and you have {played}.";
        /// The rating in the pool of the tournament is provisional, or there is none.
        Provisional = ConditionUnmet,
            "`rating_established` of `conditions`: the tournament is for players whose rating in its pool is not \
             provisional. Play rated games of this pool.";
        /// The rating in the pool was above this within this number of days.
        Highest(max: HighestRating) = ConditionUnmet,
            "`highest_max` of `conditions`: the tournament is for players whose rating in its pool was at most {} in the last {} days.",
            max.rating, max.days;
    }

    /// Why a request about entries is refused.
    pub enum EntryRefusal {
        Locked(lock: EntryLock) => Explanation::new(Code::EntryLocked, locked(*lock));
        NotLinked = NotAvailable,
            "Players of this tournament enter without a code. Send `entry` with `{{\"link\": true}}` by `PATCH` first.";
        TooSoon(delay: Duration) => too_soon(*delay);
        AlreadyEntered { entry: EntryId, status: EntryStatus } => {
            Explanation::new(Code::AlreadyEntered, entered(*entry, *status))
        };
        RegistrationClosed = RegistrationClosed,
            "The registration of the tournament is closed. An organizer can take entries again by `PATCH`: before the start with \
             `registration_closes_in_ms`, later with `late_entries`.";
        RatingRequired { min: Option<u16>, max: Option<u16> } = RatingRequired,
            "The tournament is for players with a rating{}.", rating_range(*min, *max);
        MembersOnly = InvitationRequired,
            "Only members of the club can enter this tournament. Join the club with `POST /v1/clubs/{{id}}/join`.";
        InvitedOnly = InvitationRequired,
            "Only players who are invited can enter this tournament. An organizer lets others in with `PATCH` and `invited`.";
        PlayerKind(players: Players) = PlayerKind,
            "The tournament is for {} only.", if *players == Players::Bot { "bots" } else { "people" };
        SameOwner = SameOwner, "Another bot of the same owner has entered this rated tournament.";
        GroupOnly = InvitationRequired,
            "Only players of the group can enter this event of a league. An organizer lets others in with `PATCH` and `invited`.";
        NotGuest(entry: EntryId) = NotAvailable,
            "Entry {} has a player with an account, and is no guest.", entry.0;
        NoClaim = NotFound,
            "No entry of this tournament waits for this code. A code can be used once, and a new one replaces it: ask an \
             organizer for another one.";
        FirstRoundPaired = TournamentState,
            "The first round is paired, so seeds and ratings of entries stay as they are. If nothing was played in it, take it back with \
             `rounds/1/unpair`.";
        Full(most: u16) = TournamentFull,
            "The tournament is limited to {most} entries. An organizer can raise `entries_max`.";
    } contains {
        Tournament(TournamentRefusal),
        Team(TeamRefusal),
        Condition(Unmet),
        Hash(HashError),
    } through TournamentRefusal: Failure, diesel::result::Error, getrandom::Error, SessionEnded, FreshLoginNeeded;
}

/// Returns why a player cannot enter a second time.
fn entered(entry: EntryId, status: EntryStatus) -> String {
    let how = match status {
        EntryStatus::Active => return "You have an entry in this tournament.".to_owned(),
        EntryStatus::Waiting => {
            return "You wait for a place in this tournament: it is full. You move up when somebody leaves before the start."
                .to_owned();
        }
        EntryStatus::Paused => "You have paused in this tournament, which does not run",
        EntryStatus::Dropped => "You have left this tournament, or were missing twice",
        EntryStatus::Removed => "An organizer has removed you from this tournament",
    };
    format!("{how}. Ask an organizer to take you back with `entries/{}/reinstate`.", entry.0)
}

/// Returns what a player must send.
const fn locked(lock: EntryLock) -> &'static str {
    match lock {
        EntryLock::Link => {
            "Players enter this tournament with a code, which the request does not have, or which another code has replaced. Ask an \
             organizer for the code, and send it as `code`."
        }
        EntryLock::Password | EntryLock::Open => {
            "Players enter this tournament with a password, which the request does not have, or which is wrong. Ask an organizer for \
             it, and send it as `password`."
        }
    }
}

/// Returns the allowed ratings of a tournament in words.
fn rating_range(min: Option<u16>, max: Option<u16>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    }
}
