//! Builds and runs the application: the database, the HTTP server, the jobs, and a graceful shutdown.

mod application;
mod server;

pub use application::{Application, StartError};
