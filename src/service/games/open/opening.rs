//! The type `Opening`. The use cases are in the other files of this folder.

use std::sync::Arc;

use crate::games::play::playing::Playing;
use crate::games::read::reading::Reading;
use crate::stream::Watchers;
use lapidary_engine::kids::sides::Sides;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of tables before their games start and of ending them without a result, with everything that
/// they need.
pub struct Opening {
    pub(in crate::games) pool: Pool,
    pub(in crate::games) watchers: Watchers,
    pub(in crate::games) boards: Sides,
    pub(in crate::games) settings: Arc<GameSettings>,
    pub(in crate::games) read: Arc<Reading>,
    pub(in crate::games) play: Arc<Playing>,
}
