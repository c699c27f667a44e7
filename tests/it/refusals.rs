//! The error codes of operations: each code that occurs in a test is in the row of the operation, and each
//! code in the row occurs in some test.
//!
//! The second check needs all tests, so `make test` makes it at its end: the tests write the codes that they
//! meet to the file that `LAPIDARY_REFUSALS` names, and with `LAPIDARY_REFUSALS_MET` the check reads it.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;

use actix_web::dev::Url;
use lapidary::api::Code;
use lapidary::api::document::contract;
use lapidary::api::operation::{Operation, RequestTarget};
use serde_json::Value;

/// Codes that tests can hardly provoke, each with the reason.
const GENERAL: [Code; 3] = [
    // The database must fail at the right moment; `outage.rs` and `operations.rs` test it for some
    // operations.
    Code::Unavailable,
    // A body must take longer than ten seconds to arrive.
    Code::RequestTimeout,
    // Several requests must be in flight for operations with that limit; `every_operation.rs` tests all other
    // operations.
    Code::TooManyRequests,
];

/// Pairs that occur in no test, each with the reason.
const RARE: [&str; 2] = [
    // Other players must move between each of eight attempts.
    "resign_game version_conflict",
    // The program must be built without pictures in PNG.
    "get_board_as_png not_available",
];

/// Records the code of a response if it is a problem of an operation, and fails if the code is not in the row
/// of the operation.
#[track_caller]
pub fn note(method: &str, path: &str, json: &Value) {
    let Some(code) = json["code"].as_str().and_then(Code::named) else { return };
    // Any operation may fail this way, and none has it in its row.
    if code == Code::InternalError {
        return;
    }
    let method = method.parse().expect("a method");
    let path = Url::new(path.parse().expect("a path"));
    let RequestTarget::Operation(operation) = contract().operations().wanted(&method, path.path()) else {
        return;
    };
    let pair = pair(operation, code);
    assert!(operation.codes().contains(&code), "{pair} does not stand in the table of operations: {json}");
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
fn every_error_code_of_an_operation_occurs_in_a_test() {
    let Some(file) = std::env::var_os("LAPIDARY_REFUSALS_MET") else { return };
    let list = fs::read_to_string(file).expect("the tests have written the list");
    let met: BTreeSet<&str> = list.lines().collect();
    let mut unmet = Vec::new();
    for operation in contract().operations().iter() {
        for code in operation.codes().into_iter().filter(|code| !GENERAL.contains(code)) {
            let pair = pair(operation, code);
            if !RARE.contains(&pair.as_str()) && !met.contains(pair.as_str()) {
                unmet.push(pair);
            }
        }
    }
    assert_eq!(unmet, Vec::<String>::new(), "met by no test");
}
