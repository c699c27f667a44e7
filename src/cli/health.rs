//! `lapidary health`: checks whether a running server is ready, for containers without another client.
//!
//! This module knows one request, the status of its response, and the reason in it.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

/// The maximum time to wait for the response.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(2);

/// The maximum number of bytes of the response.
const ANSWER_BYTES_MAX: u64 = 16 * 1024;

/// The server to check.
#[derive(Debug, Args)]
pub struct HealthSettings {
    /// The address the server listens on.
    #[arg(long, env = "LAPIDARY_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

/// Succeeds if the server reports that it is ready.
pub fn run(settings: &HealthSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = reachable(settings.listen);
    let url = format!("http://{address}/readyz");
    let answer = request_readiness(address).map_err(|error| format!("{url} does not answer: {error}"))?;
    match answer.split(' ').nth(1) {
        Some("200") => Ok(()),
        Some(_) => {
            let status = answer.lines().next().unwrap_or_default();
            Err(format!("{url} reports that the server is not ready: {status}{}", detail(&answer)).into())
        }
        None => Err(format!("{url} does not answer as an HTTP server").into()),
    }
}

/// Returns the `detail` of the problem in the response, if it contains one.
fn detail(answer: &str) -> String {
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    let problem: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let detail = problem.as_ref().and_then(|problem| problem["detail"].as_str());
    detail.map_or_else(String::new, |detail| format!(" ({detail})"))
}

fn request_readiness(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, ANSWER_TIME_MAX)?;
    stream.set_read_timeout(Some(ANSWER_TIME_MAX))?;
    stream.write_all(b"GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(ANSWER_BYTES_MAX).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Returns an address of the server that a client can use, even if the server listens on all addresses.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
