//! What commands print. A reader that has closed the pipe, for example `head`, ends a command quietly, and
//! never one that changes something.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line of a command that goes on although nobody reads it any more.
pub fn tell(line: impl Display) -> io::Result<()> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if is_closed(&error) => Ok(()),
        told => told,
    }
}

/// Leaves out the error that the reader of standard output has closed it.
pub fn unless_closed(reason: Box<dyn Error + Send + Sync>) -> Result<(), Box<dyn Error + Send + Sync>> {
    if reason.downcast_ref().is_some_and(is_closed) { Ok(()) } else { Err(reason) }
}

/// Whether this is the error of the system itself: that of a file or of a program has a name with it.
fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe && error.raw_os_error().is_some()
}
