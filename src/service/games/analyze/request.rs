//! Requesting an analysis and reading it. Whoever may see the end of a game may do both.

use diesel_async::AsyncConnection;

use super::analyzing::{Analyzing, GameAnalysis};
use crate::games::{AnalysisRefusal, GameRefusal, TooManyAnalyses, Unanalyzable};
use lapidary_analysis::JUDGE;
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status};
use lapidary_store::Postgres;
use lapidary_store::analyses::{self, StoredAnalysis};
use lapidary_store::games::{self, GameRecord};
use lapidary_store::sessions;

#[boxed]
impl Analyzing {
    /// Requests the analysis of a game, and returns it as far as it has come. All requests share one.
    pub async fn request(&self, id: GameId, caller: &Identity) -> Result<GameAnalysis, AnalysisRefusal> {
        let record = self.ended(id, Some(caller)).await?;
        let mut connection = self.pool.get().await?;
        if let Some(stored) = analyses::find(&mut connection, id).await?
            && !may_be_made_again(&stored)
        {
            return shown(record, stored);
        }
        let stored =
            connection.transaction(async |connection| self.enqueue(connection, id, caller).await).await?;
        self.watchers.announce_news(caller.player);
        shown(record, stored)
    }

    async fn enqueue(
        &self,
        connection: &mut Postgres,
        id: GameId,
        caller: &Identity,
    ) -> Result<StoredAnalysis, AnalysisRefusal> {
        sessions::lock(connection, caller).await??;
        games::lock_account(connection, caller.player).await?;
        let counts = analyses::count(connection, caller.player).await?;
        let (open_max, day_max) = (self.settings.analyses_per_account, self.settings.analyses_per_day);
        if counts.open >= open_max.into() {
            return Err(TooManyAnalyses::Open(open_max).into());
        }
        if counts.in_a_day >= day_max.into() {
            return Err(TooManyAnalyses::InADay(day_max).into());
        }
        // If another request came first, this changes nothing.
        analyses::insert(connection, id, caller.player).await?;
        analyses::renew(connection, id, caller.player, JUDGE).await?;
        analyses::find(connection, id).await?.ok_or(AnalysisRefusal::NotAnalyzed)
    }

    /// Returns the analysis of a game, as far as it has come.
    pub async fn look(&self, id: GameId, caller: Option<&Identity>) -> Result<GameAnalysis, AnalysisRefusal> {
        let record = self.ended(id, caller).await?;
        let stored = analyses::find(&mut *self.pool.get().await?, id).await?;
        shown(record, stored.ok_or(AnalysisRefusal::NotAnalyzed)?)
    }

    /// Returns the game, if the caller sees its end and it can be analyzed.
    async fn ended(&self, id: GameId, caller: Option<&Identity>) -> Result<GameRecord, AnalysisRefusal> {
        let record = self.read.load_visible(id, caller).await?.record;
        match record.status {
            Status::Waiting => Err(GameRefusal::NotStarted.into()),
            Status::Active => Err(GameRefusal::NotFinished.into()),
            Status::Frozen => Err(GameRefusal::Frozen.into()),
            Status::Aborted => Err(Unanalyzable::Aborted.into()),
            Status::Finished if !record.is_revealed() => Err(Unanalyzable::Sealed.into()),
            Status::Finished => match record.terms.ruleset {
                Ruleset::Splendor(_) => Ok(record),
                Ruleset::Kids(_) => Err(Unanalyzable::Ruleset.into()),
            },
        }
    }
}

/// Whether a later judge would make the stored analysis anew, or the analysis failed long ago.
fn may_be_made_again(stored: &StoredAnalysis) -> bool {
    stored.result.is_some() && stored.judge < JUDGE || stored.may_be_tried_again
}

fn shown(record: GameRecord, stored: StoredAnalysis) -> Result<GameAnalysis, AnalysisRefusal> {
    let parsed = stored.result.map(|text| text.parse());
    Ok(GameAnalysis {
        game: record.id,
        occupants: record.occupants,
        status: stored.status,
        done: stored.done,
        total: stored.total,
        analysis: parsed.transpose().map_err(|_| GameRefusal::Broken("a stored analysis cannot be read"))?,
    })
}
