//! The operations of the API: their properties from the table and the contract, and the lookup by request.
//!
//! Everything that depends on the operation (limits, tokens, scopes, query parameters, bodies) is found here.
//! The lookup uses the decoded path, as the router does, never the sent form.

mod activity;
mod call;
mod lookup;
mod parameters;
mod request;
mod table;

pub use activity::Activity;
pub use call::Route;
pub(crate) use call::{Served, take};
pub use lookup::{Operation, Operations, RequestTarget, row_of};
pub use parameters::{PARAMETERS_MAX, has_nul, parameters_in};
pub use request::{accept_no_body, accept_query, permit};
pub use table::{Permission, Protocol, Row, api, oauth, oauth_page, outside};
