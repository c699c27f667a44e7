//! Whether a result changes ratings is asked in one way, and within the same limits everywhere.

use crate::sources::{below, none};

/// Where `rated` is read, because something else is meant than whether a result changes ratings.
const OTHER_MEANINGS: [&str; 8] = [
    // A setting of a tournament.
    "src/service/tournaments/",
    "src/store/tournaments/",
    // What a seek asks for, whose opponents are people or bots, but never those of the ladder of bots.
    "src/service/games/find/pair.rs",
    "src/store/seeks/",
    // A column, as it is stored.
    "src/store/challenges.rs",
    "src/store/statistics.rs",
    "src/store/games/create.rs",
    "src/store/games/terms_row.rs",
];
/// Where a list of games is filtered by it.
const FILTER: &str = "src/store/games/list.rs";
/// Who asks whether the result of a game changes ratings.
const ASKING: [&str; 6] = [
    "src/model/rating.rs",
    "src/service/games/effects/settle.rs",
    "src/service/games/open/abort.rs",
    "src/service/games/read/look.rs",
    "src/service/games/tables/end_tables.rs",
    "src/service/ratings/annul.rs",
];
/// Who rates results.
const RATING: [&str; 3] = [
    "src/service/games/effects/settle.rs",
    "src/service/ratings/rate.rs",
    "src/service/tournaments/play/board_ratings.rs",
];

#[test]
fn whether_a_result_changes_ratings_is_asked_in_one_way() {
    let (mut wrong, mut asking) = (Vec::new(), Vec::new());
    for source in ["src/service", "src/store", "src/model"].into_iter().flat_map(|room| below(room, ".rs")) {
        let known =
            OTHER_MEANINGS.iter().any(|other| source.path.starts_with(other)) || source.path == FILTER;
        let code = source.text.lines().filter(|line| !line.trim().starts_with("//"));
        for line in code {
            let is_read = line.contains(".rated") && !line.contains("sorted.rated");
            if is_read && !known && !source.path.starts_with("src/model/") {
                wrong.push(format!("{}: {}", source.path, line.trim()));
            }
            if line.contains(".changes_ratings()") && !asking.contains(&source.path) {
                asking.push(source.path.clone());
            }
        }
    }
    none("asking for `rated` where `changes_ratings` is meant", &wrong);
    asking.sort();
    assert_eq!(asking, ASKING);
}

/// Where `lapidary ratings recompute` plays a log again, whose games were all judged when they ended.
const RECOMPUTING: &str = "src/service/ratings/recompute.rs";

#[test]
fn every_pool_has_all_limits_of_a_day() {
    let mut rating = Vec::new();
    let mut wrong = Vec::new();
    for source in below("src/service", ".rs") {
        let code: Vec<&str> = source.text.lines().filter(|line| !line.trim().starts_with("//")).collect();
        let calls = |line: &&str| line.contains("rate_result(") || line.contains("ratings::rate(");
        if code.iter().any(calls) {
            rating.push(source.path.clone());
        }
        // The operator alone switches limits off, in the settings. A recomputation by command annuls nothing.
        let off = code.iter().filter(|line| line.contains("Switch::Off") && !line.contains("=="));
        let off = off.filter(|line| !(source.path == RECOMPUTING && line.contains("recompute_all(")));
        wrong.extend(off.map(|line| format!("{}: {}", source.path, line.trim())));
    }
    rating.sort();
    assert_eq!(rating, RATING);
    none("limits that are switched off", &wrong);
}
