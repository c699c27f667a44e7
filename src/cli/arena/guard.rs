//! The first steps of the process of a bot. The system must end the bot if the arena dies, even if the arena
//! is killed. Then the process becomes the program of the bot.

use std::error::Error;
use std::os::unix::process::CommandExt;
use std::process::Command;

use clap::Args;

/// The name of the subcommand, which the arena itself calls.
pub const SUBCOMMAND: &str = "arena-bot";

/// The program of a bot, and who starts it.
#[derive(Debug, Args)]
pub struct GuardedCommand {
    /// The process id of the arena.
    arena: i32,
    /// The program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Becomes the program. Returns only if that fails.
pub fn run(command: &GuardedCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, getpid, set_child_subreaper, set_parent_process_death_signal};
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // While it lives, it is the parent of what its processes leave behind; then the arena is.
        set_child_subreaper(Some(getpid()))?;
    }
    // If the arena has already ended, nothing would end this process.
    if rustix::process::getppid().is_none_or(|parent| parent.as_raw_pid() != command.arena) {
        return Err("the arena has ended".into());
    }
    let (program, arguments) = command.words.split_first().ok_or("the command of the bot is empty")?;
    let error = Command::new(program).args(arguments).exec();
    Err(format!("cannot start {program}: {error}").into())
}
