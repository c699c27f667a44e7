//! All routes: the handler of each operation, who may call it, its limit and its refusals; and pages.

use actix_web::{FromRequest, Handler, Responder, web};

use super::accounts::{
    avatar, blocks, bots, grants, logins, me, players, recovery, register, sessions, tokens,
};
use super::alerts::{digest, hours, push};
use super::bot_matches;
use super::clubs;
use super::contract::describe::{Described, Description};
use super::contract::openapi;
use super::docs::{guides, reference, start};
use super::endpoints::{comments, manage as endpoints};
use super::finding::{challenges, mine, rematch, seeks};
use super::front::{addresses, files, printed, session};
use super::games::{
    analysis, board, create, export, exports, fork, history, invitations, join, kick, lines, list, look,
    organize, pause, replay, turn,
};
use super::ladders;
use super::limit::Class::{Devices, Logins, Reads, Reports, Turns, Views, Writes};
use super::moderation;
use super::oauth::{account, authorize, consent, device, forgot, login, metadata, revoke, sign_up, token};
use super::operation::Activity::*;
use super::operation::Permission::{Needs, Public, PublicOr, Session};
use super::operation::{Row, api, oauth, oauth_page, outside};
use super::pages::{mail, problems, reset};
use super::play::{rulesets, words};
use super::puzzles;
use super::series;
use super::site::{health, index, metrics};
use super::statistics;
use super::streams::{lobby, merged, own, ticket};
use super::tournaments;
use super::webhooks::{deliveries, manage};
use crate::Code::*;

/// Declares operations with their handlers and their rows in the table.
macro_rules! operations {
    ($($handler:path: $row:expr,)+) => {
        /// The table of all operations: who may call each one, its limit, and the refusals that only it has.
        /// Method, path, query parameters and body are read from the contract, which is generated from the
        /// handlers; [`Row::codes`] has what operations have in common.
        pub static ROWS: &[Row] = &[$($row.of(stringify!($handler), <$handler>::serve)),+];

        /// Returns what all operations say about themselves, in the order of the table.
        pub fn descriptions() -> Vec<Description> {
            vec![$(<$handler>::describe()),+]
        }
    };
}

