//! The real application over HTTP, each test with a server and a database of its own.

mod app;
mod cluster;
mod operations;
