//! How large a text is that can be a game. A value of JSON takes many times its text, so values are counted
//! before they are read.

use serde_json::Value;

use crate::difference::Difference;

/// The maximum number of bytes of a game. Four seats that avoid every end as long as the rules let them (B20)
/// play about 17,000 turns, which are less.
pub const GAME_BYTES_MAX: usize = 16 << 20;
/// The maximum number of values in its JSON, or of lines and entries in its text.
const GAME_PARTS_MAX: usize = 1 << 20;
/// The maximum number of values of an event. The first one has the most: about 700 for a board of Kids.
const EVENT_VALUES_MAX: usize = 4096;

/// Checks the size of a text that is to be read as a game.
pub fn check_size(text: &str) -> Result<(), Difference> {
    let is_json = text.trim_start().starts_with(['{', '[']);
    let marks = if is_json { b"{[," } else { b"\n\t;" };
    let parts = text.bytes().filter(|byte| marks.contains(byte)).count();
    let is_larger =
        |limit: String| Difference::new("", format!("is larger than a game: the limit is {limit}"));
    match (text.len() > GAME_BYTES_MAX, parts > GAME_PARTS_MAX) {
        (true, _) => Err(is_larger(format!("{} MiB", GAME_BYTES_MAX >> 20))),
        (false, true) => Err(is_larger(format!("{GAME_PARTS_MAX} values"))),
        (false, false) => Ok(()),
    }
}

/// Whether the data of an event is within its limit.
pub fn is_event(data: &Value) -> bool {
    fn values(value: &Value) -> usize {
        match value {
            Value::Array(items) => 1 + items.iter().map(values).sum::<usize>(),
            Value::Object(fields) => 1 + fields.values().map(values).sum::<usize>(),
            _ => 1,
        }
    }
    values(data) <= EVENT_VALUES_MAX
}
