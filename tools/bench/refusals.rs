//! The most expensive refusals: the processor time of refusing a request of each operation. It does not know
//! servers.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use serde::Serialize;

use crate::engine::cpu_time;
use crate::report::Report;
use lapidary_api::document::worst::{self, Costly, Part};

/// How often each request is refused; the fastest time counts, because the others were disturbed.
const TRIES: u32 = 5;

/// The figures of one operation.
#[derive(Serialize)]
pub struct Row {
    operation: &'static str,
    /// The number of requests that were tried.
    requests: usize,
    /// The part of the most expensive request that makes it so.
    part: &'static str,
    /// The size of that part.
    bytes: usize,
    /// The processor time of refusing it.
    refusal_us: u64,
}

/// Measures a row for each operation of the contract, the most expensive first.
pub fn measure(report: &mut Report) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut rows: BTreeMap<&'static str, Row> = BTreeMap::new();
    for request in worst::requests() {
        let (part, text) = match &request.part {
            Part::Json(_, text) => ("body", text),
            Part::Form(text) => ("form", text),
            Part::Query(text) => ("query", text),
        };
        let refusal_us = refusal_time(&request).as_micros() as u64;
        let operation = request.operation;
        let row =
            rows.entry(operation).or_insert(Row { operation, requests: 0, part, bytes: 0, refusal_us: 0 });
        row.requests += 1;
        if refusal_us >= row.refusal_us {
            (row.part, row.bytes, row.refusal_us) = (part, text.len(), refusal_us);
        }
    }
    let mut rows: Vec<Row> = rows.into_values().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.refusal_us));
    rows.iter().try_for_each(|row| report.row(row))
}

fn refusal_time(request: &Costly) -> Duration {
    let once = || {
        let begun = cpu_time();
        std::hint::black_box(request.is_refused());
        cpu_time().saturating_sub(begun)
    };
    (0..TRIES).map(|_| once()).min().unwrap_or_default()
}
