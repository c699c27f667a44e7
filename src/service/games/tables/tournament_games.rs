//! The type `TournamentGames`. The use cases are in the other files of this folder.

use std::sync::Arc;

use crate::games::open::opening::Opening;
use crate::games::play::playing::Playing;
use crate::stream::Watchers;
use lapidary_model::settings::GameSettings;

/// Acts of tournaments on the games of their tables, with everything that they need.
pub struct TournamentGames {
    pub(in crate::games) watchers: Watchers,
    pub(in crate::games) settings: Arc<GameSettings>,
    pub(crate) play: Arc<Playing>,
    pub(crate) open: Arc<Opening>,
}
