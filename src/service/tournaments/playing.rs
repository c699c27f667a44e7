//! Who plays in a started rated tournament, and what they may do there as organizers: only what [`Harmless`]
//! lists. New acts are refused to them until they are listed.

use super::TournamentRefusal;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{Play, Status};
use lapidary_store::Failure;
use lapidary_store::tournaments::{Locked, entries, rounds};

/// What an organizer who plays may do. None of it affects results, pairings or who takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Harmless {
    /// Announcing something to everybody.
    Announcing,
    /// Starting, and pairing the next round by the rules, without preset tables.
    Pairing,
    /// Closing a finished round.
    ClosingRound,
    /// Ending the tournament after its last round.
    Ending,
    /// Changing the name and the description, asking others to organize, and giving up the rating.
    Describing,
    /// Leaving with their own entry, and its byes.
    OwnEntry,
    /// Changing the name of a guest.
    NamingGuest,
    /// Fixing the hall table that an entry needs.
    FixingTable,
    /// Deleting a tournament in which nobody else has an entry.
    Deleting,
    /// Adding it to a series, which changes nothing in it.
    AddingToSeries,
}

/// Checks that a player of a started rated tournament does not decide about the others there, or when it
/// ends, because standings are relative. The owner of a playing bot counts as a player.
pub(super) async fn does_not_play(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    caller: PlayerId,
) -> Result<(), TournamentRefusal> {
    match plays(db, tournament, caller).await? {
        true => Err(TournamentRefusal::OrganizerPlays),
        false => Ok(()),
    }
}

/// Checks that nobody organizes an event over the board in which their results are rated. Those of whoever
/// organizes it are not; they may do what is [`Harmless`].
pub(super) async fn is_not_rated(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    caller: PlayerId,
) -> Result<(), TournamentRefusal> {
    let is_open = tournament.settings.rated && tournament.status == Status::Running;
    match is_open && tournament.settings.play == Play::OverTheBoard && rounds::rates(db, caller).await? {
        true => Err(TournamentRefusal::NotOrganizer),
        false => Ok(()),
    }
}

/// Checks, before the start as well, that no organizer who has an entry chooses whom somebody meets.
pub(super) async fn does_not_enter(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    caller: PlayerId,
) -> Result<(), TournamentRefusal> {
    match tournament.settings.rated && entries::has_with_bots(db, caller).await? {
        true => Err(TournamentRefusal::OrganizerPlays),
        false => Ok(()),
    }
}

/// Returns whether a player plays in a started rated tournament. A bot and its owner count as one person.
pub(super) async fn plays(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, Failure> {
    let binds = tournament.settings.rated && tournament.started_at.is_some();
    Ok(binds && entries::has_with_bots(db, player).await?)
}
