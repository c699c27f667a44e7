//! The visitors that wait for shared work.

use std::net::IpAddr;

use super::network::{Party, parties};
use super::{Identity, PlayerId};

/// The sender of a request, with or without a token, and its network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    pub identity: Option<Identity>,
    pub network: IpAddr,
}

impl Visitor {
    /// Returns the parties that take turns for this visitor: each account of a network is one, and all its
    /// visitors without a token are one.
    pub fn parties(&self) -> [Party<Option<PlayerId>>; 3] {
        parties(self.network, self.identity.map(|identity| identity.player))
    }
}
