//! Actions in JSON, as the contract of the server has them (schemas `SplendorAction` and `KidsAction`).

mod kids;
mod splendor;
mod text;

pub use text::{body, read, type_name, write};
