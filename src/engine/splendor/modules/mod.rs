//! The modules. Each changes the game at its own points: the market, payments, effects of cards, points and
//! the end.

pub mod cities;
pub mod orient;
pub mod strongholds;
pub mod trading_posts;
