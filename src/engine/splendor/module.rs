//! The four modules and their combinations. Their rules are in `modules/`.

use crate::bits::bit_set;

/// A module that can be added to the base game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Module {
    /// Thirty further cards with powers (O1-O13).
    Orient,
    /// Strongholds and Conquest (S1-S8).
    Strongholds,
    /// Five trading posts for each seat (P0-P5).
    TradingPosts,
    /// Cities instead of nobles (C1-C3).
    Cities,
}

impl Module {
    /// All modules in their fixed order.
    pub const ALL: [Module; 4] = [Module::Orient, Module::Strongholds, Module::TradingPosts, Module::Cities];

    /// The module's id in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Module::Orient => "orient",
            Module::Strongholds => "strongholds",
            Module::TradingPosts => "trading_posts",
            Module::Cities => "cities",
        }
    }

    /// The module with this id.
    pub fn from_name(name: &str) -> Option<Module> {
        Module::ALL.into_iter().find(|module| module.name() == name)
    }
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
