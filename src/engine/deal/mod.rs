//! The verifiable deal (`deal-v1`): seats, decks, nobles, cities and boards are drawn from a committed secret
//! and the players' entropy. It does not know what a card is: it deals numbers, counted from 1 in catalogue
//! order.

mod dealer;
mod input;
mod stream;

pub use dealer::{CityFace, Dealer, DealtKids, DealtSplendor, KidsBox, Seating, SplendorBox};
pub use input::{
    Contributions, DealError, DealId, DealInput, ENTROPY_BYTES_MAX, Entropy, ServerSeed, commitment, deal_key,
};
pub use stream::{LabelStream, Words};
