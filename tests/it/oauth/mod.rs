//! OAuth 2.1 for public clients: the flows, and attacks on them.

mod account_pages;
pub mod browser;
mod codes;
mod devices;
mod grants;
mod open_redirects;
mod pages;
mod refreshes;
mod requests;