operations! {
    // Accounts and sessions.
    register::create_account: api(Public, Logins, &[UsernameTaken]),
    sessions::log_in: api(Public, Logins, &[InvalidCredentials, AccountLocked]),
    sessions::refresh_session: api(Public, Logins, &[InvalidRefreshToken]),
    sessions::log_out: api(Session, Logins, &[]),
    logins::list_sessions: api(Session, Reads, &[]),
    logins::end_session: api(Session, Writes, &[]),
    logins::end_other_sessions: api(Session, Writes, &[]),
    recovery::request_password_reset: api(Public, Logins, &[NotAvailable]),
    recovery::confirm_password_reset: api(Public, Logins, &[InvalidResetToken]),
    me::get_me: api(Needs(ReadAccount), Reads, &[]),
    me::update_me: api(Session, Writes, &[WrongPassword]),
    me::erase_me: api(Session, Writes, &[WrongPassword]),
    me::change_password: api(Session, Writes, &[WrongPassword]),
    blocks::list_blocks: api(Needs(ReadAccount), Reads, &[]),
    blocks::block_player: api(Needs(Block), Writes, &[NotFound, TooManyBlocks]),
    blocks::unblock_player: api(Needs(Block), Writes, &[]),
    players::find_players: api(Public, Reads, &[]),
    players::get_player: api(Public, Reads, &[NotFound]),
    avatar::get_avatar: api(Public, Reads, &[NotFound]),
    // Moderation.
    moderation::lock_account: api(Session, Writes, &[NotFound]),
    moderation::unlock_account: api(Session, Writes, &[NotFound]),
    moderation::end_sessions_of: api(Session, Writes, &[NotFound]),
    moderation::erase_account: api(Session, Writes, &[FreshLoginNeeded, NotFound]),
    moderation::take_text_down: api(Session, Writes, &[NotFound]),
    moderation::send_report: api(Session, Reports, &[NotFound, TooManyReports]),
    moderation::list_reports: api(Session, Reads, &[]),
    moderation::decide_report: api(Session, Writes, &[NotFound]),
    moderation::get_admin_audit: api(Session, Reads, &[NotFound]),
    moderation::get_own_audit: api(Session, Reads, &[]),
    // API tokens and bots.
    tokens::create_token: api(Session, Writes, &[TooManyTokens]),
    tokens::list_tokens: api(Session, Reads, &[]),
    tokens::revoke_token: api(Session, Writes, &[]),
    bots::create_bot: api(Session, Logins, &[UsernameTaken, TooManyBots]),
    bots::list_own_bots: api(Needs(ReadAccount), Reads, &[]),
    bots::update_bot: api(Needs(ChangeBots), Writes, &[NotFound]),
    bots::erase_bot: api(Session, Writes, &[FreshLoginNeeded, NotFound]),
    tokens::create_bot_token: api(Session, Writes, &[AccountLocked, NotFound, TooManyTokens]),
    tokens::list_bot_tokens: api(Session, Reads, &[NotFound]),
    tokens::revoke_bot_token: api(Session, Writes, &[NotFound]),
    bots::list_bots: api(Public, Reads, &[]),
    endpoints::set_endpoint: api(Needs(CallBots), Writes, &[AccountLocked, NotFound, TooManyTokens]),
    endpoints::get_endpoint: api(Needs(ChangeBots), Reads, &[NotFound]),
    endpoints::delete_endpoint: api(Needs(ChangeBots), Writes, &[NotFound]),
    // Apps and tools.
    metadata::get_server_metadata: outside(&[]),
    authorize::authorize: oauth_page(Reads, &[]).without_database(),
    login::log_in_to_decide: oauth_page(Logins, &[Forbidden]),
    consent::decide_access: oauth_page(Logins, &[Forbidden]),
    device::authorize_device: oauth(Devices, &[]),
    device::enter_user_code: oauth_page(Logins, &[]),
    token::issue_tokens: oauth(Logins, &[]),
    revoke::revoke_access: oauth(Logins, &[]),
    grants::list_grants: api(Session, Reads, &[]),
    grants::end_grant: api(Session, Writes, &[NotFound]),
    // Rulesets.
    rulesets::list_rulesets: api(Public, Reads, &[]).without_database(),
    rulesets::get_ruleset: api(Public, Reads, &[NotFound]).without_database(),
    rulesets::get_catalogue: api(Public, Reads, &[NotFound]).without_database(),
    words::get_words: api(Public, Reads, &[NotFound]).without_database(),
    // Games.
    create::create_game: api(Needs(Play), Writes, &[
        TooManyGames, IdempotencyInProgress, NotAvailable, IdempotencyKeyReused,
    ]),
    list::list_games: api(PublicOr(ReadGames), Reads, &[NotAcceptable]),
    look::get_game: api(PublicOr(ReadGames), Views, &[NotSeated, NotFound, GameFrozen]),
    join::join_game: api(Needs(Play), Writes, &[NotFound, GameFinished, GameFrozen, GameFull, TooManyGames]),
    join::leave_game: api(Needs(Play), Writes, &[NotFound, GameFinished, GameFrozen, GameStarted]),
    kick::kick_player: api(Needs(Play), Writes, &[NotFound, GameFinished, GameFrozen, GameStarted]),
    invitations::list_invitations: api(Needs(ReadGames), Reads, &[NotSeated, NotFound]),
    invitations::invite_player: api(Needs(Play), Writes, &[
        NotFound, GameFinished, GameFrozen, GameStarted, NotAvailable,
    ]),
    invitations::take_invitation_back: api(Needs(Play), Writes, &[
        NotFound, GameFinished, GameFrozen, GameStarted,
    ]),
    look::get_legal_actions: api(PublicOr(ReadGames), Views, &[NotFound]),
    turn::play_turn: api(Needs(Play), Turns, &[
        NotSeated, NotFound, NotYourTurn, VersionConflict, GameNotStarted, GameFinished, GameFrozen,
        IllegalAction, AfterReveal,
    ]),
    turn::resign_game: api(Needs(Play), Writes, &[
        NotSeated, NotFound, VersionConflict, GameNotStarted, GameFinished, GameFrozen,
    ]),
    turn::abort_game: api(Needs(Play), Writes, &[
        NotSeated, NotFound, GameFinished, GameFrozen, GameStarted, GameNotStalled, GameRated,
    ]),
    organize::forfeit_seat: api(Needs(Play), Writes, &[
        NotFound, NotYourTurn, GameNotStarted, GameFinished, GameFrozen, GameNotStalled, NotAvailable,
    ]),
    pause::pause_game: api(Needs(Play), Writes, &[
        NotSeated, NotFound, GameNotStarted, GameFinished, GameFrozen, NotAvailable,
    ]),
    pause::resume_game: api(Needs(Play), Writes, &[
        NotSeated, NotFound, GameNotStarted, GameFinished, GameFrozen, NotAvailable,
    ]),
    pause::take_days_off: api(Needs(Play), Writes, &[
        NotSeated, NotFound, NotYourTurn, VersionConflict, GameNotStarted, GameFinished, GameFrozen,
        NotAvailable,
    ]),
    history::get_events: api(PublicOr(ReadGames), Views, &[InvalidTicket, NotFound, NotAcceptable, GameFrozen]),
    comments::list_comments: api(Needs(ReadGames), Reads, &[NotFound]),
    lines::get_lines: api(PublicOr(ReadGames), Views, &[NotFound, GameFrozen]),
    replay::get_replay: api(PublicOr(ReadGames), Views, &[
        NotFound, GameNotStarted, GameNotFinished, GameFrozen,
    ]),
    export::export_game: api(PublicOr(ReadGames), Reads, &[
        NotFound, NotAcceptable, GameNotStarted, GameNotFinished, GameFrozen, NotAvailable,
    ]),
    exports::export_games: api(Public, Reads, &[NotAcceptable]),
    board::get_board: api(PublicOr(ReadGames), Views, &[NotFound, GameFrozen]),
    board::get_board_as_png: api(PublicOr(ReadGames), Views, &[NotFound, GameFrozen, NotAvailable]),
    analysis::analyze_game: api(Needs(Study), Writes, &[
        NotFound, GameNotStarted, GameNotFinished, GameFrozen, TooManyAnalyses, NotAvailable,
    ]),
    analysis::get_analysis: api(PublicOr(ReadGames), Reads, &[
        NotFound, GameNotStarted, GameNotFinished, GameFrozen, NotAvailable,
    ]),
    analysis::get_analysis_curve: api(PublicOr(ReadGames), Reads, &[
        NotFound, GameNotStarted, GameNotFinished, GameFrozen, NotAvailable,
    ]),
    analysis::get_player_analyses: api(PublicOr(ReadGames), Reads, &[NotFound]),
    fork::fork_game: api(Needs(Play), Writes, &[
        NotFound, GameNotStarted, GameNotFinished, GameFinished, GameFrozen, TooManyGames,
        IdempotencyInProgress, NotAvailable, IdempotencyKeyReused,
    ]),
    // Puzzles. Those with a name in their path come before the one with an id.
    puzzles::look::get_next_puzzle: api(PublicOr(ReadGames), Reads, &[NotFound]),
    puzzles::look::get_daily_puzzle: api(PublicOr(ReadGames), Reads, &[]),
    puzzles::look::get_puzzle: api(PublicOr(ReadGames), Reads, &[NotFound]),
    puzzles::look::get_puzzle_board: api(Public, Reads, &[NotFound]).without_database(),
    puzzles::answer::answer_puzzle: api(Needs(Study), Writes, &[
        NotFound, IllegalAction, AfterReveal, NotYourTurn,
    ]),
    puzzles::look::get_my_puzzles: api(Needs(ReadGames), Reads, &[]),
    // Statistics.
    statistics::look::get_statistics: api(Public, Reads, &[NotFound]),
    statistics::look::get_openings: api(Public, Reads, &[NotFound]),
    // Streams.
    ticket::create_stream_ticket: api(Needs(ReadGames), Writes, &[]),
    own::get_own_events: api(Needs(ReadGames), Views, &[InvalidTicket, NotAcceptable]),
    lobby::get_lobby_events: api(PublicOr(ReadGames), Views, &[InvalidTicket, NotAcceptable]),
    merged::get_merged_events: api(PublicOr(ReadGames), Views, &[
        InvalidTicket, NotFound, NotAcceptable, GameFrozen,
    ]),
    // Finding a game.
    mine::list_my_games: api(Needs(ReadGames), Reads, &[]),
    mine::list_organized_games: api(Needs(ReadGames), Reads, &[]),
    mine::list_my_invitations: api(Needs(ReadGames), Reads, &[]),
    seeks::create_seek: api(Needs(Play), Writes, &[
        InvitationRequired, ConditionUnmet, TooManyGames, TooManySeeks, NoSeason, IdempotencyInProgress,
        NotAvailable, IdempotencyKeyReused,
    ]),
    seeks::list_seeks: api(Needs(ReadGames), Reads, &[]),
    seeks::get_seek: api(Needs(ReadGames), Reads, &[NotFound]),
    seeks::withdraw_seek: api(Needs(Play), Writes, &[NotFound, SeekPaired]),
    challenges::create_challenge: api(Needs(Challenge), Writes, &[
        InvitationRequired, ConditionUnmet, TooManyGames, NoSeason, IdempotencyInProgress, NotAvailable,
        IdempotencyKeyReused,
    ]),
    challenges::list_challenges: api(Needs(ReadGames), Reads, &[]),
    challenges::get_challenge: api(Needs(ReadGames), Reads, &[NotFound]),
    challenges::accept_challenge: api(Needs(Challenge), Writes, &[
        NotFound, GameFull, ChallengeEnded, TooManyGames, NoSeason,
    ]),
    challenges::decline_challenge: api(Needs(Challenge), Writes, &[NotFound, ChallengeEnded]),
    challenges::withdraw_challenge: api(Needs(Challenge), Writes, &[NotFound, ChallengeEnded]),
    rematch::offer_rematch: api(Needs(Play), Writes, &[
        NotSeated, NotFound, GameNotStarted, GameNotFinished, GameFrozen, GameFull, TooManyGames,
        NotAvailable,
    ]),
    rematch::take_rematch_back: api(Needs(Play), Writes, &[
        NotSeated, NotFound, GameNotStarted, GameNotFinished, GameFrozen, GameStarted,
    ]),
    // Bot matches.
    bot_matches::create::create_bot_match: api(Needs(MatchBots), Writes, &[
        TooManyGames, IdempotencyInProgress, NotAvailable, IdempotencyKeyReused,
    ]),
    bot_matches::list::list_bot_matches: api(Needs(ReadGames), Reads, &[]),
    bot_matches::look::get_bot_match: api(PublicOr(ReadGames), Reads, &[NotFound]),
    bot_matches::look::list_bot_match_games: api(PublicOr(ReadGames), Reads, &[NotFound]),
    bot_matches::respond::accept_bot_match: api(Needs(MatchBots), Writes, &[NotFound, BotMatchEnded]),
    bot_matches::respond::cancel_bot_match: api(Needs(MatchBots), Writes, &[NotFound, BotMatchEnded, GameRated]),
    // Clubs.
    clubs::manage::create_club: api(Needs(RunClubs), Writes, &[
        TooManyClubs, IdempotencyInProgress, IdempotencyKeyReused,
    ]),
    clubs::look::list_clubs: api(Public, Reads, &[]),
    clubs::look::list_my_clubs: api(Needs(ReadEvents), Reads, &[]),
    clubs::look::get_club: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    clubs::manage::update_club: api(Needs(RunClubs), Writes, &[NotFound, ClubRole, ClubPrivate, SettingsChanged]),
    clubs::manage::join_club: api(Needs(JoinClubs), Writes, &[
        NotFound, ClubBanned, InvitationRequired, ClubFull, TooManyClubs,
    ]),
    clubs::manage::create_join_code: api(Needs(RunClubs), Writes, &[NotFound, ClubRole]),
    clubs::manage::end_join_code: api(Needs(RunClubs), Writes, &[NotFound, ClubRole]),
    clubs::look::get_club_audit: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    clubs::members::list_club_members: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    clubs::members::accept_application: api(Needs(RunClubs), Writes, &[
        NotFound, ClubRole, ClubBanned, ClubFull,
    ]),
    clubs::members::set_club_role: api(Needs(RunClubs), Writes, &[
        FreshLoginNeeded, NotFound, ClubRole, OwnerNeeded, TooManyClubs,
    ]),
    clubs::members::remove_club_member: api(Needs(JoinClubs), Writes, &[
        FreshLoginNeeded, NotFound, ClubRole, OwnerNeeded,
    ]),
    clubs::members::list_club_invitations: api(Needs(ReadEvents), Reads, &[NotFound, ClubRole]),
    clubs::members::invite_to_club: api(Needs(RunClubs), Writes, &[NotFound, ClubRole, ClubBanned, ClubFull]),
    clubs::members::take_club_invitation_back: api(Needs(JoinClubs), Writes, &[NotFound, ClubRole]),
    clubs::members::list_applications: api(Needs(ReadEvents), Reads, &[NotFound, ClubRole]),
    clubs::members::decline_application: api(Needs(JoinClubs), Writes, &[NotFound, ClubRole]),
    clubs::members::list_club_bans: api(Needs(ReadEvents), Reads, &[NotFound, ClubRole]),
    clubs::members::ban_from_club: api(Needs(RunClubs), Writes, &[
        FreshLoginNeeded, NotFound, ClubRole, OwnerNeeded, ClubFull, SeasonOver,
    ]),
    clubs::members::lift_club_ban: api(Needs(RunClubs), Writes, &[NotFound, ClubRole]),
    clubs::ladders::create_ladder: api(Needs(RunClubs), Writes, &[
        NotFound, ClubRole, ClubPrivate, TooManyLadders, IdempotencyInProgress, IdempotencyKeyReused,
    ]),
    clubs::ladders::list_club_ladders: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    clubs::ladders::get_ladder: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    clubs::ladders::update_ladder: api(Needs(RunClubs), Writes, &[NotFound, ClubRole, LadderClosed, SettingsChanged]),
    clubs::ladders::close_ladder: api(Needs(RunClubs), Writes, &[FreshLoginNeeded, NotFound, ClubRole]),
    ladders::annul::annul_club_game: api(Needs(RunClubs), Writes, &[
        FreshLoginNeeded, NotFound, ClubRole, GameNotFinished, GameUnrated, SeasonOver,
    ]),
    clubs::seasons::start_season: api(Needs(RunClubs), Writes, &[
        NotFound, ClubRole, TooManyLadders, LadderClosed, SeasonRunning,
    ]),
    clubs::seasons::list_seasons: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    clubs::seasons::get_season: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    clubs::seasons::end_season: api(Needs(RunClubs), Writes, &[NotFound, ClubRole]),
    // Series.
    series::manage::create_series: api(Needs(RunSeries), Writes, &[
        TooManySeries, IdempotencyInProgress, IdempotencyKeyReused,
    ]),
    series::look::list_series: api(Public, Reads, &[]),
    series::look::get_series: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    series::look::get_series_audit: api(Public, Reads, &[NotFound]),
    series::manage::update_series: api(Needs(RunSeries), Writes, &[NotFound, NotOrganizer, SeriesState, SettingsChanged]),
    series::manage::delete_series: api(Needs(RunSeries), Writes, &[
        FreshLoginNeeded, NotFound, NotOrganizer, SeriesState,
    ]),
    series::table::get_series_standings: api(Public, Reads, &[NotFound, SeriesFull]),
    series::events::add_series_event: api(Needs(RunSeries), Writes, &[
        NotFound, NotOrganizer, SeriesState, SeriesFull,
    ]),
    series::events::remove_series_event: api(Needs(RunSeries), Writes, &[NotFound, NotOrganizer, SeriesState]),
    series::seasons::start_league_season: api(Needs(RunSeries), Writes, &[
        NotFound, NotOrganizer, TooManyTournaments, SeriesState, SeriesFull, NotAvailable,
    ]),
    series::seasons::start_next_league_season: api(Needs(RunSeries), Writes, &[
        NotFound, NotOrganizer, TooManyTournaments, SeriesState, SeriesFull,
    ]),
    // Tournaments.
    tournaments::create::create_tournament: api(Needs(RunTournaments), Writes, &[
        TooManyTournaments, SeriesFull, IdempotencyInProgress, NotAvailable, IdempotencyKeyReused,
    ]),
    tournaments::list::list_tournaments: api(Public, Reads, &[]),
    tournaments::list::list_my_tournaments: api(Needs(ReadEvents), Reads, &[]),
    tournaments::list::get_tournament: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    tournaments::create::update_tournament: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, TooManyTournaments, SettingsChanged, NotAvailable,
    ]),
    tournaments::create::copy_tournament: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, TooManyTournaments, IdempotencyInProgress, NotAvailable, IdempotencyKeyReused,
    ]),
    tournaments::create::delete_tournament: api(Needs(RunTournaments), Writes, &[
        FreshLoginNeeded, NotFound, NotOrganizer, TournamentState,
    ]),
    tournaments::enter::enter_tournament: api(Needs(Enter), Writes, &[
        NotFound, RatingRequired, PlayerKind, InvitationRequired, EntryLocked, ConditionUnmet, SameOwner,
        TournamentState, RegistrationClosed, AlreadyEntered, TournamentFull, TeamFull, NotAvailable,
    ]),
    tournaments::entry_lock::create_entry_code: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, NotAvailable,
    ]),
    tournaments::enter::withdraw_from_tournament: api(Needs(Enter), Writes, &[
        NotFound, TournamentState, NotEntered,
    ]),
    tournaments::enter::confirm_ready: api(Needs(Enter), Writes, &[
        NotFound, TournamentState, NotEntered, RoundClosed,
    ]),
    tournaments::guests::add_entries: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RegistrationClosed, TournamentFull, NotAvailable,
    ]),
    tournaments::guests::rename_guest: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, NotAvailable,
    ]),
    tournaments::guests::create_claim_code: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, NotAvailable,
    ]),
    tournaments::guests::claim_entry: api(Needs(Enter), Writes, &[
        NotFound, PlayerKind, TournamentState, AlreadyEntered,
    ]),
    tournaments::teams::create_team: api(Needs(Team), Writes, &[
        NotFound, NotOrganizer, TournamentState, NotEntered, AlreadyInTeam, TournamentFull, NotAvailable,
    ]),
    tournaments::teams::list_teams: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    tournaments::teams::update_team: api(Needs(Team), Writes, &[
        NotFound, NotCaptain, TournamentState, NotAvailable,
    ]),
    tournaments::teams::delete_team: api(Needs(Team), Writes, &[
        NotFound, NotCaptain, TournamentState, NotAvailable,
    ]),
    tournaments::teams::create_team_code: api(Needs(Team), Writes, &[
        NotFound, NotCaptain, TournamentState, NotAvailable,
    ]),
    tournaments::teams::set_entry_team: api(Needs(Team), Writes, &[
        NotFound, NotOrganizer, EntryLocked, TournamentState, NotEntered, TeamFull, NotAvailable,
    ]),
    tournaments::teams::leave_team: api(Needs(Team), Writes, &[
        NotFound, NotCaptain, TournamentState, NotAvailable,
    ]),
    tournaments::team_standings::get_team_standings: api(PublicOr(ReadEvents), Reads, &[
        NotFound, NotAvailable,
    ]),
    tournaments::run::start_tournament: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, TournamentState, NotPairable, TeamsIncomplete,
    ]),
    tournaments::announce::announce: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, TournamentState, TooManyAnnouncements, IdempotencyInProgress,
        IdempotencyKeyReused,
    ]),
    tournaments::byes::request_bye: api(Needs(Enter), Writes, &[
        NotFound, TournamentState, NotEntered, TooManyByes, RoundClosed, NotAvailable,
    ]),
    tournaments::byes::take_back_bye: api(Needs(Enter), Writes, &[
        NotFound, TournamentState, NotEntered, RoundClosed, NotAvailable,
    ]),
    tournaments::byes::set_entry_byes: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, TooManyByes, RoundClosed, NotAvailable,
    ]),
    tournaments::hall::fix_entry_table: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, TournamentState,
    ]),
    tournaments::run::close_tournament: api(Needs(RunTournaments), Writes, &[
        FreshLoginNeeded, NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundUnfinished,
    ]),
    tournaments::run::reopen_tournament: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, TooManyTournaments,
    ]),
    tournaments::invitations::accept_organizing: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState,
    ]),
    tournaments::invitations::remove_organizer: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, OrganizerNeeded,
    ]),
    tournaments::invitations::list_tournament_invitations: api(Needs(ReadEvents), Reads, &[
        NotFound, NotOrganizer,
    ]),
    tournaments::invitations::take_tournament_invitation_back: api(Needs(Enter), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState,
    ]),
    tournaments::rounds::pair_next_round: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundUnfinished, NoMoreRounds, NotPairable,
    ]),
    tournaments::rounds::close_round: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, TournamentState, RoundUnfinished,
    ]),
    tournaments::rounds::unpair_round: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, GameStarted,
    ]),
    tournaments::rounds::get_round: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    tournaments::standings::get_tournament_standings: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    tournaments::list::list_entries: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    tournaments::export::export_tournament: api(PublicOr(ReadEvents), Reads, &[
        NotFound, NotAcceptable, NotAvailable,
    ]),
    tournaments::list::get_audit: api(PublicOr(ReadEvents), Reads, &[NotFound]),
    tournaments::stream::get_tournament_events: api(PublicOr(ReadEvents), Views, &[
        InvalidTicket, NotFound, NotAcceptable,
    ]),
    tournaments::report::report_result: api(Needs(Enter), Writes, &[
        NotSeated, NotFound, TournamentState, RoundClosed, TableState, NotAvailable,
    ]),
    tournaments::arbiter::set_table_result: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, TableChanged, GameRated,
        NotPairable,
    ]),
    tournaments::results::set_round_results: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, TableChanged, GameRated,
        NotPairable,
    ]),
    tournaments::arbiter::void_table: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, TableChanged, GameRated,
    ]),
    tournaments::correct::correct_table: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundUnfinished, TableState, TableChanged, NextRoundPaired,
        NotPairable,
    ]),
    tournaments::arbiter::seat_table: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, TableChanged, GameStarted,
        NotPairable,
    ]),
    tournaments::clocks::pause_table: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, GameFrozen,
        NotAvailable,
    ]),
    tournaments::clocks::resume_table: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, GameFrozen,
        NotAvailable,
    ]),
    tournaments::clocks::add_table_time: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, RoundClosed, TableState, GameFrozen,
        NotAvailable,
    ]),
    tournaments::arbiter::remove_entry: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState,
    ]),
    tournaments::arbiter::withdraw_entry: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState,
    ]),
    tournaments::arbiter::reinstate_entry: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState, TournamentFull, TeamFull, TeamsIncomplete,
    ]),
    tournaments::arbiter::adjust_points: api(Needs(RunTournaments), Writes, &[
        NotFound, NotOrganizer, OrganizerSeated, TournamentState,
    ]),
    // Ladders.
    ladders::list::list_ladders: api(Public, Reads, &[]),
    ladders::standings::get_standings: api(Public, Reads, &[NotFound]),
    ladders::log::get_rating_log: api(Public, Reads, &[NotFound, NotAcceptable]),
    ladders::annul::list_annulments: api(Public, Reads, &[NotFound]),
    ladders::player::get_player_ratings: api(Public, Reads, &[NotFound]),
    ladders::player::get_rating_history: api(Public, Reads, &[NotFound]),
    ladders::annul::annul_game: api(Session, Writes, &[NotFound, GameNotFinished, GameUnrated, SeasonOver]),
    // Alerts.
    hours::get_quiet_hours: api(Needs(ReadAccount), Reads, &[]),
    hours::set_quiet_hours: api(Needs(Notices), Writes, &[]),
    digest::get_mail_digest: api(Needs(ReadAccount), Reads, &[]),
    digest::set_mail_digest: api(Needs(Notices), Writes, &[NotAvailable, EmailMissing]),
    push::create_push: api(Needs(Push), Writes, &[TooManyPushSubscriptions]),
    push::list_push: api(Needs(ReadAccount), Reads, &[]),
    push::delete_session_push: api(Needs(Push), Writes, &[]),
    push::delete_push: api(Needs(Notices), Writes, &[]),
    // Webhooks.
    manage::create_webhook: api(Needs(Webhooks), Writes, &[TooManyWebhooks]),
    manage::list_webhooks: api(Needs(ManageWebhooks), Reads, &[]),
    manage::get_webhook: api(Needs(ManageWebhooks), Reads, &[NotFound]),
    manage::update_webhook: api(Needs(Webhooks), Writes, &[NotFound]),
    manage::delete_webhook: api(Needs(ManageWebhooks), Writes, &[]),
    deliveries::list_deliveries: api(Needs(ManageWebhooks), Reads, &[NotFound]),
    deliveries::replay_delivery: api(Needs(ManageWebhooks), Writes, &[NotFound]),
    deliveries::test_webhook: api(Needs(ManageWebhooks), Writes, &[NotFound]),
    // Operations.
    index::get_index: api(Public, Reads, &[]).without_database(),
    sessions::key_set: outside(&[]),
    health::livez: outside(&[]),
    health::readyz: outside(&[NotReady]),
    metrics::metrics: outside(&[]),
    problems::explain_problem: outside(&[NotFound]),
}

