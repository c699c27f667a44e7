//! The declaration of a refusal: its name, its code and its text for the client, in one place.

mod code;
mod declare;
mod explanation;

pub use code::Code;
pub(crate) use declare::refusals;
pub(crate) use explanation::too_soon;
pub use explanation::{Cause, Explain, Explanation};
pub use lapidary_store::sessions::SessionEnded;
