//! The codes that operations answer: each one that a test meets stands in the row of the operation, and each one that stands
//! there is met by some test.
//!
//! The second half compares with `refusals.txt`, the list of what the tests have met. `make refusals` writes it anew.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;

use actix_web::dev::Url;
use lapidary::api::Code;
use lapidary::api::contract::openapi::Contract;
use lapidary::api::operation::{Operation, Wanted};
use serde_json::Value;

/// What the tests have met: an operation and a code on each line.
const MET: &str = include_str!("refusals.txt");

/// Codes that hardly any operation can be made to answer in a test, each for its reason.
const GENERAL: [Code; 3] = [
    // The database must be away at the right moment; `outage.rs` and `operations.rs` show it for some.
    Code::Unavailable,
    // A body must take longer than ten seconds to arrive.
    Code::RequestTimeout,
    // Several requests must be in progress where these are limited; `every_operation.rs` shows it for all others.
    Code::TooManyRequests,
];

/// Pairs that take a race to be met, each for its reason.
const RACES: [&str; 1] = [
    // Others must move between each of eight attempts.
    "resign_game version_conflict",
];

/// Notes the code of an answer, if it is a problem of an operation, and fails if it does not stand in its row.
#[track_caller]
pub fn note(method: &str, path: &str, json: &Value) {
    let Some(code) = json["code"].as_str().and_then(Code::named) else { return };
    let method = method.parse().expect("a method");
    let path = Url::new(path.parse().expect("a path"));
    let Wanted::Operation(operation) = Contract::shared().operations().wanted(&method, path.path()) else {
        return;
    };
    let pair = pair(operation, code);
    assert!(
        code == Code::InternalError || operation.codes().contains(&code),
        "{pair} does not stand in the table of operations: {json}"
    );
    if let Some(file) = std::env::var_os("LAPIDARY_REFUSALS") {
        let mut file =
            OpenOptions::new().append(true).create(true).open(file).expect("the list can be written");
        file.write_all(format!("{pair}\n").as_bytes()).expect("the list can be written");
    }
}

fn pair(operation: &Operation, code: Code) -> String {
    format!("{} {}", operation.id(), code.name())
}

#[test]
fn every_code_of_an_operation_is_met_by_a_test_and_no_other() {
    let met: BTreeSet<&str> = MET.lines().collect();
    let (mut known, mut unmet) = (BTreeSet::new(), Vec::new());
    for operation in Contract::shared().operations().iter() {
        for code in operation.codes() {
            let pair = pair(operation, code);
            let exempt = GENERAL.contains(&code) || RACES.contains(&pair.as_str());
            if !exempt && !met.contains(pair.as_str()) {
                unmet.push(pair.clone());
            }
            known.insert(pair);
        }
    }
    assert_eq!(unmet, Vec::<String>::new(), "met by no test: run `make refusals`");
    let stale: Vec<&&str> = met.iter().filter(|pair| !known.contains(**pair)).collect();
    assert_eq!(stale, Vec::<&&str>::new(), "not in the table: run `make refusals`");
}
