//! Pairings: pure functions of entries, rounds, settings and seed.

pub mod acceleration;
pub mod apart;
pub mod arena;
pub mod bound;
pub mod burden;
pub mod cost;
pub mod covering;
pub mod double_elimination;
pub mod elimination;
pub mod exact;
pub mod field;
pub mod heats;
pub mod manual;
pub mod matching;
pub mod next;
pub mod odd;
pub mod pods;
pub mod recut;
pub mod request;
pub mod round_robin;
pub mod search;
pub mod seating;
pub mod sections;
pub mod sizes;
pub mod swiss;
pub mod weigh;
