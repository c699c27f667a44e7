//! Starting and closing a tournament.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::TournamentBody;
use super::reason::GiveReason;
use crate::Problem;
use crate::extract::{Act, Optional, Valid};
use crate::http::outcome::shown;
use crate::http::queued_client::QueuedClient;
use lapidary_model::tournament::TournamentId;
use lapidary_operation::operation;
use lapidary_service::Tournaments;

/// Optional data for closing; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CloseTournament {
    /// Whether a running tournament is cancelled, also in the middle of a round.
    #[schema(nullable = false)]
    cancel: Option<bool>,
}

/// Start a tournament
///
/// For organizers, once it is in registration and two players have entered. With `next_round: "automatic"`
/// the first round is paired at once. In an arena, everybody waits for a table from now on.
#[operation(post "/v1/tournaments/{id}/start", tag = "tournaments", returns = "The tournament")]
pub async fn start_tournament(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    QueuedClient(client): QueuedClient,
) -> Result<web::Json<TournamentBody>, Problem> {
    shown(tournaments.start(id, &caller, &client)).await
}

/// Close a tournament
///
/// For organizers, once the last round is over: the standings are final, and the seed is revealed. An arena
/// closes by itself. Before the start, or with `cancel`, the tournament is cancelled, and games that are
/// played are aborted. To cancel one that runs needs its creator and the access token of a login of the last
/// ten minutes (`fresh_login_needed`). Repeating the request changes nothing.
#[operation(post "/v1/tournaments/{id}/close", tag = "tournaments", returns = "The tournament")]
pub async fn close_tournament(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    QueuedClient(client): QueuedClient,
    Optional(body): Optional<CloseTournament>,
) -> Result<web::Json<TournamentBody>, Problem> {
    let cancel = body.cancel.unwrap_or_default();
    shown(tournaments.close(id, &caller, &client, cancel)).await
}

/// Reopen a tournament
///
/// For organizers, for 14 days after the end. A finished tournament runs again, with the rounds and results
/// that it had. Its seed was revealed and stays public. A tournament that was cancelled before its start
/// takes entries again, with a new `commitment`; one that was cancelled later stays cancelled. Ratings do not
/// change.
#[operation(post "/v1/tournaments/{id}/reopen", tag = "tournaments", returns = "The tournament")]
pub async fn reopen_tournament(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Valid(body): Valid<GiveReason>,
) -> Result<web::Json<TournamentBody>, Problem> {
    shown(tournaments.reopen(id, &caller, &body.reason)).await
}
