//! The seasons of a club's ladders: starting, ending and listing them.

use super::access::{load_visible, lock_managed, owns};
use super::ladders::ladder_of;
use super::{ClubRefusal, Clubs};
use crate::audit::record_audit;
use crate::transaction::act;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::Identity;
use lapidary_model::club::ClubId;
use lapidary_model::season::{ClubLadder, LadderId, NewSeason, SEASONS_MAX, Season, SeasonId, SeasonReset};
use lapidary_store::clubs::seasons;
use lapidary_store::{Failure, Postgres, ratings, seeks};

/// Returns a season of a club. The caller has checked the visibility.
async fn season_of(connection: &mut Postgres, club: ClubId, id: SeasonId) -> Result<Season, ClubRefusal> {
    let season = seasons::find(connection, id).await?.ok_or(ClubRefusal::NoSeason)?;
    match ladder_of(connection, club, season.ladder).await {
        Ok(_) => Ok(season),
        Err(ClubRefusal::NoLadder) => Err(ClubRefusal::NoSeason),
        Err(refusal) => Err(refusal),
    }
}

/// Records that a season has started or ended.
async fn record(
    connection: &mut Postgres,
    kind: AuditKind,
    caller: &Identity,
    ladder: &ClubLadder,
    season: &Season,
) -> Result<(), Failure> {
    let note = format!("{}, {}", ladder.settings.name, season.number);
    let entry = AuditEntry::new(ladder.club, kind).by(caller.player).note(note);
    record_audit(connection, &entry).await
}

#[boxed]
impl Clubs {
    /// Starts a season of a ladder. The one before must have ended, but some of its games may still be
    /// played: after a soft reset, players begin with the ratings that they have now. Its rounds over the
    /// board must be rated before a soft reset: their results may be known.
    pub async fn start_season(
        &self,
        club: ClubId,
        caller: &Identity,
        new: &NewSeason,
    ) -> Result<Season, ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            lock_managed(connection, club, caller).await?;
            let ladder = ladder_of(connection, club, new.ladder).await?;
            if ladder.closed_at.is_some() {
                return Err(ClubRefusal::LadderClosed);
            }
            let last = seasons::last_of(connection, &[ladder.id]).await?.pop();
            if last.as_ref().is_some_and(|season| season.ended_at.is_none()) {
                return Err(ClubRefusal::SeasonRunning);
            }
            if let Some(season) = last.as_ref().filter(|_| new.reset == SeasonReset::Soft)
                && seasons::has_open_rounds(connection, season.id).await?
            {
                return Err(ClubRefusal::RoundsUnrated);
            }
            if last.as_ref().is_some_and(|season| i64::from(season.number) >= SEASONS_MAX) {
                return Err(ClubRefusal::TooManySeasons(SEASONS_MAX));
            }
            // Meanwhile nothing is annulled in the season before, and none of its games ends.
            let games = match &last {
                Some(season) => ratings::lock_pool(connection, &season.pool).await?,
                None => None,
            };
            let earlier = last.as_ref().map(|season| (season, games.map_or(0, |pool| pool.games)));
            let id = SeasonId::generate();
            let pool = ladder.base_pool.clone().in_season(Some(id.key())).to_string();
            seasons::insert(connection, id, &pool, new, earlier).await?;
            let season = seasons::find(connection, id).await?.ok_or(ClubRefusal::NoSeason)?;
            record(connection, AuditKind::SeasonStarted, caller, &ladder, &season).await?;
            Ok(season)
        })
    }

    /// Ends a season: none of its games begins any more. Its table is final when its last game is over.
    /// Ending it again changes nothing.
    pub async fn end_season(
        &self,
        club: ClubId,
        caller: &Identity,
        id: SeasonId,
    ) -> Result<Season, ClubRefusal> {
        let season = act!(self.pool, caller, async |connection| {
            owns(lock_managed(connection, club, caller).await?.1)?;
            let season = season_of(connection, club, id).await?;
            if season.ended_at.is_none() {
                let ladder = ladder_of(connection, club, season.ladder).await?;
                record(connection, AuditKind::SeasonEnded, caller, &ladder, &season).await?;
            }
            seasons::end(connection, id).await?;
            seasons::find(connection, id).await?.ok_or(ClubRefusal::NoSeason)
        })?;
        // In a transaction of its own, because pairing locks the seeks before the season.
        seeks::expire_in_season(&mut *self.pool.get().await?, id).await?;
        Ok(season)
    }

    /// Returns a season of a club.
    pub async fn season(
        &self,
        club: ClubId,
        caller: Option<&Identity>,
        id: SeasonId,
    ) -> Result<Season, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        load_visible(&mut connection, club, caller).await?;
        season_of(&mut connection, club, id).await
    }

    /// Returns a page of the seasons of a club, or of one of its ladders, the newest first.
    pub async fn seasons(
        &self,
        club: ClubId,
        caller: Option<&Identity>,
        ladder: Option<LadderId>,
        before: Option<SeasonId>,
        limit: u8,
    ) -> Result<Vec<Season>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        load_visible(&mut connection, club, caller).await?;
        Ok(seasons::page(&mut connection, club, ladder, before, limit.into()).await?)
    }
}
