//! `lapidary health`: asks a running server whether it is ready, for containers that have no other client.
//!
//! It knows one request and the status of its answer.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

/// The longest wait for the answer.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(2);

/// Which server is asked.
#[derive(Debug, Args)]
pub struct HealthSettings {
    /// The address the server listens on.
    #[arg(long, env = "LAPIDARY_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

/// Succeeds when the server says that it is ready.
pub fn run(settings: HealthSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let answer = ask(reachable(settings.listen))?;
    match answer.split(' ').nth(1) {
        Some("200") => Ok(()),
        _ => Err(format!("the server is not ready: {}", answer.trim()).into()),
    }
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, ANSWER_TIME_MAX)?;
    stream.set_read_timeout(Some(ANSWER_TIME_MAX))?;
    stream.write_all(b"GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
    let mut first_line = String::new();
    BufReader::new(stream).read_line(&mut first_line)?;
    Ok(first_line)
}

/// The address to ask a server at that listens on all addresses.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
