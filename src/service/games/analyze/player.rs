//! What the analyses of a player's games show together.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::analyzing::Analyzing;
use crate::games::GameRefusal;
use lapidary_analysis::{Analysis, Grade, JUDGE, Reason};
use lapidary_engine::seat::Seat;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::Status;
use lapidary_model::listing::Filter;
use lapidary_store::{analyses, games};

/// The maximum number of games: the newest that are over.
const GAMES_MAX: u8 = 100;

/// What the analyses of a player's games say together.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct PlayerAnalyses {
    /// The number of games with an analysis.
    #[schema(maximum = 100, example = 12)]
    games: u8,
    /// The mean accuracy in these games, 0 to 100; null without a game.
    #[schema(example = 71.5)]
    accuracy: Option<f32>,
    /// The choices that had an alternative.
    #[schema(example = 322)]
    choices: usize,
    /// Those that were mistakes, blunders included.
    #[schema(example = 41)]
    mistakes: usize,
    /// Those that were blunders.
    #[schema(example = 12)]
    blunders: usize,
    /// Why other turns were better than these mistakes, the most frequent reason first.
    reasons: Vec<MissedReason>,
}

/// How many mistakes have a reason. A mistake may have several, or none.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct MissedReason {
    /// What the better turn would have brought.
    reason: Reason,
    #[schema(example = 9)]
    mistakes: usize,
}

#[boxed]
impl Analyzing {
    /// Returns what the analyses by the present judge say about a player. They cover the newest finished
    /// games whose ends the caller may see.
    pub async fn of_player(
        &self,
        player: PlayerId,
        caller: Option<&Identity>,
    ) -> Result<PlayerAnalyses, GameRefusal> {
        let filter = Filter { player: Some(player), status: Some(Status::Finished), ..Filter::default() };
        let caller = caller.map(|caller| caller.player);
        let mut connection = self.pool.get().await?;
        let seen = games::list(&mut connection, &filter, caller, None, GAMES_MAX).await?;
        let seats: BTreeMap<_, _> = seen
            .iter()
            .filter_map(|game| {
                let seat = game.occupants.iter().position(|occupant| occupant.player == player)?;
                Some((game.id, Seat::new(u8::try_from(seat).ok()?)?))
            })
            .collect();
        let texts = analyses::results(&mut connection, seats.keys().copied(), JUDGE).await?;
        drop(connection);
        let mut analyzed = Vec::with_capacity(texts.len());
        for (game, text) in texts {
            let unreadable = |_| GameRefusal::Broken("a stored analysis cannot be read");
            let analysis: Analysis = text.parse().map_err(unreadable)?;
            analyzed.extend(seats.get(&game).map(|&seat| (analysis, seat)));
        }
        Ok(PlayerAnalyses::of(&analyzed))
    }
}

impl PlayerAnalyses {
    /// Adds up games, each with the seat of the player.
    fn of(games: &[(Analysis, Seat)]) -> PlayerAnalyses {
        let (mut all, mut accuracies, mut reasons) = (PlayerAnalyses::default(), 0.0, BTreeMap::new());
        for (analysis, seat) in games {
            let summary = analysis.summary(*seat);
            all.games += 1;
            all.choices += summary.choices;
            all.mistakes += summary.mistakes;
            accuracies += summary.accuracy;
            let own = analysis.judgements.iter().filter(|one| one.seat == *seat && one.was_free);
            for mistake in own.filter(|one| one.is_mistake()) {
                all.blunders += usize::from(mistake.grade() == Grade::Blunder);
                mistake.reasons.iter().for_each(|reason| *reasons.entry(reason.name()).or_insert(0) += 1);
            }
        }
        all.accuracy = (all.games > 0).then(|| (accuracies / f32::from(all.games) * 10.0).round() / 10.0);
        let missed =
            |reason: Reason| reasons.get(reason.name()).map(|&mistakes| MissedReason { reason, mistakes });
        all.reasons = Reason::ALL.into_iter().filter_map(missed).collect();
        all.reasons.sort_by_key(|one| std::cmp::Reverse(one.mistakes));
        all
    }
}
