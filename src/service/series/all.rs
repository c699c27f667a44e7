//! The type `Series`, with what its use cases need. The use cases are in the other files of this folder.

use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of series and leagues.
pub struct Series {
    pub(super) pool: Pool,
    pub(super) settings: GameSettings,
}

impl Series {
    /// Returns the series in this database.
    pub const fn new(pool: Pool, settings: GameSettings) -> Series {
        Series { pool, settings }
    }
}
