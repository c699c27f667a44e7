//! Pages for people, rendered on the server: their frame, their style, and their security headers.
//!
//! The pages run no script and use no cookies. `front` has the page that does.

mod link;
pub mod mail;
mod nothing;
mod page;
pub mod problems;
pub mod reset;
mod rulings;

pub use nothing::show_people;
pub use page::{FormTargets, hash_of, page, restrict};
