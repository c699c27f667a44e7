//! Named cases of the modules of Splendor and of their combinations.

mod cities;
mod combinations;
mod orient;
mod purchases;
mod strongholds;
mod trading_posts;
