//! The type `Clubs`, with what its use cases need. The use cases are in the other files of this folder.

use lapidary_model::settings::Switch;
use lapidary_store::Pool;

/// The use cases of clubs.
pub struct Clubs {
    pub(super) pool: Pool,
    /// Whether the daily limits apply to ratings.
    pub(super) limits: Switch,
}

impl Clubs {
    /// Returns the clubs in this database.
    pub const fn new(pool: Pool, limits: Switch) -> Clubs {
        Clubs { pool, limits }
    }
}
