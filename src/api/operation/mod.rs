//! The operations of the API: what the table and the contract say about each, and which one a request wants.
//!
//! Everything that depends on the operation (limits, tokens, scopes, query parameters, bodies) is looked up here, by the
//! decoded path that the router matches and never by the path as it was sent.

mod lookup;
mod request;
mod table;

pub use lookup::{Operation, Operations, Wanted, row_of};
pub use request::{accept_no_body, accept_query, permit};
pub use table::{Permission, ROWS, Row};
