//! What all use cases of apps share.

use std::sync::Arc;

use crate::Access;
use crate::stream::Watchers;
use lapidary_store::Pool;

/// The use cases of apps that request access, with everything that they need.
pub struct OAuth {
    pub(super) pool: Pool,
    pub(super) access: Arc<Access>,
    pub(super) watchers: Watchers,
}

impl OAuth {
    /// Returns the use cases on this database, authenticated by `access`.
    pub fn new(pool: Pool, access: Arc<Access>, watchers: Watchers) -> OAuth {
        OAuth { pool, access, watchers }
    }
}
