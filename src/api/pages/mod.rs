//! Pages for people, rendered on the server: their frame, their style, and headers that keep them safe.
//!
//! The pages run no script and use no cookies; the page that does is `front`.

mod link;
pub mod mail;
mod nothing;
mod page;
pub mod problems;
pub mod reset;
mod rulings;

pub use nothing::show_people;
pub use page::{FormTargets, hash_of, page, restrict};
