//! The stored words for the terms of a game, where those of the contract differ.
//!
//! It knows words. It knows no table.

use lapidary_engine::deal::Seating;
use lapidary_engine::ruleset::Ruleset;

/// Returns the name of a way to assign seats.
pub const fn seating_name(seating: Seating) -> &'static str {
    match seating {
        Seating::Random => "random",
        Seating::JoinOrder => "join_order",
    }
}

/// Returns the way to assign seats with this name.
pub fn seating_named(name: &str) -> Option<Seating> {
    [Seating::Random, Seating::JoinOrder].into_iter().find(|&seating| seating_name(seating) == name)
}

/// Returns the options of a ruleset as one text: `board=short,…`. Empty for none.
pub fn options_text(ruleset: Ruleset) -> String {
    let options = ruleset.options();
    options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
}

/// Returns the ruleset for a name like `splendor+orient` and options like `board=short`.
pub fn ruleset_named(name: &str, options: &str) -> Option<Ruleset> {
    let mut words = name.split('+');
    let id = words.next()?;
    let options = options.split(',').filter_map(|option| option.split_once('='));
    Ruleset::parse(id, words, options).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_survives_being_stored() {
        for modules in [vec![], vec!["orient"], vec!["strongholds", "cities"]] {
            let ruleset = Ruleset::parse("splendor", modules, []).unwrap();
            assert_eq!(ruleset_named(&ruleset.deal_name(), &options_text(ruleset)), Some(ruleset));
        }
        assert_eq!(ruleset_named("chess", ""), None);
    }

    #[test]
    fn every_way_to_come_to_seats_is_read_back() {
        for seating in [Seating::Random, Seating::JoinOrder] {
            assert_eq!(seating_named(seating_name(seating)), Some(seating));
        }
    }
}
