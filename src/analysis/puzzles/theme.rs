//! What a puzzle is about.

use lapidary_engine::splendor::module::Module;

/// A theme of a puzzle. A puzzle may have several themes, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// The race to the end: the solution triggers the end of the game, or keeps the next seat from doing so.
    Race,
    /// The solution reserves a card that another seat could buy.
    Block,
    /// The solution brings a noble, or the last card but one to it.
    Noble,
    /// The solution returns tokens.
    Return,
    /// A module is in play.
    Module(Module),
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 8] = [
        Theme::Race,
        Theme::Block,
        Theme::Noble,
        Theme::Return,
        Theme::Module(Module::Orient),
        Theme::Module(Module::Strongholds),
        Theme::Module(Module::TradingPosts),
        Theme::Module(Module::Cities),
    ];

    /// The word in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Race => "race",
            Theme::Block => "block",
            Theme::Noble => "noble",
            Theme::Return => "return",
            Theme::Module(module) => module.name(),
        }
    }

    /// The theme with this word.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}
