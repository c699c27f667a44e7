//! The rulesets of this server, with their modules and options. It does not know their rules.

use super::kids::variant::Variant;
use super::seat::SeatCount;
use super::splendor::module::{Module, Modules};

/// The option for the number of parts of the Kids board (K2).
const BOARD_OPTION: &str = "board";

/// A game with its modules and options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ruleset {
    /// The base game with any combination of modules.
    Splendor(Modules),
    /// Splendor Kids.
    Kids(Variant),
}

/// Why a request does not name a ruleset.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum RulesetError {
    /// No ruleset has this id.
    #[error("No ruleset has this id.")]
    UnknownRuleset,
    /// The ruleset does not have this module, or it is named twice; contains the index in the list.
    #[error("The ruleset has no such module, or it is named twice.")]
    Module(usize),
    /// The ruleset does not have this option, or the option does not have this value; contains the name of
    /// the option.
    #[error("The ruleset has no option {0:?} with this value.")]
    Option(String),
    /// The Mysteries use all three parts of the board (K11).
    #[error("The Mysteries need the full board: remove the option board=short.")]
    MysteriesOnShortBoard,
}

impl Ruleset {
    /// The ids of all rulesets.
    pub const IDS: [&'static str; 2] = ["splendor", "kids"];

    /// The ruleset with this id, these modules in any order, and these options.
    ///
    /// ```
    /// use lapidary_engine::ruleset::Ruleset;
    ///
    /// let ruleset = Ruleset::parse("splendor", ["cities", "orient"], [])?;
    /// assert_eq!(ruleset.deal_name(), "splendor+orient+cities");
    /// assert!(Ruleset::parse("kids", ["mysteries"], [("board", "short")]).is_err(), "K11");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse<'a>(
        id: &str,
        modules: impl IntoIterator<Item = &'a str>,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Ruleset, RulesetError> {
        match id {
            "splendor" => {
                if let Some((name, _)) = options.into_iter().next() {
                    return Err(RulesetError::Option(name.to_owned()));
                }
                parse_modules(modules).map(Ruleset::Splendor)
            }
            "kids" => parse_kids(modules, options).map(Ruleset::Kids),
            _ => Err(RulesetError::UnknownRuleset),
        }
    }

    /// Every ruleset with every combination of modules and options.
    pub fn every() -> impl Iterator<Item = Ruleset> {
        Modules::every_combination().map(Ruleset::Splendor).chain(Variant::ALL.into_iter().map(Ruleset::Kids))
    }

    /// The id without modules.
    pub const fn id(self) -> &'static str {
        match self {
            Ruleset::Splendor(_) => "splendor",
            Ruleset::Kids(_) => "kids",
        }
    }

    /// The ids of the modules in their fixed order.
    pub fn modules(self) -> Vec<&'static str> {
        match self {
            Ruleset::Splendor(modules) => modules.iter().map(Module::name).collect(),
            Ruleset::Kids(variant) => {
                variant.has_mysteries().then_some(Variant::MYSTERIES).into_iter().collect()
            }
        }
    }

    /// The options with their values, defaults included.
    pub fn options(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Ruleset::Splendor(_) => Vec::new(),
            Ruleset::Kids(variant) => vec![(BOARD_OPTION, variant.board())],
        }
    }

    /// The possible numbers of seats (B1, K1).
    pub const fn seats(self) -> &'static [SeatCount] {
        match self {
            Ruleset::Splendor(_) | Ruleset::Kids(_) => &SeatCount::ALL,
        }
    }

    /// This number of seats, if the ruleset allows it.
    pub fn seat_count(self, seats: u8) -> Option<SeatCount> {
        self.seats().iter().copied().find(|count| count.get() == usize::from(seats))
    }

    /// The id with the modules in fixed order, as written in the deal and the database:
    /// `splendor+orient+cities`.
    pub fn deal_name(self) -> String {
        std::iter::once(self.id()).chain(self.modules()).collect::<Vec<_>>().join("+")
    }
}

fn parse_modules<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Modules, RulesetError> {
    names.into_iter().enumerate().try_fold(Modules::NONE, |modules, (place, name)| {
        let module = Module::named(name).filter(|&module| !modules.has(module));
        module.map(|module| modules.with(module)).ok_or(RulesetError::Module(place))
    })
}

/// The Mysteries need the full board (K11), which is also the default.
fn parse_kids<'a>(
    modules: impl IntoIterator<Item = &'a str>,
    options: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Variant, RulesetError> {
    let mut mysteries = false;
    for (place, name) in modules.into_iter().enumerate() {
        if name != Variant::MYSTERIES || mysteries {
            return Err(RulesetError::Module(place));
        }
        mysteries = true;
    }
    let mut short = None;
    for (name, value) in options {
        short = match (name, value, short) {
            (BOARD_OPTION, "full", None) => Some(false),
            (BOARD_OPTION, "short", None) => Some(true),
            _ => return Err(RulesetError::Option(name.to_owned())),
        };
    }
    match (mysteries, short.unwrap_or(false)) {
        (true, true) => Err(RulesetError::MysteriesOnShortBoard),
        (true, false) => Ok(Variant::Mysteries),
        (false, true) => Ok(Variant::Short),
        (false, false) => Ok(Variant::Full),
    }
}
