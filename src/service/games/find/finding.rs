//! The type `Finding`. The use cases are in the other files of this folder.

use std::sync::Arc;

use crate::games::open::opening::Opening;
use crate::games::play::playing::Playing;
use crate::games::read::reading::Reading;
use crate::stream::Watchers;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of challenges, rematches and seeks, with everything that they need.
pub struct Finding {
    pub(in crate::games) pool: Pool,
    pub(in crate::games) watchers: Watchers,
    pub(in crate::games) settings: Arc<GameSettings>,
    pub(in crate::games) read: Arc<Reading>,
    pub(in crate::games) play: Arc<Playing>,
    pub(in crate::games) open: Arc<Opening>,
}
