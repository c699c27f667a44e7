//! OAuth 2.1 for public clients: codes, devices, tokens, and the grants that they belong to.
//!
//! A grant is a session of the kind `grant`, so it is checked and ended like any other session.

mod codes;
mod consent;
mod devices;
mod grants;
mod tokens;

use std::sync::Arc;

use super::Access;
use crate::store::Pool;
use crate::stream::Watchers;

pub use codes::CodeExchange;
pub use consent::{CodeRequest, ConsentRefusal, Proven};
pub use devices::{DeviceRequest, NewDevice};
pub use tokens::{Renewal, TokenRefusal, Tokens};

/// The use cases of apps that ask for access, with everything that they need.
pub struct OAuth {
    pool: Pool,
    access: Arc<Access>,
    watchers: Watchers,
}

impl OAuth {
    /// Returns the use cases on this database, authenticated by `access`.
    pub fn new(pool: Pool, access: Arc<Access>, watchers: Watchers) -> OAuth {
        OAuth { pool, access, watchers }
    }
}
