//! Prints the output of commands. If the reader closes the pipe, as `head` does, the command ends quietly. A
//! command that changes something does not end.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line of a command that continues even if nobody reads it.
pub fn tell(line: impl Display) -> io::Result<()> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if is_closed(&error) => Ok(()),
        told => told,
    }
}

/// Leaves out the error that the reader has closed standard output.
pub fn unless_closed(reason: Box<dyn Error + Send + Sync>) -> Result<(), Box<dyn Error + Send + Sync>> {
    if reason.downcast_ref().is_some_and(is_closed) { Ok(()) } else { Err(reason) }
}

/// Whether this is a plain error of the system: errors of files or programs have a name with them.
fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe && error.raw_os_error().is_some()
}
