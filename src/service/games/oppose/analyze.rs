//! Analyses of games, in the threads of the opponents. They run only while no opponent is thinking, one
//! choice at a time, so a turn waits for one choice at most.

use std::time::{Duration, Instant};

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::opponents::Opponents;
use crate::games::GameRefusal;
use crate::games::analyze::analyzing::Analyzing;
use crate::games::analyze::work::ClaimedGame;
use lapidary_analysis::{Analysis, Analyst, Effort};

/// How often a waiting analysis checks whether opponents are thinking.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// How long a choice waits for opponents at most. So an analysis always goes on.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the progress is stored and the claim renewed.
const NOTE_EVERY: Duration = Duration::from_secs(1);

/// How the work on a game has ended.
enum AnalysisEnd {
    /// The analysis or its failure is stored.
    Finished,
    /// Another server has the game, because this one was too slow to renew its claim.
    Lost,
}

#[boxed]
impl Opponents {
    /// Analyzes the next game of the queue, if one waits, until the server stops. If this fails, a server
    /// starts the game again when the claim expires.
    pub async fn analyze_next(&self, stopping: &CancellationToken) -> Result<(), GameRefusal> {
        let Some(game) = self.games.analyze.claim().await? else { return Ok(()) };
        let work = stopping.run_until_cancelled(self.analyze(&game)).await;
        match work {
            Some(Ok(AnalysisEnd::Finished)) => Ok(()),
            None | Some(Ok(AnalysisEnd::Lost)) => self.games.analyze.give_back(&game).await,
            // The failure is reported even if the claim can be given back.
            Some(Err(failure)) => self.games.analyze.give_back(&game).await.and(Err(failure)),
        }
    }

    async fn analyze(&self, game: &ClaimedGame) -> Result<AnalysisEnd, GameRefusal> {
        let simulations = Effort::SIMULATIONS.min(self.settings.opponent_simulations);
        let effort = Effort { simulations, seed: None };
        let mut analyst = Analyst::new(effort);
        let (mut judgements, mut noted) = (Vec::with_capacity(game.line.choices.len()), None::<Instant>);
        for choice in &game.line.choices {
            let is_risky = Analyzing::is_risky(game, judgements.len());
            if is_risky || noted.is_none_or(|noted| noted.elapsed() >= NOTE_EVERY) {
                if !self.games.analyze.note(game, judgements.len()).await? {
                    return Ok(AnalysisEnd::Lost);
                }
                noted = Some(Instant::now());
            }
            self.let_opponents_think().await;
            let choice = choice.clone();
            let judged = self.thinkers.run(move || {
                let judgement = analyst.judge(&choice);
                (analyst, judgement)
            });
            match judged.await {
                Some((back, judgement)) => {
                    analyst = back;
                    judgements.push(judgement);
                }
                // This is an error in the program, which would happen again.
                None => {
                    tracing::error!("the judge of games has failed");
                    self.games.analyze.finish(game, None, effort).await?;
                    return Ok(AnalysisEnd::Finished);
                }
            }
        }
        let analysis = Analysis::new(game.line.seats, judgements, &game.line.outcome);
        self.games.analyze.finish(game, Some(&analysis), effort).await?;
        Ok(AnalysisEnd::Finished)
    }

    /// Waits until no opponent is thinking, but no longer than the limit.
    async fn let_opponents_think(&self) {
        let began = Instant::now();
        while self.thinkers.is_asked() && began.elapsed() < PATIENCE {
            sleep(LOOK_EVERY).await;
        }
    }
}
