//! The four modules and their combinations. Their rules are in `modules/`.

use crate::bits::bit_set;
use lapidary_words::words;

words! {
    /// A module that can be added to the base game.
    #[repr(u8)]
    #[derive(PartialOrd, Ord)]
    Module:
    /// Thirty further cards with powers (O1-O13).
    Orient = "orient",
    /// Strongholds and Conquest (S1-S8).
    Strongholds = "strongholds",
    /// Five trading posts for each seat (P0-P5).
    TradingPosts = "trading_posts",
    /// Cities instead of nobles (C1-C3).
    Cities = "cities",
}

bit_set! {
    /// A combination of modules; every combination is playable.
    Modules(u8) of Module, Module::ALL.len();
    place: |module| module as u8;
    at: |place| Module::ALL[place as usize]
}

impl Modules {
    /// Every combination, the base game alone first.
    pub fn every_combination() -> impl Iterator<Item = Modules> {
        (0..=Modules::ALL.bits()).map(Modules::from_bits)
    }
}
