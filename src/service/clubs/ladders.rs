//! The ladders of a club: creating, changing, closing and listing them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{load_visible, lock_managed, owns};
use super::{ClubRefusal, Clubs};
use crate::audit::record_audit;
use crate::idempotency::{self, Done, OnceRefusal};
use crate::outdated::is_seen;
use crate::transaction::act;
use lapidary_contest::rating::leaderboard::ListingRules;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::Identity;
use lapidary_model::club::{ClubId, ClubVisibility};
use lapidary_model::field_change::Fields;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::season::{ClubLadder, LADDERS_EVER_MAX, LADDERS_MAX, LadderId, LadderSettings, Season};
use lapidary_store::clubs::{ladders, seasons};
use lapidary_store::{Failure, Postgres, seeks, sessions};

/// A ladder of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ClubLadder)]
pub struct LadderView {
    #[serde(flatten)]
    pub ladder: ClubLadder,
    /// Another number after each change of the settings, for the next change.
    #[schema(maximum = 2147483647, example = 1720351104)]
    pub version: u32,
    /// The season that runs, or else the last one; null before the first.
    pub season: Option<Season>,
}

/// What a player needs to be listed on a leaderboard. A field that is left out keeps its value; in a new
/// ladder it is 150, 2 and 365.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewListing {
    /// The highest deviation (`rd`). New players have 167, so 170 lists everybody.
    #[schema(minimum = 20, maximum = 170, nullable = false)]
    pub rd_max: Option<u16>,
    /// The minimum number of different opponents.
    #[schema(minimum = 1, maximum = 1000, nullable = false)]
    pub opponents_min: Option<u32>,
    /// The maximum number of days since the last rated game of the season.
    #[schema(minimum = 1, maximum = 3650, nullable = false)]
    pub days_idle_max: Option<u32>,
}

/// A change of a ladder; a field that is left out keeps its value.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"listing": {"opponents_min": 3}}))]
pub struct UpdateLadder {
    /// The name.
    #[schema(format = "text", min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// Whether only members of the club play in it. Games that have begun stay rated.
    #[schema(nullable = false)]
    pub members_only: Option<bool>,
    /// For how many days a player must be a member before their games count; 0 for everybody who may play. It
    /// is asked when a game is offered, when a tournament starts, and over the board when a round is paired.
    #[schema(minimum = 0, maximum = 3650, nullable = false)]
    pub member_days_min: Option<u16>,
    /// For how many days a player must have their account before their games count; 0 for everybody.
    #[schema(minimum = 0, maximum = 3650, nullable = false)]
    pub account_days_min: Option<u16>,
    /// What a player needs to be listed. It holds at once for the season that runs, and for later ones.
    #[schema(nullable = false)]
    pub listing: Option<NewListing>,
    /// The `version` of the settings that the caller has seen. If they have another one by now, the change is
    /// refused with `settings_changed`; without it, the change is for whatever stands there.
    #[schema(maximum = 2147483647, nullable = false)]
    pub version: Option<u32>,
}

impl UpdateLadder {
    /// Returns the changed settings.
    pub fn apply(self, old: LadderSettings) -> LadderSettings {
        let listing = self.listing.unwrap_or_default();
        LadderSettings {
            name: self.name.unwrap_or(old.name),
            members_only: self.members_only.unwrap_or(old.members_only),
            member_days_min: self.member_days_min.unwrap_or(old.member_days_min),
            account_days_min: self.account_days_min.unwrap_or(old.account_days_min),
            listing: ListingRules {
                rd_max: listing.rd_max.unwrap_or(old.listing.rd_max),
                opponents_min: listing.opponents_min.unwrap_or(old.listing.opponents_min),
                days_idle_max: listing.days_idle_max.unwrap_or(old.listing.days_idle_max),
            },
        }
    }
}

/// Returns a ladder of a club. The caller has checked the visibility.
pub(super) async fn ladder_of(
    connection: &mut Postgres,
    club: ClubId,
    id: LadderId,
) -> Result<ClubLadder, ClubRefusal> {
    let found = ladders::find(connection, id).await?.filter(|ladder| ladder.club == club);
    found.ok_or(ClubRefusal::NoLadder)
}

async fn view(connection: &mut Postgres, ladder: ClubLadder) -> Result<LadderView, Failure> {
    let season = seasons::last_of(connection, &[ladder.id]).await?.pop();
    Ok(LadderView { version: ladder.settings.version(), ladder, season })
}

/// Creates a ladder in an open transaction.
#[boxed]
async fn make(
    connection: &mut Postgres,
    club: ClubId,
    caller: &Identity,
    base: &Pool,
    settings: &LadderSettings,
) -> Result<LadderView, ClubRefusal> {
    sessions::lock(connection, caller).await??;
    let (found, _) = lock_managed(connection, club, caller).await?;
    if found.settings.visibility == ClubVisibility::Private {
        return Err(ClubRefusal::Private);
    }
    let others = ladders::list(connection, club).await?;
    let open = others.iter().filter(|ladder| ladder.closed_at.is_none()).count();
    for (count, most) in [(open, LADDERS_MAX), (others.len(), LADDERS_EVER_MAX)] {
        if i64::try_from(count).is_ok_and(|count| count >= most) {
            return Err(ClubRefusal::TooManyLadders(most));
        }
    }
    let id = LadderId::generate();
    ladders::insert(connection, id, club, base, settings).await?;
    let created = AuditEntry::new(club, AuditKind::LadderCreated).by(caller.player).note(&*settings.name);
    record_audit(connection, &created).await?;
    let ladder = ladder_of(connection, club, id).await?;
    Ok(view(connection, ladder).await?)
}

