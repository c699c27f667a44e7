//! Builds and runs the application: the database, the HTTP server, the jobs, and a graceful shutdown.

mod application;
mod foundation;
mod open_files;
mod server;
mod signals;
mod start_error;

pub use application::Application;
pub use foundation::Foundation;
pub use open_files::raise_open_files;
pub use start_error::StartError;
