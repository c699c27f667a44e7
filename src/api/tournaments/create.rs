//! Creating, changing, copying and deleting a tournament.

use actix_web::web;

use super::body::TournamentBody;
use super::new::{CreateTournament, UpdateTournament};
use crate::Problem;
use crate::extract::{Act, LiveCaller, Path, Valid};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::{CreatedOnce, NoContent, shown};
use crate::http::queued_client::QueuedClient;
use lapidary_model::tournament::TournamentId;
use lapidary_operation::operation;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{Change, NewTournament, TournamentView};

/// Create a tournament
///
/// The caller is its organizer. It begins as a draft, or with `open` in registration. The server commits to
/// the seed from which all lots and pairings follow, and reveals it when the tournament ends. An arena needs
/// `duration_ms` and a live clock.
#[operation(post "/v1/tournaments", tag = "tournaments",
    returns = "The tournament", once = "the tournament is created only once")]
pub async fn create_tournament(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    idempotency: Idempotency,
    Valid(body): Valid<CreateTournament>,
) -> Result<CreatedOnce<TournamentBody>, Problem> {
    let new = NewTournament::try_from(body)?;
    let answer = |view: &TournamentView| {
        created(format!("/v1/tournaments/{}", view.listed.tournament.id), &TournamentBody::from(view))
    };
    let claim = idempotency.claim()?;
    // Hashing a password takes much memory while it waits.
    let done = Box::pin(tournaments.create(&caller, &client, new, claim.as_ref(), answer)).await;
    done.map(CreatedOnce::from)
}

/// Change a tournament
///
/// For organizers. A field that is left out keeps its value. All settings can change until the start;
/// whatever does not fit the entries is refused, and names them. A new `format` resets settings that it does
/// not have. Later `name`, `description`, `next_round`, `late_entries`, `registration_closes_in_ms`,
/// `entries_max`, `entry`, `conditions`, `invited_only`, `rounds` (not below those that are paired, and not
/// once the knock-out has begun), organizers, invitations and `forbidden_pairs` can change until the end.
/// `open` opens the registration of a draft. `organizers` are asked to organize the tournament, and accept
/// with `POST …/organizers/accept`.
#[operation(patch "/v1/tournaments/{id}", tag = "tournaments", returns = "The tournament")]
pub async fn update_tournament(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    Path(id): Path<TournamentId>,
    Valid(body): Valid<UpdateTournament>,
) -> Result<web::Json<TournamentBody>, Problem> {
    let change = Change::try_from(body)?;
    shown(tournaments.change(id, &caller, &client, change)).await
}

/// Copy a tournament
///
/// For organizers: another tournament with the same settings, except its dates, of which the caller is the
/// creator. What the body has replaces a setting; it can be `{}`. The other organizers are asked to organize
/// it, and a password for entries stays the same; entries, results, invitations and the series are not
/// copied. It begins as a draft, or with `open` in registration.
#[operation(post "/v1/tournaments/{id}/copy", tag = "tournaments",
    returns = "The copy", once = "the tournament is copied only once")]
pub async fn copy_tournament(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    Path(id): Path<TournamentId>,
    idempotency: Idempotency,
    Valid(body): Valid<UpdateTournament>,
) -> Result<CreatedOnce<TournamentBody>, Problem> {
    let change = Change::try_from(body)?;
    let answer = |view: &TournamentView| {
        created(format!("/v1/tournaments/{}", view.listed.tournament.id), &TournamentBody::from(view))
    };
    let claim = idempotency.claim()?;
    let done = Box::pin(tournaments.copy(id, &caller, &client, change, claim.as_ref(), answer)).await;
    done.map(CreatedOnce::from)
}

/// Delete a tournament
///
/// For its creator: a draft, or an event that was only a test. It is gone with its guests, its results and
/// its audit, and its address is `not_found`. Refused with `tournament_state` if somebody else has an entry
/// with an account, if it has started and a guest can claim an entry, and while it belongs to a series: then
/// `close` ends it. Needs the access token of a login of the last ten minutes (`fresh_login_needed`).
#[operation(delete "/v1/tournaments/{id}", tag = "tournaments", returns = "The tournament is deleted")]
pub async fn delete_tournament(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
) -> Result<NoContent, Problem> {
    NoContent::after(tournaments.delete(id, &caller)).await
}
