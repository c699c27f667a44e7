//! Runs one external program to its end, with a timeout.
//!
//! This module knows processes and their output. It does not know what the programs do.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::launch_error::LaunchError;

const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The number of lines of a failed program's output in an error.
const TAIL_LINES_MAX: usize = 15;

/// Runs the command with its output written to `log`, and returns the output.
///
/// The output goes to a file because PostgreSQL's server inherits it: reading from a pipe would never end.
pub(super) fn run(command: &mut Command, log: &Path, limit: Duration) -> Result<String, LaunchError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let out = File::create(log).map_err(LaunchError::at("create", log))?;
    let err = out.try_clone().map_err(LaunchError::at("write", log))?;
    let child = command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(out).stderr(err).spawn();
    let child = child.map_err(|error| failed(&program, format!("could not be started: {error}"), ""))?;
    let status = wait(child, limit).map_err(LaunchError::at("wait for", Path::new(&program)))?;
    let output = String::from_utf8_lossy(&fs::read(log).unwrap_or_default()).into_owned();
    match status {
        Some(status) if status.success() => Ok(output),
        Some(status) => Err(failed(&program, format!("failed ({status})"), &output)),
        None => Err(failed(&program, format!("did not end within {} s", limit.as_secs()), &output)),
    }
}

fn failed(program: &str, how: String, output: &str) -> LaunchError {
    LaunchError::Failed { program: program.to_owned(), how, tail: tail(output) }
}

/// Returns the last lines of a program's output.
pub(super) fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    lines[lines.len().saturating_sub(TAIL_LINES_MAX)..].join("\n")
}

/// Returns the exit status of the child, or `None` after killing it at the limit.
fn wait(mut child: Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let until = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() > until {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("lapidary-command-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_failure_repeats_the_last_lines_of_output() {
        let path = log("fails");
        let failure =
            run(Command::new("sh").args(["-c", "echo disk full; exit 3"]), &path, Duration::from_secs(5));
        let message = failure.unwrap_err().to_string();
        assert!(message.contains("sh failed") && message.ends_with("disk full"), "{message}");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_program_that_hangs_is_killed() {
        let path = log("hangs");
        let failure = run(Command::new("sleep").arg("60"), &path, Duration::from_millis(20));
        assert!(failure.unwrap_err().to_string().contains("did not end"));
        fs::remove_file(path).unwrap();
    }
}
