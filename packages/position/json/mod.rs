//! Actions in JSON, as the contract of the server has them (schemas `SplendorAction` and `KidsAction`).

mod body;
mod kids;
mod splendor;
mod text;

pub use body::{body, read, type_name, write};
