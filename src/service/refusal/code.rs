//! The codes of refusals.

/// Defines the codes, each with its name.
macro_rules! codes {
    ($($code:ident = $name:literal,)*) => {
        /// The code of a refusal. A code never changes its meaning; new ones may be added.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        }
    };
}

codes! {
    Malformed = "malformed",
    ValidationFailed = "validation_failed",
    Unauthenticated = "unauthenticated",
    InvalidCredentials = "invalid_credentials",
    InvalidRefreshToken = "invalid_refresh_token",
    InvalidResetToken = "invalid_reset_token",
    InvalidTicket = "invalid_ticket",
    Forbidden = "forbidden",
    WrongPassword = "wrong_password",
    FreshLoginNeeded = "fresh_login_needed",
    AccountLocked = "account_locked",
    NotSeated = "not_seated",
    NotFound = "not_found",
    MethodNotAllowed = "method_not_allowed",
    NotAcceptable = "not_acceptable",
    RequestTimeout = "request_timeout",
    UsernameTaken = "username_taken",
    NotYourTurn = "not_your_turn",
    VersionConflict = "version_conflict",
    GameNotStarted = "game_not_started",
    GameFinished = "game_finished",
    GameNotFinished = "game_not_finished",
    GameFrozen = "game_frozen",
    GameFull = "game_full",
    GameStarted = "game_started",
    GameRated = "game_rated",
    GameUnrated = "game_unrated",
    GameNotStalled = "game_not_stalled",
    ChallengeEnded = "challenge_ended",
    BotMatchEnded = "bot_match_ended",
    SeekPaired = "seek_paired",
    TooManyGames = "too_many_games",
    TooManySeeks = "too_many_seeks",
    TooManyAnalyses = "too_many_analyses",
    TooManyBlocks = "too_many_blocks",
    TooManyReports = "too_many_reports",
    TooManyTokens = "too_many_tokens",
    TooManyBots = "too_many_bots",
    NotOrganizer = "not_organizer",
    RatingRequired = "rating_required",
    PlayerKind = "player_kind",
    EntryLocked = "entry_locked",
    ConditionUnmet = "condition_unmet",
    NotCaptain = "not_captain",
    OrganizerSeated = "organizer_seated",
    SameOwner = "same_owner",
    OrganizerNeeded = "organizer_needed",
    ClubRole = "club_role",
    InvitationRequired = "invitation_required",
    ClubBanned = "club_banned",
    OwnerNeeded = "owner_needed",
    ClubFull = "club_full",
    TooManyClubs = "too_many_clubs",
    ClubPrivate = "club_private",
    TooManyLadders = "too_many_ladders",
    LadderClosed = "ladder_closed",
    SeasonRunning = "season_running",
    NoSeason = "no_season",
    SeasonOver = "season_over",
    TooManySeries = "too_many_series",
    SeriesFull = "series_full",
    SeriesState = "series_state",
    TournamentState = "tournament_state",
    RegistrationClosed = "registration_closed",
    AlreadyEntered = "already_entered",
    NotEntered = "not_entered",
    TournamentFull = "tournament_full",
    TooManyTournaments = "too_many_tournaments",
    TooManyAnnouncements = "too_many_announcements",
    AlreadyInTeam = "already_in_team",
    TeamFull = "team_full",
    TeamsIncomplete = "teams_incomplete",
    TooManyByes = "too_many_byes",
    RoundUnfinished = "round_unfinished",
    RoundClosed = "round_closed",
    NextRoundPaired = "next_round_paired",
    NoMoreRounds = "no_more_rounds",
    TableState = "table_state",
    TableChanged = "table_changed",
    SettingsChanged = "settings_changed",
    NotPairable = "not_pairable",
    TooManyWebhooks = "too_many_webhooks",
    TooManyPushSubscriptions = "too_many_push_subscriptions",
    EmailMissing = "email_missing",
    IdempotencyInProgress = "idempotency_in_progress",
    PayloadTooLarge = "payload_too_large",
    UnsupportedMediaType = "unsupported_media_type",
    HeadTooLarge = "head_too_large",
    IllegalAction = "illegal_action",
    AfterReveal = "after_reveal",
    NotAvailable = "not_available",
    IdempotencyKeyReused = "idempotency_key_reused",
    TooManyRequests = "too_many_requests",
    InternalError = "internal_error",
    Unavailable = "unavailable",
    NotReady = "not_ready",
}

impl Code {
    /// Returns the code with this name.
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.into_iter().find(|code| code.name() == name)
    }
}
