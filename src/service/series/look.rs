//! Reading series.

use uuid::Uuid;

use super::access::load;
use super::{Series, SeriesRefusal};
use crate::tournaments::organizes_series;
use lapidary_model::audit::{Audience, StoredAuditEntry};
use lapidary_model::auth::Identity;
use lapidary_model::club::ClubId;
use lapidary_model::series::{EventSeries, SeriesEvent, SeriesId};
use lapidary_store::tournaments::audit::{self, Notes};
use lapidary_store::{Failure, Postgres, series};

/// A series as a caller sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesView {
    pub series: EventSeries,
    /// Its events, without drafts: first the ended ones, in the order in which they ended.
    pub events: Vec<SeriesEvent>,
    /// Whether the caller organizes it.
    pub organized: bool,
}

/// Returns a series as a caller sees it.
pub(super) async fn view(
    connection: &mut Postgres,
    found: EventSeries,
    caller: Option<&Identity>,
) -> Result<SeriesView, Failure> {
    let mut events = series::events(connection, found.id).await?;
    events.retain(|event| event.opened);
    let organized = match caller {
        Some(caller) => organizes_series(connection, &found, caller.player).await?,
        None => false,
    };
    Ok(SeriesView { series: found, events, organized })
}

#[boxed]
impl Series {
    /// Returns a series.
    pub async fn look(&self, id: SeriesId, caller: Option<&Identity>) -> Result<SeriesView, SeriesRefusal> {
        let mut connection = self.pool.get().await?;
        let found = load(&mut connection, id).await?;
        Ok(view(&mut connection, found, caller).await?)
    }

    /// Returns a page of the audit of a series, the newest first, for everybody who sees the series. Drafts
    /// are not named.
    pub async fn audit(
        &self,
        id: SeriesId,
        after: Option<Uuid>,
        limit: u8,
    ) -> Result<Vec<StoredAuditEntry>, SeriesRefusal> {
        let mut connection = self.pool.get().await?;
        load(&mut connection, id).await?;
        // The visibility of a series never changes.
        let reader = (Notes::Public, Audience::Everybody);
        Ok(audit::list(&mut connection, Some(id.into()), reader, after, limit.into()).await?)
    }

    /// Returns a page of the public series, the newest first. It may be limited to a club. With `name`, each
    /// of its words must begin a word of the series' name.
    pub async fn list(
        &self,
        club: Option<ClubId>,
        name: Option<&str>,
        before: Option<SeriesId>,
        limit: u8,
    ) -> Result<Vec<EventSeries>, Failure> {
        series::list_public(&mut *self.pool.get().await?, club, name, before, limit.into()).await
    }
}
