//! The children of the arena: the programs that it has started, and the processes that these have left
//! behind, for example in a separate session.
//!
//! While a program runs, it is the new parent of what its own processes leave behind (`guard.rs`). So another
//! child of the arena is left over from an ended program. Only Linux tells them apart.

use std::collections::HashSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, waitpid};

/// The minimum time between two looks for leftovers during games: a look reads all processes of the machine.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The maximum number of repeated looks. A program that starts processes faster than they end keeps some.
const REPEATED_MAX: usize = 100;

/// The children that are not leftovers. Hold the lock while starting a program or waiting for its end, so
/// that it is not taken for a leftover.
static KNOWN: Mutex<Option<Processes>> = Mutex::new(None);

struct Processes {
    children: HashSet<Pid>,
    looked_at: Instant,
}

impl Processes {
    /// Returns the children that this process had before it started programs. Becomes the parent of what
    /// programs leave behind.
    fn begin() -> io::Result<Processes> {
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(getpid()))?;
        Ok(Processes { children: children().collect(), looked_at: Instant::now() })
    }

    /// Ends leftovers, and what they leave behind.
    fn end_leftovers(&mut self) {
        for _ in 0..REPEATED_MAX {
            let left: Vec<Pid> = children().filter(|child| !self.children.contains(child)).collect();
            if left.is_empty() {
                break;
            }
            for leftover in left {
                kill_process(leftover, Signal::KILL).ok();
                waitpid(Some(leftover), WaitOptions::empty()).ok();
            }
        }
        self.looked_at = Instant::now();
    }
}

fn known() -> MutexGuard<'static, Option<Processes>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a process group of its own.
pub fn start(command: &mut Command) -> io::Result<Child> {
    let mut known = known();
    let known = match &mut *known {
        Some(known) => known,
        none => none.insert(Processes::begin()?),
    };
    let child = command.spawn()?;
    known.children.insert(Pid::from_child(&child));
    Ok(child)
}

/// Ends a program with its group, and now and then what programs have left behind. Never call it twice: after
/// a wait for the program, another process can get its number. A program that has already ended keeps its
/// status.
pub fn end(child: &mut Child) -> Option<ExitStatus> {
    let (mut known, id) = (known(), Pid::from_child(child));
    kill_process_group(id, Signal::KILL).ok();
    // It may have moved to another group.
    child.kill().ok();
    let status = child.wait().ok();
    if let Some(known) = &mut *known {
        known.children.remove(&id);
        if known.looked_at.elapsed() >= LOOK_EVERY {
            known.end_leftovers();
        }
    }
    status
}

/// Ends what programs have left behind, after the last one has ended.
pub fn end_leftovers() {
    if let Some(known) = &mut *known() {
        known.end_leftovers();
    }
}

/// Returns the children of this process.
fn children() -> impl Iterator<Item = Pid> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten();
    processes.filter_map(|entry| {
        let id = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name may have spaces and brackets. After it come the state and the parent.
        let parent = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?;
        Pid::from_raw(id).filter(|_| Pid::from_raw(parent) == Some(getpid()))
    })
}
