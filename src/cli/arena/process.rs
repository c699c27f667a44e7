//! A program that plays as a bot: its process, the lines to and from it, and its end. This module knows
//! deadlines and limits. It does not know what the lines say.
//!
//! The arena reads only from a program that it is asking. A program that writes endlessly fills a pipe and
//! stops there, so it uses no memory of the arena.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::time::{Instant, timeout_at};

use super::fault::{Fault, FaultKind};
use super::{children, guard};

/// The maximum number of bytes of an answer, as for a request body over HTTP.
const LINE_BYTES_MAX: usize = 16 * 1024;
/// The maximum number of bytes that a program may write to standard error in one game.
const STDERR_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The number of bytes of standard error that are kept to explain why a program ended.
const STDERR_KEPT: usize = 2 * 1024;
/// The number of bytes for one read.
const READ_BYTES: usize = 8 * 1024;
/// The time for a program to end by itself after its last line.
const END_TIME_MAX: Duration = Duration::from_millis(500);

/// A running program in a process group of its own. Dropping it kills the whole group.
pub struct Process {
    child: Child,
    has_ended: bool,
    stdin: Option<Sender>,
    output: Output,
}

/// What a program writes.
struct Output {
    stdout: Receiver,
    stderr: Receiver,
    /// Bytes of standard output after the last line read.
    unread: Vec<u8>,
    /// The end of standard error.
    stderr_end: Vec<u8>,
    stderr_bytes: usize,
    stderr_open: bool,
}

/// The result of one read.
enum Read {
    Some,
    /// Standard output is closed.
    End,
}

impl Process {
    /// Starts a program. It ends with the thread that started it.
    pub fn start(words: &[String]) -> io::Result<Process> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(guard::SUBCOMMAND).arg(std::process::id().to_string()).arg("--").args(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = children::start(&mut command)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let opened = || {
            let missing = || io::Error::other("a pipe to the program is missing");
            Ok((
                Sender::from_owned_fd(OwnedFd::from(pipes.0.ok_or_else(missing)?))?,
                Receiver::from_owned_fd(OwnedFd::from(pipes.1.ok_or_else(missing)?))?,
                Receiver::from_owned_fd(OwnedFd::from(pipes.2.ok_or_else(missing)?))?,
            ))
        };
        match opened() {
            Ok((stdin, stdout, stderr)) => {
                let output = Output {
                    stdout,
                    stderr,
                    unread: Vec::new(),
                    stderr_end: Vec::new(),
                    stderr_bytes: 0,
                    stderr_open: true,
                };
                Ok(Process { child, has_ended: false, stdin: Some(stdin), output })
            }
            Err(error) => {
                children::end(&mut child);
                Err(error)
            }
        }
    }

    /// Sends a line and returns the next line of the program, without its end.
    pub async fn ask(&mut self, line: &[u8], time: Duration) -> Result<Vec<u8>, Fault> {
        let Process { stdin, output, .. } = self;
        let asked = exchange(stdin, output, line);
        match timeout_at(Instant::now() + time, asked).await {
            Ok(Ok(Some(answer))) => Ok(answer),
            Ok(Ok(None)) => Err(self.exited().await),
            Ok(Err(fault)) => Err(fault),
            Err(_) => {
                Err(Fault::new(FaultKind::TimedOut, format!("did not answer within {} ms", time.as_millis())))
            }
        }
    }

    /// Sends a last line, closes the input of the program, and gives it a moment to end itself.
    pub async fn finish(mut self, line: &[u8]) {
        let Process { stdin, output, .. } = &mut self;
        let ended = async {
            if let Some(mut stdin) = stdin.take() {
                stdin.write_all(line).await.ok();
            }
            // Its further output is read only up to this limit.
            while output.stdout_bytes() <= LINE_BYTES_MAX && matches!(output.read().await, Ok(Read::Some)) {}
        };
        // Dropping it kills it, whether it has ended or not.
        tokio::time::timeout(END_TIME_MAX, ended).await.ok();
    }

