//! Knows which games are served, with which modules and options. Knows nothing of their rules.

use super::splendor::module::{Module, Modules};
use std::fmt;

/// A game with its modules and options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ruleset {
    /// The base game with any combination of modules.
    Splendor(Modules),
}

/// Why a request names no ruleset.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RulesetError {
    /// No ruleset has this id.
    UnknownRuleset,
    /// The ruleset has no such module, or it is named twice; the place in the list.
    Module(usize),
    /// The ruleset has no such option, or the option no such value; its name.
    Option(String),
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesetError::UnknownRuleset => f.write_str("No ruleset has this id."),
            RulesetError::Module(_) => f.write_str("The ruleset has no such module, or it is named twice."),
            RulesetError::Option(name) => write!(f, "The ruleset has no option {name:?} with this value."),
        }
    }
}

impl std::error::Error for RulesetError {}

impl Ruleset {
    /// The ids of all rulesets.
    pub const IDS: [&'static str; 1] = ["splendor"];

    /// The ruleset with this id, these modules in any order, and these options.
    ///
    /// # Errors
    /// Which part is unknown or impossible.
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
            _ => Err(RulesetError::UnknownRuleset),
        }
    }

    /// The id without modules.
    pub const fn id(self) -> &'static str {
        match self {
            Ruleset::Splendor(_) => "splendor",
        }
    }

    /// The ids of the modules in their fixed order.
    pub fn modules(self) -> Vec<&'static str> {
        match self {
            Ruleset::Splendor(modules) => modules.iter().map(Module::name).collect(),
        }
    }

    /// The options with their values, defaults included.
    pub fn options(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Ruleset::Splendor(_) => Vec::new(),
        }
    }

    /// The id with the modules in fixed order, as the deal and the store spell it: `splendor+orient+cities`.
    pub fn deal_name(self) -> String {
        std::iter::once(self.id()).chain(self.modules()).collect::<Vec<_>>().join("+")
    }
}

fn parse_modules<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Modules, RulesetError> {
    names.into_iter().enumerate().try_fold(Modules::NONE, |modules, (place, name)| {
        let module = Module::from_name(name).filter(|&module| !modules.has(module));
        module.map(|module| modules.with(module)).ok_or(RulesetError::Module(place))
    })
}
