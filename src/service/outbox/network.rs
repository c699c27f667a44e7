//! Which addresses a webhook may reach: only the public internet, and the networks that the operator allows.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// The IPv4 networks that are not public (IANA IPv4 Special-Purpose Address Registry).
const SPECIAL_V4: [Ipv4Net; 16] = [
    v4([0, 0, 0, 0], 8),
    v4([10, 0, 0, 0], 8),
    v4([100, 64, 0, 0], 10),
    v4([127, 0, 0, 0], 8),
    v4([169, 254, 0, 0], 16),
    v4([172, 16, 0, 0], 12),
    v4([192, 0, 0, 0], 24),
    v4([192, 0, 2, 0], 24),
    v4([192, 31, 196, 0], 24),
    v4([192, 52, 193, 0], 24),
    v4([192, 88, 99, 0], 24),
    v4([192, 168, 0, 0], 16),
    v4([192, 175, 48, 0], 24),
    v4([198, 18, 0, 0], 15),
    v4([198, 51, 100, 0], 24),
    v4([203, 0, 113, 0], 24),
];
/// The first address of the multicast, reserved and broadcast ranges, which reach to the end.
const MULTICAST_V4: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 0);
/// The only network of IPv6 with public addresses.
const UNICAST_V6: Ipv6Net = v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);
/// The networks in it that are not public (IANA IPv6 Special-Purpose Address Registry), or that contain an
/// IPv4 address.
const SPECIAL_V6: [Ipv6Net; 5] = [
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16),
    v6([0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0], 48),
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
];

const fn v4([a, b, c, d]: [u8; 4], bits: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), bits)
}

const fn v6([a, b, c, d, e, f, g, h]: [u16; 8], bits: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), bits)
}

/// The kind of network that a webhook may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkKind {
    /// The public internet.
    Public,
    /// A network that the operator allows, also without encryption and on any port.
    Allowed,
}

/// Returns the kind of an address's network, or `None` if no webhook may reach it.
pub fn place(address: IpAddr, allowed: &[IpNet]) -> Option<NetworkKind> {
    let address = address.to_canonical();
    if allowed.iter().any(|network| network.contains(&address)) {
        return Some(NetworkKind::Allowed);
    }
    let is_public = match address {
        IpAddr::V4(address) => {
            address < MULTICAST_V4 && !SPECIAL_V4.iter().any(|network| network.contains(&address))
        }
        IpAddr::V6(address) => {
            UNICAST_V6.contains(&address) && !SPECIAL_V6.iter().any(|network| network.contains(&address))
        }
    };
    is_public.then_some(NetworkKind::Public)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_reached() {
        for public in
            ["1.1.1.1", "9.9.9.9", "100.128.0.1", "172.32.0.1", "223.255.255.255", "2606:4700::1111"]
        {
            assert_eq!(place(public.parse().unwrap(), &[]), Some(NetworkKind::Public), "{public}");
        }
        for forbidden in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert_eq!(place(forbidden.parse().unwrap(), &[]), None, "{forbidden}");
        }
    }

    #[test]
    fn the_operator_allows_networks() {
        let allowed = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        for (address, known) in [
            ("10.1.2.3", Some(NetworkKind::Allowed)),
            ("::ffff:10.1.2.3", Some(NetworkKind::Allowed)),
            ("fd00::1", Some(NetworkKind::Allowed)),
            ("127.0.0.1", None),
            ("1.1.1.1", Some(NetworkKind::Public)),
        ] {
            assert_eq!(place(address.parse().unwrap(), &allowed), known, "{address}");
        }
    }
}