#[boxed]
impl Clubs {
    /// Creates a ladder of a public club. Its log is public, so a private club has none. With a claim,
    /// repeated requests create it only once; `answer` makes the response that is stored.
    pub async fn create_ladder<E: OnceRefusal<ClubRefusal>>(
        &self,
        club: ClubId,
        caller: &Identity,
        (base, settings): (&Pool, &LadderSettings),
        claim: Option<&Claim>,
        answer: impl FnOnce(&LadderView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let work =
            async |connection: &mut Postgres| answer(&make(connection, club, caller, base, settings).await?);
        idempotency::once(&self.pool, claim, work).await
    }

    /// Changes a ladder that is not closed.
    pub async fn change_ladder(
        &self,
        club: ClubId,
        caller: &Identity,
        id: LadderId,
        patch: UpdateLadder,
    ) -> Result<LadderView, ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            lock_managed(connection, club, caller).await?;
            let ladder = ladder_of(connection, club, id).await?;
            if ladder.closed_at.is_some() {
                return Err(ClubRefusal::LadderClosed);
            }
            is_seen(&ladder.settings, patch.version)?;
            let settings = patch.apply(ladder.settings.clone());
            let (name, listing) = (settings.name.clone(), settings.listing);
            let at_any_time = LadderSettings { name, listing, ..ladder.settings.clone() };
            if settings != at_any_time && seasons::has_running_event(connection, id).await? {
                return Err(ClubRefusal::ConditionsFixed);
            }
            let changes = ladder.settings.differences(&settings);
            if !changes.is_empty() {
                ladders::update(connection, id, &settings).await?;
                let changed = AuditEntry::new(club, AuditKind::LadderChanged).by(caller.player);
                let changed = changed.note(ladder.settings.name).changes(changes);
                record_audit(connection, &changed).await?;
            }
            let ladder = ladder_of(connection, club, id).await?;
            Ok(view(connection, ladder).await?)
        })
    }

    /// Closes a ladder and ends its season. Only the owner may do it. Closing it again changes nothing. A
    /// ladder that was never used is deleted.
    pub async fn close_ladder(
        &self,
        club: ClubId,
        caller: &Identity,
        id: LadderId,
    ) -> Result<(), ClubRefusal> {
        let ended = act!(self.pool, caller, async |connection| {
            let (_, role) = lock_managed(connection, club, caller).await?;
            let ladder = ladder_of(connection, club, id).await?;
            sessions::needs_fresh_login(connection, caller).await??;
            let last = seasons::last_of(connection, &[id]).await?.pop();
            let is_used = last.is_some() || seasons::has_tournaments(connection, id).await?;
            if is_used {
                owns(role)?;
            }
            if ladder.closed_at.is_none() {
                let closed = AuditEntry::new(club, AuditKind::LadderClosed).by(caller.player);
                record_audit(connection, &closed.note(ladder.settings.name)).await?;
            }
            if !is_used {
                ladders::delete(connection, id).await?;
                return Ok::<_, ClubRefusal>(None);
            }
            ladders::close(connection, id).await?;
            if let Some(season) = &last {
                seasons::end(connection, season.id).await?;
            }
            Ok(last)
        })?;
        if let Some(season) = ended {
            seeks::expire_in_season(&mut *self.pool.get().await?, season.id).await?;
        }
        Ok(())
    }

    /// Returns a ladder of a club.
    pub async fn ladder(
        &self,
        club: ClubId,
        caller: Option<&Identity>,
        id: LadderId,
    ) -> Result<LadderView, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        load_visible(&mut connection, club, caller).await?;
        let ladder = ladder_of(&mut connection, club, id).await?;
        Ok(view(&mut connection, ladder).await?)
    }

    /// Returns all ladders of a club, the oldest first.
    pub async fn ladders(
        &self,
        club: ClubId,
        caller: Option<&Identity>,
    ) -> Result<Vec<LadderView>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        load_visible(&mut connection, club, caller).await?;
        let found = ladders::list(&mut connection, club).await?;
        let ids: Vec<LadderId> = found.iter().map(|ladder| ladder.id).collect();
        let mut last = seasons::last_of(&mut connection, &ids).await?;
        let mut season_of = |ladder: &ClubLadder| {
            let place = last.iter().position(|season| season.ladder == ladder.id)?;
            Some(last.swap_remove(place))
        };
        let view = |ladder: ClubLadder| LadderView {
            version: ladder.settings.version(),
            season: season_of(&ladder),
            ladder,
        };
        Ok(found.into_iter().map(view).collect())
    }
}