    /// Why the program closed its output.
    async fn exited(&mut self) -> Fault {
        let rest = async { while self.output.stderr_open && self.output.read_stderr().await.is_ok() {} };
        tokio::time::timeout(END_TIME_MAX, rest).await.ok();
        let status = self.end();
        let status = status.map_or("unknown".to_owned(), |status| status.to_string());
        let words = String::from_utf8_lossy(&self.output.stderr_end).into_owned();
        let last = words.trim().lines().last().unwrap_or_default().to_owned();
        let because = if last.is_empty() { String::new() } else { format!("; its last words: {last}") };
        Fault::new(FaultKind::Exited, format!("ended before it answered ({status}){because}"))
    }
}

impl Process {
    /// Ends the program and all that it has started. Returns none if that was done before.
    fn end(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.has_ended, true) {
            return None;
        }
        children::end(&mut self.child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes a line and reads one, both at once: a program may write much before it reads. Returns none if the
/// program closes its output.
async fn exchange(
    stdin: &mut Option<Sender>,
    output: &mut Output,
    line: &[u8],
) -> Result<Option<Vec<u8>>, Fault> {
    let Some(stdin) = stdin else { return Ok(None) };
    let mut rest = line;
    while !rest.is_empty() {
        tokio::select! {
            biased;
            written = stdin.write(rest) => match written {
                Ok(count) => rest = &rest[count..],
                // It has closed its input, so it ends, or answers something else.
                Err(_) => break,
            },
            read = output.read(), if output.stdout_bytes() <= LINE_BYTES_MAX => match read? {
                Read::Some => {}
                Read::End => return Ok(None),
            },
        }
    }
    loop {
        if let Some(end) = output.unread.iter().position(|byte| *byte == b'\n') {
            let line = output.unread.drain(..=end).take(end).collect();
            return Ok(Some(line));
        }
        if output.stdout_bytes() > LINE_BYTES_MAX {
            let detail = format!("wrote a line of more than {LINE_BYTES_MAX} bytes");
            return Err(Fault::new(FaultKind::Flooded, detail));
        }
        match output.read().await? {
            Read::Some => {}
            Read::End => return Ok(None),
        }
    }
}

impl Output {
    fn stdout_bytes(&self) -> usize {
        self.unread.len()
    }

    /// Reads from standard output or standard error, whichever is ready first.
    async fn read(&mut self) -> Result<Read, Fault> {
        let mut buffer = [0; READ_BYTES];
        let mut errors = [0; READ_BYTES];
        tokio::select! {
            read = self.stdout.read(&mut buffer) => match read {
                Ok(0) | Err(_) => Ok(Read::End),
                Ok(count) => {
                    self.unread.extend_from_slice(&buffer[..count]);
                    Ok(Read::Some)
                }
            },
            read = self.stderr.read(&mut errors), if self.stderr_open => {
                self.keep(&errors[..read.unwrap_or_default()])?;
                Ok(Read::Some)
            }
        }
    }

    async fn read_stderr(&mut self) -> Result<(), Fault> {
        let mut errors = [0; READ_BYTES];
        let count = self.stderr.read(&mut errors).await.unwrap_or_default();
        self.keep(&errors[..count])
    }

    /// Keeps the end of standard error. An empty read means that it is closed.
    fn keep(&mut self, errors: &[u8]) -> Result<(), Fault> {
        self.stderr_open = !errors.is_empty();
        self.stderr_bytes += errors.len();
        self.stderr_end.extend_from_slice(errors);
        let surplus = self.stderr_end.len().saturating_sub(STDERR_KEPT);
        self.stderr_end.drain(..surplus);
        if self.stderr_bytes > STDERR_BYTES_MAX {
            let detail = format!("wrote more than {STDERR_BYTES_MAX} bytes to standard error in one game");
            return Err(Fault::new(FaultKind::Flooded, detail));
        }
        Ok(())
    }
}
