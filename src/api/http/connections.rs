//! How many connections each address has, on this server. It knows no requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::extract::TrustedProxies;
use lapidary_model::auth::network;

/// The number of open connections of each address that has any.
type Counts = Mutex<HashMap<IpAddr, u32>>;

/// The open connections of each address, with a limit.
#[derive(Debug, Clone)]
pub struct Connections {
    open: Arc<Counts>,
    max: u32,
    proxies: TrustedProxies,
}

/// The place of an open connection; it is free again when it is dropped.
#[derive(Debug)]
pub struct ConnectionPlace {
    /// None for a connection that is not counted.
    counted: Option<(Arc<Counts>, IpAddr)>,
}

/// Locks the counts. Poisoning is ignored, because a panic cannot leave invalid counts.
fn lock(open: &Counts) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connections {
    /// Returns a counter that lets each address have this many connections.
    pub fn new(max: u32, proxies: TrustedProxies) -> Self {
        Connections { open: Arc::default(), max, proxies }
    }

    /// Takes a place for a connection from this address; none if the address has all of its places.
    ///
    /// The connections of a trusted proxy are not counted: it carries those of many clients, and limits them
    /// itself.
    pub fn open(&self, peer: Option<IpAddr>) -> Option<ConnectionPlace> {
        let peer = peer.map(|peer| peer.to_canonical()).filter(|peer| !self.proxies.include(*peer));
        let Some(network) = peer.map(network::of) else { return Some(ConnectionPlace { counted: None }) };
        let mut open = lock(&self.open);
        let count = open.entry(network).or_insert(0);
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(ConnectionPlace { counted: Some((Arc::clone(&self.open), network)) })
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let Some((open, network)) = &self.counted else { return };
        let mut open = lock(open);
        if let Some(count) = open.get_mut(network) {
            *count -= 1;
            if *count == 0 {
                open.remove(network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn a_place_is_free_again_when_its_connection_ends() {
        let connections = Connections::new(2, TrustedProxies::default());
        let here = || connections.open(address("192.0.2.1"));
        let (first, second) = (here(), here());
        assert!(first.is_some() && second.is_some() && here().is_none());
        assert!(connections.open(address("192.0.2.2")).is_some());
        assert!(connections.open(address("::ffff:192.0.2.1")).is_none(), "it is the same address");
        drop(first);
        assert!(here().is_some());
        drop(second);
        assert!(lock(&connections.open).is_empty());
    }

    #[test]
    fn addresses_of_one_network_share_their_places() {
        let connections = Connections::new(1, TrustedProxies::default());
        let _first = connections.open(address("2001:db8::1"));
        assert!(connections.open(address("2001:db8::2")).is_none());
        assert!(connections.open(address("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn a_trusted_proxy_is_not_limited() {
        let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap()]);
        let connections = Connections::new(1, proxies);
        let places: Vec<_> = (0..100).map(|_| connections.open(address("10.1.2.3"))).collect();
        assert!(places.iter().all(Option::is_some));
    }
}
