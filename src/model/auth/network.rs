//! Groups of addresses: the network of a client, and the wider one around it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The number of bits of an IPv6 address for a client's network. One client usually has a whole /64.
const NETWORK_V6_BITS: u32 = 64;
/// The number of bits of an IPv6 address for its wider network. Providers assign up to a /48 to one customer.
const WIDER_NETWORK_V6_BITS: u32 = 48;
/// The number of bits of an IPv4 address for its wider network: the smallest one routed on the internet.
const WIDER_NETWORK_V4_BITS: u32 = 24;

/// The network of a client.
pub fn of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => begin_of_v6(address, NETWORK_V6_BITS),
        address => address,
    }
}

/// The wider network of a client. One party may own it with all networks inside.
pub fn wider(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => begin_of_v6(address, WIDER_NETWORK_V6_BITS),
        IpAddr::V4(address) => {
            let prefix = u32::MAX << (u32::BITS - WIDER_NETWORK_V4_BITS);
            IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & prefix))
        }
    }
}

/// A party that takes turns with others: a client, or a network around it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Party<L> {
    WiderNetwork(IpAddr),
    Network(IpAddr),
    /// The clients of a network that have something in common.
    Lane(IpAddr, L),
}

/// Returns the parties of a client in this network, with the widest first.
pub fn parties<L>(network: IpAddr, lane: L) -> [Party<L>; 3] {
    [Party::WiderNetwork(wider(network)), Party::Network(network), Party::Lane(network, lane)]
}

/// Returns the lowest address with the same leading bits.
fn begin_of_v6(address: Ipv6Addr, bits: u32) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (u128::BITS - bits))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let network = |text: &str| of(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::1"));
        assert_eq!(network("::ffff:192.0.2.1"), IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
    }

    #[test]
    fn a_wider_network_has_many_networks_in_it() {
        let network = |text: &str| wider(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:ffff::1"));
        assert_ne!(network("2001:db8:1::1"), network("2001:db8:2::1"));
        assert_eq!(network("192.0.2.255"), network("::ffff:192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.3.1"));
    }
}
