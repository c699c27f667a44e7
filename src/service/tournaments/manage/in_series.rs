//! Tournaments in series: who organizes a series, which tournaments fit into one, and groups of leagues,
//! which only their players enter.

use super::refusal::{ManageRefusal, NotAddable};
use crate::audit::record_audit;
use crate::clubs::role_in;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::access::is_administrator;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubRole;
use lapidary_model::series::{EVENTS_MAX, EventSeries, SeriesId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::Status;
use lapidary_store::{Failure, Postgres, clubs, series};

/// Returns whether a player organizes a series: as owner or manager of its club, as its maker if it has no
/// club, or as an administrator of the server.
pub(crate) async fn organizes_series(
    connection: &mut Postgres,
    found: &EventSeries,
    player: PlayerId,
) -> Result<bool, Failure> {
    let club = match found.club {
        Some(club) => clubs::find(connection, club).await?,
        None => None,
    };
    let organizes = match club {
        Some(club) => role_in(connection, club.id, player).await?.is_some_and(ClubRole::manages),
        None => found.owner.player == player,
    };
    Ok(organizes || is_administrator(connection, player).await?)
}

/// Returns why a player cannot add a tournament to a series; none if they can. The caller must hold the lock
/// of the series.
pub(crate) async fn not_addable(
    connection: &mut Postgres,
    found: &EventSeries,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<Option<NotAddable>, Failure> {
    if !organizes_series(connection, found, player).await? {
        return Ok(Some(NotAddable::NotOrganizer));
    }
    if found.settings.is_league() {
        return Ok(Some(NotAddable::League));
    }
    // Viewers of a series see all of its events, and nothing of others.
    if found.visibility != tournament.settings.visibility {
        return Ok(Some(NotAddable::Visibility));
    }
    let is_full = series::event_count(connection, found.id).await? >= EVENTS_MAX;
    Ok(is_full.then_some(NotAddable::Full(EVENTS_MAX)))
}

/// Adds a new tournament to a series.
pub(in crate::tournaments) async fn add_to_series(
    connection: &mut Postgres,
    id: SeriesId,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<(), ManageRefusal> {
    series::lock(connection, id).await?;
    let found = series::find(connection, id).await?.ok_or(NotAddable::NotOrganizer)?;
    if let Some(fault) = not_addable(connection, &found, tournament, player).await? {
        return Err(fault.into());
    }
    series::add_event(connection, id, tournament.id, None).await?;
    Ok(record_event(connection, AuditKind::EventAdded, id, tournament, player).await?)
}

/// Records in the audit of a series that a tournament was added or removed. A draft has no name there,
/// because only its organizers have seen it.
pub(crate) async fn record_event(
    connection: &mut Postgres,
    kind: AuditKind,
    id: SeriesId,
    tournament: &Tournament,
    by: PlayerId,
) -> Result<(), Failure> {
    let is_draft = tournament.status == Status::Draft;
    let note = (!is_draft).then(|| format!("{} ({})", tournament.settings.name, tournament.id));
    record_audit(connection, &AuditEntry { note, ..AuditEntry::new(id, kind).by(by) }).await
}

/// Checks that the visibility of a tournament can change: a series and its events have the same one.
pub(in crate::tournaments) async fn keeps_no_series(
    connection: &mut Postgres,
    id: TournamentId,
) -> Result<(), ManageRefusal> {
    match series::of_event(connection, id).await? {
        Some(_) => Err(TournamentRefusal::field(
            "/visibility",
            "is that of the series of the tournament: take it out of the series first",
        )
        .into()),
        None => Ok(()),
    }
}
