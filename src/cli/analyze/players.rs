//! Players over many analyzed games.

use std::collections::BTreeMap;

use super::game::AnalyzedGame;

/// What a player did in all games.
#[derive(Debug, Default)]
pub struct PlayerTally {
    pub games: u32,
    /// The games that the player won, and parts of shared ones.
    pub won: f32,
    /// The sum of the accuracies of the games.
    pub accuracies: f32,
    pub choices: usize,
    pub mistakes: usize,
    pub luck: f32,
    /// How often each card was bought first, by level and color.
    pub openings: BTreeMap<String, u32>,
    /// What was lost with each kind of action.
    pub losses: BTreeMap<String, f32>,
}

/// All players, by name.
#[derive(Debug, Default)]
pub struct Players(pub BTreeMap<String, PlayerTally>);

impl Players {
    /// Adds a game.
    pub fn add(&mut self, game: &AnalyzedGame) {
        for seat in game.analysis.summaries() {
            let tally = self.0.entry(game.player(seat.seat).to_owned()).or_default();
            tally.games += 1;
            tally.won += seat.result;
            tally.accuracies += seat.accuracy;
            tally.choices += seat.choices;
            tally.mistakes += seat.mistakes;
            tally.luck += seat.luck;
            let mut bought = None;
            for judgement in game.analysis.judgements.iter().filter(|one| one.seat == seat.seat) {
                let kind = judgement.played.split([' ', ';']).next().unwrap_or_default();
                *tally.losses.entry(kind.to_owned()).or_default() += judgement.loss();
                bought = bought.or_else(|| opening(&judgement.played));
            }
            *tally.openings.entry(bought.unwrap_or_else(|| "none".to_owned())).or_default() += 1;
        }
    }
}

/// The level and color of the bought card, such as `1 red`.
fn opening(played: &str) -> Option<String> {
    let card = played.split("; ").find_map(|action| action.strip_prefix("buy "))?.split(' ').next()?;
    let mut parts = card.split('-').skip(1);
    Some(format!("{} {}", parts.next()?, parts.next()?))
}

impl PlayerTally {
    /// The card that was bought first most often, with how often.
    pub fn favorite_opening(&self) -> Option<(&str, u32)> {
        let most = self.openings.iter().max_by_key(|(_, count)| **count)?;
        Some((most.0, *most.1))
    }

    /// The kind of action that lost most, with its share of all losses.
    pub fn typical_loss(&self) -> Option<(&str, f32)> {
        let all: f32 = self.losses.values().sum();
        let most = self.losses.iter().max_by(|a, b| a.1.total_cmp(b.1)).filter(|(_, lost)| **lost > 0.0)?;
        Some((most.0, most.1 / all))
    }
}

#[cfg(test)]
mod tests {
    use super::opening;

    #[test]
    fn an_opening_is_the_level_and_color_of_the_first_card() {
        assert_eq!(opening("buy base-1-red-4 2w2r").as_deref(), Some("1 red"));
        assert_eq!(opening("take wug"), None);
    }
}
