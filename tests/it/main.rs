//! The real application over HTTP, each test with a server and a database of its own.

mod app;
mod cluster;
mod database;
mod operations;
mod test_database;
