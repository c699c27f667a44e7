//! Who sees a series, and who organizes it.

use super::SeriesRefusal;
use crate::tournaments::organizes_series;
use lapidary_model::auth::Identity;
use lapidary_model::series::{EventSeries, SeriesId};
use lapidary_store::Postgres;
use lapidary_store::series;

/// Returns a series. Everybody who knows the id sees it. Public ones are also listed.
pub(super) async fn load(connection: &mut Postgres, id: SeriesId) -> Result<EventSeries, SeriesRefusal> {
    series::find(connection, id).await?.ok_or(SeriesRefusal::NotFound)
}

pub(super) async fn load_organized(
    connection: &mut Postgres,
    id: SeriesId,
    caller: &Identity,
) -> Result<EventSeries, SeriesRefusal> {
    let found = load(connection, id).await?;
    match organizes_series(connection, &found, caller.player).await? {
        true => Ok(found),
        false => Err(SeriesRefusal::NotOrganizer),
    }
}

/// Locks a series that the caller organizes until the transaction ends, and returns it. The caller's session
/// must be locked, and all tournaments concerned.
pub(super) async fn lock_organized(
    connection: &mut Postgres,
    id: SeriesId,
    caller: &Identity,
) -> Result<EventSeries, SeriesRefusal> {
    // Nobody locks a series of others.
    load_organized(connection, id, caller).await?;
    series::lock(connection, id).await?;
    load_organized(connection, id, caller).await
}
