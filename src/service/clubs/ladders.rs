//! The ladders of a club: creating, changing, closing and listing them.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{load_visible, lock_managed, lock_session, needs_fresh_login};
use super::{ClubRefusal, Clubs};
use crate::idempotency::{self, Done, KeyRefusal};
use lapidary_contest::rating::leaderboard::ListingRules;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubId, ClubVisibility};
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::season::{ClubLadder, LADDERS_EVER_MAX, LADDERS_MAX, LadderId, LadderSettings, Season};
use lapidary_store::clubs::{ladders, seasons};
use lapidary_store::{Failure, seeks};

/// A ladder with its last season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderView {
    /// The ladder.
    pub ladder: ClubLadder,
    /// The season that runs, or else the last one; none before the first.
    pub season: Option<Season>,
}

/// A change of a ladder; what is none stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LadderPatch {
    /// The name.
    pub name: Option<String>,
    /// Whether only members of the club play in it.
    pub members_only: Option<bool>,
    /// The highest deviation of a listed player.
    pub rd_max: Option<u16>,
    /// The number of opponents that a listed player has.
    pub opponents_min: Option<u32>,
    /// Within how many days a listed player has played.
    pub days_idle_max: Option<u32>,
}

impl LadderPatch {
    /// Returns the changed settings.
    pub fn apply(self, old: LadderSettings) -> LadderSettings {
        LadderSettings {
            name: self.name.unwrap_or(old.name),
            members_only: self.members_only.unwrap_or(old.members_only),
            listing: ListingRules {
                rd_max: self.rd_max.unwrap_or(old.listing.rd_max),
                opponents_min: self.opponents_min.unwrap_or(old.listing.opponents_min),
                days_idle_max: self.days_idle_max.unwrap_or(old.listing.days_idle_max),
            },
        }
    }
}

/// Returns a ladder of a club, whose visibility was checked before.
///
/// # Errors
/// [`ClubRefusal::NoLadder`].
pub(super) async fn ladder_of(
    connection: &mut AsyncPgConnection,
    club: ClubId,
    id: LadderId,
) -> Result<ClubLadder, ClubRefusal> {
    let found = ladders::find(connection, id).await?.filter(|ladder| ladder.club == club);
    found.ok_or(ClubRefusal::NoLadder)
}

async fn view(connection: &mut AsyncPgConnection, ladder: ClubLadder) -> Result<LadderView, Failure> {
    let season = seasons::last_of(connection, &[ladder.id]).await?.pop();
    Ok(LadderView { ladder, season })
}

/// Creates a ladder in an open transaction.
async fn make(
    connection: &mut AsyncPgConnection,
    club: ClubId,
    caller: &Identity,
    base: &Pool,
    settings: &LadderSettings,
) -> Result<LadderView, ClubRefusal> {
    lock_session(connection, caller).await?;
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
    let ladder = ladder_of(connection, club, id).await?;
    Ok(view(connection, ladder).await?)
}

impl Clubs {
    /// Creates a ladder of a public club. Its log is public, so a private club has none. With a claim,
    /// repeated requests create it only once; `answer` makes the response that is stored.
    ///
    /// # Errors
    /// [`ClubRefusal::Private`]; [`ClubRefusal::TooManyLadders`]; why the caller cannot create it; misuse of
    /// the claim.
    pub async fn create_ladder<E>(
        &self,
        club: ClubId,
        caller: &Identity,
        (base, settings): (&Pool, &LadderSettings),
        claim: Option<&Claim>,
        answer: impl FnOnce(&LadderView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E>
    where
        E: From<Failure> + From<KeyRefusal> + From<ClubRefusal>,
    {
        let work = async |connection: &mut AsyncPgConnection| {
            answer(&make(connection, club, caller, base, settings).await?)
        };
        idempotency::once(&self.pool, claim, work).await
    }

    /// Changes a ladder that is not closed.
    ///
    /// # Errors
    /// [`ClubRefusal::NoLadder`]; [`ClubRefusal::LadderClosed`]; why the caller cannot change it.
    pub async fn change_ladder(
        &self,
        club: ClubId,
        caller: &Identity,
        id: LadderId,
        patch: LadderPatch,
    ) -> Result<LadderView, ClubRefusal> {
        self.pool
            .get()
            .await?
            .transaction(async |connection| {
                lock_session(connection, caller).await?;
                lock_managed(connection, club, caller).await?;
                let ladder = ladder_of(connection, club, id).await?;
                if ladder.closed_at.is_some() {
                    return Err(ClubRefusal::LadderClosed);
                }
                ladders::update(connection, id, &patch.apply(ladder.settings)).await?;
                let ladder = ladder_of(connection, club, id).await?;
                Ok(view(connection, ladder).await?)
            })
            .await
    }

    /// Closes a ladder and ends its season. Closing it again changes nothing. A ladder that was never used is
    /// deleted.
    ///
    /// # Errors
    /// [`ClubRefusal::NoLadder`]; [`ClubRefusal::FreshLoginNeeded`]; why the caller cannot close it.
    pub async fn close_ladder(
        &self,
        club: ClubId,
        caller: &Identity,
        id: LadderId,
    ) -> Result<(), ClubRefusal> {
        let mut connection = self.pool.get().await?;
        let ended = connection
            .transaction(async |connection| {
                lock_session(connection, caller).await?;
                lock_managed(connection, club, caller).await?;
                ladder_of(connection, club, id).await?;
                needs_fresh_login(connection, caller).await?;
                let last = seasons::last_of(connection, &[id]).await?.pop();
                if last.is_none() && !seasons::has_tournaments(connection, id).await? {
                    ladders::delete(connection, id).await?;
                    return Ok::<_, ClubRefusal>(None);
                }
                ladders::close(connection, id).await?;
                if let Some(season) = &last {
                    seasons::end(connection, season.id).await?;
                }
                Ok(last)
            })
            .await?;
        if let Some(season) = ended {
            seeks::expire_in_season(&mut connection, season.id).await?;
        }
        Ok(())
    }

    /// Returns a ladder of a club.
    ///
    /// # Errors
    /// [`ClubRefusal::NotFound`]; [`ClubRefusal::NoLadder`]; if the database fails.
    pub async fn ladder(
        &self,
        club: ClubId,
        caller: Option<&Identity>,
        id: LadderId,
    ) -> Result<LadderView, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        load_visible(&mut connection, club, player(caller)).await?;
        let ladder = ladder_of(&mut connection, club, id).await?;
        Ok(view(&mut connection, ladder).await?)
    }

    /// Returns all ladders of a club, the oldest first.
    ///
    /// # Errors
    /// [`ClubRefusal::NotFound`]; if the database fails.
    pub async fn ladders(
        &self,
        club: ClubId,
        caller: Option<&Identity>,
    ) -> Result<Vec<LadderView>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        load_visible(&mut connection, club, player(caller)).await?;
        let found = ladders::list(&mut connection, club).await?;
        let ids: Vec<LadderId> = found.iter().map(|ladder| ladder.id).collect();
        let mut last = seasons::last_of(&mut connection, &ids).await?;
        let mut season_of = |ladder: &ClubLadder| {
            let place = last.iter().position(|season| season.ladder == ladder.id)?;
            Some(last.swap_remove(place))
        };
        let view = |ladder: ClubLadder| LadderView { season: season_of(&ladder), ladder };
        Ok(found.into_iter().map(view).collect())
    }
}

/// Returns the player who asks.
pub(super) fn player(caller: Option<&Identity>) -> Option<PlayerId> {
    caller.map(|caller| caller.player)
}
