//! The address that a request comes from.
//!
//! It trusts the connection. It trusts a header only on a connection from a proxy in the settings.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use actix_web::http::header::{HeaderMap, HeaderValue};
use actix_web::{HttpRequest, web};
use ipnet::IpNet;

/// The networks of the proxies whose `X-Forwarded-For` is trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(pub Vec<IpNet>);

impl TrustedProxies {
    /// Returns whether the address is that of a trusted proxy.
    pub fn include(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// The address of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the address that a request comes from.
    pub fn of_request(request: &HttpRequest) -> Self {
        let nobody = TrustedProxies::default();
        let trusted = request.app_data::<web::Data<TrustedProxies>>().map_or(&nobody, |trusted| trusted);
        ClientAddress::of(request.peer_addr().map(|peer| peer.ip()), request.headers(), trusted)
    }

    /// Returns the client address of a connection from `peer` with these headers.
    ///
    /// Each trusted proxy appends the address of its peer, so the client is the last entry that is not a
    /// trusted proxy.
    pub fn of(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.to_canonical());
        if !trusted.include(peer) {
            return ClientAddress(peer);
        }
        let lines = headers.get_all("x-forwarded-for").map(HeaderValue::as_bytes);
        let entries: Vec<&[u8]> = lines.flat_map(|line| line.split(|&byte| byte == b',')).collect();
        let mut seen = peer;
        for entry in entries.into_iter().rev() {
            let Some(address) = address(entry) else { break };
            seen = address.to_canonical();
            if !trusted.include(seen) {
                break;
            }
        }
        ClientAddress(seen)
    }
}

/// Returns the address of an entry. Some proxies add the client's port: `192.0.2.1:4711`,
/// `[2001:db8::1]:4711`.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let entry = std::str::from_utf8(entry).ok()?.trim();
    let bare = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(entry);
    bare.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderName;

    use super::*;

    fn seen(peer: &str, forwarded: &str) -> String {
        let trusted = ["10.0.0.1/32", "10.0.0.2/32", "172.16.0.0/12", "fd00:1::/32"];
        let trusted = TrustedProxies(trusted.map(|network| network.parse().unwrap()).to_vec());
        let mut headers = HeaderMap::new();
        let forwarded = HeaderValue::from_bytes(forwarded.as_bytes()).unwrap();
        headers.insert(HeaderName::from_static("x-forwarded-for"), forwarded);
        ClientAddress::of(Some(peer.parse().unwrap()), &headers, &trusted).0.to_string()
    }

    #[test]
    fn a_header_counts_only_from_a_trusted_proxy() {
        assert_eq!(seen("192.0.2.7", "198.51.100.1"), "192.0.2.7");
        assert_eq!(seen("10.0.0.1", "198.51.100.1"), "198.51.100.1");
        assert_eq!(seen("::ffff:10.0.0.1", "198.51.100.1"), "198.51.100.1");
    }

    #[test]
    fn what_the_client_wrote_itself_stands_further_left() {
        assert_eq!(seen("10.0.0.1", "1.2.3.4, 198.51.100.1"), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2"), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", "1.2.3.4, unknown"), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", "gr\u{fc}n, 198.51.100.1"), "198.51.100.1");
    }

    #[test]
    fn an_entry_may_have_a_port() {
        assert_eq!(seen("10.0.0.1", "192.0.2.1:4711"), "192.0.2.1");
        assert_eq!(seen("10.0.0.1", "[2001:db8::1]:4711"), "2001:db8::1");
        assert_eq!(seen("10.0.0.1", "[2001:db8::1]"), "2001:db8::1");
        assert_eq!(seen("10.0.0.1", "198.51.100.1:1, 10.0.0.2:2"), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", "1.2.3.4, 192.0.2.1:port"), "10.0.0.1");
    }

    #[test]
    fn a_network_of_proxies_is_trusted() {
        assert_eq!(seen("172.31.255.1", "198.51.100.1, 172.16.0.9"), "198.51.100.1");
        assert_eq!(seen("::ffff:172.16.0.9", "198.51.100.1"), "198.51.100.1");
        assert_eq!(seen("172.32.0.1", "198.51.100.1"), "172.32.0.1");
        assert_eq!(seen("fd00:1::7", "2001:db8::1, fd00:1:2::3"), "2001:db8::1");
        assert_eq!(seen("fd00:2::7", "2001:db8::1"), "fd00:2::7");
    }
}
