//! Rate limits, and limits on requests in flight for playing.

mod bucket;
mod class;
mod limiter;
mod place;

pub use bucket::Rate;
pub use class::Class;
pub use limiter::{LimitState, LimitUsage, Limiter, Party, Pass, StreamPlace, TooMany};
pub use place::RequestPlace;
