//! Builds and runs the application: the database, the HTTP server, the jobs, and a graceful shutdown.

mod application;
mod open_files;
mod server;
mod signals;

pub use application::{Application, StartError};
pub use open_files::raise_open_files;
