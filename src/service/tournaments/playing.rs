//! Who plays in a rated tournament that has started, and what they may do there as organizers: only what
//! [`Harmless`] lists. An act that is added is refused to them until it has its line.

use super::TournamentRefusal;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_store::Failure;
use lapidary_store::tournaments::{Locked, entries};

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
