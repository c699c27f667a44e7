//! The work on analyses: which game is next, and its result. The room `oppose` computes them.

use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use chrono::Utc;

use super::analyzing::Analyzing;
use crate::games::GameRefusal;
use crate::games::read::history::History;
use crate::games::read::replay::written;
use crate::transaction::transaction;
use crate::webhooks::enqueue;
use lapidary_analysis::{Analysis, Effort, JUDGE, Line};
use lapidary_engine::replay::Written;
use lapidary_model::webhook::{Subject, WebhookEvent, WebhookNews};
use lapidary_store::analyses::{self, AnalysisClaim, JudgedBy};
use lapidary_store::games;

/// How long a claim lasts without renewal. After that another server starts again.
const LEASE: Duration = Duration::from_secs(10);
/// How many servers may die one after another at the same choice of a game. A game that crashes a server each
/// time must not crash all of them.
const DEATHS_MAX: i16 = 3;

/// A game that this server analyzes.
pub(in crate::games) struct ClaimedGame {
    claim: AnalysisClaim,
    pub line: Line,
}

/// The news for webhooks about a finished analysis. Only those of the player who requested it get it.
fn done(claim: &AnalysisClaim) -> WebhookNews {
    WebhookNews {
        event: WebhookEvent::AnalysisDone,
        at: Utc::now(),
        subject: Subject { game: Some(claim.game), ..Subject::default() },
        at_once: vec![claim.requested_by],
        later: Vec::new(),
        is_public: false,
        delay: Duration::ZERO,
    }
}

impl Analyzing {
    /// Claims the next game of the queue; none if none waits, or if the next one cannot be analyzed.
    pub(in crate::games) async fn claim(&self) -> Result<Option<ClaimedGame>, GameRefusal> {
        self.give_back_owed().await?;
        // Each step has its own connection, so that a pool of one is enough.
        let claimed = analyses::claim(&mut *self.pool.get().await?, LEASE).await?;
        let Some(claim) = claimed else { return Ok(None) };
        let line = match claim.deaths >= DEATHS_MAX {
            true => Err("too many servers have died at the same choice of it".to_owned()),
            false => self.line(&claim).await?,
        };
        match line {
            Ok(line) => Ok(Some(ClaimedGame { claim, line })),
            Err(cause) => {
                tracing::error!(game = %claim.game, cause, "a game cannot be analyzed");
                let by = JudgedBy { judge: JUDGE, simulations: Effort::SIMULATIONS };
                analyses::finish(&mut *self.pool.get().await?, &claim, 0, None, by).await?;
                self.watchers.announce_news(claim.requested_by);
                Ok(None)
            }
        }
    }

    /// Returns the choices of a game, or why it has none.
    async fn line(&self, claim: &AnalysisClaim) -> Result<Result<Line, String>, GameRefusal> {
        let connection = self.pool.get().await?;
        let found = games::load_for(&connection, claim.game, claim.requested_by).await?;
        let Some(record) = found.filter(|record| record.is_revealed()) else {
            return Ok(Err("whoever asked for it cannot see its end any more".to_owned()));
        };
        let history = History::load(&connection, &record).await?;
        let entries: Vec<Written> =
            history.log().iter().filter_map(|stored| written(&stored.entry)).collect();
        Ok(Line::read(&history.opening()?, &entries).map_err(|error| error.to_string()))
    }

    /// Whether a server has died at this choice or before it, so that this place is noted exactly.
    pub(in crate::games) fn is_risky(game: &ClaimedGame, done: usize) -> bool {
        game.claim.number > 1 && i32::try_from(done).is_ok_and(|done| done >= game.claim.reached)
    }

    /// Renews the claim and stores how many choices are judged. Returns false if another server has the game.
    pub(in crate::games) async fn note(&self, game: &ClaimedGame, done: usize) -> Result<bool, GameRefusal> {
        let total = game.line.choices.len();
        Ok(analyses::note(&mut *self.pool.get().await?, &game.claim, done, total, LEASE).await?)
    }

    /// Gives back a claim that this server stops working on without having died. If the database is
    /// unreachable now, the claim is given back before the next one.
    pub(in crate::games) async fn give_back(&self, game: &ClaimedGame) -> Result<(), GameRefusal> {
        self.owed().push(game.claim);
        self.give_back_owed().await
    }

    async fn give_back_owed(&self) -> Result<(), GameRefusal> {
        loop {
            let Some(claim) = self.owed().last().copied() else { return Ok(()) };
            analyses::give_back(&mut *self.pool.get().await?, &claim).await?;
            self.owed().retain(|owed| *owed != claim);
        }
    }

    fn owed(&self) -> MutexGuard<'_, Vec<AnalysisClaim>> {
        self.owed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the analysis made with this effort, or its failure. The same transaction notifies the webhooks
    /// of the player who requested it. Their feed is notified after it.
    pub(in crate::games) async fn finish(
        &self,
        game: &ClaimedGame,
        analysis: Option<&Analysis>,
        effort: Effort,
    ) -> Result<(), GameRefusal> {
        let (text, total) = (analysis.map(Analysis::to_string), game.line.choices.len());
        let by = JudgedBy { judge: JUDGE, simulations: effort.simulations };
        transaction!(self.pool, async |connection| {
            let claim = &game.claim;
            if analyses::finish(connection, claim, total, text.as_deref(), by).await? && text.is_some() {
                enqueue(connection, &done(claim)).await?;
            }
            Ok::<_, GameRefusal>(())
        })?;
        self.watchers.announce_news(game.claim.requested_by);
        Ok(())
    }
}
