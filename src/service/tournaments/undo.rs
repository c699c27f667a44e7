//! Acts that take back what was done before.

use diesel_async::AsyncPgConnection;

use super::TournamentRefusal;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::settings::{Format, Status};
use lapidary_store::tournaments::{arena, entries};

/// Lets an entry take part again that has left, was dropped or was removed; for one that takes part, nothing changes. The caller must
/// hold the lock of the tournament.
///
/// # Errors
/// [`TournamentRefusal::NotFound`] for an account that is erased; if the database fails.
pub(super) async fn reinstate(
    connection: &mut AsyncPgConnection,
    event: &Event,
    entry: EntryId,
) -> Result<(), TournamentRefusal> {
    let known = event.entry(entry).filter(|known| known.player.username.is_some());
    let known = known.ok_or(TournamentRefusal::NotFound)?;
    if known.status == EntryStatus::Active {
        return Ok(());
    }
    let tournament = &event.tournament;
    entries::set_status(connection, tournament.id, entry, EntryStatus::Active).await?;
    if tournament.settings.format == Format::Arena && tournament.status == Status::Running {
        arena::wait(connection, tournament.id, entry).await?;
    }
    Ok(())
}
