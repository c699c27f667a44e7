//! How much anybody may ask: by rate, and while playing by requests in flight.

mod bucket;
mod class;
mod limiter;
mod place;

pub use bucket::Rate;
pub use class::Class;
pub use limiter::{Limiter, Party, Pass, Standing, TooMany};
pub use place::Place;
