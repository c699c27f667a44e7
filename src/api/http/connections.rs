//! The number of connections of each address to this server. It knows no requests.

use std::net::IpAddr;

use crate::extract::TrustedProxies;
use lapidary_model::auth::network;
use lapidary_model::places::{HeldPlace, HeldPlaces};

/// The open connections of each address, with a limit.
#[derive(Debug, Clone)]
pub struct Connections {
    open: HeldPlaces<IpAddr>,
    max: u32,
    proxies: TrustedProxies,
}

/// The place of an open connection. Dropping it frees the place.
#[derive(Debug)]
pub struct ConnectionPlace {
    /// None for an uncounted connection.
    _counted: Option<HeldPlace<IpAddr>>,
}

impl Connections {
    /// Returns a counter that allows each address this many connections.
    pub fn new(max: u32, proxies: TrustedProxies) -> Self {
        Connections { open: HeldPlaces::default(), max, proxies }
    }

    /// Takes a place for a connection from this address. None if the address has no free place.
    ///
    /// Connections of trusted proxies are not counted: they serve many clients, and proxies limit them.
    pub fn open(&self, peer: Option<IpAddr>) -> Option<ConnectionPlace> {
        let peer = peer.map(|peer| peer.to_canonical()).filter(|peer| !self.proxies.include(*peer));
        let Some(network) = peer.map(network::of) else { return Some(ConnectionPlace { _counted: None }) };
        let (place, _) = self.open.take(network, self.max)?;
        Some(ConnectionPlace { _counted: Some(place) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn addresses_of_one_network_share_their_places() {
        let connections = Connections::new(1, TrustedProxies::default());
        let _first = connections.open(address("2001:db8::1"));
        assert!(connections.open(address("2001:db8::2")).is_none());
        assert!(connections.open(address("2001:db8:0:1::1")).is_some());
        let _mapped = connections.open(address("::ffff:192.0.2.1"));
        assert!(connections.open(address("192.0.2.1")).is_none(), "it is the same address");
    }

    #[test]
    fn a_trusted_proxy_is_not_limited() {
        let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap()]);
        let connections = Connections::new(1, proxies);
        let places: Vec<_> = (0..100).map(|_| connections.open(address("10.1.2.3"))).collect();
        assert!(places.iter().all(Option::is_some));
    }
}
