//! Who waits for work that many clients share.

use std::net::IpAddr;

use super::network::{Party, parties};
use super::{Identity, PlayerId};

/// Who sends a request, with a token or without one, and from which network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    pub identity: Option<Identity>,
    pub network: IpAddr,
}

impl Visitor {
    /// Returns the parties that take turns for this visitor: the accounts of a network among themselves, and
    /// its visitors without a token together.
    pub fn parties(&self) -> [Party<Option<PlayerId>>; 3] {
        parties(self.network, self.identity.map(|identity| identity.player))
    }
}
