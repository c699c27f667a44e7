//! The table of all operations of the API: who may call each one, its limit, and the refusals that are
//! specific to it.
//!
//! The id is the name of the handler. Method, path, query parameters and body are not repeated here: they are
//! read from the contract, which is generated from the handlers. [`Row::codes`] has what operations have in
//! common.

use super::activity::Activity;
use crate::Code;
use crate::limit::Class;
use lapidary_model::auth::Scopes;

/// Who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Everybody. Tokens are not read: probes and scrapers must always get a response, and OAuth has its own
    /// credentials.
    Outside,
    /// Everybody. The response is the same for all, but a bad token is refused so that the client notices.
    Public,
    /// Everybody. The response depends on the caller, so a token must allow this.
    PublicOr(Activity),
    /// A token that allows this.
    Needs(Activity),
    /// A token of a session, which has every scope: for the administration of the account.
    Session,
}

impl Permission {
    /// Returns the scopes that a token needs, if there is one.
    pub fn scopes(self) -> Scopes {
        match self {
            Permission::Outside | Permission::Public => Scopes::default(),
            Permission::PublicOr(activity) | Permission::Needs(activity) => {
                activity.scopes().iter().copied().collect()
            }
            Permission::Session => Scopes::ALL,
        }
    }
}

/// Whose rules the requests and refusals of an operation follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Ours: unknown parameters are refused, and refusals are problems.
    Api,
    /// OAuth 2.1 for programs: unknown parameters are ignored, and refusals are those of its RFCs.
    OAuth,
    /// Pages of OAuth 2.1 for people: unknown parameters are ignored, refusals are pages, and no script of
    /// another origin may read them.
    OAuthPages,
}

/// What the contract does not know about an operation.
#[derive(Debug)]
pub struct Row {
    /// The id in the contract.
    pub id: &'static str,
    /// Who may call it.
    pub permission: Permission,
    /// The class of its limit, if it is limited.
    pub limit: Option<Class>,
    /// The error codes that are specific to this operation.
    refusals: &'static [Code],
    uses_database: bool,
    /// Whose rules it follows.
    pub protocol: Protocol,
}

const fn row(id: &'static str, permission: Permission, limit: Class, refusals: &'static [Code]) -> Row {
    Row { id, permission, limit: Some(limit), refusals, uses_database: true, protocol: Protocol::Api }
}

const fn outside(id: &'static str, refusals: &'static [Code]) -> Row {
    let (permission, protocol) = (Permission::Outside, Protocol::Api);
    Row { id, permission, limit: None, refusals, uses_database: false, protocol }
}

const fn oauth(id: &'static str, limit: Class, refusals: &'static [Code]) -> Row {
    let (permission, protocol) = (Permission::Outside, Protocol::OAuth);
    Row { id, permission, limit: Some(limit), refusals, uses_database: true, protocol }
}

const fn oauth_page(id: &'static str, limit: Class, refusals: &'static [Code]) -> Row {
    let row = oauth(id, limit, refusals);
    Row { protocol: Protocol::OAuthPages, ..row }
}

impl Row {
    /// Rulesets are part of the program and served without the database.
    const fn without_database(mut self) -> Row {
        self.uses_database = false;
        self
    }

    /// Returns every error code that the operation may return, in the order of the table of codes.
    ///
    /// Only `internal_error` is left out: any operation may return it.
    pub fn codes(&self, has_body: bool) -> Vec<Code> {
        Code::ALL
            .into_iter()
            .filter(|code| self.refusals.contains(code) || self.shares(*code, has_body))
            .collect()
    }

    /// Returns whether all operations of this kind have this code.
    fn shares(&self, code: Code, has_body: bool) -> bool {
        use Permission as P;
        match code {
            // Unknown query parameters, and unexpected or unreadable bodies.
            Code::Malformed => self.protocol == Protocol::Api || !has_body,
            Code::Unauthenticated => self.permission != P::Outside,
            Code::Forbidden => !self.permission.scopes().is_empty(),
            Code::TooManyRequests => self.limit.is_some(),
            Code::Unavailable => self.uses_database,
            Code::RequestTimeout | Code::PayloadTooLarge => has_body,
            Code::ValidationFailed | Code::UnsupportedMediaType => has_body && self.protocol == Protocol::Api,
            _ => false,
        }
    }
}

