//! All routes.

use std::mem;

use actix_web::dev::HttpServiceFactory;
use actix_web::guard::fn_guard;
use actix_web::{Scope, web};
use utoipa::Path;
use utoipa_actix_web::{OpenApiFactory, service_config};

use super::accounts::{
    avatar, blocks, bots, grants, logins, me, players, recovery, register, sessions, tokens,
};
use super::alerts::{digest, hours, push};
use super::bot_matches;
use super::clubs;
use super::contract::openapi;
use super::docs::{guides, reference, start};
use super::endpoints::manage as endpoints;
use super::finding::{challenges, mine, rematch, seeks};
use super::front::{addresses, files, printed};
use super::games::{
    analysis, board, create, export, fork, history, invitations, join, kick, lines, list, look, organize,
    pause, replay, turn,
};
use super::http::admit::Route;
use super::ladders;
use super::oauth::{account, authorize, consent, device, forgot, login, metadata, revoke, sign_up, token};
use super::pages::{mail, reset};
use super::play::{rulesets, words};
use super::problems::pages;
use super::puzzles;
use super::series;
use super::site::{health, index, metrics};
use super::statistics;
use super::streams::{lobby, merged, own, ticket};
use super::tournaments;
use super::webhooks::{deliveries, manage};

/// Takes the routes of the contract: to serve them, or to document them. Every thread of a server takes them
/// to serve them; the document, which takes far longer, is assembled once.
pub trait Routes {
    /// Takes a route.
    fn service<R: HttpServiceFactory + OpenApiFactory + Path + 'static>(&mut self, route: R) -> &mut Self;
}

impl Routes for service_config::ServiceConfig<'_> {
    fn service<R: HttpServiceFactory + OpenApiFactory + Path + 'static>(&mut self, route: R) -> &mut Self {
        service_config::ServiceConfig::service(self, route)
    }
}

/// The routes of the contract, those with the same beginning together: the router compares a path with one
/// pattern after another, and there are hundreds. The gate has found the pattern, so a request looks only
/// among those with its beginning.
#[derive(Default)]
struct Rooms(Vec<(String, Scope)>);

impl Rooms {
    /// Adds all routes.
    fn add_to(self, config: &mut web::ServiceConfig) {
        for (_, scope) in self.0 {
            config.service(scope);
        }
    }
}

impl Routes for Rooms {
    fn service<R: HttpServiceFactory + OpenApiFactory + Path + 'static>(&mut self, route: R) -> &mut Self {
        let pattern = R::path();
        let beginning = beginning_of(&pattern);
        match self.0.iter_mut().find(|(room, _)| room == beginning) {
            Some((_, scope)) => *scope = mem::replace(scope, web::scope("")).service(route),
            None => {
                let room = beginning.to_owned();
                let is_inside = fn_guard(move |request| {
                    request.req_data().get::<Route>().is_some_and(|route| begins_with(route.0, &room))
                });
                self.0.push((beginning.to_owned(), web::scope("").guard(is_inside).service(route)));
            }
        }
        self
    }
}

/// Returns the first two segments of the pattern of a path: `/v1/games` of `/v1/games/{id}/turns`.
fn beginning_of(pattern: &str) -> &str {
    let end = pattern.match_indices('/').nth(2).map_or(pattern.len(), |(third, _)| third);
    &pattern[..end]
}

