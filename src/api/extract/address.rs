//! From where a request comes.
//!
//! It believes the connection, and a header only where the connection comes from a proxy that the settings name.

use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr};

use actix_web::dev::Payload;
use actix_web::http::header::HeaderMap;
use actix_web::{FromRequest, HttpRequest, web};

use crate::api::Problem;

/// The proxies that may speak for others.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(pub Vec<IpAddr>);

/// The address of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The address behind a connection from `peer` with these headers.
    ///
    /// Each trusted proxy appends whom it saw, so the right-most entry that is no proxy of ours is the client.
    pub fn of(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.to_canonical());
        if !trusted.0.contains(&peer) {
            return ClientAddress(peer);
        }
        let told = headers.get_all("x-forwarded-for").filter_map(|value| value.to_str().ok());
        let told: Vec<&str> = told.flat_map(|value| value.split(',')).map(str::trim).collect();
        let mut seen = peer;
        for entry in told.iter().rev() {
            let Ok(address) = entry.parse::<IpAddr>() else { break };
            seen = address.to_canonical();
            if !trusted.0.contains(&seen) {
                break;
            }
        }
        ClientAddress(seen)
    }
}

impl FromRequest for ClientAddress {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let nobody = TrustedProxies::default();
        let trusted = request.app_data::<web::Data<TrustedProxies>>().map_or(&nobody, |trusted| trusted);
        ready(Ok(ClientAddress::of(request.peer_addr().map(|peer| peer.ip()), request.headers(), trusted)))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn seen(peer: &str, forwarded: &str) -> String {
        let trusted = TrustedProxies(vec!["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()]);
        let mut headers = HeaderMap::new();
        headers.insert(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_str(forwarded).unwrap());
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
    }
}
