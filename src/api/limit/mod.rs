//! Rate limits, and limits on requests in flight for playing.

mod bucket;
mod class;
mod limiter;
mod place;
mod streams;

pub use bucket::Rate;
pub use class::Class;
pub use limiter::{Limiter, Party, Pass, Standing, TooMany};
pub use place::Place;
pub use streams::StreamPlace;
