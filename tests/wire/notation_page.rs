//! The documentation page on notation is correct and complete.

use std::collections::BTreeSet;

use lapidary::engine::game::Action;
use lapidary::engine::ruleset::Ruleset;

const PAGE: &str = include_str!("../../docs/notation.md");
const TYPES_OF_SPLENDOR: usize = 16;
const TYPES_OF_KIDS: usize = 5;

/// The lines in the first column of the table under this heading.
fn lines(heading: &str) -> Vec<&'static str> {
    let part = PAGE.split("\n## ").find(|part| part.starts_with(heading)).expect("the page has this heading");
    part.lines().filter_map(|row| row.strip_prefix("| `")?.split('`').next()).collect()
}

#[test]
fn every_line_of_the_page_is_parsed_and_every_type_is_documented() {
    let splendor = Ruleset::parse("splendor", ["orient"], []).expect("a ruleset");
    let kids = Ruleset::parse("kids", ["mysteries"], []).expect("a ruleset");
    let tables =
        [("Actions of Splendor", splendor, TYPES_OF_SPLENDOR), ("Actions of Kids", kids, TYPES_OF_KIDS)];
    for (heading, ruleset, types) in tables {
        let mut seen = BTreeSet::new();
        for line in lines(heading) {
            let action = Action::parse(ruleset, line).unwrap_or_else(|_| panic!("`{line}` is no action"));
            assert_eq!(action.to_string(), line);
            seen.extend(line.split(' ').next());
        }
        assert_eq!(seen.len(), types, "{seen:?}");
    }
}
