//! The type `Clubs`, with what its use cases need. The use cases are in the other files of this folder.

use lapidary_store::Pool;

/// The use cases of clubs.
pub struct Clubs {
    pub(super) pool: Pool,
}

impl Clubs {
    /// Returns the clubs in this database.
    pub const fn new(pool: Pool) -> Clubs {
        Clubs { pool }
    }
}
