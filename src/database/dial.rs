//! Opens sockets to the hosts of an address, as libpq does.
//!
//! This module knows hosts, ports and keepalive settings; it does not know the protocol on a socket.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use rustix::net::sockopt;
use tokio::net::{TcpStream, UnixStream, lookup_host};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, LoadBalanceHosts};
use tokio_util::either::Either;

/// The default port.
const DEFAULT_PORT: u16 = 5432;

/// The idle time after which the kernel probes a connection, unless the address specifies another.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(60);

/// The time between two probes, unless the address specifies another.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// The number of unanswered probes before the kernel closes a connection. The address may specify another.
const KEEPALIVE_PROBES: u32 = 3;

/// A TCP or Unix socket.
pub type Socket = Either<TcpStream, UnixStream>;

/// One host of an address.
#[derive(Debug, Clone)]
pub struct Server {
    /// The name that its certificate must contain. Empty for a Unix socket.
    pub name: String,
    host: Host,
    port: u16,
}

/// An endpoint of a server.
#[derive(Debug)]
pub enum Place {
    /// Over TCP.
    Tcp(SocketAddr),
    /// Over a Unix socket.
    Unix(PathBuf),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Tcp(address) => write!(formatter, "{address}"),
            Place::Unix(path) => write!(formatter, "{}", path.display()),
        }
    }
}

/// Returns the servers of an address, in the order of attempts. Fails if the address has no host, or if its
/// hosts, ports and numeric addresses differ in number.
pub fn servers(config: &Config) -> Result<Vec<Server>, &'static str> {
    let (hosts, numbers, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let count = hosts.len().max(numbers.len());
    if count == 0 {
        return Err("the address has no host");
    }
    if (!hosts.is_empty() && !numbers.is_empty() && hosts.len() != numbers.len())
        || (ports.len() > 1 && ports.len() != count)
    {
        return Err("the address must have as many ports and numeric addresses as hosts");
    }
    let server = |index| {
        let host: Option<&Host> = hosts.get(index);
        let number = numbers.get(index).map(|number: &IpAddr| Host::Tcp(number.to_string()));
        let name = match host {
            Some(Host::Tcp(name)) => name.clone(),
            _ => String::new(),
        };
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(DEFAULT_PORT);
        Some(Server { name, host: number.or(host.cloned())?, port })
    };
    let mut servers: Vec<Server> = (0..count).filter_map(server).collect();
    if config.get_load_balance_hosts() == LoadBalanceHosts::Random {
        fastrand::shuffle(&mut servers);
    }
    Ok(servers)
}

impl Server {
    /// Returns the endpoints of the server, in the order of attempts.
    pub async fn places(&self, config: &Config) -> io::Result<Vec<Place>> {
        match &self.host {
            Host::Unix(directory) => Ok(vec![Place::Unix(directory.join(format!(".s.PGSQL.{}", self.port)))]),
            Host::Tcp(name) => {
                let mut places: Vec<Place> =
                    lookup_host((name.as_str(), self.port)).await?.map(Place::Tcp).collect();
                if config.get_load_balance_hosts() == LoadBalanceHosts::Random {
                    fastrand::shuffle(&mut places);
                }
                Ok(places)
            }
        }
    }
}

/// Opens a socket with the keepalive settings of the address.
pub async fn open(place: &Place, config: &Config) -> io::Result<Socket> {
    match place {
        Place::Unix(path) => Ok(Either::Right(UnixStream::connect(path).await?)),
        Place::Tcp(address) => {
            let socket = TcpStream::connect(address).await?;
            socket.set_nodelay(true)?;
            watch_over(&socket, config)?;
            Ok(Either::Left(socket))
        }
    }
}

/// Makes the kernel close a connection whose other end has vanished, even if it is idle.
fn watch_over(socket: &TcpStream, config: &Config) -> io::Result<()> {
    if config.get_keepalives() {
        sockopt::set_socket_keepalive(socket, true)?;
        sockopt::set_tcp_keepidle(socket, config.get_keepalives_idle().min(KEEPALIVE_IDLE))?;
        let interval = config.get_keepalives_interval().unwrap_or(KEEPALIVE_INTERVAL);
        sockopt::set_tcp_keepintvl(socket, interval)?;
        sockopt::set_tcp_keepcnt(socket, config.get_keepalives_retries().unwrap_or(KEEPALIVE_PROBES))?;
    }
    #[cfg(target_os = "linux")]
    if let Some(limit) = config.get_tcp_user_timeout() {
        sockopt::set_tcp_user_timeout(socket, u32::try_from(limit.as_millis()).unwrap_or(u32::MAX))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(address: &str) -> Vec<(String, Host, u16)> {
        let servers = servers(&address.parse().expect("an address")).expect("it names hosts");
        servers.into_iter().map(|server| (server.name, server.host, server.port)).collect()
    }

    #[test]
    fn hosts_are_tried_in_order_each_with_its_port() {
        let tcp = |name: &str| Host::Tcp(name.to_owned());
        let two = tried("host=a,b port=1,2");
        assert_eq!(two, [("a".to_owned(), tcp("a"), 1), ("b".to_owned(), tcp("b"), 2)]);
        assert_eq!(tried("host=a"), [("a".to_owned(), tcp("a"), DEFAULT_PORT)]);
        assert_eq!(tried("host=a hostaddr=::1 port=7"), [("a".to_owned(), tcp("::1"), 7)]);
        assert_eq!(tried("host=/run"), [(String::new(), Host::Unix("/run".into()), DEFAULT_PORT)]);
    }

    #[test]
    fn an_address_whose_numbers_of_hosts_and_ports_differ_is_refused() {
        for address in ["port=1", "host=a,b,c port=1,2", "host=a,b hostaddr=::1"] {
            assert!(servers(&address.parse().expect("an address")).is_err(), "{address}");
        }
    }
}
