//! The modules, each at its own seams: what is on the market, ways to pay, what a card brings, points and the end.

pub mod cities;
pub mod orient;
pub mod strongholds;
pub mod trading_posts;
