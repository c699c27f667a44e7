//! The address of a webhook: which addresses are accepted, and where the host is.

use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;
use lapidary_model::auth::is_host_name;
use url::{Host, Url};

use super::network::{NetworkKind, place};

/// The port of `https`. Lower ports than [`PORT_MIN`] belong to other services of the same host.
const HTTPS: u16 = 443;
/// The lowest other port.
const PORT_MIN: u16 = 1_024;
/// The maximum number of addresses of a host to try.
pub const ADDRESSES_MAX: usize = 4;

/// Why an address is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("is not a URL with a host")]
    NotAUrl,
    #[error("must name a host with letters, digits, hyphens and dots, or by its address")]
    HostName,
    #[error("must begin with `https://`")]
    Scheme,
    #[error("must not contain a username or a password")]
    Credentials,
    #[error("must not have a fragment")]
    Fragment,
    #[error("must use port 443 or a port from 1024")]
    Port,
    #[error("must not name an address outside the public internet")]
    Address,
}

/// A parsed address of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    url: Url,
    port: u16,
}

impl Target {
    /// Parses an address. What its name resolves to is checked at each attempt.
    pub fn read(text: &str, allowed: &[IpNet]) -> Result<Target, Refused> {
        let url = Url::parse(text).map_err(|_| Refused::NotAUrl)?;
        let may_be_plain = !allowed.is_empty();
        if url.scheme() != "https" && !(url.scheme() == "http" && may_be_plain) {
            return Err(Refused::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refused::Credentials);
        }
        if url.fragment().is_some() {
            return Err(Refused::Fragment);
        }
        let port = url.port_or_known_default().ok_or(Refused::NotAUrl)?;
        let target = Target { url, port };
        match target.literal()? {
            Some(address) => target.check(address, allowed)?,
            None if may_be_plain => {}
            None => target.check_port()?,
        }
        Ok(target)
    }

    /// Returns the IP address, if the host is one.
    fn literal(&self) -> Result<Option<IpAddr>, Refused> {
        match self.url.host() {
            Some(Host::Ipv4(address)) => Ok(Some(address.into())),
            Some(Host::Ipv6(address)) => Ok(Some(address.into())),
            Some(Host::Domain(name)) if is_host_name(name) => Ok(None),
            Some(Host::Domain(_)) => Err(Refused::HostName),
            None => Err(Refused::NotAUrl),
        }
    }

    fn check_port(&self) -> Result<(), Refused> {
        if self.port == HTTPS || self.port >= PORT_MIN { Ok(()) } else { Err(Refused::Port) }
    }

    /// Checks whether a request may go to this address.
    fn check(&self, address: IpAddr, allowed: &[IpNet]) -> Result<(), Refused> {
        match place(address, allowed).ok_or(Refused::Address)? {
            NetworkKind::Allowed => Ok(()),
            NetworkKind::Public if !self.is_encrypted() => Err(Refused::Scheme),
            NetworkKind::Public => self.check_port(),
        }
    }

    /// Returns the addresses to connect to. Resolves the name once and checks every address. The error is
    /// none if the name does not resolve, and a refusal if one of its addresses is not accepted.
    pub async fn resolve(&self, allowed: &[IpNet]) -> Result<Vec<SocketAddr>, Option<Refused>> {
        let addresses: Vec<SocketAddr> = match self.literal().map_err(Some)? {
            Some(address) => vec![SocketAddr::new(address, self.port)],
            None => {
                let name = self.url.host_str().unwrap_or_default();
                tokio::net::lookup_host((name, self.port)).await.map_err(|_| None)?.collect()
            }
        };
        for address in &addresses {
            self.check(address.ip(), allowed).map_err(Some)?;
        }
        match addresses.is_empty() {
            true => Err(None),
            false => Ok(addresses.into_iter().take(ADDRESSES_MAX).collect()),
        }
    }

