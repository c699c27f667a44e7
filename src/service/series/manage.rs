//! Making, changing and deleting a series.

use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{load, lock_organized};
use super::groups::unfinished_group;
use super::look::{SeriesView, view};
use super::{Series, SeriesRefusal};
use crate::audit::record_audit;
use crate::clubs::role_in;
use crate::idempotency::{self, Done, OnceRefusal};
use crate::outdated::is_seen;
use crate::tournaments::has_made;
use crate::transaction::act;
use lapidary_contest::series::table::SeriesPoints;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::Identity;
use lapidary_model::club::{ClubId, ClubRole};
use lapidary_model::field_change::Fields;
use lapidary_model::game::Visibility;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::items::{EventPoints, Paragraph};
use lapidary_model::series::{EventSeries, LeagueGroup, SERIES_MAX, SeriesId, SeriesSettings};
use lapidary_store::Postgres;
use lapidary_store::series::{self, NewSeries};
use lapidary_store::{games, sessions};

/// A change of a series; a field that is left out keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"best_of": 3}))]
pub struct UpdateSeries {
    /// The name.
    #[schema(format = "text", min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// What its organizers tell about it, in paragraphs.
    #[schema(value_type = Option<Vec<Paragraph>>, inline, max_items = 20, nullable = false)]
    pub description: Option<Vec<String>>,
    /// The points for places in events. An empty list adds the points of the events.
    #[schema(value_type = Option<Vec<EventPoints>>, inline, max_items = 100, nullable = false)]
    pub points: Option<Vec<u32>>,
    /// How many results of everybody count; with 100, all.
    #[schema(minimum = 1, maximum = 100, nullable = false)]
    pub best_of: Option<u16>,
    /// The groups of a league, from the top: until its first season.
    #[schema(max_items = 8, nullable = false)]
    pub groups: Option<Vec<LeagueGroup>>,
    /// How many players of a league go up and down at each border between groups.
    #[schema(minimum = 0, maximum = 32, nullable = false)]
    pub promoted: Option<u16>,
    /// The `version` of the settings that the caller has seen. If they have another one by now, the change is
    /// refused with `settings_changed`; without it, the change is for whatever stands there.
    #[schema(maximum = 2147483647, nullable = false)]
    pub version: Option<u32>,
}

impl UpdateSeries {
    fn apply(self, old: SeriesSettings) -> SeriesSettings {
        SeriesSettings {
            name: self.name.unwrap_or(old.name),
            description: self.description.unwrap_or(old.description),
            points: self.points.map_or(old.points, SeriesPoints::for_places),
            best_of: self.best_of.or(old.best_of),
            groups: self.groups.unwrap_or(old.groups),
            promoted: self.promoted.unwrap_or(old.promoted),
        }
    }
}

fn check(settings: &SeriesSettings) -> Result<(), SeriesRefusal> {
    match settings.fault() {
        Some((pointer, fault)) => Err(SeriesRefusal::Field { pointer, fault }),
        None => Ok(()),
    }
}

/// Checks that a change keeps the groups of a league once a season has begun, and that a series with events
/// does not become a league.
async fn may_change_groups(
    connection: &mut Postgres,
    old: &EventSeries,
    new: &SeriesSettings,
) -> Result<(), SeriesRefusal> {
    let old_kind = old.settings.is_league();
    if old.settings.groups == new.groups {
        return Ok(());
    }
    let has_events = series::event_count(connection, old.id).await? > 0;
    match old.season > 0 || has_events && old_kind != new.is_league() {
        true => Err(SeriesRefusal::GroupsFixed),
        false => Ok(()),
    }
}

/// Makes a series in an open transaction.
#[boxed]
async fn make(
    connection: &mut Postgres,
    caller: &Identity,
    new: &NewSeries<'_>,
) -> Result<SeriesView, SeriesRefusal> {
    sessions::lock(connection, caller).await??;
    // Until the transaction ends, no other request can count the series of this account.
    games::lock_account(connection, caller.player).await?;
    if series::count_of(connection, caller.player).await? >= SERIES_MAX {
        return Err(SeriesRefusal::TooMany(SERIES_MAX));
    }
    if let Some(club) = new.club
        && !role_in(connection, club, caller.player).await?.is_some_and(ClubRole::manages)
    {
        return Err(SeriesRefusal::Field {
            pointer: "/club".to_owned(),
            fault: "must be the id of a club that you own or manage",
        });
    }
    series::insert(connection, new).await?;
    record_audit(connection, &AuditEntry::new(new.id, AuditKind::Created).by(caller.player)).await?;
    let made = load(connection, new.id).await?;
    Ok(view(connection, made, Some(caller)).await?)
}

#[boxed]
impl Series {
    /// Makes a series. It belongs to the caller, or to a club that the caller owns or manages. With a claim,
    /// repeated requests make it only once; `answer` makes the stored response.
    pub async fn create<E: OnceRefusal<SeriesRefusal>>(
        &self,
        caller: &Identity,
        club: Option<ClubId>,
        visibility: Visibility,
        settings: &SeriesSettings,
        claim: Option<&Claim>,
        answer: impl FnOnce(&SeriesView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        check(settings)?;
        let id = SeriesId::generate();
        let new = NewSeries { id, owner: caller.player, club, visibility, settings };
        let work = async |connection: &mut Postgres| answer(&make(connection, caller, &new).await?);
        idempotency::once(&self.pool, claim, work).await
    }

    /// Changes a series. Its table changes at once.
    pub async fn change(
        &self,
        id: SeriesId,
        caller: &Identity,
        patch: UpdateSeries,
    ) -> Result<SeriesView, SeriesRefusal> {
        act!(self.pool, caller, async |connection| {
            let old = lock_organized(connection, id, caller).await?;
            is_seen(&old.settings, patch.version)?;
            let settings = patch.apply(old.settings.clone());
            check(&settings)?;
            may_change_groups(connection, &old, &settings).await?;
            let changes = old.settings.differences(&settings);
            if !changes.is_empty() {
                series::update(connection, id, &settings).await?;
                let changed = AuditEntry::new(id, AuditKind::Changed).by(caller.player).changes(changes);
                record_audit(connection, &changed).await?;
            }
            let changed = load(connection, id).await?;
            Ok(view(connection, changed, Some(caller)).await?)
        })
    }

    /// Deletes a series. Its events stay. A league cannot be deleted while a season runs, because its groups
    /// define who may enter.
    pub async fn delete(&self, id: SeriesId, caller: &Identity) -> Result<(), SeriesRefusal> {
        act!(self.pool, caller, async |connection| {
            let found = lock_organized(connection, id, caller).await?;
            if !has_made(connection, found.owner.player, found.club, caller.player).await? {
                return Err(SeriesRefusal::NotCreator);
            }
            sessions::needs_fresh_login(connection, caller).await??;
            let events = series::events(connection, id).await?;
            if let Some(group) = unfinished_group(&found, &events) {
                return Err(SeriesRefusal::SeasonUnfinished(group));
            }
            Ok(series::delete(connection, id).await?)
        })
    }
}
