//! The functions that JavaScript calls. It writes the position and the question where `room` says, calls
//! `ask`, and reads the answer where `answer_at` says.
//!
//! Nothing else calls them, and a module of WebAssembly has one thread.

#![expect(unsafe_code, reason = "a function that JavaScript finds by its name needs this attribute")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;

use crate::answer::{Answer, answer};
use lapidary_position::Fault;

static ASKED: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock(bytes: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    bytes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for this many bytes, and returns where to write them.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut asked = lock(&ASKED);
    *asked = vec![0; bytes];
    asked.as_mut_ptr()
}

/// Answers what was written: a position of this many bytes, then a question. Returns how many bytes the
/// answer has. They are one that is 1 unless the answer is a fault, the length of the JSON, the JSON, and
/// each position after its length.
#[unsafe(no_mangle)]
pub extern "C" fn ask(position_bytes: usize) -> usize {
    let asked = std::mem::take(&mut *lock(&ASKED));
    let (position, question) = asked.split_at(position_bytes.min(asked.len()));
    let bytes = match answer(position, &String::from_utf8_lossy(question)) {
        Ok(Answer { positions, json }) => written(1, &json, &positions),
        Err(fault) => written(0, &told(&fault), &[]),
    };
    let mut answer = lock(&ANSWER);
    *answer = bytes;
    answer.len()
}

/// Returns where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    lock(&ANSWER).as_ptr()
}

fn written(is_answer: u8, json: &str, positions: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![is_answer];
    for part in std::iter::once(json.as_bytes()).chain(positions.iter().map(Vec::as_slice)) {
        bytes.extend((part.len() as u32).to_le_bytes());
        bytes.extend(part);
    }
    bytes
}

fn told(fault: &Fault) -> String {
    let (kind, rule) = match fault {
        Fault::Impossible(_) => ("impossible", None),
        Fault::Illegal { rule, .. } => ("illegal", Some(rule)),
        Fault::Notation(_) => ("notation", None),
        Fault::View(_) => ("view", None),
        Fault::Export(_) => ("export", None),
    };
    json!({"kind": kind, "reason": fault.to_string(), "rule": rule}).to_string()
}
