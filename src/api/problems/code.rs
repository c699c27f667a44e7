//! The table of error codes.
//!
//! The texts for people are in `docs/problems.md`, under the name of each code.

use std::sync::LazyLock;

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// The texts of all codes.
const TEXTS: &str = include_str!("../../../docs/problems.md");

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The code in responses.
    pub name: &'static str,
    /// The status of every response with this code.
    pub status: StatusCode,
    /// The title, which is the same for every occurrence.
    pub title: &'static str,
    /// What happened and what a client can do, in Markdown, for the page about the code.
    pub explanation: &'static str,
}

/// Defines the codes, each with its name and its status.
macro_rules! codes {
    ($($code:ident $name:literal $status:ident)*) => {
        /// The code of a problem. A code never changes its meaning; new ones may be added.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: [Code; [$(Code::$code),*].len()] = [$(Code::$code),*];

            /// The code as clients read it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                }
            }

            /// The status of every response with this code.
            pub const fn status(self) -> StatusCode {
                match self {
                    $(Code::$code => StatusCode::$status,)*
                }
            }
        }
    };
}

codes! {
    Malformed "malformed" BAD_REQUEST
    ValidationFailed "validation_failed" UNPROCESSABLE_ENTITY
    Unauthenticated "unauthenticated" UNAUTHORIZED
    InvalidCredentials "invalid_credentials" UNAUTHORIZED
    InvalidRefreshToken "invalid_refresh_token" UNAUTHORIZED
    InvalidResetToken "invalid_reset_token" UNAUTHORIZED
    InvalidTicket "invalid_ticket" UNAUTHORIZED
    Forbidden "forbidden" FORBIDDEN
    WrongPassword "wrong_password" FORBIDDEN
    FreshLoginNeeded "fresh_login_needed" FORBIDDEN
    NotSeated "not_seated" FORBIDDEN
    NotFound "not_found" NOT_FOUND
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED
    NotAcceptable "not_acceptable" NOT_ACCEPTABLE
    RequestTimeout "request_timeout" REQUEST_TIMEOUT
    UsernameTaken "username_taken" CONFLICT
    NotYourTurn "not_your_turn" CONFLICT
    VersionConflict "version_conflict" CONFLICT
    GameNotStarted "game_not_started" CONFLICT
    GameFinished "game_finished" CONFLICT
    GameNotFinished "game_not_finished" CONFLICT
    GameFrozen "game_frozen" CONFLICT
    GameFull "game_full" CONFLICT
    GameStarted "game_started" CONFLICT
    GameRated "game_rated" CONFLICT
    GameUnrated "game_unrated" CONFLICT
    GameNotStalled "game_not_stalled" CONFLICT
    ChallengeEnded "challenge_ended" CONFLICT
    BotMatchEnded "bot_match_ended" CONFLICT
    SeekPaired "seek_paired" CONFLICT
    TooManyGames "too_many_games" CONFLICT
    TooManySeeks "too_many_seeks" CONFLICT
    TooManyAnalyses "too_many_analyses" CONFLICT
    TooManyBlocks "too_many_blocks" CONFLICT
    TooManyTokens "too_many_tokens" CONFLICT
    TooManyBots "too_many_bots" CONFLICT
    NotOrganizer "not_organizer" FORBIDDEN
    RatingRequired "rating_required" FORBIDDEN
    PlayerKind "player_kind" FORBIDDEN
    EntryLocked "entry_locked" FORBIDDEN
    ConditionUnmet "condition_unmet" FORBIDDEN
    NotCaptain "not_captain" FORBIDDEN
    OrganizerSeated "organizer_seated" FORBIDDEN
    SameOwner "same_owner" CONFLICT
    OrganizerNeeded "organizer_needed" CONFLICT
    ClubRole "club_role" FORBIDDEN
    InvitationRequired "invitation_required" FORBIDDEN
    ClubBanned "club_banned" FORBIDDEN
    OwnerNeeded "owner_needed" CONFLICT
    ClubFull "club_full" CONFLICT
    TooManyClubs "too_many_clubs" CONFLICT
    ClubPrivate "club_private" CONFLICT
    TooManyLadders "too_many_ladders" CONFLICT
    LadderClosed "ladder_closed" CONFLICT
    SeasonRunning "season_running" CONFLICT
    NoSeason "no_season" CONFLICT
    SeasonOver "season_over" CONFLICT
    TooManySeries "too_many_series" CONFLICT
    SeriesFull "series_full" CONFLICT
    SeriesState "series_state" CONFLICT
    TournamentState "tournament_state" CONFLICT
    RegistrationClosed "registration_closed" CONFLICT
    AlreadyEntered "already_entered" CONFLICT
    NotEntered "not_entered" CONFLICT
    TournamentFull "tournament_full" CONFLICT
    TooManyTournaments "too_many_tournaments" CONFLICT
    TooManyAnnouncements "too_many_announcements" CONFLICT
    AlreadyInTeam "already_in_team" CONFLICT
    TeamFull "team_full" CONFLICT
    TeamsIncomplete "teams_incomplete" CONFLICT
    TooManyByes "too_many_byes" CONFLICT
    RoundUnfinished "round_unfinished" CONFLICT
    RoundClosed "round_closed" CONFLICT
    NextRoundPaired "next_round_paired" CONFLICT
    NoMoreRounds "no_more_rounds" CONFLICT
    TableState "table_state" CONFLICT
    NotPairable "not_pairable" UNPROCESSABLE_ENTITY
    TooManyWebhooks "too_many_webhooks" CONFLICT
    TooManyPushSubscriptions "too_many_push_subscriptions" CONFLICT
    EmailMissing "email_missing" CONFLICT
    IdempotencyInProgress "idempotency_in_progress" CONFLICT
    PayloadTooLarge "payload_too_large" PAYLOAD_TOO_LARGE
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE
    HeadTooLarge "head_too_large" REQUEST_HEADER_FIELDS_TOO_LARGE
    IllegalAction "illegal_action" UNPROCESSABLE_ENTITY
    AfterReveal "after_reveal" UNPROCESSABLE_ENTITY
    NotAvailable "not_available" UNPROCESSABLE_ENTITY
    IdempotencyKeyReused "idempotency_key_reused" UNPROCESSABLE_ENTITY
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS
    InternalError "internal_error" INTERNAL_SERVER_ERROR
    Unavailable "unavailable" SERVICE_UNAVAILABLE
    NotReady "not_ready" SERVICE_UNAVAILABLE
}