/// Adds the pages. The gate in `admit` runs before them. It refuses every request that matches neither an
/// operation of the contract nor a page, and calls the operation itself.
pub fn pages(config: &mut web::ServiceConfig) {
    front(config);
    config
        .service(openapi::openapi_json)
        .service(web::redirect("/docs", "/docs/").permanent())
        .service(web::redirect("/problems", "/problems/").permanent());
    form(config, "/account/new", sign_up::ask, sign_up::sign_up);
    form(config, "/account/forgot", forgot::ask, forgot::request);
    form(config, "/account/access", account::ask, account::show);
    form(config, "/account/reset", reset::ask, reset::choose);
    form(config, "/account/mail", mail::ask, mail::agree);
    form(config, "/account/mail/end", mail::ask_to_end, mail::end);
    page(config, "/problems/", problems::list_problems);
    page(config, "/docs/", start::start);
    page(config, "/docs/guides/{name}", guides::guide);
    page(config, "/docs/reference/{part}", reference::page);
    page(config, "/docs/contract/{part}", reference::contract);
    page(config, "/docs/{file}", reference::file);
}

/// Adds the page for people and its files.
fn front(config: &mut web::ServiceConfig) {
    page(config, "/", addresses::start);
    page(config, "/g/{id}", addresses::game);
    page(config, "/t/{id}", addresses::tournament);
    page(config, "/t/{id}/pairings", printed::last_pairings);
    page(config, "/t/{id}/pairings/{n}", printed::pairings_of);
    page(config, "/t/{id}/slips", printed::last_slips);
    page(config, "/t/{id}/slips/{n}", printed::slips_of);
    page(config, "/t/{id}/standings", printed::standings);
    page(config, "/l/{pool}", addresses::ladder);
    page(config, "/p/{username}", addresses::player);
    page(config, "/c/{id}", addresses::club);
    page(config, "/s/{id}", addresses::series);
    for list in addresses::LISTS {
        page(config, list.0, addresses::list);
    }
    page(config, "/puzzles/{id}", addresses::puzzle);
    let login = web::resource("/account/session").route(web::get().to(session::look));
    let login = login.route(web::head().to(session::look)).route(web::post().to(session::begin));
    config.service(login.route(web::put().to(session::keep)).route(web::delete().to(session::end)));
    page(config, "/assets/{name}", files::current);
    page(config, "/assets/{digest}/{name}", files::fixed);
}

/// Adds a page.
fn page<F, Args>(config: &mut web::ServiceConfig, path: &str, handler: F)
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
{
    config.route(path, web::get().to(handler.clone())).route(path, web::head().to(handler));
}

/// Adds a page with a form that is sent to the page's path.
fn form<A, Asked, S, Sent>(config: &mut web::ServiceConfig, path: &str, ask: A, send: S)
where
    A: Handler<Asked, Output: Responder + 'static>,
    Asked: FromRequest + 'static,
    S: Handler<Sent, Output: Responder + 'static>,
    Sent: FromRequest + 'static,
{
    let page = web::resource(path).route(web::get().to(ask.clone())).route(web::head().to(ask));
    config.service(page.route(web::post().to(send)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::Operation;

    #[test]
    fn every_row_is_an_operation_of_the_contract() {
        let mut ids: Vec<&str> = crate::document::contract().operations().iter().map(Operation::id).collect();
        let mut rows: Vec<&str> = ROWS.iter().map(|row| row.id).collect();
        ids.sort_unstable();
        rows.sort_unstable();
        assert_eq!(rows, ids);
    }
}
