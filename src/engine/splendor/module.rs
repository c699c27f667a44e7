//! Knows the four modules and their combinations. Knows nothing of their rules: see `modules/`.

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

/// A combination of modules; every one is playable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Modules(u8);

impl Modules {
    /// The base game alone.
    pub const NONE: Modules = Modules(0);

    /// All sixteen combinations, the base game first.
    pub fn every_combination() -> impl Iterator<Item = Modules> {
        (0..16).map(Modules)
    }

    /// The combination with this module added.
    #[must_use]
    pub const fn with(self, module: Module) -> Modules {
        Modules(self.0 | 1 << module as u8)
    }

    /// Whether the module is in play.
    pub const fn has(self, module: Module) -> bool {
        self.0 >> module as u8 & 1 == 1
    }

    /// The modules in their fixed order.
    pub fn iter(self) -> impl Iterator<Item = Module> {
        Module::ALL.into_iter().filter(move |&module| self.has(module))
    }

    /// The combination as bits, the first module lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The combination with these bits, if they name modules only.
    pub const fn from_bits(bits: u8) -> Option<Modules> {
        if bits < 16 { Some(Modules(bits)) } else { None }
    }
}

impl FromIterator<Module> for Modules {
    fn from_iter<I: IntoIterator<Item = Module>>(modules: I) -> Self {
        modules.into_iter().fold(Modules::NONE, Modules::with)
    }
}