impl Code {
    /// Returns the row of this code.
    pub fn row(self) -> Row {
        static ROWS: LazyLock<[Row; Code::ALL.len()]> = LazyLock::new(|| Code::ALL.map(read));
        ROWS[self as usize]
    }

    /// Returns the code with this name.
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.into_iter().find(|code| code.name() == name)
    }
}

/// Reads the texts of a code: the heading `## name: title`, and the paragraph below it.
fn read(code: Code) -> Row {
    let section = sections().find_map(|section| section.strip_prefix(code.name())?.strip_prefix(": "));
    let (title, explanation) = section.and_then(|section| section.split_once('\n')).unwrap_or_default();
    Row { name: code.name(), status: code.status(), title, explanation: explanation.trim() }
}

fn sections() -> impl Iterator<Item = &'static str> {
    TEXTS.split("\n## ").skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_own_name_which_is_the_one_in_json() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
            assert_eq!(Code::named(code.name()), Some(code));
        }
    }

    #[test]
    fn every_code_has_its_texts_and_every_text_its_code() {
        for code in Code::ALL {
            let row = code.row();
            assert!(!row.title.is_empty() && row.explanation.len() > 20, "{}", row.name);
        }
        let names = sections().map(|section| section.split(':').next().unwrap_or_default());
        assert_eq!(names.collect::<Vec<_>>(), Code::ALL.map(Code::name));
    }
}
