//! HTTP itself: the rules for all requests, and the meaning of headers.

pub mod accept;
pub mod admit;
pub mod authenticate;
pub mod caching;
pub mod connection_refusal;
pub mod connections;
pub mod cross_origin;
pub mod csv;
pub mod endure;
pub mod fallback;
pub mod head_size;
pub mod idempotency;
pub mod in_words;
pub mod linger;
pub mod observe;
pub mod outcome;
pub mod paging;
pub mod queued_client;
pub mod read_ahead;
pub mod table;
pub mod tag;
pub mod together;
pub mod wire;
