//! The printed editions that the pieces are from. In other editions some cards, city tiles and posts differ.

use super::kids::variant::Variant;
use super::ruleset::Ruleset;
use super::splendor::module::Module;

/// The publisher of every edition that this project knows.
const PUBLISHER: &str = "SPACE Cowboys";

/// A printed edition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edition {
    pub publisher: &'static str,
    /// The year of its rules.
    pub year: u16,
}

const fn of(year: u16) -> Edition {
    Edition { publisher: PUBLISHER, year }
}

/// The edition of a ruleset or of one of its modules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EditionOf {
    /// The module; none for the ruleset without modules.
    pub module: Option<&'static str>,
    pub edition: Edition,
}

impl EditionOf {
    /// Returns its line in the header of a text: a name such as `edition orient`, and publisher and year.
    pub fn line(&self) -> (String, String) {
        let name = self.module.map_or_else(|| "edition".to_owned(), |module| format!("edition {module}"));
        (name, format!("{} {}", self.edition.publisher, self.edition.year))
    }
}

impl Module {
    /// Returns the edition of the module.
    pub const fn edition(self) -> Edition {
        match self {
            Module::Orient | Module::Strongholds | Module::TradingPosts | Module::Cities => of(2025),
        }
    }
}

impl Ruleset {
    /// Returns the edition of the ruleset without modules.
    pub const fn edition(self) -> Edition {
        match self {
            Ruleset::Splendor(_) => of(2024),
            Ruleset::Kids(_) => of(2025),
        }
    }

    /// Returns the edition of the ruleset, then those of the modules in play, in their fixed order.
    pub fn editions(self) -> Vec<EditionOf> {
        let base = EditionOf { module: None, edition: self.edition() };
        let modules = match self {
            Ruleset::Splendor(modules) => {
                modules.iter().map(|module| (module.name(), module.edition())).collect()
            }
            // The Mysteries are in the box of Kids.
            Ruleset::Kids(variant) => match variant.has_mysteries() {
                true => vec![(Variant::MYSTERIES, self.edition())],
                false => Vec::new(),
            },
        };
        let modules =
            modules.into_iter().map(|(module, edition)| EditionOf { module: Some(module), edition });
        std::iter::once(base).chain(modules).collect()
    }
}