/// The table.
pub static ROWS: [Row; 226] = {
    use Activity::*;
    use Class::{Devices, Logins, Reads, Turns, Views, Writes};
    use Code::*;
    use Permission::{Needs, Public, PublicOr, Session};
    [
        // Accounts and sessions.
        row("create_account", Public, Logins, &[UsernameTaken]),
        row("log_in", Public, Logins, &[InvalidCredentials]),
        row("refresh_session", Public, Logins, &[InvalidRefreshToken]),
        row("log_out", Session, Logins, &[]),
        row("get_me", Needs(ReadAccount), Reads, &[]),
        row("list_sessions", Session, Reads, &[]),
        row("end_session", Session, Writes, &[]),
        row("end_other_sessions", Session, Writes, &[]),
        row("request_password_reset", Public, Logins, &[NotAvailable]),
        row("confirm_password_reset", Public, Logins, &[InvalidResetToken]),
        row("update_me", Session, Writes, &[WrongPassword]),
        row("erase_me", Session, Writes, &[WrongPassword]),
        row("change_password", Session, Writes, &[WrongPassword]),
        row("list_blocks", Needs(ReadAccount), Reads, &[]),
        row("block_player", Needs(Block), Writes, &[NotFound, TooManyBlocks]),
        row("unblock_player", Needs(Block), Writes, &[]),
        row("find_players", Public, Reads, &[]),
        row("get_player", Public, Reads, &[NotFound]),
        row("get_avatar", Public, Reads, &[NotFound]),
        // API tokens and bots.
        row("create_token", Session, Writes, &[TooManyTokens]),
        row("list_tokens", Session, Reads, &[]),
        row("revoke_token", Session, Writes, &[]),
        row("create_bot", Session, Logins, &[UsernameTaken, TooManyBots]),
        row("list_own_bots", Needs(ReadAccount), Reads, &[]),
        row("update_bot", Needs(ChangeBots), Writes, &[NotFound]),
        row("erase_bot", Session, Writes, &[FreshLoginNeeded, NotFound]),
        row("create_bot_token", Session, Writes, &[NotFound, TooManyTokens]),
        row("list_bot_tokens", Session, Reads, &[NotFound]),
        row("revoke_bot_token", Session, Writes, &[NotFound]),
        row("list_bots", Public, Reads, &[]),
        row("set_endpoint", Needs(CallBots), Writes, &[NotFound, TooManyTokens]),
        row("get_endpoint", Needs(ChangeBots), Reads, &[NotFound]),
        row("delete_endpoint", Needs(ChangeBots), Writes, &[NotFound]),
        // Apps and tools.
        outside("get_server_metadata", &[]),
        oauth_page("authorize", Reads, &[]).without_database(),
        oauth_page("log_in_to_decide", Logins, &[Forbidden]),
        oauth_page("decide_access", Logins, &[Forbidden]),
        oauth("authorize_device", Devices, &[]),
        oauth_page("enter_user_code", Logins, &[]),
        oauth("issue_tokens", Logins, &[]),
        oauth("revoke_access", Logins, &[]),
        row("list_grants", Session, Reads, &[]),
        row("end_grant", Session, Writes, &[NotFound]),
        // Rulesets.
        row("list_rulesets", Public, Reads, &[]).without_database(),
        row("get_ruleset", Public, Reads, &[NotFound]).without_database(),
        row("get_catalogue", Public, Reads, &[NotFound]).without_database(),
        row("get_words", Public, Reads, &[NotFound]).without_database(),
        // Games.
        row(
            "create_game",
            Needs(Play),
            Writes,
            &[TooManyGames, IdempotencyInProgress, NotAvailable, IdempotencyKeyReused],
        ),
        row("list_games", PublicOr(ReadGames), Reads, &[NotAcceptable]),
        row("get_game", PublicOr(ReadGames), Views, &[NotSeated, NotFound, GameFrozen]),
        row("get_board", PublicOr(ReadGames), Views, &[NotFound, GameFrozen]),
        row("get_board_as_png", PublicOr(ReadGames), Views, &[NotFound, GameFrozen, NotAvailable]),
        row("join_game", Needs(Play), Writes, &[NotFound, GameFinished, GameFrozen, GameFull, TooManyGames]),
        row("kick_player", Needs(Play), Writes, &[NotFound, GameFinished, GameFrozen, GameStarted]),
        row("leave_game", Needs(Play), Writes, &[NotFound, GameFinished, GameFrozen, GameStarted]),
        row("list_invitations", Needs(ReadGames), Reads, &[NotSeated, NotFound]),
        row(
            "invite_player",
            Needs(Play),
            Writes,
            &[NotFound, GameFinished, GameFrozen, GameStarted, NotAvailable],
        ),
        row("take_invitation_back", Needs(Play), Writes, &[NotFound, GameFinished, GameFrozen, GameStarted]),
        row("get_legal_actions", PublicOr(ReadGames), Views, &[NotFound]),
        row(
            "play_turn",
            Needs(Play),
            Turns,
            &[
                NotSeated,
                NotFound,
                NotYourTurn,
                VersionConflict,
                GameNotStarted,
                GameFinished,
                GameFrozen,
                IllegalAction,
                AfterReveal,
            ],
        ),
        row(
            "resign_game",
            Needs(Play),
            Writes,
            &[NotSeated, NotFound, VersionConflict, GameNotStarted, GameFinished, GameFrozen],
        ),
        row(
            "abort_game",
            Needs(Play),
            Writes,
            &[NotSeated, NotFound, GameFinished, GameFrozen, GameStarted, GameNotStalled, GameRated],
        ),
        row(
            "forfeit_seat",
            Needs(Play),
            Writes,
            &[NotFound, NotYourTurn, GameNotStarted, GameFinished, GameFrozen, GameNotStalled, NotAvailable],
        ),
        row(
            "pause_game",
            Needs(Play),
            Writes,
            &[NotSeated, NotFound, GameNotStarted, GameFinished, GameFrozen, NotAvailable],
        ),
        row(
            "resume_game",
            Needs(Play),
            Writes,
            &[NotSeated, NotFound, GameNotStarted, GameFinished, GameFrozen, NotAvailable],
        ),
        row(
            "take_days_off",
            Needs(Play),
            Writes,
            &[
                NotSeated,
                NotFound,
                NotYourTurn,
                VersionConflict,
                GameNotStarted,
                GameFinished,
                GameFrozen,
                NotAvailable,
            ],
        ),
        row("get_events", PublicOr(ReadGames), Views, &[InvalidTicket, NotFound, NotAcceptable, GameFrozen]),
        row("get_lines", PublicOr(ReadGames), Views, &[NotFound, GameFrozen]),
        row(
            "get_replay",
            PublicOr(ReadGames),
            Views,
            &[NotFound, GameNotStarted, GameNotFinished, GameFrozen],
        ),
        row(
            "export_game",
            PublicOr(ReadGames),
            Reads,
            &[NotFound, NotAcceptable, GameNotStarted, GameNotFinished, GameFrozen, NotAvailable],
        ),
        row(
            "analyze_game",
            Needs(Study),
            Writes,
            &[NotFound, GameNotStarted, GameNotFinished, GameFrozen, TooManyAnalyses, NotAvailable],
        ),
        row(
            "get_analysis",
            PublicOr(ReadGames),
            Reads,
            &[NotFound, GameNotStarted, GameNotFinished, GameFrozen, NotAvailable],
        ),
        row(
            "get_analysis_curve",
            PublicOr(ReadGames),
            Reads,
            &[NotFound, GameNotStarted, GameNotFinished, GameFrozen, NotAvailable],
        ),
        row(
            "fork_game",
            Needs(Play),
            Writes,
            &[
                NotFound,
                GameNotStarted,
                GameNotFinished,
                GameFinished,
                GameFrozen,
                TooManyGames,
                IdempotencyInProgress,
                NotAvailable,
                IdempotencyKeyReused,
            ],
        ),
        // Puzzles.
        row("get_next_puzzle", PublicOr(ReadGames), Reads, &[NotFound]),
        row("get_daily_puzzle", PublicOr(ReadGames), Reads, &[]),
        row("get_puzzle", PublicOr(ReadGames), Reads, &[NotFound]),
        row("get_puzzle_board", Public, Reads, &[NotFound]).without_database(),
        row("answer_puzzle", Needs(Study), Writes, &[NotFound, IllegalAction, AfterReveal, NotYourTurn]),
        row("get_my_puzzles", Needs(ReadGames), Reads, &[]),
        // Statistics.
        row("get_statistics", Public, Reads, &[NotFound]),
        row("get_openings", Public, Reads, &[NotFound]),
        // Streams.
        row("create_stream_ticket", Needs(ReadGames), Writes, &[]),
        row("get_own_events", Needs(ReadGames), Views, &[InvalidTicket, NotAcceptable]),
        row("get_lobby_events", PublicOr(ReadGames), Views, &[InvalidTicket, NotAcceptable]),
        row(
            "get_merged_events",
            PublicOr(ReadGames),
            Views,
            &[InvalidTicket, NotFound, NotAcceptable, GameFrozen],
        ),
        // Finding a game.
        row("list_my_games", Needs(ReadGames), Reads, &[]),
        row("list_organized_games", Needs(ReadGames), Reads, &[]),
        row("list_my_invitations", Needs(ReadGames), Reads, &[]),
        row(
            "create_seek",
            Needs(Play),
            Writes,
            &[
                InvitationRequired,
                TooManyGames,
                TooManySeeks,
                NoSeason,
                IdempotencyInProgress,
                NotAvailable,
                IdempotencyKeyReused,
            ],
        ),
        row("list_seeks", Needs(ReadGames), Reads, &[]),
        row("get_seek", Needs(ReadGames), Reads, &[NotFound]),
        row("withdraw_seek", Needs(Play), Writes, &[NotFound, SeekPaired]),
        row(
            "create_challenge",
            Needs(Challenge),
            Writes,
            &[
                InvitationRequired,
                TooManyGames,
                NoSeason,
                IdempotencyInProgress,
                NotAvailable,
                IdempotencyKeyReused,
            ],
        ),
        row("list_challenges", Needs(ReadGames), Reads, &[]),
        row("get_challenge", Needs(ReadGames), Reads, &[NotFound]),
        row(
            "accept_challenge",
            Needs(Challenge),
            Writes,
            &[NotFound, GameFull, ChallengeEnded, TooManyGames, NoSeason],
        ),
        row("decline_challenge", Needs(Challenge), Writes, &[NotFound, ChallengeEnded]),
        row("withdraw_challenge", Needs(Challenge), Writes, &[NotFound, ChallengeEnded]),
        row(
            "offer_rematch",
            Needs(Play),
            Writes,
            &[
                NotSeated,
                NotFound,
                GameNotStarted,
                GameNotFinished,
                GameFrozen,
                GameFull,
                TooManyGames,
                NotAvailable,
            ],
        ),
        row(
            "take_rematch_back",
            Needs(Play),
            Writes,
            &[NotSeated, NotFound, GameNotStarted, GameNotFinished, GameFrozen, GameStarted],
        ),
        // Bot matches.
        row(
            "create_bot_match",
            Needs(MatchBots),
            Writes,
            &[TooManyGames, IdempotencyInProgress, NotAvailable, IdempotencyKeyReused],
        ),
        row("list_bot_matches", Needs(ReadGames), Reads, &[]),
        row("get_bot_match", PublicOr(ReadGames), Reads, &[NotFound]),
        row("list_bot_match_games", PublicOr(ReadGames), Reads, &[NotFound]),
        row("accept_bot_match", Needs(MatchBots), Writes, &[NotFound, BotMatchEnded]),
        row("cancel_bot_match", Needs(MatchBots), Writes, &[NotFound, BotMatchEnded]),
        // Clubs.
        row(
            "create_club",
            Needs(RunClubs),
            Writes,
            &[TooManyClubs, IdempotencyInProgress, IdempotencyKeyReused],
        ),
        row("list_clubs", Public, Reads, &[]),
        row("list_my_clubs", Needs(ReadEvents), Reads, &[]),
        row("get_club", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("update_club", Needs(RunClubs), Writes, &[NotFound, ClubRole, ClubPrivate]),
        row(
            "join_club",
            Needs(JoinClubs),
            Writes,
            &[NotFound, ClubBanned, InvitationRequired, ClubFull, TooManyClubs],
        ),
        row("create_join_code", Needs(RunClubs), Writes, &[NotFound, ClubRole]),
        row("end_join_code", Needs(RunClubs), Writes, &[NotFound, ClubRole]),
        row("list_club_members", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("accept_application", Needs(RunClubs), Writes, &[NotFound, ClubRole, ClubBanned, ClubFull]),
        row(
            "set_club_role",
            Needs(RunClubs),
            Writes,
            &[FreshLoginNeeded, NotFound, ClubRole, OwnerNeeded, TooManyClubs],
        ),
        row(
            "remove_club_member",
            Needs(JoinClubs),
            Writes,
            &[FreshLoginNeeded, NotFound, ClubRole, OwnerNeeded],
        ),
        row("list_club_invitations", Needs(ReadEvents), Reads, &[NotFound, ClubRole]),
        row("invite_to_club", Needs(RunClubs), Writes, &[NotFound, ClubRole, ClubBanned, ClubFull]),
        row("take_club_invitation_back", Needs(JoinClubs), Writes, &[NotFound, ClubRole]),
        row("list_applications", Needs(ReadEvents), Reads, &[NotFound, ClubRole]),
        row("decline_application", Needs(JoinClubs), Writes, &[NotFound, ClubRole]),
        row("list_club_bans", Needs(ReadEvents), Reads, &[NotFound, ClubRole]),
        row("ban_from_club", Needs(RunClubs), Writes, &[NotFound, ClubRole, OwnerNeeded, ClubFull]),
        row("lift_club_ban", Needs(RunClubs), Writes, &[NotFound, ClubRole]),
        row(
            "create_ladder",
            Needs(RunClubs),
            Writes,
            &[NotFound, ClubRole, ClubPrivate, TooManyLadders, IdempotencyInProgress, IdempotencyKeyReused],
        ),
        row("list_club_ladders", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("get_ladder", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("update_ladder", Needs(RunClubs), Writes, &[NotFound, ClubRole, LadderClosed]),
        row("close_ladder", Needs(RunClubs), Writes, &[FreshLoginNeeded, NotFound, ClubRole]),
        row(
            "start_season",
            Needs(RunClubs),
            Writes,
            &[NotFound, ClubRole, TooManyLadders, LadderClosed, SeasonRunning],
        ),
        row("list_seasons", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("get_season", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("end_season", Needs(RunClubs), Writes, &[NotFound, ClubRole]),
        // Series.
        row(
            "create_series",
            Needs(RunSeries),
            Writes,
            &[TooManySeries, IdempotencyInProgress, IdempotencyKeyReused],
        ),
        row("list_series", Public, Reads, &[]),
        row("get_series", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("update_series", Needs(RunSeries), Writes, &[NotFound, NotOrganizer, SeriesState]),
        row(
            "delete_series",
            Needs(RunSeries),
            Writes,
            &[FreshLoginNeeded, NotFound, NotOrganizer, SeriesState],
        ),
        row("get_series_standings", Public, Reads, &[NotFound, SeriesFull]),
        row("add_series_event", Needs(RunSeries), Writes, &[NotFound, NotOrganizer, SeriesState, SeriesFull]),
        row("remove_series_event", Needs(RunSeries), Writes, &[NotFound, NotOrganizer, SeriesState]),
        row(
            "start_league_season",
            Needs(RunSeries),
            Writes,
            &[NotFound, NotOrganizer, TooManyTournaments, SeriesState, SeriesFull, NotAvailable],
        ),
        row(
            "start_next_league_season",
            Needs(RunSeries),
            Writes,
            &[NotFound, NotOrganizer, TooManyTournaments, SeriesState, SeriesFull],
        ),
        // Tournaments.
        row(
            "create_tournament",
            Needs(RunTournaments),
            Writes,
            &[TooManyTournaments, SeriesFull, IdempotencyInProgress, NotAvailable, IdempotencyKeyReused],
        ),
        row("list_tournaments", Public, Reads, &[]),
        row("list_my_tournaments", Needs(ReadEvents), Reads, &[]),
        row("get_tournament", PublicOr(ReadEvents), Reads, &[NotFound]),
        row(
            "update_tournament",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, OrganizerSeated, TournamentState, NotAvailable],
        ),
        row(
            "enter_tournament",
            Needs(Enter),
            Writes,
            &[
                NotFound,
                RatingRequired,
                PlayerKind,
                InvitationRequired,
                EntryLocked,
                ConditionUnmet,
                SameOwner,
                TournamentState,
                RegistrationClosed,
                AlreadyEntered,
                TournamentFull,
                TeamFull,
                NotAvailable,
            ],
        ),
        row(
            "create_entry_code",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, TournamentState, NotAvailable],
        ),
        row("withdraw_from_tournament", Needs(Enter), Writes, &[NotFound, TournamentState, NotEntered]),
        row("confirm_ready", Needs(Enter), Writes, &[NotFound, TournamentState, NotEntered, RoundClosed]),
        row(
            "add_entries",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, TournamentState, RegistrationClosed, TournamentFull, NotAvailable],
        ),
        row("rename_guest", Needs(RunTournaments), Writes, &[NotFound, NotOrganizer, NotAvailable]),
        row("create_claim_code", Needs(RunTournaments), Writes, &[NotFound, NotOrganizer, NotAvailable]),
        row("claim_entry", Needs(Enter), Writes, &[NotFound, PlayerKind, TournamentState, AlreadyEntered]),
        row(
            "create_team",
            Needs(Team),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                TournamentState,
                NotEntered,
                AlreadyInTeam,
                TournamentFull,
                NotAvailable,
            ],
        ),
        row("list_teams", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("update_team", Needs(Team), Writes, &[NotFound, NotCaptain, TournamentState, NotAvailable]),
        row("delete_team", Needs(Team), Writes, &[NotFound, NotCaptain, TournamentState, NotAvailable]),
        row("create_team_code", Needs(Team), Writes, &[NotFound, NotCaptain, TournamentState, NotAvailable]),
        row(
            "set_entry_team",
            Needs(Team),
            Writes,
            &[NotFound, NotOrganizer, EntryLocked, TournamentState, NotEntered, TeamFull, NotAvailable],
        ),
        row("leave_team", Needs(Team), Writes, &[NotFound, NotCaptain, TournamentState, NotAvailable]),
        row(
            "start_tournament",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, TournamentState, NotPairable, TeamsIncomplete],
        ),
        row(
            "close_tournament",
            Needs(RunTournaments),
            Writes,
            &[FreshLoginNeeded, NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundUnfinished],
        ),
        row(
            "reopen_tournament",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, TournamentState, TooManyTournaments],
        ),
        row(
            "announce",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                TournamentState,
                TooManyAnnouncements,
                IdempotencyInProgress,
                IdempotencyKeyReused,
            ],
        ),
        row(
            "request_bye",
            Needs(Enter),
            Writes,
            &[NotFound, TournamentState, NotEntered, TooManyByes, RoundClosed, NotAvailable],
        ),
        row(
            "take_back_bye",
            Needs(Enter),
            Writes,
            &[NotFound, TournamentState, NotEntered, RoundClosed, NotAvailable],
        ),
        row("accept_organizing", Needs(RunTournaments), Writes, &[NotFound, NotOrganizer, TournamentState]),
        row("remove_organizer", Needs(RunTournaments), Writes, &[NotFound, NotOrganizer, OrganizerNeeded]),
        row("list_tournament_invitations", Needs(ReadEvents), Reads, &[NotFound, NotOrganizer]),
        row(
            "take_tournament_invitation_back",
            Needs(Enter),
            Writes,
            &[NotFound, NotOrganizer, TournamentState],
        ),
        row(
            "pair_next_round",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                OrganizerSeated,
                TournamentState,
                RoundUnfinished,
                NoMoreRounds,
                NotPairable,
            ],
        ),
        row(
            "close_round",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, TournamentState, RoundUnfinished],
        ),
        row(
            "unpair_round",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, GameStarted],
        ),
        row("get_round", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("get_tournament_standings", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("get_team_standings", PublicOr(ReadEvents), Reads, &[NotFound, NotAvailable]),
        row("list_entries", PublicOr(ReadEvents), Reads, &[NotFound]),
        row("export_tournament", PublicOr(ReadEvents), Reads, &[NotFound, NotAcceptable, NotAvailable]),
        row("get_tournament_events", PublicOr(ReadEvents), Views, &[InvalidTicket, NotFound, NotAcceptable]),
        row("get_audit", PublicOr(ReadEvents), Reads, &[NotFound]),
        row(
            "report_result",
            Needs(Enter),
            Writes,
            &[NotSeated, NotFound, TournamentState, RoundClosed, TableState, NotAvailable],
        ),
        row(
            "set_table_result",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                OrganizerSeated,
                TournamentState,
                RoundClosed,
                TableState,
                GameRated,
                NotPairable,
            ],
        ),
        row(
            "correct_table",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                OrganizerSeated,
                TournamentState,
                RoundUnfinished,
                NextRoundPaired,
                NotPairable,
            ],
        ),
        row(
            "void_table",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, GameRated],
        ),
        row(
            "seat_table",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                OrganizerSeated,
                TournamentState,
                RoundClosed,
                TableState,
                GameStarted,
                NotPairable,
            ],
        ),
        row(
            "pause_table",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                OrganizerSeated,
                TournamentState,
                RoundClosed,
                TableState,
                GameFrozen,
                NotAvailable,
            ],
        ),
        row(
            "resume_table",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                OrganizerSeated,
                TournamentState,
                RoundClosed,
                TableState,
                GameFrozen,
                NotAvailable,
            ],
        ),
        row(
            "add_table_time",
            Needs(RunTournaments),
            Writes,
            &[
                NotFound,
                NotOrganizer,
                OrganizerSeated,
                TournamentState,
                RoundClosed,
                TableState,
                GameFrozen,
                NotAvailable,
            ],
        ),
        row("remove_entry", Needs(RunTournaments), Writes, &[NotFound, NotOrganizer, TournamentState]),
        row(
            "reinstate_entry",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, TournamentState, TeamFull, TeamsIncomplete],
        ),
        row(
            "adjust_points",
            Needs(RunTournaments),
            Writes,
            &[NotFound, NotOrganizer, OrganizerSeated, TournamentState],
        ),
        // Ladders.
        row("list_ladders", Public, Reads, &[]),
        row("get_standings", Public, Reads, &[NotFound]),
        row("get_rating_log", Public, Reads, &[NotFound, NotAcceptable]),
        row("list_annulments", Public, Reads, &[NotFound]),
        row("get_player_ratings", Public, Reads, &[NotFound]),
        row("get_rating_history", Public, Reads, &[NotFound]),
        row("annul_game", Session, Writes, &[NotFound, GameNotFinished, GameUnrated, SeasonOver]),
        // Alerts.
        row("get_quiet_hours", Needs(ReadAccount), Reads, &[]),
        row("set_quiet_hours", Needs(Notices), Writes, &[]),
        row("get_mail_digest", Needs(ReadAccount), Reads, &[]),
        row("set_mail_digest", Needs(Notices), Writes, &[NotAvailable, EmailMissing]),
        row("create_push", Needs(Push), Writes, &[TooManyPushSubscriptions]),
        row("list_push", Needs(ReadAccount), Reads, &[]),
        row("delete_session_push", Needs(Push), Writes, &[]),
        row("delete_push", Needs(Notices), Writes, &[]),
        // Webhooks.
        row("create_webhook", Needs(Webhooks), Writes, &[TooManyWebhooks]),
        row("list_webhooks", Needs(ManageWebhooks), Reads, &[]),
        row("get_webhook", Needs(ManageWebhooks), Reads, &[NotFound]),
        row("update_webhook", Needs(Webhooks), Writes, &[NotFound]),
        row("delete_webhook", Needs(ManageWebhooks), Writes, &[]),
        row("list_deliveries", Needs(ManageWebhooks), Reads, &[NotFound]),
        row("replay_delivery", Needs(ManageWebhooks), Writes, &[NotFound]),
        row("test_webhook", Needs(ManageWebhooks), Writes, &[NotFound]),
        // Operations outside the game API.
        row("get_index", Public, Reads, &[]).without_database(),
        outside("key_set", &[]),
        outside("livez", &[]),
        outside("readyz", &[NotReady]),
        outside("metrics", &[]),
        outside("explain_problem", &[NotFound]),
    ]
};
