//! The events of a series: adding one, even after its end, and removing one.

use super::access::{load, lock_organized};
use super::look::{SeriesView, view};
use super::{Series, SeriesRefusal};
use crate::tournaments::{
    self, Harmless, TournamentRefusal, lock_visible, not_addable, organizes, organizes_series, record_event,
};
use crate::transaction::transaction;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::series::SeriesId;
use lapidary_model::tournament::TournamentId;
use lapidary_store::series;

#[boxed]
impl Series {
    /// Adds a tournament to a series. The caller must organize both. Adding it again changes nothing.
    pub async fn add_event(
        &self,
        id: SeriesId,
        caller: &Identity,
        event: TournamentId,
    ) -> Result<SeriesView, SeriesRefusal> {
        transaction!(self.pool, async |connection| {
            let (mut connection, event) =
                tournaments::lock_organized(connection, event, caller, Some(Harmless::AddingToSeries))
                    .await?;
            let connection = &mut *connection;
            let found = lock_organized(connection, id, caller).await?;
            match series::of_event(connection, event.id).await? {
                Some(own) if own.series == id => {}
                Some(_) => return Err(SeriesRefusal::OtherSeries),
                None => {
                    if let Some(fault) = not_addable(connection, &found, &event, caller.player).await? {
                        return Err(fault.into());
                    }
                    series::add_event(connection, id, event.id, None).await?;
                    record_event(connection, AuditKind::EventAdded, id, &event, caller.player).await?;
                }
            }
            Ok(view(connection, found, Some(caller)).await?)
        })
    }

    /// Removes a tournament from a series, for organizers of either. Events of seasons stay.
    pub async fn remove_event(
        &self,
        id: SeriesId,
        caller: &Identity,
        event: TournamentId,
    ) -> Result<(), SeriesRefusal> {
        transaction!(self.pool, async |connection| {
            let (mut connection, tournament) = match lock_visible(connection, event, caller).await {
                Err(TournamentRefusal::NotFound) => return Err(SeriesRefusal::NoEvent),
                found => found?,
            };
            let connection = &mut *connection;
            let found = load(connection, id).await?;
            series::lock(connection, id).await?;
            let own = series::of_event(connection, event).await?.filter(|own| own.series == id);
            let own = own.ok_or(SeriesRefusal::NoEvent)?;
            if !organizes(connection, &tournament, caller.player).await?
                && !organizes_series(connection, &found, caller.player).await?
            {
                return Err(SeriesRefusal::NotOrganizer);
            }
            if own.place.is_some() {
                return Err(SeriesRefusal::OfSeason);
            }
            series::remove_event(connection, id, event).await?;
            record_event(connection, AuditKind::EventRemoved, id, &tournament, caller.player).await?;
            Ok(())
        })
    }
}
