//! A server in a process of its own, so that its memory and its file descriptors are its own.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// A running server.
pub struct Node {
    child: Child,
    address: SocketAddr,
}

impl Node {
    /// Starts a server without rate limits on a database, with room for this many streams, and waits until it
    /// listens.
    pub fn start(database_url: &str, streams: usize) -> Result<Node, Box<dyn Error + Send + Sync>> {
        Node::start_program(&std::env::current_exe()?, database_url, streams)
    }

    /// Does the same with this program, which may be of another version.
    pub fn start_program(
        program: &Path,
        database_url: &str,
        streams: usize,
    ) -> Result<Node, Box<dyn Error + Send + Sync>> {
        let mut child = Command::new(program)
            .args([
                "serve",
                "--listen=127.0.0.1:0",
                "--rate-limits=off",
                "--access-log=off",
                "--stop-delay=0",
            ])
            .arg(format!("--new-games-per-hour={}", u32::MAX))
            .arg(format!("--streams-per-server={streams}"))
            .arg(format!("--connections-per-address={}", u32::MAX))
            .args(["--database-url", database_url])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        let stdout = child.stdout.as_mut().ok_or("the server has no output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).map(str::trim);
        let address = address.ok_or_else(|| format!("the server did not start: {line}"))?.parse()?;
        Ok(Node { child, address })
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The address of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The resident memory in bytes, if the system reports it.
    pub fn resident_bytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(kib.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        let _ = self.child.wait();
    }
}