    /// Whether requests are encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Returns the name for the certificate of the host, without the brackets of an IPv6 address.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default().trim_matches(['[', ']'])
    }

    /// Returns the origin: the scheme, the host and the port.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// Returns the value of the header `Host`.
    pub fn authority(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Returns the path with the query.
    pub fn path(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_hosts_are_recognized_in_every_spelling() {
        for host in [
            "127.0.0.1",
            "127.1",
            "127.0.1",
            "2130706433",
            "0x7f000001",
            "0x7f.1",
            "017700000001",
            "0177.0.0.1",
            "0",
            "0.0.0.0",
            "[::]",
            "[::1]",
            "[0:0:0:0:0:0:0:1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[64:ff9b::127.0.0.1]",
            "[2002:7f00:1::]",
            "①②⑦.⓪.⓪.①",
            "127。0。0。1",
            "%31%32%37.0.0.1",
            "127.0.0.1.",
            "169.254.169.254",
            "0xa9fea9fe",
            "2852039166",
            "[fd00:ec2::254]",
            "10.0.0.1",
            "192.168.0.1",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "[fe80::1]",
            "[ff02::1]",
        ] {
            let refused = Target::read(&format!("https://{host}/hook"), &[]);
            assert_eq!(refused, Err(Refused::Address), "{host}");
        }
    }

    #[test]
    fn addresses_are_plain_and_encrypted() {
        for (url, refusal) in [
            ("", Refused::NotAUrl),
            ("hooks.example", Refused::NotAUrl),
            ("https://", Refused::NotAUrl),
            ("https://a b.example/", Refused::NotAUrl),
            ("https://[fe80::1%25eth0]/", Refused::NotAUrl),
            ("https://a;b/", Refused::HostName),
            ("https://a,b.example/", Refused::HostName),
            ("https://*.example/", Refused::HostName),
            ("https://a_b.example/", Refused::HostName),
            ("https://./", Refused::HostName),
            ("http://hooks.example/", Refused::Scheme),
            ("ftp://hooks.example/", Refused::Scheme),
            ("file:///etc/passwd", Refused::Scheme),
            ("gopher://hooks.example:6379/_x", Refused::Scheme),
            ("https://ada@hooks.example/", Refused::Credentials),
            ("https://ada:secret@hooks.example/", Refused::Credentials),
            ("https://public.example@127.0.0.1/", Refused::Credentials),
            ("https://hooks.example/#part", Refused::Fragment),
            ("https://hooks.example:22/", Refused::Port),
            ("https://hooks.example:80/", Refused::Port),
            ("https://1.1.1.1:25/", Refused::Port),
        ] {
            assert_eq!(Target::read(url, &[]), Err(refusal), "{url}");
        }
        for url in [
            "https://hooks.example/a?b=c",
            "https://hooks.example:8443",
            "https://1.1.1.1/",
            "HTTPS://X.EXAMPLE",
        ] {
            assert!(Target::read(url, &[]).is_ok(), "{url}");
        }
    }

    #[test]
    fn an_allowed_network_is_reached_without_encryption() {
        let allowed = ["127.0.0.0/8".parse().unwrap()];
        assert!(Target::read("http://127.0.0.1:80/", &allowed).is_ok());
        assert_eq!(Target::read("http://1.1.1.1/", &allowed), Err(Refused::Scheme));
        assert_eq!(Target::read("http://10.0.0.1/", &allowed), Err(Refused::Address));
        assert_eq!(Target::read("https://1.1.1.1:22/", &allowed), Err(Refused::Port));
    }

    #[tokio::test]
    async fn names_are_checked_by_what_they_resolve_to() {
        let target = Target::read("https://localhost/", &[]).unwrap();
        assert_eq!(target.resolve(&[]).await, Err(Some(Refused::Address)));
        let nobody = Target::read("https://nobody.invalid/", &[]).unwrap();
        assert_eq!(nobody.resolve(&[]).await, Err(None));
    }

    #[test]
    fn the_parts_of_a_request_come_from_the_address() {
        let target = Target::read("https://[2606:4700::1111]:8443/a/b?c=d", &[]).unwrap();
        assert_eq!(
            (target.host(), target.authority().as_str(), target.path()),
            ("2606:4700::1111", "[2606:4700::1111]:8443", "/a/b?c=d")
        );
        let target = Target::read("https://hooks.example", &[]).unwrap();
        assert_eq!((target.authority().as_str(), target.path()), ("hooks.example", "/"));
    }
}
