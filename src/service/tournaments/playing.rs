//! Who plays in a rated tournament that has started, and what they may do there as organizers: only what
//! [`Harmless`] lists. An act that is added is refused to them until it has its line.

use super::TournamentRefusal;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::tournaments::{Locked, audit, entries};
use lapidary_store::{Failure, bots, clubs};

/// What an organizer who plays may do: nothing of it decides about results, pairings or who takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Harmless {
    /// Telling everybody something.
    Announcing,
    /// Starting, and pairing the next round by the rules, without tables that are set.
    Pairing,
    /// Closing a round of which everything is played.
    ClosingRound,
    /// Ending the tournament after its last round.
    Ending,
    /// Changing the name and the description, asking others to organize, and giving up the rating.
    Describing,
    /// Leaving with the own entry, and its byes.
    OwnEntry,
    /// Changing the name of a guest.
    NamingGuest,
    /// Fixing the table in the hall that an entry needs.
    FixingTable,
    /// Deleting a tournament in which nobody else has an entry.
    Deleting,
    /// Adding it to a series, which changes nothing in it.
    AddingToSeries,
}

/// Checks that nobody who plays in a rated tournament that has started, or whose bot does, decides about the
/// others there, or when it ends: standings are relative.
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

/// Returns whether a player plays in a rated tournament that has started, or a bot of theirs does, or whoever
/// owns this bot.
pub(super) async fn plays(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, Failure> {
    let binds = tournament.settings.rated && tournament.started_at.is_some();
    Ok(binds && entries::has_with_bots(db, player).await?)
}

/// Checks that nobody who has organized a rated tournament since its start gets an entry there afterward, nor
/// an organizer of one that keeps pairs apart.
pub(super) async fn has_not_organized(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<(), TournamentRefusal> {
    if !tournament.settings.rated {
        return Ok(());
    }
    if !tournament.forbidden.is_empty() {
        let person = bots::owners(db, &[player]).await?.get(&player).copied().unwrap_or(player);
        let is_named = members::has(db, tournament.id, person, Role::Organizer).await?;
        let manages = match tournament.settings.club {
            Some(club) => clubs::members::managers(db, club).await?.contains(&person),
            None => false,
        };
        if is_named || manages || tournament.creator.player == person {
            return Err(TournamentRefusal::HasOrganized);
        }
    }
    let Some(start) = tournament.started_at else { return Ok(()) };
    match audit::has_acted_since(db, player, start).await? {
        true => Err(TournamentRefusal::HasOrganized),
        false => Ok(()),
    }
}
