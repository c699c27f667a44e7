//! The most expensive refused requests of every operation.

use std::collections::BTreeMap;

use allocation_counter::measure;
use lapidary::api::document::contract;
use lapidary::api::document::worst::{self, Costly, Part};

/// The maximum number of allocations of a refusal. An allocation with all that belongs to it takes about a
/// tenth of a microsecond.
const ALLOCATIONS_MAX: u64 = 10_000;
/// The maximum number of bytes that a refusal allocates in total.
const BYTES_MAX: u64 = 2 * 1024 * 1024;

/// What a refusal allocates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    allocations: u64,
    bytes: u64,
}

fn shown(request: &Costly) -> String {
    let (Part::Json(_, text) | Part::Form(text) | Part::Query(text)) = &request.part;
    text.chars().take(120).collect()
}

#[test]
fn every_refusal_of_every_operation_costs_little() {
    let requests = worst::requests();
    let mut dearest: BTreeMap<&str, (Cost, &Costly)> = BTreeMap::new();
    for request in &requests {
        let mut is_refused = false;
        let allocated = measure(|| is_refused = request.is_refused());
        let cost = Cost { allocations: allocated.count_total, bytes: allocated.bytes_total };
        assert!(is_refused, "{}: accepted: {}", request.operation, shown(request));
        let known = dearest.entry(request.operation).or_insert((cost, request));
        if cost > known.0 {
            *known = (cost, request);
        }
    }
    let too_dear: Vec<String> = dearest
        .values()
        .filter(|(cost, _)| cost.allocations > ALLOCATIONS_MAX || cost.bytes > BYTES_MAX)
        .map(|(cost, request)| format!("{} {cost:?}: {}", request.operation, shown(request)))
        .collect();
    let all = contract().operations().iter().count();
    assert_eq!(dearest.len(), all, "every operation has a refusal");
    assert!(too_dear.is_empty(), "of {} requests too dear:\n{}", requests.len(), too_dear.join("\n"));
}
