//! The type `BotMatches`. The use cases are in the other files of this folder.

use std::sync::Arc;

use crate::games::open::opening::Opening;
use crate::games::tables::tournament_games::TournamentGames;
use crate::stream::Watchers;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of series of games between bots, with everything that they need.
pub struct BotMatches {
    pub(in crate::games) pool: Pool,
    pub(in crate::games) watchers: Watchers,
    pub(in crate::games) settings: Arc<GameSettings>,
    pub(in crate::games) open: Arc<Opening>,
    pub(in crate::games) tables: Arc<TournamentGames>,
}