/// Returns whether a pattern has this beginning.
fn begins_with(pattern: &str, beginning: &str) -> bool {
    pattern.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Adds the routes of the contract.
pub fn documented(routes: &mut impl Routes) {
    // Accounts and sessions.
    routes
        .service(register::create_account)
        .service(sessions::log_in)
        .service(sessions::refresh_session)
        .service(sessions::log_out)
        .service(logins::list_sessions)
        .service(logins::end_session)
        .service(logins::end_other_sessions)
        .service(recovery::request_password_reset)
        .service(recovery::confirm_password_reset)
        .service(me::get_me)
        .service(me::update_me)
        .service(me::erase_me)
        .service(me::change_password)
        .service(blocks::list_blocks)
        .service(blocks::block_player)
        .service(blocks::unblock_player)
        .service(players::find_players)
        .service(players::get_player)
        .service(avatar::get_avatar);
    // API tokens and bots.
    routes
        .service(tokens::create_token)
        .service(tokens::list_tokens)
        .service(tokens::revoke_token)
        .service(bots::create_bot)
        .service(bots::list_own_bots)
        .service(bots::update_bot)
        .service(bots::erase_bot)
        .service(tokens::create_bot_token)
        .service(tokens::list_bot_tokens)
        .service(tokens::revoke_bot_token)
        .service(bots::list_bots)
        .service(endpoints::set_endpoint)
        .service(endpoints::get_endpoint)
        .service(endpoints::delete_endpoint);
    // Apps and tools.
    routes
        .service(metadata::get_server_metadata)
        .service(authorize::authorize)
        .service(login::log_in_to_decide)
        .service(consent::decide_access)
        .service(device::authorize_device)
        .service(device::enter_user_code)
        .service(token::issue_tokens)
        .service(revoke::revoke_access)
        .service(grants::list_grants)
        .service(grants::end_grant);
    // Rulesets.
    routes
        .service(rulesets::list_rulesets)
        .service(rulesets::get_ruleset)
        .service(rulesets::get_catalogue)
        .service(words::get_words);
    // Games.
    routes
        .service(create::create_game)
        .service(list::list_games)
        .service(look::get_game)
        .service(join::join_game)
        .service(join::leave_game)
        .service(kick::kick_player)
        .service(invitations::list_invitations)
        .service(invitations::invite_player)
        .service(invitations::take_invitation_back)
        .service(look::get_legal_actions)
        .service(turn::play_turn)
        .service(turn::resign_game)
        .service(turn::abort_game)
        .service(organize::forfeit_seat)
        .service(pause::pause_game)
        .service(pause::resume_game)
        .service(pause::take_days_off)
        .service(history::get_events)
        .service(lines::get_lines)
        .service(replay::get_replay)
        .service(export::export_game)
        .service(board::get_board)
        .service(board::get_board_as_png)
        .service(analysis::analyze_game)
        .service(analysis::get_analysis)
        .service(analysis::get_analysis_curve)
        .service(fork::fork_game);
    // Puzzles. Those with a name in their path come before the one with an id.
    routes
        .service(puzzles::look::get_next_puzzle)
        .service(puzzles::look::get_daily_puzzle)
        .service(puzzles::look::get_puzzle)
        .service(puzzles::look::get_puzzle_board)
        .service(puzzles::answer::answer_puzzle)
        .service(puzzles::look::get_my_puzzles);
    // Statistics.
    routes.service(statistics::look::get_statistics).service(statistics::look::get_openings);
    // Streams.
    routes
        .service(ticket::create_stream_ticket)
        .service(own::get_own_events)
        .service(lobby::get_lobby_events)
        .service(merged::get_merged_events);
    // Finding a game.
    routes
        .service(mine::list_my_games)
        .service(mine::list_organized_games)
        .service(mine::list_my_invitations)
        .service(seeks::create_seek)
        .service(seeks::list_seeks)
        .service(seeks::get_seek)
        .service(seeks::withdraw_seek)
        .service(challenges::create_challenge)
        .service(challenges::list_challenges)
        .service(challenges::get_challenge)
        .service(challenges::accept_challenge)
        .service(challenges::decline_challenge)
        .service(challenges::withdraw_challenge)
        .service(rematch::offer_rematch)
        .service(rematch::take_rematch_back);
    // Bot matches.
    routes
        .service(bot_matches::create::create_bot_match)
        .service(bot_matches::list::list_bot_matches)
        .service(bot_matches::look::get_bot_match)
        .service(bot_matches::look::list_bot_match_games)
        .service(bot_matches::respond::accept_bot_match)
        .service(bot_matches::respond::cancel_bot_match);
    // Clubs.
    routes
        .service(clubs::manage::create_club)
        .service(clubs::look::list_clubs)
        .service(clubs::look::list_my_clubs)
        .service(clubs::look::get_club)
        .service(clubs::manage::update_club)
        .service(clubs::manage::join_club)
        .service(clubs::manage::create_join_code)
        .service(clubs::manage::end_join_code)
        .service(clubs::look::list_club_members)
        .service(clubs::members::accept_application)
        .service(clubs::members::set_club_role)
        .service(clubs::members::remove_club_member)
        .service(clubs::requests::list_club_invitations)
        .service(clubs::requests::invite_to_club)
        .service(clubs::requests::take_club_invitation_back)
        .service(clubs::requests::list_applications)
        .service(clubs::requests::decline_application)
        .service(clubs::bans::list_club_bans)
        .service(clubs::bans::ban_from_club)
        .service(clubs::bans::lift_club_ban)
        .service(clubs::ladders::create_ladder)
        .service(clubs::ladders::list_club_ladders)
        .service(clubs::ladders::get_ladder)
        .service(clubs::ladders::update_ladder)
        .service(clubs::ladders::close_ladder)
        .service(clubs::seasons::start_season)
        .service(clubs::seasons::list_seasons)
        .service(clubs::seasons::get_season)
        .service(clubs::seasons::end_season);
    // Series.
    routes
        .service(series::manage::create_series)
        .service(series::look::list_series)
        .service(series::look::get_series)
        .service(series::manage::update_series)
        .service(series::manage::delete_series)
        .service(series::table::get_series_standings)
        .service(series::events::add_series_event)
        .service(series::events::remove_series_event)
        .service(series::seasons::start_league_season)
        .service(series::seasons::start_next_league_season);
    // Tournaments.
    routes
        .service(tournaments::create::create_tournament)
        .service(tournaments::list::list_tournaments)
        .service(tournaments::list::list_my_tournaments)
        .service(tournaments::list::get_tournament)
        .service(tournaments::create::update_tournament)
        .service(tournaments::enter::enter_tournament)
        .service(tournaments::entry_lock::create_entry_code)
        .service(tournaments::enter::withdraw_from_tournament)
        .service(tournaments::enter::confirm_ready)
        .service(tournaments::guests::add_entries)
        .service(tournaments::guests::rename_guest)
        .service(tournaments::guests::create_claim_code)
        .service(tournaments::guests::claim_entry)
        .service(tournaments::teams::create_team)
        .service(tournaments::teams::list_teams)
        .service(tournaments::teams::update_team)
        .service(tournaments::teams::delete_team)
        .service(tournaments::teams::create_team_code)
        .service(tournaments::teams::set_entry_team)
        .service(tournaments::teams::leave_team)
        .service(tournaments::team_standings::get_team_standings)
        .service(tournaments::run::start_tournament)
        .service(tournaments::announce::announce)
        .service(tournaments::byes::request_bye)
        .service(tournaments::byes::take_back_bye)
        .service(tournaments::run::close_tournament)
        .service(tournaments::run::reopen_tournament)
        .service(tournaments::organizers::accept_organizing)
        .service(tournaments::organizers::remove_organizer)
        .service(tournaments::invitations::list_tournament_invitations)
        .service(tournaments::invitations::take_tournament_invitation_back)
        .service(tournaments::rounds::pair_next_round)
        .service(tournaments::rounds::close_round)
        .service(tournaments::rounds::unpair_round)
        .service(tournaments::rounds::get_round)
        .service(tournaments::standings::get_tournament_standings)
        .service(tournaments::list::list_entries)
        .service(tournaments::export::export_tournament)
        .service(tournaments::list::get_audit)
        .service(tournaments::stream::get_tournament_events)
        .service(tournaments::report::report_result)
        .service(tournaments::arbiter::set_table_result)
        .service(tournaments::arbiter::void_table)
        .service(tournaments::correct::correct_table)
        .service(tournaments::arbiter::seat_table)
        .service(tournaments::clocks::pause_table)
        .service(tournaments::clocks::resume_table)
        .service(tournaments::clocks::add_table_time)
        .service(tournaments::arbiter::remove_entry)
        .service(tournaments::arbiter::reinstate_entry)
        .service(tournaments::arbiter::adjust_points);
    // Ladders.
    routes
        .service(ladders::list::list_ladders)
        .service(ladders::standings::get_standings)
        .service(ladders::log::get_rating_log)
        .service(ladders::annul::list_annulments)
        .service(ladders::player::get_player_ratings)
        .service(ladders::player::get_rating_history)
        .service(ladders::annul::annul_game);
    // Alerts.
    routes
        .service(hours::get_quiet_hours)
        .service(hours::set_quiet_hours)
        .service(digest::get_mail_digest)
        .service(digest::set_mail_digest)
        .service(push::create_push)
        .service(push::list_push)
        .service(push::delete_session_push)
        .service(push::delete_push);
    // Webhooks.
    routes
        .service(manage::create_webhook)
        .service(manage::list_webhooks)
        .service(manage::get_webhook)
        .service(manage::update_webhook)
        .service(manage::delete_webhook)
        .service(deliveries::list_deliveries)
        .service(deliveries::replay_delivery)
        .service(deliveries::test_webhook);
    // Operations.
    routes
        .service(index::get_index)
        .service(sessions::key_set)
        .service(health::livez)
        .service(health::readyz)
        .service(metrics::metrics)
        .service(pages::explain_problem);
}

/// Adds all routes. The gate in `admit` runs before them, and refuses every request that matches neither an
/// operation of the contract nor a page.
pub fn all(config: &mut web::ServiceConfig) {
    let mut rooms = Rooms::default();
    // The most frequent operations come first, also among those with their beginning.
    rooms
        .service(turn::play_turn)
        .service(look::get_game)
        .service(look::get_legal_actions)
        .service(history::get_events);
    documented(&mut rooms);
    rooms.add_to(config);
    front(config);
    config
        .service(openapi::openapi_json)
        .service(web::redirect("/docs", "/docs/").permanent())
        .service(web::redirect("/problems", "/problems/").permanent())
        .service(
            web::resource("/account/new")
                .route(web::get().to(sign_up::ask))
                .route(web::head().to(sign_up::ask))
                .route(web::post().to(sign_up::sign_up)),
        )
        .service(
            web::resource("/account/forgot")
                .route(web::get().to(forgot::ask))
                .route(web::head().to(forgot::ask))
                .route(web::post().to(forgot::request)),
        )
        .service(
            web::resource("/account/access")
                .route(web::get().to(account::ask))
                .route(web::head().to(account::ask))
                .route(web::post().to(account::show)),
        )
        .service(
            web::resource("/account/reset")
                .route(web::get().to(reset::ask))
                .route(web::head().to(reset::ask))
                .route(web::post().to(reset::choose)),
        )
        .service(
            web::resource("/account/mail")
                .route(web::get().to(mail::ask))
                .route(web::head().to(mail::ask))
                .route(web::post().to(mail::agree)),
        )
        .service(
            web::resource("/account/mail/end")
                .route(web::get().to(mail::ask_to_end))
                .route(web::head().to(mail::ask_to_end))
                .route(web::post().to(mail::end)),
        )
        .route("/problems/", web::get().to(pages::list_problems))
        .route("/problems/", web::head().to(pages::list_problems))
        .route("/docs/", web::get().to(start::start))
        .route("/docs/", web::head().to(start::start))
        .route("/docs/guides/{name}", web::get().to(guides::guide))
        .route("/docs/guides/{name}", web::head().to(guides::guide))
        .route("/docs/reference/{part}", web::get().to(reference::page))
        .route("/docs/reference/{part}", web::head().to(reference::page))
        .route("/docs/contract/{part}", web::get().to(reference::contract))
        .route("/docs/contract/{part}", web::head().to(reference::contract))
        .route("/docs/{file}", web::get().to(reference::file))
        .route("/docs/{file}", web::head().to(reference::file));
}

/// Adds the page for people and its files.
fn front(config: &mut web::ServiceConfig) {
    config
        .route("/", web::get().to(addresses::start))
        .route("/", web::head().to(addresses::start))
        .route("/g/{id}", web::get().to(addresses::game))
        .route("/g/{id}", web::head().to(addresses::game))
        .route("/t/{id}", web::get().to(addresses::tournament))
        .route("/t/{id}", web::head().to(addresses::tournament))
        .route("/t/{id}/pairings", web::get().to(printed::last_pairings))
        .route("/t/{id}/pairings", web::head().to(printed::last_pairings))
        .route("/t/{id}/pairings/{n}", web::get().to(printed::pairings_of))
        .route("/t/{id}/pairings/{n}", web::head().to(printed::pairings_of))
        .route("/t/{id}/standings", web::get().to(printed::standings))
        .route("/t/{id}/standings", web::head().to(printed::standings))
        .route("/l/{pool}", web::get().to(addresses::ladder))
        .route("/l/{pool}", web::head().to(addresses::ladder))
        .route("/p/{username}", web::get().to(addresses::player))
        .route("/p/{username}", web::head().to(addresses::player))
        .route("/c/{id}", web::get().to(addresses::club))
        .route("/c/{id}", web::head().to(addresses::club))
        .route("/s/{id}", web::get().to(addresses::series))
        .route("/s/{id}", web::head().to(addresses::series))
        .route("/assets/{name}", web::get().to(files::current))
        .route("/assets/{name}", web::head().to(files::current))
        .route("/assets/{digest}/{name}", web::get().to(files::fixed))
        .route("/assets/{digest}/{name}", web::head().to(files::fixed));
}
