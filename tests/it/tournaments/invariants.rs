//! What holds in every tournament, whatever has happened: computed from its export and its audit alone.

use std::collections::BTreeMap;

use serde_json::Value;

/// Twelfths of a point in a point.
const TWELFTHS: i64 = 12;

fn list<'a>(of: &'a Value, name: &str) -> &'a Vec<Value> {
    of[name].as_array().unwrap_or_else(|| panic!("{name} in {of}"))
}

fn number(of: &Value, name: &str) -> i64 {
    of[name].as_i64().unwrap_or_else(|| panic!("{name} in {of}"))
}

/// Checks an export: nobody has two places in a round, every table gives away its points once, and the
/// standings are what follows from the rounds.
pub fn check_export(export: &Value) {
    let mut points = BTreeMap::new();
    for entry in list(export, "entries") {
        points.insert(number(entry, "entry"), 0);
    }
    for round in list(export, "rounds") {
        nobody_sits_twice(round);
        for table in list(round, "tables").iter().filter(|table| table["status"] == "done") {
            add_table(export, table, &mut points);
        }
        for bye in list(round, "byes") {
            *points.get_mut(&number(bye, "entry")).expect("an entry") +=
                TWELFTHS * number(&export["tournament"]["points"], "bye");
        }
    }
    let rounds = list(export, "rounds").len() as i64;
    for adjustment in list(export, "adjustments") {
        // Before the first round, it does not count yet.
        if number(adjustment, "round") <= rounds {
            *points.get_mut(&number(adjustment, "entry")).expect("an entry") +=
                number(adjustment, "points_twelfths");
        }
    }
    let mut standings = BTreeMap::new();
    for line in list(export, "standings") {
        assert_eq!(standings.insert(number(line, "entry"), number(line, "points_twelfths")), None, "{line}");
    }
    assert_eq!(standings, points, "{export}");
}

fn nobody_sits_twice(round: &Value) {
    let counting = list(round, "tables").iter().filter(|table| table["status"] != "void");
    let seats = counting.flat_map(|table| list(table, "seats"));
    let mut here: Vec<i64> = seats.chain(list(round, "byes")).map(|place| number(place, "entry")).collect();
    here.sort_unstable();
    assert!(here.is_sorted_by(|one, next| one < next), "somebody has two places: {round}");
}

/// Adds the points of a table; tied places share what they would have.
fn add_table(export: &Value, table: &Value, points: &mut BTreeMap<i64, i64>) {
    let seats = list(table, "seats");
    let size = ["two", "three", "four"][seats.len() - 2];
    let given: Vec<i64> =
        list(&export["tournament"]["points"], size).iter().filter_map(Value::as_i64).collect();
    let places: Vec<i64> = seats.iter().map(|seat| number(seat, "place")).collect();
    let mut sum = 0;
    for seat in seats {
        let better = places.iter().filter(|&&place| place < number(seat, "place")).count();
        let sharing = places.iter().filter(|&&place| place == number(seat, "place")).count();
        let own = TWELFTHS * given[better..better + sharing].iter().sum::<i64>() / sharing as i64;
        let shown = seat["points"].as_f64().expect("points") * TWELFTHS as f64;
        assert!((shown - own as f64).abs() < 1e-6, "{table}");
        *points.get_mut(&number(seat, "entry")).expect("an entry") += own;
        sum += own;
    }
    assert_eq!(sum, TWELFTHS * given.iter().sum::<i64>(), "{table}");
}

/// Checks that the audit explains every table: each game ends once, and each result and each void table has
/// somebody who decided it.
pub fn check_tables(export: &Value, audit: &[Value]) {
    for table in list(export, "rounds").iter().flat_map(|round| list(round, "tables")) {
        let count = |kind: &str| {
            audit.iter().filter(|item| item["kind"] == kind && item["table"] == table["table"]).count()
        };
        let (started, finished) = (count("table_started"), count("table_finished"));
        let set = count("result_set") + count("result_corrected");
        let voided = count("table_voided");
        assert!(finished <= started, "a game has ended twice: {table}");
        let is_explained = match (table["status"].as_str(), table["decided_by"].as_str()) {
            (Some("waiting"), None) => started == 0,
            (Some("playing"), None) => (1..=2).contains(&started) && finished + set == 0,
            (Some("done"), Some("game")) => finished == 1 && set + voided == 0,
            (Some("done"), Some("arbiter")) => set > 0,
            (Some("void"), _) => voided > 0,
            _ => false,
        };
        assert!(is_explained, "{table} {audit:#?}");
    }
}
