//! Views in JSON, read (schemas `SplendorGame` and `KidsGame` of the contract): the counterpart of `view`. It
//! knows spellings and what they name, not whether a game can look like the view. Fields that do not concern
//! the rules, and fields that a newer server adds, are ignored.

mod fields;
mod kids;
mod read;
mod splendor;

pub use read::of_view;
